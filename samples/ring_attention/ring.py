"""Prints ring.mlir: attention over rows that devices share. Each has its queries; keys and values go
round the ring, and a softmax is kept up to date. With the word `whole` prints whole.mlir: attention as
one device does it."""
import os
import sys

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec as P

devices = 4


def add(q, k, v, state):
    """The softmax and the result so far, and what some keys and values add to them."""
    largest, scale, sums = state
    scores = q @ k.T / jnp.sqrt(jnp.float32(q.shape[-1]))
    now = jnp.maximum(largest, scores.max(-1))
    weights, kept = jnp.exp(scores - now[:, None]), jnp.exp(largest - now)
    return now, scale * kept + weights.sum(-1), sums * kept[:, None] + weights @ v


def attention(q, k, v):
    def turn(carry, _):
        k, v, state = carry
        k, v = jax.lax.ppermute((k, v), "ring", [(i, (i + 1) % devices) for i in range(devices)])
        return (k, v, add(q, k, v, state)), None

    rows = q.shape[:1]
    own = add(q, k, v, (jnp.full(rows, -jnp.inf), jnp.zeros(rows), jnp.zeros_like(q)))
    (_, _, (_, scale, sums)), _ = jax.lax.scan(turn, (k, v, own), None, length=devices - 1)
    return sums / scale[:, None]


def whole(q, k, v):
    return jax.nn.softmax(q @ k.T / jnp.sqrt(jnp.float32(q.shape[-1]))) @ v


mesh = jax.make_mesh((devices,), ("ring",), axis_types=(jax.sharding.AxisType.Auto,))
ring = jax.shard_map(attention, mesh=mesh, in_specs=P("ring"), out_specs=P("ring"), check_vma=False)
x = jax.ShapeDtypeStruct((32, 8), jnp.float32)
print(jax.jit(whole if sys.argv[1:] == ["whole"] else ring).lower(x, x, x).as_text(), end="")
