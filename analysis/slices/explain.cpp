// SPDX-License-Identifier: Apache-2.0
// The answer to "why is it cut so": the chain from a value back to lines of the input.
#include "analysis/slices/cuts.h"
#include "analysis/slices/independent.h"
#include "analysis/slices/sources.h"

#include "frontend/ir/interfaces/builder.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

namespace {

/// A chain of reasons ends behind so many steps, and all chains of a value behind so many lines:
/// nobody reads on.
constexpr unsigned kDeepest = 24, kMostLines = 100;

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
      out << "cut " << cutsText(*way.at) << "\n";
      chain(way, 0);
    }
    ended(value, dim);
  }

  /// Begins a line of a chain; false where there have been enough.
  bool begin(unsigned depth) {
    if (lines > kMostLines) return false;
    ++lines;
    const bool goesOn = depth <= kDeepest && lines <= kMostLines;
    out.indent(4 + 2 * depth) << (goesOn ? "" : "...\n");
    return goesOn;
  }

  /// The operands' dimensions through which a cut came, down to the config; each is followed once.
  void chain(const Cuts &way, unsigned depth) {
    if (way.parents.empty())
      for (const CutSource &source : result.flow.sources.listed(way.sources))
        if (begin(depth)) tellSource(source);
    for (const CutParent &parent : way.parents) {
      if (!begin(depth)) return;
      out << "from dimension " << parent.dimension << " of '" << nameOf(parent.value, entry) << "'"
          << placeText(parent.value.getLoc()) << "\n";
      const auto &ways = result.flow.cuts.find(parent.value)->second[parent.dimension];
      const Cuts &above = ways[parent.alternative];
      if (followed.insert(&above).second) chain(above, depth + 1);
    }
  }

  void tellSource(const CutSource &source) {
    out << "because " << sourceText(source, entry) << " is cut so"
        << (sourceSpelling(source, config).empty()
                ? ", having no entry (\"unspecified\": \"sharded\")"
                : "")
        << placeText(sourceLocation(source, config)) << "\n";
  }

  /// Cuts of this dimension that users of the value could not carry on.
  void ended(Value value, size_t dim) {
    const auto found = result.flow.ended.find(value);
    if (found == result.flow.ended.end()) return;
    for (const EndedCut &end : found->second)
      if (end.dimension == static_cast<int64_t>(dim))
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
  unsigned lines = 0;                          // of chains
  llvm::SmallPtrSet<const Cuts *, 8> followed; // by them
};

} // namespace

std::string explainValue(const Independent &result, func::FuncOp entry, const Config &config,
                         Value value) {
  return Explainer(result, entry, config).value(value);
}

} // namespace shardc
