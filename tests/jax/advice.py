# SPDX-License-Identifier: Apache-2.0
"""What shardc advises for what it cannot compile, tried with JAX.

Usage: advice.py SHARDC ADVICE

For every row of the table in the source file ADVICE: a function as people write it is refused with
that row's note, and the same written as advised compiles and gives what JAX gives.
"""
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Callable

import jax
import jax.numpy as jnp
import numpy as np

x = jnp.linspace(-1, 1, 24).reshape(4, 6)
key = jax.random.PRNGKey(3)


def in_type(dtype):
    return lambda x: (x.astype(dtype) * 2).astype(jnp.float32)


def same(x):
    return x * 2




def solved(a, b):
    return jnp.linalg.solve(a, b)


def solved_by_qr(a, b):
    q, r = jnp.linalg.qr(a)
    return jax.scipy.linalg.solve_triangular(r, q.T @ b)


def solved_by_eigenvectors(a, b):
    values, vectors = jnp.linalg.eigh(a)
    return vectors @ (vectors.T @ b / values)


def solved_by_schur(a, b):
    triangle, vectors = jax.scipy.linalg.schur(a)
    return vectors @ jax.scipy.linalg.solve_triangular(triangle, vectors.T @ b)


def with_eigenvalues(a, b):
    return jnp.sort(jnp.linalg.eigvals(a).real) + b


def added(values, b):
    return values + b


def multiplied_with_inverse(inverse, b):
    return inverse @ b


def printed(x):
    jax.debug.print("{}", x)
    return x * 2


def called_back(x):
    jax.debug.callback(lambda _: None, x, partitioned=True)
    return x * 2


@dataclass
class On:
    """A function that is lowered for another platform."""
    platform: str
    function: Callable


@dataclass
class Given:
    """What a function takes that has its way out in other arguments, and gives the same."""
    arguments: tuple


square = jnp.eye(4) * 3 + jnp.cos(jnp.arange(4)[:, None] + jnp.arange(4))
right = jnp.arange(4.0)
WITH_EIGENVALUES = Given((jnp.linalg.eigvalsh(square), right))
WITH_INVERSE = Given((jnp.linalg.inv(square), right))

# What is missing: the function that needs it, the same without it, their arguments, and whether
# JAX gives the same by both (random numbers are others, smaller types round).
CASES = [
    ("@lapack_*", solved_by_schur, multiplied_with_inverse, (square, right), WITH_INVERSE),
    ("@cuhybrid_*", On("cuda", with_eigenvalues), added, (square, right), WITH_EIGENVALUES),
    ("@LuDecomposition", On("tpu", solved), solved, (square, right), True),
    ("@Qr", On("tpu", solved_by_qr), solved_by_qr, (square, right), True),
    ("@ProductOfElementaryHouseholderReflectors", On("tpu", solved_by_qr), solved_by_qr,
     (square, right), True),
    ("@Eigh", On("tpu", solved_by_eigenvectors), solved_by_eigenvectors, (square, right), True),
    ("@xla_ffi_python_*", printed, same, (x,), True),
    ("@xla_ffi_partitioned_python_*", called_back, same, (x,), True),
    ("f4*", in_type(jnp.float4_e2m1fn), same, (x,), False),
]


def exported(function, arguments, folder):
    """The program's file, and what JAX makes of the arguments."""
    platforms = (function.platform,) if isinstance(function, On) else None
    function = function.function if isinstance(function, On) else function
    # A new function each time: traces are kept by function, whatever the options are.
    jitted = jax.jit(lambda *given: function(*given))
    path = Path(folder, "program.mlir")
    lowered = jitted.trace(*arguments).lower(lowering_platforms=platforms)
    path.write_text(lowered.as_text(debug_info=True))
    return path, np.asarray(jitted(*arguments))


def shardc(tool, *words):
    done = subprocess.run([tool, *map(str, words)], text=True, capture_output=True)
    return done.returncode, done.stderr


def wrong_with(tool, folder, case):
    """What is not as it should be; None where all is."""
    missing, before, after, arguments, agree = case
    path, wanted = exported(before, arguments, folder)
    code, said = shardc(tool, "check", path)
    quoted = f"'{missing.lstrip('@')}'".replace("*'", "")
    if code != 3 or quoted not in said or "note: in JAX, " not in said:
        return f"exit {code}: {said}"
    if isinstance(agree, Given):
        arguments = agree.arguments
    path, got = exported(after, arguments, folder)
    np.savez(Path(folder, "in.npz"), **{f"arg{i}": value for i, value in enumerate(arguments)})
    np.savez(Path(folder, "out.npz"), out0=got)
    code, said = shardc(tool, "verify", path, "--input", Path(folder, "in.npz"), "--expect",
                        Path(folder, "out.npz"))
    if code != 0:
        return f"as advised: exit {code}: {said}"
    if agree is not False and not np.allclose(wanted, got, atol=1e-5):
        return "JAX gives something else for what is advised"
    return None


def main(tool, source):
    rows = set(re.findall(r'^    \{"([^"]+)",', Path(source).read_text(), re.M))
    failures = [f"{row}: no case tries it" for row in rows - {case[0] for case in CASES}]
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if wrong := wrong_with(tool, folder, case):
                failures.append(f"{case[0]}: {wrong}")
    print(*failures, f"{len(CASES)} cases for {len(rows)} rows, {len(failures)} failures", sep="\n")
    return bool(failures) or not rows


sys.exit(main(*sys.argv[1:]))
