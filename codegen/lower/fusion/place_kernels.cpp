// SPDX-License-Identifier: Apache-2.0
// Fusing is tried until every kernel finds what it reads: a load has to read one part of a value
// that holds it on every shard, and a fusion that reads what no part holds is kept apart, member by
// member, and all is fused again. Each try keeps at least one more value in memory, so this ends.
// What only unneeded reads wanted is dropped, and kernels that make results of one reduction are
// joined (siblings.h), which may keep more in memory, too.
#include "codegen/lower/fusion/place_kernels.h"

#include "codegen/lower/fusion/by_library.h"
#include "codegen/lower/fusion/fuse_attention.h"
#include "codegen/lower/fusion/fuse_epilogues.h"
#include "frontend/bug.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

PartRef homeOf(const Graph &graph, PartRef part) {
  const int into = graph.values[part.value].into;
  return into < 0 ? part : PartRef{into, part.part};
}

const GraphPart *outputPart(const GraphValue &value) {
  for (const GraphPart &part : value.parts)
    if (coversEverywhere(part.boxes, value.outputBoxes)) return &part;
  return nullptr;
}

namespace {

class KernelPlacer {
public:
  KernelPlacer(const Graph &graph, const LowerOptions &options, bool fusesAttention)
      : graph(graph), options(options), fusesAttention(fusesAttention),
        apart(graph.values.size(), !options.fuse), unjoined(graph.values.size(), false) {
    placed.partKernels = std::make_unique<PartKernels>(graph);
    placed.siblings = std::make_unique<Siblings>(graph, options.machine);
  }

  PlacedKernels run() && {
    keepForLibraries(graph, options.libraries, apart);
    while (!tryOnce() || !joinSiblings()) {
    }
    return std::move(placed);
  }

private:
  /// Whether every read found a part that holds it; if not, what stood between is kept apart.
  bool tryOnce() {
    placed.kernels.clear();
    const llvm::SmallVector<bool> keep(apart.begin(), apart.end());
    placed.fusions = fuse(graph, options.machine, keep);
    if (fusesAttention) placed.fusions = fuseAttention(graph, std::move(placed.fusions), keep);
    const llvm::SmallVector<bool> stay(unjoined.begin(), unjoined.end());
    placed.fusions = fuseEpilogues(graph, std::move(placed.fusions), options.libraries, stay);
    auto fusion = placed.fusions.begin();
    for (int value = 0; value < static_cast<int>(graph.values.size()); ++value) {
      if (graph.values[value].kind == GraphValue::Kind::moved) addMove(value);
      if (fusion == placed.fusions.end() || fusion->value != value) continue;
      for (size_t part = 0; part < graph.values[value].parts.size(); ++part) {
        auto kernel = placed.partKernels->of(*fusion, part);
        if (!kernel) return keepApart(*fusion);
        placed.kernels.push_back(
            {{{value, static_cast<int>(part)}}, {&*fusion}, std::move(*kernel)});
      }
      ++fusion;
    }
    return true;
  }

  /// A move has no kernel: it reads the only part of the value that it comes from.
  void addMove(int value) {
    PartKernel move;
    move.ins.push_back({graph.values[value].operands.front(), 0});
    placed.kernels.push_back({{{value, 0}}, {}, std::move(move)});
  }

  bool keepApart(const Fusion &fusion) {
    if (fusion.members.size() == 1)
      internalError("'" + graph.values[fusion.value].name + "' reads what no part holds");
    for (int member : fusion.members)
      apart[member] = unjoined[member] = true;
    return false;
  }

  /// Simplified formulas may read less than their ops: what only those wanted is not computed.
  void dropUnneeded() {
    std::vector<PartReads> computed;
    SmallVector<PartRef, 4> outputs;
    for (const PlacedKernel &kernel : placed.kernels) {
      computed.push_back({kernel.parts.front(), kernel.kernel.ins});
      const PartRef part = homeOf(graph, kernel.parts.front());
      const GraphValue &value = graph.values[part.value];
      if (value.output >= 0 && &value.parts[part.part] == outputPart(value))
        outputs.push_back(part);
    }
    placed.needed = neededFor(graph, outputs, computed);
    llvm::erase_if(placed.kernels, [&](const PlacedKernel &kernel) {
      return !placed.needed.parts.contains(kernel.parts.front());
    });
  }

  /// Whether what results of one op have in common is done once, or better done again.
  bool joinSiblings() {
    dropUnneeded();
    placed.siblings->join(placed.kernels);
    const std::vector<int> values = placed.siblings->toKeepApart(placed.kernels);
    for (int value : values)
      apart[value] = true;
    if (!values.empty()) return false;
    if (options.fuse) joinSameElements(graph, placed.kernels, placed.joined);
    for (const PartRef &part : placed.joined.gone)
      placed.needed.parts.erase(part);
    return true;
  }

  const Graph &graph;
  const LowerOptions &options;
  const bool fusesAttention;
  std::vector<bool> apart;
  std::vector<bool> unjoined; // products that get no epilogue
  PlacedKernels placed;
};

} // namespace

PlacedKernels placeKernels(const Graph &graph, const LowerOptions &options, bool fusesAttention) {
  return KernelPlacer(graph, options, fusesAttention).run();
}

} // namespace shardc
