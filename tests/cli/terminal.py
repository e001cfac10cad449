# SPDX-License-Identifier: Apache-2.0
"""Long work: what people see of it on a terminal, what a pipe gets, and how it is ended.

Usage: terminal.py SHARDC
"""
import json
import os
import pty
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ERASE = "\r\x1b[K"
STOPPED = "shardc: stopped after 3 s (--timeout)\n"
SUMMARY = "shardc: 'products' ran on 1 device\n"


def products(steps, width):
    """Products one after the other: the reference evaluation takes about `width`^3 / 3e7 s each."""
    names = ["x"] + [f"y{step}" for step in range(steps)]
    return {"shardc": 1, "kind": "program", "name": "products",
            "inputs": [{"name": "x", "shape": [width, width], "dtype": "f32"}],
            "ops": [{"name": to, "op": "matmul", "in": [of, "x"]} for of, to in zip(names, names[1:])],
            "outputs": [names[-1]]}


def on_terminal(command, **variables):
    """What a command writes to standard error where that is a terminal, and its exit code."""
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    environment.update({"TERM": "xterm", **variables})
    ours, theirs = pty.openpty()
    process = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    text = b""
    try:
        while part := os.read(ours, 65536):
            text += part
    except OSError:  # the other end is closed
        pass
    os.close(ours)
    return text.decode().replace("\r\n", "\n"), process.wait()


def check(what, is_so, seen):
    if not is_so:
        print(f"{what}: {seen!r}")
    return 0 if is_so else 1


def check_progress(shardc, medium, slow):
    """`slow` is stopped after the two seconds from which on there is a line."""
    run = [shardc, "run", "--engine", "interp", "--input", "*=ones"]
    stopped = [*run, slow, "--timeout", "3"]
    text, code = on_terminal(stopped)
    line = re.search(r"\rshardc: run \(\d of 8 steps done\), 2 s\x1b\[K", text)
    failures = check("progress is shown", line, text)
    failures += check("it is one line", text.count("\n") == 1, text)
    failures += check("it goes first", text.endswith(ERASE + STOPPED) and code == 5, text)
    for name, value in [("NO_COLOR", "1"), ("TERM", "dumb")]:
        text, _ = on_terminal(stopped, **{name: value})
        failures += check(f"none with {name}={value}", text == STOPPED, text)
    text, _ = on_terminal([*stopped, "-v"])
    failures += check("none with -v", "\r" not in text, text)
    piped = subprocess.run(stopped, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    failures += check("none in a pipe", piped.stderr == STOPPED, piped.stderr)
    text, code = on_terminal([*run, medium])
    whole = re.fullmatch(r"(\rshardc: [^\n]*\x1b\[K)?" + re.escape(SUMMARY), text)
    return failures + check("it leaves no trace", whole and code == 0, text)


def check_deadline(shardc, slow, long, folder):
    """Nothing is left of what takes too long, wherever it is."""
    stopped = "shardc: stopped after {} s (--timeout)\n"
    before = sorted(folder.iterdir())
    failures = 0
    interp = ["--engine", "interp"]
    for seconds, words in [("0.5", ["run", slow, *interp, "--input", "*=ones", "-o", folder / "out.npz"]),
                           ("0.5", ["verify", slow, *interp, "--input", "*=ones"]),
                           ("0.1", ["compile", long, "-o", folder / "bundle"]),
                           ("0.1", ["plan", long, "--json", "-o", folder / "plan.json"])]:
        began = time.monotonic()
        done = subprocess.run([shardc, *words, "--timeout", seconds], capture_output=True, text=True)
        took = time.monotonic() - began
        failures += check(f"{words[0]} stops", done.returncode == 5 and took < 10, (done, took))
        failures += check(f"{words[0]} says so", done.stderr == stopped.format(seconds), done.stderr)
        failures += check(f"{words[0]} prints nothing", done.stdout == "", done.stdout[:100])
    failures += check("nothing is left", sorted(folder.iterdir()) == before, list(folder.iterdir()))
    done = subprocess.run([shardc, "check", slow, "--timeout", "60"], stderr=subprocess.DEVNULL)
    return failures + check("what is done in time is done", done.returncode == 0, done)


def main(shardc):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        medium, slow, long = folder / "medium.json", folder / "slow.json", folder / "long.json"
        medium.write_text(json.dumps(products(8, 224)))
        slow.write_text(json.dumps(products(8, 640)))
        long.write_text(json.dumps(products(20000, 2)))
        failures = check_progress(shardc, medium, slow)
        failures += check_deadline(shardc, slow, long, folder)
    print(f"{failures} failures")
    return failures != 0


sys.exit(main(*sys.argv[1:]))
