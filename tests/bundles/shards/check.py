# check.py FOLDER DEVICES RANKS FILE.npz: what --shards-out has written, put together by its table
# alone, is what the .npz file has; every element is in one block, and no file has anything else.
import itertools
import json
import math
import sys

import arrays

folder, devices, ranks, expected = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
table = json.load(open(folder + "/owners.json"))
assert (table["devices"], table["ranks"]) == (devices, ranks), table


def tensors(path):
    data = open(path, "rb").read()
    begin = 8 + int.from_bytes(data[:8], "little")
    return {name: data[begin:][slice(*entry["data_offsets"])]
            for name, entry in json.loads(data[8:begin]).items()}


def places(box, shape):
    """Where the elements of a box are in a value, row-major."""
    strides = [math.prod(shape[dim + 1 :]) for dim in range(len(shape))]
    for index in itertools.product(*(range(*ends) for ends in box)):
        yield sum(i * stride for i, stride in zip(index, strides))


files = {rank: tensors(f"{folder}/rank-{rank}.safetensors") for rank in range(ranks)}
wanted = arrays.read(expected)
assert sorted(table["outputs"]) == sorted(wanted), (table["outputs"], wanted.keys())
blocks = 0
for name, output in table["outputs"].items():
    shape, elements = wanted[name]
    assert output["shape"] == shape, (name, output, shape)
    left = dict(enumerate(elements))
    holders = [device for block in output["blocks"] for device in block["devices"]]
    assert len(set(holders)) == len(holders) and set(holders) <= set(range(devices)), (name, holders)
    for block in output["blocks"]:
        assert block["file"] == f"rank-{block['rank']}.safetensors", block
        got = files[block["rank"]].pop(block["key"])
        assert got == b"".join(left.pop(i) for i in places(block["box"], shape)), (name, block)
        blocks += 1
    assert not left, (name, left)
assert not any(files.values()), files
print(f"{blocks} blocks of {len(wanted)} outputs in {ranks} files")
