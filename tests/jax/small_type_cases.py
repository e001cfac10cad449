# SPDX-License-Identifier: Apache-2.0
"""Functions of one op each on floats of 8 bits and integers of 2 and 4: every number that there is, and
every pair of them where ops take two."""
import functools
import itertools

import jax.numpy as jnp
import numpy as np
from jax import lax

from single_op_cases import Case, dice_of, name_of

FLOATS = ["float8_e4m3fn", "float8_e5m2", "float8_e4m3fnuz", "float8_e5m2fnuz", "float8_e4m3b11fnuz", "float8_e4m3",
          "float8_e3m4"]
SCALE = "float8_e8m0fnu"  # powers of two, no zero, no sign
INTEGERS = ["int2", "int4", "uint2", "uint4"]
OTHERS = ["float32", "float64", "bfloat16", "float16", "int8", "int32", "int64", "uint8", "uint32", "bool"]


def every(dtype):
    """Of the powers of two not the least: JAX has no denormals on CPUs."""
    dtype = jnp.dtype(dtype)
    if jnp.issubdtype(dtype, jnp.integer):
        return np.arange(jnp.iinfo(dtype).min, jnp.iinfo(dtype).max + 1).astype(dtype)
    return np.arange(dtype == SCALE, 256).astype(np.uint8).view(dtype)


def pairs(dtype):
    left, right = np.meshgrid(every(dtype), every(dtype), indexing="ij")
    return [left.ravel().copy(), right.ravel().copy()]


def some(dtype, shape, tame=False):
    """Random ones of all; tame ones are small whole numbers."""
    dice = dice_of(dtype + str(shape))
    if tame:
        return np.asarray(dice.integers(0 if dtype.startswith("u") else -1, 2, shape)).astype(jnp.dtype(dtype))
    return dice.choice(every(dtype), shape)


def of_other(dtype, target):
    """What conversions may get wrong: what lies halfway between two numbers of the target, and beside it."""
    if dtype == "bool":
        return np.array([False, True])
    if not jnp.issubdtype(jnp.dtype(dtype), jnp.floating):
        low, high = int(jnp.iinfo(dtype).min), int(jnp.iinfo(dtype).max)
        return np.array([low, low + 1, high - 1, high, *range(max(low, -70), min(high, 70))]).astype(dtype)
    if dtype.endswith("16"):
        return np.arange(1 << 16).astype(np.uint16).view(jnp.dtype(dtype))
    known = every(target).astype(np.float64)
    known = np.unique(known[np.isfinite(known)])
    middle = np.concatenate([known, (known[1:] + known[:-1]) / 2]).astype(dtype)
    beside = [np.nextafter(middle, np.array(end, dtype)) for end in (-np.inf, np.inf)]
    edges = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e30, -1e30, 0.7, 1.3], dtype)
    return np.concatenate([middle, *beside, edges])


UNARY = [(lax.neg, FLOATS + ["int2", "int4"]), (lax.abs, FLOATS), (lax.sign, FLOATS + ["int2", "int4"]),
         (lax.floor, FLOATS), (lax.ceil, FLOATS), (lax.is_finite, FLOATS + [SCALE]), (lax.sqrt, FLOATS),
         (lax.exp, FLOATS), (lax.log, FLOATS), (lax.tanh, FLOATS), (lax.logistic, FLOATS), (lax.rsqrt, FLOATS),
         (lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), FLOATS),
         (lambda x: lax.reduce_precision(x, 4, 2), FLOATS), (lambda x: lax.reduce_precision(x, 5, 1), FLOATS),
         (lax.bitwise_not, INTEGERS), (lax.population_count, ["uint2", "uint4"]), (lax.clz, INTEGERS)]
# JAX rounds these to f16 first.
TWICE = (lax.sqrt, lax.exp, lax.log, lax.tanh, lax.logistic, lax.rsqrt)
COMPARISONS = [lax.eq, lax.ne, lax.lt, lax.le, lax.gt, lax.ge]
BINARY = [(lax.add, FLOATS + INTEGERS), (lax.sub, FLOATS + INTEGERS), (lax.mul, FLOATS + INTEGERS),
          (lax.div, FLOATS + INTEGERS), (lax.rem, FLOATS + INTEGERS), (lax.max, FLOATS + INTEGERS + [SCALE]),
          (lax.min, FLOATS + INTEGERS + [SCALE]), (lax.bitwise_and, INTEGERS), (lax.bitwise_or, INTEGERS),
          (lax.bitwise_xor, INTEGERS), (lax.shift_left, INTEGERS), (lax.shift_right_logical, INTEGERS),
          (lax.shift_right_arithmetic, INTEGERS)] + [(f, FLOATS + INTEGERS + [SCALE]) for f in COMPARISONS]


def elementwise():
    for number, (function, dtypes) in enumerate(UNARY):
        for dtype in dtypes:
            yield Case(f"{name_of(function)}_{number}_{dtype}", function, [every(dtype)], 1 if function in TWICE else 0)
    for number, (function, dtypes) in enumerate(BINARY):
        for dtype in dtypes:
            yield Case(f"{name_of(function)}_{number}_{dtype}", function, pairs(dtype))
    for dtype in FLOATS + INTEGERS + [SCALE]:
        x = some(dtype, (6, 5))
        yield Case(f"select_{dtype}", lax.select, [x < x[::-1], x, x[::-1].copy()])
        yield Case(f"clamp_{dtype}", lax.clamp, [x[0, 0], x, x[1, 1]])


def conversions():
    for small, other in itertools.product(FLOATS + INTEGERS + [SCALE], OTHERS):
        yield Case(f"convert_{small}_{other}",
                   functools.partial(lax.convert_element_type, new_dtype=jnp.dtype(other)), [every(small)])
        yield Case(f"convert_{other}_{small}",
                   functools.partial(lax.convert_element_type, new_dtype=jnp.dtype(small)), [of_other(other, small)])
    for source, target in itertools.permutations(FLOATS + INTEGERS + [SCALE], 2):
        yield Case(f"convert_{source}_{target}",
                   functools.partial(lax.convert_element_type, new_dtype=jnp.dtype(target)), [every(source)])
    for source, target, shape in [
            *[(dtype, "uint8", (4, 8)) for dtype in FLOATS + [SCALE]], *[("int8", dtype, (4, 8)) for dtype in FLOATS],
            ("float8_e5m2", "float16", (5, 2)), ("float32", "float8_e4m3fn", (5, 2)), ("int8", "int4", (6,)),
            ("int4", "int8", (5, 2)), ("int4", "uint4", (16,)), ("uint4", "int4", (16,)), ("uint2", "uint8", (3, 4)),
            ("uint8", "int2", (9,)), ("int4", "float32", (3, 8)), ("int2", "int4", (4, 2)), ("float16", "uint4", (3,))]:
        x = some(source, shape) if source in FLOATS + INTEGERS + [SCALE] else np.asarray(
            dice_of(source + target).integers(-99, 99, shape)).astype(source)
        yield Case(f"bitcast_{source}_{target}",
                   lambda x, target=target: lax.bitcast_convert_type(x, jnp.dtype(target)), [x])


def movement():
    for dtype in ["float8_e4m3fn", "float8_e5m2fnuz", SCALE, "int4", "uint2"]:
        def case(name, function, *shapes, dtype=dtype):
            return Case(f"{name}_{dtype}", function, [some(dtype, shape) for shape in shapes])

        yield case("transpose", jnp.transpose, (3, 5))
        yield case("reverse", lambda x: lax.rev(x, (0, 1)), (3, 5))
        yield case("reshape", lambda x: jnp.reshape(x, (5, 3)), (3, 5))
        yield case("broadcast", lambda x: lax.broadcast(x, (2, 3)), (4,))
        if dtype not in INTEGERS:  # which XLA for CPUs does not do, or writes beyond them
            yield case("sort", lambda x: lax.sort(x, dimension=0, is_stable=True), (9, 4))
            yield case("concatenate", lambda x, y: lax.concatenate([x, y, x], 0), (3, 2), (4, 2))
        yield case("pad", lambda x, v: lax.pad(x, v, [(1, 2, 1), (-1, 3, 0)]), (4, 5), ())
        yield case("slice", lambda x: lax.slice(x, (1, 0), (6, 7), (2, 3)), (7, 9))
        yield case("dynamic_slice", lambda x: lax.dynamic_slice(x, (2, 9), (3, 2)), (7, 5))
        yield case("dynamic_update", lambda x, u: lax.dynamic_update_slice(x, u, (-1, 2)), (7, 5), (3, 2))
        yield case("take", lambda x: x.at[np.array([[0, 9], [3, -2]])].get(mode="fill", fill_value=1), (7, 3))
        yield case("set", lambda x, u: x.at[np.array([3, 9, 0, -2])].set(u, mode="drop"), (7, 3), (4, 3))
        if dtype != SCALE:
            yield Case(f"add_at_{dtype}", lambda x, u: x.at[np.array([3, 9, 0, 3])].add(u, mode="drop"),
                       [some(dtype, (7, 3), tame=True), some(dtype, (4, 3), tame=True)])
        yield Case(f"iota_{dtype}", lambda x, dtype=dtype: lax.max(lax.iota(jnp.dtype(dtype), 7), x),
                   [np.array(1).astype(jnp.dtype(dtype))])


def combinations():
    for dtype in FLOATS + INTEGERS:
        is_float = dtype in FLOATS
        for shape in [(2,), (6, 7), (3, 0)]:
            tame, wild = some(dtype, shape, tame=True), some(dtype, shape)
            yield Case(f"sum_{dtype}_{shape}", lambda x: lax.reduce(x, jnp.zeros((), x.dtype), lax.add, (0,)), [tame])
            yield Case(f"max_{dtype}_{shape}", lambda x: lax.reduce(x, jnp.ones((), x.dtype), lax.max, (0,)), [wild])
            yield Case(f"min_{dtype}_{shape}", lambda x: lax.reduce(x, jnp.ones((), x.dtype), lax.min, (0,)), [wild])
        for left, right, dims in [((3, 4), (4, 5), (((1,), (0,)), ((), ()))), ((3, 70), (70, 9), (((1,), (0,)), ((), ()))),
                                  ((2, 3, 4), (2, 4, 1), (((2,), (1,)), ((0,), (0,))))]:
            for made in (["float32", "bfloat16"] if is_float else [dtype] * dtype.endswith("4")):  # XLA has no others
                yield Case(f"dot_{dtype}_{left}_{made}",
                           lambda x, y, dims=dims, made=made: lax.dot_general(
                               x, y, dims, preferred_element_type=jnp.dtype(made)),
                           [some(dtype, left, tame=True), some(dtype, right, tame=True)])
    x, y = some("float8_e4m3fn", (3, 40), tame=True), some("float8_e5m2", (40, 2), tame=True)
    yield Case("dot_of_two_types", lambda x, y: lax.dot_general(
        x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32), [x, y])


def all_cases():
    return list(itertools.chain(elementwise(), conversions(), movement(), combinations()))
