# SPDX-License-Identifier: Apache-2.0
"""Sources of a bundle's runtime for CPUs, joined as the bundle's own CMakeLists.txt joins them: most of
what one takes is to read headers."""
import re
import zlib


def joined_runtime(bundle, folder):
    """Files in `folder` that include what `bundle` has in runtime/, but for what needs MPI or a GPU; they
    are compiled with the bundle's folder in reach. Those of one name have the same text."""
    parts = {}
    for source in sorted((bundle / "runtime").rglob("*.cpp")):
        if source.parent.name == "mpi" or re.search(r"_(cuda|cubin)$", source.stem):
            continue
        place = re.sub(r"/(cpu|threads|start|command_line)$", "", str(source.parent.relative_to(bundle)))
        name = source.stem if source.stem == "data" else place.replace("/", "_")
        parts.setdefault(name, []).append(f'#include "{source.relative_to(bundle)}"\n')
    made = []
    for name, lines in parts.items():
        text = "".join(lines)
        made.append(folder / f"{name}_{zlib.crc32(text.encode()):08x}.cpp")
        made[-1].write_text(text)
    return made
