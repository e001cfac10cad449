#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What `plan --machine` estimates of collectives between two processes, beside what they take.

  links.py SHARDC [--builds FOLDER] [--write docs/benchmarks.md]

The machine is `cpu` with what a ping-pong finds: the network, the last cache, memory, and what writing takes
where the other has read; and a processor's share of the last cache. Between any two collectives, each the
least of many calls, is a ping-pong: where the two around one are not alike the machine changed meanwhile,
and it does not count. A row is the run whose ratio is the median of five. Needs MPI and CMake. With
--builds what is built is kept, and only what is not there is built.
"""
from pairs import COLLECTIVES, arguments, built, folder_for, of_bundle, written
from tables import write
from two_processes import PingPongs, estimated, machine

ROUNDS, TRIES = 5, 25
SIZES = [32 << 10, 256 << 10, 1 << 20, 4 << 20]


def runs(shardc, folder, programs):
    """Of those that count, by (collective, bytes): the ratio, the estimate, what was taken, what was written again."""
    counted = {case: [] for case in programs}
    pings = PingPongs(folder)
    for _ in range(TRIES):
        for (name, size), rows in counted.items():
            if len(rows) == ROUNDS:
                continue
            calls = max(10, min(1000, (1 << 26) // size))
            took, means = pings.around(lambda: of_bundle(programs[name, size], calls))
            if means:
                numbers = machine(shardc, folder, means)
                guess = estimated(shardc, *written(folder, name, size), numbers)["moves"] * 1e6
                rows.append((guess / took, guess, took, means[5] / 1e9))
    return counted


def table(shardc, folder):
    programs = {(name, size): built(shardc, folder, name, size) for size in SIZES for name in COLLECTIVES}
    lines = ["| collective | bytes | estimated, µs | measured, µs | ratio | all ratios | written again, GB/s |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    for (name, size), rows in runs(shardc, folder, programs).items():
        if len(rows) < ROUNDS:
            raise SystemExit(f"the machine changed around {name} of {size} bytes all but {len(rows)} of {TRIES} times")
        ratio, guess, took, again = sorted(rows)[ROUNDS // 2]
        lines.append(f"| {name} | {size:,} | {guess:,.1f} | {took:,.1f} | {ratio:.2f} | "
                     f"{min(rows)[0]:.2f} to {max(rows)[0]:.2f} | {again:.1f} |")
    return "\n".join(lines)


def main():
    options = arguments(__doc__).parse_args()
    with folder_for(options.builds) as folder:
        text = table(options.shardc, folder)
    print(text)
    if options.write:
        write(options.write, "links", text)


main()
