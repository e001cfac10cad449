// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/dialects/fallback.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/tables/advice.h"
#include "frontend/ir/tables/registry.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// `target`: what the op calls, "" for most.
static LogicalResult reportUndefined(Location loc, StringRef name, StringRef target) {
  auto [dialect, mnemonic] = name.split('.');
  if (llvm::is_contained(unsupportedMnemonics(dialect), mnemonic)) {
    Report error = report(loc, Diag::unsupported_op);
    error << "'" << name << "'";
    if (!target.empty()) error << " of '" << shown(target) << "'";
    error << " cannot be compiled yet";
    if (target.empty() || hasAdvice(("@" + target).str()))
      advise(error, loc, target.empty() ? name.str() : ("@" + target).str());
    if (!target.empty() && !hasAdvice(("@" + target).str()))
      error.note(loc) << "a config can say what it is: \"custom_ops\": {\"" << shown(target)
                      << "\": {\"rule\": \"i j -> i j\", \"kernel\": {\"cpp\": \"FILE.cpp\", "
                         "\"cuda\": \"FILE.cu\"}}}";
    return error;
  }
  SmallVector<StringRef> known;
  for (const OpInfo &op : allOps())
    known.push_back(op.name);
  const StringRef near = closest(name, known);
  auto message = report(loc, Diag::unknown_op);
  message << "unknown op '" << name << "'";
  if (!near.empty()) message << "; did you mean '" << near << "'?";
  return message;
}

LogicalResult reportUndefinedOp(Location loc, StringRef name) {
  return reportUndefined(loc, name, "");
}

LogicalResult reportUndefinedOp(Operation *op) {
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  return reportUndefined(op->getLoc(), op->getName().getStringRef(),
                         target ? target.getValue() : "");
}

ParseResult refuseOp(OpAsmParser &, OperationState &state) {
  return reportUndefinedOp(state.location, state.name.getStringRef());
}

Attribute keepAttribute(DialectAsmParser &parser, StringRef dialect, Type type) {
  Builder &builder = parser.getBuilder();
  return OpaqueAttr::get(builder.getStringAttr(dialect), parser.getFullSymbolSpec(),
                         type ? type : builder.getNoneType());
}

Type keepType(DialectAsmParser &parser, StringRef dialect) {
  return OpaqueType::get(parser.getBuilder().getStringAttr(dialect), parser.getFullSymbolSpec());
}

} // namespace shardc
