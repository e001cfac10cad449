// SPDX-License-Identifier: Apache-2.0
// The dialect sdy and how its ops are written.
#include "frontend/ir/dialects/fallback.h"
#include "frontend/ir/dialects/sdy.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::sdy {

/// An attribute without its name: "<@mesh, [{}]>".
template <typename Attr>
static ParseResult parseStripped(OpAsmParser &parser, Attr &attr) {
  attr = dyn_cast_or_null<Attr>(Attr::parse(parser, {}));
  return success(attr != nullptr);
}
template <typename Attr>
static void printStripped(OpAsmPrinter &printer, Operation *, Attr attr) {
  attr.print(printer);
}

/// The type of the operand and of the result.
static ParseResult parseOneType(OpAsmParser &parser, Type &operand, Type &result) {
  if (parser.parseType(operand)) return failure();
  result = operand;
  return success();
}
static void printOneType(OpAsmPrinter &printer, Operation *, Type operand, Type) {
  printer << operand;
}

/// "in_shardings=[<@mesh, [{}]>]".
static ParseResult parseShardings(OpAsmParser &parser, StringRef keyword,
                                  ShardingPerValueAttr &attr) {
  SmallVector<ShardingAttr> shardings;
  auto sharding = [&] { return parseStripped(parser, shardings.emplace_back()); };
  if (parser.parseKeyword(keyword) || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, sharding))
    return failure();
  attr = ShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}
static void printShardings(OpAsmPrinter &printer, StringRef keyword, ShardingPerValueAttr attr) {
  printer << " " << keyword << "=[";
  llvm::interleaveComma(attr.getShardings(), printer,
                        [&](ShardingAttr each) { each.print(printer); });
  printer << "]";
}

ParseResult ManualComputationOp::parse(OpAsmParser &parser, OperationState &state) {
  const SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<OpAsmParser::Argument> args;
  Properties &properties = state.getOrAddProperties<Properties>();
  FunctionType type;
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren) ||
      parseShardings(parser, "in_shardings", properties.in_shardings) ||
      parseShardings(parser, "out_shardings", properties.out_shardings) ||
      parser.parseKeyword("manual_axes") || parser.parseEqual() ||
      parseStripped(parser, properties.manual_axes) ||
      parser.parseArgumentList(args, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseRegion(*state.addRegion(), args) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc, state.operands);
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << "(" << getTensors() << ")";
  printShardings(printer, "in_shardings", getInShardings());
  printShardings(printer, "out_shardings", getOutShardings());
  printer << " manual_axes=";
  getManualAxes().print(printer);
  printer << " (";
  llvm::interleaveComma(getBody().getArguments(), printer,
                        [&](BlockArgument arg) { printer.printRegionArgument(arg); });
  printer << ") ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {"in_shardings", "out_shardings", "manual_axes"});
  printer << " : ";
  printer.printFunctionalType(*this);
}

} // namespace shardc::sdy

#include "frontend/ir/ShardingDialect.cpp.inc"
#define GET_OP_CLASSES
#include "frontend/ir/ShardingOps.cpp.inc"

namespace shardc::sdy {

void SdyDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "frontend/ir/ShardingOps.cpp.inc"
      >();
}

std::optional<Dialect::ParseOpHook> SdyDialect::getParseOperationHook(StringRef) const {
  return ParseOpHook(refuseOp);
}

} // namespace shardc::sdy
