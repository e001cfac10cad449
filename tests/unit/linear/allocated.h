// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace shardc::test {

/// Bytes that operator new has given out in this process so far, that of LLVM and MLIR included.
size_t allocatedBytes();

} // namespace shardc::test
