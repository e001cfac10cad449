// SPDX-License-Identifier: Apache-2.0
// How `convolution` is written: which dimension is what, by letters and numbers of spatial
// dimensions, and how windows move, by words.
#include "frontend/ir/dialects/syntax.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace shardc::stablehlo {

namespace {
/// The dimensions of one tensor: two that have letters, and spatial ones in the order of their
/// numbers.
struct Roles {
  int64_t first = -1, second = -1;
  SmallVector<int64_t> spatial;
};
} // namespace

/// "[b, 0, 1, f]", where the letters are `first` and `second`.
static ParseResult parseRoles(AsmParser &parser, StringRef first, StringRef second, Roles &roles) {
  SmallVector<std::pair<int64_t, int64_t>> spatial; // number, dimension
  int64_t dim = 0;
  const SMLoc loc = parser.getCurrentLocation();
  const auto one = [&]() -> ParseResult {
    const SMLoc here = parser.getCurrentLocation();
    int64_t number = 0;
    if (const OptionalParseResult parsed = parser.parseOptionalInteger(number);
        parsed.has_value()) {
      spatial.push_back({number, dim++});
      return *parsed;
    }
    StringRef word;
    if (parser.parseKeyword(&word)) return failure();
    int64_t &role = word == first ? roles.first : roles.second;
    if ((word != first && word != second) || role >= 0)
      return parser.emitError(here, "expected numbers of spatial dimensions, and '")
             << first << "' and '" << second << "' once each";
    role = dim++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, one)) return failure();
  llvm::sort(spatial);
  for (auto [k, each] : llvm::enumerate(spatial)) {
    if (each.first != int64_t(k))
      return parser.emitError(loc, "spatial dimensions are numbered from 0, each once");
    roles.spatial.push_back(each.second);
  }
  if (roles.first < 0 || roles.second < 0)
    return parser.emitError(loc, "no dimension is '") << (roles.first < 0 ? first : second) << "'";
  return success();
}

ParseResult parseConvDimensions(AsmParser &parser, ConvDimensionsAttr &attr) {
  Roles input, kernel, output;
  if (parseRoles(parser, "b", "f", input) || parser.parseKeyword("x") ||
      parseRoles(parser, "i", "o", kernel) || parser.parseArrow() ||
      parseRoles(parser, "b", "f", output))
    return failure();
  const auto list = [&](ArrayRef<int64_t> dims) {
    return DenseI64ArrayAttr::get(parser.getContext(), dims);
  };
  attr = ConvDimensionsAttr::get(
      parser.getContext(), input.first, input.second, list(input.spatial), kernel.first,
      kernel.second, list(kernel.spatial), output.first, output.second, list(output.spatial));
  return success();
}

static void printRoles(AsmPrinter &printer, char first, int64_t firstAt, char second,
                       int64_t secondAt, ArrayRef<int64_t> spatial) {
  printer << '[';
  for (int64_t dim = 0, rank = spatial.size() + 2; dim < rank; ++dim) {
    if (dim > 0) printer << ", ";
    if (dim == firstAt)
      printer << first;
    else if (dim == secondAt)
      printer << second;
    else
      printer << llvm::find(spatial, dim) - spatial.begin();
  }
  printer << ']';
}

void printConvDimensions(AsmPrinter &printer, ConvDimensionsAttr d) {
  printRoles(printer, 'b', d.getInputBatch(), 'f', d.getInputFeature(), d.getInputSpatial());
  printer << 'x';
  printRoles(printer, 'i', d.getKernelInputFeature(), 'o', d.getKernelOutputFeature(),
             d.getKernelSpatial());
  printer << "->";
  printRoles(printer, 'b', d.getOutputBatch(), 'f', d.getOutputFeature(), d.getOutputSpatial());
}

Attribute ConvDimensionsAttr::parse(AsmParser &parser, Type) {
  ConvDimensionsAttr attr;
  if (parser.parseLess() || parseConvDimensions(parser, attr) || parser.parseGreater()) return {};
  return attr;
}

void ConvDimensionsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvDimensions(printer, *this);
  printer << '>';
}

/// "[[0, 1], [2, 2]]".
static ParseResult parsePairs(OpAsmParser &parser, DenseIntElementsAttr &attr) {
  SmallVector<int64_t> numbers;
  const auto pair = [&]() -> ParseResult {
    return failure(parser.parseLSquare() || parser.parseInteger(numbers.emplace_back()) ||
                   parser.parseComma() || parser.parseInteger(numbers.emplace_back()) ||
                   parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, pair)) return failure();
  const int64_t count = numbers.size() / 2;
  attr = DenseIntElementsAttr::get(
      RankedTensorType::get({count, 2}, parser.getBuilder().getI64Type()), numbers);
  return success();
}

template <typename Attr>
static ParseResult parseList(OpAsmParser &parser, Attr &attr) {
  attr = dyn_cast_or_null<Attr>(Attr::parse(parser, {}));
  return success(attr != nullptr);
}

ParseResult parseConvWindow(OpAsmParser &parser, DenseI64ArrayAttr &strides,
                            DenseIntElementsAttr &padding, DenseI64ArrayAttr &lhsDilation,
                            DenseI64ArrayAttr &rhsDilation, DenseBoolArrayAttr &reversal) {
  llvm::SmallSet<std::string, 5> seen;
  StringRef word;
  while (succeeded(parser.parseOptionalKeyword(
      &word, {"stride", "pad", "lhs_dilate", "rhs_dilate", "reverse"}))) {
    if (!seen.insert(word.str()).second)
      return parser.emitError(parser.getCurrentLocation(), "'") << word << "' is given twice";
    if (parser.parseEqual()) return failure();
    const ParseResult parsed = word == "stride"       ? parseList(parser, strides)
                               : word == "pad"        ? parsePairs(parser, padding)
                               : word == "lhs_dilate" ? parseList(parser, lhsDilation)
                               : word == "rhs_dilate" ? parseList(parser, rhsDilation)
                                                      : parseList(parser, reversal);
    if (parsed) return failure();
    if (failed(parser.parseOptionalComma())) return success();
  }
  return success();
}

static void printPairs(OpAsmPrinter &printer, DenseIntElementsAttr attr) {
  const SmallVector<int64_t> numbers(attr.getValues<int64_t>());
  printer << '[';
  for (size_t k = 0; k + 1 < numbers.size(); k += 2)
    printer << (k > 0 ? ", [" : "[") << numbers[k] << ", " << numbers[k + 1] << ']';
  printer << ']';
}

void printConvWindow(OpAsmPrinter &printer, Operation *, DenseI64ArrayAttr strides,
                     DenseIntElementsAttr padding, DenseI64ArrayAttr lhsDilation,
                     DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  StringRef comma;
  const auto begin = [&](StringRef word) {
    printer << comma << word << " = ";
    comma = ", ";
  };
  const auto list = [&](StringRef word, auto attr) {
    if (!attr) return;
    begin(word);
    attr.print(printer);
  };
  list("stride", strides);
  if (padding) {
    begin("pad");
    printPairs(printer, padding);
  }
  list("lhs_dilate", lhsDilation);
  list("rhs_dilate", rhsDilation);
  list("reverse", reversal);
}

} // namespace shardc::stablehlo
