# SPDX-License-Identifier: Apache-2.0
"""HLO's notation, held against JAX, which prints it without Shardy.

Usage: notations.py SHARDC

Placements at random: what JAX writes for a NamedSharding gives the boxes that JAX says its devices
have, and what shardc writes for them XLA takes for the same sharding. Functions: lowered with Shardy
and without, on one mesh, they give one plan, the same bits, and JAX's numbers.
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import jax
import jax.numpy as jnp
import numpy as np
from jax._src.lib import xla_client
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P

shardc = sys.argv[1]
folder = Path(tempfile.mkdtemp())
failures = 0


def fail(what):
    global failures
    failures += 1
    print(what)


def write(name, content):
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def plan(program, config, *options):
    done = subprocess.run([shardc, "plan", program, "-c", config, "--json", *options], capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{config.read_text()}: {done.stderr}")
        return None
    return json.loads(done.stdout)


def mesh_of(sizes, names, order=None):
    devices = np.array(jax.devices()[:int(np.prod(sizes))])
    if order:
        devices = devices[order]
    return Mesh(devices.reshape(sizes), names, axis_types=(AxisType.Auto,) * len(sizes))


def placement(rng):
    """A mesh, maybe with its devices in another order, a PartitionSpec and a shape that it divides."""
    sizes = rng.choice([(8,), (2, 4), (4, 2), (2, 2, 2), (2, 3), (3, 2), (6,), (2, 2), (5,)])
    names = [f"a{axis}" for axis in range(len(sizes))]
    order = rng.sample(range(int(np.prod(sizes))), int(np.prod(sizes))) if rng.random() < 0.4 else None
    rank = rng.randint(1, 3)
    dims = [[] for _ in range(rank)]
    for axis in rng.sample(names, len(names)):
        dim = rng.randint(-1, rank - 1)
        if dim >= 0:
            dims[dim].append(axis)
    return mesh_of(sizes, names, order), dims, [60 if 5 in sizes else 24] * rank


def compare_placement(mesh, dims, shape):
    sharding = NamedSharding(mesh, P(*[tuple(axes) or None for axes in dims]))
    hlo = sharding._to_xla_hlo_sharding(len(shape))
    program = write("p.json", {"shardc": 1, "kind": "program", "name": "p",
                               "inputs": [{"name": "x", "shape": shape, "dtype": "f32"}],
                               "ops": [{"name": "y", "op": "negate", "in": ["x"]}], "outputs": ["y"]})
    axes = [[name, size] for name, size in zip(mesh.axis_names, mesh.devices.shape)]
    config = {"shardc": 1, "kind": "sharding", "inputs": {"x": {"hlo": str(hlo)}}}
    got = plan(program, write("c.json", {**config, "mesh": {"axes": axes}}))
    if not got:
        return
    indices = sharding.devices_indices_map(tuple(shape))
    wanted = [[[part.start or 0, size if part.stop is None else part.stop]
               for part, size in zip(indices[device], shape)] for device in mesh.devices.flat]
    boxes = [shard["args"]["x"][0] for shard in got["shards"]]
    if boxes != wanted:
        fail(f"{hlo} on {axes}: {boxes}, not {wanted}")
    config["inputs"]["x"] = dims
    usual = plan(program, write("c.json", {**config, "mesh": {"axes": axes}}), "--notation", "hlo")
    written = usual and usual["values"][0]["sharding"]["hlo"]
    if written and xla_client.HloSharding.from_string(written) != hlo:
        fail(f"{dims} on {axes}: {written}, not {hlo}")


mesh = mesh_of((2, 4), ("x", "y"))
free = P.UNCONSTRAINED


def at(value, *spec):
    return jax.lax.with_sharding_constraint(value, NamedSharding(mesh, P(*spec)))


@jax.jit
def block(h, w):
    return at(jnp.tanh(h @ w), "x", free)


def attention(q, k):
    scores = at(jnp.einsum("qd,kd->qk", q, k), "y", None)
    return jax.nn.softmax(scores, axis=-1) @ k


def loop(h, w):
    return jax.lax.fori_loop(0, 3, lambda _, v: at(jnp.tanh(v @ w), "x", "y"), h)


def branch(h, w):
    return jax.lax.cond(h[0, 0] > 0, lambda v: at(v @ w, "x"), lambda v: v * 2, h)


def mapped(a, b):
    """Manual along both axes, then along one, with constants and several results."""
    product = jax.shard_map(lambda u, v: jax.lax.psum(u @ v, "y"), mesh=mesh,
                            in_specs=(P("x", "y"), P("y", None)), out_specs=P("x"))(a, b)
    turned, plain = jax.shard_map(lambda u: (jax.lax.ppermute(u, "x", [(0, 1), (1, 0)]), u * 2), mesh=mesh,
                                  in_specs=P("x"), out_specs=(P("x"), P("x")), axis_names={"x"},
                                  check_vma=False)(product)
    return turned + plain


# Functions of two matrices of 16x16, with the specs of both and of the result.
FUNCTIONS = [
    (lambda a, b: a @ b, P("x"), P(None, "y"), P("x", "y")),
    (lambda a, b: a @ b, P(None, "x"), P("x"), P()),
    (lambda a, b: at(a + b, ("y", "x"), None) * 2, P("x"), P("y"), P(None, ("x", "y"))),
    (lambda a, b: block(block(a, b), b), P("x"), P("y", None), P(None, "y")),
    (attention, P("x"), P("x", "y"), P("y")),
    (lambda a, b: a.sum(0) + b.max(1), P("y", "x"), P(("x", "y")), P("x")),
    (lambda a, b: jnp.concatenate([a.T, b], 1).reshape(-1, 8), P("x"), P("x", None), P("y")),
    (loop, P("x"), P(None, "y"), P("x")),
    (branch, P(None, "x"), P("y"), P("x")),
    (lambda a, b: at(a, free, "y")[2:9] + b[3:10], P("x"), P("y"), P()),
    (mapped, P("x"), P("y"), P("x")),
]


def lowered(number, shardy):
    function, first, second, result = FUNCTIONS[number]
    jax.config.update("jax_use_shardy_partitioner", shardy)
    placed = [NamedSharding(mesh, spec) for spec in (first, second, result)]
    jitted = jax.jit(lambda a, b: function(a, b), in_shardings=tuple(placed[:2]), out_shardings=placed[2])
    argument = jax.ShapeDtypeStruct((16, 16), jnp.float32)
    text = jitted.lower(argument, argument).as_text()
    if ("sdy." in text) != shardy:
        fail(f"function {number} is lowered otherwise than asked for")
    return write(f"f{number}_{shardy}.mlir", text)


def run(program, config, arguments):
    done = subprocess.run([shardc, "run", program, "-c", config, "--input", arguments, "-o", folder / "out.npz"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        fail(f"{program}: {done.stderr}")
        return None
    return next(iter(np.load(folder / "out.npz").values()))


def compare_outputs(number, programs, config):
    """The same bits with Shardy and without, and JAX's numbers."""
    rng = np.random.default_rng(number)
    a, b = (rng.standard_normal((16, 16), dtype=np.float32) for _ in range(2))
    np.savez(folder / "in.npz", arg0=a, arg1=b)
    with_shardy, without = (run(program, config, folder / "in.npz") for program in programs)
    if with_shardy is None or without is None:
        return
    if with_shardy.tobytes() != without.tobytes():
        fail(f"function {number}: other bits without Shardy")
    expected = np.asarray(jax.jit(FUNCTIONS[number][0])(a, b))
    if not np.allclose(without, expected, rtol=1e-4, atol=1e-4):
        fail(f"function {number}: {without}, and JAX has {expected}")


def compare_function(number):
    config = write("mesh.json", {"shardc": 1, "kind": "sharding", "mesh": "x=2, y=4"})
    plans = []
    programs = [lowered(number, shardy) for shardy in (True, False)]
    compare_outputs(number, programs, config)
    for program in programs:
        got = plan(program, config)
        # Lines of the programs differ.
        plans.append(got and {key: got[key] for key in ("devices", "shards", "bytes_moved", "bytes_bound",
                                                        "peak_bytes_per_device", "flops_per_device")})
        if got:
            # Values without a name are numbered, and without Shardy there are more of them.
            moves = [{key: re.sub(r"\bv\d+", "a value", value) if key == "cause" else value
                      for key, value in move.items()
                      if key != "because" and not (key == "value" and re.fullmatch(r"v\d+", value))}
                     for move in got["collectives"]]
            plans[-1]["collectives"] = moves
    if plans[0] != plans[1]:
        fail(f"function {number}: with Shardy {plans[0]}\nwithout {plans[1]}")


rng = random.Random(1)
for _ in range(60):
    compare_placement(*placement(rng))
for number in range(len(FUNCTIONS)):
    compare_function(number)
sys.exit(failures > 0)
