// SPDX-License-Identifier: Apache-2.0
// The statements of a kernel as C++, which CUDA takes too.
#pragma once

#include "codegen/cpp/expressions/expression.h"
#include "codegen/kernel/statement.h"
#include "codegen/text/code.h"

namespace shardc {

Code printBody(const KernelTree &body, const KernelView &view, Needs &needs);

} // namespace shardc
