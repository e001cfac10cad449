#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ops that take long by themselves, as built bundles and as JAX has them, in turns: convolutions of
resnet50 for 8 images, products of narrow floats, pooling, gradients of embeddings, running sums, random
numbers and factorisations.

  ops.py SHARDC [--only WORD] [--libraries NAME,...] [--write docs/benchmarks.md]

Milliseconds, the least of five rounds. Needs JAX, CMake, Ninja and a C++ compiler.
"""
import argparse
import pathlib
import re
import subprocess
import tempfile
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from tables import write

ROUNDS = 5


def convolution(stride=1, groups=1):
    return lambda x, w: lax.conv_general_dilated(
        x, w, (stride, stride), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups)


# Shapes of the images and of the kernel, and the function of them.
FORWARD = {
    "7×7, stride 2, 3 to 64": ((8, 224, 224, 3), (7, 7, 3, 64), convolution(2)),
    "3×3, 56×56, 64": ((8, 56, 56, 64), (3, 3, 64, 64), convolution()),
    "3×3, 28×28, 128": ((8, 28, 28, 128), (3, 3, 128, 128), convolution()),
    "3×3, 14×14, 256": ((8, 14, 14, 256), (3, 3, 256, 256), convolution()),
    "3×3, 7×7, 512": ((8, 7, 7, 512), (3, 3, 512, 512), convolution()),
    "3×3, stride 2, 56×56, 128": ((8, 56, 56, 128), (3, 3, 128, 128), convolution(2)),
    "1×1, 56×56, 64 to 256": ((8, 56, 56, 64), (1, 1, 64, 256), convolution()),
    "1×1, 14×14, 1,024 to 256": ((8, 14, 14, 1024), (1, 1, 1024, 256), convolution()),
    "1×1, 7×7, 512 to 2,048": ((8, 7, 7, 512), (1, 1, 512, 2048), convolution()),
    "3×3, 28×28, depthwise, 128": ((8, 28, 28, 128), (3, 3, 1, 128), convolution(1, 128)),
}


def pooled(how, start):
    return lambda x: lax.reduce_window(x, start, how, (1, 3, 3, 1), (1, 2, 2, 1), "SAME")


def product(x, w):
    return lax.dot_general(x, w, (((1,), (0,)), ((), ())))


def gradient_of(function):
    return jax.grad(lambda *arrays: jnp.sum(function(*arrays) ** 2))


def embedded(table, tokens):
    return table[tokens]


def random_bits(key):
    return jax.random.bits(key, (10_000_000,))


IMAGES, LONG, TOKENS = (8, 112, 112, 64), (10_000_000,), (8, 512)
# Functions, and the shapes and types of what they are of.
OTHERS = {
    "f32 product, 1,024 by 1,024 by 1,024": (product, [((1024, 1024), "float32"), ((1024, 1024), "float32")]),
    "f32 product, 4,096 by 512 by 1,024": (product, [((4096, 1024), "float32"), ((1024, 512), "float32")]),
    "bf16 product, 1,024 by 1,024 by 1,024": (product, [((1024, 1024), "bfloat16"), ((1024, 1024), "bfloat16")]),
    "bf16 product, 4,096 by 512 by 1,024": (product, [((4096, 1024), "bfloat16"), ((1024, 512), "bfloat16")]),
    "f16 product, 1,024 by 1,024 by 1,024": (product, [((1024, 1024), "float16"), ((1024, 1024), "float16")]),
    "largest of windows, 3×3, stride 2": (pooled(lax.max, -np.inf), [(IMAGES, "float32")]),
    "sums of windows, 3×3, stride 2": (pooled(lax.add, 0.0), [(IMAGES, "float32")]),
    "largest of windows: gradient": (gradient_of(pooled(lax.max, -np.inf)), [(IMAGES, "float32")]),
    "embedding, 32,000 by 512, of 4,096 tokens": (embedded, [((32000, 512), "float32"), (TOKENS, "int32")]),
    "embedding: gradient": (gradient_of(embedded), [((32000, 512), "float32"), (TOKENS, "int32")]),
    "running sums of 10^7": (jnp.cumsum, [(LONG, "float32")]),
    "running sums of 10,000 rows of 1,000": (lambda x: jnp.cumsum(x, 1), [((10_000, 1_000), "float32")]),
    "threefry, 10^7 numbers": (random_bits, [((2,), "uint32")]),
}


def solved(a, b):
    return lax.linalg.triangular_solve(a, b, left_side=True, lower=True)


def with_factorisations():
    for name, shape in {"16 of 256 by 256": (16, 256, 256), "1,024 by 1,024": (1024, 1024)}.items():
        positive, square = (shape, "positive"), (shape, "float32")
        yield f"Cholesky, {name}", lambda x: lax.linalg.cholesky(x, symmetrize_input=False), [positive]
        yield f"LU, {name}", lambda x: lax.linalg.lu(x)[:2], [square]
        yield f"QR, {name}", lambda x: lax.linalg.qr(x, full_matrices=False), [square]
        yield f"triangular solve, {name}", solved, [positive, square]


def all_cases():
    for name, (image, kernel, function) in FORWARD.items():
        shapes = [(image, "float32"), (kernel, "float32")]
        yield name, function, shapes
        result = jax.eval_shape(function, jnp.zeros(image), jnp.zeros(kernel)).shape
        for number, of in enumerate(["images", "kernel"]):
            gradient = lambda x, w, y, f=function, k=number: jax.vjp(f, x, w)[1](y)[k]  # noqa: E731
            yield f"{name}: gradient of the {of}", gradient, [*shapes, (result, "float32")]
    for name, case in OTHERS.items():
        yield name, *case
    yield from with_factorisations()


def array(shape, dtype):
    dice = np.random.default_rng(0)
    if dtype == "int32":
        return jnp.asarray(dice.integers(0, 32000, shape), dtype)
    if dtype == "positive":
        made = dice.normal(size=shape)
        return jnp.asarray(made @ np.swapaxes(made, -1, -2) + shape[-1] * np.eye(shape[-1]), "float32")
    return jnp.asarray(dice.integers(0, 2**32, shape) if dtype == "uint32" else dice.normal(size=shape), dtype)


def built(shardc, text, folder, libraries):
    """The program of a bundle."""
    (folder / "program.mlir").write_text(text)
    bundle = folder / "bundle"
    options = ["--numerics", "fast", "--libraries", libraries] if libraries else []
    for command in ([shardc, "compile", folder / "program.mlir", "--target", "cpu", "--name", "op", "-o", bundle, *options],
                    ["cmake", "-S", bundle, "-B", bundle / "build", "-G", "Ninja"], ["cmake", "--build", bundle / "build"]):
        subprocess.run(command, check=True, capture_output=True)
    return bundle / "build" / "op"


def milliseconds_of_bundle(program, inputs):
    done = subprocess.run([program, "--input", inputs, "--time", "--repeat", "3"], check=True, capture_output=True,
                          text=True)
    return float(re.search(r"the fastest in ([0-9.]+) ms", done.stdout + done.stderr).group(1))


def bits_of(array):
    """Files have no bf16: its bits."""
    array = np.asarray(array)
    return array.view(np.uint16) if array.dtype == jnp.bfloat16 else array


def milliseconds_of_jax(function, arrays):
    start = time.perf_counter()
    jax.block_until_ready(function(*arrays))
    return (time.perf_counter() - start) * 1e3


def row(shardc, libraries, name, function, shapes):
    arrays = [array(*each) for each in shapes]
    compiled = jax.jit(function, keep_unused=True)
    jax.block_until_ready(compiled(*arrays))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        program = built(shardc, compiled.lower(*arrays).as_text(), folder, libraries)
        np.savez(folder / "inputs.npz", **{f"arg{k}": bits_of(each) for k, each in enumerate(arrays)})
        rounds = [(milliseconds_of_bundle(program, folder / "inputs.npz"), milliseconds_of_jax(compiled, arrays)) for _ in range(ROUNDS)]
    ours, theirs = (min(each) for each in zip(*rounds))
    return f"| {name} | {ours:.2f} | {theirs:.2f} | {theirs / ours:.2f} |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shardc")
    parser.add_argument("--only", default="", help="ops whose names have this in them")
    parser.add_argument("--libraries", default="", help="that bundles may be built with, with --numerics fast")
    parser.add_argument("--write")
    arguments = parser.parse_args()
    lines = ["| op | shardc, ms | JAX, ms | JAX's time to ours |", "| --- | --- | --- | --- |"]
    for case in all_cases():
        if arguments.only not in case[0]:
            continue
        lines.append(row(arguments.shardc, arguments.libraries, *case))
        print(lines[-1], flush=True)
    if arguments.write:
        write(arguments.write, "ops", "\n".join(lines))


main()
