// SPDX-License-Identifier: Apache-2.0
// Calls of libraries in place of a kernel, where a bundle is built with them.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

/// A library, and what calls it in the function that launches the kernel. One for GPUs may have
/// nothing for these numbers: behind the statement the kernel is launched.
struct CallOfLibrary {
  const Library *library;
  std::string statement;
  bool mayRefuse;
};
/// Of the libraries that may do the kernel on this target.
std::vector<CallOfLibrary> libraryCalls(const KernelView &view, bool forGpus);
/// The headers of the runtime that a plan's calls are declared in.
std::vector<std::string> libraryHeaders(const Plan &plan, bool forGpus);

} // namespace shardc
