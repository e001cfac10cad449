// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/graph/loop_counters.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

namespace {

class HostCounters {
public:
  HostCounters(Graph &graph, Pool &pool) : graph(graph), pool(pool) {
    for (auto [number, control] : llvm::enumerate(graph.controls))
      for (int cell : control.cells)
        if (graph.values[cell].counter) loopOf[cell] = static_cast<int>(number);
  }

  void run() {
    if (loopOf.empty()) return;
    for (GraphValue &value : graph.values)
      if (value.kind == GraphValue::Kind::computed) replaceIn(value);
  }

private:
  /// By operand: what stands for it; null: nothing.
  using Counted = SmallVector<Expr, 4>;

  void replaceIn(GraphValue &value) {
    Counted counted;
    for (int operand : value.operands)
      counted.push_back(loopOf.count(operand) ? counterAt(operand, value.region) : nullptr);
    if (llvm::none_of(counted, [](Expr e) { return e != nullptr; })) return;
    const auto [known, fresh] = made.try_emplace({value.formula.get(), counted});
    if (fresh) known->second = {value.formula, replaced(value.formula, counted)};
    std::vector<std::pair<size_t, std::string>> given;
    for (auto [place, counter] : llvm::enumerate(counted))
      if (counter)
        given.push_back(
            {place, str(counter->kind == Kind::Cast ? counter->args[0] : counter, value.formula)});
    value.formula = known->second.second;
    value.copies = false;
    const SmallVector<int, 8> kept = dropUnused(value);
    for (auto &[place, text] : given) {
      const auto before = [place = place](int operand) {
        return static_cast<size_t>(operand) < place;
      };
      value.given.push_back({llvm::count_if(kept, before) + value.given.size(), text});
    }
  }

  static Formula replaced(const Formula &formula, const Counted &counted) {
    Formula made = formula;
    Memo memo;
    const auto standsFor = [&](Expr e) {
      return e->kind == Kind::Load ? counted[e->value] : nullptr;
    };
    for (Result &result : made.results) {
      for (Expr &index : result.index)
        index = rewrite(index, standsFor, memo);
      result.value = rewrite(result.value, standsFor, memo);
    }
    return made;
  }

  /// A counter as values of a region see it: in the loop, or behind it.
  Expr counterAt(int cell, int region) {
    const GraphValue &value = graph.values[cell];
    const int loop = loopOf.at(cell);
    const int64_t trips = *graph.controls[loop].trips;
    Expr trip = isIn(region, loop) ? pool.trip(depthOf(loop), trips) : pool.constant(trips);
    Expr counter = expr::add(expr::mul(trip, value.counter->by), value.counter->first);
    return expr::cast(value.type.type, counter);
  }

  bool isIn(int region, int loop) const {
    for (int around = graph.regions[region]; around >= 0; around = controlAround(around))
      if (around == loop) return true;
    return false;
  }

  /// Of loops of steps.
  int depthOf(int loop) const {
    int depth = 0;
    for (int around = controlAround(loop); around >= 0; around = controlAround(around))
      depth += graph.controls[around].kind == GraphControl::Kind::loop;
    return depth;
  }

  int controlAround(int control) const { return graph.regions[graph.controls[control].region]; }

  Graph &graph;
  Pool &pool;
  std::map<int, int> loopOf; // of counters
  /// By a formula, which is kept, and what was replaced in it: values share formulas.
  std::map<std::pair<const Formula *, Counted>, std::pair<Shared<Formula>, Shared<Formula>>> made;
};

} // namespace

void countOnHost(Graph &graph, Pool &pool) { HostCounters(graph, pool).run(); }

} // namespace shardc
