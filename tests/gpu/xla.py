# SPDX-License-Identifier: Apache-2.0
"""Runs StableHLO programs through XLA, on this machine's GPU, under trace.cpp.

  xla.py FOLDER CALLS SECONDS NAME ...

Of each FOLDER/NAME.mlir the trace has CALLS calls between the marks "begin NAME" and "end NAME", on random
values. Programs that have not begun after so many SECONDS are left out.
"""
import ctypes
import os
import pathlib
import sys
import time

import jax
import numpy as np
from jax._src.lib import xla_client
from jax.interpreters import mlir
from jaxlib.mlir import ir

TYPES = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "i64": np.int64, "f16": np.float16,
         "bf16": jax.numpy.bfloat16, "complex<f32>": np.complex64}


def arguments(text, device):
    """Random values of the types of main's arguments."""
    with mlir.make_ir_context():
        functions = ir.Module.parse(text).body.operations
        main = next(each for each in functions if "sym_name" in each.attributes and each.sym_name.value == "main")
        types = [ir.RankedTensorType(each) for each in main.type.inputs]
        types = [(list(each.shape), str(each.element_type)) for each in types]
    random = np.random.default_rng(1)
    for shape, kind in types:
        values = random.integers(0, 8, shape) if kind[0] == "i" else random.standard_normal(shape)
        yield jax.device_put(values.astype(TYPES[kind]), device)


def measure(name, folder, calls, device, trace):
    text = (folder / f"{name}.mlir").read_text()
    compiled = device.client.compile_and_load(text, xla_client.DeviceList((device,)), xla_client.CompileOptions())
    values = list(arguments(text, device))

    def call():
        parts = compiled.execute_sharded(values).disassemble_into_single_device_arrays()
        jax.block_until_ready([array for part in parts for array in part])

    call()
    call()
    trace.trace_mark(f"begin {name}".encode())
    for _ in range(calls):
        call()
    trace.trace_mark(f"end {name}".encode())


def main():
    folder, calls, seconds = pathlib.Path(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    trace, device = ctypes.CDLL(os.environ["CUDA_INJECTION64_PATH"]), jax.devices()[0]
    began = time.monotonic()
    for name in sys.argv[4:]:
        if time.monotonic() - began > seconds:
            break
        try:
            measure(name, folder, calls, device, trace)
        except Exception as problem:  # others are measured nevertheless
            print(name, repr(problem)[:600], file=sys.stderr)


if __name__ == "__main__":
    main()
