// SPDX-License-Identifier: Apache-2.0
// The directives of StableHLO's published syntax: parse and print for each.
#pragma once

#include "frontend/ir/dialects/dialects.h"

namespace shardc::stablehlo {

using mlir::OpAsmParser;
using mlir::OpAsmPrinter;
using mlir::Operation;
using mlir::ParseResult;
using mlir::Type;
using Operands = llvm::SmallVectorImpl<OpAsmParser::UnresolvedOperand>;
using Types = llvm::SmallVectorImpl<Type>;

/// One type for all, or a function type of all but the last to the last.
ParseResult parseSomeTypes(OpAsmParser &parser, llvm::ArrayRef<Type *> types);
void printSomeTypes(OpAsmPrinter &printer, Operation *op);
template <typename... More>
ParseResult parseTypes(OpAsmParser &parser, Type &first, More &...more) {
  return parseSomeTypes(parser, {&first, &more...});
}
template <typename... More>
void printTypes(OpAsmPrinter &printer, Operation *op, More...) {
  printSomeTypes(printer, op);
}

/// "tensor<2xi1>, tensor<2xf32>", or a function type.
ParseResult parseSelectTypes(OpAsmParser &parser, Type &pred, Type &yes, Type &no, Type &result);
void printSelectTypes(OpAsmPrinter &printer, Operation *op, Type pred, Type yes, Type no,
                      Type result);

/// The result's type, where that says what the parts are, or a function type.
ParseResult parseComplexTypes(OpAsmParser &parser, Type &real, Type &imaginary, Type &result);
void printComplexTypes(OpAsmPrinter &printer, Operation *op, Type real, Type imaginary,
                       Type result);

/// The bare word of an enum.
template <typename Attr>
ParseResult parseEnum(OpAsmParser &parser, Attr &attr) {
  llvm::StringRef word;
  const llvm::SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&word)) return mlir::failure();
  auto value = symbolizeEnum<decltype(Attr().getValue())>(word);
  if (!value) return parser.emitError(loc, "no such word: ") << word;
  attr = Attr::get(parser.getContext(), *value);
  return mlir::success();
}
template <typename Attr>
void printEnum(OpAsmPrinter &printer, Operation *, Attr attr) {
  printer << stringifyEnum(attr.getValue());
}

/// A constant with its type.
ParseResult parseValue(OpAsmParser &parser, mlir::ElementsAttr &value, Type &type);
void printValue(OpAsmPrinter &printer, Operation *, mlir::ElementsAttr value, Type);

ParseResult parseInteger(OpAsmParser &parser, mlir::IntegerAttr &attr);
void printInteger(OpAsmPrinter &printer, Operation *, mlir::IntegerAttr attr);

/// "e8m7": bits of an exponent and of a mantissa.
ParseResult parseDigits(OpAsmParser &parser, mlir::IntegerAttr &exponent,
                        mlir::IntegerAttr &mantissa);
void printDigits(OpAsmPrinter &printer, Operation *, mlir::IntegerAttr exponent,
                 mlir::IntegerAttr mantissa);

/// "[0:10, 2:8:2]".
ParseResult parseRanges(OpAsmParser &parser, mlir::DenseI64ArrayAttr &starts,
                        mlir::DenseI64ArrayAttr &limits, mlir::DenseI64ArrayAttr &strides);
void printRanges(OpAsmPrinter &printer, Operation *, mlir::DenseI64ArrayAttr starts,
                 mlir::DenseI64ArrayAttr limits, mlir::DenseI64ArrayAttr strides);

/// "%a, %b, ": any number, a comma after each.
ParseResult parseOperands(OpAsmParser &parser, Operands &operands);
void printOperands(OpAsmPrinter &printer, Operation *, mlir::OperandRange operands);

/// "batching_dims = [0] x [0], contracting_dims = [2] x [1]".
ParseResult parseDotDimensions(OpAsmParser &parser, DotDimensionsAttr &attr);
void printDotDimensions(OpAsmPrinter &printer, Operation *, DotDimensionsAttr attr);

/// ", precision = [DEFAULT, HIGHEST], algorithm = <...>"; both may be missing.
ParseResult parsePrecision(OpAsmParser &parser, mlir::ArrayAttr &precision,
                           mlir::Attribute &algorithm);
void printPrecision(OpAsmPrinter &printer, Operation *, mlir::ArrayAttr precision,
                    mlir::Attribute algorithm);
ParseResult parsePrecision(OpAsmParser &parser, mlir::ArrayAttr &precision);
void printPrecision(OpAsmPrinter &printer, Operation *, mlir::ArrayAttr precision);

/// "[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]".
ParseResult parseConvDimensions(mlir::AsmParser &parser, ConvDimensionsAttr &attr);
void printConvDimensions(mlir::AsmPrinter &printer, ConvDimensionsAttr attr);
inline void printConvDimensions(OpAsmPrinter &printer, Operation *, ConvDimensionsAttr attr) {
  printConvDimensions(printer, attr);
}

/// "stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse =
/// [false, false]": any of them, in any order.
ParseResult parseConvWindow(OpAsmParser &parser, mlir::DenseI64ArrayAttr &strides,
                            mlir::DenseIntElementsAttr &padding,
                            mlir::DenseI64ArrayAttr &lhsDilation,
                            mlir::DenseI64ArrayAttr &rhsDilation,
                            mlir::DenseBoolArrayAttr &reversal);
void printConvWindow(OpAsmPrinter &printer, Operation *, mlir::DenseI64ArrayAttr strides,
                     mlir::DenseIntElementsAttr padding, mlir::DenseI64ArrayAttr lhsDilation,
                     mlir::DenseI64ArrayAttr rhsDilation, mlir::DenseBoolArrayAttr reversal);

/// "%a, %b : tensor<f32>, tensor<i32>", or "()".
ParseResult parseBarrier(OpAsmParser &parser, Operands &operands, Types &types, Types &results);
void printBarrier(OpAsmPrinter &printer, Operation *, mlir::OperandRange operands,
                  mlir::TypeRange types, mlir::TypeRange results);

/// `tuple<A, B>`, or older `(A, B) -> tuple<A, B>`.
ParseResult parseTuple(OpAsmParser &parser, Types &types, mlir::Type &result);
void printTuple(OpAsmPrinter &printer, Operation *, mlir::TypeRange, mlir::Type result);

} // namespace shardc::stablehlo
