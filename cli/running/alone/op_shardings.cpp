// SPDX-License-Identifier: Apache-2.0
#include "cli/running/alone/op_shardings.h"

#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

using llvm::ArrayRef;

std::string OpSharding::str(const Rule &rule, const Mesh &mesh) const {
  std::vector<std::string> words;
  for (const auto &[number, split] : llvm::enumerate(parts))
    words.push_back(rule.factors[split.first].name + " over " + mesh.axes[number].name + "=" +
                    std::to_string(split.second));
  return text::joined(words, ", ");
}

using Parts = std::map<int, int64_t>; // by factor

/// Splits what lies in front of split factors in one dimension, wholly.
static void splitMajors(const Rule &rule, Parts &parts) {
  for (const auto *side : {&rule.operands, &rule.results})
    for (ArrayRef<DimFactors> dims : *side)
      for (const DimFactors &dim : dims) {
        bool isBehind = false; // going from the minor end
        for (const int factor : llvm::reverse(dim.factors)) {
          if (isBehind) parts[factor] = rule.factors[factor].size;
          isBehind |= parts.contains(factor);
        }
      }
}

std::vector<OpSharding> shardingsToTry(const Rule &rule, bool even) {
  std::vector<OpSharding> found;
  const auto add = [&](Parts parts) {
    splitMajors(rule, parts);
    std::erase_if(parts, [](const auto &part) { return part.second == 1; });
    const OpSharding sharding{{parts.begin(), parts.end()}};
    const bool isKnown = llvm::is_contained(
        llvm::map_range(found, [](const OpSharding &each) { return each.parts; }), sharding.parts);
    const bool fits = llvm::all_of(sharding.parts, [&](const auto &part) {
      return !even || rule.factors[part.first].size % part.second == 0;
    });
    if (fits && !isKnown) found.push_back(sharding);
  };
  std::vector<int> factors;
  for (int factor = 0; factor < static_cast<int>(rule.factors.size()); ++factor)
    if (rule.factors[factor].size > 1) factors.push_back(factor);
  for (const int factor : factors)
    for (const int64_t parts : {2, 3})
      add({{factor, parts}});
  for (const auto &[number, first] : llvm::enumerate(factors))
    for (const int second : ArrayRef(factors).drop_front(number + 1))
      add({{first, 2}, {second, 2}});
  return found;
}

Mesh meshFor(const OpSharding &sharding, ArrayRef<MeshAxis> names) {
  Mesh mesh;
  mesh.name = "mesh";
  mesh.axes = names.vec();
  for (MeshAxis &axis : mesh.axes)
    axis.size = 1;
  for (int number = 0; mesh.axes.size() < sharding.parts.size(); ++number)
    if (const std::string name = "axis" + std::to_string(number); mesh.find(name) < 0)
      mesh.axes.push_back({name, 1});
  for (const auto &[number, split] : llvm::enumerate(sharding.parts))
    mesh.axes[number].size = split.second;
  return mesh;
}

Sharding tensorSharding(const Rule &rule, ArrayRef<DimFactors> dims, const OpSharding &sharding,
                        const Mesh &mesh) {
  FactorAxes axes(rule.factors.size());
  for (const auto &[number, split] : llvm::enumerate(sharding.parts))
    axes[split.first] = {wholeAxis(mesh, static_cast<int>(number))};
  return shardingFrom(rule, dims, axes);
}

} // namespace shardc
