# SPDX-License-Identifier: Apache-2.0
"""What a bundle's own CMakeLists.txt has a compiler take."""
import json
import pathlib
import shlex
import subprocess


def flags_of(bundle, compiler, folder, *settings):
    """By name of each source of the bundle's library and program; `folder` is for CMake."""
    subprocess.run(["cmake", "-S", bundle, "-B", folder, "-DBACKEND=cpu",
                    f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON",
                    *settings], check=True, stdout=subprocess.DEVNULL)
    flags = {}
    for each in json.loads((pathlib.Path(folder) / "compile_commands.json").read_text()):
        words = shlex.split(each["command"])[1:]
        flags[pathlib.Path(each["file"]).name] = words[:words.index("-o")]
    return flags
