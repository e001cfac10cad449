#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plan --machine` estimates of whole steps by two processes, beside what they take.

  steps.py SHARDC [--only WORD] [--builds FOLDER] [--write docs/benchmarks.md]

Programs of JAX, cut in the ways in which people cut them; the machine and the runs that count are as in
links.py. A row is the run whose ratio is the median of three. Needs JAX, MPI and CMake.
"""
import json

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

from pairs import arguments, built_of, folder_for, of_bundle
from tables import write
from two_processes import PingPongs, estimated, machine

ROUNDS, TRIES = 3, 15
ROWS, TOKENS = 8192, (4096,)


def normed(x, g):
    centred = x - x.mean(1, keepdims=True)
    return centred * lax.rsqrt((centred ** 2).mean(1, keepdims=True) + 1e-5) * g


def trained(x, y, w):
    return w - 0.1 * jax.grad(lambda w: jnp.mean((jnp.tanh(x @ w) - y) ** 2))(w)


def adam(w, m, v, x, y):
    gradient = jax.grad(lambda w: jnp.mean((x @ w - y) ** 2))(w)
    m, v = 0.9 * m + 0.1 * gradient, 0.999 * v + 0.001 * gradient ** 2
    return w - 1e-3 * m / (jnp.sqrt(v) + 1e-8), m, v


def block(x, g, up, down):
    return x + jax.nn.gelu(normed(x, g) @ up) @ down


def recurrent(xs, w, u):
    return lax.scan(lambda h, x: (jnp.tanh(x @ w + h @ u), None), jnp.zeros((64, 512)), xs)[0]


def convolved(x, w):
    return jax.nn.relu(lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC")))


def embedded(table, ids, gradient):
    return table.at[ids].add(-0.1 * gradient)


# The function, what it takes (i32 where it says so), and how that and what it gives are cut over x.
STEPS = {
    "perceptron, by features": (lambda x, w, v: jax.nn.relu(x @ w) @ v, [(256, 1024), (1024, 2048), (2048, 1024)],
                                [[None, None], [None, "x"], ["x", None]], [[None, None]]),
    "training step, by batch": (trained, [(512, 512), (512, 256), (512, 256)],
                                [["x", None], ["x", None], [None, None]], [[None, None]]),
    "Adam, by batch": (adam, [(512, 512)] * 3 + [(256, 512), (256, 512)],
                       [[None, None]] * 3 + [["x", None]] * 2, [[None, None]] * 3),
    "attention, by rows": (lambda q, k, v: jax.nn.softmax(q @ k.T / 8) @ v, [(512, 64)] * 3,
                           [["x", None]] * 3, [["x", None]]),
    "norm, turned": (lambda x, g: normed(x, g).T, [(1024, 768), (768,)], [["x", None], [None]], [["x", None]]),
    "norm of cut rows": (normed, [(1024, 768), (768,)], [[None, "x"], ["x"]], [[None, "x"]]),
    "softmax of cut rows": (jax.nn.softmax, [(2048, 1000)], [[None, "x"]], [[None, "x"]]),
    "block of a transformer, by features": (block, [(256, 512), (512,), (512, 2048), (2048, 512)],
                                            [[None, None], [None], [None, "x"], ["x", None]], [[None, None]]),
    "convolution, by rows of pixels": (convolved, [(8, 56, 56, 64), (3, 3, 64, 64)],
                                       [[None, "x", None, None], [None] * 4], [[None, "x", None, None]]),
    "recurrent layer, by features": (recurrent, [(16, 64, 256), (256, 512), (512, 512)],
                                     [[None] * 3, [None, "x"], [None, "x"]], [[None, None]]),
    "update of an embedding, by rows of the table": (embedded, [(ROWS, 256), TOKENS, (4096, 256)],
                                                     [["x", None], [None], [None, None]], [["x", None]]),
    "running sums of cut rows": (lambda x: jnp.cumsum(x, 1), [(512, 4096)], [[None, "x"]], [[None, "x"]]),
}


def written(folder, number, step):
    """The program, its config and its inputs; whole numbers are rows of the embedding."""
    function, shapes, ins, outs = step
    random = np.random.RandomState(1)
    take = [random.randint(0, ROWS, shape).astype(np.int32) if shape == TOKENS else
            random.standard_normal(shape).astype(np.float32) for shape in shapes]
    program, config, inputs = (folder / f"step{number}{end}" for end in (".mlir", ".sharding.json", ".npz"))
    program.write_text(jax.jit(function).lower(*take).as_text())
    config.write_text(json.dumps({
        "shardc": 1, "kind": "sharding", "mesh": "x=2", "place": {"hosts": [0, 1]},
        "inputs": {f"arg{k}": dims for k, dims in enumerate(ins)},
        "outputs": {f"out{k}": dims for k, dims in enumerate(outs)}}))
    np.savez(inputs, **{f"arg{k}": value for k, value in enumerate(take)})
    return program, config, inputs


def runs(shardc, pings, folder, program, config, inputs):
    """Of those that count: the ratio, the estimate, its part of work, and what was taken."""
    rows = []
    executable = built_of(shardc, folder, program.stem, program, config)
    for _ in range(TRIES):
        took, means = pings.around(lambda: of_bundle(executable, 200, inputs, "--threads", "1"))
        if means:
            seconds = estimated(shardc, program, config, machine(shardc, folder, means))
            guess, work = seconds["call"] * 1e6, seconds["work"] * 1e6
            rows.append((guess / took, guess, work, took))
        if len(rows) == ROUNDS:
            return sorted(rows)
    raise SystemExit(f"the machine changed around {program.stem} all but {len(rows)} of {TRIES} times")


def table(shardc, folder, only):
    pings = PingPongs(folder)
    lines = ["| step | estimated, µs | of it work | measured, µs | ratio | all ratios |", "| --- | --- | --- | --- | --- | --- |"]
    for number, (name, step) in enumerate(STEPS.items()):
        if only not in name:
            continue
        rows = runs(shardc, pings, folder, *written(folder, number, step))
        ratio, guess, work, took = rows[ROUNDS // 2]
        lines.append(f"| {name} | {guess:,.0f} | {work:,.0f} | {took:,.0f} | {ratio:.2f} | "
                     f"{rows[0][0]:.2f} to {rows[-1][0]:.2f} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)


def main():
    parser = arguments(__doc__)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    with folder_for(options.builds) as folder:
        text = table(options.shardc, folder, options.only)
    if options.write:
        write(options.write, "steps", text)


main()
