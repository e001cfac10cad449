# SPDX-License-Identifier: Apache-2.0
"""Whole training steps, one of each program, by shardc's engine and by JAX, from the same inputs at random.

Usage: training_steps.py SHARDC PROGRAM...

A PROGRAM is StableHLO text. Its shardings are taken away: both sides have one device. Says of each program how
far its outputs are apart, and ends with 1 if one of them is by more than 0.002 of its largest number, of bf16 0.02.
"""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax
import numpy as np
from jax._src.lib import xla_client
from jax.interpreters import mlir
from jaxlib.mlir import ir

BF16 = np.dtype(jax.numpy.bfloat16)
TYPES = {"f32": np.float32, "f64": np.float64, "bf16": BF16, "i32": np.int32, "ui32": np.uint32, "i64": np.int64, "i1": np.bool_}


def without_shardings(module):
    """The module for one device."""
    def visit(operation):
        for region in operation.regions:
            for block in region.blocks:
                for op in list(block.operations):
                    visit(op.operation)
                    if op.operation.name == "sdy.sharding_constraint":
                        op.operation.results[0].replace_all_uses_with(op.operation.operands[0])
                    if op.operation.name in ("sdy.sharding_constraint", "sdy.mesh"):
                        op.operation.erase()
        if "sdy.sharding" in operation.attributes:
            del operation.attributes["sdy.sharding"]
        for name in ("arg_attrs", "res_attrs"):
            if name in operation.attributes:
                kept = [{each.name: each.attr for each in ir.DictAttr(one) if each.name != "sdy.sharding"}
                        for one in operation.attributes[name]]
                operation.attributes[name] = ir.ArrayAttr.get([ir.DictAttr.get(one) for one in kept])

    visit(module.operation)
    module.operation.attributes["mhlo.num_partitions"] = ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 1)
    return str(module)


def inputs_of(module):
    """Second moments and variances are not negative, so nothing is."""
    main = next(op for op in module.body.operations if getattr(op, "sym_name", None) and op.sym_name.value == "main")
    random = np.random.default_rng(1)
    for kind in map(ir.RankedTensorType, main.type.inputs):
        name = str(kind.element_type)
        values = random.uniform(0, 0.05, kind.shape) if "f" in name else random.integers(0, 8, kind.shape)
        yield np.asarray(values).astype(TYPES[name])


def by_jax(text, inputs):
    device = jax.devices()[0]
    program = device.client.compile_and_load(text, xla_client.DeviceList((device,)), xla_client.CompileOptions())
    outputs = program.execute_sharded([jax.device_put(each, device) for each in inputs])
    return [np.asarray(part[0]) for part in outputs.disassemble_into_single_device_arrays()]


def by_shardc(shardc, text, inputs, folder):
    Path(folder, "step.mlir").write_text(text)
    np.savez(Path(folder, "inputs.npz"), **{f"arg{k}": each for k, each in enumerate(inputs)})
    subprocess.run([shardc, "run", "step.mlir", "--input", "inputs.npz", "-o", "outputs.npz"], cwd=folder, check=True)
    with np.load(Path(folder, "outputs.npz")) as outputs:
        return list(outputs.values())


def distance(got, expected):
    """Relative to the largest number; of what is no number, infinite unless both have it in the same places."""
    if expected.dtype == BF16:
        got = got.view(BF16)
    got, expected = got.astype(np.float64), expected.astype(np.float64)
    if not np.array_equal(np.isfinite(got), np.isfinite(expected)):
        return np.inf
    finite = np.isfinite(expected)
    largest = np.abs(expected[finite]).max(initial=0)
    return np.abs(got - expected)[finite].max(initial=0) / (largest or 1)


def main(shardc, *programs):
    failed = not programs
    for path in programs:
        with mlir.make_ir_context(), tempfile.TemporaryDirectory() as folder:
            module = ir.Module.parse(Path(path).read_text())
            inputs = list(inputs_of(module))
            text = without_shardings(module)
            got = by_shardc(os.path.abspath(shardc), text, inputs, folder)
            expected = by_jax(text, inputs)
        apart = list(map(distance, got, expected))
        within = [0.02 if each.dtype == BF16 else 0.002 for each in expected]
        failed |= len(got) != len(expected) or any(far > most for far, most in zip(apart, within))
        print(f"{path}: {len(inputs)} inputs, {len(expected)} outputs, at most {max(apart):.2g} apart")
    return failed


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
