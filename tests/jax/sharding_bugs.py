#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mistakes that sharding compilers have made, a case each, sharded and compared with JAX on one device.

  sharding_bugs.py SHARDC [TEXT]

Cases are called after a list of small regressions, r01 to r22, and a list of classes of reported bugs, c01 to c40.
Numbers are whole where that is possible, so that nothing may differ. With TEXT, those alone that have it in their
names.
"""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=4"
import jax  # noqa: E402
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax import lax  # noqa: E402
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P  # noqa: E402

RANDOM = np.random.default_rng(1)
CASES = []


def whole(*shape, dtype=np.float32, most=4):
    """Small whole numbers, of which no sum or product here is rounded."""
    return RANDOM.integers(0 if np.dtype(dtype).kind == "u" else -most, most + 1, shape).astype(dtype)


def case(*inputs, on, rtol=0.0, outs=None):
    """`on`: meshes, each with the shardings of the inputs, as texts: "x,-" is dimension 0 over x."""
    def add(function):
        CASES.append((function.__name__, function, inputs, on, rtol, outs))
        return function
    return add


def sharding(text):
    return [dim.split("+") if dim not in ("-", "?") else (None if dim == "-" else ["?"]) for dim in text.split(",") if dim]


def config(mesh, inputs, outs):
    given = {"shardc": 1, "kind": "sharding", "mesh": mesh,
             "inputs": {f"arg{k}": sharding(text) for k, text in enumerate(inputs) if text is not None}}
    if outs:
        given["outputs"] = {f"out{k}": sharding(text) for k, text in enumerate(outs) if text is not None}
    return given


# ---- small regressions

@case(whole(5, 3), whole(3, 1), on=[("x=4", ["x,-", None]), ("x=4", ["-,x", "x,-"]), ("x=2, y=2", ["x,y", "y,x"])])
def r02_dimensions_smaller_than_the_mesh(a, b):
    return a @ b, a.sum(0), jnp.concatenate([a, a[:1]]), a[:0].sum(0)


@case(whole(4, 6), whole(4, 2), on=[("x=2, y=2", ["x,y", "x,-"]), ("x=2, y=2", ["y,x", "-,y"]), ("x=4", ["-,x", "x,-"])])
def r03_concatenation_of_partly_replicated(a, b):
    return jnp.concatenate([a, b, a], 1)


@case(whole(4, 4), on=[("x=4", ["x,-"]), ("x=4", ["-,x"]), ("x=2, y=2", ["y,x"])])
def r04_negative_padding_and_rolls(a):
    return lax.pad(a, 0.0, [(-1, -1, 0), (2, -1, 1)]), jnp.roll(a, 1, 0), jnp.roll(a, -1, 1), jnp.roll(a, (1, 3), (0, 1))


@case(whole(7, 5), whole(7, 5, dtype=np.int32), on=[("x=4", ["x,-", "x,-"]), ("x=2, y=3", ["x,y", "y,x"])])
def r05_reductions_with_uneven_tails(a, b):
    with_nan = a.at[6, 2].set(jnp.nan)
    total = lax.reduce(a, jnp.float32(3), lax.add, (0,))
    return (total, a.max(0), b.prod(1), a.min(1), lax.reduce(b, np.int32(-1), lax.bitwise_and, (0,)),
            lax.reduce(b, np.int32(0), lax.bitwise_or, (1,)), jnp.argmax(b % 2, 0), jnp.argmin(a, 1), with_nan.max(0))


@case(whole(5, 7), whole(7, 3), whole(5, 7, dtype=np.int8), whole(7, 3, dtype=np.int8),
      on=[("x=4", ["-,x", "x,-", "-,x", "x,-"]), ("x=4", ["-,x", None, "-,x", None]), ("x=2, y=2", ["x,y", None, None, "y,x"])])
def r06_products_over_what_is_split(a, b, c, d):
    z = (a + 1j * a).astype(jnp.complex64)
    integers = lax.dot_general(c, d, (((1,), (0,)), ((), ())), preferred_element_type=jnp.int32)
    infinite = a.at[0, 0].set(jnp.inf) @ jnp.abs(b + 5)
    narrow = (a.astype(jnp.bfloat16) @ b.astype(jnp.bfloat16)).astype(jnp.float32)
    return a @ b, integers, z @ b.astype(jnp.complex64), infinite, narrow


@case(whole(4, 6), whole(24), whole(6, 4), whole(8, 1, 3), whole(2, 3, 4),
      on=[("x=4", ["x,-", "x", "x,-", "x,-,-", "-,-,x"]), ("x=3", ["-,x", "x", "-,x", "-,-,x", "-,x,-"]),
          ("x=2, y=2", ["x,y", "x+y", "y,x", "x,-,y", "x,-,y"]), ("x=2, y=3", ["x,y", "y+x", "y,x", "x,-,y", "x,y,-"])])
def r07_reshapes(a, b, c, d, e):
    return a.reshape(24), b.reshape(4, 6), c.reshape(4, 6), d.reshape(8, 3), e.reshape(6, 4)


@case(whole(5, 3), np.array([0, 4, 4, -1, 9, 2], np.int32), whole(6, 3),
      on=[("x=4", ["x,-", None, None]), ("x=4", [None, "x", "x,-"]), ("x=2, y=3", ["x,y", "x", "-,y"])])
def r08_gathers_and_scatters(a, i, u):
    return (a[i], a.at[i].get(mode="fill", fill_value=7), a.at[i].add(u), a.at[i].max(u), a.at[i].set(u[0]),
            a.at[i].add(u, mode="drop"), a.at[:, 1].min(0.0))


@case(whole(8, 5), whole(3, 2), np.int32(7), np.int32(-2), on=[("x=4", ["x,-", None]), ("x=2, y=3", ["x,y", "y,x"])])
def r09_dynamic_slices_beyond_the_end(a, u, i, j):
    return lax.dynamic_slice(a, (i, j), (3, 2)), lax.dynamic_update_slice(a, u, (i, j)), lax.dynamic_update_slice(a, u, (3, 1))


@case(whole(2, 9, 8, 4), whole(3, 3, 2, 4), whole(7, 5, 4, 3),
      on=[("x=4", ["-,x,-,-", None, None]), ("x=2, y=2", ["x,y,-,-", None, None]), ("x=2, y=2", ["-,x,-,y", "-,-,-,y", None])])
def r10_convolutions(a, grouped, wide):
    def conv(kernel, strides, padding, **more):
        return lax.conv_general_dilated(a, kernel, strides, padding, dimension_numbers=("NHWC", "HWIO", "NHWC"), **more)
    return (conv(wide, (1, 1), "SAME"), conv(wide, (2, 2), "VALID"), conv(grouped, (2, 1), "SAME", feature_group_count=2),
            conv(grouped, (1, 1), "VALID", rhs_dilation=(2, 3), feature_group_count=2),
            conv(wide, (1, 1), [(3, 2), (2, 2)], lhs_dilation=(2, 1)))


@case(whole(9, 4), on=[("x=4", ["x,-"]), ("x=3", ["-,x"]), ("x=2, y=2", ["y,x"])])
def r12_cumulative_ops(a):
    return lax.cumsum(a, 0), lax.cumsum(a, 0, reverse=True), lax.cummax(a, 0), lax.cumprod(a, 1), lax.cummin(a, 1, reverse=True)


@case(np.array([1, 2], np.uint32), on=[("x=2", [None]), ("x=3", [None]), ("x=2, y=2", [None])], outs=["x,-", "x"])
def r13_random_numbers_whatever_the_mesh(key):
    bits = jax.random.bits(jax.random.wrap_key_data(key), (6, 5))
    _, more = lax.rng_bit_generator(jnp.concatenate([key, key]), (7,), jnp.uint32)
    return bits, more


@case(whole(4, 6), whole(6), on=[("x=2, y=2", ["x,y", "y"]), ("x=3", ["-,x", "x"])])
def r14_loops_and_branches_of_mixed_shardings(a, b):
    def body(k, carried):
        m, v, n = carried
        return m + v, m.sum(0) - v, n + v.sum()
    m, v, n = lax.fori_loop(0, 2, body, (a, b, jnp.float32(0)))
    return m, v, n, lax.cond(a[0, 0] > 0, lambda m: m @ m.T, lambda m: m[:, :4] * 2, a)


@case(whole(8, 3), on=[("x=2, y=2", ["x+y,-"]), ("x=2, y=2", ["y+x,-"]), ("x=2, y=4", ["y+x,-"])], outs=["y+x,-", "-,-", "x+y,-"])
def r15_order_of_axes(a):
    return a + 1, jnp.flip(a, 0), a.at[:].multiply(2)


@case(whole(4, 4), whole(3), on=[("x=2", ["x,-", "x"])])
def r22_arguments_that_are_not_used(a, b):
    return a * 2


# ---- classes of reported bugs

@case(whole(4, 8), whole(8, 4), on=[("x=2, y=2", ["-,x", "x,-"]), ("x=2, y=2", ["y,x", "x,-"])], outs=["y,x", "-,y"])
def c01_partial_sums_into_mixed_shardings(a, b):
    product = a @ b
    return product, product.T * 2


@case(whole(8, 3), np.array([5, 1, 5, 7], np.int32), whole(4, 3), on=[("x=2, y=2", ["x,-", "y", "y,-"])], outs=["x,-"])
def c02_slices_behind_sums(a, i, u):
    return a.at[i].add(u)[2:7]


@case(whole(4, 2), whole(3, 2), on=[("x=2, y=2", ["x,-", "-,-"]), ("x=2, y=2", ["-,y", "x,y"])])
def c03_replicas_count_once(a, b):
    joined = jnp.concatenate([a, b])
    return joined.sum(0), joined[jnp.array([1, 5])], jnp.ones_like(a).sum()


@case(whole(6, 4), on=[("a=2, b=2, c=2", ["a+c,b"]), ("a=2, b=2, c=2", ["b,c+a"])], outs=["b", "a+b"])
def c04_groups_of_several_axes(a):
    return a.sum(1), a.sum(0)


@case(whole(6, 4), whole(6, 4), on=[("x=4", ["x,-", "-,x"]), ("x=2, y=2", ["x,y", "y,x"])])
def c05_operands_in_order(a, b):
    return a - b, a / jnp.where(b == 0, 2, jnp.sign(b)), jnp.atan2(b * 0, a * a + 1), lax.rem(a, jnp.abs(b) + 1), a.T @ b - b.T @ a


@case(whole(10, 3), whole(5, 2), on=[("x=4", ["x,-", "x,-"]), ("x=3", ["x,-", "-,x"]), ("x=8", ["x,-", "x,-"])])
def c06_uneven_shards(a, b):
    return a[::-1], a[1::3], jnp.concatenate([a[:5, :2], b]), a.reshape(5, 6), jnp.repeat(b, 2, 0)


@case(whole(8, 8), whole(8, 8), on=[("x=2, y=2", ["-,x+y", "y+x,-"]), ("x=2, y=4", ["y,x", "x,y"])])
def c07_contraction_in_different_orders(a, b):
    return a @ b, (a @ b) @ a


@case(whole(8, 4), on=[({"axes": [["x", 2], ["y", 2]], "device_ids": [3, 1, 0, 2]}, ["x+y,-"]),
                       ({"axes": [["x", 4]], "device_ids": [2, 0, 3, 1]}, ["-,x"])])
def c08_order_of_devices(a):
    return a + 1, a.sum(0), jnp.roll(a, 1, 0)


@case(whole(4, 8), whole(8, 4), on=[("x=4", ["-,x", "x,-"]), ("x=2, y=2", ["y,x", "x,-"])])
def c09_partial_sums_into_other_functions(a, b):
    product = a @ b
    return jnp.maximum(product, 1), jnp.abs(product), jnp.clip(product, -3, 3), product * product, jnp.min(product, 0)


@case(whole(9, 5) % 3, on=[("x=4", ["x,-"]), ("x=2, y=3", ["y,x"])])
def c10_places_of_the_largest(a):
    return jnp.argmax(a, 0), jnp.argmin(a, 1), jnp.argmax(a)


@case(whole(9, 3), on=[("x=4", ["x,-"]), ("x=3", ["-,x"])])
def c12_cumulative_along_what_is_split(a):
    return jnp.cumsum(a, 0), jnp.cumsum(a, 1), lax.associative_scan(jnp.maximum, a)


@case(whole(9, 5), on=[("x=4", ["x,-"]), ("x=2, y=2", ["x,y"])])
def c14_iota_starts_where_the_shard_does(a):
    return a + lax.broadcasted_iota(jnp.float32, a.shape, 0) * 10 + lax.broadcasted_iota(jnp.float32, a.shape, 1)


@case(whole(8, 4), on=[("x=8", ["x,-"]), ("x=4", ["x,-"])])
def c15_shifts_over_the_edges_of_shards(a):
    return a[1:] - a[:-1], jnp.roll(a, 3, 0), a.at[2:7].set(a[1:6]), jnp.concatenate([a[-1:], a[:-1]])


@case(whole(8, 4, dtype=np.int32), np.uint32(3), np.int8(6), on=[("x=4", ["x,-"])])
def c16_types_of_indices(a, i, j):
    return (lax.dynamic_slice(a, (i, jnp.uint32(0)), (4, 4)), lax.dynamic_slice(a, (j, jnp.int8(1)), (4, 2)),
            lax.dynamic_update_slice(a, a[:2], (jnp.uint8(5), jnp.uint8(0))))


@case(whole(8, 4), np.int32(100), np.int32(-100), on=[("x=4", ["x,-"]), ("x=3", ["x,-"])])
def c17_starts_are_clamped_as_a_whole(a, i, j):
    return lax.dynamic_slice(a, (i, j), (3, 2)), lax.dynamic_slice(a, (j, i), (3, 2)), lax.dynamic_update_slice(a, a[:3], (i, 0))


@case(whole(5, 4), np.array([[0, 9], [-7, 1], [4, 3], [5, 0]], np.int32), on=[("x=4", ["x,-", None]), ("x=2, y=2", ["x,y", "y,-"])])
def c18_indices_out_of_bounds(a, i):
    at = (i[:, 0], i[:, 1])
    return a.at[at].get(mode="clip"), a.at[at].add(1, mode="drop"), a.at[at].get(mode="fill", fill_value=-1)


@case(whole(6, 4), np.array([0, 2, 5, 2], np.int32), whole(3, 4, 4), on=[("x=2, y=2", ["-,-", "x", "-,x,y"]), ("x=4", [None, "x", "-,x,-"])])
def c19_scatters_in_loops(a, i, us):
    return lax.scan(lambda c, u: (c.at[i].add(u), c.sum()), a, us)


@case(whole(2, 12, 3), whole(5, 3, 2), on=[("x=4", ["-,x,-", None]), ("x=3", ["-,x,-", "-,-,x"])])
def c20_strides_dilations_and_halos(a, k):
    def conv(strides, padding, left, right):
        return lax.conv_general_dilated(a, k, (strides,), padding, (left,), (right,), ("NWC", "WIO", "NWC"))
    return conv(3, "SAME", 1, 1), conv(1, [(4, 0)], 1, 1), conv(2, [(0, 0)], 2, 1), conv(1, "SAME", 1, 3)


@case(whole(2, 6, 8), whole(3, 1, 8), whole(3, 4, 4), on=[("x=4", ["-,-,x", "-,-,x", None]), ("x=2, y=2", ["-,y,x", "-,-,x", "-,-,x"])])
def c21_groups_of_split_features(a, depthwise, grouped):
    def conv(kernel, groups):
        return lax.conv_general_dilated(a, kernel, (1,), "SAME", dimension_numbers=("NWC", "WIO", "NWC"), feature_group_count=groups)
    return conv(depthwise, 8), conv(grouped, 2)


@case(whole(9, 6), on=[("x=4", ["x,-"]), ("x=2, y=2", ["x,y"])])
def c23_overlapping_windows(a):
    def largest(a):
        return (lax.reduce_window(a, -jnp.inf, lax.max, (3, 3), (2, 1), "SAME") * 2).sum()
    return jax.grad(largest)(a), lax.reduce_window(a, 0.0, lax.add, (4, 2), (1, 2), "SAME")


@case(whole(7, 5), on=[("x=4", ["x,-"]), ("x=3", ["-,x"])])
def c24_reverses_and_paddings(a):
    return a[::-1, ::-1], lax.pad(a, 9.0, [(-2, 3, 2), (1, -2, 0)]), lax.pad(a[::-1], 1.0, [(0, -3, 0), (-1, -1, 1)])


@case(np.array([3, 4], np.uint32), on=[("x=2", [None]), ("x=5", [None])], outs=["x,-", "-,x"])
def c25_random_numbers_and_shards(key):
    one, other = jax.random.split(jax.random.wrap_key_data(key))
    return jax.random.bits(one, (10, 4)), jax.random.randint(other, (4, 10), 0, 100)


@case(np.ones((20000,), np.float32), on=[("x=2", ["x"]), ("x=4", ["x"])])
def c28_sums_of_narrow_floats(a):
    half, brain = a.astype(jnp.float16), a.astype(jnp.bfloat16)
    return (jnp.sum(half).astype(jnp.float32), jnp.mean(half).astype(jnp.float32), jnp.mean(brain).astype(jnp.float32),
            (half[:2048] @ half[:2048]).astype(jnp.float32))


@case(np.arange(10, dtype=np.float32) * 5, on=[("x=4", ["x"]), ("x=3", ["x"])])
def c29_means_over_uneven_shards(a):
    return jnp.mean(a), jnp.mean((a / 5).astype(jnp.float16) * 60).astype(jnp.float32)


@case(np.where(np.arange(15).reshape(5, 3) % 7 == 3, -np.inf, np.arange(15.0).reshape(5, 3)).astype(np.float32),
      on=[("x=4", ["x,-"]), ("x=2, y=2", ["x,y"])], rtol=1e-6)
def c30_what_is_padded_stays_out(a):
    return a.max(0), jax.nn.softmax(a, 0), (a * -1).min(1), jnp.where(a > 0, a, 0).mean(0), jnp.exp(a).sum(0)


@case(whole(0, 3), whole(3, 2), on=[("x=2", ["x,-", "x,-"]), ("x=4", ["x,-", "-,x"])])
def c31_dimensions_of_zero(a, b):
    return a @ b, a.sum(0), jnp.concatenate([b, a[:, :2]]), b[3:], jnp.zeros((2, 0)) @ jnp.zeros((0, 3))


@case(np.float32(3), whole(4), on=[("x=2", ["", "x"]), ("x=4", ["", "x"])])
def c32_scalars(s, a):
    return s * 2, a * s, jnp.zeros(()).at[()].add(s), a.sum() + s


@case(whole(6, 4), on=[("x=1", ["x,-"]), ("x=1, y=2", ["x,y"]), ("x=2, y=1", ["y,x"]), ("x=1, y=1", ["x+y,-"])])
def c33_axes_of_one_device(a):
    return a @ a.T, a.sum(0), jnp.roll(a, 1, 0), a.reshape(24)


@case(whole(6, 4), on=[("x=2", [",,"]), ("x=2", ["-,-"]), ("x=2, y=3", ["y,x"])])
def c34_dimensions_counted_from_the_end(a):
    return a.sum(-1), jnp.flip(a, -2), jnp.concatenate([a, a], -1)


@case(whole(8, 4), on=[("x=4", ["x,-"]), ("x=2, y=2", ["x,y"])])
def c37_reductions_of_reductions(a):
    return a.max(1).sum(), a.sum(1).max(), a.max(0).min(), (a > 0).any(0).all()


@case(whole(4, 6, 2), whole(12, 4), on=[("x=2, y=3", ["x,y,-", "x+y,-"]), ("x=2, y=2", ["-,x,y", "y,x"])])
def c38_reshapes_that_split_and_merge(a, b):
    return a.reshape(4, 12) @ b, a.reshape(24, 2), b.reshape(3, 4, 2, 2), b.reshape(2, 24).T


@case(whole(4, 3), whole(3, 2), on=[("x=2, y=2", ["x,-", None]), ("x=2, y=2", ["x,y", "y,-"])])
def c39_gradients_and_replicas(a, w):
    return jax.grad(lambda a, w: ((a @ w) ** 2).sum(), (0, 1))(a, w)


@case(whole(8, 3, dtype=np.int32), on=[("x=4", ["x,-"]), ("x=3", ["x,-"])])
def c40_sums_of_other_types(a):
    bits = a > 0
    return (bits.any(0), bits.all(0), jnp.sum(a.astype(jnp.int8), 0, dtype=jnp.int8), jnp.sum(a.astype(jnp.uint16), 0, dtype=jnp.uint16),
            jnp.sum((a + 2j * a).astype(jnp.complex64), 0), lax.reduce(a, np.int32(0), lax.bitwise_xor, (0,)))


# ---- those that say how they are sharded

def mesh_of(*names):
    return Mesh(np.array(jax.devices()).reshape(2, 2), names)


def lowered(function, inputs, **options):
    return jax.jit(function, **options).lower(*inputs).as_text()


def r18_one_program_in_three_notations(shardc, folder):
    """As Shardy has it, and as XLA has it in short and as a list of devices: one plan."""
    place = NamedSharding(mesh_of("x", "y"), P("x", "y"))
    inputs = (whole(4, 8), whole(8, 4))
    plans = []
    for shardy, change in ((True, None), (False, None), (False, ("<=[4]", "0,1,2,3"))):
        with shardy_is(shardy):
            text = lowered(lambda a, b: jnp.tanh(a @ b), inputs, in_shardings=(place, place), out_shardings=place)
        if change:
            assert change[0] in text
            text = text.replace(*change)
        (folder / "p.mlir").write_text(text)
        done = subprocess.run([shardc, "plan", "p.mlir", "--json"], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            return [f"r18: {done.stderr}"]
        plan = json.loads(done.stdout)
        plans.append([plan["bytes_moved"], [(shard["args"], shard["reducer"]) for shard in plan["shards"]],
                      [(move["kind"], move["group_size"], move["payload_bytes"]) for move in plan["collectives"]]])
    return [] if plans[0] == plans[1] == plans[2] else [f"r18: {plans}"]


@contextlib.contextmanager
def shardy_is(on):
    before = jax.config.jax_use_shardy_partitioner
    jax.config.update("jax_use_shardy_partitioner", on)
    yield
    jax.config.update("jax_use_shardy_partitioner", before)


def r19_manual_regions_nested_and_partial(shardc, folder):
    mesh, inputs = mesh_of("x", "y"), (whole(4, 6),)

    def inner(a):
        return lax.psum(a, "y")

    def outer(a):
        return jax.shard_map(inner, in_specs=P(None, "y"), out_specs=P(None, None), axis_names={"y"})(a) * lax.axis_size("x")

    def nested(a):
        return jax.shard_map(outer, mesh=mesh, in_specs=P("x", None), out_specs=P("x", None), axis_names={"x"})(a)

    def partial(a):
        return jax.shard_map(lambda a: lax.psum(a, "x"), mesh=mesh, in_specs=P("x", None), out_specs=P(None, None), axis_names={"x"})(a) + 1
    wrong = []
    for function in (nested, partial):
        expected = jax.jit(function)(*inputs)
        (folder / "p.mlir").write_text(lowered(function, inputs))
        np.savez(folder / "in.npz", arg0=inputs[0])
        np.savez(folder / "expected.npz", out0=np.asarray(expected))
        done = subprocess.run([shardc, "verify", "p.mlir", "--engine", "interp", "--input", "in.npz", "--expect",
                               "expected.npz", "--rtol", "0"], cwd=folder, capture_output=True, text=True)
        wrong += [f"r19: {done.stdout}{done.stderr}"] if done.returncode else []
    return wrong


ANNOTATED = [r18_one_program_in_three_notations, r19_manual_regions_nested_and_partial]

# ---- those that are refused, or too large to run

SAID = [
    ("c27_more_than_2_to_31_elements", "func.func @main(%x: tensor<65536x65536xi8>) -> tensor<65536xi64> {\n"
     "  %a = stablehlo.iota dim = 0 : tensor<65536x65536xi64>\n  %w = stablehlo.convert %x : (tensor<65536x65536xi8>) -> tensor<65536x65536xi64>\n"
     "  %s = stablehlo.add %a, %w : tensor<65536x65536xi64>\n  %z = stablehlo.constant dense<0> : tensor<i64>\n"
     "  %r = stablehlo.reduce(%s init: %z) applies stablehlo.add across dimensions = [1] : (tensor<65536x65536xi64>, tensor<i64>) -> tensor<65536xi64>\n"
     "  return %r : tensor<65536xi64>\n}", ("x=2", ["x,-"]), 0, "2,147,745,792 bytes"),
    ("c35_an_axis_on_two_dimensions", "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n  return %x : tensor<4x4xf32>\n}",
     ("x=2", ["x,x"]), 1, "axis 'x'"),
    ("c35_an_axis_twice_on_a_dimension", "func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {\n  return %x : tensor<4x4xf32>\n}",
     ("x=2", ["x+x,-"]), 1, "axis 'x'"),
]


def run(shardc, folder, name, function, inputs, on, rtol, outs):
    expected = jax.tree.leaves(jax.jit(function)(*inputs))
    (folder / "p.mlir").write_text(jax.jit(function, keep_unused=True).lower(*inputs).as_text())
    np.savez(folder / "in.npz", **{f"arg{k}": x for k, x in enumerate(inputs)})
    np.savez(folder / "expected.npz", **{f"out{k}": np.asarray(x) for k, x in enumerate(expected)})
    for mesh, shardings in on:
        (folder / "c.json").write_text(json.dumps(config(mesh, shardings, outs)))
        done = subprocess.run(
            [shardc, "verify", "p.mlir", "-c", "c.json", "--engine", "interp", "--input", "in.npz",
             "--expect", "expected.npz", "--rtol", str(rtol), "-Wno-repeated-work"], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            yield f"{name} on {mesh} {shardings}: {done.stdout}{done.stderr}"


def say(shardc, folder, name, program, on, code, text):
    (folder / "p.mlir").write_text(program)
    (folder / "c.json").write_text(json.dumps(config(*on, None)))
    done = subprocess.run([shardc, "plan", "p.mlir", "-c", "c.json", "-v"], cwd=folder, capture_output=True, text=True)
    if done.returncode != code or text not in done.stdout + done.stderr:
        yield f"{name}: exit {done.returncode}, without '{text}': {done.stdout}{done.stderr}"


def main(shardc, only=""):
    wrong, count = [], 0
    with tempfile.TemporaryDirectory() as folder:
        for one in CASES:
            if only in one[0]:
                wrong += run(shardc, pathlib.Path(folder), *one)
                count += len(one[3])
        for one in SAID:
            if only in one[0]:
                wrong += say(shardc, pathlib.Path(folder), *one)
                count += 1
        for one in ANNOTATED:
            if only in one.__name__:
                wrong += one(shardc, pathlib.Path(folder))
                count += 1
    print(*wrong, f"{len(CASES) + len(SAID) + len(ANNOTATED)} cases, {count} runs: {len(wrong)} wrong", sep="\n")
    return bool(wrong) or not count


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
