# SPDX-License-Identifier: Apache-2.0
"""Functions of one position, at random, as JAX's pmap and as maps of shardc.

Usage: maps.py SHARDC [COUNT] [SEED]

Each is a chain of collectives and other ops on f32[n, 3]. JAX computes it by pmap (by two vmaps where
maps are nested); shardc gets it twice, as the text that JAX prints for one position and in JSON, with
as many devices as positions and with fewer. The program that pmap itself prints, of all devices, has
to give the same bits and move the same bytes as the text of one position.
"""
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=8"
import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import AbstractMesh, PartitionSpec
from jaxlib.mlir import ir


def without_shardings(attributes):
    return ir.ArrayAttr.get([ir.DictAttr.get({each.name: each.attr for each in ir.DictAttr(one)
                                              if each.name != "sdy.sharding"}) for one in attributes])


def text_of_position(function, axes, *arguments):
    """What JAX prints for one position of the axes: the body of a shard_map of it."""
    mesh = AbstractMesh(tuple(axes.values()), tuple(axes))
    mapped = jax.shard_map(function, mesh=mesh, in_specs=PartitionSpec(),
                           out_specs=PartitionSpec(), check_vma=False)
    traced = jax.jit(mapped, keep_unused=True).trace(*arguments)
    module = traced.lower(lowering_platforms=("cpu",)).compiler_ir()
    named = {op.operation.name: op.operation for op in module.body.operations
             if op.operation.name == "sdy.mesh" or op.sym_name.value == "main"}
    main = named["func.func"]
    manual = next(op.operation for op in main.regions[0].blocks[0].operations
                  if op.operation.name == "sdy.manual_computation")
    body = manual.regions[0].blocks[0]
    for argument, operand in zip(body.arguments, manual.operands):
        argument.replace_all_uses_with(operand)
    *inner, end = body.operations
    for op in inner:
        op.operation.move_before(manual)
    for result, value in zip(manual.results, end.operands):
        result.replace_all_uses_with(value)
    manual.erase()
    named["sdy.mesh"].erase()
    with module.context:
        for name in ("arg_attrs", "res_attrs"):
            if name in main.attributes:
                main.attributes[name] = without_shardings(main.attributes[name])
    return str(module)


class Chain:
    """A function, in JAX and in JSON, that grows by a step at a time; x is f32[n, 3]."""

    def __init__(self, sizes, rng, nested):
        self.axes, self.rng, self.nested = list(sizes), rng, nested
        self.n = sizes[self.axes[0]]
        self.steps, self.ops, self.kinds, self.count = [], [], [], 0

    def op(self, mnemonic, operands, **attributes):
        self.count += 1
        name = f"v{self.count}"
        self.ops.append({"name": name, "op": mnemonic, "in": operands, **attributes})
        return name

    def pairs(self):
        kept = self.rng.integers(1, self.n + 1)
        return list(zip(self.rng.permutation(self.n)[:kept].tolist(),
                        self.rng.permutation(self.n)[:kept].tolist()))

    def halves(self):
        order = self.rng.permutation(self.n).tolist()
        if self.rng.integers(2):
            order = list(range(self.n))
        return [order[0::2], order[1::2]] if self.rng.integers(2) else \
            [order[:self.n // 2], order[self.n // 2:]]

    def step(self, x):
        """One more; gives the name of its result in JSON."""
        i = str(self.axes[self.rng.integers(len(self.axes))])
        kinds = ["sum", "max", "min", "mean", "index", "gather", "plain", "count", "all", "complex"]
        if not self.nested:
            kinds += ["permute", "shuffle", "swap", "scatter", "exchange", "tiled", "tiles"]
            kinds += ["groups", "gathered groups"] if self.n % 2 == 0 else []
        kind = str(self.rng.choice(kinds))
        self.kinds.append(kind)
        op, scale = self.op, 1 / 4
        if kind in ("sum", "all"):
            axis = i if kind == "sum" else self.axes
            self.steps.append(lambda v: lax.psum(v, tuple(axis) if kind == "all" else axis) * scale)
            return op("multiply", [op("psum", [x], axis=axis), scale])
        if kind in ("max", "min"):
            reduce = lax.pmax if kind == "max" else lax.pmin
            self.steps.append(lambda v: v - reduce(v, i))
            return op("subtract", [x, op("p" + kind, [x], axis=i)])
        if kind == "mean":
            self.steps.append(lambda v: v + lax.pmean(v, i))
            return op("add", [x, op("pmean", [x], axis=i)])
        if kind == "index":
            self.steps.append(lambda v: v * (lax.axis_index(i) + 1).astype(jnp.float32) * scale)
            place = op("convert", [op("add", [op("axis_index", [], axis=i), 1])], dtype="f32")
            return op("multiply", [op("multiply", [x, place]), scale])
        if kind == "gather":
            dim = int(self.rng.integers(-1, 3))
            self.steps.append(lambda v: v + lax.all_gather(v, i, axis=dim).sum(dim) * scale)
            gathered = op("all_gather", [x], axis=i, dimension=dim)
            return op("add", [x, op("multiply", [op("sum", [gathered], dimensions=[dim]), scale])])
        if kind == "plain":
            self.steps.append(lambda v: jnp.roll(v, 1, 0) - v[:, ::-1] * 2)
            rolled = op("concatenate", [op("slice", [x], start_indices=[self.n - 1, 0],
                                           limit_indices=[self.n, 3]),
                                        op("slice", [x], start_indices=[0, 0],
                                           limit_indices=[self.n - 1, 3])], dimension=0)
            return op("subtract", [rolled, op("multiply", [op("reverse", [x], dimensions=[1]), 2])])
        if kind == "count":
            self.steps.append(lambda v: v + lax.psum(v > 0, i).astype(jnp.float32))
            positive = op("compare", [x, 0], comparison_direction="GT")
            return op("add", [x, op("convert", [op("psum", [positive], axis=i)], dtype="f32")])
        if kind == "complex":
            self.steps.append(lambda v: lax.psum(lax.complex(v, v * 2), i).imag * scale)
            both = op("psum", [op("complex", [x, op("multiply", [x, 2])])], axis=i)
            return op("multiply", [op("imag", [both]), scale])
        if kind == "permute":
            pairs = self.pairs()
            self.steps.append(lambda v: v + lax.ppermute(v, i, pairs))
            return op("add", [x, op("ppermute", [x], axis=i, perm=pairs)])
        if kind == "shuffle":
            order = self.rng.permutation(self.n).tolist()
            self.steps.append(lambda v: v + lax.pshuffle(v, i, order))
            return op("add", [x, op("pshuffle", [x], axis=i, perm=order)])
        if kind == "swap":
            self.steps.append(lambda v: lax.pswapaxes(v, i, 0))
            return op("pswapaxes", [x], axis=i, dimension=0)
        if kind == "scatter":
            self.steps.append(lambda v: v - lax.psum_scatter(v, i) * scale)
            part = op("psum_scatter", [x], axis=i)
            return op("subtract", [x, op("multiply", [part, scale])])
        if kind == "exchange":
            self.steps.append(lambda v: lax.all_to_all(v, i, 0, 1).T)
            moved = op("all_to_all", [x], axis=i, split_dimension=0, concat_dimension=1)
            return op("transpose", [moved], permutation=[1, 0])
        if kind == "tiled":
            self.steps.append(lambda v: lax.all_to_all(v, i, 0, 0, tiled=True))
            return op("all_to_all", [x], axis=i, split_dimension=0, concat_dimension=0, tiled=True)
        if kind == "tiles":
            self.steps.append(lambda v: lax.all_gather(
                lax.psum_scatter(v, i, tiled=True), i, tiled=True) * scale)
            part = op("psum_scatter", [x], axis=i, tiled=True)
            return op("multiply", [op("all_gather", [part], axis=i, tiled=True), scale])
        groups = self.halves()
        if kind == "groups":
            self.steps.append(lambda v: v - lax.psum(v, i, axis_index_groups=groups) * scale)
            part = op("psum", [x], axis=i, axis_index_groups=groups)
            return op("subtract", [x, op("multiply", [part, scale])])
        self.steps.append(lambda v: lax.all_gather(v, i, axis_index_groups=groups)[-1])
        gathered = op("all_gather", [x], axis=i, axis_index_groups=groups)
        last = len(groups[0])
        row = op("slice", [gathered], start_indices=[last - 1, 0, 0],
                 limit_indices=[last, self.n, 3])
        return op("squeeze", [row], dimensions=[0])

    def function(self, x, w):
        v = x + w
        for step in self.steps:
            v = step(v)
        return v, lax.psum(v, tuple(self.axes))

    def program(self, result, last):
        inputs = [{"name": name, "shape": [self.n, 3], "dtype": "f32"} for name in ("x", "w")]
        return {"shardc": 1, "kind": "program", "name": "p", "inputs": inputs, "ops": self.ops,
                "outputs": {"out0": result, "out1": last}}


def chain(sizes, rng):
    made = Chain(sizes, rng, nested=len(sizes) > 1)
    x = made.op("add", ["x", "w"])
    for _ in range(rng.integers(1, 5)):
        x = made.step(x)
    return made, made.program(x, made.op("psum", [x], axis=made.axes))


def run(shardc, folder, program, config, more=("run", "--input", "in.npz", "-o", "out.npz")):
    verb, *options = more
    Path(folder, "c.json").write_text(json.dumps(config))
    given = ["-c", "c.json"] if config else []
    done = subprocess.run([shardc, verb, program, *given, *options], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    if verb == "plan":
        return json.loads(done.stdout)["bytes_moved"]
    out = np.load(Path(folder, "out.npz"))
    return [out[name] for name in out.files]


def meshes(sizes, rng):
    """One device a position, and fewer; another axis beside them."""
    fewer = ", ".join(f"{axis}={rng.integers(1, size + 1)}" for axis, size in sizes.items())
    return [None, fewer, "m=2, " + fewer]


def compare(shardc, folder, rng):
    nested = rng.integers(4) == 0
    sizes = {"i": 3, "j": 2} if nested else {"i": int(rng.choice([2, 3, 4, 6, 8]))}
    made, program = chain(sizes, rng)
    axes = [int(rng.integers(0, 3 + k)) for k in range(len(sizes))]  # of the innermost first
    out = [int(rng.integers(0, 3 + k)) for k in range(len(sizes))]
    whole = (made.n, 3)
    mapped = made.function
    maps = []
    for (name, size), place, at in zip(reversed(sizes.items()), axes, out):
        whole = (*whole[:place], size, *whole[place:])
        maps.insert(0, {"axis": name, "size": size, "in": [place, None], "out": [at, None]})
        if nested:
            mapped = jax.vmap(mapped, in_axes=(place, None), out_axes=(at, None), axis_name=name)
        else:
            mapped = jax.pmap(mapped, in_axes=(place, None), out_axes=(at, None), axis_name=name)
    x = rng.integers(-4, 5, whole).astype(np.float32)
    w = rng.integers(-4, 5, (made.n, 3)).astype(np.float32)
    expected = [np.asarray(each) for each in mapped(x, w)]
    part = jax.ShapeDtypeStruct(w.shape, w.dtype)
    Path(folder, "p.mlir").write_text(text_of_position(made.function, sizes, part, part))
    Path(folder, "p.json").write_text(json.dumps(program))
    runs = {}
    for mesh in meshes(sizes, rng):
        config = {"shardc": 1, "kind": "sharding", "map": maps if nested else maps[0]}
        config |= {"mesh": mesh} if mesh else {}
        for name, names in (("p.mlir", ("arg0", "arg1")), ("p.json", ("x", "w"))):
            np.savez(Path(folder, "in.npz"), **dict(zip(names, (x, w))))
            runs[name, mesh] = run(shardc, folder, name, config)
    for key, got in runs.items():
        for a, b in zip(got, expected):
            assert a.shape == b.shape, (key, a.shape, b.shape)
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-5 * np.abs(b).max(), err_msg=str(key))
    if nested or "groups" in " ".join(made.kinds):  # shard_map's lie along axes, in orders of their own
        return 0
    config = {"shardc": 1, "kind": "sharding", "map": maps[0]}
    Path(folder, "all.mlir").write_text(mapped.lower(x, w).as_text())
    np.savez(Path(folder, "in.npz"), arg0=x, arg1=w)
    for a, b in zip(run(shardc, folder, "all.mlir", None), runs["p.mlir", None]):
        np.testing.assert_array_equal(a, b, "pmap's own program has other bits")
    both = [run(shardc, folder, "all.mlir", None, ("plan", "--json")),
            run(shardc, folder, "p.mlir", config, ("plan", "--json"))]
    assert both[1] <= both[0], \
        f"bytes of pmap's own program and of a position's: {both}, by {made.kinds} of {sizes}"
    return both[0] == both[1]


def main(shardc, count="20", seed="1"):
    wrong, equal = [], 0
    for number in range(int(count)):
        with tempfile.TemporaryDirectory() as folder:
            try:
                equal += compare(shardc, folder, np.random.default_rng([int(seed), number]))
            except (AssertionError, RuntimeError) as error:
                wrong.append(f"function {number} of seed {seed}: {error}")
    print(*wrong, f"{count} functions, {equal} of them move what pmap's own program moves, "
          f"{len(wrong)} wrong", sep="\n")
    return bool(wrong)


sys.exit(main(*sys.argv[1:]))
