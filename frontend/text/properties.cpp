// SPDX-License-Identifier: Apache-2.0
#include "frontend/text/properties.h"

#include "frontend/diagnostics.h"
#include "frontend/text/scan.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

namespace {

using Found = llvm::function_ref<void(StringRef, StringRef, size_t)>;

/// A walk over the text, past strings and comments.
struct PropertyScan {
  StringRef text;
  Found found;
  size_t at = 0;
  StringRef op = {}; // the last string that an opening parenthesis followed

  /// Behind a string or comment, where one begins here.
  bool skipString() {
    const size_t end = skipQuoted(text, at);
    if (end == at) return false;
    if (text[at] == '"' && text.substr(end).starts_with("("))
      op = text.slice(at + 1, std::max(end - 1, at + 1));
    at = end;
    return true;
  }

  /// From behind "<{" to behind the "}" that closes it: names stand at its begin and after commas.
  void takeNames() {
    bool isName = true;
    for (int depth = 1; at < text.size() && depth > 0;) {
      if (isName && depth == 1 && isNameCharacter(text[at])) {
        const StringRef name = text.drop_front(at).take_while(isNameCharacter);
        found(op, name, at);
        at += name.size();
        isName = false;
        continue;
      }
      if (isName && depth == 1 && text[at] == '"') {
        const size_t end = skipQuoted(text, at);
        found(op, text.slice(at + 1, std::max(end - 1, at + 1)), at);
        at = end;
        isName = false;
        continue;
      }
      if (skipQuoted(text, at) != at) {
        at = skipQuoted(text, at);
        continue;
      }
      const char c = text[at++];
      if (StringRef("([{<").contains(c)) ++depth;
      if (StringRef(")]}").contains(c) || (c == '>' && text[at - 2] != '-')) --depth;
      if (c == ',' && depth == 1) isName = true;
    }
  }

  /// Past what opens nothing, strings and comments.
  void run() {
    static constexpr CharacterSet kOpening("\"/<");
    StringRef before; // what stands in front without them, or its end
    for (size_t from = 0; (at = kOpening.next(text, at)) < text.size();) {
      const bool opens = text.substr(at).starts_with("<{");
      if (text[at] == '<' && !opens) {
        ++at;
        continue;
      }
      if (const StringRef seen = text.slice(from, at).rtrim(); !seen.empty()) before = seen;
      from = at;
      if (opens && (before.ends_with(")") || before.ends_with("]"))) {
        at += 2;
        takeNames();
        from = at;
      } else if (skipString()) {
        from = at;
      } else {
        ++at;
      }
    }
  }
};

} // namespace

void forEachProperty(StringRef text, Found found) { PropertyScan{text, found}.run(); }

LogicalResult checkProperties(MLIRContext &context, StringRef text,
                              llvm::function_ref<Location(size_t)> locationOf) {
  bool good = true;
  forEachProperty(text, [&](StringRef op, StringRef name, size_t at) {
    const auto info = RegisteredOperationName::lookup(op, &context);
    if (!info) return;
    SmallVector<StringRef> names;
    for (StringAttr known : info->getAttributeNames())
      names.push_back(known.getValue());
    if (llvm::is_contained(names, name)) return;
    good = false;
    (void)(report(locationOf(at), Diag::unknown_attribute)
           << "'" << op << "' has no attribute '" << shown(name) << "'" << didYouMean(name, names));
  });
  return success(good);
}

} // namespace shardc
