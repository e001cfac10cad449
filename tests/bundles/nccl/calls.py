#!/usr/bin/env python3
"""calls.py PLAN GPUS RECORD...: what a run asked of NCCL and of CUDA is what its plan.json says.

RECORD is what the stand-ins recorded, a file per process; each has GPUS GPUs. Which messages a collective
needs is worked out here from the boxes that the plan says devices hold and need, by the rules of
docs/hosts.md; no text of the bundle is looked at. Compared are, in the order of the steps and on every rank:
kernels and the streams that they are given to; the calls of each group, with peers and bytes; communicators
that are split off; copies of what does not lie in one piece, of what stays on a GPU and of what is added up,
with rows and bytes, before and behind the group that they are for; and events, by which a collective waits for
its devices and they for it. Which branch is taken, and how many trips a loop has that ends by a value, is
what the record has, the same in all processes; what is done then is the plan's."""
import collections
import itertools
import json
import math
import re
import sys

WHOLE, WHOLE_OF_TWO = 4 << 10, 64 << 10  # bytes of a sum that go to all as they are
ADDED = {'i8', 'ui8', 'i32', 'ui32', 'i64', 'ui64', 'f16', 'f32', 'f64', 'bf16'}  # by NCCL
PASSED = ('cuStreamQuery', 'cuLaunchHostFunc', 'nvtxRangePop')  # no part of the plan's steps
COPIES = ('cuMemcpyAsync', 'cuMemcpy2DAsync')
COMBINE = 'shardc_combine_slices'


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


def sizes(box):
    return [hi - lo for lo, hi in box]


def is_piece(box, window):
    """Whether a box's elements lie next to each other in the memory of a window."""
    first = next((dim for dim, extent in enumerate(sizes(box)) if extent != 1), len(box))
    return sizes(box)[first + 1:] == sizes(window)[first + 1:]


def start(box, window):
    at = 0
    for (lo, _), (first, last) in zip(box, window):
        at = at * (last - first) + lo - first
    return at


def follow(boxes, window):
    """Whether these lie one after another, each in one piece."""
    first = start(boxes[0], window)
    return all(is_piece(box, window) and start(box, window) == first + number * count(box)
               for number, box in enumerate(boxes))


def copies(box, into, out_of, size):
    """A box from window to window: the rows of its last two dimensions are copied at once."""
    if count(box) == 0:
        return []
    rows = sizes(box)[-2] if len(box) > 1 else 1
    length, there, here = (size * (sizes(each)[-1] if box else 1) for each in (box, into, out_of))
    is_one = rows == 1 or length == there == here
    call = f'cuMemcpyAsync {rows * length}' if is_one else f'cuMemcpy2DAsync {rows} {length} {there} {here}'
    return [call] * math.prod(sizes(box)[:-2])


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
    """A collective: what it asks of NCCL, a list of calls for each of its groups of calls, and what is
    copied before, between and after these, a list for each rank."""

    def __init__(self, step, entry, out_of, into, devices):
        self.step, self.devices, self.entry, self.dtype = step['step'], devices, entry, out_of['dtype']
        self.size = size_of(self.dtype)
        self.groups = devices.groups(entry['axes'])
        self.held, self.needed, self.out_of, self.into = (
            [devices.box(spans, device) for device in range(len(devices))]
            for spans in (entry['held'], entry['needed'], out_of['window'], into['window']))
        self.in_place = out_of['offset'] == into['offset']

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

    def library_copies(self):
        """Before and after the call, where what it is given does not lie in one piece."""
        before, after = collections.defaultdict(list), collections.defaultdict(list)
        for group in self.groups:
            parts = self.parts(group)
            for place, device in enumerate(group):
                own, rank = [parts[place]], self.devices.rank[device]
                is_sum = 'combine' in self.entry
                sent = parts if is_sum and parts[0] != parts[-1] else own
                received = own if is_sum else parts
                if not follow(sent, self.out_of[device]):
                    for box in sent:
                        before[rank] += self.pack(box, device, self.out_of)
                if not follow(received, self.into[device]):
                    for box in received:
                        after[rank] += copies(box, self.into[device], box, self.size)
        return [before, after]

    def pack(self, box, device, windows):
        return copies(box, box, windows[device], self.size)

    def sent_from(self, box, device, windows):
        """Nothing is copied of what lies in one piece."""
        return [] if is_piece(box, windows[device]) else self.pack(box, device, windows)

    def handed_out(self, box, members):
        """To those that need it; it arrives at the first of them, if it lies in one piece there."""
        there = members[:1] if is_piece(box, self.into[members[0]]) else []
        return sum((copies(box, self.into[device], box, self.size) for device in members if device not in there), [])

    def copies(self):
        """As many as there are rounds of messages, and what follows them."""
        if 'combine' in self.entry:
            return self.summed_copies()
        before, after = collections.defaultdict(list), collections.defaultdict(list)
        for group in self.groups:
            arriving = collections.defaultdict(list)
            for holder, device in itertools.product(group, group):
                rank, box = self.devices.rank[device], common(self.held[holder], self.needed[device])
                if self.devices.rank[holder] != rank and count(box) > 0:
                    arriving[holder, rank, box].append(device)
                elif self.devices.rank[holder] == rank and not (self.in_place and holder == device):
                    after[rank] += copies(box, self.into[device], self.out_of[holder], self.size)
            for (holder, rank, box), members in arriving.items():
                before[self.devices.rank[holder]] += self.sent_from(box, holder, self.out_of)
                after[rank] += self.handed_out(box, members)
        return [before, after]

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

    def targets(self):
        """Who adds up what, group by group: the group, the rank, its devices among them, a box of theirs, and
        whether that is a share of what all need."""
        for group in self.groups:
            ranks = sorted({self.devices.rank[device] for device in group})
            whole = self.needed[group[0]]
            alike = all(self.needed[device] == whole for device in group)
            few = WHOLE_OF_TWO if len(ranks) == 2 else WHOLE
            shared = alike and count(whole) * self.size > few
            for place, rank in enumerate(ranks):
                own = [device for device in group if self.devices.rank[device] == rank]
                boxes = {self.share(whole, len(ranks), place)} if shared else {self.needed[device] for device in own}
                for box in sorted(box for box in boxes if count(box) > 0):
                    yield group, rank, own, box, shared

    def summed(self):
        """Each device's part goes to whoever adds up the box; then shares go to all, where all need all."""
        first, second = collections.defaultdict(list), collections.defaultdict(list)
        for group, rank, own, box, shared in self.targets():
            self.send(first, [(device, rank, box) for device in group if device not in own])
            if shared:
                others = sorted({self.devices.rank[device] for device in group} - {rank})
                self.send(second, [(own[0], other, box) for other in others])
        return [first, second]

    def summed_copies(self):
        """Parts next to each other, which are added up there; the sum to whoever needs it."""
        parts, sums, shares, arrived = (collections.defaultdict(list) for _ in range(4))
        for group, rank, own, box, shared in self.targets():
            for device in group:
                parts[self.devices.rank[device]] += (self.pack if device in own else self.sent_from)(
                    box, device, self.out_of)
            members = own if shared else [device for device in own if self.needed[device] == box]
            sums[rank].append(f'cuLaunchKernel {self.step} {COMBINE}')
            for device in members:
                sums[rank] += copies(box, self.into[device], box, self.size)
            others = {self.devices.rank[device] for device in group} - {rank} if shared else set()
            for other in others:
                shares[rank] += self.sent_from(box, own[0], self.into)
                arrived[other] += self.handed_out(box, [d for d in group if self.devices.rank[d] == other])
        return [parts, sums, shares, arrived]

    @staticmethod
    def share(box, parts, part):
        """Along the first dimension that has four indices for each, else along the longest."""
        lengths = sizes(box)
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
        while self.lines and self.lines[-1].split()[0] in COPIES:
            self.lines.pop()  # of outputs
        self.at, self.checked = 0, collections.Counter()
        while self.peek().split()[0] in COPIES:
            self.at += 1  # of inputs

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

    def step(self):
        """The number of the step that begins next, if one does."""
        name, *rest = self.peek().split()
        return rest[0] if name == 'nvtxRangePushA' or name == 'cuLaunchKernel' and len(rest) == 3 else None

    def take_copies(self, expected, what):
        """Of each rank those on its stream; what is not ordered by sums may be in any order."""
        seen, rank_of = collections.defaultdict(list), {stream: rank for rank, stream in self.moves.items()}
        while self.peek().split()[0] in (*COPIES, 'cuLaunchKernel') and int(self.peek().split()[-1]) in rank_of:
            call, _, stream = self.peek().rpartition(' ')
            seen[rank_of[int(stream)]].append(call)
            self.checked[call.split()[-1] if COMBINE in call else call.split()[0]] += 1
            self.at += 1
        for rank in self.moves:
            if runs(seen[rank]) != runs(expected.get(rank, [])):
                raise Different(f'{what}: before call {self.at} after joining rank {rank} copies {seen[rank]}, '
                                f'not {expected.get(rank, [])}')


def runs(calls):
    """Copies between sums, in one order."""
    split = [[]]
    for call in calls:
        if COMBINE in call:
            split += [[call], []]
        else:
            split[-1].append(call)
    return [sorted(run) for run in split]


class Run:
    """A process's record beside the steps of the plan."""

    def __init__(self, plan, devices, record):
        self.plan, self.devices, self.record = plan, devices, record
        self.buffer = {buffer['name']: buffer for buffer in plan['buffers']}
        self.entry = {entry['id']: entry for entry in plan['collectives']}
        self.split, self.done, self.moves, self.pending = set(), {}, {}, []
        self.decided = []  # by steps: the branches that are taken, and trips

    def check(self):
        self.steps(self.tree(self.plan['steps']))
        if self.record.at < len(self.record.lines):
            raise Different(f'after the last step there is "{self.record.peek()}"')

    @staticmethod
    def tree(steps):
        """Steps with their bodies, by the parts of their numbers."""
        roots, known = [], {}
        for step in steps:
            step = {**step, 'bodies': collections.defaultdict(list)}
            parent = known.get(step['step'].rpartition('.')[0])
            (parent['bodies'][step.get('body', 0)] if parent else roots).append(step)
            known[step['step']] = step
        return roots

    @classmethod
    def firsts(cls, steps):
        """The steps one of which begins first; None among them: there may be none."""
        first = set()
        for step in steps:
            if step['do'] in ('swap', 'wait'):
                continue
            if step['do'] not in ('loop', 'branch'):
                return first | {step['step']}
            bodies = map(cls.firsts, step['bodies'].values())
            own = set().union(*bodies)
            first |= own - {None}
            if None not in own and step['do'] == 'branch':
                return first
        return first | {None}

    def steps(self, steps):
        for step, after in itertools.zip_longest(steps, steps[1:]):
            if step['do'] == 'branch':
                self.branch(step)
            elif step['do'] == 'loop' and 'decider' in step:
                self.loop(step)
            elif step['do'] == 'loop':
                for _ in range(step['trips']):
                    self.steps(step['bodies'][0])
            elif step['do'] == 'wait':
                self.wait(step['collective'], step)
            elif 'collective' in step:
                self.collect(step, after)
            elif step['do'] != 'swap':
                self.kernel(step)

    def decide(self, step):
        """The first device is asked."""
        buffer = self.buffer[step['decider']]
        if self.record.own:
            self.record.take(f'cuMemcpyAsync {size_of(buffer["dtype"])} {self.record.stream[self.record.own[0]]}',
                             f'step {step["step"]}: who decides')

    def branch(self, step):
        self.decide(step)
        begins = {body: self.firsts(steps) for body, steps in step['bodies'].items()}
        taken = next((body for body, first in begins.items() if self.record.step() in first), None)
        self.decided.append((step['step'], taken))
        if taken is not None:  # else one that does nothing
            self.steps(step['bodies'][taken])

    def loop(self, step):
        """What decides, and then a trip, as often as one is there."""
        while True:
            self.steps(step['bodies'][0])
            self.decide(step)
            goes_on = self.record.step() in self.firsts(step['bodies'][1])
            self.decided.append((step['step'], goes_on))
            if not goes_on:
                return
            self.steps(step['bodies'][1])

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
            self.moves[key] = Move(step, self.entry[key], self.buffer[step['reads'][0]],
                                   self.buffer[step['results'][0]], self.devices)
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
        self.done[steps[0]['collective']] = {}
        for rank, stream in record.moves.items():
            event, on = record.take_any('cuEventRecord', what)
            if on != stream:
                raise Different(f'{what}: rank {rank} records on stream {on}, not {stream}')
            self.done[steps[0]['collective']][rank] = event

    @staticmethod
    def joined(copies):
        """Of several moves those of each rank, move by move."""
        all_of = collections.defaultdict(list)
        for each in copies:
            for rank, calls in each.items():
                all_of[rank] += calls
        return all_of

    def library(self, steps, moves, calls, what):
        record, axes = self.record, tuple(moves[0].entry['axes'])
        if axes not in self.split:
            self.split.add(axes)
            for rank in record.moves:
                group, place = next((number, place) for number, group in enumerate(moves[0].groups)
                                    for place, device in enumerate(group) if self.devices.rank[device] == rank)
                record.take(f'ncclCommSplit {rank} {group} {place}', what)
            record.take('ncclGroupEnd', what)
        before, after = map(self.joined, zip(*(move.library_copies() for move in moves)))
        record.take_copies(before, what)
        for rank, stream in record.moves.items():
            for own in calls:
                record.take(f'{own[rank]} on {stream}', what)
        record.take('ncclGroupEnd', what)
        record.take_copies(after, what)

    def sends(self, moves, what):
        """The rounds of all moves are the same rounds. What is copied before the last one of a sum are the sums
        and then shares."""
        first, *between, last = map(self.joined, zip(*(move.copies() for move in moves)))
        waiting = first
        for rounds in zip(*(move.messages() for move in moves)):
            going, coming = collections.defaultdict(list), collections.defaultdict(list)
            for sent in rounds:
                for (sender, receiver), bytes_of in sent.items():
                    if sender in self.record.moves:
                        going[sender, receiver] += bytes_of
                    if receiver in self.record.moves:
                        coming[sender, receiver] += bytes_of
            if going or coming:
                self.record.take_copies(waiting, what)
                waiting = {}
                self.group(going, coming, what)
            waiting, between = self.joined([waiting, *between]), []
        self.record.take_copies(self.joined([waiting, last]), what)

    def group(self, going, coming, what):
        record = self.record
        sent, received = collections.defaultdict(list), collections.defaultdict(list)
        while record.peek().startswith(('ncclSend', 'ncclRecv')):
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
    checked, decided = collections.Counter(), []
    for process, path in enumerate(records):
        try:
            record = Record(path, devices, process)
            run = Run(plan, devices, record)
            run.check()
        except Different as different:
            sys.exit(f'process {process} of {len(records)}, {devices.ranks} ranks: {different}')
        checked += record.checked
        decided.append(run.decided)
        if run.decided != decided[0]:
            sys.exit(f'process {process} of {len(records)} decides {run.decided}, the first one {decided[0]}')
    checked['decisions'] = len(decided[0])
    print(f'{len(records)} processes, {devices.ranks} ranks: as the plan says,',
          ', '.join(f'{number} {name}' for name, number in sorted(checked.items())))


main()
