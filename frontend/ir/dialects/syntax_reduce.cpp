// SPDX-License-Identifier: Apache-2.0
// How `reduce` is written: compactly where its body is one op of the two elements, else with a
// `reducer` that pairs the elements of each input.
#include "frontend/ir/dialects/syntax.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

/// The type of a scalar that the first input is made of.
static Type scalarOf(Type input) {
  auto shaped = dyn_cast<ShapedType>(input);
  return shaped ? RankedTensorType::get({}, shaped.getElementType()) : input;
}

static void buildCompactBody(Location loc, Region &body, OperationName op, Type scalar) {
  Block &block = body.emplaceBlock();
  const Value left = block.addArgument(scalar, loc), right = block.addArgument(scalar, loc);
  OpBuilder builder(loc.getContext()); // the region has no op yet to take one from
  builder.setInsertionPointToStart(&block);
  OperationState state(loc, op, ValueRange{left, right}, TypeRange{scalar});
  Operation *inner = builder.create(state);
  ReturnOp::create(builder, loc, inner->getResults());
}

static ParseResult parseBody(OpAsmParser &parser, Region &body, size_t inputs) {
  SmallVector<OpAsmParser::Argument> left, right;
  if (parser.parseKeyword("reducer")) return failure();
  for (size_t k = 0; k < inputs; ++k)
    if (parser.parseLParen() || parser.parseArgument(left.emplace_back(), true) ||
        parser.parseComma() || parser.parseArgument(right.emplace_back(), true) ||
        parser.parseRParen())
      return failure();
  left.append(right);
  return parser.parseRegion(body, left);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &state) {
  const SMLoc loc = parser.getCurrentLocation();
  const Location at = parser.getEncodedSourceLoc(parser.getNameLoc());
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  auto pair = [&]() -> ParseResult {
    return failure(parser.parseLParen() || parser.parseOperand(inputs.emplace_back()) ||
                   parser.parseKeyword("init") || parser.parseColon() ||
                   parser.parseOperand(inits.emplace_back()) || parser.parseRParen());
  };
  if (parser.parseCommaSeparatedList(pair)) return failure();
  std::optional<OperationName> compact;
  const SMLoc nameLoc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("applies"))) {
    auto name = parser.parseCustomOperationName();
    if (failed(name)) return failure();
    compact = *name;
  }
  if (parser.parseKeyword("across") || parser.parseKeyword("dimensions") || parser.parseEqual())
    return failure();
  auto dimensions = dyn_cast_or_null<DenseI64ArrayAttr>(DenseI64ArrayAttr::parse(parser, {}));
  FunctionType type;
  if (!dimensions || parser.parseOptionalAttrDict(state.attributes) || parser.parseColonType(type))
    return failure();
  inputs.append(inits);
  state.getOrAddProperties<Properties>().dimensions = dimensions;
  state.addTypes(type.getResults());
  Region &body = *state.addRegion();
  // Operands come last: one that the body were to define would be gone before the op is made.
  if (!compact && parseBody(parser, body, inits.size())) return failure();
  if (parser.resolveOperands(inputs, type.getInputs(), loc, state.operands)) return failure();
  if (!compact) return success();
  if (inits.size() != 1 || !compact->isRegistered() || !compact->hasInterface<ShardableOp>())
    return parser.emitError(nameLoc, "'applies' takes one op of two elements, and one input");
  buildCompactBody(at, body, *compact, scalarOf(type.getInput(0)));
  return success();
}

/// The op that a body consists of; none where it has to be written out.
static Operation *compactBody(ReduceOp op) {
  Region &body = op.getBody();
  if (op.getInputs().size() != 1 || !body.hasOneBlock()) return nullptr;
  Block &block = body.front();
  if (block.getNumArguments() != 2 || !llvm::hasNItems(block, 2)) return nullptr;
  Operation &inner = block.front();
  const Type scalar = scalarOf(op.getInputs()[0].getType());
  const bool plain = isa<ReturnOp>(block.back()) && isa<ShardableOp>(inner) &&
                     inner.getNumOperands() == 2 && inner.getNumResults() == 1 &&
                     inner.getNumRegions() == 0 && inner.getAttrDictionary().empty() &&
                     inner.getName().getAttributeNames().empty() &&
                     block.getArgument(0).getType() == scalar;
  if (!plain || !llvm::equal(inner.getOperands(), block.getArguments())) return nullptr;
  if (inner.getResult(0).getType() != scalar || block.getArgument(1).getType() != scalar)
    return nullptr;
  return llvm::equal(block.back().getOperands(), inner.getResults()) ? &inner : nullptr;
}

void ReduceOp::print(OpAsmPrinter &printer) {
  llvm::interleaveComma(llvm::zip(getInputs(), getInitValues()), printer, [&](auto pair) {
    printer << "(" << std::get<0>(pair) << " init: " << std::get<1>(pair) << ")";
  });
  Operation *inner = compactBody(*this);
  if (inner) printer << " applies " << inner->getName();
  printer << " across dimensions = ";
  getDimensionsAttr().print(printer);
  printer.printOptionalAttrDict((*this)->getAttrs(), {"dimensions"});
  printer << " : ";
  printer.printFunctionalType(*this);
  if (inner) return;
  printer.printNewline();
  printer << " reducer";
  const size_t count = getInputs().size();
  for (size_t k = 0; k < count; ++k) {
    printer << "(";
    printer.printRegionArgument(getBody().getArgument(k));
    printer << ", ";
    printer.printRegionArgument(getBody().getArgument(count + k));
    printer << ") ";
  }
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

} // namespace shardc::stablehlo
