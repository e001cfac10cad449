# SPDX-License-Identifier: Apache-2.0
"""The tables of docs/shardy-and-xla.md: what shardc makes of the annotated programs, beside others.

Usage: compare.py SHARDC DOCUMENT [--update]

Says what differs between the document's tables and what the compiler says now; --update writes them
anew. Programs that shardc refuses are listed with what it says. All-gathers of all programs are counted:
there may be no more of them than the document says.
"""
import collections
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROGRAMS = Path(__file__).resolve().parent
REGIONS = r"stablehlo\.(while|case|if)$"


def shardc(tool, *words):
    return subprocess.run([tool, *map(str, words)], capture_output=True, text=True, timeout=300)


def annotated(program):
    """The words for a program on the mesh of its annotations, with what its own ops are."""
    ops = PROGRAMS / program / "ops.json"
    return [PROGRAMS / program / "annotated.mlir", *(["-c", ops] if ops.exists() else [])]


def table(header, rows):
    numeric = [bool(rows) and re.match(r"[\d,.]+$", rows[0][column]) for column in range(len(header))]
    lines = [header, ["---:" if right else "---" for right in numeric]]
    return "".join("| " + " | ".join(row) + " |\n" for row in lines + rows)


def number(n):
    return f"{n:,}" if n == int(n) else f"{n:,.1f}"


def counted(kinds):
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())) or "none"


def bytes_row(name, plan):
    """What a device receives, by shardc's plan and in XLA's partitioned program; of branches, in all of them."""
    kinds, moved = collections.Counter(), collections.Counter()
    for collective in plan["collectives"]:
        kinds[collective["kind"].replace("_", "-")] += collective["times"]
        for part in ("payload_bytes", "bound_bytes"):
            moved[part] += collective["times"] * collective[part]
    xla = PROGRAMS / name / "xla.json"
    theirs = json.loads(xla.read_text()) if xla.exists() else None
    return [name, number(moved["payload_bytes"]), number(moved["bound_bytes"]),
            number(theirs["received_bytes_per_device"]) if theirs else "fails",
            counted(kinds), counted(theirs["executed"]) if theirs else ""]


GATHERS = r"of shardc's collectives are (\d+) all-gathers"


def gathers(rows):
    """All-gathers of a table of bytes, those of shardc."""
    cells = [line.split("|")[5] for line in rows.splitlines()[2:]]
    return sum(int(count) for cell in cells for count in re.findall(r"(\d+) all-gather", cell))


def without_shardings(line):
    """Of functions that are called, and of calls: their values have them as well."""
    if not re.match(r"\s*func\.func private\b|.*\bcall @", line):
        return line
    return re.sub(r" \{sdy\.sharding = #sdy\.sharding(_per_value)?<.*?>(\]>)?\}", "", line)


def as_constraints(text):
    """Shardy's explicit moves, as the constraints that they stand for."""
    text = "\n".join(map(without_shardings, text.splitlines())) + "\n"
    text = re.sub(r"\bsdy\.constant\b", "stablehlo.constant", text)
    text = re.sub(r"\bsdy\.reshard\b", "sdy.sharding_constraint", text)
    return re.sub(r"\bsdy\.all_reduce \{[^}]*\} (%\w+) out_sharding=(<.*>) :",
                  r"sdy.sharding_constraint \1 \2 :", text)


def values(module):
    """Per op in order: its name, and the sharding of its first result, without open marks."""
    found = []
    regions = {}  # loops and branches by name: what they give is annotated by constraints
    for line in module.splitlines():
        op = re.match(r"\s*%(\w+)[\w:, #]* = \"?([\w.]+)", line)
        if not op:
            continue
        given = re.search(r"(?:sharding_per_value<\[|sharding_constraint %[\w#]+ )<@\w+, \[(.*?)\]"
                          r"(?:, replicated=\{[^}]*\})?(?:, unreduced=[^>]*)?>", line)
        dims = re.findall(r"\{(.*?)\}", given[1]) if given else None
        if dims is not None:
            dims = [[axis for axis in re.findall(r'"\w+"(?::\(\d+\)\d+)?', dim)] for dim in dims]
        constrained = re.search(r"sharding_constraint %(\w+)(?:#(\d+))?", line)
        if constrained and constrained[1] in regions:
            if constrained[2] in (None, "0"):
                found[regions[constrained[1]]][1] = dims
            continue
        if re.match(REGIONS, op[2]):
            regions[op[1]] = len(found)
        found.append([op[2], dims])
    return found


def spelled(dims):
    return "[" + ", ".join("{" + ", ".join(dim).replace('"', "") + "}" for dim in dims) + "]"


def shardings_row(tool, name, folder):
    """How many values have Shardy's sharding, and which do not."""
    shardy = Path(folder, "shardy.mlir")
    shardy.write_text(as_constraints((PROGRAMS / name / "shardy.mlir").read_text()))
    theirs = values(shardc(tool, "plan", shardy, "--to", "normalise").stdout)
    ours = values(shardc(tool, "plan", *annotated(name), "--to", "propagate").stdout)
    if any(op.startswith("sdy.manual_") for op, _ in ours):
        return [name, "", "", "not compared: a manual region is other ops here"]
    if [op for op, _ in ours] != [op for op, _ in theirs]:
        return [name, "", "", "Shardy leaves other ops"]
    compared = 0
    differ = collections.Counter()
    for (op, mine), (_, wanted) in zip(ours, theirs):
        if re.match(REGIONS, op) and wanted is None:
            continue  # what Shardy says of it is on another value here
        if mine is None or op == "sdy.sharding_constraint":
            continue  # no sharding: a constant, or made of constants alone
        compared += 1
        wanted = wanted or [[] for _ in mine]
        if mine != wanted:
            differ[f"`{op.split('.')[-1]}` {spelled(mine)}, Shardy {spelled(wanted)}"] += 1
    listed = [f"{count} × {text}" if count > 1 else text for text, count in differ.items()]
    return [name, str(compared - differ.total()), str(compared), "; ".join(listed)]


def tables(tool):
    bytes_rows, sharding_rows = [], []
    with tempfile.TemporaryDirectory() as folder:
        for program in sorted(PROGRAMS.glob("*/annotated.mlir")):
            name = program.parent.name
            planned = shardc(tool, "plan", *annotated(name), "--json")
            if planned.returncode:
                sys.exit(f"{name}: {planned.stderr}")
            if "gathered-dimension" in planned.stderr and "all_gather" not in planned.stdout:
                sys.exit(f"{name} gathers nothing, and is warned of: {planned.stderr}")
            bytes_rows.append(bytes_row(name, json.loads(planned.stdout)))
            sharding_rows.append(shardings_row(tool, name, folder))
    return {
        "bytes": table(["program", "shardc", "bound", "XLA", "shardc's collectives", "XLA's"],
                       bytes_rows),
        "shardings": table(["program", "same", "of", "different"], sharding_rows),
    }


def main(tool, document, *options):
    document = Path(document)
    text = new = document.read_text()
    made = tables(tool)
    count, most = gathers(made["bytes"]), int(re.search(GATHERS, text)[1])
    print(f"{count} all-gathers, {most} in the document")
    new = re.sub(GATHERS, lambda m: m[0].replace(m[1], str(count)), new)
    for name, rows in made.items():
        new = re.sub(rf"(<!-- table: {name} -->\n\n)(?:\|.*\n)*", lambda m: m[1] + rows, new)
    if "--update" in options and count <= most:
        document.write_text(new)
        return 0
    old = set(text.splitlines())
    for line in new.splitlines():
        if line not in old:
            print("the compiler says now:\n" + line)
    return new != text


sys.exit(main(*sys.argv[1:]))
