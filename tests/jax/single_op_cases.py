# SPDX-License-Identifier: Apache-2.0
"""Functions of one op each, as JAX makes them, with inputs that have what goes wrong: not-a-numbers,
infinities, zeros with a sign, denormals, the ends of integers, dimensions of 0 and 1."""
import dataclasses
import functools
import itertools
import math
import zlib

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

FLOATS = ["float32", "float64", "bfloat16", "float16"]
SIGNED = ["int8", "int16", "int32", "int64"]
UNSIGNED = ["uint8", "uint16", "uint32", "uint64"]
INTEGERS = SIGNED + UNSIGNED
NUMBERS = FLOATS + INTEGERS
ALL = NUMBERS + ["bool"]
SHAPES = [(), (1,), (0,), (7,), (3, 5), (2, 1, 4), (3, 0, 2)]


@dataclasses.dataclass
class Case:
    """`function` of `inputs`. Floats may differ by `ulps` units in the last place of the larger of
    what is expected and `scale`: the size of the terms where a sum may cancel. What is expected of
    finite elements is what `exact` makes of them in 64 bits, where there is that; else JAX's."""
    name: str
    function: object
    inputs: list
    ulps: float = 0
    scale: float = 0
    exact: object = None


def dice_of(name):
    return np.random.default_rng(zlib.crc32(name.encode()))


def info(dtype):
    return jnp.finfo(dtype) if jnp.issubdtype(dtype, jnp.floating) else jnp.iinfo(dtype)


def special(dtype):
    """What is likely to go wrong."""
    dtype = jnp.dtype(dtype)
    if dtype == bool:
        return np.array([False, True])
    limits = info(dtype)
    if jnp.issubdtype(dtype, jnp.floating):
        values = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, np.inf, -np.inf, np.nan, 1e-3,
                  100.0, float(limits.max), float(limits.min), float(limits.tiny), float(limits.eps)]
    else:
        values = [0, 1, 2, 3, 7, int(limits.max), int(limits.max) - 1, int(limits.min),
                  int(limits.min) + 1, limits.bits - 1, limits.bits]
        values += [] if limits.min == 0 else [-1, -2, -7]
    with np.errstate(invalid="ignore", over="ignore"):
        return np.array(values).astype(dtype)


def mixed(dice, dtype, shape, wild=True):
    """Random values, every third a special one where `wild`."""
    dtype = jnp.dtype(dtype)
    if dtype == bool:
        return dice.integers(0, 2, shape).astype(bool)
    tame = dice.normal(0, 2, shape) if jnp.issubdtype(dtype, jnp.floating) else dice.integers(
        0 if info(dtype).min == 0 else -9, 10, shape)
    array = np.asarray(tame).astype(dtype)
    if not wild:
        return array
    return np.where(dice.random(shape) < 1 / 3, dice.choice(special(dtype), shape), array).astype(dtype)


def grid(dtype, count):
    """All combinations of special values, one operand each."""
    values = special(dtype)
    return [np.ascontiguousarray(a.ravel()) for a in np.meshgrid(*[values] * count, indexing="ij")]


# ---- elementwise ----------------------------------------------------------------------------------

UNARY = {
    "exact": [(lax.neg, FLOATS + SIGNED), (lax.abs, FLOATS + SIGNED), (lax.sign, FLOATS + SIGNED),
              (lax.floor, FLOATS), (lax.ceil, FLOATS), (lax.is_finite, FLOATS),
              (lax.bitwise_not, INTEGERS + ["bool"]), (lax.population_count, INTEGERS),
              (lax.clz, INTEGERS), (lax.sqrt, ["float32", "float64"]), (jnp.isnan, FLOATS),
              (lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO), FLOATS),
              (lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN), FLOATS),
              (lambda x: lax.reduce_precision(x, 5, 7), ["float32", "float64"]),
              (lax.square, NUMBERS), (lambda x: lax.integer_pow(x, 3), ["int32", "uint8", "float32"])],
    "near": [(lax.exp, FLOATS), (lax.exp2, FLOATS), (lax.expm1, FLOATS), (lax.log, FLOATS), (lax.log1p, FLOATS),
             (lax.rsqrt, FLOATS), (lax.cbrt, FLOATS), (lax.sin, FLOATS), (lax.cos, FLOATS), (lax.tan, FLOATS),
             (lax.tanh, FLOATS), (lax.logistic, FLOATS), (lax.sinh, FLOATS), (lax.cosh, FLOATS),
             (lax.asin, FLOATS), (lax.acos, FLOATS), (lax.atan, FLOATS), (lax.asinh, FLOATS),
             (lax.acosh, FLOATS), (lax.atanh, FLOATS), (lax.erf, FLOATS), (lax.erfc, FLOATS),
             (lax.erf_inv, FLOATS), (lax.lgamma, FLOATS), (lax.digamma, FLOATS),
             (lax.bessel_i1e, ["float32", "float64"])],
}
# Functions of Python's in 64 bits: JAX's own are off by more than ours at places.
EXACT = {lax.exp: math.exp, lax.expm1: math.expm1, lax.log: math.log, lax.log1p: math.log1p,
         lax.cbrt: math.cbrt, lax.sin: math.sin, lax.cos: math.cos, lax.tan: math.tan, lax.tanh: math.tanh,
         lax.sinh: math.sinh, lax.cosh: math.cosh, lax.asin: math.asin, lax.acos: math.acos, lax.atan: math.atan,
         lax.asinh: math.asinh, lax.acosh: math.acosh, lax.atanh: math.atanh, lax.erf: math.erf,
         lax.erfc: math.erfc, lax.lgamma: math.lgamma}
BINARY = {
    "exact": [(lax.add, NUMBERS), (lax.sub, NUMBERS), (lax.mul, NUMBERS), (lax.max, ALL), (lax.min, ALL),
              (lax.div, NUMBERS), (lax.rem, NUMBERS), (lax.eq, ALL), (lax.ne, ALL), (lax.lt, ALL), (lax.le, ALL),
              (lax.gt, ALL), (lax.ge, ALL), (lax.bitwise_and, INTEGERS + ["bool"]),
              (lax.bitwise_or, INTEGERS + ["bool"]), (lax.bitwise_xor, INTEGERS + ["bool"]),
              (lax.shift_left, INTEGERS), (lax.shift_right_logical, INTEGERS),
              (lax.shift_right_arithmetic, INTEGERS), (lax.nextafter, ["float32", "float64"]),
              (jnp.floor_divide, ["int32", "uint8"]), (jnp.mod, ["int32", "float32"])],
    "near": [(lax.pow, FLOATS), (lax.atan2, FLOATS)],
}


def name_of(function):
    return getattr(function, "__name__", "function").strip("<>")


def elementwise():
    for kind, table in UNARY.items():
        for number, (function, dtypes) in enumerate(table):
            for dtype in dtypes:
                name = f"{name_of(function)}_{number}_{dtype}"
                exact = EXACT.get(function)
                scale = 1 if function in (lax.lgamma, lax.digamma) else 0  # they have zeros
                ulps = 0 if kind == "exact" else 8 if exact or dtype != "float64" else 64
                yield Case(name + "_special", function, [special(dtype)], ulps, scale, exact)
                dice = dice_of(name)
                for shape in [(), (0,), (41,), (3, 5)]:
                    yield Case(f"{name}_{shape}", function, [mixed(dice, dtype, shape)], ulps, scale, exact)
    for kind, table in BINARY.items():
        for number, (function, dtypes) in enumerate(table):
            for dtype in dtypes:
                name = f"{name_of(function)}_{number}_{dtype}"
                ulps = 0 if kind == "exact" else 16
                yield Case(name + "_special", function, grid(dtype, 2), ulps)
                dice = dice_of(name)
                for shape in [(), (3, 0), (37,)]:
                    yield Case(f"{name}_{shape}", function,
                               [mixed(dice, dtype, shape), mixed(dice, dtype, shape)], ulps)
    for dtype in ALL:
        dice = dice_of("select" + dtype)
        for shape in [(), (0,), (5, 3)]:
            a, b = mixed(dice, dtype, shape), mixed(dice, dtype, shape)
            yield Case(f"select_{dtype}_{shape}", lax.select, [mixed(dice, "bool", shape), a, b])
            if dtype != "bool":
                yield Case(f"clamp_{dtype}_{shape}", lax.clamp,
                           [mixed(dice, dtype, ()), a, mixed(dice, dtype, ())])
    for source, target in itertools.product(ALL, ALL):
        yield Case(f"convert_{source}_{target}",
                   functools.partial(lax.convert_element_type, new_dtype=jnp.dtype(target)), [special(source)])
    for source, target in [("float32", "int32"), ("int16", "bfloat16"), ("float64", "uint64"), ("float16", "uint16"),
                           ("float32", "uint8"), ("uint8", "uint32"), ("int64", "int32"), ("uint16", "float64")]:
        wide = jnp.dtype(target).itemsize // jnp.dtype(source).itemsize
        shape = (3, wide) if wide > 1 else (3, 4)
        yield Case(f"bitcast_{source}_{target}", lambda x, target=target: lax.bitcast_convert_type(x, jnp.dtype(target)),
                   [mixed(dice_of(source + target), source, shape, wild=False)])


# ---- what moves elements --------------------------------------------------------------------------

def movement():
    for dtype in ["float32", "int8", "bool", "bfloat16", "uint64"]:
        dice = dice_of("move" + dtype)

        def case(name, function, *shapes, dtype=dtype, dice=dice):
            return Case(f"{name}_{dtype}", function, [mixed(dice, dtype, shape) for shape in shapes])

        for shape in SHAPES:
            yield case(f"reshape_{shape}", lambda x: jnp.reshape(x, (-1,)) if x.size else jnp.reshape(x, (0, 4)), shape)
            yield case(f"transpose_{shape}", jnp.transpose, shape)
            yield case(f"reverse_{shape}", lambda x: lax.rev(x, tuple(range(x.ndim))), shape)
            yield case(f"broadcast_{shape}", lambda x: lax.broadcast(x, (2, 3)), shape)
            if shape:
                yield case(f"concatenate_{shape}", lambda x, y: lax.concatenate([x, y, x], 0), shape, shape)
                yield case(f"roll_{shape}", lambda x: jnp.roll(x, 2, axis=0), shape)
                pad = [(1, 2, 0), (-1, 1, 1), (0, -1, 2)]
                yield case(f"pad_{shape}", lambda x, v, pad=pad: lax.pad(x, v, pad[:x.ndim]), shape, ())
        yield case("slice", lambda x: lax.slice(x, (1, 0), (6, 7), (2, 3)), (7, 9))
        yield case("slice_nothing", lambda x: lax.slice(x, (3, 0), (3, 9)), (7, 9))
        yield case("tile", lambda x: jnp.tile(x, (2, 3)), (3, 2))
        yield case("repeat", lambda x: jnp.repeat(x, 3, axis=1), (3, 2))
        yield case("diagonal", jnp.diagonal, (4, 5))
        yield case("triangle", jnp.tril, (5, 4)) if dtype != "bool" else case("stack", lambda x: jnp.stack([x, x]), (3,))
        yield case("expand", lambda x: jnp.expand_dims(x, (0, 2)), (3, 4))
        yield case("sort", lambda x: lax.sort(x, dimension=0, is_stable=True), (9, 4))
        for start in [-3, 0, 2, 5, 9]:
            index = np.int32(start)
            yield Case(f"dynamic_slice_{start}_{dtype}", lambda x, i: lax.dynamic_slice(x, (i, i), (3, 2)),
                       [mixed(dice, dtype, (7, 5)), index])
            yield Case(f"dynamic_update_{start}_{dtype}", lambda x, u, i: lax.dynamic_update_slice(x, u, (i, i)),
                       [mixed(dice, dtype, (7, 5)), mixed(dice, dtype, (3, 2)), index])
        for mode in ["clip", "fill", "promise_in_bounds"]:
            at = np.array([[0, 6], [3, -2], [1, 1]] if mode == "promise_in_bounds" else [[0, 9], [-9, -2], [7, 1]], np.int32)
            yield Case(f"take_{mode}_{dtype}", lambda x, i, mode=mode: x.at[i].get(mode=mode),
                       [mixed(dice, dtype, (7, 3)), np.abs(at) % 7 if mode == "promise_in_bounds" else at])
            yield Case(f"pick_{mode}_{dtype}", lambda x, i, mode=mode: x.at[i, i[::-1]].get(mode=mode),
                       [mixed(dice, dtype, (7, 7)), (np.abs(at) % 7 if mode == "promise_in_bounds" else at).ravel()])
        yield Case(f"along_{dtype}", lambda x, i: jnp.take_along_axis(x, i, axis=1),
                   [mixed(dice, dtype, (4, 6)), dice.integers(0, 6, (4, 3)).astype(np.int32)])
    for dtype in ["float32", "int32", "uint8", "int64", "bfloat16"]:
        dice = dice_of("scatter" + dtype)
        for update, mode in itertools.product(["set", "add", "multiply", "min", "max"], ["clip", "drop"]):
            at = np.array([3, 9, 0, -2, 5, 2] if update == "set" else [3, 0, 9, 0, -2, 3], np.int32)
            if mode == "clip" and update == "set":
                at = np.array([3, 6, 0, 1, 5, 2], np.int32)
            yield Case(f"scatter_{update}_{mode}_{dtype}",
                       lambda x, u, i, update=update, mode=mode: getattr(x.at[i], update)(u, mode=mode),
                       [mixed(dice, dtype, (7, 3), wild=False), mixed(dice, dtype, (6, 3), wild=False), at],
                       2 if dtype == "bfloat16" else 0)
    for count, dtype in itertools.product([0, 1, 6], NUMBERS):
        yield Case(f"iota_{count}_{dtype}", lambda x, count=count, dtype=dtype: lax.iota(dtype, count) + x,
                   [np.array(1).astype(jnp.dtype(dtype))])


# ---- what combines elements -----------------------------------------------------------------------

def terms(dtype, count):
    """How far a sum of `count` terms may be off, in units of the largest."""
    return 0 if not jnp.issubdtype(jnp.dtype(dtype), jnp.floating) else 4 + 2 * count


def reductions():
    for dtype in ALL:
        dice = dice_of("reduce" + dtype)
        for shape in [(1,), (0,), (33,), (4, 5), (3, 0), (2, 3, 4)]:
            for axis in {0, len(shape) - 1}:
                tame = mixed(dice, dtype, shape, wild=False)
                wild = mixed(dice, dtype, shape)
                where = f"{dtype}_{shape}_{axis}"
                if dtype == "bool":
                    yield Case(f"all_{where}", lambda x, axis=axis: jnp.all(x, axis), [tame])
                    yield Case(f"any_{where}", lambda x, axis=axis: jnp.any(x, axis), [tame])
                    continue
                yield Case(f"sum_{where}", lambda x, axis=axis: lax.reduce_sum(x, axes=(axis,)), [tame],
                           terms(dtype, shape[axis]), 8)
                yield Case(f"product_{where}", lambda x, axis=axis: lax.reduce_prod(x, axes=(axis,)), [tame],
                           terms(dtype, 2 * shape[axis]))
                yield Case(f"max_{where}", lambda x, axis=axis: lax.reduce_max(x, axes=(axis,)), [wild])
                yield Case(f"min_{where}", lambda x, axis=axis: lax.reduce_min(x, axes=(axis,)), [wild])
                if shape[axis] > 0:
                    yield Case(f"argmax_{where}", lambda x, axis=axis: lax.argmax(x, axis, jnp.int32), [wild])
                    yield Case(f"argmin_{where}", lambda x, axis=axis: lax.argmin(x, axis, jnp.int32), [wild])
                for name, scan in [("cumsum", lax.cumsum), ("cumprod", lax.cumprod), ("cummax", lax.cummax),
                                   ("cummin", lax.cummin)]:
                    for reverse in [False, True]:
                        bound = terms(dtype, 2 * shape[axis]) if name in ("cumsum", "cumprod") else 0
                        yield Case(f"{name}_{reverse}_{where}",
                                   lambda x, scan=scan, axis=axis, reverse=reverse: scan(x, axis, reverse=reverse),
                                   [tame if bound else wild], bound, 8 if name == "cumsum" else 0)
    for dtype in ["float32", "float64", "bfloat16", "int32", "int8"]:
        dice = dice_of("window" + dtype)
        for window, stride, padding in [((3, 3), (1, 1), "SAME"), ((2, 3), (2, 1), "VALID"), ((4, 1), (3, 2), "SAME")]:
            image = mixed(dice, dtype, (7, 8), wild=False)
            where = f"{dtype}_{window}_{stride}_{padding}"
            for name, init, combine in [("sum", 0, lax.add), ("max", int(-100), lax.max), ("min", 100, lax.min)]:
                start = np.array(init).astype(jnp.dtype(dtype))
                yield Case(f"window_{name}_{where}",
                           lambda x, s, combine=combine, window=window, stride=stride, padding=padding:
                           lax.reduce_window(x, s, combine, window, stride, padding), [image, start],
                           terms(dtype, 12) if name == "sum" else 0, 8)


def products():
    for dtype in NUMBERS:
        dice = dice_of("dot" + dtype)
        for left, right, dims in [((3, 4), (4, 5), (((1,), (0,)), ((), ()))), ((4, 3), (4, 5), (((0,), (0,)), ((), ()))),
                                  ((2, 3, 4), (2, 4, 1), (((2,), (1,)), ((0,), (0,)))),
                                  ((3, 0), (0, 2), (((1,), (0,)), ((), ()))), ((4,), (4,), (((0,), (0,)), ((), ()))),
                                  ((3, 70), (70, 9), (((1,), (0,)), ((), ()))),
                                  ((2, 3, 4), (3, 4, 5), (((1, 2), (0, 1)), ((), ())))]:
            length = max(1, int(np.prod([left[d] for d in dims[0][0]])))
            yield Case(f"dot_{dtype}_{left}_{right}", lambda x, y, dims=dims: lax.dot_general(x, y, dims),
                       [mixed(dice, dtype, left, wild=False), mixed(dice, dtype, right, wild=False)], terms(dtype, length), 40)
    for dtype in ["float32", "float64", "bfloat16"]:
        dice = dice_of("convolution" + dtype)
        for number, options in enumerate([
                {}, {"padding": "VALID"}, {"window_strides": (2, 1)}, {"rhs_dilation": (2, 2)},
                {"lhs_dilation": (2, 1), "padding": [(1, 1), (0, 2)]}, {"feature_group_count": 2},
                {"padding": [(-1, 2), (3, -1)]}]):
            options = {"window_strides": (1, 1), "padding": "SAME", **options}
            groups = options.get("feature_group_count", 1)
            yield Case(f"convolution_{number}_{dtype}",
                       lambda x, w, options=options: lax.conv_general_dilated(
                           x, w, dimension_numbers=("NHWC", "HWIO", "NHWC"), **options),
                       [mixed(dice, dtype, (2, 7, 6, 4), wild=False),
                        mixed(dice, dtype, (3, 3, 4 // groups, 6), wild=False)], terms(dtype, 36), 60)


def linear_algebra():
    for dtype in ["float32", "float64"]:
        dice = dice_of("linear" + dtype)
        for size in [1, 2, 5, 17]:
            square = mixed(dice, dtype, (2, size, size), wild=False)
            positive = (square @ square.transpose(0, 2, 1) + size * np.eye(size)).astype(dtype)
            yield Case(f"cholesky_{size}_{dtype}", lambda x: lax.linalg.cholesky(x), [positive], 400, 10)
            lower = np.tril(square) + 4 * np.eye(size, dtype=dtype)
            for left_side, transposed in itertools.product([False, True], repeat=2):
                yield Case(f"solve_{size}_{left_side}_{transposed}_{dtype}",
                           lambda a, b, left_side=left_side, transposed=transposed: lax.linalg.triangular_solve(
                               a, b, left_side=left_side, lower=True, transpose_a=transposed),
                           [lower.astype(dtype), mixed(dice, dtype, (2, size, size), wild=False)], 4000, 10)
        for count in [1, 3, 8]:
            yield Case(f"top_k_{count}_{dtype}", lambda x, count=count: lax.top_k(x, count), [mixed(dice, dtype, (3, 8))])


def all_cases():
    return list(itertools.chain(elementwise(), movement(), reductions(), products(), linear_algebra()))
