#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Collectives of bundles between two processes of one machine, beside MPI's own of the same bytes, in turns.

  processes.py SHARDC [--write docs/benchmarks.md]

Microseconds, the median of five rounds, each the least of many calls. Needs MPI and CMake.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile

from tables import write

ROUNDS = 5
SIZES = [8 << 10, 256 << 10, 4 << 20, 64 << 20]
COLLECTIVES = {  # how the value lies at first, and then
    "all_reduce": ({"dims": [None, None], "unreduced": ["x"]}, [None, None]),
    "all_gather": (["x", None], [None, None]),
    "all_to_all": (["x", None], [None, "x"]),
}
MPIRUN = ["mpirun", "-np", "2"]


def built(shardc, folder, name, size):
    """The program of a bundle whose one step is the collective."""
    config, program = folder / f"{name}.sharding.json", folder / f"{name}.json"
    value = {"name": "x", "shape": [size // 4096, 1024], "dtype": "f32"}
    program.write_text(json.dumps(
        {"shardc": 1, "kind": "program", "name": name, "inputs": [value], "ops": [], "outputs": ["x"]}))
    before, after = COLLECTIVES[name]
    config.write_text(json.dumps({"shardc": 1, "kind": "sharding", "mesh": "x=2", "inputs": {"x": before},
                                  "outputs": {"x": after}}))
    bundle, build = folder / f"{name}.{size}", folder / f"{name}.{size}.build"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([shardc, "compile", program, "-c", config, "--target", "cpu", "-o", bundle], **quiet)
    subprocess.run(["cmake", "-S", bundle, "-B", build, "-DWITH_MPI=ON"], **quiet)
    subprocess.run(["cmake", "--build", build, "--parallel", "2"], **quiet)
    return build / name


def of_bundle(program, calls):
    done = subprocess.run([*MPIRUN, program, "--input", "*=zeros", "--time", "--repeat", str(calls)],
                          check=True, text=True, capture_output=True)
    return float(done.stderr.split("fastest in ")[1].split(" ms")[0]) * 1e3


def table(shardc, folder):
    os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
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
