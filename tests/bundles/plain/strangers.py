"""Connects to a coordinator as nobody of the job does: says nothing, something else, a greeting that is
too long, or one with another token. Fails if any of them is let in."""
import socket
import struct
import sys
import time

port = int(sys.argv[1])


def connect():
    for _ in range(100):
        try:
            return socket.create_connection(("127.0.0.1", port), timeout=5)
        except OSError:
            time.sleep(0.02)
    sys.exit("nobody listens")


def greeting(token, claimed):
    return struct.pack("<8sIIIIQ", b"shardc.1", 1, 2, 1, claimed, 0) + token


print("ready", flush=True)
silent = connect()
for said in [b"GET / HTTP/1.1\r\n\r\n" * 4, greeting(b"guess", 5), greeting(b"x" * 2000, 1 << 31), b"\0" * 32]:
    other = connect()
    try:
        other.sendall(said)
        if other.recv(1) == b"a":
            sys.exit("let in: " + repr(said))
    except OSError:
        pass
silent.close()
