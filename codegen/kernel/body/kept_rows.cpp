// SPDX-License-Identifier: Apache-2.0
// Rows in the registers of a team's threads. All of them are over one loop, whichever loop a
// reduction has: so what one has made, others find. A row is made when it is first needed, those
// that it is made of before it.
#include "codegen/kernel/body/body.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

void BodyBuilder::declareRows(const KeptRows &made) {
  rows = &made;
  rowShape = scope.fresh(made.slots != 0 ? "Column" : "Row");
  add(DeclareRows{rowShape, made.count, made.warps, made.neighbours(), made.slots, made.columns});
}

/// The row of a value by the loop of rows.
std::string BodyBuilder::rowOf(Expr value) {
  if (const auto own = ownRows.find(value); own != ownRows.end()) return own->second;
  llvm::DenseSet<Expr> seen;
  for (Expr part : value->args)
    rowsIn(part, seen);
  const std::string name = rowName(value);
  if (value->kind == Kind::Load && rows->inFours)
    loadRow(value, name);
  else
    makeRow(value, name);
  ownRows[value] = name;
  return name;
}

/// What of a value is to be kept becomes a row.
void BodyBuilder::rowsIn(Expr value, llvm::DenseSet<Expr> &seen) {
  if (!seen.insert(value).second || value->kind == Kind::Item || isIndex(value)) return;
  if (llvm::is_contained(rows->kept, value)) {
    rowOf(value);
    return;
  }
  for (Expr part : value->args)
    rowsIn(part, seen);
}

std::string BodyBuilder::rowName(Expr value) {
  const char *const row = rows->slots != 0 ? "_column" : "_row";
  for (auto [number, result] : llvm::enumerate(view.formula.results))
    if (result.value == value) return scope.fresh(view.outs[number].window + row);
  if (value->kind == Kind::Load) return scope.fresh(view.ins[value->value].window + row);
  if (value->kind != Kind::Scalar) return scope.fresh("terms");
  return scope.fresh(std::string(info(static_cast<Fn>(value->value)).name) + row);
}

void BodyBuilder::loadRow(Expr load, const std::string &name) {
  prepareIndices(load);
  add(LoadRow{name, rowShape, rows->loop, load});
}

void BodyBuilder::makeRow(Expr value, const std::string &name) {
  const State before = save();
  MakeRow made{name, rowShape, rows->loop, scope.fresh("place"), {}};
  inside(made.element.body, [&] {
    for (const auto &[part, row] : ownRows) {
      add(Bind{part, {{-1, row, {}, made.place}}});
      known.named[part] = row;
    }
    prepare({value});
    nameParts(value);
  });
  made.element.value = value;
  restore(before);
  add(std::move(made));
}

void BodyBuilder::reduceRow(Expr e, const ReductionPlan &plan) {
  const ReduceView reduce(e);
  const int loop = static_cast<int>(reduce.loops[0]->value);
  hoist(reduce.values, {loop});
  Expr term = reduce.values[0];
  Expr own = term->pool->loop(rows->loop, view.formula.loops[rows->loop].extent);
  ReduceRow made{"", rowOf(overLoop(term, loop, own)), *plan.fn, loop, term->type};
  if (!isOrdered(reduce)) made.start = term->pool->literal(*plan.identity);
  made.name = scope.fresh(plan.names[0]);
  made.isFinal = plan.ignoresInit;
  const std::string name = made.name;
  add(std::move(made));
  finishReduced(e, plan, name);
}

void BodyBuilder::storeRows() {
  for (auto [number, result] : llvm::enumerate(view.formula.results)) {
    StoreRow store{rowOf(result.value), static_cast<int>(number), rows->loop};
    if (rows->slots != 0) store.shape = rowShape, store.place = scope.fresh("place");
    add(std::move(store));
  }
}

} // namespace shardc
