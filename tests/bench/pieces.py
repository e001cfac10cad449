#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pieces of what people compute with JAX, for against_jax: gradients of layers, losses, recurrences, scans, sorts
and transforms, as `jax.jit` lowers them.

  pieces.py FOLDER [NAME ...]   writes FOLDER/NAME/program.mlir and FOLDER/NAME/inputs.npz
"""
import pathlib
import sys

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

RANDOM = np.random.RandomState(7)
PIECES = {}


def floats(*shape, dtype=np.float32):
    return jnp.asarray(RANDOM.randn(*shape) * 0.5, dtype)


def numbers(below, *shape):
    return jnp.asarray(RANDOM.randint(0, below, shape), np.int32)


def piece(*arguments):
    def add(function):
        PIECES[function.__name__] = (function, arguments)
        return function
    return add


# Layers and their gradients.

def attended(q, k, v, mask=None):
    scores = jnp.einsum("bhqd,bhkd->bhqk", q, k) / 8
    if mask is not None:
        scores = jnp.where(mask, scores, -1e9)
    weights = jax.nn.softmax(scores.astype(jnp.float32), -1).astype(q.dtype)
    return jnp.einsum("bhqk,bhkd->bhqd", weights, v).astype(jnp.float32)


@piece(*(floats(4, 8, 128, 64, dtype=jnp.bfloat16) for _ in range(3)))
def causal_attention_gradient_bf16(q, k, v):
    mask = jnp.tril(jnp.ones((128, 128), bool))
    return jax.grad(lambda *qkv: attended(*qkv, mask).sum(), (0, 1, 2))(q, k, v)


@piece(*(floats(2, 8, 200, 64) for _ in range(3)))
def attention_gradient(q, k, v):
    return jax.grad(lambda *qkv: (attended(*qkv) ** 2).sum(), (0, 1, 2))(q, k, v)


@piece(floats(128, 128, dtype=jnp.bfloat16), floats(128, 512, dtype=jnp.bfloat16),
       floats(512, 128, dtype=jnp.bfloat16))
def mlp_gradient_bf16(x, up, down):
    def loss(up, down):
        return ((jax.nn.gelu(x @ up) @ down).astype(jnp.float32) ** 2).sum()
    return jax.grad(loss, (0, 1))(up, down)


@piece(floats(64, 784), floats(784, 512), floats(512, 512), floats(512, 10), numbers(10, 64))
def mlp_step(x, first, second, last, labels):
    def loss(weights):
        hidden = jax.nn.relu(jax.nn.relu(x @ weights[0]) @ weights[1])
        return -jnp.take_along_axis(jax.nn.log_softmax(hidden @ weights[2]), labels[:, None], 1).mean()
    value, gradients = jax.value_and_grad(loss)([first, second, last])
    return value, *[w - 0.1 * g for w, g in zip([first, second, last], gradients)]


@piece(floats(8, 28, 28, 16), floats(3, 3, 16, 32), floats(3, 3, 32, 32))
def two_convolutions_gradient(x, first, second):
    def convolution(x, w):
        return lax.conv_general_dilated(x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))

    def loss(first, second):
        return (jax.nn.relu(convolution(jax.nn.relu(convolution(x, first)), second)) ** 2).mean()
    return jax.grad(loss, (0, 1))(first, second)


@piece(floats(16, 3, 96, 96), floats(64, 3, 8, 8))
def patches(x, w):
    return lax.conv_general_dilated(x, w, (8, 8), "VALID")


@piece(floats(8, 32, 32, 64))
def pooling_gradient(x):
    def pooled(x):
        return lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")
    return jax.grad(lambda x: (pooled(x) ** 2).sum())(x)


@piece(floats(64, 256, 128), floats(128), floats(128))
def layer_norm_gradient(x, scale, offset):
    def normed(x, scale, offset):
        mean = x.mean(-1, keepdims=True)
        variance = ((x - mean) ** 2).mean(-1, keepdims=True)
        return ((x - mean) * lax.rsqrt(variance + 1e-5) * scale + offset) ** 3
    return jax.grad(lambda *a: normed(*a).sum(), (0, 1, 2))(x, scale, offset)


@piece(floats(32, 64, 64, 16), floats(16), floats(16))
def group_norm(x, scale, offset):
    y = x.reshape(32, 64 * 64, 4, 4)
    mean, variance = y.mean((1, 3), keepdims=True), y.var((1, 3), keepdims=True)
    return ((y - mean) / jnp.sqrt(variance + 1e-5)).reshape(x.shape) * scale + offset


@piece(floats(50000, 64), numbers(50000, 32, 64))
def embedding_gradient(table, words):
    return jax.grad(lambda table: (table[words] ** 2).sum())(table)


@piece(floats(256, 1000), numbers(1000, 256))
def cross_entropy_gradient(logits, labels):
    def loss(logits):
        return -jnp.take_along_axis(jax.nn.log_softmax(logits), labels[:, None], 1).mean()
    return jax.value_and_grad(loss)(logits)


@piece(floats(6, 400, 64))
def rotary_embedding(x):
    low, high = x[..., :32], x[..., 32:]
    angle = jnp.arange(400)[:, None] / 10000 ** (jnp.arange(32) / 32)
    return jnp.concatenate([low * jnp.cos(angle) - high * jnp.sin(angle),
                            high * jnp.cos(angle) + low * jnp.sin(angle)], -1)


@piece(floats(64, 100, 32), floats(32, 96), floats(32, 96))
def gru(x, w, u):
    def step(state, now):
        own, before = now @ w, state @ u
        update, reset = jnp.split(jax.nn.sigmoid(own[:, :64] + before[:, :64]), 2, 1)
        new = jnp.tanh(own[:, 64:] + reset * before[:, 64:])
        state = (1 - update) * new + update * state
        return state, state
    return lax.scan(step, jnp.zeros((64, 32)), x.swapaxes(0, 1))[1]


# What is no model.

@piece(floats(20000, 32), numbers(500, 20000))
def segment_sum(x, segments):
    return jax.ops.segment_sum(x, segments, 500)


@piece(floats(2000, 16), floats(300, 16))
def k_means_step(x, centres):
    nearest = ((x[:, None] - centres[None]) ** 2).sum(-1).argmin(1)
    return nearest, jax.ops.segment_sum(x, nearest, 300)


@piece(floats(128, 512), floats(128, 512))
def distances(a, b):
    return jnp.sqrt(((a[:, None] - b[None]) ** 2).sum(-1))


@piece(floats(512, 512))
def fft2(x):
    return jnp.abs(jnp.fft.fft2(x))


@piece(floats(300000))
def sort(x):
    return jnp.sort(x)


@piece(floats(64, 1000))
def argsort(x):
    return jnp.argsort(x, -1)


@piece(floats(1024, 1024))
def cumulative_sum(x):
    return jnp.cumsum(x, 0)


@piece(floats(256, 50, 40))
def associative_scan(x):
    return lax.associative_scan(jnp.logaddexp, x, axis=1)


@piece(floats(400, 400), floats(400))
def power_iteration(a, v):
    def step(v, _):
        w = a @ v
        return w / jnp.linalg.norm(w), None
    return lax.scan(step, v, None, length=200)[0]


@piece(floats(500, 500))
def jacobi(u):
    def step(_, u):
        return u.at[1:-1, 1:-1].set(0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]))
    return lax.fori_loop(0, 100, step, u)


@piece(floats(32, 3, 64, 64))
def resized(x):
    return jax.image.resize(x, (32, 3, 128, 128), "bilinear")


@piece(floats(100000))
def histogram(x):
    return jnp.histogram(x, 64, (-2.0, 2.0))[0]


def stored(array):
    """As a file has it: the bits of what NumPy has no type for."""
    return np.asarray(array).view(np.uint16) if array.dtype == jnp.bfloat16 else np.asarray(array)


def main():
    folder, names = pathlib.Path(sys.argv[1]), sys.argv[2:]
    for name, (function, arguments) in PIECES.items():
        if names and name not in names:
            continue
        place = folder / name
        place.mkdir(parents=True, exist_ok=True)
        (place / "program.mlir").write_text(jax.jit(function, keep_unused=True).lower(*arguments).as_text())
        np.savez(place / "inputs.npz", **{f"arg{k}": stored(each) for k, each in enumerate(arguments)})


if __name__ == "__main__":
    main()
