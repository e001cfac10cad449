// SPDX-License-Identifier: Apache-2.0
// Loops in which a thread of a GPU adds up what it reads: where they are written out, loads of many
// turns are under way before the first is added, and a thread waits for memory once.
#pragma once

#include "codegen/kernel/statement.h"
#include "codegen/kernel/view/view.h"

namespace shardc {

/// Says of such loops how many of their indices compilers are to write out.
void setReadAhead(KernelTree &tree, const KernelView &view);

} // namespace shardc
