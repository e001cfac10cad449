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
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

x = jnp.linspace(-1, 1, 24).reshape(4, 6)
image = jnp.linspace(0, 1, 2 * 8 * 8 * 3).reshape(2, 8, 8, 3)
kernel = jnp.linspace(-1, 1, 3 * 3 * 3 * 4).reshape(3, 3, 3, 4)
table = jnp.linspace(0, 1, 20).reshape(5, 4)
ids = jnp.array([3, 1, 3])
key = jax.random.PRNGKey(3)


def convolved(image, kernel):
    return jax.lax.conv_general_dilated(image, kernel, (1, 1), "SAME",
                                        dimension_numbers=("NHWC", "HWIO", "NHWC"))


def shifted(image, kernel):
    wide = jnp.pad(image, ((0, 0), (1, 1), (1, 1), (0, 0)))
    return sum(wide[:, i:i + 8, j:j + 8] @ kernel[i, j] for i in range(3) for j in range(3))


def windows_max(image):
    return jax.lax.reduce_window(image, -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def blocks_max(image):
    return image.reshape(2, 4, 2, 4, 2, 3).max((2, 4))


def picked(table, ids):
    return (table[ids] ** 2).sum()


def multiplied(table, ids):
    return ((jax.nn.one_hot(ids, 5) @ table) ** 2).sum()


def dropout(key, x):
    return jnp.where(jax.random.bernoulli(key, 0.5, x.shape), x, 0)


def in_type(dtype):
    return lambda x: (x.astype(dtype) * 2).astype(jnp.float32)


def same(x):
    return x * 2


def with_state_of(implementation):
    def draw(seed):
        return jax.random.uniform(jax.random.key(seed, impl=implementation), (4, 6))
    return draw


# What is missing: the function that needs it, the same without it, their arguments, and whether
# JAX gives the same by both (random numbers are others, smaller types round).
CASES = [
    ("stablehlo.scatter", jax.grad(picked), jax.grad(multiplied), (table, ids), True),
    ("stablehlo.scatter", lambda x: x.at[1].set(0), lambda x: jax.lax.dynamic_update_slice(
        x, jnp.zeros((1, 6)), (1, 0)), (x,), True),
    ("stablehlo.scatter", lambda x: x.at[1].set(0), lambda x: jnp.where(
        jnp.arange(4)[:, None] == 1, 0, x), (x,), True),
    ("stablehlo.reduce_window", lambda x: jnp.cumsum(x, 1),
     lambda x: jax.lax.associative_scan(jnp.add, x, axis=1), (x,), True),
    ("stablehlo.reduce_window", windows_max, blocks_max, (image,), True),
    ("stablehlo.select_and_scatter", jax.grad(lambda image: windows_max(image).sum()),
     jax.grad(lambda image: blocks_max(image).sum()), (image,), True),
    ("stablehlo.convolution", convolved, shifted, (image, kernel), True),
    ("stablehlo.rng_bit_generator", with_state_of("rbg"), with_state_of("threefry2x32"),
     (jnp.uint32(7),), False),
    ("chlo.erfc", jax.lax.erfc, lambda x: 1 - jax.lax.erf(x), (x,), True),
    ("chlo.erfc", lambda x: jax.nn.gelu(x, approximate=False), jax.nn.gelu, (x,), False),
    ("chlo.erf_inv", lambda key, x: x + jax.random.normal(key, x.shape), lambda noise, x: x + noise,
     (key, x), None),
    ("ui64", dropout, dropout, (key, x), False),
    ("bf16", in_type(jnp.bfloat16), same, (x,), False),
    ("f16", in_type(jnp.float16), same, (x,), False),
    ("i8", lambda x: (x * 8).astype(jnp.int8), lambda x: (x * 8).astype(jnp.int32), (x,), True),
    ("ui8", lambda x: (x * x * 8).astype(jnp.uint8), lambda x: (x * x * 8).astype(jnp.int32), (x,),
     True),
    ("i16", lambda x: (x * 8).astype(jnp.int16), lambda x: (x * 8).astype(jnp.int32), (x,), True),
    ("ui16", lambda x: (x * x * 8).astype(jnp.uint16), lambda x: (x * x * 8).astype(jnp.int32), (x,),
     True),
]


def exported(function, arguments, partitionable, folder):
    """The program's file, and what JAX makes of the arguments."""
    jax.config.update("jax_threefry_partitionable", partitionable)
    # A new function each time: traces are kept by function, whatever the options are.
    jitted = jax.jit(lambda *given: function(*given))
    path = Path(folder, "program.mlir")
    path.write_text(jitted.lower(*arguments).as_text(debug_info=True))
    return path, np.asarray(jitted(*arguments))


def shardc(tool, *words):
    done = subprocess.run([tool, *map(str, words)], text=True, capture_output=True)
    return done.returncode, done.stderr


def wrong_with(tool, folder, case):
    """What is not as it should be; None where all is."""
    missing, before, after, arguments, agree = case
    path, wanted = exported(before, arguments, True, folder)
    code, said = shardc(tool, "check", path)
    if code != 3 or f"'{missing}'" not in said or "note: in JAX, " not in said:
        return f"exit {code}: {said}"
    if agree is None:  # the program takes what it drew before as an input
        arguments = (jax.random.normal(*arguments[:1], x.shape), *arguments[1:])
    path, got = exported(after, arguments, False, folder)
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
    rows = set(re.findall(r'^    \{"([\w.]+)", ', Path(source).read_text(), re.M))
    failures = [f"{row}: no case tries it" for row in rows - {case[0] for case in CASES}]
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if wrong := wrong_with(tool, folder, case):
                failures.append(f"{case[0]}: {wrong}")
    print(*failures, f"{len(CASES)} cases for {len(rows)} rows, {len(failures)} failures", sep="\n")
    return bool(failures) or not rows


sys.exit(main(*sys.argv[1:]))
