// SPDX-License-Identifier: Apache-2.0
// How `while` is written: what it carries with its beginnings, then `cond` and `do`, which call it
// by the same names.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

ParseResult WhileOp::parse(OpAsmParser &parser, OperationState &state) {
  const SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> carried;
  SmallVector<OpAsmParser::UnresolvedOperand> begins;
  auto one = [&]() -> ParseResult {
    return failure(parser.parseArgument(carried.emplace_back()) || parser.parseEqual() ||
                   parser.parseOperand(begins.emplace_back()));
  };
  SmallVector<Type> types;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, one)) return failure();
  if (!begins.empty() && parser.parseColonTypeList(types)) return failure();
  if (types.size() != begins.size())
    return parser.emitError(loc, "expected ") << begins.size() << " types";
  for (auto [argument, type] : llvm::zip(carried, types))
    argument.type = type;
  state.addTypes(types);
  // Operands come last: one that a region were to define would be gone before the op is made.
  return failure(parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
                 parser.parseKeyword("cond") || parser.parseRegion(*state.addRegion(), carried) ||
                 parser.parseKeyword("do") || parser.parseRegion(*state.addRegion(), carried) ||
                 parser.resolveOperands(begins, types, loc, state.operands));
}

void WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  llvm::interleaveComma(llvm::zip(getCond().getArguments(), getOperand()), printer, [&](auto pair) {
    printer << std::get<0>(pair) << " = " << std::get<1>(pair);
  });
  printer << ')';
  if (!getOperand().empty()) printer << " : " << getOperand().getTypes();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

void WhileOp::getAsmBlockArgumentNames(Region &region, OpAsmSetValueNameFn name) {
  for (BlockArgument argument : region.getArguments())
    name(argument, "iterArg");
}

} // namespace shardc::stablehlo
