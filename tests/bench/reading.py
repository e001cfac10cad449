#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times how long shardc and jaxlib take to parse and verify the same texts, in turns.

  reading.py SHARDC_BENCH PROGRAM.mlir... [--rounds N] [--write docs/benchmarks.md]

Seconds of the processor, without making contexts. A round is a process of each side that reads the text
some times, each time into a context of its own: its first time counts apart, as code is new to the
processor then, and the median of all. Needs `jaxlib`.
"""
import argparse
import datetime
import importlib.metadata
import pathlib
import statistics
import subprocess
import sys
import time

from tables import processor, write

TIMES = 9


def read_by_jaxlib(path):
    from jaxlib.mlir import ir
    from jaxlib.mlir._mlir_libs import _jax_mlir_ext
    from jaxlib.mlir.dialects import chlo, sdy, stablehlo

    registry = ir.DialectRegistry()
    _jax_mlir_ext.register_dialects(registry)
    text = pathlib.Path(path).read_text()
    for _ in range(TIMES):
        context = ir.Context()
        context.append_dialect_registry(registry)
        for dialect in (sdy, stablehlo, chlo):
            dialect.register_dialect(context)
        context.load_all_available_dialects()
        with context:
            start = time.process_time()
            ir.Module.parse(text)
            print(time.process_time() - start)


def seconds(command):
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    each = [float(line) for line in out.split()]
    return each[0], statistics.median(each)


def row(bench, path, rounds):
    ours, theirs = [], []
    for _ in range(rounds):
        ours.append(seconds([bench, "--read", path, str(TIMES)]))
        theirs.append(seconds([sys.executable, __file__, "--child", path]))
    first, again = ([statistics.median(each[k] for each in side) * 1e3 for side in (ours, theirs)] for k in (0, 1))
    lines = pathlib.Path(path).read_text().count("\n")
    return (f"| {pathlib.Path(path).parent.name} | {lines:,} | {again[0]:.1f} | {again[1]:.1f} | {again[0] / again[1]:.2f} | "
            f"{first[0]:.1f} | {first[1]:.1f} | {first[0] / first[1]:.2f} |")


def main():
    if sys.argv[1:2] == ["--child"]:
        return read_by_jaxlib(sys.argv[2])
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("bench", help="the program shardc_bench, of a release build")
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--write", metavar="FILE", help="replace the table in this file")
    options = parser.parse_args()
    lines = [f"{datetime.date.today()}, {processor()}, jaxlib {importlib.metadata.version('jaxlib')}; medians of "
             f"{options.rounds} rounds in milliseconds of the processor.", "",
             "| program | lines | shardc | jaxlib | ratio | first time, shardc | jaxlib | ratio |", "| --- " * 8 + "|"]
    for path in options.programs:
        lines.append(row(options.bench, path, options.rounds))
        print(lines[-1], flush=True)
    if options.write:
        write(options.write, "reading", "\n".join(lines))


main()
