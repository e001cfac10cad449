# SPDX-License-Identifier: Apache-2.0
"""Every program on random meshes with random shardings, against its known results.

Usage: at_random.py SHARDC FIRST COUNT

Inputs and outputs get shardings that nobody would choose: any axis on any dimension, whether it
divides or not; and --numerics is any. The same seed gives the same configs on every machine. One that
fails is printed.
"""
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent
MESHES = [{"x": 2}, {"x": 3}, {"x": 4}, {"x": 5}, {"x": 6}, {"x": 2, "y": 2}, {"x": 2, "y": 3},
          {"x": 4, "y": 2}, {"x": 2, "y": 2, "z": 2}]
NUMERICS = ["exact", "exact", "strict", "fast"]
TENSOR = re.compile(r"tensor<((?:\d+x)*)[a-z]\w*(?:<\w+>)?>")


def ranks(text):
    """Of the inputs, then of the outputs."""
    inputs, outputs = re.search(r"@main\((.*)\) -> (.*) \{$", text, re.M).groups()
    return [[dims.count("x") for dims in TENSOR.findall(part)] for part in (inputs, outputs)]


def sharding(choice, mesh, rank):
    dims = [[] for _ in range(rank)]
    for axis in choice.sample(sorted(mesh), len(mesh)):
        if rank and choice.random() < 0.6:
            dims[choice.randrange(rank)].append(axis)
    return [axes + ["?"] if choice.random() < 0.5 else axes or None for axes in dims]


def config(choice, program):
    mesh = choice.choice(MESHES)
    inputs, outputs = ranks(program.read_text())
    named = lambda name, all_ranks: {
        f"{name}{n}": sharding(choice, mesh, rank) for n, rank in enumerate(all_ranks)
        if choice.random() < 0.7}
    return {"shardc": 1, "kind": "sharding", "mesh": ", ".join(f"{a}={n}" for a, n in mesh.items()),
            "inputs": named("arg", inputs), "outputs": named("out", outputs)}


def run(tool, folder, program, given, numerics):
    tolerance = json.loads((folder / "case.json").read_text())["relative_tolerance"]
    if numerics == "fast":  # parts of sums may be rounded before they are combined
        tolerance *= 8
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(given, file)
        file.flush()
        return subprocess.run(
            [tool, "verify", program, "-c", file.name, "--numerics", numerics,
             "--input", folder / "inputs.npz", "--expect", folder / "expected.npz", "--rtol", str(tolerance)],
            capture_output=True, text=True, timeout=300)


def main():
    tool, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    programs = sorted(PROGRAMS.glob("*/program.mlir"))
    failed = 0
    for seed in range(first, first + count):
        for program in programs:
            given = config(random.Random(f"{seed} {program.parent.name}"), program)
            numerics = random.Random(f"numerics {seed} {program.parent.name}").choice(NUMERICS)
            result = run(tool, program.parent, program, given, numerics)
            if result.returncode:
                failed += 1
                print(f"{program.parent.name}, seed {seed}, {numerics}, exit code {result.returncode}\n"
                      f"{json.dumps(given)}\n{result.stdout}{result.stderr}")
    print(f"{count * len(programs)} configs of {len(programs)} programs, {failed} failed")
    return failed > 0


sys.exit(main())
