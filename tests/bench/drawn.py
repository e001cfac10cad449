#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of what people compute with JAX, of sizes drawn at random, for against_jax: nobody tuned for them.

  drawn.py FOLDER SEED [NAME ...]   writes FOLDER/NAME_SEED/program.mlir and FOLDER/NAME_SEED/inputs.npz

Two sizes of five are odd ones; the others are whole multiples of 16.
"""
import pathlib
import random
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

DICE = random.Random(int(sys.argv[2]))
VALUES = np.random.RandomState(int(sys.argv[2]))
KINDS = {}


def size(least, most):
    drawn = int(least * (most / least) ** DICE.random())
    return drawn if DICE.random() < 0.4 else max(drawn // 16 * 16, min(least, 16))


def floats(*shape):
    return np.asarray(VALUES.standard_normal(shape) * 0.5, np.float32)


def numbers(below, *shape):
    return VALUES.randint(0, below, shape).astype(np.int32)


def kind(draw):
    """`draw()` returns a function and its arguments."""
    KINDS[draw.__name__] = draw
    return draw


# Products.

@kind
def matrix_vector():
    rows, terms = size(300, 4000), size(300, 4000)
    return lambda a, x: a @ x, floats(rows, terms), floats(terms)


@kind
def vector_matrix():
    terms, columns = size(300, 4000), size(300, 4000)
    return lambda a, x: x @ a, floats(terms, columns), floats(terms)


@kind
def few_rows():
    terms, columns = size(300, 3000), size(300, 3000)
    return lambda a, x: x @ a, floats(terms, columns), floats(DICE.randint(1, 20), terms)


@kind
def few_rows_turned():
    terms, columns = size(300, 3000), size(300, 3000)
    return lambda a, x: x @ a.T, floats(columns, terms), floats(DICE.randint(1, 20), terms)


@kind
def few_columns():
    rows, terms = size(300, 6000), size(100, 1000)
    return lambda a, x: jax.nn.relu(a @ x), floats(rows, terms), floats(terms, DICE.randint(1, 12))


@kind
def batched():
    batch, rows, terms, columns = size(2, 64), size(8, 200), size(8, 200), size(8, 200)
    return lambda a, x: a @ x, floats(batch, rows, terms), floats(batch, terms, columns)


@kind
def batched_turned():
    batch, rows, terms, columns = size(2, 64), size(8, 200), size(8, 200), size(8, 200)
    return (lambda a, x: jnp.einsum("mbk,nkb->bnm", a, x), floats(rows, batch, terms),
            floats(columns, terms, batch))


@kind
def weighted_gram():
    rows, features = size(100, 8000), size(8, 200)
    return lambda x, w: x.T @ (x * w[:, None]), floats(rows, features), floats(rows)


@kind
def power_iteration():
    n, trips = size(100, 1200), DICE.randint(3, 20)

    def step(_, state):
        a, x = state
        y = a @ x
        return a, y / jnp.sqrt(y @ y)

    return lambda a, x: lax.fori_loop(0, trips, step, (a, x))[1], floats(n, n), floats(n)


# Layers.

def layers():
    batch, features, hidden, classes = size(8, 256), size(64, 1024), size(64, 1024), size(4, 100)
    weights = floats(features, hidden), floats(hidden), floats(hidden, classes), floats(classes)
    return batch, features, weights


@kind
def classifier():
    batch, features, weights = layers()

    def classify(x, up, up_bias, down, down_bias):
        return jax.nn.log_softmax(jax.nn.gelu(x @ up + up_bias) @ down + down_bias)

    return classify, floats(batch, features), *weights


@kind
def classifier_gradient():
    batch, features, weights = layers()

    def loss(weights, x, labels):
        up, up_bias, down, down_bias = weights
        likely = jax.nn.log_softmax(jnp.tanh(x @ up + up_bias) @ down + down_bias)
        return -jnp.mean(jnp.take_along_axis(likely, labels[:, None], 1))

    return (lambda x, labels, *weights: jax.value_and_grad(loss)(weights, x, labels), floats(batch, features),
            numbers(4, batch), *weights)


@kind
def decoding():
    batch, heads = DICE.choice([1, 2, 4]), DICE.choice([4, 8, 12, 16])
    length, features = size(64, 2048), DICE.choice([32, 64, 80, 128])

    def attend(q, k, v, last):
        scores = jnp.einsum("bhd,bthd->bht", q, k) / np.float32(np.sqrt(features))
        scores = jnp.where(jnp.arange(length) <= last, scores, -1e30)
        return jnp.einsum("bht,bthd->bhd", jax.nn.softmax(scores), v)

    past = [floats(batch, length, heads, features) for _ in range(2)]
    return attend, floats(batch, heads, features), *past, np.int32(length // 2)


@kind
def linear_attention():
    batch, heads, length, features = size(1, 4), size(2, 8), size(50, 1000), DICE.choice([16, 32, 64])

    def attend(q, k, v):
        q, k = jax.nn.elu(q) + 1, jax.nn.elu(k) + 1
        memory = jnp.einsum("bhtd,bhte->bhde", k, v)
        return jnp.einsum("bhtd,bhde->bhte", q, memory) / jnp.einsum("bhtd,bhd->bht", q, k.sum(2))[..., None]

    return attend, *(floats(batch, heads, length, features) for _ in range(3))


@kind
def lstm():
    trips, batch, features = size(8, 64), size(1, 32), size(32, 256)

    def run(x, weights, recurrent, bias):
        def step(state, row):
            hidden, cell = state
            i, g, o, f = jnp.split(row @ weights + hidden @ recurrent + bias, 4, -1)
            cell = jax.nn.sigmoid(f) * cell + jax.nn.sigmoid(i) * jnp.tanh(g)
            hidden = jax.nn.sigmoid(o) * jnp.tanh(cell)
            return (hidden, cell), hidden

        start = jnp.zeros((batch, features))
        return lax.scan(step, (start, start), x)[1]

    return (run, floats(trips, batch, features), floats(features, 4 * features),
            floats(features, 4 * features), floats(4 * features))


@kind
def adam():
    shape = size(100, 2000), size(100, 2000)

    def step(p, g, m, v, t):
        m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
        return p - 1e-3 * (m / (1 - 0.9 ** t)) / (jnp.sqrt(v / (1 - 0.999 ** t)) + 1e-8), m, v

    return step, floats(*shape), floats(*shape), floats(*shape), abs(floats(*shape)), np.float32(3)


# Norms and reductions.

@kind
def rms_norm():
    rows, columns = size(8, 2000), size(100, 4000)
    return (lambda x, g: x * lax.rsqrt(jnp.mean(x * x, -1, keepdims=True) + 1e-6) * g, floats(rows, columns),
            floats(columns))


@kind
def layer_norm_gradient():
    rows, columns = size(8, 1000), size(100, 2000)

    def loss(x, scale, shift):
        centred = x - x.mean(-1, keepdims=True)
        return jnp.sin(centred * lax.rsqrt(x.var(-1, keepdims=True) + 1e-5) * scale + shift).sum()

    return jax.grad(loss, (0, 1, 2)), floats(rows, columns), floats(columns), floats(columns)


def batch_norm_over(x, axes, scale, shift):
    mean, variance = x.mean(axes, keepdims=True), x.var(axes, keepdims=True)
    return jax.nn.relu((x - mean) * lax.rsqrt(variance + 1e-5) * scale + shift)


@kind
def batch_norm():
    images, side, channels = size(2, 32), size(7, 56), size(16, 256)
    return (lambda x, g, c: batch_norm_over(x, (0, 1, 2), g, c), floats(images, side, side, channels),
            floats(channels), floats(channels))


@kind
def batch_norm_channels_first():
    images, side, channels = size(2, 32), size(7, 56), size(16, 256)
    return (lambda x, g, c: batch_norm_over(x, (0, 2, 3), g[:, None, None], c[:, None, None]),
            floats(images, channels, side, side), floats(channels), floats(channels))


@kind
def softmax():
    axis = DICE.randint(0, 2)
    return lambda x: jax.nn.softmax(x, axis), floats(size(4, 60), size(20, 200), size(20, 200))


@kind
def log_sum_exp():
    axis = DICE.randint(0, 1)
    return lambda x: jax.nn.logsumexp(x, axis), floats(size(20, 2000), size(20, 4000))


@kind
def sums_of_all():
    return lambda x: (jnp.sum(x), jnp.max(x), jnp.sum(x * x)), floats(DICE.randrange(1000, 3_000_000))


@kind
def masked_sums():
    shape = size(50, 2000), size(50, 2000)

    def sums(x, mask):
        kept = jnp.where(mask, x, 0)
        return kept.sum(0) / jnp.maximum(mask.sum(0), 1), kept.sum(1)

    return sums, floats(*shape), numbers(2, *shape).astype(bool)


@kind
def places_of_largest():
    return lambda x: jnp.argmax(x, -1), floats(size(4, 500), size(100, 50000))


@kind
def running_sums():
    axis = DICE.randint(0, 1)
    return lambda x: jnp.cumsum(x, axis), floats(size(4, 500), size(100, 10000))


@kind
def nearest():
    features = size(2, 64)
    return (lambda a, b: jnp.argmin(((a[:, None] - b[None]) ** 2).sum(-1), 1), floats(size(50, 1000), features),
            floats(size(50, 1000), features))


@kind
def kernel_sums():
    return (lambda x, y: jnp.exp(-(x[:, None] - y[None]) ** 2).sum(1), floats(size(100, 2000)),
            floats(size(100, 2000)))


# What moves, and windows.

@kind
def transposed():
    order = DICE.sample(range(3), 3)
    return lambda x: jnp.transpose(x, order) * 2 + 1, floats(size(4, 200), size(4, 200), size(4, 200))


@kind
def strided():
    by = DICE.choice([2, 3])
    return lambda x: x[::by, ::2] * 2 - 1, floats(size(100, 2000), size(100, 2000))


@kind
def embedding():
    words = size(100, 30000)
    return lambda w, i: w[i] * 2, floats(words, size(16, 512)), numbers(words, size(10, 4000))


@kind
def edges():
    def sobel(x):
        down, right = x[:, 2:, 1:-1] - x[:, :-2, 1:-1], x[:, 1:-1, 2:] - x[:, 1:-1, :-2]
        return jnp.sqrt(down ** 2 + right ** 2)

    side = size(50, 500)
    return sobel, floats(size(1, 8), side, side)


@kind
def largest_of_windows():
    side = size(14, 112)
    return (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
            floats(size(1, 16), side, side, size(8, 128)))


@kind
def convolution():
    side, features, window = size(7, 64), size(3, 64), DICE.choice([1, 3, 5])
    return (lambda x, w: jax.nn.relu(lax.conv_general_dilated(
        x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))),
        floats(size(1, 16), side, side, features), floats(window, window, features, size(8, 128)))


@kind
def convolution_of_lines():
    features = size(4, 64)
    return (lambda x, w: lax.conv_general_dilated(x, w, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC")),
            floats(size(1, 16), size(100, 2000), features), floats(DICE.choice([3, 5, 7]), features, size(8, 128)))


@kind
def filtered():
    return lambda x, w: jnp.convolve(x, w, "same"), floats(size(1000, 100000)), floats(size(5, 60))


def main():
    folder, names = pathlib.Path(sys.argv[1]), sys.argv[3:] or list(KINDS)
    for name in names:
        function, *arguments = KINDS[name]()
        place = folder / f"{name}_{sys.argv[2]}"
        place.mkdir(parents=True, exist_ok=True)
        lowered = jax.jit(function, keep_unused=True).lower(*arguments)
        (place / "program.mlir").write_text(lowered.as_text())
        np.savez(place / "inputs.npz", **{f"arg{k}": each for k, each in enumerate(arguments)})


if __name__ == "__main__":
    main()
