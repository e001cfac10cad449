// SPDX-License-Identifier: Apache-2.0
// Kernels that are done for a block of rows at a time, as text.
#pragma once

#include "codegen/cpp/kernels.h"

namespace shardc {

/// The first parameters of such a kernel: indices of the loops around it, and the ends of its rows.
std::vector<std::string> rowParameters(const KernelView &view);

/// Adds the function that calls them block by block to the text of the last one, which it is then
/// launched as.
void addRowBlocks(const RowBlocks &blocks, const Function &function, const DeviceLayout &layout,
                  std::vector<KernelText> &kernels);

} // namespace shardc
