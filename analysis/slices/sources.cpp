// SPDX-License-Identifier: Apache-2.0
#include "analysis/slices/sources.h"

#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/names.h"

using namespace mlir;

namespace shardc {

static const TensorCuts &tensorOf(const CutSource &source, const Config &config) {
  return source.isOutput ? *config.outputs[source.index] : config.inputs[source.index];
}

static const DimensionCuts *entryFor(const CutSource &source, const Config &config) {
  for (const DimensionCuts &dim : tensorOf(source, config).dims)
    if (dim.dimension == source.dimension) return &dim;
  return nullptr;
}

std::string sourceText(const CutSource &source, func::FuncOp entry) {
  return "dimension " + std::to_string(source.dimension) + " of '" +
         (source.isOutput ? outputName(entry, source.index) : inputName(entry, source.index)) + "'";
}

Location sourceLocation(const CutSource &source, const Config &config) {
  const DimensionCuts *entry = entryFor(source, config);
  return entry ? entry->loc : tensorOf(source, config).loc;
}

std::vector<std::string> sourceSpelling(const CutSource &source, const Config &config) {
  const DimensionCuts *entry = entryFor(source, config);
  return entry ? entry->spelled : std::vector<std::string>();
}

std::string lineOf(Location loc) {
  const auto file = fileLocation(loc);
  if (!file) return "";
  return file->getFilename().str() + ":" + std::to_string(file->getLine()) + ":" +
         std::to_string(file->getColumn());
}

std::string placeText(Location loc) {
  const std::string line = lineOf(loc);
  return line.empty() ? "" : "  [" + line + "]";
}

std::string ownName(Value value, func::FuncOp entry) {
  auto input = dyn_cast<BlockArgument>(value);
  if (input && input.getOwner() == &entry.front()) return inputName(entry, input.getArgNumber());
  return valueName(value).value_or("");
}

std::string nameOf(Value value, func::FuncOp entry) {
  const std::string own = ownName(value, entry);
  if (!own.empty()) return own;
  return isa<BlockArgument>(value) ? "a value that a loop carries"
                                   : mnemonicOf(value.getDefiningOp());
}

} // namespace shardc
