// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace shardc {

/// A function or type of the runtime that bodies of kernels use, and so no name of theirs.
struct RuntimeWord {
  const char *name, *header; // "": there with another one
};
/// All but the scalar functions, of which scalars.def says the headers, the element types, and
/// attention(), which has a header for each target.
llvm::ArrayRef<RuntimeWord> runtimeWords();

} // namespace shardc
