// SPDX-License-Identifier: Apache-2.0
// Schedules of kernels: what runs in which order, and on what.
#pragma once

#include "codegen/kernel/statement.h"
#include "codegen/kernel/view/view.h"

namespace shardc {

enum class Target : uint8_t { cpp, cuda };

/// The statements of a kernel on a target, made from what it computes and on which ranges alone.
KernelTree scheduleOf(const KernelView &view, Target target);

} // namespace shardc
