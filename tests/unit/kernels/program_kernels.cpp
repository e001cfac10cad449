// SPDX-License-Identifier: Apache-2.0
#include "program_kernels.h"

#include "tests/support/compile.h"

#include "llvm/ADT/STLExtras.h"

#include <filesystem>
#include <fstream>
#include <sstream>

namespace shardc::test {

static std::string textOf(const std::filesystem::path &path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

ProgramKernels programKernels() {
  namespace fs = std::filesystem;
  ProgramKernels made;
  made.all.name = made.all.id = "programs";
  std::vector<fs::path> folders;
  for (const auto &entry : fs::directory_iterator(PROGRAMS))
    if (fs::exists(entry.path() / "annotated.mlir")) folders.push_back(entry.path());
  llvm::sort(folders);
  for (const fs::path &folder : folders) {
    Compiled c = compile(textOf(folder / "annotated.mlir"), "");
    if (!c.plan) continue; // of those that need more than there is
    for (const Function &function : c.plan->functions)
      for (const Kernel &kernel : function.kernels) {
        Function own = function;
        own.kernels = {kernel};
        own.steps.clear();
        own.name = "fn" + std::to_string(made.names.size());
        made.all.functions.push_back(std::move(own));
        made.names.push_back(folder.filename().string() + ": " + kernel.name);
      }
    made.plans.push_back(std::move(*c.plan));
  }
  return made;
}

} // namespace shardc::test
