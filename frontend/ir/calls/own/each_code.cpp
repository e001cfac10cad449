// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/own/each_code.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/own/call_rules.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;

namespace shardc {

static constexpr size_t kMostFactors = 8; // as runtime/each.h has room for

using Dimensions = SmallVector<DimFactors, 4>; // of a value

/// Whether a factor is a dimension wherever it stands.
static bool isDimension(int factor, const Rule &rule) {
  const auto isPart = [&](const Dimensions &dims) {
    return llvm::any_of(dims, [&](const DimFactors &dim) {
      return dim.factors.size() > 1 && llvm::is_contained(dim.factors, factor);
    });
  };
  return llvm::none_of(rule.operands, isPart) && llvm::none_of(rule.results, isPart);
}

static std::vector<EachValue> valuesOf(ArrayRef<Dimensions> values, TypeRange types,
                                       ArrayRef<int> batch) {
  std::vector<EachValue> made;
  for (auto [dims, type] : llvm::zip_equal(values, types)) {
    EachValue value = {typeOf(type)->type, {}};
    for (const DimFactors &dim : dims) {
      const auto *found = dim.factors.size() == 1 ? llvm::find(batch, dim.factors[0]) : batch.end();
      value.factors.push_back(found == batch.end() ? -1 : static_cast<int>(found - batch.begin()));
    }
    made.push_back(std::move(value));
  }
  return made;
}

static bool isMember(StringRef name) {
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

LogicalResult addEachBatch(Operation *call, const Rule &rule, DictionaryAttr given, Location loc,
                           Routine &routine) {
  for (NamedAttribute told : given)
    if (isa<StringAttr>(told.getValue()) || !isMember(told.getName().getValue()))
      return report(call->getLoc(), Diag::unsupported_attribute)
             << nameOfCall(call)
             << ": what it tells code of 'each' has to be numbers, with names of "
             << "members in C++, and '" << told.getName().getValue() << "' is not";

  SmallVector<int> batch;
  for (auto [number, factor] : llvm::enumerate(rule.factors))
    if (factor.kind == FactorKind::parallel && isDimension(static_cast<int>(number), rule))
      batch.push_back(static_cast<int>(number));
  if (batch.size() > kMostFactors) {
    Report error = report(loc, Diag::wrong_value);
    error << "'each' is called for each index of " << kMostFactors
          << " factors at most, and the rule has " << batch.size() << " for " << nameOfCall(call);
    return error.note(call->getLoc()) << "the call", error;
  }
  for (const int factor : batch)
    routine.each->factors.push_back(rule.factors[factor].name);
  routine.each->operands = valuesOf(rule.operands, call->getOperandTypes(), batch);
  routine.each->results = valuesOf(rule.results, call->getResultTypes(), batch);
  return success();
}

std::string symbolOfEach(const Routine &routine, ArrayRef<Routine> others) {
  std::set<std::string> taken;
  for (const Routine &other : others) {
    if (!other.each || other.each->function != routine.each->function) continue;
    if (other.each == routine.each && other.attributes == routine.attributes) return other.symbol;
    taken.insert(other.symbol);
  }
  return routine.each->function + "_each" +
         (taken.empty() ? "" : "_" + std::to_string(taken.size()));
}

} // namespace shardc
