// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/jax_names.h"

#include "frontend/ir/names.h"
#include "frontend/ir/word.h"
#include "runtime/io/lookup.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace shardc {

static Location named(Location loc, StringRef name) {
  return NameLoc::get(StringAttr::get(loc.getContext(), name), loc);
}

static void nameInputs(func::FuncOp entry) {
  std::vector<std::string> paths;
  llvm::StringMap<int> uses;
  for (BlockArgument input : entry.getArguments()) {
    paths.push_back(runtime::pathOf(valueName(input).value_or("")));
    ++uses[paths.back()];
  }
  for (auto [input, path] : llvm::zip(entry.getArguments(), paths)) {
    if (path.empty() || path == valueName(input) || uses[path] > 1) continue;
    setInputName(entry, input.getArgNumber(), path);
    input.setLoc(named(input.getLoc(), wordOf(path)));
  }
}

static bool isPlainWord(StringRef name) {
  return llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// Only where the location itself is a name: what it says of callers is not the value's own.
static void nameResults(ModuleOp module) {
  llvm::StringMap<std::string> words;
  module.walk([&](Operation *op) {
    auto name = dyn_cast<NameLoc>(op->getLoc());
    if (!name || op->getNumResults() == 0 || isPlainWord(name.getName())) return;
    const auto [at, fresh] = words.try_emplace(name.getName());
    if (fresh) at->second = wordOf(name.getName());
    if (!at->second.empty()) op->setLoc(named(op->getLoc(), at->second));
  });
}

void nameForPeople(ModuleOp module) {
  if (func::FuncOp entry = entryOf(module); entry && !entry.isDeclaration()) nameInputs(entry);
  nameResults(module);
}

} // namespace shardc
