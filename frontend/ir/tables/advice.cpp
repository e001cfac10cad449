// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/tables/advice.h"

namespace shardc {

namespace {

struct Advice {
  const char *missing, *instead;
};

} // namespace

static constexpr const char *kFloats = "keep parameters and inputs in float32; layers of flax have "
                                       "'dtype' and 'param_dtype' for it";
static constexpr const char *kSmallIntegers = "convert to int32 before the program";

static constexpr Advice kAdvice[] = {
    {"stablehlo.scatter", "pick rows with 'jax.nn.one_hot(ids, n) @ table', whose gradient is a "
                          "product; write with 'jnp.where' or 'jax.lax.dynamic_update_slice'"},
    {"stablehlo.reduce_window", "write 'jax.lax.associative_scan(jnp.add, x)' for 'jnp.cumsum'; "
                                "pool by a reshape and 'max' or 'mean' over its dimensions"},
    {"stablehlo.select_and_scatter", "pool by a reshape and 'max' or 'mean' over its dimensions"},
    {"stablehlo.convolution", "add up products of shifted slices, 'x[:, i:i+h, j:j+w] @ k[i, j]'"},
    {"stablehlo.rng_bit_generator", "make keys with 'impl=\"threefry2x32\"', and set "
                                    "'jax_threefry_partitionable' to False"},
    {"chlo.erfc", "write '1 - jax.lax.erf(x)'; 'jax.nn.gelu' is without it unless "
                  "'approximate=False'"},
    {"chlo.erf_inv", "'jax.random.normal' prints it: give the program its noise as an input"},
    {"ui64", "set 'jax_threefry_partitionable' to False, and random numbers are drawn without it"},
    {"bf16", kFloats},
    {"f16", kFloats},
    {"i8", kSmallIntegers},
    {"ui8", kSmallIntegers},
    {"i16", kSmallIntegers},
    {"ui16", kSmallIntegers},
};

void advise(Report &error, mlir::Location loc, llvm::StringRef missing) {
  for (const Advice &row : kAdvice)
    if (missing == row.missing) error.note(loc) << "in JAX, " << row.instead;
}

} // namespace shardc
