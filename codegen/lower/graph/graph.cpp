// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/graph/graph.h"

#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Expr tupleOf(const GraphValue &value) {
  if (value.kind != GraphValue::Kind::computed) return nullptr;
  Expr root = value.formula->results.front().value;
  if (pullOf(root)) return nullptr;
  const bool isElement = root->kind == Kind::Item && ReduceView(root->args[0]).values.size() > 1;
  return isElement ? root->args[0] : nullptr;
}

bool areSiblings(const GraphValue &a, const GraphValue &b) {
  Expr tuple = tupleOf(a);
  return tuple && tuple == tupleOf(b) && a.operands == b.operands;
}

bool sameParts(const GraphValue &a, const GraphValue &b) {
  return llvm::equal(a.parts, b.parts, [](const GraphPart &x, const GraphPart &y) {
    return x.boxes == y.boxes && x.windows == y.windows;
  });
}

// Building graphs with regions.

static Formula identityOf(Pool &pool, const TensorSpec &type) {
  Formula copy;
  copy.operands.push_back(type);
  SmallVector<Expr, 4> index;
  for (auto [dim, extent] : llvm::enumerate(type.shape)) {
    copy.loops.push_back({std::string(1, static_cast<char>('i' + dim % 18)), extent});
    // Also where the extent is 1: nothing is copied on a device that has an empty part.
    index.push_back(pool.loop(static_cast<int>(dim), extent));
  }
  copy.results.push_back({type, index, expr::load(pool, type.type, 0, index)});
  return copy;
}

GraphValue copyOf(const Graph &graph, Pool &pool, int value) {
  GraphValue copy;
  copy.name = graph.values[value].name;
  copy.type = graph.values[value].type;
  copy.formula = identityOf(pool, copy.type);
  copy.operands = {value};
  copy.copies = true;
  return copy;
}

int copyForOutput(Graph &graph, Pool &pool, int value, const std::string &name,
                  const SharedBoxes &boxes, const Source &source) {
  GraphValue copy = copyOf(graph, pool, value);
  copy.name = name;
  copy.source = source;
  copy.parts.push_back({boxes, boxes});
  graph.values.push_back(std::move(copy));
  return static_cast<int>(graph.values.size()) - 1;
}

SmallVector<int, 8> dropUnused(GraphValue &value) {
  SmallVector<int, 8> all, kept;
  for (size_t operand = 0; operand < value.operands.size(); ++operand)
    all.push_back(static_cast<int>(operand));
  value.formula = compact(value.formula, all, kept);
  std::vector<int> operands;
  for (const int operand : kept)
    operands.push_back(value.operands[operand]);
  value.operands = std::move(operands);
  return kept;
}

int addRegion(Graph &graph, int control) {
  const int region = static_cast<int>(graph.regions.size());
  graph.regions.push_back(control);
  graph.controls[control].regions.push_back(region);
  return region;
}

void computeInto(Graph &graph, Pool &pool, int cell, int value, int region, const Source &source) {
  GraphValue copy = copyOf(graph, pool, value);
  copy.name = graph.values[cell].name;
  copy.parts = graph.values[cell].parts;
  copy.into = cell;
  copy.region = region;
  copy.source = source;
  graph.values.push_back(std::move(copy));
}

void takeNext(Graph &graph, Pool &pool, int control, int cell, int value, const Source &source) {
  GraphControl &loop = graph.controls[control];
  const int body = loop.regions.back();
  const GraphValue &given = graph.values[value];
  const bool isMade =
      given.kind == GraphValue::Kind::computed || given.kind == GraphValue::Kind::moved;
  const bool isOwn =
      isMade && given.region == body && given.into < 0 && sameParts(given, graph.values[cell]);
  if (isOwn && !given.isNext) {
    graph.values[value].isNext = true;
    loop.next.push_back({cell, value});
    return;
  }
  GraphValue copy = copyOf(graph, pool, value);
  copy.name = "next_" + graph.values[cell].name;
  copy.parts = graph.values[cell].parts;
  copy.region = body;
  copy.source = source;
  copy.isNext = true;
  loop.next.push_back({cell, static_cast<int>(graph.values.size())});
  graph.values.push_back(std::move(copy));
}

} // namespace shardc
