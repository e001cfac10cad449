// SPDX-License-Identifier: Apache-2.0
#include "analysis/slices/why_cut.h"

#include "analysis/slices/sources.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <set>

using namespace mlir;

namespace shardc {

namespace {

/// Each once, in order.
using Texts = llvm::SetVector<std::string, std::vector<std::string>, std::set<std::string>>;

class CutReasons {
public:
  CutReasons(const Independent &result, func::FuncOp entry, const Config &config)
      : result(result), entry(entry), config(config) {}

  std::vector<std::string> all() {
    for (auto [number, value] : llvm::enumerate(entry.front().getTerminator()->getOperands()))
      for (size_t dim = 0; dim < typeOf(value.getType())->shape.size(); ++dim)
        sentences.insert(ofOutput(static_cast<unsigned>(number), value, dim));
    notNamed();
    ends();
    return sentences.takeVector();
  }

private:
  void addSources(ArrayRef<Cuts> ways, Texts &names) const {
    for (const Cuts &way : ways)
      for (const CutSource &source : result.flow.sources.listed(way.sources))
        names.insert(sourceText(source, entry));
  }

  /// "dimension 0 of 'x' and dimension 1 of 'w'".
  static std::string listed(std::vector<std::string> names) {
    constexpr size_t kMost = 4;
    if (names.size() > kMost) {
      const size_t more = names.size() - kMost;
      names.resize(kMost);
      names.push_back(std::to_string(more) + " more");
    }
    const std::string last = names.back();
    names.pop_back();
    return names.empty() ? last : llvm::join(names, ", ") + " and " + last;
  }

  std::string ofOutput(unsigned number, Value value, size_t dim) const {
    const std::string what = sourceText({true, number, static_cast<int64_t>(dim)}, entry);
    const auto isIt = [&](const DimensionCuts &given) {
      return given.dimension == static_cast<int64_t>(dim);
    };
    if (number < config.outputs.size() && config.outputs[number] &&
        llvm::any_of(config.outputs[number]->dims, isIt))
      return what + " is cut as the config says";
    const auto found = result.flow.cuts.find(value);
    if (found == result.flow.cuts.end() || found->second[dim].empty())
      return what + " is whole: no slices of an input reach it";
    Texts names;
    addSources(found->second[dim], names);
    return what + " is cut as " + listed(names.takeVector());
  }

  /// Where the config says nothing of some dimension.
  void notNamed() {
    for (auto [input, cuts] : llvm::zip(entry.getArguments(), config.inputs))
      if (cuts.dims.size() < typeOf(input.getType())->shape.size())
        sentences.insert(cuts.unspecified == Unspecified::sharded
                             ? "what the config does not name is cut into single indices"
                             : "what the config does not name is whole (\"unspecified\")");
  }

  /// Those that end at one op for one reason are told together.
  void ends() {
    llvm::MapVector<std::pair<Operation *, StringRef>, Texts> all;
    for (const auto &[value, list] : result.flow.ended)
      for (const EndedCut &end : list)
        if (const auto found = result.flow.cuts.find(value); found != result.flow.cuts.end())
          addSources(found->second[end.dimension], all[{end.at, end.why}]);
    for (auto &[end, names] : all) {
      if (names.empty()) continue;
      sentences.insert("slices of " + listed(names.takeVector()) + " end at '" +
                       nameOf(end.first->getResult(0), entry) + "': " + end.second.str() +
                       placeText(end.first->getLoc()));
    }
  }

  const Independent &result;
  func::FuncOp entry;
  const Config &config;
  Texts sentences;
};

} // namespace

std::vector<std::string> whyCut(const Independent &result, func::FuncOp entry,
                                const Config &config) {
  if (config.mode != Mode::independent) return {};
  return CutReasons(result, entry, config).all();
}

} // namespace shardc
