# same.py FILE.npy FILE.npz: whether the one array of the .npz file is that of the .npy file, byte by byte.
import sys
import zipfile

with zipfile.ZipFile(sys.argv[2]) as archive:
    (name,) = archive.namelist()
    expected = archive.read(name)
with open(sys.argv[1], "rb") as file:
    got = file.read()
if got != expected:
    sys.exit(f"{sys.argv[1]} has {len(got)} bytes, other than {name}'s {len(expected)}")
