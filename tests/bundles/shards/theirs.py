# theirs.py FILE.npz: .safetensors files of what it has, as others write them, and some that are broken.
import json
import sys

import arrays

values = arrays.read(sys.argv[1])
KINDS = {"f": "F32", "h": "BF16", "n": "I8", "t": "BOOL", "s": "F64", "e": "I8", "q": "U8"}


def whole(header, data):
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def write(path, kinds, cut=0):
    header, data = {"__metadata__": {"format": "pt", "\u00e9": "\\ \U0001f600"}}, b""
    for name, kind in kinds.items():
        shape, elements = values[name]
        begin, data = len(data), data + b"".join(elements)
        header[name] = {"dtype": kind, "shape": shape, "data_offsets": [begin, len(data)]}
    file = whole(header, data)
    open(path, "wb").write(file[: len(file) - cut])


write("theirs.safetensors", KINDS)
write("short.safetensors", {"s": "F64"}, 1)
write("strange.safetensors", {"s": "F99"})
write("other.safetensors", {"s": "I64"})
write("less.safetensors", {"f": "F64"})
open("text.safetensors", "wb").write(b"1234567")
open("open.safetensors", "wb").write((7).to_bytes(8, "little") + b'{"a": 1')
