// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/dialects/syntax.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

ParseResult parseSomeTypes(OpAsmParser &parser, ArrayRef<Type *> types) {
  const SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type)) return failure();
  auto function = dyn_cast<FunctionType>(type);
  if (!function) {
    for (Type *each : types)
      *each = type;
    return success();
  }
  if (function.getNumInputs() != types.size() - 1 || function.getNumResults() != 1)
    return parser.emitError(loc, "expected ") << types.size() - 1 << " types and one result";
  for (auto [to, from] : llvm::zip(types, function.getInputs()))
    *to = from;
  *types.back() = function.getResult(0);
  return success();
}

void printSomeTypes(OpAsmPrinter &printer, Operation *op) {
  const Type type = op->getResult(0).getType();
  if (llvm::all_of(op->getOperandTypes(), [&](Type each) { return each == type; }))
    printer << type;
  else
    printer.printFunctionalType(op);
}

ParseResult parseSelectTypes(OpAsmParser &parser, Type &pred, Type &yes, Type &no, Type &result) {
  const SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(pred)) return failure();
  if (auto function = dyn_cast<FunctionType>(pred)) {
    if (function.getNumInputs() != 3 || function.getNumResults() != 1)
      return parser.emitError(loc, "expected 3 types and one result");
    pred = function.getInput(0), yes = function.getInput(1), no = function.getInput(2);
    result = function.getResult(0);
    return success();
  }
  if (parser.parseComma() || parser.parseType(yes)) return failure();
  no = result = yes;
  return success();
}

void printSelectTypes(OpAsmPrinter &printer, Operation *op, Type pred, Type yes, Type no,
                      Type result) {
  if (yes == no && yes == result)
    printer << pred << ", " << yes;
  else
    printer.printFunctionalType(op);
}

/// What the parts of a tensor of complex numbers are; null where it is none.
static Type partsOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto complex = tensor ? dyn_cast<ComplexType>(tensor.getElementType()) : ComplexType();
  return complex ? tensor.clone(complex.getElementType()) : Type();
}

ParseResult parseComplexTypes(OpAsmParser &parser, Type &real, Type &imaginary, Type &result) {
  const SMLoc loc = parser.getCurrentLocation();
  if (parseTypes(parser, real, imaginary, result)) return failure();
  if (real != result) return success();
  real = imaginary = partsOf(result);
  if (!real) return parser.emitError(loc, "expected a tensor of complex numbers");
  return success();
}

void printComplexTypes(OpAsmPrinter &printer, Operation *op, Type real, Type imaginary,
                       Type result) {
  if (real == imaginary && real == partsOf(result))
    printer << result;
  else
    printer.printFunctionalType(op);
}

ParseResult parseValue(OpAsmParser &parser, ElementsAttr &value, Type &type) {
  if (parser.parseAttribute(value)) return failure();
  type = value.getType();
  return success();
}
void printValue(OpAsmPrinter &printer, Operation *, ElementsAttr value, Type) { printer << value; }

ParseResult parseInteger(OpAsmParser &parser, IntegerAttr &attr) {
  int64_t value = 0;
  if (parser.parseInteger(value)) return failure();
  attr = parser.getBuilder().getI64IntegerAttr(value);
  return success();
}
void printInteger(OpAsmPrinter &printer, Operation *, IntegerAttr attr) {
  printer << attr.getInt();
}

ParseResult parseDigits(OpAsmParser &parser, IntegerAttr &exponent, IntegerAttr &mantissa) {
  const SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word)) return failure();
  int32_t exponentBits = 0, mantissaBits = 0;
  if (!word.consume_front("e") || word.consumeInteger(10, exponentBits) ||
      !word.consume_front("m") || word.getAsInteger(10, mantissaBits))
    return parser.emitError(loc, "expected bits of exponent and mantissa, as in e8m7");
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}
void printDigits(OpAsmPrinter &printer, Operation *, IntegerAttr exponent, IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult parseRanges(OpAsmParser &parser, DenseI64ArrayAttr &starts, DenseI64ArrayAttr &limits,
                        DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto range = [&]() -> ParseResult {
    int64_t step = 1;
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    if (succeeded(parser.parseOptionalColon()) && parser.parseInteger(step)) return failure();
    stride.push_back(step);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, range)) return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

void printRanges(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr starts,
                 DenseI64ArrayAttr limits, DenseI64ArrayAttr strides) {
  printer << '[';
  llvm::interleaveComma(llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef()),
                        printer, [&](auto range) {
                          auto [start, limit, stride] = range;
                          printer << start << ':' << limit;
                          if (stride != 1) printer << ':' << stride;
                        });
  printer << ']';
}

ParseResult parseOperands(OpAsmParser &parser, Operands &operands) {
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    const OptionalParseResult parsed = parser.parseOptionalOperand(operand);
    if (!parsed.has_value()) break;
    if (*parsed || parser.parseComma()) return failure();
    operands.push_back(operand);
  }
  // Of none, JAX prints the comma all the same.
  if (operands.empty()) (void)parser.parseOptionalComma();
  return success();
}
void printOperands(OpAsmPrinter &printer, Operation *, OperandRange operands) {
  llvm::interleave(
      operands, [&](Value each) { printer << each << ','; }, [&] { printer << ' '; });
}

/// "[0] x [1]".
static ParseResult parsePair(OpAsmParser &parser, DenseI64ArrayAttr &lhs, DenseI64ArrayAttr &rhs) {
  lhs = dyn_cast_or_null<DenseI64ArrayAttr>(DenseI64ArrayAttr::parse(parser, {}));
  if (!lhs || parser.parseKeyword("x")) return failure();
  rhs = dyn_cast_or_null<DenseI64ArrayAttr>(DenseI64ArrayAttr::parse(parser, {}));
  return success(rhs != nullptr);
}
static void printPair(OpAsmPrinter &printer, DenseI64ArrayAttr lhs, DenseI64ArrayAttr rhs) {
  auto print = [&](DenseI64ArrayAttr list) {
    if (list)
      list.print(printer);
    else
      printer << "[]";
  };
  print(lhs);
  printer << " x ";
  print(rhs);
}

ParseResult parseDotDimensions(OpAsmParser &parser, DotDimensionsAttr &attr) {
  DenseI64ArrayAttr lhsBatch, rhsBatch, lhs, rhs;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parser.parseEqual() || parsePair(parser, lhsBatch, rhsBatch) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") || parser.parseEqual() || parsePair(parser, lhs, rhs))
    return failure();
  attr = DotDimensionsAttr::get(parser.getContext(), lhsBatch, rhsBatch, lhs, rhs);
  return success();
}

void printDotDimensions(OpAsmPrinter &printer, Operation *, DotDimensionsAttr attr) {
  auto filled = [](DenseI64ArrayAttr list) { return list && !list.empty(); };
  if (filled(attr.getLhsBatchingDimensions()) || filled(attr.getRhsBatchingDimensions())) {
    printer << "batching_dims = ";
    printPair(printer, attr.getLhsBatchingDimensions(), attr.getRhsBatchingDimensions());
    printer << ", ";
  }
  printer << "contracting_dims = ";
  printPair(printer, attr.getLhsContractingDimensions(), attr.getRhsContractingDimensions());
}

static ParseResult parsePrecisionList(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> words;
  auto word = [&]() -> ParseResult {
    PrecisionAttr attr;
    if (parseEnum(parser, attr)) return failure();
    words.push_back(attr);
    return success();
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::OptionalSquare, word))
    return failure();
  precision = parser.getBuilder().getArrayAttr(words);
  return success();
}

/// "= <lhs_precision_type = tf32, ...>".
static ParseResult parseAlgorithm(OpAsmParser &parser, Attribute &algorithm) {
  if (parser.parseEqual()) return failure();
  algorithm = DotAlgorithmAttr::parse(parser, {});
  return success(algorithm != nullptr);
}

ParseResult parsePrecision(OpAsmParser &parser, ArrayAttr &precision, Attribute &algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("precision"))) {
      if (parsePrecisionList(parser, precision)) return failure();
    } else if (parser.parseKeyword("algorithm") || parseAlgorithm(parser, algorithm)) {
      return failure();
    }
  }
  return success();
}

void printPrecision(OpAsmPrinter &printer, Operation *, ArrayAttr precision, Attribute algorithm) {
  if (precision && !precision.empty()) {
    printer << ", precision = [";
    llvm::interleaveComma(precision, printer, [&](Attribute each) {
      if (auto word = dyn_cast<PrecisionAttr>(each))
        printer << stringifyEnum(word.getValue());
      else
        printer << each;
    });
    printer << ']';
  }
  if (auto fields = dyn_cast_or_null<DotAlgorithmAttr>(algorithm)) {
    printer << ", algorithm = ";
    fields.print(printer);
  }
}

ParseResult parsePrecision(OpAsmParser &parser, ArrayAttr &precision) {
  Attribute algorithm;
  const SMLoc loc = parser.getCurrentLocation();
  if (parsePrecision(parser, precision, algorithm)) return failure();
  return algorithm ? parser.emitError(loc, "no algorithm is expected here")
                   : ParseResult(success());
}
void printPrecision(OpAsmPrinter &printer, Operation *op, ArrayAttr precision) {
  printPrecision(printer, op, precision, {});
}

ParseResult parseBarrier(OpAsmParser &parser, Operands &operands, Types &types, Types &results) {
  if (succeeded(parser.parseOptionalLParen())) return parser.parseRParen();
  if (parser.parseOperandList(operands) || parser.parseColonTypeList(types)) return failure();
  results.assign(types.begin(), types.end());
  return success();
}
ParseResult parseTuple(OpAsmParser &parser, Types &types, Type &result) {
  if (parser.parseType(result)) return failure();
  auto function = dyn_cast<FunctionType>(result);
  if (function && function.getNumResults() == 1) result = function.getResult(0);
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple) return parser.emitError(parser.getNameLoc(), "its result has to be a tuple");
  types.assign(tuple.begin(), tuple.end());
  return success();
}
void printTuple(OpAsmPrinter &printer, Operation *, TypeRange, Type result) { printer << result; }

void printBarrier(OpAsmPrinter &printer, Operation *, OperandRange operands, TypeRange types,
                  TypeRange) {
  if (operands.empty())
    printer << "()";
  else
    printer << operands << " : " << types;
}

} // namespace shardc::stablehlo
