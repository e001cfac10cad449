// SPDX-License-Identifier: Apache-2.0
// Compiled kernels against the interpreter.
#pragma once

#include "harness.h"

#include <random>

namespace shardc::test {

/// SHARDC_SEED, if it is set.
uint32_t seedOfRun(uint32_t otherwise);

/// Runs one shard of function `number` by interpreter and compiled, on random data; false where a
/// bit differs. Operands and results lie at multiples of `alignment`.
bool agrees(const CompiledKernels &compiled, const Function &function, int number, int64_t shard,
            std::mt19937 &random, size_t alignment = 1);

/// Expects that of each shard of all functions.
void expectAgreement(const CompiledKernels &compiled, ArrayRef<Function> functions,
                     std::mt19937 &random, size_t alignment = 1);

} // namespace shardc::test
