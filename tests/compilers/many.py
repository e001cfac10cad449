# SPDX-License-Identifier: Apache-2.0
"""Many bundles in one build: a program that runs the one which its first argument names.

Kernels of all bundles are one file of includes for each set of instructions, compiled with the flags
that a bundle's own CMakeLists.txt gives a compiler; all else of the bundles (steps, tables,
launchers) is another file. So each compiler makes one program, which has all sets.
"""
import concurrent.futures
import filecmp
import os
import pathlib
import platform
import re
import shlex
import shutil
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from bundle_flags import flags_of
from joined_runtime import joined_runtime

SHARDC, SOURCE = os.environ["SHARDC"], pathlib.Path(os.environ["SOURCE"])
FOLDER = pathlib.Path(os.environ["FOLDER"])
COMPILERS = ["g++", "clang++"]
SETS = ["baseline", "avx2", "avx512"] if platform.machine() == "x86_64" else ["baseline"]
NEEDS = {"baseline": set(), "avx2": {"avx2", "fma"},
         "avx512": {"avx512f", "avx512bw", "avx512dq", "avx512vl"}}
LAUNCHER = shlex.split(os.environ.get("LAUNCHER", ""))
SKIPPED = 77  # as an exit code


def said(command, **more):
    """What a command says; where it fails, that is the end."""
    done = subprocess.run([str(each) for each in command], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode:
        raise SystemExit(f"{shlex.join(map(str, command))}\n{done.stdout}exit {done.returncode}")
    return done.stdout


def at_once(task, items):
    """The results of a task for each item, two at a time."""
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        return list(pool.map(task, items))


def found(compiler):
    """Where it is; of Clang that which shardc is built by, if it is."""
    own = os.environ.get("CXX", "")
    return own if compiler == "clang++" and "clang" in own else shutil.which(compiler)


def has(instructions):
    """Whether this processor has the set."""
    flags = re.search(r"^flags\s*:(.*)$", pathlib.Path("/proc/cpuinfo").read_text(), re.M)
    return NEEDS[instructions] <= set(flags.group(1).split() if flags else ())


def missing(compiler, instructions):
    """Why this pair cannot be tried here, if so."""
    if not found(compiler):
        return f"there is no {compiler} here"
    return "" if has(instructions) else f"this processor has no {instructions}"


def kernel_flags(bundle, compiler, folder):
    """What the bundle's CMakeLists.txt has the compiler take for the kernels of each set."""
    flags = {}
    for source, words in flags_of(bundle, compiler, folder).items():
        set_ = re.fullmatch(r".*\.kernels(?:\.(\w+))?\.cpp", source)
        if set_:
            flags[set_[1] or "baseline"] = [word for word in words if not word.startswith("-I")]
    return flags


class Many:
    """Bundles in one folder. `programs`: by name what shardc is told of each, a list; `inputs`: the
    same of inputs."""

    def __init__(self, folder, programs, inputs):
        self.folder, self.programs, self.inputs = folder, programs, inputs

    def write(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        at_once(lambda name: said([SHARDC, "compile", *self.programs[name], "--name", name,
                                   "--target", "cpu", "-o", self.folder / name]), self.programs)
        for name in self.programs:
            for file in (self.folder / name / "runtime").rglob("*.*"):
                shared = self.folder / file.relative_to(self.folder / name)
                shared.parent.mkdir(parents=True, exist_ok=True)
                if not shared.exists():
                    shared.symlink_to(file)
        (self.folder / "kernels.cpp").write_text(
            "".join(f'#include "{name}/src/{name}.kernels.cpp"\n' for name in self.programs))
        (self.folder / "rest.cpp").write_text(self.rest())

    def rest(self):
        """Steps, tables and launchers, and a main()."""
        lines = ["#include <string_view>"]
        for name in self.programs:
            lines += [f'#define SHARDC_DATA "{self.folder / name / "data"}"']
            for part in ("constants", "devices", "calls", "step", "launch"):
                file = f"{name}/src/{name}.{part}.cpp"
                lines += [f'#include "{file}"'] if (self.folder / file).exists() else []
            lines += ["#undef SHARDC_DATA"]
        lines += ['#include "runtime/host/command_line/launcher.h"', "int main(int argc, char **argv) {",
                  "  const std::string_view name = argv[1];"]
        lines += [f'  if (name == "{name}") return shardc::runtime::command_line('
                  f"{name}::program(), argc - 1, argv + 1);" for name in self.programs]
        return "\n".join([*lines, "  return 2;", "}", ""])

    def expect(self, engine):
        """What shardc itself gives."""
        (self.folder / engine).mkdir()
        at_once(lambda name: said([SHARDC, "run", *self.programs[name], "--target", "cpu",
                                   *self.inputs[name], "--engine", engine, "-o",
                                   self.folder / engine / f"{name}.npz"]), self.programs)

    def build(self, compiler, more=()):
        """What is not a kernel is not optimised."""
        place = self.folder / f"by_{compiler}"
        flags = kernel_flags(self.folder / next(iter(self.programs)), found(compiler), place)
        tasks = [(self.folder / "kernels.cpp", [*flags[name], f"-DSHARDC_ISA={name}"])
                 for name in SETS]
        tasks += [(source, [*flags["baseline"], "-O0"]) for source in
                  [self.folder / "rest.cpp", *joined_runtime(self.folder, place)]]

        def compiled(numbered):
            number, (source, own) = numbered
            made = place / f"{number}.o"
            said([*LAUNCHER, found(compiler), *own, "-w", *more, f"-I{self.folder}", "-c", source,
                  "-o", made])
            return made

        objects = at_once(compiled, list(enumerate(tasks)))
        said([found(compiler), *objects, *more, "-pthread", "-o", place / "program"])

    def differing(self, made, expected):
        """Lines on the programs whose outputs are not the same files."""
        return [f"{name}: {self.folder / made / name}.npz differs from {expected}'s"
                for name in self.programs
                if not filecmp.cmp(self.folder / expected / f"{name}.npz",
                                   self.folder / made / f"{name}.npz", shallow=False)]

    def run(self, compiler, instructions):
        """Runs all; lines on those that differ from the interpreter."""
        place = self.folder / f"by_{compiler}"
        (place / instructions).mkdir(exist_ok=True)
        at_once(lambda name: said([place / "program", name, *self.inputs[name], "-o",
                                   place / instructions / f"{name}.npz"],
                                  env={**os.environ, "SHARDC_ISA": instructions}), self.programs)
        return self.differing(f"by_{compiler}/{instructions}", "interp")
