#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random programs of the kinds that models are made of, for gpu_model: products with operands turned or
not, their gradients, sums over any dimension, softmax, norms, transposes, attention, picked rows and
differences of neighbours; and what has few results: losses, largest elements and where they are, products
with few rows or of long factors, norms over batches. Sizes are odd and even, and meshes cut any dimension, the summed ones included.

  unseen.py FOLDER COUNT [FIRST [LEAST MOST]]   writes FOLDER/NAME/program.json and sharding.json

FIRST numbers the first program; sizes are from LEAST to MOST: 200 to 4,000 where nothing is said.

A program says under "// leaves" which of its values no kernel can keep to itself: results of sums that
another sum reads along other loops.
"""
import json
import pathlib
import random
import sys

MESHES = [{"x": 2}, {"x": 3}, {"x": 4}, {"x": 8}, {"x": 2, "y": 2}, {"x": 2, "y": 3}, {"x": 4, "y": 2}]


class Draft:
    """A program and its config, as it grows."""

    def __init__(self, seed, least, most):
        self.least, self.most = least, most
        self.dice = random.Random(seed)
        self.inputs, self.ops, self.leaves = [], [], []

    def size(self, least=None, most=None):
        least, most = least or self.least, min(most or self.most, self.most)
        least = min(least, most)
        size = int(least * (most / least) ** self.dice.random())
        return size if self.dice.random() < 0.4 else size // 32 * 32 or 32

    def input(self, *shape, dtype="f32"):
        name = f"x{len(self.inputs)}"
        self.inputs.append({"name": name, "shape": list(shape), "dtype": dtype})
        return name

    def op(self, op, *operands, **attributes):
        name = f"v{len(self.ops)}"
        self.ops.append({"name": name, "op": op, "in": list(operands), **attributes})
        return name

    def leaving(self, value):
        self.leaves.append(value)
        return value

    def config(self, mesh):
        """An axis cuts each input in one dimension at most; some stay whole."""
        shardings = {}
        for each in self.inputs:
            dims = [None] * len(each["shape"])
            for axis in mesh:
                free = [d for d, cut in enumerate(dims) if cut is None]
                if free and self.dice.random() < 0.7:
                    dims[self.dice.choice(free)] = axis
            shardings[each["name"]] = dims
        return shardings

    # Kinds of programs.

    def product(self):
        """A product of operands that lie in any way."""
        m, k, n = self.size(), self.size(), self.size(48)
        left, right = self.dice.random() < 0.3, self.dice.random() < 0.3
        x = self.input(*((k, m) if left else (m, k)))
        w = self.input(*((n, k) if right else (k, n)))
        y = self.op("dot_general", x, w, lhs_contracting_dimensions=[0 if left else 1],
                    rhs_contracting_dimensions=[1 if right else 0])
        return y, m, n

    def layer(self):
        y, m, n = self.product()
        if self.dice.random() < 0.6:
            y = self.op("add", y, self.input(n))
        activation = self.dice.choice(["gelu", "relu", "silu", "tanh", None])
        return [self.op(activation, y) if activation else y]

    def two_layers(self):
        y, m, n = self.product()
        y = self.leaving(self.op(self.dice.choice(["gelu", "relu", "tanh"]), y))
        k = self.size(48)
        w = self.input(n, k)
        return [self.op("dot_general", y, w, lhs_contracting_dimensions=[1],
                        rhs_contracting_dimensions=[0])]

    def gradient(self):
        """Of a product with respect to both operands."""
        m, k, n = self.size(), self.size(48), self.size(48)
        x, w, dy = self.input(m, k), self.input(k, n), self.input(m, n)
        dw = self.op("dot_general", x, dy, lhs_contracting_dimensions=[0],
                     rhs_contracting_dimensions=[0])
        dx = self.op("dot_general", dy, w, lhs_contracting_dimensions=[1],
                     rhs_contracting_dimensions=[1])
        return self.dice.choice([[dw], [dw, dx]])

    def total(self):
        """A sum over any dimensions of an expression."""
        shape = [self.size(), self.size()]
        if self.dice.random() < 0.4:
            shape = [self.size(8, 64), self.size(32, 300), self.size(32, 300)]
        x = self.input(*shape)
        if self.dice.random() < 0.5:
            x = self.op("multiply", x, self.input(*shape))
        count = 1 if self.dice.random() < 0.8 else 2
        dims = sorted(self.dice.sample(range(len(shape)), count))
        return [self.op(self.dice.choice(["sum", "mean", "max_of"]), x, dimensions=dims)]

    def softmax(self):
        x = self.input(self.size(), self.size())
        if self.dice.random() < 0.4:
            x = self.op("multiply", x, 0.125)
        return [self.op("softmax", x, dimension=self.dice.choice([0, 1]))]

    def norm(self):
        x = self.input(self.size(), self.size())
        if self.dice.random() < 0.5:
            x = self.op("add", x, self.input(*self.inputs[0]["shape"]))
        return [self.op(self.dice.choice(["layer_norm", "rms_norm"]), x, dimension=1)]

    def turned(self):
        """A transpose and what is done with it."""
        shape = [self.size(), self.size()]
        order = [1, 0]
        if self.dice.random() < 0.4:
            shape = [self.size(4, 32), self.size(32, 300), self.size(32, 300)]
            order = self.dice.choice([[0, 2, 1], [1, 0, 2], [2, 1, 0], [1, 2, 0]])
        x = self.op("transpose", self.input(*shape), permutation=order)
        y = self.input(*(shape[d] for d in order))
        return [self.op(self.dice.choice(["add", "multiply"]), x, y)]

    def attention(self):
        batch, rows, keys, size = self.size(2, 16), self.size(64, 600), self.size(64, 600), 64
        q, k, v = (self.input(batch, n, size) for n in (rows, keys, keys))
        scores = self.op("dot_general", q, k, lhs_batching_dimensions=[0],
                         rhs_batching_dimensions=[0], lhs_contracting_dimensions=[2],
                         rhs_contracting_dimensions=[2])
        scores = self.op("multiply", scores, 0.125)
        if self.dice.random() < 0.6:
            scores = self.op("add", scores, self.input(rows, keys))
        weights = self.op("softmax", self.leaving(scores), dimension=2)
        return [self.op("dot_general", weights, v, lhs_batching_dimensions=[0],
                        rhs_batching_dimensions=[0], lhs_contracting_dimensions=[2],
                        rhs_contracting_dimensions=[1])]

    def rows(self):
        """Rows that are picked."""
        rows, size, picks = self.size(), self.size(), self.size()
        x, at = self.input(rows, size), self.input(picks, dtype="i32")
        y = self.op("take", x, at, dimension=0)
        return [self.op("multiply", y, self.input(size))]

    def neighbours(self):
        """Differences of neighbours."""
        m, n = self.size(), self.size()
        x = self.input(m, n)
        dim = self.dice.choice([0, 1])
        low = [0, 0]
        high = [m, n]
        low[dim] = 1
        later = self.op("slice", x, start_indices=low, limit_indices=high)
        low[dim], high[dim] = 0, high[dim] - 1
        before = self.op("slice", x, start_indices=low, limit_indices=high)
        return [self.op("subtract", later, before)]

    # Of few results.

    def long(self):
        """A size by which a tensor of a few rows or columns has millions of elements."""
        size = int(2 ** (13 + 8 * self.dice.random()))
        return size if self.dice.random() < 0.3 else size // 1024 * 1024

    def few(self):
        """What a few long rows or columns, or all elements, are reduced to."""
        op = self.dice.choice(["sum", "sum", "mean", "max_of", "argmax"])
        few, dim = self.dice.choice([1, 1, 2, 4, 7, 16]), self.dice.choice([0, 1])
        shape = [self.long(), few] if dim == 0 else [few, self.long()]
        x = self.input(*shape)
        if op == "argmax":
            return [self.op(op, x, dimension=dim)]
        return [self.op(op, x, dimensions=self.dice.choice([[dim], [0, 1]]))]

    def loss(self):
        """The mean of squares of differences, or of what is unlikely."""
        shape = [self.size(), self.size()]
        x, y = self.input(*shape), self.input(*shape)
        if self.dice.random() < 0.5:
            x = self.op("multiply", self.op("log_softmax", x, dimension=1), y)
        else:
            x = self.op("subtract", x, y)
            x = self.op("multiply", x, x)
        return [self.op("mean", x, dimensions=[0, 1])]

    def decode(self):
        """A product with a few rows."""
        m, k, n = self.dice.choice([1, 1, 2, 4, 8, 16]), self.size(1024, 4096), self.size(1024, 4096)
        right = self.dice.random() < 0.5
        x, w = self.input(m, k), self.input(*((n, k) if right else (k, n)))
        y = self.op("dot_general", x, w, lhs_contracting_dimensions=[1],
                    rhs_contracting_dimensions=[1 if right else 0])
        return [self.op("silu", y) if self.dice.random() < 0.3 else y]

    def long_product(self):
        """A product of few results and many terms, as gradients of small weights are."""
        m, n, k = self.size(8, 256), self.size(8, 256), self.long()
        x, y = self.input(k, m), self.input(k, n)
        return [self.op("dot_general", x, y, lhs_contracting_dimensions=[0],
                        rhs_contracting_dimensions=[0])]

    def batch_norm(self):
        """Means and variances over all but the last dimension, or but the second."""
        batch, side, channels = self.size(4, 32), self.size(8, 56), self.size(32, 256)
        last = self.dice.random() < 0.5
        shape = [batch, side, side, channels] if last else [batch, channels, side, side]
        dims = [0, 1, 2] if last else [0, 2, 3]
        x = self.input(*shape)
        mean = self.op("mean", x, dimensions=dims, keepdims=True)
        x = self.op("subtract", x, mean)
        variance = self.op("mean", self.op("multiply", x, x), dimensions=dims, keepdims=True)
        return [self.op("multiply", x, self.op("rsqrt", self.op("add", variance, 1e-5)))]


KINDS = ["layer", "layer", "two_layers", "gradient", "gradient", "total", "total", "softmax", "norm",
         "turned", "attention", "rows", "neighbours", "few", "few", "loss", "decode", "long_product", "batch_norm"]


def write(folder, seed, least, most):
    draft = Draft(seed, least, most)
    kind = KINDS[seed % len(KINDS)]
    outputs = getattr(draft, kind)()
    mesh = draft.dice.choice(MESHES)
    place = folder / f"{kind}_{seed}"
    place.mkdir(parents=True, exist_ok=True)
    (place / "program.json").write_text(json.dumps(
        {"shardc": 1, "kind": "program", "name": place.name, "inputs": draft.inputs, "ops": draft.ops,
         "outputs": outputs, "// leaves": draft.leaves}))
    (place / "sharding.json").write_text(json.dumps(
        {"shardc": 1, "kind": "sharding", "mesh": ", ".join(f"{a}={n}" for a, n in mesh.items()),
         "inputs": draft.config(mesh)}))


def main():
    folder, count = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    first = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    least, most = map(int, sys.argv[4:6]) if len(sys.argv) > 4 else (200, 4000)
    for seed in range(first, first + count):
        write(folder, seed, least, most)


if __name__ == "__main__":
    main()
