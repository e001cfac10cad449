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

/// Floats that count are in no vectors, and have not all functions: programs that take floats in
/// vectors of integers, that need the inverse of the error function, and whose numbers are pairs of
/// floats, are left out. So is one whose windows lie inside of their padding more often than work
/// counts them.
static bool isCountable(llvm::StringRef program) {
  return !llvm::is_contained({"cholesky_solve", "complex_ops", "fft_batch", "fft_last",
                              "resnet_block_train", "sort_topk", "threefry_dropout"},
                             program);
}

ProgramKernels programKernels() {
  namespace fs = std::filesystem;
  ProgramKernels made;
  made.all.name = made.all.id = "programs";
  std::vector<fs::path> folders;
  for (const auto &entry : fs::directory_iterator(PROGRAMS))
    if (fs::exists(entry.path() / "annotated.mlir") &&
        isCountable(entry.path().filename().string()))
      folders.push_back(entry.path());
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
