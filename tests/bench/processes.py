#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Collectives of bundles between two processes of one machine, beside MPI's own of the same bytes, in turns.

  processes.py SHARDC [--write docs/benchmarks.md]

Microseconds, the median of five rounds, each the least of many calls. Needs MPI and CMake.
"""
import argparse
import pathlib
import statistics
import subprocess
import tempfile

from pairs import COLLECTIVES, MPIRUN, built, of_bundle
from tables import write

ROUNDS = 5
SIZES = [8 << 10, 256 << 10, 4 << 20, 64 << 20]


def table(shardc, folder):
    alone = folder / "mpi_alone"
    source = pathlib.Path(__file__).with_name("mpi_alone.c")
    subprocess.run(["mpicc", "-O2", source, "-o", alone], check=True)
    lines = ["| collective | bytes | shardc, µs | MPI, µs | shardc's to MPI's |", "| --- | --- | --- | --- | --- |"]
    for size in SIZES:
        calls = max(10, min(2000, (1 << 28) // size))
        programs = {name: built(shardc, folder, name, size) for name in COLLECTIVES}
        ours, theirs = {name: [] for name in COLLECTIVES}, {name: [] for name in COLLECTIVES}
        for _ in range(ROUNDS):
            for name, program in programs.items():
                ours[name].append(of_bundle(program, calls))
            done = subprocess.run([*MPIRUN, alone, str(size), str(calls)], check=True, text=True,
                                  stdout=subprocess.PIPE)
            for name, time in zip(COLLECTIVES, done.stdout.split()):
                theirs[name].append(float(time))
        for name in COLLECTIVES:
            own, other = statistics.median(ours[name]), statistics.median(theirs[name])
            lines.append(f"| {name} | {size:,} | {own:,.1f} | {other:,.1f} | {own / max(other, 0.1):.2f} |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shardc")
    parser.add_argument("--write")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = table(options.shardc, pathlib.Path(folder))
    print(text)
    if options.write:
        write(options.write, "processes", text)


main()
