# SPDX-License-Identifier: Apache-2.0
"""Where tables of times go, and what they say of the machine."""
import platform


def processor():
    """The processor's name and its cores."""
    with open("/proc/cpuinfo") as info:
        names = [line.split(":")[1].strip() for line in info if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else platform.processor()


def write(path, name, text):
    """Puts a table between the marks of its name in a document."""
    begin, end = f"<!-- {name}: begin -->", f"<!-- {name}: end -->"
    with open(path) as file:
        before, rest = file.read().split(begin)
    after = rest.split(end)[1]
    with open(path, "w") as file:
        file.write(f"{before}{begin}\n{text}\n{end}{after}")
