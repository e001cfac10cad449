# SPDX-License-Identifier: Apache-2.0
"""Runs what a document shows and compares what comes out.

Usage: check.py FOLDER_OF_SHARDC REPOSITORY DOCUMENT [--write]

In blocks marked ```console a line that begins with "$ " is a command (a backslash continues it),
and the lines up to the next one are what it prints; a line "..." stands for any lines. What
scripts/try prints may be shown too: its "+ build/release/cli/shardc" is the "$ shardc" of others.
Commands of one document run in one copy of `samples/`: at its top, or, for a sample's own README, in the
sample's folder. Beside `samples/` lie a copy of `tests/programs/`, `programs/`, and one of `include/`. A block after a line <!-- write: PATH --> is a file that the commands use. A block after a line
<!-- file: PATH --> has to be part of that file when the commands have run; a PATH that begins with
"../" is in the repository. `python` is the one that scripts/install gives JAX.

With --write the document gets what comes out: lines between "..." become the lines most like them. Read
what has changed.
"""
import difflib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path


def commands(text):
    """The commands of a document, each with the lines that it should print."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        found = []
        for line in block.splitlines():
            line = line.replace("+ build/release/cli/shardc ", "$ shardc ")
            if line == "$ scripts/try":
                continue
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif found and found[-1][0].endswith("\\") and not found[-1][1]:
                found[-1] = (found[-1][0][:-1] + line.strip(), [])
            else:
                found[-1][1].append(line)
        yield from found


def agrees(expected, printed):
    """Whether lines are as expected, "..." being any number of them."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "..." else re.escape(line.rstrip()) + r"\n" for line in expected)
    text = "".join(line.rstrip() + "\n" for line in printed)
    return re.fullmatch(pattern, text) is not None


def closest(lines, printed, start):
    """Where in `printed`, from `start` on, as many lines are the most like these."""
    def likeness(at):
        return sum(difflib.SequenceMatcher(None, a, b, autojunk=False).quick_ratio()
                   for a, b in zip(lines, printed[at:at + len(lines)]))
    places = range(start, max(start, len(printed) - len(lines)) + 1)
    return max(places, key=likeness)


def mended(expected, printed):
    """What was printed, without the lines that "..." stands for."""
    if "..." not in expected:
        return printed
    made, at, part = [], 0, []
    for line in expected + ["..."]:
        if line != "...":
            part.append(line)
            continue
        if part:
            at = closest(part, printed, at)
            made += printed[at:at + len(part)]
            at, part = at + len(part), []
        made.append("...")
    return made[:-1]


def run(command, folder, path, work):
    shell = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1",
             "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1", "PATH": f"{path}:{os.environ['PATH']}", "LC_ALL": "C"}
    if shutil.which("ccache"):  # the runtime of one bundle is that of the next
        launcher = Path(__file__).resolve().parents[1] / "support" / "ccache_unity"
        shell |= {"CMAKE_CXX_COMPILER_LAUNCHER": str(launcher), "CCACHE_BASEDIR": str(work),
                  "CCACHE_NOHASHDIR": "1"}
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=shell, text=True, timeout=500,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    if command.startswith("grep ") and not done.stdout:
        return ["grep finds nothing here"]  # which no document wants to say
    return done.stdout.splitlines()


def main(tool, repository, name, write=None):
    tool, repository = Path(tool).resolve(), Path(repository).resolve()
    document = repository / name
    text = document.read_text()
    wrong = checked = 0
    if "](hosts)" in text and run("./hosts true", document.parent, "", "") == ["no network namespaces here"]:
        print(f"{name}: skipped, as there are no network namespaces here")
        return 77
    with tempfile.TemporaryDirectory() as work:
        samples = Path(work, "samples")
        shutil.copytree(Path(repository, "samples"), samples)
        shutil.copytree(Path(repository, "tests", "programs"), Path(work, "programs"))
        shutil.copytree(Path(repository, "include"), Path(work, "include"))
        own = document.parent.parent == repository / "samples"
        folder = samples / document.parent.name if own else Path(work)
        for file, block in re.findall(r"^<!-- write: (\S+) -->\n+```\w+\n(.*?)^```$", text,
                                      re.M | re.S):
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(block)
        for command, expected in commands(text):
            printed = run(command, folder, f"{tool}:{repository}/build/jax/bin", work)
            checked += 1
            if agrees(expected, printed):
                continue
            wrong += 1
            if write:
                # With the command in front, where that is one line: nothing may be expected yet.
                head = f"$ {command}\n" if f"$ {command}\n" in text else ""
                old, new = ("".join(line + "\n" for line in lines)
                            for lines in (expected, mended(expected, printed)))
                text = text.replace(head + old, head + new) if head + old else text
                continue
            print(f"$ {command}\nexpected:\n", *expected, "printed:", *printed, sep="\n")
        for file, block in re.findall(r"^<!-- file: (\S+) -->\n+```\w+\n(.*?)^```$", text,
                                      re.M | re.S):
            checked += 1
            source = Path(repository, file[3:]) if file.startswith("../") else folder / file
            if source.is_file() and block in source.read_text():
                continue
            wrong += 1
            if write:
                lines, all = block.splitlines(), source.read_text().splitlines()
                at = closest(lines, all, 0)
                text = text.replace(block, "".join(l + "\n" for l in all[at:at + len(lines)]))
                continue
            print(f"{file} does not contain:\n{block}")
    if write:
        document.write_text(text)
    print(f"{name}: {checked} commands and excerpts, {wrong} wrong")
    return wrong != 0


sys.exit(main(*sys.argv[1:]))
