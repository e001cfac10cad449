#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""names_once [FOLDER]: no two files define types of one name in one namespace.

Compilers do not say so where no file includes both, and linkers keep one of the two destructors.
"""
import collections
import pathlib
import re
import sys

FOLDERS = ("frontend", "analysis", "codegen", "cli", "runtime_stub")
TOKENS = re.compile(r"namespace\s*([\w:]*)\s*\{"
                    r"|\b(?:struct|class|enum class)\s+(\w+)(?:\s+final)?(?:\s*:(?!:)[^{};]*)?\s*\{|[{}]")


def code_of(path):
    """The text without comments and literals."""
    text = re.sub(r"//[^\n]*", "", path.read_text())
    text = re.sub(r'R"(\w*)\(.*?\)\1"', '""', text, flags=re.S)
    text = re.sub(r'"(\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"'(\\.|[^'\\\n])'", "0", text)


def types_of(path):
    """The types that other files could see, with their namespaces."""
    around = []  # namespaces; None: something else in braces
    for token in TOKENS.finditer(code_of(path)):
        if token[0] == "}":
            around = around[:-1]
        elif token[0].startswith("namespace"):
            around.append(token[1] or "(anonymous)")
        else:
            if token[2] and None not in around and "(anonymous)" not in around:
                yield "::".join([*around, token[2]])
            around.append(None)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    files = collections.defaultdict(set)
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                for name in types_of(path):
                    files[name].add(str(path.relative_to(root)))
    if len(files) < 200:
        sys.exit(f"{len(files)} types are too few: the files are not read")
    twice = {name: where for name, where in files.items() if len(where) > 1}
    for name, where in sorted(twice.items()):
        print(f"{name} is defined in {', '.join(sorted(where))}")
    return bool(twice)


if __name__ == "__main__":
    sys.exit(main())
