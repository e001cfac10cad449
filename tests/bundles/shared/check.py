# SPDX-License-Identifier: Apache-2.0
"""Runs shared libraries of bundles, all in this process, and compares what they make.

Usage: check.py EXPECTED.npz NAME=LIBRARY...

Each has an input x and an output y of the same size; x is 0, 1, 2, ... as `--input x=iota` is.
"""
import ctypes
import sys
import zipfile


def array(npz, name):
    """The bytes of an array in a .npz file, without its header."""
    file = zipfile.ZipFile(npz).read(name + ".npy")
    return file[10 + int.from_bytes(file[8:10], "little"):]


class Program:
    def __init__(self, name, path):
        self.name, self.library = name, ctypes.CDLL(path)
        self.session = ctypes.c_void_p()
        self("create", None, ctypes.byref(self.session))

    def call(self, function, *arguments):
        return getattr(self.library, f"{self.name}_{function}")(*arguments)

    def __call__(self, function, *arguments):
        if self.call(function, *arguments) != 0:
            sys.exit(f"{self.name}_{function}: {self.error()}")

    def error(self):
        line = getattr(self.library, f"{self.name}_error")
        line.restype = ctypes.c_char_p
        return line().decode()


def main(expected, *libraries):
    y = array(expected, "y")
    count = len(y) // ctypes.sizeof(ctypes.c_float)
    x = (ctypes.c_float * count)(*range(count))
    got = ctypes.create_string_buffer(len(y))
    size = ctypes.c_size_t(len(y))
    programs = [Program(*library.split("=")) for library in libraries]
    for program in programs:
        code = program.call("get_output", program.session, 0, got, size)
        if code != 2 or "'y' is not computed" not in program.error():
            sys.exit(f"{program.name}: {code}, {program.error()}")
        program("set_input", program.session, 0, x, size)
    # Each has its own last failure: nothing is shared.
    if programs[-1].call("run", None) != 2 or "no session" not in programs[-1].error():
        sys.exit("ran without a session")
    if len(programs) > 1 and "'y' is not computed" not in programs[0].error():
        sys.exit(f"{programs[0].name} has the error of another: {programs[0].error()}")
    for program in programs:
        program("run", program.session)
    for program in programs:
        program("get_output", program.session, 0, got, size)
        if got.raw != y:
            sys.exit(f"{program.name} makes other numbers")
        getattr(program.library, f"{program.name}_destroy")(program.session)


main(*sys.argv[1:])
