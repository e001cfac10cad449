# SPDX-License-Identifier: Apache-2.0
"""Two processes of this machine, as a machine file of what a ping-pong between them finds."""
import json
import pathlib
import subprocess

from pairs import MPIRUN

NEARNESS, ALIKE = (1, 2, 5), 1.25  # numbers of ping_pong that may differ by so much: a message, a byte, one written again
SMALL = 12 << 10  # bytes that the runtime sends without asking the receiver first (processes_mpi.cpp)


def last_cache():
    """Bytes of the last cache for each of the processors that share it."""
    caches = pathlib.Path("/sys/devices/system/cpu/cpu0/cache").glob("index*")
    last = max(caches, key=lambda cache: int((cache / "level").read_text()))
    ends = [part.split("-") for part in (last / "shared_cpu_list").read_text().split(",")]
    return (int((last / "size").read_text().strip().removesuffix("K")) << 10) // sum(
        int(end[-1]) - int(end[0]) + 1 for end in ends)


def is_alike(before, after):
    """Whether the processors were as near each other."""
    return all(max(before[k], after[k]) < ALIKE * min(before[k], after[k]) for k in NEARNESS)


def machine(shardc, folder, found):
    """A file of this machine."""
    small, message, bandwidth, cache, memory, rewrite, own = found
    text = subprocess.run([shardc, "list", "machines", "cpu"], check=True, text=True,
                          stdout=subprocess.PIPE).stdout
    numbers = json.loads(text)
    numbers.update(name="pair", network_small_message=small, network_small=SMALL, network_message=message,
                   network_bandwidth=bandwidth, last_cache_bandwidth=cache, cache=last_cache(),
                   memory_bandwidth=memory, own_cache=own, network_rewrite_bandwidth=rewrite)
    path = folder / "pair.json"
    path.write_text(json.dumps(numbers))
    return path


class PingPongs:
    """Ping-pongs between runs, which are built in a folder."""

    def __init__(self, folder):
        self.program = folder / "ping_pong"
        source = pathlib.Path(__file__).with_name("ping_pong.c")
        subprocess.run(["mpicc", "-O2", source, "-o", self.program], check=True)
        self.last = self.numbers()

    def numbers(self):
        """What one finds, in the order in which it prints."""
        run = subprocess.run([*MPIRUN, self.program], check=True, text=True, stdout=subprocess.PIPE)
        return [float(number) for number in run.stdout.split()]

    def around(self, run):
        """What a run gives, and the means of the numbers before and after it; None where the machine changed."""
        before, given, self.last = self.last, run(), self.numbers()
        alike = is_alike(before, self.last)
        return given, [(a + b) / 2 for a, b in zip(before, self.last)] if alike else None


def estimated(shardc, program, config, numbers):
    """Seconds that `plan` tells, by a machine's file."""
    done = subprocess.run([shardc, "plan", program, "-c", config, "--json", "--machine", numbers], check=True,
                          text=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)["seconds"]
