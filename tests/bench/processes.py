#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Collectives of bundles between two processes of one machine, in turns with MPI's own of the same bytes.

  processes.py SHARDC [--builds FOLDER] [--write docs/benchmarks.md]

Microseconds of a call, the median of five runs of beside_mpi.c. Needs MPI and CMake. With --builds what is
built is kept, and only what is not there is built.
"""
import pathlib
import statistics
import subprocess

from pairs import COLLECTIVES, MPIRUN, arguments, built, folder_for
from tables import write

RUNS = 5
ROUNDS = {8 << 10: (50, 2000), 256 << 10: (5, 1000), 4 << 20: (1, 300), 64 << 20: (1, 20)}  # by bytes: calls, rounds


def both(shardc, folder, name, size):
    """The program that calls a bundle's collective and MPI's."""
    build = built(shardc, folder, name, size).parent
    source, program = pathlib.Path(__file__).with_name("beside_mpi.c"), folder / f"{name}.{size}.both"
    subprocess.run(["mpicxx", "-O2", "-x", "c", "-I", folder / f"{name}.{size}" / "include", source, "-x", "none",
                    build / "libcollective.a", "-pthread", "-o", program], check=True)
    return program


def table(shardc, folder):
    programs = {(name, size): both(shardc, folder, name, size) for size in ROUNDS for name in COLLECTIVES}
    lines = ["| collective | bytes | shardc, µs | MPI, µs | shardc's to MPI's |", "| --- | --- | --- | --- | --- |"]
    for (name, size), program in programs.items():
        command = [*MPIRUN, program, name, size, *ROUNDS[size]]
        runs = [subprocess.run(map(str, command), check=True, text=True, stdout=subprocess.PIPE).stdout.split()
                for _ in range(RUNS)]
        own, other = (statistics.median(map(float, times)) for times in zip(*runs))
        lines.append(f"| {name} | {size:,} | {own:,.2f} | {other:,.2f} | {own / other:.2f} |")
    return "\n".join(lines)


def main():
    options = arguments(__doc__).parse_args()
    with folder_for(options.builds) as folder:
        text = table(options.shardc, folder)
    print(text)
    if options.write:
        write(options.write, "processes", text)


main()
