#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares which programs shardc takes with which ones StableHLO's own parser and verifier, jaxlib's, take.

  verifier.py SHARDC [--count N] [--seed S] [--only TEXT] PROGRAM...

Programs of one op: those of the given programs and of verifier_seeds.py, changed at random. A program that shardc
says it does not support is no disagreement, one that it calls wrong or takes is. Prints the disagreements, and ends
with 1 if there are any.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")
from jax._src.interpreters.mlir import make_ir_context  # noqa: E402
from jaxlib.mlir import ir  # noqa: E402

import verifier_changes  # noqa: E402
import verifier_seeds  # noqa: E402

WRONG, UNSUPPORTED = 1, 3

# What jaxlib takes and the specification does not say the meaning of, or forbids: an op, and why shardc refuses it.
STRICTER = [
    # Older ops, of which jaxlib looks at next to nothing.
    ("stablehlo.einsum", ""), ("stablehlo.unary_einsum", ""), ("stablehlo.torch_index_select", ""),
    ("stablehlo.dot", "shape-mismatch"), ("stablehlo.dot", "type-mismatch"),
    # Factors of different kinds of numbers, and what only the body of a scatter takes in one type.
    ("stablehlo.dot_general", "type-mismatch"), ("stablehlo.scatter", "type-mismatch"),
    # (C3) of reduce, reduce_window and select_and_scatter: an init has the element type of what is reduced.
    ("stablehlo.reduce", "type-mismatch"), ("stablehlo.reduce_window", "type-mismatch"), ("stablehlo.select_and_scatter", "type-mismatch"),
    # Lengths that are not the operand's, and dimensions that are not as bits divide.
    ("stablehlo.fft", "with these lengths"), ("stablehlo.fft", "'fft_length'"), ("stablehlo.bitcast_convert", "shape-mismatch"),
    # (C3) and (C4) of compare: the type of comparison suits the operands; complex numbers are equal or not.
    ("stablehlo.compare", "'compare_type'"), ("stablehlo.compare", "has no order"),
    # States of rng_bit_generator that its algorithms do not have, and results that follow from these.
    ("stablehlo.rng_bit_generator", "its state has to be"), ("stablehlo.rng_bit_generator", "shape-mismatch"),
    ("chlo.top_k", "'k' -"),
    # Padding of which sums wrap around in 64 bits.
    ("stablehlo.select_and_scatter", "padding -9223372036854775808 is out of range"),
    # Operands that belong to no list.
    ("stablehlo.reduce", "no init for each input"), ("stablehlo.reduce_window", "no init for each input"),
    ("stablehlo.scatter", "no updates for each input"),
    # (C4) of select_and_scatter: windows have elements.
    ("stablehlo.select_and_scatter", "'window_dimensions' has to have positive numbers"),
    # Names without a dialect's: misspelled ones would be passed over.
    ("", "unknown-attribute"),
]


def ops_of(operation):
    for region in operation.regions:
        for block in region.blocks:
            for op in block.operations:
                yield op.operation
                yield from ops_of(op.operation)


def seeds(context, paths):
    """Each op once in each form: of the same attributes' names and types' ranks and elements."""
    found = {}
    for op in map(verifier_seeds.parsed, verifier_seeds.WRITTEN):
        found[op.text()] = op
    for path in paths:
        for operation in ops_of(ir.Module.parse(path.read_text(), context).operation):
            text = operation.get_asm(print_generic_op_form=True, use_local_scope=True)
            if operation.name.split(".")[0] not in ("stablehlo", "chlo") or len(text) > 4000:
                continue
            if operation.name in ("stablehlo.return", "stablehlo.custom_call", "stablehlo.composite"):
                continue
            op = verifier_seeds.parsed(text)
            if verifier_seeds.uses_outside(op):
                continue
            form = (op.name, len(op.regions), tuple(name for name, _ in op.attributes),
                    tuple(re.sub(r"\d+(?=x)", "n", t) for t in op.operands + op.results))
            found.setdefault(form, op)
    return list(found.values())


def judge(context, programs, pipe):
    """Writes, for each program, how jaxlib prints it, or nothing where it does not take it."""
    for text in programs:
        signal.alarm(20)
        try:
            with context:
                printed = str(ir.Module.parse(text))
                ir.Module.parse(printed)  # of a reduce with an init too many it prints what it does not read
        except ir.MLIRError:
            printed = ""
        pipe.write(json.dumps(printed) + "\n")
        pipe.flush()


def judged(context, programs):
    """What `judge` writes, by a process of its own: there are programs on which jaxlib ends, or does not. These have None."""
    found = []
    while len(found) < len(programs):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            judge(context, programs[len(found):], os.fdopen(writing, "w"))
            os._exit(0)
        os.close(writing)
        found += [json.loads(line) for line in os.fdopen(reading)]
        if os.waitpid(child, 0)[1] != 0:
            found.append(None)
    return found


def verdict(shardc, text, path):
    """Of shardc: an exit code, and what it says."""
    path.write_text(text)
    done = subprocess.run([shardc, "plan", path, "--to=normalise", "-o", os.devnull], capture_output=True, text=True)
    return done.returncode, done.stderr


def first_line(said):
    return next((line for line in said.splitlines() if "error" in line), said).strip()


def is_stricter(text, said):
    return any(re.search(rf"{op}\b", text) and reason in said for op, reason in STRICTER)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("shardc")
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    arguments = parser.parse_args()
    context = make_ir_context()
    context.enable_multithreading(False)  # the process forks
    dice = random.Random(arguments.seed)
    by_name = collections.defaultdict(list)
    for op in seeds(context, arguments.programs):
        if arguments.only in op.name:
            by_name[op.name].append(op)
    names = sorted(by_name)
    programs = list(dict.fromkeys(
        verifier_changes.changed(dice, dice.choice(by_name[names[i % len(names)]]), context) for i in range(arguments.count)))
    printed = judged(context, programs)
    lines, unsupported, stricter, crashed = [], 0, 0, printed.count(None)
    # Every second program that is valid is shown to shardc as jaxlib prints it.
    programs = [(shown if shown and i % 2 else text, bool(shown))
                for i, (text, shown) in enumerate(zip(programs, printed)) if shown is not None]
    taken = sum(is_taken for _, is_taken in programs)
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        paths = [pathlib.Path(folder) / f"{i}.mlir" for i in range(len(programs))]
        verdicts = pool.map(verdict, [arguments.shardc] * len(paths), [text for text, _ in programs], paths)
        for (text, is_taken), (code, said) in zip(programs, verdicts):
            unsupported += code == UNSUPPORTED
            if is_taken and code == WRONG and is_stricter(text, said):
                stricter += 1
            elif code != UNSUPPORTED and code != (0 if is_taken else WRONG):
                lines.append(f"{'taken' if is_taken else 'rejected'} by jaxlib, {code} of shardc: {first_line(said)}\n{text}")
    print(*lines, sep="\n", end="\n" if lines else "")
    print(f"{len(programs)} programs of {len(names)} ops, {taken} of which jaxlib takes: {unsupported} not supported, "
          f"{stricter} without a meaning, {len(lines)} judged otherwise; jaxlib crashed on {crashed} more")
    return 1 if lines or not 0 < taken < len(programs) else 0


if __name__ == "__main__":
    sys.exit(main())
