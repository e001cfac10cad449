# SPDX-License-Identifier: Apache-2.0
"""Functions of one op each of complex numbers, of every rank from 0 to 6, of empty dimensions, and of ones that are
longer than a word has bits."""
import functools

import jax.numpy as jnp
import numpy as np
from jax import lax

from single_op_cases import SHAPES, Case, dice_of, mixed

COMPLEX = {"complex64": "float32", "complex128": "float64"}
LONG = [65, 127, 130, 257, 1030]


def pairs(dice, dtype, shape, wild=True):
    parts = [np.asarray(mixed(dice, COMPLEX[dtype], shape, wild)) for _ in range(2)]
    return (parts[0] + 1j * parts[1] if not wild else lax.complex(*map(jnp.asarray, parts)).__array__()).astype(dtype)


def case(name, function, inputs, ulps=0.0, scale=0.0):
    return Case(name, function, inputs, ulps, scale)


def complex_numbers():
    exact = {"neg": lax.neg, "real": lax.real, "imag": lax.imag, "conj": jnp.conj, "add": lambda x: x + x, "sub": lambda x: x - x,
             "eq": lambda x: x == x, "ne": lambda x: x != jnp.flip(x), "flip": jnp.flip, "ravel": jnp.ravel,
             "to bool": lambda x: x.astype(bool), "twice": lambda x: jnp.stack([x, x], -1),
             "where": lambda x: jnp.where(lax.real(x) > 0, x, lax.neg(x)), "to wide": lambda x: x.astype(jnp.complex128),
             "pad": lambda x: lax.pad(x, x.dtype.type(1), [(1, 2, 1)] * x.ndim), "transpose": jnp.transpose}
    for dtype in COMPLEX:
        for shape in [*SHAPES, (2, 1, 3, 1, 2, 2)]:
            for name, function in exact.items():
                where = f"complex {name} {dtype}{shape}"
                yield case(where, function, [pairs(dice_of(where), dtype, shape)])
        for name, function in {"sum": jnp.sum, "cumsum": functools.partial(jnp.cumsum, axis=0), "prod": lambda x: jnp.prod(x[:4], 0),
                               "product": lambda x: x @ x.T, "outer": lambda x: x[:, :1] * x[0]}.items():
            where = f"complex {name} {dtype}"
            yield case(where, function, [pairs(dice_of(where), dtype, (9, 67), wild=False)], 64, 600)


def of_rank(rank, dtype):
    """What moves, and what reduces whole numbers, on random shapes with 0 and 1."""
    for turn in range(3):
        where = f"rank {rank} {dtype} {turn}"
        dice = dice_of(where)
        sizes = [1, 2, 3, 4] if turn < 2 else [0, 1, 2, 3]
        shape = tuple(int(n) for n in dice.choice(sizes, rank))
        x = mixed(dice, dtype, shape)
        order = [int(d) for d in dice.permutation(rank)]
        some = tuple(d for d in range(rank) if dice.random() < 0.5)
        starts = [np.int32(dice.integers(-1, 4)) for _ in shape]
        half = tuple((n + 1) // 2 for n in shape)
        functions = {
            "transpose": lambda x, order=order: lax.transpose(x, order),
            "reverse": lambda x, some=some: lax.rev(x, some),
            "reshape": lambda x: x.reshape(-1),
            "split": lambda x: x.reshape([n for size in x.shape for n in (1, size)]),
            "broadcast": lambda x: jnp.broadcast_to(x[None], (2, *x.shape)),
            "stride": lambda x: x[tuple(slice(None, None, 2) for _ in x.shape)],
            "pad": lambda x: lax.pad(x, x.dtype.type(1), [(1, -1, 1) if n > 1 else (0, 1, 0) for n in x.shape]),
            "dynamic_slice": lambda x, starts=starts, half=half: lax.dynamic_slice(x, starts, half),
            "update": lambda x, starts=starts, half=half: lax.dynamic_update_slice(x, jnp.ones(half, x.dtype), starts),
            "compare": lambda x: x <= lax.rev(x, range(x.ndim)),
            "select": lambda x, some=some: jnp.where(x > x.dtype.type(0), x, lax.rev(x, some)),
        }
        if rank:
            functions["concatenate"] = lambda x, d=order[0]: lax.concatenate([x, x[:1], x] if d == 0 else [x, x], d)
        if rank and shape[order[0]]:
            functions["take"] = lambda x, d=order[0]: jnp.take(x, jnp.array([0, 5, -1, 1]), d, mode="fill", fill_value=1)
        if rank:
            functions["iota"] = lambda x, d=order[0]: lax.broadcasted_iota(x.dtype, x.shape, d)
        if dtype != "float32":
            functions["sum"] = lambda x, some=some: jnp.sum(x, some, dtype=x.dtype)
        if some and dtype != "float32":
            functions["max"] = lambda x, some=some: lax.reduce(x, x.dtype.type(jnp.iinfo(x.dtype).min), lax.max, some)
        if rank and dtype != "float32":
            functions["cumsum"] = lambda x, d=order[0]: lax.cumsum(x, d)
            functions["sort"] = lambda x, d=order[0]: lax.sort(x, dimension=d)
            functions["scatter"] = lambda x: x.at[jnp.array([0, 2, 0])].add(x.dtype.type(1))
        for name, function in functions.items():
            yield case(f"{where} {name} {shape}", function, [x])


def long_dimensions():
    for length in LONG:
        where = f"long {length}"
        dice = dice_of(where)
        x = mixed(dice, "float32", (3, length), wild=False)
        i = mixed(dice, "int32", (length, 3), wild=False)
        yield case(f"{where} sum", lambda x: (x.sum(1), x.sum(0)), [x], 64, 100)
        yield case(f"{where} product", lambda x: (x @ x.T, x.T @ x), [x], 256, 100)
        yield case(f"{where} whole", lambda i: (i.sum(0), i.max(0), jnp.cumsum(i, 0), i.T @ i, jnp.sort(i, 0), jnp.argsort(i, 0)), [i])
        yield case(f"{where} places", lambda x: (jnp.argmax(x, 1), jnp.argmin(x, 1), lax.top_k(x, 64)), [x])
        yield case(f"{where} truths", lambda i: ((i > 8).any(0), (i < 9).all(0), jnp.packbits(i > 0, axis=0)), [i])
        yield case(f"{where} moves", lambda x: (jnp.roll(x, 64, 1), x[:, ::-1], x[:, 63:65], jnp.pad(x, ((0, 0), (64, 1)))), [x])
        yield case(f"{where} indices", lambda i: (i[jnp.arange(64, -1, -1)], i.at[jnp.array([64, 63, 64])].add(1)), [i])


def all_cases():
    yield from complex_numbers()
    for rank in range(7):
        for dtype in ("float32", "int32", "uint8"):
            yield from of_rank(rank, dtype)
    yield from long_dimensions()
