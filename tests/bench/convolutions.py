#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Convolutions of resnet50 for 8 images, as built bundles and as JAX has them, in turns.

  convolutions.py SHARDC [--write docs/benchmarks.md]

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
WITH_GRADIENTS = ["3×3, 56×56, 64", "3×3, 14×14, 256"]


def all_cases():
    for name, (image, kernel, function) in FORWARD.items():
        yield name, function, [image, kernel]
        if name in WITH_GRADIENTS:
            result = jax.eval_shape(function, jnp.zeros(image), jnp.zeros(kernel)).shape
            for number, of in enumerate(["images", "kernel"]):
                gradient = lambda x, w, y, f=function, k=number: jax.vjp(f, x, w)[1](y)[k]  # noqa: E731
                yield f"{name}: gradient of the {of}", gradient, [image, kernel, result]


def built(shardc, text, folder):
    """The program of a bundle."""
    (folder / "program.mlir").write_text(text)
    bundle = folder / "bundle"
    for command in ([shardc, "compile", folder / "program.mlir", "--target", "cpu", "--name", "convolution", "-o", bundle],
                    ["cmake", "-S", bundle, "-B", bundle / "build", "-G", "Ninja"], ["cmake", "--build", bundle / "build"]):
        subprocess.run(command, check=True, capture_output=True)
    return bundle / "build" / "convolution"


def milliseconds_of_bundle(program):
    done = subprocess.run([program, "--input", "*=random:1", "--time", "--repeat", "3"], check=True, capture_output=True,
                          text=True)
    return float(re.search(r"the fastest in ([0-9.]+) ms", done.stdout + done.stderr).group(1))


def milliseconds_of_jax(function, arrays):
    start = time.perf_counter()
    function(*arrays).block_until_ready()
    return (time.perf_counter() - start) * 1e3


def row(shardc, name, function, shapes):
    arrays = [jnp.asarray(np.random.default_rng(0).normal(size=shape), jnp.float32) for shape in shapes]
    compiled = jax.jit(function)
    compiled(*arrays).block_until_ready()
    with tempfile.TemporaryDirectory() as folder:
        program = built(shardc, compiled.lower(*arrays).as_text(), pathlib.Path(folder))
        rounds = [(milliseconds_of_bundle(program), milliseconds_of_jax(compiled, arrays)) for _ in range(ROUNDS)]
    ours, theirs = (min(each) for each in zip(*rounds))
    return f"| {name} | {ours:.2f} | {theirs:.2f} | {theirs / ours:.2f} |"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shardc")
    parser.add_argument("--write")
    arguments = parser.parse_args()
    lines = ["| convolution | shardc, ms | JAX, ms | JAX's time to ours |", "| --- | --- | --- | --- |"]
    for case in all_cases():
        lines.append(row(arguments.shardc, *case))
        print(lines[-1], flush=True)
    if arguments.write:
        write(arguments.write, "convolutions", "\n".join(lines))


main()
