# SPDX-License-Identifier: Apache-2.0
"""A train step of a small flax model on a mesh of 2 x 4 devices, for shardc.

Usage: train.py FOLDER

Writes program.mlir, the step as StableHLO; in.npz, arguments for it; and out.npz, what JAX makes of
them. 8 CPU devices stand for the mesh.
"""
import os
import sys
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"

import flax.linen as nn
import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax.sharding import AxisType, NamedSharding, PartitionSpec as P

# Lines of this file in program.mlir, and no folders.
jax.config.update("jax_include_full_tracebacks_in_locations", False)
jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")
# As bundles multiply.
jax.config.update("jax_default_matmul_precision", "highest")


class Classifier(nn.Module):
    @nn.compact
    def __call__(self, x):
        x = nn.relu(nn.Dense(32, name="hidden")(x))
        return nn.Dense(8, name="logits")(x)


model = Classifier()
optimizer = optax.adam(1e-2)


def loss_of(params, batch):
    logits = model.apply({"params": params}, batch["x"])
    # With labels as integers the gradient would be a scatter.
    return optax.softmax_cross_entropy(logits, jax.nn.one_hot(batch["label"], 8)).mean()


def train(params, state, batch):
    loss, gradients = jax.value_and_grad(loss_of)(params, batch)
    updates, state = optimizer.update(gradients, state, params)
    return {"params": optax.apply_updates(params, updates), "state": state, "loss": loss}


mesh = jax.make_mesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


def on_mesh(*axes):
    return NamedSharding(mesh, P(*axes))


# Columns of the first layer and rows of the second lie on "model".
shardings = {
    "hidden": {"kernel": on_mesh(None, "model"), "bias": on_mesh("model")},
    "logits": {"kernel": on_mesh("model", None), "bias": on_mesh()},
}

params = model.init(jax.random.key(0), jnp.zeros((1, 16)))["params"]
params = jax.device_put(params, shardings)
state = jax.jit(optimizer.init)(params)
random = np.random.default_rng(0)
batch = {"x": random.standard_normal((8, 16), np.float32),
         "label": random.integers(0, 8, 8, np.int32)}
batch = jax.device_put(batch, on_mesh("data"))

step = jax.jit(train, donate_argnames=("params", "state"))
folder = Path(sys.argv[1])
folder.mkdir(exist_ok=True)
(folder / "program.mlir").write_text(step.lower(params, state, batch).as_text(debug_info=True))


def save(path, tree):
    """Every array by its place in the tree: params/hidden/kernel."""
    leaves = jax.tree_util.tree_leaves_with_path(tree)
    np.savez(path, **{jax.tree_util.keystr(place, simple=True, separator="/"): np.asarray(leaf)
                      for place, leaf in leaves})


save(folder / "in.npz", {"params": params, "state": state, "batch": batch})
save(folder / "out.npz", step(params, state, batch))
