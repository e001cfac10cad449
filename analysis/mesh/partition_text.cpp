// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/partition_text.h"

#include "analysis/slices/sources.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/manual.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

namespace {

class PartitionPrinter {
public:
  PartitionPrinter(const Propagation &propagation, const Partitioned &partitioned,
                   func::FuncOp entry)
      : propagation(propagation), partitioned(partitioned), entry(entry), out(text) {}

  std::string run() {
    out << "mesh " << propagation.mesh.str() << "\n";
    for (const PlacedItem &each : partitioned.items)
      item(each);
    out << "return";
    for (int output : partitioned.outputs)
      out << " %" << output;
    out << "\n";
    return text;
  }

private:
  void item(const PlacedItem &item) {
    switch (item.kind) {
    case PlacedItem::Kind::value:
      return value(item.number);
    case PlacedItem::Kind::control:
      out.indent(depth) << mnemonicOf(partitioned.controls[item.number].op) << "\n";
      return;
    case PlacedItem::Kind::region:
      out.indent(depth) << "region " << item.region << " {\n";
      depth += 2;
      return;
    case PlacedItem::Kind::regionEnd:
      depth -= 2;
      out.indent(depth) << "}\n";
      return;
    case PlacedItem::Kind::controlEnd:
      return;
    }
  }

  void value(int number) {
    const Placed &placed = partitioned.placed[number];
    out.indent(depth) << "%" << number;
    if (const std::string own = ownName(placed.value, entry); !own.empty())
      out << " '" << own << "'";
    out << " = ";
    what(placed);
    for (int operand : placed.operands)
      out << " %" << operand;
    if (placed.kind == Placed::Kind::moved) moved(placed);
    const TensorSpec type = typeOf(placed);
    out << " : " << type.str();
    if (placed.sharding.dims.size() == type.shape.size())
      out << " " << shortText(placed.sharding, propagation.mesh);
    if (!placed.unreducedAxes.empty() && placed.sharding.unreduced.empty())
      out << " unreduced over " << str(ArrayRef<AxisRef>(placed.unreducedAxes), propagation.mesh);
    out << "\n";
  }

  void what(const Placed &placed) {
    switch (placed.kind) {
    case Placed::Kind::input:
      out << "input";
      return;
    case Placed::Kind::constant:
      out << "constant";
      return;
    case Placed::Kind::cell:
      out << "cell";
      return;
    case Placed::Kind::computed:
      out << mnemonicOf(placed.because ? placed.because : placed.value.getDefiningOp());
      return;
    case Placed::Kind::moved:
      out << shardc::name(placed.move.pattern);
      return;
    }
  }

  void moved(const Placed &placed) {
    out << " over";
    for (int coordinate : placed.move.over)
      out << " " << str(partitioned.grid.coordinates[coordinate], propagation.mesh);
    const double bytes = info(typeOf(placed).type).bytes;
    out << ", " << llvm::format("%g", placed.move.payload * bytes) << " bytes";
  }

  const Propagation &propagation;
  const Partitioned &partitioned;
  func::FuncOp entry;
  unsigned depth = 0;
  std::string text;
  llvm::raw_string_ostream out;
};

} // namespace

std::string partitionText(const Propagation &propagation, const Partitioned &partitioned,
                          func::FuncOp entry) {
  return PartitionPrinter(propagation, partitioned, entry).run();
}

} // namespace shardc
