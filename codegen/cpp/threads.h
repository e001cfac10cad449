// SPDX-License-Identifier: Apache-2.0
// Threads in place of loops, as CUDA text.
#pragma once

#include "codegen/cpp/expressions/expression.h"
#include "codegen/kernel/statement.h"
#include "codegen/text/code.h"

namespace shardc {

/// The loops that the number of a thread counts, where it does.
Collapsed collapsedBy(const Threads &threads, const KernelView &view);

/// Finds the variables that a text uses, and returns where a thread has nothing to do.
Code threadStart(const Threads &threads, const KernelView &view, Needs &needs,
                 const ExpressionWriter &used);

/// The grid: "1", "{2, 32}" as the argument of launch(); "1", "(2, 32)" for people.
std::string gridArgument(const Threads &threads);
std::string gridText(const Threads &threads);

} // namespace shardc
