# SPDX-License-Identifier: Apache-2.0
"""What train.py's program begins with, and what it learns: sequences, in which each number follows from
the one before.

    python data.py STEPS

Writes start/, an array in a file for each input by its path, and tokens.npy, a batch for each step.
"""
import math
import random
import struct
import sys
from pathlib import Path

VOCABULARY, WIDTH, HEADS, BLOCKS, BATCH, LENGTH = 64, 32, 4, 2, 8, 16

PARAMETERS = {
    "embedding": (VOCABULARY, WIDTH),
    "qkv": (BLOCKS, WIDTH, 3, HEADS, WIDTH // HEADS),
    "out": (BLOCKS, HEADS, WIDTH // HEADS, WIDTH),
    "up": (BLOCKS, WIDTH, 4 * WIDTH),
    "down": (BLOCKS, 4 * WIDTH, WIDTH),
}


def write(path, code, shape, numbers):
    """A .npy file; `code` is "f" or "i"."""
    header = f"{{'descr': '<{code}4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header = header.ljust(117) + "\n"
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() +
                     struct.pack(f"<{len(numbers)}{code}", *numbers))


def sequence(dice):
    number = dice.randrange(VOCABULARY)
    for _ in range(LENGTH + 1):
        yield number
        number = (3 * number + 1) % VOCABULARY


steps, dice = int(sys.argv[1]), random.Random(1)
write("tokens.npy", "i", (steps, BATCH, LENGTH + 1),
      [number for _ in range(steps * BATCH) for number in sequence(dice)])
write("start/count.npy", "f", (), [0.0])
for name, shape in PARAMETERS.items():
    count = math.prod(shape)
    write(f"start/params/{name}.npy", "f", shape, [dice.gauss(0, 1) for _ in range(count)])
    for moment in ("mean", "square"):
        write(f"start/{moment}/{name}.npy", "f", shape, [0.0] * count)
