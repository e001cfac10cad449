# SPDX-License-Identifier: Apache-2.0
"""Factorisations as JAX prints them, for CPUs and for GPUs, beside what JAX computes on CPUs.

Usage: factorisations.py SHARDC [SEED]

What is unique is compared with JAX; vectors, whose signs and phases are nobody's, by what they make
together and by being orthonormal. Bounds are in units of the last place of the largest number. Each
function runs whole, and over a mesh that splits the batch and the rows, with the same bits.
"""
import json
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import jax
import jax.numpy as jnp
import jax.scipy.linalg as jsl
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)
warnings.filterwarnings("ignore")

BATCH, BOUND = 5, 400
MESH = {"shardc": 1, "kind": "sharding", "mesh": "p=2, q=2", "inputs": {"arg0": ["p", "q"]}}


def adjoint(x):
    return np.conj(np.swapaxes(x, -1, -2))


def hermitian(x):
    return x + jnp.conj(jnp.swapaxes(x, -1, -2))


def positive(x):
    return x @ jnp.conj(jnp.swapaxes(x, -1, -2)) + jnp.eye(x.shape[-1], dtype=x.dtype)


def made_of_eigenvectors(x, w, v):
    return [(v * w[..., None, :] @ adjoint(v), np.asarray(hermitian(x))),
            (adjoint(v) @ v, np.broadcast_to(np.eye(v.shape[-1]), v.shape))]


def made_of_singular_vectors(x, u, s, vh):
    k = s.shape[-1]
    identities = [(adjoint(q) @ q, np.broadcast_to(np.eye(q.shape[-1]), q.shape[:-2] + 2 * q.shape[-1:]))
                  for q in (u, adjoint(vh))]
    return [(u[..., :k] * s[..., None, :] @ vh[..., :k, :], x)] + identities


def svd(**options):
    return lambda x: tuple(lax.linalg.svd(x, **options)) if options.get("compute_uv", True) else \
        lax.linalg.svd(x, **options)


QR_WAY = lax.linalg.SvdAlgorithm.QR
# The function, the shape of its matrices, what its results are made to (null: JAX's), and the
# platforms that JAX has it for.
BOTH, CPU = ("cpu", "cuda"), ("cpu",)
CASES = {
    "eigh": (lambda x: tuple(jnp.linalg.eigh(hermitian(x))), (7, 7), made_of_eigenvectors, BOTH),
    "eigh of the upper triangle": (
        lambda x: tuple(jnp.linalg.eigh(hermitian(x), UPLO="U")), (6, 6), made_of_eigenvectors, BOTH),
    "eigvalsh": (lambda x: jnp.linalg.eigvalsh(hermitian(x)), (9, 9), None, BOTH),
    "svd": (svd(), (6, 4), made_of_singular_vectors, BOTH),
    "svd of wide matrices": (svd(), (4, 7), made_of_singular_vectors, BOTH),
    "svd, thin": (svd(full_matrices=False), (8, 3), made_of_singular_vectors, BOTH),
    "svd, wide and thin": (svd(full_matrices=False), (3, 8), made_of_singular_vectors, BOTH),
    "svd by QR": (svd(algorithm=QR_WAY), (6, 4), made_of_singular_vectors, BOTH),
    "svd by QR of wide matrices": (svd(algorithm=QR_WAY), (4, 6), made_of_singular_vectors, BOTH),
    "singular values": (svd(compute_uv=False), (6, 8), None, BOTH),
    "singular values by QR": (svd(compute_uv=False, algorithm=QR_WAY), (4, 3), None, BOTH),
    "norm": (lambda x: jnp.linalg.norm(x, 2, axis=(-2, -1)), (4, 5), None, BOTH),
    "pinv": (jnp.linalg.pinv, (6, 4), None, BOTH),
    "hessenberg": (lambda x: jsl.hessenberg(x, calc_q=True), (7, 7), None, CPU),
    "tridiagonal": (lambda x: lax.linalg.tridiagonal(hermitian(x), lower=True), (6, 6), None, BOTH),
    "tridiagonal of the upper triangle": (
        lambda x: lax.linalg.tridiagonal(hermitian(x), lower=False), (6, 6), None, BOTH),
    "cholesky": (lambda x: jnp.linalg.cholesky(positive(x)), (6, 6), None, BOTH),
    "cholesky, upper": (lambda x: jnp.linalg.cholesky(positive(x), upper=True), (6, 6), None, BOTH),
    "lu": (lambda x: lax.linalg.lu(x), (6, 6), None, BOTH),
    "lu of tall matrices": (lambda x: lax.linalg.lu(x), (7, 4), None, BOTH),
    "solve": (lambda x: jnp.linalg.solve(x, x[..., :2]), (5, 5), None, BOTH),
    "qr": (lambda x: tuple(jnp.linalg.qr(x)), (7, 4), None, BOTH),
    "qr, complete": (lambda x: tuple(jnp.linalg.qr(x, mode="complete")), (6, 4), None, BOTH),
    "solve of a triangle": (
        lambda x: lax.linalg.triangular_solve(x, x[..., :3], left_side=True, lower=True), (6, 6), None,
        BOTH),
    "solve of a triangle's adjoint": (
        lambda x: lax.linalg.triangular_solve(x, x[..., :3, :], lower=False, transpose_a=True,
                                              conjugate_a=True), (6, 6), None, BOTH),
    "solve of a triangle's transpose": (
        lambda x: lax.linalg.triangular_solve(x, x[..., :3], left_side=True, lower=False,
                                              transpose_a=True, unit_diagonal=True), (4, 4), None, BOTH),
}


def run(shardc, folder, *options):
    done = subprocess.run([shardc, "run", "p.mlir", "--input", "in.npz", "-o", "out.npz", *options],
                          cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr
    out = np.load(Path(folder, "out.npz"))
    return [out[name] for name in out.files]


def units(got, expected):
    if got.shape != expected.shape:
        return np.inf
    if expected.dtype.kind not in "fc":
        return 0 if np.array_equal(got, expected) else np.inf
    limits = np.finfo(expected.dtype)
    size = max(np.abs(expected).max(initial=0), limits.tiny)
    return float(np.abs(got - expected).max(initial=0) / (size * np.finfo(got.dtype).eps))


def judge(shardc, folder, case, x, platform):
    """How far a function's results are off; a text: what went wrong."""
    function, _, made_of, _ = case
    lowered = jax.jit(function).trace(x).lower(lowering_platforms=(platform,))
    Path(folder, "p.mlir").write_text(lowered.as_text())
    np.savez(Path(folder, "in.npz"), arg0=x)
    got = run(shardc, folder)
    if isinstance(got, str):
        return got
    split = run(shardc, folder, "-c", "mesh.json")
    if isinstance(split, str):
        return split
    if not all(one.tobytes() == other.tobytes() for one, other in zip(got, split)):
        return "other results over a mesh"
    expected = [np.asarray(result) for result in jax.tree.leaves(jax.jit(function)(x))]
    if [(one.shape, one.dtype) for one in got] != [(one.shape, one.dtype) for one in expected]:
        return "other types than JAX's"
    values = [pair for pair in zip(got, expected) if made_of is None or pair[0].ndim == 2]
    pairs = values + (made_of(x, *got) if made_of else [])
    return max(units(np.asarray(one), np.asarray(other).astype(one.dtype)) for one, other in pairs)


def main(shardc, seed="1"):
    random = np.random.default_rng(int(seed))
    wrong, worst = [], {}
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "mesh.json").write_text(json.dumps(MESH))
        for dtype in (np.float32, np.float64, np.complex64, np.complex128):
            for name, case in CASES.items():
                x = random.normal(size=(BATCH, *case[1]))
                if np.issubdtype(dtype, np.complexfloating):
                    x = x + 1j * random.normal(size=x.shape)
                for platform in case[3]:
                    label = f"{name} of {np.dtype(dtype).name} for {platform}"
                    off = judge(shardc, folder, case, x.astype(dtype), platform)
                    if isinstance(off, str) or off > BOUND:
                        wrong.append(f"{label}: {off}")
                    else:
                        worst[label] = off
    most = sorted(worst.items(), key=lambda item: -item[1])[:4]
    print(*wrong, f"{len(worst)} right, {len(wrong)} wrong; most: "
          + ", ".join(f"{name} {off:.1f}" for name, off in most), sep="\n")
    return bool(wrong)


sys.exit(main(*sys.argv[1:]))
