# Arrays of .npz files, as the bytes of elements in their order.
import ast
import math
import zipfile


def read(path):
    """{name: (shape, [bytes of an element])}"""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            data = archive.read(name)
            begin = 10 + int.from_bytes(data[8:10], "little")
            header = ast.literal_eval(data[10:begin].decode())
            size = int(header["descr"][2:])
            count = math.prod(header["shape"])
            elements = [data[begin + size * i : begin + size * (i + 1)] for i in range(count)]
            arrays[name.removesuffix(".npy")] = (list(header["shape"]), elements)
    return arrays
