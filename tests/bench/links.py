#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plan --machine` estimates of collectives between two processes, beside what they take.

  links.py SHARDC [--builds FOLDER] [--write docs/benchmarks.md]

The machine is `cpu` with what a ping-pong finds: the network, the last cache, memory, and what writing takes
where the other has read; and a processor's share of the last cache. Microseconds, the median of five
rounds, each the least of many calls. Needs MPI and CMake. With --builds what is built is kept, and only
what is not there is built.
"""
import argparse
import json
import pathlib
import statistics
import subprocess
import tempfile

from pairs import COLLECTIVES, MPIRUN, built, of_bundle, written
from tables import write

ROUNDS = 5
SMALL = 12 << 10  # bytes that the runtime sends without asking the receiver first (processes_mpi.cpp)
SIZES = [32 << 10, 256 << 10, 1 << 20, 4 << 20]


def last_cache():
    """Bytes of the last cache for each of the processors that share it."""
    caches = pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")
    last = max(caches, key=lambda cache: int((cache / "level").read_text()))
    ends = [part.split("-") for part in (last / "shared_cpu_list").read_text().split(",")]
    return (int((last / "size").read_text().strip().removesuffix("K")) << 10) // sum(
        int(end[-1]) - int(end[0]) + 1 for end in ends)


def machine(shardc, folder):
    """A file of this machine."""
    source, program = pathlib.Path(__file__).with_name("ping_pong.c"), folder / "ping_pong"
    subprocess.run(["mpicc", "-O2", source, "-o", program], check=True)
    runs = [subprocess.run([*MPIRUN, program], check=True, text=True, stdout=subprocess.PIPE).stdout.split()
            for _ in range(ROUNDS)]
    small, message, bandwidth, cache, memory, rewrite, own = (statistics.median(map(float, numbers))
                                                              for numbers in zip(*runs))
    last = last_cache()
    text = subprocess.run([shardc, "list", "machines", "cpu"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    numbers = json.loads(text)
    numbers.update(name="pair", network_small_message=small, network_small=SMALL, network_message=message,
                   network_bandwidth=bandwidth, last_cache_bandwidth=cache, cache=last, memory_bandwidth=memory,
                   own_cache=own, network_rewrite_bandwidth=rewrite)
    path = folder / "pair.json"
    path.write_text(json.dumps(numbers))
    said = (f"A message takes {message * 1e6:.2f} µs, a small one {small * 1e6:.2f}, and {bandwidth / 1e9:.1f} GB/s "
            f"more;\n{last >> 20} MB of the last cache have {cache / 1e9:.1f} GB/s, memory {memory / 1e9:.1f}; what another "
            f"has read is written at {rewrite / 1e9:.1f} GB/s,\nas far as {own / (1 << 20):.1f} MB of caches hold it.")
    return path, said


def estimated(shardc, folder, name, size, numbers):
    program, config = written(folder, name, size)
    done = subprocess.run([shardc, "plan", program, "-c", config, "--json", "--machine", numbers], check=True,
                          text=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["seconds"]["moves"] * 1e6


def table(shardc, folder):
    programs = {(name, size): folder / f"{name}.{size}.build" / "collective" for size in SIZES for name in COLLECTIVES}
    for (name, size), program in programs.items():
        if not program.exists():
            built(shardc, folder, name, size)
    numbers, said = machine(shardc, folder)
    lines = ["| collective | bytes | estimated, µs | measured, µs | ratio |", "| --- | --- | --- | --- | --- |"]
    for (name, size), program in programs.items():
        calls = max(10, min(1000, (1 << 26) // size))
        took = statistics.median(of_bundle(program, calls) for _ in range(ROUNDS))
        guess = estimated(shardc, folder, name, size, numbers)
        lines.append(f"| {name} | {size:,} | {guess:,.1f} | {took:,.1f} | {guess / took:.2f} |")
    return said + "\n\n" + "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("shardc")
    parser.add_argument("--builds", type=pathlib.Path)
    parser.add_argument("--write")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = options.builds or pathlib.Path(made)
        folder.mkdir(exist_ok=True)
        text = table(options.shardc, folder)
    print(text)
    if options.write:
        write(options.write, "links", text)


main()
