// SPDX-License-Identifier: Apache-2.0
#include "codegen/report/libraries.h"

#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace shardc::facts {

static LibraryUse useOf(const Library &library, const Plan &plan) {
  LibraryUse use{&library, {}, {}};
  std::set<std::string> routines;
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels) {
      if (llvm::is_contained(kernel.libraries, &library)) {
        use.kernels.push_back(kernel.name);
        routines.insert(nameOf(kernel.libraryForm).str());
      }
      if (!kernel.call) continue;
      const Routine &routine = plan.routines[kernel.call->routine];
      if (!llvm::is_contained(routine.libraries, &library)) continue;
      use.kernels.push_back(kernel.name);
      routines.insert(routine.name);
      use.isNeeded = use.isNeeded || routine.needsLibrary;
    }
  use.routines.assign(routines.begin(), routines.end());
  return use;
}

std::vector<LibraryUse> libraryUses(const Plan &plan) {
  std::vector<LibraryUse> uses;
  for (const Library &library : libraries())
    if (LibraryUse use = useOf(library, plan); !use.kernels.empty()) uses.push_back(std::move(use));
  return uses;
}

std::string withoutLibraries(const Plan &plan, const Libraries &named) {
  const auto isNeeded = [&](const std::string &name) {
    return llvm::any_of(plan.routines, [&](const Routine &routine) {
      return routine.name == name && routine.needsLibrary;
    });
  };
  std::string words;
  for (LibraryUse use : libraryUses(plan)) {
    llvm::erase_if(use.routines, isNeeded); // nothing else does these
    if (!use.routines.empty())
      words += "; the runtime's own code did " + text::listed(use.routines) + ", not " +
               use.library->title.str();
  }
  for (const Library *library : named)
    if (library->replacesLoops) words += "; " + library->title.str() + " is for bundles alone";
  return words;
}

} // namespace shardc::facts
