// SPDX-License-Identifier: Apache-2.0
// Which kernels a library does, in bundles that are built with it.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::facts {

struct LibraryUse {
  const Library *library;
  std::vector<std::string> kernels, routines; // that it does; what those call or are, each once
  bool isNeeded = false;                      // nothing else does some of them
};
/// Of each library that a plan has work for.
std::vector<LibraryUse> libraryUses(const Plan &plan);
/// What does without libraries: "; the runtime's own code did cholesky and lu, not LAPACK"; ""
/// where there is no work for any. Of those that were `named`, "; cuFFT is for bundles alone",
/// where a plan has loops in its place.
std::string withoutLibraries(const Plan &plan, const Libraries &named);

} // namespace shardc::facts
