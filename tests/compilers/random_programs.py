# SPDX-License-Identifier: Apache-2.0
"""Random programs of what compilers have been wrong about: data that moves in pieces, backwards or
across, under short innermost loops, and what is summed of it. A seed gives the same everywhere."""
import math
import random

EXTENTS = [1, 2, 3, 5, 7]  # of the innermost dimension; others are as long, or 4 and 6
TYPES = ["f32", "f64", "i1", "i32", "i64", "ui32"]
MOST_ELEMENTS = 400


class Draft:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.inputs, self.ops, self.shapes = [], [], {}
        self.type = self.dice.choice(TYPES)
        rank = self.dice.randint(1, 3)
        value = self.input([self.dice.choice([1, 2, 3, 4, 5, 6, 7]) for _ in range(rank - 1)] +
                           [self.dice.choice(EXTENTS)])
        for _ in range(self.dice.randint(1, 5)):
            add = self.dice.choice([concatenate, concatenate, pad, pad, roll, roll, reverse, reverse,
                                    slice_, transpose, gather, total, total, product, combine])
            value = add(self, value, self.shapes[value])
        self.output = value

    def input(self, shape, dtype=None):
        name = f"x{len(self.inputs)}"
        self.inputs.append({"name": name, "shape": shape, "dtype": dtype or self.type})
        self.shapes[name] = shape
        return name

    def op(self, op, operands, shape, **attributes):
        """The new value; where that is too large, the first operand."""
        if math.prod(shape) > MOST_ELEMENTS:
            return operands[0]
        name = f"v{len(self.ops)}"
        self.ops.append({"name": name, "op": op, "in": operands, **attributes})
        self.shapes[name] = shape
        return name

    def dimension(self, shape):
        return self.dice.randrange(len(shape))

    def program(self):
        return {"shardc": 1, "kind": "program", "name": "p", "inputs": self.inputs, "ops": self.ops,
                "outputs": {"made": self.output}}

    def config(self):
        """Half of the programs are cut on a mesh, evenly or not."""
        given = {}
        if self.dice.random() < 0.5:
            for each in self.inputs:
                dims = [None] * len(each["shape"])
                if dims and self.dice.random() < 0.7:
                    dims[self.dimension(dims)] = ["a"]
                given[each["name"]] = dims
        return {"shardc": 1, "kind": "sharding", "mesh": f"a={self.dice.choice([2, 3])}",
                "inputs": given}


def concatenate(draft, value, shape):
    if not shape:
        return value
    dim = draft.dimension(shape)
    other = [*shape[:dim], draft.dice.randint(1, 7), *shape[dim + 1:]]
    operands = [value, draft.input(other)]
    draft.dice.shuffle(operands)
    return draft.op("concatenate", operands,
                    [*shape[:dim], shape[dim] + other[dim], *shape[dim + 1:]], dimension=dim)


def pad(draft, value, shape):
    low = [draft.dice.choice([0, 0, 1, 2, -1]) for _ in shape]
    high = [draft.dice.choice([0, 0, 1, 2, -1]) for _ in shape]
    between = [draft.dice.choice([0, 0, 0, 1]) for _ in shape]
    made = [a + b + extent + max(extent - 1, 0) * c
            for a, b, extent, c in zip(low, high, shape, between)]
    if min(made, default=0) < 1:
        return value
    return draft.op("pad", [value, True if draft.type == "i1" else 1], made, edge_padding_low=low,
                    edge_padding_high=high, interior_padding=between)


def part(draft, value, shape, dim, start, limit, stride=1):
    starts, limits, strides = [0] * len(shape), list(shape), [1] * len(shape)
    starts[dim], limits[dim], strides[dim] = start, limit, stride
    made = [*shape[:dim], (limit - start + stride - 1) // stride, *shape[dim + 1:]]
    return draft.op("slice", [value], made, start_indices=starts, limit_indices=limits,
                    strides=strides)


def roll(draft, value, shape):
    if not shape:
        return value
    dim = draft.dimension(shape)
    if shape[dim] < 2:
        return value
    by = draft.dice.randint(1, shape[dim] - 1)
    operands = [part(draft, value, shape, dim, by, shape[dim]), part(draft, value, shape, dim, 0, by)]
    return draft.op("concatenate", operands, shape, dimension=dim)


def slice_(draft, value, shape):
    if not shape:
        return value
    dim = draft.dimension(shape)
    start = draft.dice.randrange(shape[dim])
    return part(draft, value, shape, dim, start, draft.dice.randint(start + 1, shape[dim]),
                draft.dice.choice([1, 1, 2, 3]))


def reverse(draft, value, shape):
    dims = [dim for dim in range(len(shape)) if draft.dice.random() < 0.6]
    return draft.op("reverse", [value], shape, dimensions=dims) if dims else value


def transpose(draft, value, shape):
    order = draft.dice.sample(range(len(shape)), len(shape))
    return draft.op("transpose", [value], [shape[dim] for dim in order], permutation=order)


def gather(draft, value, shape):
    """Rows along one dimension; indices outside are the nearest inside."""
    if not shape:
        return value
    dim, count = draft.dimension(shape), draft.dice.choice(EXTENTS)
    rest = [*shape[:dim], *shape[dim + 1:]]
    return draft.op("gather", [value, draft.input([count], "i32")], [count, *rest],
                    offset_dims=list(range(1, len(shape))), collapsed_slice_dims=[dim],
                    start_index_map=[dim], index_vector_dim=1,
                    slice_sizes=[*shape[:dim], 1, *shape[dim + 1:]])


def total(draft, value, shape):
    dims = [dim for dim in range(len(shape)) if draft.dice.random() < 0.5]
    reducer = draft.dice.choice(["add", "add", "add", "max", "min"])
    return draft.op("reduce", [value], [n for dim, n in enumerate(shape) if dim not in dims],
                    dimensions=dims, reducer=reducer) if dims else value


def product(draft, value, shape):
    if not shape:
        return value
    dim, wide = draft.dimension(shape), draft.dice.choice(EXTENTS)
    return draft.op("dot_general", [value, draft.input([shape[dim], wide])],
                    [*shape[:dim], *shape[dim + 1:], wide], lhs_batching_dimensions=[],
                    rhs_batching_dimensions=[], lhs_contracting_dimensions=[dim],
                    rhs_contracting_dimensions=[0])


def combine(draft, value, shape):
    op = draft.dice.choice(["add", "multiply", "maximum"])
    return draft.op(op, [value, draft.input(shape)], shape)
