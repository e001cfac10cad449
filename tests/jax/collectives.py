# SPDX-License-Identifier: Apache-2.0
"""The collectives that docs/limits.md says run in regions of shard_map, tried with JAX.

Usage: collectives.py SHARDC LIMITS

Each is printed as the op that the table of the page LIMITS has beside it, `shardc list ops` has that
op, and the program is right.
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax
import jax.numpy as jnp
from jax import lax
from jax.sharding import AxisType, PartitionSpec as P

FUNCTIONS = {
    "psum": lambda x: lax.psum(x, "a"),
    "pmean": lambda x: lax.pmean(x, "a"),
    "pmax": lambda x: lax.pmax(x, "a"),
    "pmin": lambda x: lax.pmin(x, "a"),
    "psum_scatter": lambda x: lax.psum_scatter(x, "a", scatter_dimension=1, tiled=True),
    "all_gather": lambda x: lax.all_gather(x, "a", tiled=True),
    "all_to_all": lambda x: lax.all_to_all(x, "a", 1, 0, tiled=True),
    "ppermute": lambda x: lax.ppermute(x, "a", [(0, 1), (1, 0)]),
    "pshuffle": lambda x: lax.pshuffle(x, "a", [1, 0, 3, 2]),
    "axis_index": lambda x: x + lax.axis_index("a"),
}


def rows_of(page):
    """The op of each name in the table that begins with psum."""
    table = re.search(r"(?:^\|.*`psum`.*\n)(?:^\|.*\n)*", page.read_text(), re.M).group()
    rows = {}
    for line in table.splitlines():
        names, op = line.strip("|").split("|")
        rows |= {name: op.strip(" `") for name in re.findall(r"`(\w+)`", names)}
    return rows


def printed(function):
    mesh = jax.make_mesh((4,), ("a",), axis_types=(AxisType.Auto,))
    mapped = jax.shard_map(function, mesh=mesh, in_specs=P("a"), out_specs=P("a"), check_vma=False)
    return jax.jit(mapped).lower(jnp.ones((8, 8))).as_text()


def main(shardc, limits):
    rows = rows_of(Path(limits))
    wrong = [f"{name}: in one of table and test" for name in rows.keys() ^ FUNCTIONS.keys()]
    listed = subprocess.run([shardc, "list", "ops"], capture_output=True, text=True).stdout
    with tempfile.TemporaryDirectory() as folder:
        for name in rows.keys() & FUNCTIONS.keys():
            text = printed(FUNCTIONS[name])
            path = Path(folder, "p.mlir")
            path.write_text(text)
            done = subprocess.run([shardc, "check", path], capture_output=True, text=True)
            if f"stablehlo.{rows[name]}" not in text:
                wrong.append(f"{name}: JAX does not print {rows[name]}")
            if not re.search(f"^{rows[name]} .*shard_map", listed, re.M):
                wrong.append(f"{name}: 'list ops' does not have {rows[name]}")
            if done.returncode != 0:
                wrong.append(f"{name}: {done.stderr}")
    print(*wrong, f"{len(rows)} collectives, {len(wrong)} wrong", sep="\n")
    return bool(wrong) or not rows


sys.exit(main(*sys.argv[1:]))
