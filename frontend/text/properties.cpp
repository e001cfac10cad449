// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/properties.h"

#include "frontend/diagnostics.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

/// Calls `found` with each name of the list that begins at `at`, and where it stands: names stand
/// at its begin and after commas.
static void forEachName(StringRef text, size_t at,
                        llvm::function_ref<void(StringRef, size_t)> found) {
  bool isName = true;
  for (int depth = 1; at < text.size() && depth > 0;) {
    const bool begins = isName && depth == 1;
    if (begins && isNameCharacter(text[at])) {
      const StringRef name = text.drop_front(at).take_while(isNameCharacter);
      found(name, at);
      at += name.size();
      isName = false;
      continue;
    }
    if (const size_t end = skipQuoted(text, at); end != at) {
      if (begins && text[at] == '"') {
        found(text.slice(at + 1, std::max(end - 1, at + 1)), at);
        isName = false;
      }
      at = end;
      continue;
    }
    const char c = text[at++];
    if (StringRef("([{<").contains(c)) ++depth;
    if (StringRef(")]}").contains(c) || (c == '>' && text[at - 2] != '-')) --depth;
    if (c == ',' && depth == 1) isName = true;
  }
}

/// The names of an op's properties; none of an op that is not known.
static std::optional<SmallVector<StringRef>> namesOf(MLIRContext &context, StringRef op) {
  const auto info = RegisteredOperationName::lookup(op, &context);
  if (!info) return std::nullopt;
  return llvm::map_to_vector(info->getAttributeNames(),
                             [](StringAttr name) { return name.getValue(); });
}

LogicalResult checkProperties(MLIRContext &context, StringRef text, ArrayRef<PropertyList> lists,
                              llvm::function_ref<Location(size_t)> locationOf) {
  bool good = true;
  for (const PropertyList &list : lists) {
    const auto names = namesOf(context, list.op);
    if (!names) continue;
    forEachName(text, list.at, [&](StringRef name, size_t at) {
      if (llvm::is_contained(*names, name)) return;
      good = false;
      (void)(report(locationOf(at), Diag::unknown_attribute)
             << "'" << list.op << "' has no attribute '" << shown(name) << "'"
             << didYouMean(name, *names));
    });
  }
  return success(good);
}

} // namespace shardc
