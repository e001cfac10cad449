// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/dialects/custom_call.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static constexpr StringRef kTarget = "call_target_name";

ParseResult parseCustomCall(OpAsmParser &parser, OperationState &state) {
  const SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  StringAttr target;
  FunctionType type;
  if (parser.parseSymbolName(target, kTarget, state.attributes) ||
      parser.parseOperandList(operands, OpAsmParser::Delimiter::Paren) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc, state.operands);
}

bool isKnownTarget(StringRef target) {
  return llvm::is_contained({kSharding, kEnter, kLeave}, target);
}

StringRef targetOf(Operation *op) {
  if (op->getName().getStringRef() != kCustomCall) return {};
  auto given = op->getAttrOfType<StringAttr>(kTarget);
  return given ? given.getValue() : StringRef();
}

bool calls(Operation *op, StringRef target) { return targetOf(op) == target; }

bool isKnownCall(Operation *op) { return isKnownTarget(targetOf(op)); }

} // namespace shardc
