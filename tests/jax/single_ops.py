#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares shardc with JAX, op by op.

  single_ops.py SHARDC [--every N] [--only TEXT] [--at-once N] [--engine NAME]

Each case of single_op_cases.py is a function of one op. Many of them make one program, which JAX prints; `shardc run`
runs it and JAX does, and what comes out has to be the same: integers, truths and what moves or rounds once bit
for bit (all not-a-numbers are one, and so are a denormal and JAX's zero), other floats within the units in the last place that the case allows.
Ends with 1 where something differs or is refused. --every N takes each Nth case.

With --interpreter StableHLO's own interpreter runs each case as well, where it can: what it has otherwise than
shardc counts where it agrees with JAX, and is printed where it does not.
"""
import argparse
import dataclasses
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402

jax.config.update("jax_enable_x64", True)
import interpreter  # noqa: E402
import shape_cases  # noqa: E402
import single_op_cases  # noqa: E402
import small_type_cases  # noqa: E402


def stored(array):
    """As a .npz file has it: types that NumPy lacks as their bits, small integers as those of a byte."""
    array = np.asarray(array)
    if array.dtype.isbuiltin == 1:
        return array
    if jnp.issubdtype(array.dtype, jnp.integer):
        return array.astype(np.int8 if jnp.iinfo(array.dtype).min < 0 else np.uint8)
    return array.view(f"u{array.dtype.itemsize}")


def joined(cases):
    """One function of all inputs, with the outputs of each case in turn."""
    def function(inputs):
        return [jax.tree.leaves(case.function(*own)) for case, own in zip(cases, inputs)]
    return function


def run_shardc(arguments, text, inputs, folder):
    program, given, made = folder / "program.mlir", folder / "inputs.npz", folder / "outputs.npz"
    program.write_text(text)
    np.savez(given, **{f"arg{i}": stored(array) for i, array in enumerate(inputs)})
    made.unlink(missing_ok=True)
    done = subprocess.run([arguments.shardc, "run", program, "--engine", arguments.engine, "--input", given, "-o", made],
                          capture_output=True, text=True)
    if done.returncode != 0:
        return None, f"exit {done.returncode}: {done.stderr.strip()}"
    with np.load(made) as file:
        return [file[name] for name in file.files], ""


def exactly(case, expected):
    """What is expected, of finite elements as the case's own function has it."""
    @np.vectorize(otypes=[np.float64])
    def improved(x, jax_has):
        if not (np.isfinite(x) and np.isfinite(jax_has)):
            return jax_has
        try:
            return case.exact(x)
        except (ValueError, OverflowError):
            return jax_has
    wide = improved(case.inputs[0].astype(np.float64), expected.astype(np.float64))
    return wide.astype(expected.dtype)


def difference(case, got, expected):
    """What differs, in words; nothing if nothing does."""
    expected = np.asarray(expected)
    if case.exact and expected.size:
        expected = exactly(case, expected)
    if expected.dtype.isbuiltin != 1 and got.dtype == stored(expected).dtype:
        is_integer = jnp.issubdtype(expected.dtype, jnp.integer)
        got = got.astype(expected.dtype) if is_integer else got.view(expected.dtype)
    if got.shape != expected.shape or got.dtype != expected.dtype:
        return f"{got.dtype}{got.shape} instead of {expected.dtype}{expected.shape}"
    if expected.dtype.kind == "c":
        part = expected.real.dtype
        got, expected = (np.stack([x.real, x.imag], -1).astype(part) for x in (got, expected))
    if jnp.issubdtype(expected.dtype, jnp.floating):
        with np.errstate(all="ignore"):
            wide, right = got.astype(np.float64), expected.astype(np.float64)
            allowed = case.ulps * float(jnp.finfo(expected.dtype).eps) * np.maximum(np.abs(right), case.scale)
            tiny = float(jnp.finfo(expected.dtype).tiny)
            same = (wide == right) & (np.signbit(wide) == np.signbit(right)) | np.isnan(wide) & np.isnan(right)
            same |= (right == 0) & (np.abs(wide) < tiny) & (wide != 0)  # JAX has no denormals on CPUs
            if case.ulps > 0:
                same |= np.abs(wide - right) <= np.maximum(allowed, case.ulps * tiny)
    else:
        same = got == expected
    if np.all(same):
        return ""
    where = tuple(int(i) for i in np.argwhere(~np.atleast_1d(same))[0])[:got.ndim]
    operands = [np.asarray(x)[where] for x in case.inputs if np.shape(x) == got.shape]
    return (f"{int(np.sum(~same))} of {got.size} differ: at {list(where)} {got[where]} instead of {expected[where]}"
            + (f", of {operands}" if operands else ""))


class Second:
    """The second oracle: what it says of cases, and how many it could run."""
    def __init__(self):
        self.interpreter, self.cases, self.alone = interpreter.Interpreter(), 0, 0

    def lines(self, case, got, expected):
        """On what differs from it; not where JAX does, too, but for a line that does not count."""
        if not all(map(interpreter.has, [*case.inputs, *expected])):
            return []
        text = jax.jit(case.function, keep_unused=True).lower(*case.inputs).as_text()
        made = self.interpreter.run(text, [np.asarray(array) for array in case.inputs])
        if made is None:
            return []
        self.cases += 1
        plain = dataclasses.replace(case, exact=None)
        said = [text for own, one in zip(got, made) if (text := difference(plain, own, one))]
        if said and any(difference(plain, np.asarray(own), one) for own, one in zip(expected, made)):
            self.alone += 1
            print(f"{case.name}: the interpreter is alone: {said[0]}", flush=True)
            return []
        return [f"{case.name}: {text}, by the interpreter" for text in said]


def compare(arguments, cases, folder):
    """Lines on what differs or is refused. Where a program is refused, its halves are looked at."""
    inputs = [case.inputs for case in cases]
    function = jax.jit(joined(cases), keep_unused=True)
    text = function.lower(inputs).as_text()
    results, error = run_shardc(arguments, text, jax.tree.leaves(inputs), folder)
    if results is None:
        if len(cases) == 1:
            return [f"{cases[0].name}: {error}"]
        half = len(cases) // 2
        return compare(arguments, cases[:half], folder) + compare(arguments, cases[half:], folder)
    lines, at = [], 0
    for case, outputs in zip(cases, function(inputs)):
        own = results[at:at + len(outputs)]
        at += len(outputs)
        for got, output in zip(own, outputs):
            said = difference(case, got, output)
            if said:
                lines.append(f"{case.name}: {said}")
        if arguments.second:
            lines += arguments.second.lines(case, own, outputs)
    return lines


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shardc")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--at-once", type=int, default=40)
    parser.add_argument("--engine", default="compiled")
    parser.add_argument("--interpreter", dest="second", action="store_const", const=Second())
    arguments = parser.parse_args()
    cases = [*single_op_cases.all_cases(), *small_type_cases.all_cases(), *shape_cases.all_cases()]
    cases = [case for case in cases if arguments.only in case.name][:: arguments.every]
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(cases), arguments.at_once):
            found = compare(arguments, cases[first:first + arguments.at_once], pathlib.Path(folder))
            print(*found, sep="\n", end="\n" if found else "", flush=True)
            lines += found
    print(f"{len(cases)} cases: {len(lines)} differ from JAX or are refused")
    if arguments.second:
        arguments.second.interpreter.close()
        print(f"{arguments.second.cases} by the interpreter, too, which is alone with {arguments.second.alone}")
    return 1 if lines or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
