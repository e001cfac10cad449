// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/own/scratch.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/own/call_rules.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

using RuleValues = ArrayRef<SmallVector<DimFactors, 4>>;

static LocalExtent extentOf(Operation *call, bool ofResult, size_t value, size_t dim) {
  const Type type = ofResult ? call->getResult(value).getType() : call->getOperand(value).getType();
  return {ofResult, static_cast<int>(value), static_cast<int>(dim),
          cast<RankedTensorType>(type).getDimSize(dim)};
}

/// The first dimension that is a factor, and nothing else.
static std::optional<LocalExtent> dimensionOf(Operation *call, const Rule &rule, StringRef name) {
  for (const bool ofResult : {false, true}) {
    const RuleValues values = ofResult ? RuleValues(rule.results) : RuleValues(rule.operands);
    for (auto [value, dims] : llvm::enumerate(values))
      for (auto [dim, factors] : llvm::enumerate(dims))
        if (factors.factors.size() == 1 && rule.factors[factors.factors.front()].name == name)
          return extentOf(call, ofResult, value, dim);
  }
  return std::nullopt;
}

/// "operands[0][1]"
static std::optional<LocalExtent> placeOf(Operation *call, StringRef name) {
  const bool ofResult = name.consume_front("results");
  if (!ofResult && !name.consume_front("operands")) return std::nullopt;
  unsigned value = 0, dim = 0;
  if (!name.consume_front("[") || name.consumeInteger(10, value) || !name.consume_front("][") ||
      name.consumeInteger(10, dim) || name != "]")
    return std::nullopt;
  const unsigned count = ofResult ? call->getNumResults() : call->getNumOperands();
  if (value >= count) return std::nullopt;
  const Type type = ofResult ? call->getResult(value).getType() : call->getOperand(value).getType();
  if (dim >= cast<RankedTensorType>(type).getRank()) return std::nullopt;
  return extentOf(call, ofResult, value, dim);
}

FailureOr<SizeFormula> sizeFor(Operation *call, const CustomOpEntry &entry, const Rule &rule,
                               StringRef key, SizeFormula size, Location loc) {
  for (SizeTerm &term : size) {
    if (term.kind != SizeTerm::Kind::extent) continue;
    auto place =
        placesOf(entry) || entry.isAlone ? std::nullopt : dimensionOf(call, rule, term.name);
    if (!place) place = placeOf(call, term.name);
    if (!place) {
      Report error = report(loc, Diag::wrong_value);
      error << "'" << shown(term.name) << "' of '" << key << "' is no dimension of a value of "
            << nameOfCall(call)
            << "; name a factor that is one, or say operands[0][1] or results[0][1]";
      error.note(call->getLoc()) << "the call";
      return error;
    }
    term.extent = *place;
    term.name.clear();
  }
  if (sizeOf(size, [](const LocalExtent &extent) { return extent.whole; })) return size;
  Report error = report(loc, Diag::too_large);
  error << "'" << key << "' is more than " << kLargestSize << " bytes for " << nameOfCall(call);
  error.note(call->getLoc()) << "the call";
  return error;
}

} // namespace shardc
