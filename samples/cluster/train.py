# SPDX-License-Identifier: Apache-2.0
"""A step of training: a small transformer that learns to continue sequences of numbers.

    python train.py >program.mlir

The program says nothing of devices: sharding.json and four.sharding.json do.
"""

import jax
import jax.numpy as jnp

# Lines of this file in program.mlir, and no folders.
jax.config.update("jax_include_full_tracebacks_in_locations", False)
jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
# As bundles multiply.
jax.config.update("jax_default_matmul_precision", "highest")

VOCABULARY, WIDTH, HEADS, BLOCKS, BATCH, LENGTH = 64, 32, 4, 2, 8, 16

PARAMETERS = {  # what each is drawn from has a width of 1: its scale is part of the model
    "embedding": (VOCABULARY, WIDTH),
    "qkv": (BLOCKS, WIDTH, 3, HEADS, WIDTH // HEADS),
    "out": (BLOCKS, HEADS, WIDTH // HEADS, WIDTH),
    "up": (BLOCKS, WIDTH, 4 * WIDTH),
    "down": (BLOCKS, 4 * WIDTH, WIDTH),
}


def norm(x):
    x = x - x.mean(-1, keepdims=True)
    return x * jax.lax.rsqrt((x * x).mean(-1, keepdims=True) + 1e-5)


def attention(x, qkv, out):
    q, k, v = jnp.moveaxis(jnp.einsum("bld,dchk->blchk", norm(x), qkv), 2, 0)
    scores = jnp.einsum("bqhk,bshk->bhqs", q, k) / (WIDTH // HEADS) ** 0.5
    mask = jnp.tril(jnp.ones((LENGTH, LENGTH), bool))
    weights = jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1)
    return jnp.einsum("bhqs,bshk,hkd->bqd", weights, v, out)


def loss_of(params, tokens):
    scale = {name: shape[-2] ** -0.5 for name, shape in PARAMETERS.items()}
    scale |= {"embedding": 1.0, "qkv": WIDTH**-0.5, "out": WIDTH**-0.5}
    p = {name: value * scale[name] for name, value in params.items()}
    x = p["embedding"][tokens[:, :-1]]
    for block in range(BLOCKS):
        x = x + attention(x, p["qkv"][block], p["out"][block])
        x = x + jax.nn.relu(norm(x) @ p["up"][block]) @ p["down"][block]
    logits = norm(x) @ p["embedding"].T * WIDTH**-0.5
    chosen = jax.nn.log_softmax(logits)
    return -jnp.take_along_axis(chosen, tokens[:, 1:, None], axis=-1).mean()


def train(count, mean, square, params, tokens):
    """One step of Adam. `mean` and `square` are those of the gradients."""
    loss, gradients = jax.value_and_grad(loss_of)(params, tokens)
    count = count + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, mean, gradients)
    square = jax.tree.map(lambda s, g: 0.99 * s + 0.01 * g * g, square, gradients)

    def stepped(p, m, s):
        return p - 0.03 * (m / (1 - 0.9**count)) / (jnp.sqrt(s / (1 - 0.99**count)) + 1e-8)

    params = jax.tree.map(stepped, params, mean, square)
    return {"count": count, "loss": loss, "mean": mean, "params": params, "square": square}


if __name__ == "__main__":
    tree = {name: jax.ShapeDtypeStruct(shape, jnp.float32) for name, shape in PARAMETERS.items()}
    count = jax.ShapeDtypeStruct((), jnp.float32)
    tokens = jax.ShapeDtypeStruct((BATCH, LENGTH + 1), jnp.int32)
    print(jax.jit(train).lower(count, tree, tree, tree, tokens).as_text(debug_info=True), end="")
