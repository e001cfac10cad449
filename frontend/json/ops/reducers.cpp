// SPDX-License-Identifier: Apache-2.0
// Names of compact reducers.
#include "frontend/json/ops/scope.h"

namespace shardc::json {

static const std::pair<llvm::StringRef, llvm::StringRef> reducers[] = {
    {"add", "add"}, {"mul", "multiply"}, {"max", "maximum"}, {"min", "minimum"},
    {"and", "and"}, {"or", "or"},        {"xor", "xor"}};

llvm::StringRef reducerOp(llvm::StringRef name) {
  for (auto [own, op] : reducers)
    if (own == name) return op;
  return "";
}

llvm::ArrayRef<llvm::StringRef> reducerNames() {
  static const llvm::StringRef names[] = {"add", "mul", "max", "min", "and", "or", "xor"};
  return names;
}

} // namespace shardc::json
