#!/usr/bin/env python3
"""calls.py PLAN GPUS RECORD...: what a run asked of NCCL and of CUDA is what its plan.json says.

RECORD is what the stand-ins recorded, a file per process; each has GPUS GPUs. Which messages a collective
needs is worked out here from the boxes that the plan says devices hold and need, by the rules of
docs/hosts.md; no text of the bundle is looked at. Compared are, in the order of the steps and on every rank:
kernels and the streams that they are given to; the calls of each group, with peers and bytes; communicators
that are split off; and events, by which a collective waits for its devices and they for it."""
import collections
import itertools
import json
import math
import re
import sys

WHOLE, WHOLE_OF_TWO = 4 << 10, 64 << 10  # bytes of a sum that go to all as they are
ADDED = {'i8', 'ui8', 'i32', 'ui32', 'i64', 'ui64', 'f16', 'f32', 'f64', 'bf16'}  # by NCCL
# Questions, and copies of inputs and outputs or on a stream of moves: no part of the plan's steps.
PASSED = ('cuStreamQuery', 'cuLaunchHostFunc', 'cuMemcpyAsync', 'cuMemcpy2DAsync', 'nvtxRangePop')


class Different(Exception):
    pass


def size_of(dtype):
    if dtype.startswith('complex'):
        return 2 * size_of(dtype[len('complex<'):-1])
    return max(1, int(re.match(r'[a-z]+(\d+)', dtype).group(1)) // 8)


def cut(extent, parts, part):
    return (-(-part * extent // parts), -(-(part + 1) * extent // parts))


def count(box):
    return math.prod(max(0, hi - lo) for lo, hi in box)


def common(a, b):
    return tuple((max(l, m), min(h, n)) for (l, h), (m, n) in zip(a, b))


class Devices:
    """The devices of the plan, the process and the GPU (a rank) of each."""

    def __init__(self, plan, processes, gpus):
        self.places = [list(shard['coordinates'].items()) for shard in plan['shards']]
        self.names = [name for name, _ in self.places[0]]
        self.sizes = {name: 1 + max(dict(place)[name] for place in self.places) for name in self.names}
        number = len(self.places)
        ends = [cut(number, processes, process) for process in range(processes)]
        self.of_process = [list(range(*end)) for end in ends]
        self.gpu, self.rank, self.ranks = {}, {}, 0
        for devices in self.of_process:
            used = min(gpus, len(devices))
            for gpu in range(used):
                for place in range(*cut(len(devices), used, gpu)):
                    self.gpu[devices[place]], self.rank[devices[place]] = gpu, self.ranks + gpu
            self.ranks += used

    def __len__(self):
        return len(self.places)

    def groups(self, axes):
        """Devices that differ on these axes alone."""
        groups = collections.defaultdict(list)
        for device, place in enumerate(self.places):
            groups[tuple(at for name, at in place if name not in axes)].append(device)
        return sorted(groups.values())

    def range(self, span, device):
        """A range of plan.json on a device."""
        if isinstance(span, list):
            return tuple(span)
        at, place = dict(self.places[device]), 0
        for name in span['over']:
            place = place * self.sizes[name] + at[name]
        if 'ranges' in span:
            return tuple(span['ranges'][place])
        if 'only' in span:
            return tuple(span['range']) if place == span['only'] else (0, 0)
        lo, hi = cut(span['cut'], math.prod(self.sizes[name] for name in span['over']), place)
        below, above = span.get('beside', (0, 0))
        return (max(0, lo - below), min(span['cut'], hi + above))

    def box(self, spans, device):
        return tuple(self.range(span, device) for span in spans)


class Move:
    """A collective: what it asks of NCCL, a list of calls for each of its groups of calls."""

    def __init__(self, entry, dtype, devices):
        self.devices, self.entry, self.size, self.dtype = devices, entry, size_of(dtype), dtype
        self.groups = devices.groups(entry['axes'])
        self.held = [devices.box(entry['held'], device) for device in range(len(devices))]
        self.needed = [devices.box(entry['needed'], device) for device in range(len(devices))]

    def library(self):
        """Calls of NCCL's own collectives, per rank; None where there is none for this."""
        if self.devices.ranks != len(self.devices) or len(self.groups[0]) == 1:
            return None
        boxes = [self.parts(group) for group in self.groups]
        if None in boxes or len({count(box) for parts in boxes for box in parts}) != 1 or count(boxes[0][0]) == 0:
            return None
        name, elements = self.function(boxes), count(boxes[0][0]) * self.size
        if name is None:
            return None
        return {self.devices.rank[device]: f'{name} {self.devices.rank[device]} {place} {len(group)} {elements}'
                for group in self.groups for place, device in enumerate(group)}

    def function(self, boxes):
        if 'combine' not in self.entry:
            return 'ncclAllGather'
        if not self.entry.get('any_order') or self.dtype not in ADDED:
            return None
        alike = {len({self.needed[device] for device in group}) == 1 for group in self.groups}
        if len(alike) > 1:
            return None
        return 'ncclAllReduce' if alike == {True} else 'ncclReduceScatter'

    def parts(self, group):
        """The box of each member, where all members get all of them or a sum of as much; else None."""
        if 'combine' in self.entry:
            return [self.needed[device] for device in group]
        needed = {tuple(common(self.held[holder], self.needed[device]) for holder in group) for device in group}
        return list(needed.pop()) if len(needed) == 1 else None

    def messages(self):
        """Rounds of messages: for a sender and a receiver the bytes of each, in their order."""
        if 'combine' in self.entry:
            return self.summed()
        sent = collections.defaultdict(list)
        for group in self.groups:
            wanted = set()
            for holder, device in itertools.product(group, group):
                box = common(self.held[holder], self.needed[device])
                if count(box) > 0 and self.devices.rank[holder] != self.devices.rank[device]:
                    wanted.add((holder, self.devices.rank[device], box))
            self.send(sent, sorted(wanted))
        return [sent]

    def send(self, sent, wanted):
        for holder, rank, box in wanted:
            sent[self.devices.rank[holder], rank].append(count(box) * self.size)

    def summed(self):
        """Each device's part goes to whoever adds up the box; then shares go to all, where all need all."""
        first, second = collections.defaultdict(list), collections.defaultdict(list)
        for group in self.groups:
            ranks = sorted({self.devices.rank[device] for device in group})
            whole = self.needed[group[0]]
            alike = all(self.needed[device] == whole for device in group)
            few = WHOLE_OF_TWO if len(ranks) == 2 else WHOLE
            shared = alike and count(whole) * self.size > few
            for place, rank in enumerate(ranks):
                own = [device for device in group if self.devices.rank[device] == rank]
                boxes = {self.needed[device] for device in own}
                if shared:
                    boxes = {self.share(whole, len(ranks), place)}
                boxes = sorted(box for box in boxes if count(box) > 0)
                others = [device for device in group if self.devices.rank[device] != rank]
                for box in boxes:
                    self.send(first, [(device, rank, box) for device in others])
                    if shared:
                        self.send(second, [(own[0], other, box) for other in ranks if other != rank])
        return [first, second]

    @staticmethod
    def share(box, parts, part):
        """Along the first dimension that has four indices for each, else along the longest."""
        lengths = [hi - lo for lo, hi in box]
        if not box:
            return box if part == 0 else ((0, 0),)
        dim = next((d for d, n in enumerate(lengths) if n >= 4 * parts), lengths.index(max(lengths)))
        lo, hi = cut(lengths[dim], parts, part)
        return box[:dim] + ((box[dim][0] + lo, box[dim][0] + hi),) + box[dim + 1:]


def with_steps(calls):
    """A launch in a range of its own has the number of the step that the range has."""
    lines = []
    for call in calls:
        name, _, rest = call.partition(' ')
        if name == 'cuLaunchKernel' and lines and lines[-1].startswith('nvtxRangePushA'):
            lines[-1] = f'{name} {lines[-1].split()[1]} {rest}'
        else:
            lines.append(call)
    return lines


class Record:
    """The calls of one process, from where its ranks have joined."""

    def __init__(self, path, devices, process):
        self.devices, self.own = devices, devices.of_process[process]
        lines = open(path).read().split('\n')[:-1]
        joined = lines.index('ncclGroupEnd')
        self.check_start(lines[:joined])
        self.lines = with_steps(line for line in lines[joined + 1:] if line.split()[0] not in PASSED)
        self.at, self.checked = 0, collections.Counter()

    def check_start(self, lines):
        made = [tuple(map(int, line.split()[1:])) for line in lines if line.startswith('cuStreamCreate')]
        gpus = [self.devices.gpu[device] for device in self.own]
        ranks = sorted({self.devices.rank[device] for device in self.own})
        if [gpu for _, gpu in made] != gpus + sorted(set(gpus)):
            raise Different(f'streams {made} are not one of each device, then one of each GPU: {gpus}')
        self.stream = dict(zip(self.own, (number for number, _ in made)))
        self.moves = dict(zip(ranks, (number for number, _ in made[len(self.own):])))
        joins = [line for line in lines if line.startswith('ncclCommInitRank')]
        if joins != [f'ncclCommInitRank {self.devices.ranks} {rank}' for rank in ranks]:
            raise Different(f'{joins} are not the ranks {ranks} of {self.devices.ranks}')

    def peek(self):
        return self.lines[self.at] if self.at < len(self.lines) else 'the end'

    def take(self, expected, what):
        if self.peek() != expected:
            raise Different(f'{what}: call {self.at} after joining is "{self.peek()}", not "{expected}"')
        self.checked[expected.split()[0]] += 1
        self.at += 1

    def take_any(self, name, what):
        """The numbers of the next call, which is of `name`."""
        line = self.peek()
        self.take(line if line.split()[0] == name else name, what)
        return list(map(int, line.split()[1:]))

    def take_range(self, step):
        """The range of a step begins: `nvtxRangePushA 2.1 w_near`."""
        line = self.peek().split()
        if line[:2] != ['nvtxRangePushA', step['step']]:
            raise Different(f'step {step["step"]} should begin, and call {self.at} after joining is "{self.peek()}"')
        self.at += 1

    def skip(self, names, streams):
        """Calls of these on these streams: how the runtime packs and adds up."""
        while self.peek().split()[0] in names and int(self.peek().split()[-1]) in streams:
            self.at += 1


class Run:
    """A process's record beside the steps of the plan."""

    def __init__(self, plan, devices, record):
        self.plan, self.devices, self.record = plan, devices, record
        self.dtype = {buffer['name']: buffer['dtype'] for buffer in plan['buffers']}
        self.entry = {entry['id']: entry for entry in plan['collectives']}
        self.split, self.done, self.moves, self.pending = set(), {}, {}, []

    def check(self):
        self.steps(self.tree(self.plan['steps']))
        if self.record.at < len(self.record.lines):
            raise Different(f'after the last step there is "{self.record.peek()}"')

    @staticmethod
    def tree(steps):
        """Steps with their bodies, by the parts of their numbers."""
        roots, known = [], {}
        for step in steps:
            step = {**step, 'bodies': []}
            parent = known.get(step['step'].rpartition('.')[0])
            (parent['bodies'] if parent else roots).append(step)
            known[step['step']] = step
        return roots

    def steps(self, steps):
        for step, after in itertools.zip_longest(steps, steps[1:]):
            if step['do'] == 'branch':
                raise Different(f'step {step["step"]}: which branch is taken is not in the plan')
            if step['do'] == 'loop':
                for _ in range(step['trips']):
                    self.steps(step['bodies'])
            elif step['do'] == 'wait':
                self.wait(step['collective'], step)
            elif 'collective' in step:
                self.collect(step, after)
            elif step['do'] != 'swap':
                self.kernel(step)

    def kernel(self, step):
        for device in self.record.own:
            self.record.take(f'cuLaunchKernel {step["step"]} {step["do"]} {self.record.stream[device]}',
                             f'step {step["step"]}')

    def collect(self, step, after):
        """The last of those that are done at once starts all."""
        self.pending = (self.pending if step.get('together') else []) + [step]
        if after and after.get('together') and 'collective' in after:
            return
        self.start(self.pending)
        if not step.get('runs_on'):
            self.wait(self.pending[0]['collective'], step)

    def move(self, step):
        key = step['collective']
        if key not in self.moves:
            self.moves[key] = Move(self.entry[key], self.dtype[step['reads'][0]], self.devices)
        return self.moves[key]

    def start(self, steps):
        record, what = self.record, f'step {steps[0]["step"]}'
        record.take_range(steps[0])
        for device in record.own:
            event, stream = record.take_any('cuEventRecord', what)
            moves = record.moves[self.devices.rank[device]]
            if stream != record.stream[device]:
                raise Different(f'{what}: device {device} records on stream {stream}')
            record.take(f'cuStreamWaitEvent {moves} {event}', what)
        moves = [self.move(step) for step in steps]
        calls = [move.library() for move in moves]
        if None not in calls:
            self.library(steps, moves, calls, what)
        else:
            self.sends(moves, what)
        self.pack()
        self.done[steps[0]['collective']] = {}
        for rank, stream in record.moves.items():
            event, on = record.take_any('cuEventRecord', what)
            if on != stream:
                raise Different(f'{what}: rank {rank} records on stream {on}, not {stream}')
            self.done[steps[0]['collective']][rank] = event

    def pack(self):
        self.record.skip(('cuLaunchKernel',), set(self.record.moves.values()))

    def library(self, steps, moves, calls, what):
        record, axes = self.record, tuple(moves[0].entry['axes'])
        if axes not in self.split:
            self.split.add(axes)
            for rank in record.moves:
                group, place = next((number, place) for number, group in enumerate(moves[0].groups)
                                    for place, device in enumerate(group) if self.devices.rank[device] == rank)
                record.take(f'ncclCommSplit {rank} {group} {place}', what)
            record.take('ncclGroupEnd', what)
        self.pack()
        for rank, stream in record.moves.items():
            for own in calls:
                record.take(f'{own[rank]} on {stream}', what)
        record.take('ncclGroupEnd', what)

    def sends(self, moves, what):
        """The rounds of all moves are the same rounds."""
        for rounds in itertools.zip_longest(*(move.messages() for move in moves), fillvalue={}):
            going, coming = collections.defaultdict(list), collections.defaultdict(list)
            for sent in rounds:
                for (sender, receiver), sizes in sent.items():
                    if sender in self.record.moves:
                        going[sender, receiver] += sizes
                    if receiver in self.record.moves:
                        coming[sender, receiver] += sizes
            self.group(going, coming, what)

    def group(self, going, coming, what):
        self.pack()
        if not going and not coming:
            return
        record = self.record
        sent, received = collections.defaultdict(list), collections.defaultdict(list)
        while record.peek().startswith(('ncclSend', 'ncclRecv', 'cuLaunchKernel')):
            self.pack()
            name, rank, peer, size, _, stream = record.peek().split()
            if int(stream) != record.moves[int(rank)]:
                raise Different(f'{what}: "{record.peek()}" is not on stream {record.moves[int(rank)]}')
            pair = (int(rank), int(peer)) if name == 'ncclSend' else (int(peer), int(rank))
            (sent if name == 'ncclSend' else received)[pair].append(int(size))
            record.take(record.peek(), what)
        for name, seen, expected in (('sent', sent, going), ('received', received, coming)):
            if seen != expected:
                raise Different(f'{what}: by rank and peer {name} are {dict(seen)}, not {dict(expected)}')
        record.take('ncclGroupEnd', what)

    def wait(self, collective, step):
        """Each device's stream waits for the event of its GPU, and no other does."""
        events = self.done.pop(collective)
        for rank in self.record.moves:
            for device in self.record.own:
                if self.devices.rank[device] == rank:
                    self.record.take(f'cuStreamWaitEvent {self.record.stream[device]} {events[rank]}',
                                     f'step {step["step"]}')


def main():
    plan, gpus, records = json.load(open(sys.argv[1])), int(sys.argv[2]), sys.argv[3:]
    devices = Devices(plan, len(records), gpus)
    checked = collections.Counter()
    for process, path in enumerate(records):
        try:
            record = Record(path, devices, process)
            Run(plan, devices, record).check()
        except Different as different:
            sys.exit(f'process {process} of {len(records)}, {devices.ranks} ranks: {different}')
        checked += record.checked
    print(f'{len(records)} processes, {devices.ranks} ranks: as the plan says,',
          ', '.join(f'{number} {name}' for name, number in sorted(checked.items())))


main()
