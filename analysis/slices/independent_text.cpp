// SPDX-License-Identifier: Apache-2.0
#include "analysis/slices/cuts.h"
#include "analysis/slices/independent.h"
#include "analysis/slices/sources.h"

#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

namespace {

class IndependentPrinter {
public:
  IndependentPrinter(const Independent &result, func::FuncOp entry)
      : result(result), entry(entry), out(text) {}

  std::string run() {
    for (BlockArgument input : entry.getArguments())
      value(input);
    for (Operation &op : entry.front().without_terminator())
      for (Value made : op.getResults())
        value(made);
    int64_t first = 0;
    for (const ShardFunction &each : result.functions) {
      function(each, first);
      first += each.shards();
    }
    return text;
  }

private:
  void value(Value value) {
    out << "'" << nameOf(value, entry) << "' : " << typeOf(value.getType())->str() << " [";
    const auto found = result.flow.cuts.find(value);
    for (size_t dim = 0; dim < typeOf(value.getType())->shape.size(); ++dim) {
      out << (dim == 0 ? "" : ", ");
      const bool isCut = found != result.flow.cuts.end() && !found->second[dim].empty();
      if (!isCut) out << "-";
      if (isCut)
        llvm::interleave(
            found->second[dim], out, [&](const Cuts &way) { out << cutsText(*way.at); }, " | ");
    }
    out << "]\n";
    const auto ended = result.flow.ended.find(value);
    if (ended == result.flow.ended.end()) return;
    for (const EndedCut &end : ended->second)
      out << "  slices of dimension " << end.dimension << " end at '"
          << nameOf(end.at->getResult(0), entry) << "': " << end.why << "\n";
  }

  void function(const ShardFunction &function, int64_t first) {
    out << (function.shards() == 1 ? "shard " : "shards ") << first;
    if (function.shards() > 1) out << " to " << first + function.shards() - 1;
    for (const ShardCoordinate &coordinate : function.coordinates)
      out << ", " << coordinate.name << " in " << cutsText(coordinate.at);
    out << ":\n";
    for (auto [number, boxes] : llvm::zip_equal(function.outputs, function.outputBoxes)) {
      out << "  makes '" << outputName(entry, number) << "'";
      between(boxes);
    }
    for (const auto &[value, parts] : function.parts)
      for (const Part &part : parts) {
        out << "  needs '" << nameOf(value, entry) << "'";
        between(part.windows);
      }
  }

  /// The boxes of the first and the last shard.
  void between(const ShardBoxes &boxes) {
    const std::string first = str(boxes[0]), last = str(boxes[boxes.size() - 1]);
    out << " " << first << (first == last ? "" : " to " + last) << "\n";
  }

  const Independent &result;
  func::FuncOp entry;
  std::string text;
  llvm::raw_string_ostream out;
};

} // namespace

std::string independentText(const Independent &result, func::FuncOp entry) {
  return IndependentPrinter(result, entry).run();
}

} // namespace shardc
