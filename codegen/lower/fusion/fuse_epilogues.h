// SPDX-License-Identifier: Apache-2.0
// Epilogues of products that a library does (--numerics fast).
#pragma once

#include "codegen/lower/fusion/fuse.h"

namespace shardc {

/// Joins a library's product and the kernel that alone uses it, where one of the chosen libraries
/// does both (codegen/kernel/forms/library/epilogue.h), be it that it rounds, and each that does
/// the product. `unjoined` lists values that stay kernels of their own.
std::vector<Fusion> fuseEpilogues(const Graph &graph, std::vector<Fusion> fusions,
                                  const Libraries &chosen, ArrayRef<bool> unjoined);

} // namespace shardc
