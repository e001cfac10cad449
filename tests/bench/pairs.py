# SPDX-License-Identifier: Apache-2.0
"""Programs that are one collective, as bundles: between two devices with MPI in two processes."""
import argparse
import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

COLLECTIVES = {  # how the value lies at first, and then
    "all_reduce": ({"dims": [None, None], "unreduced": ["x"]}, [None, None]),
    "all_gather": (["x", None], [None, None]),
    "all_to_all": (["x", None], [None, "x"]),
}
MPIRUN = ["mpirun", "-np", "2"]
os.environ.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")


def written(folder, name, size, devices=2):
    """The program whose one step is the collective of a value of so many bytes, and its config."""
    config, program = folder / f"{name}.{size}.sharding.json", folder / f"{name}.{size}.json"
    value = {"name": "x", "shape": [size // 4096, 1024], "dtype": "f32"}
    program.write_text(json.dumps(
        {"shardc": 1, "kind": "program", "name": "collective", "inputs": [value], "ops": [], "outputs": ["x"]}))
    before, after = COLLECTIVES[name]
    place = {"place": {"hosts": [0, 1]}} if devices == 2 else {}  # hosts stand for the processes
    config.write_text(json.dumps({"shardc": 1, "kind": "sharding", "mesh": f"x={devices}", **place,
                                  "inputs": {"x": before}, "outputs": {"x": after}}))
    return program, config


@contextlib.contextmanager
def folder_for(builds):
    """Where to build: the one that is asked for, which stays, or one that goes."""
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(builds or made)
        folder.mkdir(exist_ok=True)
        yield folder


def arguments(description):
    """What the benchmarks between two processes are told."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("shardc")
    parser.add_argument("--builds", type=pathlib.Path)
    parser.add_argument("--write")
    return parser


def built(shardc, folder, name, size, devices=2):
    program, config = written(folder, name, size, devices)
    return built_of(shardc, folder, f"{name}.{size}", program, config, devices)


def built_of(shardc, folder, name, program, config, devices=2):
    """The executable of a program's bundle; what has been built before is not built again."""
    bundle, build = folder / name, folder / f"{name}.build"
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    if not build.exists():
        subprocess.run([shardc, "compile", program, "-c", config, "--target", "cpu", "-o", bundle], **quiet)
        subprocess.run(["cmake", "-S", bundle, "-B", build, f"-DWITH_MPI={'ON' if devices == 2 else 'OFF'}"], **quiet)
        subprocess.run(["cmake", "--build", build, "--parallel", "2"], **quiet)
    return next(path for path in build.iterdir() if path.is_file() and os.access(path, os.X_OK))


def of_bundle(program, calls, inputs="*=zeros", *options):
    """Microseconds of the fastest call."""
    done = subprocess.run([*MPIRUN, program, "--input", inputs, "--time", "--repeat", str(calls), *options],
                          check=True, text=True, capture_output=True)
    return float(done.stderr.split("fastest in ")[1].split(" ms")[0]) * 1e3
