// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/causes.h"

#include "analysis/slices/sources.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace mlir;

namespace shardc {

namespace {

class CauseFinder {
public:
  CauseFinder(const Propagation &propagation, const Partitioned &partitioned, func::FuncOp entry,
              ValueName printedName)
      : propagation(propagation), partitioned(partitioned), entry(entry), printedName(printedName) {
  }

  Cause of(const Placed &moved) {
    const Placed &from = partitioned.placed[moved.operands.front()];
    if (moved.reduces || from.own)
      reduced(originOf(from));
    else
      needed(from, moved);
    return std::move(cause);
  }

private:
  /// Where partial results begin: ops that are linear in them pass them on, and loops carry them.
  const Placed &originOf(const Placed &part) const {
    const Placed *at = &part;
    llvm::SmallPtrSet<const Placed *, 8> seen;
    const auto isPart = [&](int operand) {
      const Placed &earlier = partitioned.placed[operand];
      return !earlier.unreduced.empty() && !seen.contains(&earlier);
    };
    while (true) {
      seen.insert(at);
      const SmallVector<int, 4> made = madeOf(*at);
      const auto *earlier = llvm::find_if(made, isPart);
      if (earlier == made.end()) return *at;
      at = &partitioned.placed[*earlier];
    }
  }

  /// What a part is computed from, or a cell becomes in a trip.
  SmallVector<int, 4> madeOf(const Placed &part) const {
    if (part.kind == Placed::Kind::computed) return part.operands;
    SmallVector<int, 4> made;
    if (part.kind == Placed::Kind::cell)
      for (const PlacedControl &control : partitioned.controls)
        for (const auto &ends : control.ends)
          for (auto [cell, end] : llvm::zip(control.cells, ends))
            if (&partitioned.placed[cell] == &part) made.push_back(end);
    return made;
  }

  static const char *verbOf(const Placed &part) {
    if (part.asBits) return "picks from";
    return part.combine == Fn::add ? "sums over" : "combines over";
  }

  void reduced(const Placed &part) {
    Operation *op = part.value.getDefiningOp();
    const AxisList &axes = part.unreducedAxes;
    if (!op) {
      cause.text = called(part.value) + " arrives unreduced over " + str(axes, propagation.mesh);
      return;
    }
    cause.text = mnemonicOf(op) + " " + verbOf(part) + " ";
    bool found = false;
    for (Value operand : op->getOperands())
      for (int64_t dim : dimsOver(operand, axes)) {
        cause.text +=
            (found ? " and " : "dimension ") + std::to_string(dim) + " of " + called(operand);
        found = true;
      }
    cause.text += std::string(found ? ", split" : "what is split");
    if (!axes.empty()) cause.text += " over " + str(axes, propagation.mesh);
  }

  SmallVector<int64_t, 2> dimsOver(Value value, ArrayRef<AxisRef> axes) const {
    SmallVector<int64_t, 2> dims;
    if (propagation.isConstantLike(value)) return dims;
    for (auto [dim, of] : llvm::enumerate(propagation.sharding(value).dims))
      if (llvm::any_of(of.axes, [&](const AxisRef &axis) { return overlaps(axis, axes); }))
        dims.push_back(static_cast<int64_t>(dim));
    return dims;
  }

  /// The one device that has anything, where devices differ in all coordinates.
  static std::optional<int64_t> holderOf(const ShardBoxes &boxes) {
    if (boxes.dims.empty() || boxes.dims.front().isUniform()) return std::nullopt;
    const Varying<Interval> &first = boxes.dims.front();
    const auto has = [](const Interval &interval) { return !interval.empty(); };
    const bool isLone = first.values.size() == static_cast<size_t>(boxes.size()) &&
                        llvm::count_if(*first.values, has) == 1;
    if (!isLone) return std::nullopt;
    return llvm::find_if(*first.values, has) - first.values->begin();
  }

  /// An op's mnemonic, a word of the user's, or the output that it is, if that has another name.
  std::string userOf(const Placed &moved) {
    if (Operation *op = readerOf(moved)) {
      const auto word = userWordOf(op->getLoc());
      return word ? "'" + word->str() + "'" : mnemonicOf(op);
    }
    const auto is = [&](int number) { return &partitioned.placed[number] == &moved; };
    const auto output = llvm::find_if(partitioned.outputs, is) - partitioned.outputs.begin();
    if (output == static_cast<ptrdiff_t>(partitioned.outputs.size())) return "return";
    const std::string name = outputName(entry, static_cast<unsigned>(output));
    if (name == ownName(origin(moved.value), entry)) return "return";
    cause.names.push_back(name);
    return "output {}";
  }

  /// Without constraints, barriers and the like around it, up to one that has a name, or a
  /// constant.
  Value origin(Value value) const {
    Pool pool;
    while (ownName(value, entry).empty()) {
      auto result = dyn_cast<OpResult>(value);
      if (!result || isa<DataFlowOp>(result.getOwner())) return value;
      if (result.getOwner()->getNumOperands() == 0) return value;
      const auto formula = formulaOf(result.getOwner(), pool);
      if (!formula) return value;
      const Formula own = onlyResult(*formula, static_cast<int>(result.getResultNumber()));
      if (!isIdentity(own)) return value;
      value = result.getOwner()->getOperand(own.results.front().value->value);
    }
    return value;
  }

  /// Whether a device alone has the value, or needs it.
  bool neededOfOne(const Placed &from, const Placed &moved) {
    const auto has = from.sharding.onlyOn, needs = holderOf(*moved.boxes);
    if (!has && !needs) return false;
    cause.text += called(from.value);
    if (has) cause.text += ", which device " + std::to_string(*has) + " alone has";
    if (needs) cause.text += (has ? ", on device " : " on device ") + std::to_string(*needs);
    return true;
  }

  /// What the user needs of dimensions of which devices hold less.
  void needed(const Placed &from, const Placed &moved) {
    cause.text = userOf(moved) + " needs ";
    if (neededOfOne(from, moved)) return;
    const ShardBoxes &held = *from.boxes, &wanted = *moved.boxes;
    std::string all, more;
    AxisList axes;
    for (size_t dim = 0; dim < wanted.dims.size(); ++dim) {
      if (isWithin(held, wanted, dim)) continue;
      const bool isWhole = wanted.dims[dim].isUniform();
      std::string &list = isWhole ? all : more;
      list += (list.empty() ? "dimension " : " and ") + std::to_string(dim);
      if (dim < from.sharding.dims.size())
        axes.append(from.sharding.dims[dim].axes.begin(), from.sharding.dims[dim].axes.end());
    }
    if (!all.empty()) cause.text += "all of " + all;
    if (!more.empty()) cause.text += (all.empty() ? "" : " and ") + ("other parts of " + more);
    cause.text += (all.empty() && more.empty() ? "other parts of " : " of ") + called(from.value);
    if (!axes.empty()) cause.text += ", split over " + str(axes, propagation.mesh);
  }

  /// Whether no device needs indices of a dimension that it does not hold.
  static bool isWithin(const ShardBoxes &held, const ShardBoxes &wanted, size_t dim) {
    const ShardBoxes one = {held.grid, {held.dims[dim]}}, other = {wanted.grid, {wanted.dims[dim]}};
    return coversEverywhere(one, other);
  }

  /// What a loop carries is told by what it begins as.
  std::string carried(Value value) {
    const auto targets = [&](const DataFlowEdge &edge) {
      return llvm::is_contained(edge.targets, value);
    };
    auto flow = dyn_cast<DataFlowOp>(value.getParentBlock()->getParentOp());
    if (!flow || flow.turns() != Turns::loop) return nameOf(value, entry);
    const SmallVector<DataFlowEdge> edges = flow.edges();
    const auto *edge = llvm::find_if(edges, targets);
    const std::string first = ownName(origin(edge->sources.front()), entry);
    if (first.empty()) return nameOf(value, entry);
    cause.names.push_back(first);
    return "what a loop carries from {}";
  }

  /// The name of a value, or what it is: "x", "the reshape v86".
  std::string called(Value given) {
    const Value value = origin(given);
    const std::string own = ownName(value, entry);
    if (own.empty() && isa<BlockArgument>(value)) return carried(value);
    cause.names.push_back(own.empty() ? printedName(value) : own);
    return own.empty() ? "the " + nameOf(value, entry) + " {}" : "{}";
  }

  const Propagation &propagation;
  const Partitioned &partitioned;
  func::FuncOp entry;
  ValueName printedName;
  Cause cause;
};

/// What a value becomes where an op only passes it on.
void addPassedOn(OpOperand &use, Pool &pool, SmallVectorImpl<Value> &to) {
  Operation *op = use.getOwner();
  Operation *around = op->hasTrait<OpTrait::IsTerminator>() ? op->getParentOp() : op;
  if (auto flow = dyn_cast<DataFlowOp>(around)) {
    for (const DataFlowEdge &edge : flow.edges()) {
      if (!llvm::is_contained(edge.sources, use.get())) continue;
      const auto isInside = [](Value target) { return isa<BlockArgument>(target); };
      llvm::copy_if(edge.targets, std::back_inserter(to), isInside);
      llvm::copy_if(edge.targets, std::back_inserter(to), std::not_fn(isInside));
    }
    return;
  }
  if (around != op) return;
  const auto formula = formulaOf(op, pool);
  if (formula && op->getNumResults() == 1 && isIdentity(onlyResult(*formula, 0)))
    to.push_back(op->getResult(0));
}

} // namespace

Operation *readerOf(const Placed &moved) {
  if (!moved.because || !isa<DataFlowOp>(moved.because)) return moved.because;
  Pool pool;
  SmallVector<Value, 8> next;
  for (OpOperand &use : moved.value.getUses())
    addPassedOn(use, pool, next);
  llvm::SmallDenseSet<Value, 8> seen;
  for (size_t at = 0; at < next.size(); ++at) {
    if (!seen.insert(next[at]).second) continue;
    Operation *reader = nullptr; // uses are listed from the last on
    for (OpOperand &use : next[at].getUses()) {
      const size_t before = next.size();
      addPassedOn(use, pool, next);
      const bool isEnd = use.getOwner()->hasTrait<OpTrait::IsTerminator>();
      if (next.size() == before && !isEnd) reader = use.getOwner();
    }
    if (reader) return reader;
  }
  return moved.because;
}

Cause causeOf(const Propagation &propagation, const Partitioned &partitioned, func::FuncOp entry,
              int moved, ValueName nameOf) {
  return CauseFinder(propagation, partitioned, entry, nameOf).of(partitioned.placed[moved]);
}

} // namespace shardc
