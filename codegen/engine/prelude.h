// SPDX-License-Identifier: Apache-2.0
// What kernels use of the C++ library, for a compiler that has no headers of it.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <utility>

namespace shardc {

/// Headers: name, text.
llvm::ArrayRef<std::pair<const char *, const char *>> prelude();

} // namespace shardc
