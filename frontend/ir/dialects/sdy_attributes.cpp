// SPDX-License-Identifier: Apache-2.0
// How meshes and shardings are written.
#include "frontend/ir/dialects/fallback.h"
#include "frontend/ir/dialects/sdy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#define GET_ATTRDEF_CLASSES
#include "frontend/ir/ShardingAttributes.cpp.inc"

namespace shardc::sdy {

using Delimiter = AsmParser::Delimiter;

/// A list of attributes between delimiters; null elements are errors already reported.
template <typename Attr>
static ParseResult parseList(AsmParser &parser, Delimiter delimiter, SmallVectorImpl<Attr> &list) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    list.push_back(dyn_cast_or_null<Attr>(Attr::parse(parser, {})));
    return success(list.back() != nullptr);
  });
}
template <typename Attr>
static void printList(AsmPrinter &printer, ArrayRef<Attr> list) {
  llvm::interleaveComma(list, printer, [&](Attr each) { each.print(printer); });
}

/// A positive number.
static ParseResult parseSize(AsmParser &parser, int64_t &size) {
  const SMLoc loc = parser.getCurrentLocation();
  if (parser.parseInteger(size)) return failure();
  return size > 0 ? ParseResult(success()) : parser.emitError(loc, "expected a positive number");
}

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  std::string axis;
  int64_t size = 0;
  if (parser.parseString(&axis) || parser.parseEqual() || parseSize(parser, size)) return {};
  return get(parser.getContext(), axis, size);
}
void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  printer << "=" << getSize();
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> devices;
  auto device = [&] { return parser.parseInteger(devices.emplace_back()); };
  if (parser.parseLess() || parseList(parser, Delimiter::Square, axes)) return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() ||
       parser.parseCommaSeparatedList(Delimiter::Square, device)))
    return {};
  if (parser.parseGreater()) return {};
  return get(parser.getContext(), axes, devices);
}
void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  printList(printer, getAxes());
  printer << "]";
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << "]";
  }
  printer << ">";
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string axis;
  int64_t before = 0, size = 0;
  if (parser.parseString(&axis)) return {};
  if (succeeded(parser.parseOptionalColon()) &&
      (parser.parseLParen() || parseSize(parser, before) || parser.parseRParen() ||
       parseSize(parser, size)))
    return {};
  return get(parser.getContext(), axis, before, size);
}
void AxisRefAttr::print(AsmPrinter &printer) const {
  printer.printString(getName());
  if (getSize() != 0) printer << ":(" << getBefore() << ")" << getSize();
}

Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool closed = true;
  auto axis = [&]() -> ParseResult {
    if (!closed) return parser.emitError(parser.getCurrentLocation(), "'?' comes last");
    if (succeeded(parser.parseOptionalQuestion())) {
      closed = false;
      return success();
    }
    axes.push_back(dyn_cast_or_null<AxisRefAttr>(AxisRefAttr::parse(parser, {})));
    return success(axes.back() != nullptr);
  };
  if (parser.parseCommaSeparatedList(Delimiter::Braces, axis)) return {};
  int64_t priority = -1;
  StringRef word;
  const SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword(&word)) &&
      (!word.consume_front("p") || word.getAsInteger(10, priority) || priority < 0)) {
    parser.emitError(loc, "expected a priority such as 'p1'");
    return {};
  }
  return get(parser.getContext(), axes, closed, priority);
}
void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << "{";
  printList(printer, getAxes());
  if (!getClosed()) printer << (getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (getPriority() >= 0) printer << "p" << getPriority();
}

/// "@mesh", or "mesh<[...]>" written out.
static Attribute parseMeshOrName(AsmParser &parser) {
  if (succeeded(parser.parseOptionalKeyword("mesh"))) return MeshAttr::parse(parser, {});
  StringAttr name;
  if (parser.parseSymbolName(name)) return {};
  return FlatSymbolRefAttr::get(name);
}

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  Attribute mesh;
  SmallVector<DimensionShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated, unreduced;
  StringRef reduction;
  if (parser.parseLess() || !(mesh = parseMeshOrName(parser)) || parser.parseComma() ||
      parseList(parser, Delimiter::Square, dims))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("replicated"))) {
      if (parser.parseEqual() || parseList(parser, Delimiter::Braces, replicated)) return {};
      continue;
    }
    if (parser.parseKeyword("unreduced") || parser.parseEqual()) return {};
    (void)parser.parseOptionalKeyword(&reduction, {"sum", "max", "min"});
    if (parseList(parser, Delimiter::Braces, unreduced)) return {};
  }
  if (parser.parseGreater()) return {};
  if (reduction == "sum") reduction = "";
  return get(parser.getContext(), mesh, dims, replicated, unreduced, reduction);
}
void ShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  if (auto mesh = dyn_cast<MeshAttr>(getMesh())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer << getMesh();
  }
  printer << ", [";
  printList(printer, getDims());
  printer << "]";
  if (!getReplicated().empty()) {
    printer << ", replicated={";
    printList(printer, getReplicated());
    printer << "}";
  }
  if (!getUnreduced().empty()) {
    printer << ", unreduced=" << getReduction() << "{";
    printList(printer, getUnreduced());
    printer << "}";
  }
  printer << ">";
}

Attribute ShardingPerValueAttr::parse(AsmParser &parser, Type) {
  SmallVector<ShardingAttr> shardings;
  if (parser.parseLess() || parseList(parser, Delimiter::Square, shardings) ||
      parser.parseGreater())
    return {};
  return get(parser.getContext(), shardings);
}
void ShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  printList(printer, getShardings());
  printer << "]>";
}

/// Axes alone: "{"x", "y":(1)2}".
static DimensionShardingAttr parseAxes(AsmParser &parser) {
  const SMLoc loc = parser.getCurrentLocation();
  auto list = dyn_cast_or_null<DimensionShardingAttr>(DimensionShardingAttr::parse(parser, {}));
  if (!list || (list.getClosed() && list.getPriority() < 0)) return list;
  parser.emitError(loc, "expected axes alone, without '?' and priority");
  return nullptr;
}

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  const DimensionShardingAttr list = parseAxes(parser);
  return list ? get(parser.getContext(), list) : Attribute();
}
void AxisRefListAttr::print(AsmPrinter &printer) const { getList().print(printer); }

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimensionShardingAttr> lists;
  auto list = [&] { return success((lists.emplace_back(parseAxes(parser))) != nullptr); };
  if (parser.parseCommaSeparatedList(Delimiter::Square, list)) return {};
  return get(parser.getContext(), lists);
}
void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const {
  printer << "[";
  printList(printer, getLists());
  printer << "]";
}

Attribute AllToAllParamListAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimensionShardingAttr> axes;
  SmallVector<int64_t> sources, targets;
  auto param = [&]() -> ParseResult {
    axes.push_back(parseAxes(parser));
    return failure(!axes.back() || parser.parseColon() ||
                   parser.parseInteger(sources.emplace_back()) || parser.parseArrow() ||
                   parser.parseInteger(targets.emplace_back()));
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, param)) return {};
  return get(parser.getContext(), axes, sources, targets);
}
void AllToAllParamListAttr::print(AsmPrinter &printer) const {
  printer << "[";
  llvm::interleaveComma(llvm::zip_equal(getAxes(), getSources(), getTargets()), printer,
                        [&](auto param) {
                          std::get<0>(param).print(printer);
                          printer << ": " << std::get<1>(param) << "->" << std::get<2>(param);
                        });
  printer << "]";
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  const DimensionShardingAttr list = parseAxes(parser);
  return list ? get(parser.getContext(), list) : Attribute();
}
void ManualAxesAttr::print(AsmPrinter &printer) const { getList().print(printer); }

Attribute SdyDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef mnemonic;
  Attribute attr;
  const auto parsed = generatedAttributeParser(parser, &mnemonic, type, attr);
  return parsed.has_value() ? attr : keepAttribute(parser, getNamespace(), type);
}
void SdyDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attr, printer);
}

void SdyDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "frontend/ir/ShardingAttributes.cpp.inc"
      >();
}

} // namespace shardc::sdy
