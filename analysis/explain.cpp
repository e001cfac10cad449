// SPDX-License-Identifier: Apache-2.0
// The answer to "why is it cut so": the chain from a value back to lines of the input.
#include "analysis/cuts.h"
#include "analysis/independent.h"
#include "analysis/sources.h"

#include "frontend/ir/builder.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

namespace {

class Explainer {
public:
  Explainer(const Independent &result, func::FuncOp entry, const Config &config)
      : result(result), entry(entry), config(config), out(text) {}

  std::string value(Value value) {
    const TensorSpec type = *typeOf(value.getType());
    out << "'" << nameOf(value, entry) << "' " << type.str() << placeText(value.getLoc()) << "\n";
    for (size_t dim = 0; dim < type.shape.size(); ++dim)
      dimension(value, dim);
    boxes(value);
    return text;
  }

private:
  void dimension(Value value, size_t dim) {
    out << "  dimension " << dim << ": ";
    const auto found = result.flow.cuts.find(value);
    if (found == result.flow.cuts.end() || found->second[dim].empty()) {
      out << "whole\n";
      ended(value, dim);
      return;
    }
    for (const Cuts &way : found->second[dim]) {
      out << "cut " << cutsText(way.at) << "\n";
      chain(way, 4);
    }
    ended(value, dim);
  }

  /// The operands' dimensions through which a cut came, down to the config.
  void chain(const Cuts &way, unsigned indent) {
    if (way.parents.empty())
      for (const CutSource &source : way.sources)
        out.indent(indent) << "because " << sourceText(source, entry) << " is cut so"
                           << (sourceSpelling(source, config).empty()
                                   ? ", having no entry (\"unspecified\": \"sharded\")"
                                   : "")
                           << placeText(sourceLocation(source, config)) << "\n";
    for (const CutParent &parent : way.parents) {
      const auto &ways = result.flow.cuts.find(parent.value)->second[parent.dimension];
      out.indent(indent) << "from dimension " << parent.dimension << " of '"
                         << nameOf(parent.value, entry) << "'" << placeText(parent.value.getLoc())
                         << "\n";
      chain(ways[parent.alternative], indent + 2);
    }
  }

  /// Cuts of this dimension that users of the value could not carry on.
  void ended(Value value, size_t dim) {
    for (const EndedCut &end : result.flow.ended)
      if (end.value == value && end.dimension == static_cast<int64_t>(dim))
        out << "    its slices end at '" << nameOf(end.at->getResult(0), entry) << "': " << end.why
            << placeText(end.at->getLoc()) << "\n";
  }

  void boxes(Value value) {
    constexpr int64_t kShown = 16;
    int64_t first = 0;
    for (const ShardFunction &function : result.functions) {
      auto found = function.parts.find(value);
      for (int64_t shard = 0; found != function.parts.end() && shard < function.shards(); ++shard) {
        if (shard == kShown) {
          out << "  ... (" << function.shards() << " shards)\n";
          break;
        }
        out << "  shard " << first + shard << " holds";
        for (const Part &part : found->second)
          out << " " << str(part.boxes[shard]);
        out << "\n";
      }
      first += function.shards();
    }
  }

  const Independent &result;
  func::FuncOp entry;
  const Config &config;
  std::string text;
  llvm::raw_string_ostream out;
};

} // namespace

std::string explainValue(const Independent &result, func::FuncOp entry, const Config &config,
                         Value value) {
  return Explainer(result, entry, config).value(value);
}

} // namespace shardc
