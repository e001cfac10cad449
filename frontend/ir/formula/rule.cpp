// SPDX-License-Identifier: Apache-2.0
// An index made of digits of loops, which together are the whole dimension, gives the dimension
// those loops as factors, major first. Of any other index one loop at most is a factor: that of a
// pick, or the one of results or reductions that goes farthest along it, and then data moves with
// it: of a convolution's input the result's loop, where its kernel is smaller, else the kernel's.
#include "frontend/ir/formula/rule.h"

#include "frontend/ir/formula/rewriting/loops.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// How a dimension is indexed.
struct Flow {
  SmallVector<int, 2> factors;
  bool isExact = false; // index and dimension are one, else only some loop moves along it
};

class RuleReader {
public:
  explicit RuleReader(const Formula &formula) : formula(formula) {
    for (const Loop &loop : formula.loops)
      rule.factors.push_back({loop.name, loop.extent, FactorKind::whole});
    for (const TensorSpec &operand : formula.operands) {
      rule.operands.emplace_back(operand.shape.size());
      exact.emplace_back(operand.shape.size(), false);
    }
  }

  Rule read() {
    forEachExpr(formula, [&](Expr e) { readKinds(e); });
    for (const Result &result : formula.results)
      readResult(result);
    forEachExpr(formula, [&](Expr e) {
      if (e->kind == Kind::Load) readLoad(e);
    });
    for (auto [factor, loop] : llvm::zip_equal(rule.factors, formula.loops))
      if (loop.isWhole) factor.kind = FactorKind::whole;
    for (size_t operand = 0; operand < rule.operands.size(); ++operand)
      keepOneEach(operand);
    return std::move(rule);
  }

private:
  const Formula &formula;
  Rule rule;
  SmallVector<SmallVector<bool, 4>, 3> exact; // of the operands' dimensions

  FactorKind &kindOf(Expr loop) { return rule.factors[loop->value].kind; }

  void readKinds(Expr e) {
    if (e->kind == Kind::Pick) kindOf(e->args[1]) = FactorKind::pick;
    if (e->kind != Kind::Reduce) return;
    for (Expr loop : ReduceView(e).loops)
      kindOf(loop) = FactorKind::reduction;
  }

  void readResult(const Result &result) {
    auto &dims = rule.results.emplace_back();
    for (Expr index : result.index) {
      DimFactors &dim = dims.emplace_back();
      const auto digits = radix(index);
      if (!digits) continue;
      for (Expr digit : *digits) {
        dim.factors.push_back(static_cast<int>(digit->value));
        kindOf(digit) = FactorKind::parallel;
      }
    }
  }

  void readLoad(Expr load) {
    const int64_t operand = load->value;
    for (size_t dim = 0; dim < load->args.size(); ++dim) {
      const Flow flow = flowOf(load->args[dim], formula.operands[operand].shape[dim]);
      DimFactors &known = rule.operands[operand][dim];
      const bool isBetter = known.factors.empty() || (flow.isExact && !exact[operand][dim]);
      if (flow.factors.empty() || !isBetter) continue;
      known.factors = flow.factors;
      exact[operand][dim] = flow.isExact;
    }
  }

  /// An axis splits one dimension of a tensor, so a loop that moves along several (a reshape whose
  /// digits cross) stays with one: the first that is exactly it, else the first.
  void keepOneEach(size_t operand) {
    auto &dims = rule.operands[operand];
    SmallVector<int, 8> taken;
    for (bool isExact : {true, false})
      for (size_t dim = 0; dim < dims.size(); ++dim) {
        if (exact[operand][dim] != isExact) continue;
        auto &own = dims[dim].factors;
        if (llvm::any_of(own, [&](int factor) { return llvm::is_contained(taken, factor); }))
          own.clear();
        taken.append(own.begin(), own.end());
      }
  }

  Flow flowOf(Expr index, int64_t extent) {
    if (const auto digits = radix(index)) {
      Flow flow{{}, true};
      int64_t size = 1;
      for (Expr digit : *digits) {
        flow.factors.push_back(static_cast<int>(digit->value));
        size *= digit->numbers[0];
      }
      if (size == extent) return flow;
    }
    if (Expr loop = pickIn(index)) return {{static_cast<int>(loop->value)}};
    const Way way = extent > 1 ? farthestIn(index) : Way();
    if (way.loop == nullptr) return {};
    if (kindOf(way.loop) == FactorKind::parallel) kindOf(way.loop) = FactorKind::permutation;
    return {{static_cast<int>(way.loop->value)}};
  }

  /// The loop of a pick in a sum.
  static Expr pickIn(Expr index) {
    for (const Term &term : terms(index))
      if (term.second->kind == Kind::Pick) return term.second->args[1];
    return nullptr;
  }

  /// A loop of an index, and how far it goes along the dimension.
  struct Way {
    Expr loop = nullptr;
    int64_t length = 0;
    bool isOfResult = false;
  };

  /// Of the loops of results, the first; a loop of a reduction, where that goes farther.
  Way farthestIn(Expr index) {
    Way best;
    for (const Term &term : terms(index)) {
      Way way{term.second, 0, false};
      if (term.second->kind == Kind::Digit) way = farthestIn(term.second->args[0]);
      if (way.loop == nullptr || way.loop->kind != Kind::Loop) continue;
      const FactorKind kind = kindOf(way.loop);
      way.isOfResult = kind == FactorKind::parallel || kind == FactorKind::permutation;
      if (!way.isOfResult && kind != FactorKind::reduction) continue;
      way.length = lengthOf(term, way.loop);
      const bool isFarther = way.length > best.length && !(way.isOfResult && best.isOfResult);
      const bool isFirst = best.loop == nullptr || (way.isOfResult && way.length == best.length);
      if (isFirst || isFarther) best = way;
    }
    return best;
  }

  /// Digits go as far as their number does, at most.
  static int64_t lengthOf(const Term &term, Expr loop) {
    const int64_t extent = loop->numbers[0], factor = std::abs(term.first);
    return extent > 0 && factor > INT64_MAX / extent ? INT64_MAX : extent * factor;
  }
};

std::string tensors(ArrayRef<SmallVector<DimFactors, 4>> list, ArrayRef<Factor> factors) {
  std::string text = "(";
  for (const auto &dims : list) {
    text += text.size() > 1 ? ", [" : "[";
    for (size_t dim = 0; dim < dims.size(); ++dim) {
      text += dim == 0 ? "" : ", ";
      if (dims[dim].factors.empty()) text += "-";
      for (int factor : dims[dim].factors)
        text += factors[factor].name;
    }
    text += "]";
  }
  return text + ")";
}

} // namespace

Rule ruleOf(const Formula &formula) { return RuleReader(formula).read(); }

std::string Rule::str() const {
  std::string text = tensors(operands, factors) + "->" + tensors(results, factors) + " {";
  for (const Factor &factor : factors)
    text += (text.back() == '{' ? "" : ", ") + factor.name + "=" + std::to_string(factor.size);
  text += "}";
  const std::pair<FactorKind, const char *> named[] = {{FactorKind::reduction, "reduction"},
                                                       {FactorKind::whole, "need_replication"},
                                                       {FactorKind::permutation, "permutation"},
                                                       {FactorKind::pick, "pick"}};
  for (auto [kind, name] : named) {
    std::string list;
    for (const Factor &factor : factors)
      if (factor.kind == kind) list += (list.empty() ? "" : ", ") + factor.name;
    if (!list.empty()) text += std::string(" ") + name + "={" + list + "}";
  }
  return text;
}

} // namespace shardc
