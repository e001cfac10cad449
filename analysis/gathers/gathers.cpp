// SPDX-License-Identifier: Apache-2.0
// A dimension is gathered where devices that hold different parts of it hold the same after a move.
// Whether the op leaves a choice is told by its rule. A dimension that no factor is of, or one that
// is whole, has to be there, and so has one whose factor the same devices share where the op is
// done: where in it elements are read is computed. Any other could have stayed as it was.
#include "analysis/gathers/gathers.h"

#include "analysis/mesh/causes.h"
#include "analysis/reshard/staged.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/manual.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>

using namespace mlir;

namespace shardc {

namespace {

/// What an op has gathered of its operands.
struct Gathers {
  std::vector<std::string> causes;
  double bytes = 0; // that a device receives
  bool isRepeated = false;
  SmallVector<int64_t, 2> others; // dimensions of the first operand that it is done in parts along
};

class GatherFinder {
public:
  GatherFinder(func::FuncOp entry, const Propagation &propagation, const Partitioned &partitioned,
               OpRules &rules)
      : entry(entry), propagation(propagation), partitioned(partitioned), rules(rules),
        readers(partitioned.placed.size()) {
    for (const Placed &placed : partitioned.placed)
      for (const int operand : placed.operands)
        readers[operand].push_back(&placed);
  }

  /// By the op's place: what one op of the program has become is told as one.
  llvm::MapVector<Location, Gathers> find() {
    const std::vector<bool> counts = whatCounts(partitioned);
    SmallVector<std::optional<int64_t>, 4> trips;
    for (const PlacedItem &item : partitioned.items) {
      if (item.kind == PlacedItem::Kind::control)
        trips.push_back(partitioned.controls[item.number].trips);
      if (item.kind == PlacedItem::Kind::controlEnd) trips.pop_back();
      if (item.kind == PlacedItem::Kind::value && counts[item.number]) look(item.number, trips);
    }
    return std::move(found);
  }

private:
  void look(int number, ArrayRef<std::optional<int64_t>> trips) {
    const Placed &moved = partitioned.placed[number];
    Operation *reader = moved.kind == Placed::Kind::moved ? readerOf(moved) : nullptr;
    if (!reader || moved.reduces || moved.own || !isa<ShardableOp>(reader)) return;
    Operation *maker = moved.value.getDefiningOp();
    if (maker && isCollectiveDone(maker)) return;
    for (auto [operand, value] : llvm::enumerate(reader->getOperands())) {
      if (!isSame(value, moved.value) || !needsGathered(reader, operand, number)) continue;
      add(reader, operand, number, trips);
      return;
    }
  }

  static bool dependsOn(const ShardBoxes &boxes, int coordinate) {
    return llvm::any_of(boxes.dims, [&](const Varying<Interval> &dim) {
      return llvm::is_contained(dim.over, coordinate);
    });
  }

  /// The coordinates by which devices held different parts of a dimension, and hold the same now. A
  /// single index has no parts.
  SmallVector<int, 2> gatheredOver(const Placed &moved, size_t dim) const {
    if (typeOf(moved).shape[dim] == 1) return {};
    SmallVector<int, 2> over = partitioned.placed[moved.operands.front()].boxes->dims[dim].over;
    llvm::erase_if(over, [&](int coordinate) { return dependsOn(*moved.boxes, coordinate); });
    return over;
  }

  /// Whether an operand is a value, or ops that change nothing make it of that.
  bool isSame(Value operand, Value value) {
    while (operand != value) {
      auto result = dyn_cast<OpResult>(operand);
      if (!result || !isa<ShardableOp>(result.getOwner())) return false;
      const Formula &formula = rules[rules.numberOf(result.getOwner())].formula;
      if (formula.results.size() != 1 || !isIdentity(formula)) return false;
      const auto from = static_cast<unsigned>(formula.results.front().value->value);
      if (from >= result.getOwner()->getNumOperands()) return false; // a constant's own data
      operand = result.getOwner()->getOperand(from);
    }
    return true;
  }

  bool needsGathered(Operation *op, size_t operand, int moved) {
    const OpRule &known = rules[rules.numberOf(op)];
    return llvm::any_of(op->getResults(), [&](OpResult result) {
      if (result.use_empty()) return false;
      Rule rule = known.rule;
      const auto number = static_cast<int>(result.getResultNumber());
      markWhole(rule, onlyResult(known.formula, number), constantsOf(op, rules));
      for (auto [dim, factors] : llvm::enumerate(rule.operands[operand])) {
        const auto over = gatheredOver(partitioned.placed[moved], dim);
        if (!over.empty() && llvm::all_of(factors.factors, [&](int factor) {
              return rule.factors[factor].kind == FactorKind::whole ||
                     isShared(rule, result, factor, over, moved);
            }))
          return true;
      }
      return false;
    });
  }

  /// Whether devices that differ in `over` do different parts of a factor where `moved` is read.
  bool isShared(const Rule &rule, OpResult result, int factor, ArrayRef<int> over, int moved) {
    const auto isPart = [&](const Varying<Interval> &dim) {
      return llvm::any_of(over, [&](int c) { return llvm::is_contained(dim.over, c); });
    };
    return llvm::any_of(readers[moved], [&](const Placed *placed) {
      if (placed->value != result || placed->own) return false;
      for (auto [dim, of] :
           llvm::zip_equal(placed->boxes->dims, rule.results[result.getResultNumber()]))
        if (llvm::is_contained(of.factors, factor) && isPart(dim)) return true;
      return false;
    });
  }

  void add(Operation *op, size_t operand, int number, ArrayRef<std::optional<int64_t>> trips) {
    const Placed &moved = partitioned.placed[number];
    Gathers &gathers = found[op->getLoc()];
    if (gathers.causes.empty()) gathers.others = dealtOut(op, operand);
    const std::string text = causeText(number);
    // Only the first one names the op.
    gathers.causes.push_back(
        gathers.causes.empty() ? text : StringRef(text).split(" needs ").second.str());
    double times = 1;
    for (const std::optional<int64_t> &loop : trips)
      times *= static_cast<double>(loop.value_or(1));
    gathers.isRepeated |= llvm::is_contained(trips, std::nullopt);
    gathers.bytes += times * moved.move.payload * info(typeOf(moved).type).bytes;
  }

  /// Why a value is moved. What has no name is told by its op alone: "the negate".
  std::string causeText(int number) const {
    const auto unnamed = [](Value) { return std::string(); };
    const Cause cause = causeOf(propagation, partitioned, entry, number, unnamed);
    std::string text = cause.text;
    for (StringRef name : cause.names) {
      const size_t at = text.find("{}");
      const bool dropsSpace = name.empty() && at > 0 && text[at - 1] == ' ';
      text.replace(at - dropsSpace, 2 + dropsSpace, name);
    }
    return text;
  }

  /// Dimensions of an operand with more than an index that any device can do its part of.
  SmallVector<int64_t, 2> dealtOut(Operation *op, size_t operand) {
    const Rule &rule = rules[rules.numberOf(op)].rule;
    SmallVector<int64_t, 2> dims;
    for (auto [dim, factors] : llvm::enumerate(rule.operands[operand]))
      if (llvm::any_of(factors.factors, [&](int factor) {
            return rule.factors[factor].size > 1 &&
                   rule.factors[factor].kind == FactorKind::parallel;
          }))
        dims.push_back(static_cast<int64_t>(dim));
    return dims;
  }

  func::FuncOp entry;
  const Propagation &propagation;
  const Partitioned &partitioned;
  OpRules &rules;
  std::vector<SmallVector<const Placed *, 1>> readers; // of each placed value
  llvm::MapVector<Location, Gathers> found;
};

} // namespace

void warnOfGathers(func::FuncOp entry, const Propagation &propagation,
                   const Partitioned &partitioned, OpRules &rules) {
  for (const auto &[place, gathers] : GatherFinder(entry, propagation, partitioned, rules).find()) {
    Report warning = report(place, Diag::gathered_dimension);
    warning << llvm::join(gathers.causes, ", and ") << ", and cannot be done in parts along it: "
            << llvm::formatv("{0:N}", std::llround(gathers.bytes)).str() << " bytes to each device"
            << (gathers.isRepeated ? " in each trip of a loop" : "") << "; ";
    if (gathers.others.empty())
      warning << "leave it whole where it comes from";
    else
      warning << "split dimension "
              << llvm::join(llvm::map_range(gathers.others,
                                            [](int64_t dim) { return std::to_string(dim); }),
                            " or ")
              << " instead";
  }
}

} // namespace shardc
