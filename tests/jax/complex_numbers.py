# SPDX-License-Identifier: Apache-2.0
"""Functions of complex numbers as JAX prints them, beside what JAX computes.

Usage: complex_numbers.py SHARDC [SEED]

Each runs on random numbers of c64 and of c128. Where JAX computes c64 in floats and is off itself,
its doubles are the measure; of c128 nothing is better than JAX, which is itself off by some. Bounds are in units of the last place: of each number's size for
functions of one number, of the largest result's for those that add up.
"""
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

jax.config.update("jax_enable_x64", True)
warnings.filterwarnings("ignore")

EACH = {
    "abs": lax.abs, "acos": lax.acos, "acosh": lax.acosh, "asin": lax.asin, "asinh": lax.asinh,
    "atan": lax.atan, "atanh": lax.atanh, "cosh": lax.cosh, "sinh": lax.sinh, "angle": jnp.angle, "conj": lax.conj, "cos": lax.cos, "exp": lax.exp,
    "expm1": lax.expm1, "imag": lax.imag, "isfinite": jnp.isfinite, "log": lax.log,
    "log1p": lax.log1p, "logistic": lax.logistic, "neg": lax.neg, "real": lax.real,
    "rsqrt": lax.rsqrt, "sign": lax.sign, "sin": lax.sin, "sqrt": lax.sqrt, "square": lax.square,
    "tan": lax.tan, "tanh": lax.tanh, "to bool": lambda x: x.astype(bool),
    "to complex128": lambda x: x.astype(jnp.complex128),
    "to complex64": lambda x: x.astype(jnp.complex64),
    "to float": lambda x: lax.convert_element_type(x, jnp.float32),
    "sort": lambda x: jnp.sort(x, 0), "iota": lambda x: x + lax.iota(x.dtype, x.shape[1]),
    "gather": lambda x: x[jnp.array([3, 0, 3])], "transpose": lambda x: x.T[::-1],
    "roll": lambda x: jnp.pad(jnp.roll(x, 2, 1), ((1, 2), (0, 1))),
    "slices": lambda x: lax.dynamic_update_slice(x, lax.dynamic_slice(x, (1, 2), (2, 2)), (3, 0)),
    "cond": lambda x: lax.cond(x[0, 0].real > 0, lambda x: x * 2, lambda x: x - 1j, x),
}
PAIRS = {"add": lax.add, "div": lax.div, "eq": lax.eq, "mul": lax.mul, "ne": lax.ne,
         "sub": lax.sub, "where": lambda x, y: jnp.where(x.real > y.real, x, y)}
ALL = {
    "sum": lambda x: x.sum(1), "mean": lambda x: x.mean(), "prod": lambda x: x.prod(1),
    "cumsum": lambda x: jnp.cumsum(x, 0), "cumprod": lambda x: jnp.cumprod(x[:3], 0),
    "norm": jnp.linalg.norm, "dot": lambda x: x @ x.T, "outer": lambda x: jnp.outer(x[0], x[1]),
    "batched": lambda x: jnp.einsum("bij,bkj->bik", x.reshape(2, 3, -1), x.reshape(2, 3, -1)),
    "conv": lambda x: lax.conv(x[None, None], x[None, None, :2, :3], (1, 1), "SAME"),
    "scatter": lambda x: x.at[jnp.array([1, 1, 4])].add(x[:3]),
    "scan": lambda x: lax.scan(lambda c, v: (c * v + 1j, c.real), x[0], x),
    "power": lambda x: x ** 3, "pow": lambda x: lax.pow(x, x[::-1]),
    "grad": jax.grad(lambda x: (jnp.abs(jnp.sin(x) * x) ** 2).sum()),
    "holomorphic": lambda x: jax.vmap(jax.grad(lambda z: jnp.exp(z) / z, holomorphic=True))(x[0]),
    "fft": jnp.fft.fft, "ifft": jnp.fft.ifft, "rfft": lambda x: jnp.fft.rfft(x.real),
    "irfft": jnp.fft.irfft, "irfft of odd": lambda x: jnp.fft.irfft(x, 2 * x.shape[1] - 1),
    "fft2": jnp.fft.fft2, "rfft2": lambda x: jnp.fft.rfft2(x.real), "irfft2": jnp.fft.irfft2,
    "fft of columns": lambda x: jnp.fft.fft(x, axis=0),
    "grad of fft": lambda x: jax.grad(lambda z: jnp.abs(jnp.fft.rfft(z)).sum())(x.real),
}
CASES = ([(name, f, 1, 8) for name, f in EACH.items()] + [(name, f, 2, 8) for name, f in PAIRS.items()]
         + [(name, f, 1, None) for name, f in ALL.items()])


def error(got, expected, each):
    if expected.dtype.kind not in "fc":
        return 0 if np.array_equal(got, expected) else np.inf
    sizes = np.abs(expected) if each else np.abs(expected).max(initial=0)
    limits = np.finfo(expected.dtype)
    return float((np.abs(got - expected) / (np.maximum(sizes, limits.tiny) * limits.eps)).max(initial=0))


def run(shardc, folder, function, given):
    Path(folder, "p.mlir").write_text(jax.jit(function, keep_unused=True).lower(*given).as_text())
    np.savez(Path(folder, "in.npz"), **{f"arg{k}": array for k, array in enumerate(given)})
    done = subprocess.run([shardc, "run", "p.mlir", "--input", "in.npz", "-o", "out.npz"],
                          cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        return done.stderr
    out = np.load(Path(folder, "out.npz"))
    return [out[name] for name in out.files]


def computed(function, given, like=None):
    results = [np.asarray(result) for result in jax.tree.leaves(jax.jit(function)(*given))]
    return [new.astype(old.dtype) for new, old in zip(results, like)] if like else results


def main(shardc, seed="1"):
    random = np.random.default_rng(int(seed))
    wrong, worst = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for dtype in (np.complex64, np.complex128):
            for name, function, count, bound in CASES:
                shape = (6, 2 * int(random.integers(2, 12)))
                given = [(random.normal(size=shape) + 1j * random.normal(size=shape)).astype(dtype)
                         for _ in range(count)]
                if bound:
                    given = [x * np.exp2(random.integers(-5, 6, shape)).astype(x.real.dtype) for x in given]
                got = run(shardc, folder, function, given)
                if isinstance(got, str):
                    wrong.append(f"{name}: {got}")
                    continue
                expected = computed(function, given)
                if dtype == np.complex64 and not name.startswith("to "):
                    expected = computed(function, [x.astype(np.complex128) for x in given], expected)
                units = max(error(*pair, bound) for pair in zip(got, expected))
                worst[f"{name} {dtype.__name__}"] = units
                if units > (bound if bound and dtype == np.complex64 else 64):
                    wrong.append(f"{name} of {dtype.__name__}{shape}: {units:.1f} units")
    most = sorted(worst.items(), key=lambda item: -item[1])[:4]
    print(*wrong, f"{len(worst)} functions, {len(wrong)} wrong; most: "
          + ", ".join(f"{name} {units:.1f}" for name, units in most), sep="\n")
    return bool(wrong)


sys.exit(main(*sys.argv[1:]))
