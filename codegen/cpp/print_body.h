// SPDX-License-Identifier: Apache-2.0
// The statements of a kernel as C++, which CUDA takes too.
#pragma once

#include "codegen/cpp/code.h"
#include "codegen/cpp/expression.h"
#include "codegen/kernel/statement.h"

namespace shardc {

Code printBody(const KernelTree &body, const KernelView &view, Needs &needs);

/// What the first indices of blocks are called, by loop; one block that is all begins where its
/// loop does.
using BlockStarts = llvm::DenseMap<int, std::string>;
/// "sum", "sum[i - i_from][j]", "y[i * 4 + j]".
std::string placeText(const Place &place, const KernelView &view, ExpressionWriter &text,
                      const BlockStarts &starts);

} // namespace shardc
