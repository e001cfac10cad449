#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Microseconds of an all-reduce of 4 KB between 8 devices of one process, alone, by 1 and 2 threads.

  threads.py SHARDC

The median of five runs of threads.cpp. Needs CMake.
"""
import pathlib
import statistics
import subprocess
import sys
import tempfile

from pairs import built

RUNS, DEVICES, SIZE = 5, 8, 4 << 10


def main():
    with tempfile.TemporaryDirectory() as made:
        folder = pathlib.Path(made)
        build = built(sys.argv[1], folder, "all_reduce", SIZE, DEVICES).parent
        bundle, program = folder / f"all_reduce.{SIZE}", folder / "threads"
        source = pathlib.Path(__file__).with_name("threads.cpp")
        subprocess.run(["g++", "-std=c++20", "-O2", "-DSHARDC_BACKEND=cpu", "-I", bundle, "-I", bundle / "src",
                        source, build / "libcollective.a", "-pthread", "-o", program], check=True)
        for threads in 1, 2:
            runs = [float(subprocess.run([program, str(threads)], check=True, text=True,
                                         stdout=subprocess.PIPE).stdout) for _ in range(RUNS)]
            print(f"{threads} thread{'s'[:threads - 1]}: {statistics.median(runs):.2f} µs")


main()
