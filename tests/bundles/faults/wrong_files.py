"""Files that are not what an input f32[6] wants, and one that has a value of it for each of three steps."""
import struct


def write(name, head, data, shown="(6,)"):
    header = ("{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (head, shown)).ljust(117) + "\n"
    open(name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + header.encode() + data)


write("short.npy", "<f4", b"\0" * 20)
write("dtype.npy", "<f8", b"\0" * 48)
write("shape.npy", "<f4", b"\0" * 28, "(7,)")
steps = [1.0] * 18
steps[2 * 6 + 3] = float("nan")
write("nan.npy", "<f4", struct.pack("<18f", *steps), "(3, 6)")
