// SPDX-License-Identifier: Apache-2.0
// Code that works with some shardings alone says these in place of a rule. A rule follows from
// them: dimensions that the same axes split are one factor, all others are factors that have to be
// whole, and axes of an operand that no result has are those of a reduction.
#include "frontend/ir/calls/own/placed_calls.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/own/call_rules.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"

using namespace mlir;

namespace shardc {

namespace {

/// Makes a factor of each list of axes, and of each dimension without any.
class RuleOfPlaces {
public:
  RuleOfPlaces(Operation *call, const CustomOpEntry &entry, const OpCase &places)
      : call(call), entry(entry), places(places) {}

  FailureOr<Rule> run() {
    if (failed(read(places.operands, call->getOperandTypes(), "operand", rule.operands)) ||
        failed(read(places.results, call->getResultTypes(), "result", rule.results)) ||
        failed(checkAxes()) || failed(settleReductions()) || failed(settleCommunicators()))
      return failure();
    NotationProblem problem;
    if (const auto made = ruleOf(call, rule, problem)) return *made;
    return fail(Diag::wrong_notation) << problem.what;
  }

private:
  Operation *call;
  const CustomOpEntry &entry;
  const OpCase &places;
  WrittenRule rule;
  std::map<std::vector<std::string>, std::string> factors; // by axes
  std::map<std::string, int64_t> sizes;
  int dimensions = 0;

  Report fail(Diag id) const {
    Report error = report(call->getLoc(), id);
    error << nameOfCall(call) << " with " << shown(places.name) << ": ";
    error.note(entry.casesLoc) << "its shardings";
    return error;
  }

  static std::string counted(size_t count, StringRef what) {
    return std::to_string(count) + " " + what.str() + (count == 1 ? "" : "s");
  }

  LogicalResult read(const Places &given, TypeRange types, StringRef what,
                     SmallVectorImpl<WrittenRule::Value> &values) {
    if (given.size() != types.size())
      return fail(Diag::wrong_count) << "there are shardings of " << counted(given.size(), what)
                                     << ", and the call has " << types.size();
    for (auto [number, dims, type] : llvm::enumerate(given, types)) {
      const auto shape = cast<RankedTensorType>(type).getShape();
      const std::string name = what.str() + " " + std::to_string(number);
      if (dims.size() != shape.size())
        return fail(Diag::wrong_count)
               << "the sharding of " << name << " is of " << counted(dims.size(), "dimension")
               << ", and that has " << shape.size();
      WrittenRule::Value &value = values.emplace_back();
      for (auto [axes, extent] : llvm::zip_equal(dims, shape))
        if (failed(add(axes, extent, name, value))) return failure();
    }
    return success();
  }

  LogicalResult add(const std::vector<std::string> &axes, int64_t extent, const std::string &name,
                    WrittenRule::Value &value) {
    if (axes.empty()) {
      const std::string own = "d" + std::to_string(dimensions++);
      rule.kinds[own] = FactorKind::whole;
      value.dims.push_back({own});
      return success();
    }
    std::string &factor = factors[axes];
    if (factor.empty()) factor = "s" + std::to_string(factors.size());
    const auto [known, isNew] = sizes.try_emplace(factor, extent);
    value.dims.push_back({factor});
    if (isNew || known->second == extent) return success();
    return fail(Diag::unsupported_sharding)
           << "a dimension of " << name << " that " << llvm::join(axes, " and ") << " splits has "
           << extent << " indices, and another one " << known->second;
  }

  /// Lists of axes are the same, or have none in common.
  LogicalResult checkAxes() const {
    std::map<std::string, const std::vector<std::string> *> lists;
    for (const auto &[axes, factor] : factors)
      for (const std::string &axis : axes) {
        const auto [known, isNew] = lists.try_emplace(axis, &axes);
        if (!isNew && *known->second != axes)
          return fail(Diag::unsupported_sharding)
                 << "axis '" << shown(axis)
                 << "' splits one dimension with other axes than another";
      }
    return success();
  }

  /// What operands alone have makes shares.
  LogicalResult settleReductions() {
    for (const auto &[axes, factor] : factors) {
      const auto has = [&, &factor = factor](const WrittenRule::Value &value) {
        return llvm::any_of(value.dims, [&](const auto &dim) { return dim.front() == factor; });
      };
      if (llvm::any_of(rule.results, has)) continue;
      if (!entry.mayReduce)
        return fail(Diag::missing_key)
               << llvm::join(axes, " and ")
               << " splits operands and no result, and nothing says how the shares that devices "
                  "make are combined; give \"combine\"";
      rule.kinds[factor] = FactorKind::reduction;
    }
    return success();
  }

  /// Devices talk along all axes of a dimension, or along none. Another case may split by others.
  LogicalResult settleCommunicators() {
    for (const auto &[axes, factor] : factors) {
      const auto isNamed = [&](const std::string &axis) {
        return llvm::is_contained(entry.communicator, axis);
      };
      if (llvm::none_of(axes, isNamed)) continue;
      if (!llvm::all_of(axes, isNamed)) {
        Report error = fail(Diag::wrong_value);
        error << "\"communicator\" has some of " << llvm::join(axes, " and ")
              << ", which split one dimension; name all of them, or none";
        return error;
      }
      if (!rule.kinds.try_emplace(factor, FactorKind::communicator).second)
        return fail(Diag::wrong_value)
               << llvm::join(axes, " and ")
               << " splits operands alone, so \"combine\" says what becomes of it, and "
                  "\"communicator\" cannot; leave it out there";
    }
    return success();
  }
};

} // namespace

FailureOr<Rule> ruleOfPlaces(Operation *call, const CustomOpEntry &entry, const OpCase &places) {
  return RuleOfPlaces(call, entry, places).run();
}

std::string textOf(const Places::value_type &dims) {
  llvm::json::Array list;
  for (const std::vector<std::string> &axes : dims)
    list.push_back(llvm::json::Array(axes));
  return llvm::formatv("{0}", llvm::json::Value(std::move(list)));
}

} // namespace shardc
