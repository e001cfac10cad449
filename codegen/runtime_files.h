// SPDX-License-Identifier: Apache-2.0
// The runtime's files as they go into bundles.
#pragma once

#include "llvm/ADT/ArrayRef.h"

namespace shardc {

struct RuntimeFile {
  const char *path; // below the bundle's folder: "runtime/box.h"
  const char *text;
};

/// All files, for CPUs and for GPUs.
llvm::ArrayRef<RuntimeFile> runtimeFiles();

} // namespace shardc
