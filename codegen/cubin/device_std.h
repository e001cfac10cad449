// SPDX-License-Identifier: Apache-2.0
// The words of the C++ library that kernels and the runtime's headers for them use, for NVRTC,
// which comes without that library.
#pragma once

#include "llvm/ADT/ArrayRef.h"

#include <utility>

namespace shardc {

/// Headers by the name that includes say: {"cmath", text}.
llvm::ArrayRef<std::pair<const char *, const char *>> deviceStd();

} // namespace shardc
