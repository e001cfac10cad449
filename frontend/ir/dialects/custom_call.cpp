// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/dialects/custom_call.h"

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

bool isKnownTarget(StringRef target) { return target == "Sharding"; }

bool isShardingCall(Operation *op) {
  auto target = op->getAttrOfType<StringAttr>(kTarget);
  return target && isKnownTarget(target) && op->getName().getStringRef() == "stablehlo.custom_call";
}

} // namespace shardc
