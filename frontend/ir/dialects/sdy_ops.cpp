// SPDX-License-Identifier: Apache-2.0
// The dialect sdy and how its ops are written.
#include "frontend/ir/dialects/fallback.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/interfaces/verified.h"

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

/// "sharding=<@mesh, [{}]>", or nothing.
static ParseResult parseOptionalSharding(OpAsmParser &parser, ShardingAttr &attr) {
  if (failed(parser.parseOptionalKeyword("sharding"))) return success();
  return failure(parser.parseEqual() || parseStripped(parser, attr));
}
static void printOptionalSharding(OpAsmPrinter &printer, Operation *, ShardingAttr attr) {
  if (!attr) return;
  printer << "sharding=";
  attr.print(printer);
}

/// "dense<1.0> : tensor<2xf32>".
static ParseResult parseTypedValue(OpAsmParser &parser, ElementsAttr &value, Type &type) {
  if (parser.parseAttribute(value)) return failure();
  type = value.getShapedType();
  return success();
}
static void printTypedValue(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type) {
  printer << value;
}

/// A word of three.
static ParseResult parseDirection(OpAsmParser &parser, StringAttr &attr) {
  StringRef word;
  const SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&word, {"NONE", "FORWARD", "BACKWARD"})))
    return parser.emitError(loc, "expected NONE, FORWARD or BACKWARD");
  attr = parser.getBuilder().getStringAttr(word);
  return success();
}
static void printDirection(OpAsmPrinter &printer, Operation *, StringAttr attr) {
  printer << attr.getValue();
}

/// "in_shardings=[<@mesh, [{}]>]", or nothing.
static ParseResult parseOptionalShardings(OpAsmParser &parser, StringRef keyword,
                                          ShardingPerValueAttr &attr) {
  SmallVector<ShardingAttr> shardings;
  auto sharding = [&] { return parseStripped(parser, shardings.emplace_back()); };
  if (failed(parser.parseOptionalKeyword(keyword))) return success();
  if (parser.parseEqual() || parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, sharding))
    return failure();
  attr = ShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}
static ParseResult parseShardings(OpAsmParser &parser, StringRef keyword,
                                  ShardingPerValueAttr &attr) {
  const SMLoc loc = parser.getCurrentLocation();
  if (parseOptionalShardings(parser, keyword, attr)) return failure();
  return attr ? ParseResult(success()) : parser.emitError(loc, "expected '") << keyword << "'";
}
static void printShardings(OpAsmPrinter &printer, StringRef keyword, ShardingPerValueAttr attr) {
  printer << " " << keyword << "=[";
  llvm::interleaveComma(attr.getShardings(), printer,
                        [&](ShardingAttr each) { each.print(printer); });
  printer << "]";
}

/// "(%l: tensor<4xf32>) { ... } : (tensor<4xf32>) -> tensor<4xf32>", behind the operands.
static ParseResult parseBody(OpAsmParser &parser, ArrayRef<OpAsmParser::UnresolvedOperand> operands,
                             SMLoc loc, OperationState &state) {
  SmallVector<OpAsmParser::Argument> args;
  FunctionType type;
  if (parser.parseArgumentList(args, AsmParser::Delimiter::Paren, /*allowType=*/true) ||
      parser.parseRegion(*state.addRegion(), args) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  state.addTypes(type.getResults());
  return parser.resolveOperands(operands, type.getInputs(), loc, state.operands);
}

/// The same; `said`: attributes that stand before it.
static void printBody(OpAsmPrinter &printer, Operation *op, ArrayRef<StringRef> said) {
  Region &body = op->getRegion(0);
  printer << " (";
  llvm::interleaveComma(body.getArguments(), printer,
                        [&](BlockArgument arg) { printer.printRegionArgument(arg); });
  printer << ") ";
  printer.printRegion(body, /*printEntryBlockArgs=*/false);
  printer.printOptionalAttrDict(op->getAttrs(), said);
  printer << " : ";
  printer.printFunctionalType(op);
}

ParseResult NamedComputationOp::parse(OpAsmParser &parser, OperationState &state) {
  const SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  Properties &properties = state.getOrAddProperties<Properties>();
  if (parser.parseLess() || parser.parseAttribute(properties.name) || parser.parseGreater() ||
      parser.parseOperandList(operands, AsmParser::Delimiter::Paren) ||
      parseOptionalShardings(parser, "in_shardings", properties.in_shardings) ||
      parseOptionalShardings(parser, "out_shardings", properties.out_shardings))
    return failure();
  return parseBody(parser, operands, loc, state);
}

void NamedComputationOp::print(OpAsmPrinter &printer) {
  printer << "<" << getNameAttr() << ">(" << getOperands() << ")";
  if (getInShardings()) printShardings(printer, "in_shardings", *getInShardings());
  if (getOutShardings()) printShardings(printer, "out_shardings", *getOutShardings());
  printBody(printer, *this, {"name", "in_shardings", "out_shardings"});
}

ParseResult ManualComputationOp::parse(OpAsmParser &parser, OperationState &state) {
  const SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  Properties &properties = state.getOrAddProperties<Properties>();
  if (parser.parseOperandList(operands, AsmParser::Delimiter::Paren) ||
      parseShardings(parser, "in_shardings", properties.in_shardings) ||
      parseShardings(parser, "out_shardings", properties.out_shardings) ||
      parser.parseKeyword("manual_axes") || parser.parseEqual() ||
      parseStripped(parser, properties.manual_axes))
    return failure();
  return parseBody(parser, operands, loc, state);
}

void ManualComputationOp::print(OpAsmPrinter &printer) {
  printer << "(" << getTensors() << ")";
  printShardings(printer, "in_shardings", getInShardings());
  printShardings(printer, "out_shardings", getOutShardings());
  printer << " manual_axes=";
  getManualAxes().print(printer);
  printBody(printer, *this, {"in_shardings", "out_shardings", "manual_axes"});
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
  addInterfaces<VerifiedOps>();
}

std::optional<Dialect::ParseOpHook> SdyDialect::getParseOperationHook(StringRef) const {
  return ParseOpHook(refuseOp);
}

} // namespace shardc::sdy
