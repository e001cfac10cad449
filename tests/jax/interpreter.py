# SPDX-License-Identifier: Apache-2.0
"""StableHLO's interpreter, which jaxlib has, in a process of its own: it ends its process where it
knows no op. `Interpreter().run(text, inputs)` is what a program of StableHLO gives, or None."""
import pickle
import subprocess
import sys

import numpy as np


class Interpreter:
    def __init__(self):
        self.process = None

    def run(self, text, inputs):
        if self.process is None:
            self.process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            pickle.dump((text, inputs), self.process.stdin)
            self.process.stdin.flush()
            return pickle.load(self.process.stdout)
        except (EOFError, BrokenPipeError):
            self.close()
            return None

    def close(self):
        if self.process is None:
            return
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()
        self.process = None


def has(array):
    """Whether arrays of this type can be given to it, and taken."""
    array = np.asarray(array)
    return array.dtype.isbuiltin == 1 and array.dtype.kind in "biuf"


def attribute(array, element):
    from jaxlib.mlir import ir
    if array.dtype.kind == "b":
        values = [ir.BoolAttr.get(bool(value)) for value in array.ravel()]
        return ir.DenseElementsAttr.get(values, type=ir.RankedTensorType.get(array.shape, element))
    return ir.DenseElementsAttr.get(np.ascontiguousarray(array), type=element, shape=array.shape)


def evaluated(text, inputs):
    import jax  # noqa: F401, registers what can be parsed
    from jax._src.interpreters.mlir import make_ir_context
    from jaxlib.mlir import ir
    from jaxlib.mlir.dialects import stablehlo
    with make_ir_context(), ir.Location.unknown():
        module = ir.Module.parse(text)
        main = next(op for op in module.body.operations if ir.StringAttr(op.attributes["sym_name"]).value == "main")
        types = ir.FunctionType(ir.TypeAttr(main.attributes["function_type"]).value)
        given = [attribute(array, ir.RankedTensorType(of).element_type) for array, of in zip(inputs, types.inputs)]
        shapes = [tuple(ir.RankedTensorType(of).shape) for of in types.results]
        made = stablehlo.eval_module(module, given)
        return [np.array(result).reshape(shape) for result, shape in zip(made, shapes)]


def serve():
    # What is printed must not come between the answers.
    answers, sys.stdout = sys.stdout.buffer, sys.stderr
    while True:
        try:
            text, inputs = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            made = evaluated(text, inputs)
        except Exception:  # noqa: BLE001, whatever it cannot do
            made = None
        pickle.dump(made, answers)
        answers.flush()


if __name__ == "__main__":
    serve()
