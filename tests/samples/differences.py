# SPDX-License-Identifier: Apache-2.0
"""Whether docs/differences.md has each of pmap's capabilities and errors once, and names tests there are.

Usage: differences.py REPOSITORY
"""
import re
import sys
from pathlib import Path


def main(repository):
    page = Path(repository, "docs/differences.md").read_text()
    numbers = re.findall(r"^\| ([PE]\d+) \|", page, re.M)
    wrong = [] if numbers == [f"P{k}" for k in range(1, 67)] + [f"E{k}" for k in range(1, 47)] else [
        "the numbers are not P1 to P66 and E1 to E46, each once"]
    files = [path for pattern in ("**/*_test.cpp", "**/CMakeLists.txt")
             for path in Path(repository, "tests").glob(pattern)]
    sources = "\n".join(path.read_text() for path in files)
    known = set(re.findall(r"^TEST(?:_[FP])?\(\w+,\s*(\w+)\)", sources, re.M))
    known |= set(re.findall(r"(?:add_test\(NAME|shardc_bundle_test\()\s*(\w+)", sources))
    for line in page.splitlines():
        row = re.match(r"\| ([PE]\d+) \|.*\|(.*)\|$", line)
        if not row:
            continue
        tests = re.findall(r"`(\w+)`", " ".join(re.findall(r"tests? (?:`\w+`(?:, )?)+", row[2])))
        wrong += [f"{row[1]}: there is no test {test}" for test in tests if test not in known]
    print(*wrong, f"{len(numbers)} rows, {len(wrong)} wrong", sep="\n")
    return bool(wrong)


sys.exit(main(*sys.argv[1:]))
