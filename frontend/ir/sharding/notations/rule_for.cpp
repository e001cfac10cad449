// SPDX-License-Identifier: Apache-2.0
// A written rule for the shapes of an op: groups become dimensions, each dimension gives at most
// one equation with one unknown size, and the kinds of factors have to fit where they stand.
#include "frontend/ir/sharding/notations/op_rule.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using llvm::StringRef;

namespace {

/// Puts sizes to a rule, and says what does not fit.
class RuleMaker {
public:
  RuleMaker(const WrittenRule &written, NotationProblem &problem)
      : written(written), problem(problem) {}

  std::optional<Rule> run(Shapes operands, Shapes results) {
    const ArrayRef<WrittenRule::Value> given =
        isNoOperand(operands) ? ArrayRef<WrittenRule::Value>() : written.operands;
    if (!count(given.size(), operands.size(), "operand") ||
        !count(written.results.size(), results.size(), "result") ||
        !haveIndices(operands, "operand") || !haveIndices(results, "result") ||
        !read(given, operands, "operand", rule.operands) ||
        !read(written.results, results, "result", rule.results) ||
        !settleSizes(operands, results) || !settleKinds())
      return std::nullopt;
    return std::move(rule);
  }

private:
  const WrittenRule &written;
  NotationProblem &problem;
  Rule rule; // a size of 0 is not known yet
  std::map<int64_t, SmallVector<int64_t, 4>> batches;

  bool wrong(const std::string &what) {
    problem.what = what;
    return false;
  }

  /// "-> i j": a scalar, or no operand.
  bool isNoOperand(Shapes operands) const {
    return operands.empty() && written.operands.size() == 1 &&
           written.operands.front().dims.empty() && written.operands.front().batch < 0;
  }

  bool haveIndices(Shapes shapes, StringRef what) {
    for (auto [number, shape] : llvm::enumerate(shapes))
      if (const auto *empty = llvm::find(shape, 0); empty != shape.end()) {
        problem.unsupported = true;
        return wrong("dimension " + std::to_string(empty - shape.begin()) + " of " + what.str() +
                     " " + std::to_string(number) +
                     " has no index, and code is not called for values without elements");
      }
    return true;
  }

  bool count(size_t has, size_t wants, StringRef what) {
    if (has == wants) return true;
    return wrong("the rule has " + std::to_string(has) + " " + what.str() + (has == 1 ? "" : "s") +
                 ", and the op " + std::to_string(wants));
  }

  int factor(const std::string &name) {
    const auto *known =
        llvm::find_if(rule.factors, [&](const Factor &each) { return each.name == name; });
    if (known != rule.factors.end()) return static_cast<int>(known - rule.factors.begin());
    const auto size = written.sizes.find(name);
    rule.factors.push_back(
        {name, size == written.sizes.end() ? 0 : size->second, FactorKind::parallel});
    return static_cast<int>(rule.factors.size()) - 1;
  }

  bool read(ArrayRef<WrittenRule::Value> values, Shapes shapes, StringRef what,
            SmallVectorImpl<SmallVector<DimFactors, 4>> &dims) {
    for (auto [number, pair] : llvm::enumerate(llvm::zip_equal(values, shapes))) {
      auto &[value, shape] = pair;
      const std::string name = what.str() + " " + std::to_string(number);
      if (!readBatch(value, shape, name, dims.emplace_back())) return false;
      for (const WrittenRule::Dimension &dim : value.dims) {
        DimFactors &own = dims.back().emplace_back();
        for (const std::string &each : dim)
          own.factors.push_back(factor(each));
      }
      if (!onceEach(dims.back(), name)) return false;
    }
    return true;
  }

  bool readBatch(const WrittenRule::Value &value, ArrayRef<int64_t> shape, const std::string &name,
                 SmallVectorImpl<DimFactors> &dims) {
    const size_t own = value.dims.size(), rank = shape.size();
    if (value.batch < 0)
      return own == rank || wrong("the rule has " + std::to_string(own) +
                                  (own == 1 ? " dimension" : " dimensions") + " for " + name +
                                  ", which has " + std::to_string(rank));
    if (own > rank)
      return wrong("the rule has " + std::to_string(own) + " dimensions and '...' for " + name +
                   ", which has " + std::to_string(rank));
    const ArrayRef<int64_t> batch = shape.take_front(rank - own);
    const auto [known, fresh] = batches.try_emplace(value.batch, batch.begin(), batch.end());
    if (!fresh && ArrayRef<int64_t>(known->second) != batch)
      return wrong("'...' is " + listText(batch) + " of " + name + ", and " +
                   listText(known->second) + " of a value before it");
    for (size_t dim = 0; dim < batch.size(); ++dim) {
      const std::string which = value.batch == 0 ? "" : std::to_string(value.batch) + "_";
      dims.push_back({{factor("batch" + which + std::to_string(dim))}});
    }
    return true;
  }

  bool onceEach(ArrayRef<DimFactors> dims, const std::string &name) {
    SmallVector<int, 8> seen;
    for (const DimFactors &dim : dims)
      for (int each : dim.factors) {
        if (llvm::is_contained(seen, each))
          return wrong("factor '" + rule.factors[each].name + "' is twice in " + name);
        seen.push_back(each);
      }
    return true;
  }

  /// Factors that are a dimension, then what is left of compounds.
  bool settleSizes(Shapes operands, Shapes results) {
    for (bool alone : {true, false})
      if (!settle(rule.operands, operands, "operand", alone) ||
          !settle(rule.results, results, "result", alone))
        return false;
    for (const auto &[name, size] : written.sizes)
      if (llvm::none_of(rule.factors,
                        [&, &name = name](const Factor &f) { return f.name == name; }))
        return wrong("factor '" + name + "' has a size, and is not in the rule");
    return true;
  }

  bool settle(ArrayRef<SmallVector<DimFactors, 4>> values, Shapes shapes, StringRef what,
              bool alone) {
    for (auto [number, pair] : llvm::enumerate(llvm::zip_equal(values, shapes)))
      for (auto [dim, factors] : llvm::enumerate(std::get<0>(pair)))
        if ((factors.factors.size() == 1) == alone &&
            !settle(factors, std::get<1>(pair)[dim],
                    "dimension " + std::to_string(dim) + " of " + what.str() + " " +
                        std::to_string(number)))
          return false;
    return true;
  }

  bool settle(const DimFactors &dim, int64_t extent, const std::string &where) {
    int64_t product = 1;
    Factor *open = nullptr;
    for (int number : dim.factors) {
      Factor &each = rule.factors[number];
      if (each.size == 0 && open)
        return wrong("the sizes of factors '" + open->name + "' and '" + each.name + "' of " +
                     where + " have to be given, or of one of them");
      if (each.size == 0) open = &each;
      product *= std::max<int64_t>(each.size, 1);
    }
    if (open && extent % product == 0) {
      open->size = extent / product;
      if (open->size > 0) return true;
    }
    return product == extent ||
           wrong(where + " has " + std::to_string(extent) +
                 " indices, and its factors in the rule make " + std::to_string(product));
  }

  static bool isIn(ArrayRef<DimFactors> dims, int factor) {
    return llvm::any_of(
        dims, [&](const DimFactors &dim) { return llvm::is_contained(dim.factors, factor); });
  }

  bool isInCompound(int factor) const {
    return llvm::any_of(rule.operands, [&](ArrayRef<DimFactors> dims) {
      return llvm::any_of(dims, [&](const DimFactors &dim) {
        return dim.factors.size() > 1 && llvm::is_contained(dim.factors, factor);
      });
    });
  }

  bool settleKinds() {
    for (const auto &[name, kind] : written.kinds) {
      auto *own = llvm::find_if(rule.factors,
                                [&, &name = name](const Factor &f) { return f.name == name; });
      if (own == rule.factors.end()) return wrong("factor '" + name + "' is not in the rule");
      own->kind = kind;
    }
    for (auto [number, factor] : llvm::enumerate(rule.factors))
      if (!settleKind(factor, static_cast<int>(number))) return false;
    return true;
  }

  bool settleKind(const Factor &factor, int number) {
    const size_t of =
        llvm::count_if(rule.results, [&](ArrayRef<DimFactors> dims) { return isIn(dims, number); });
    const std::string name = "factor '" + factor.name + "'";
    if (factor.kind == FactorKind::whole) return true;
    if (factor.kind == FactorKind::permutation && isInCompound(number)) {
      problem.unsupported = true;
      return wrong(name + " is a permutation, and part of a dimension of an operand; give it a "
                          "dimension of its own, or say \"need_replication\"");
    }
    if (factor.kind == FactorKind::reduction)
      return of == 0 || wrong(name + " is a reduction, and a result has it");
    if (of == rule.results.size()) return true;
    return wrong(name + " is in " + (of == 0 ? "no result" : "some results alone") +
                 "; say whether it is a \"reduction\", or needs replication");
  }
};

} // namespace

std::optional<Rule> ruleFor(const WrittenRule &written, Shapes operands, Shapes results,
                            NotationProblem &problem) {
  return RuleMaker(written, problem).run(operands, results);
}

} // namespace shardc
