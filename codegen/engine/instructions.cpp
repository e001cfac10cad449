// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/instructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

std::vector<std::string> instructionsOfProcessor() {
  std::vector<std::string> sets = {"baseline"};
#ifdef __x86_64__
  if (__builtin_cpu_supports("x86-64-v3")) sets.emplace_back("avx2");
  if (__builtin_cpu_supports("x86-64-v4")) sets.emplace_back("avx512");
#endif
  return sets;
}

llvm::Expected<std::string> instructionsFor(const std::string &name) {
  const std::vector<std::string> sets = instructionsOfProcessor();
  if (name.empty()) return sets.back();
  if (llvm::is_contained(sets, name)) return name;
  return llvm::createStringError("this processor has the instructions " + llvm::join(sets, ", ") +
                                 ", not '" + name + "'");
}

} // namespace shardc
