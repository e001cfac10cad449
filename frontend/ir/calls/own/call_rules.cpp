// SPDX-License-Identifier: Apache-2.0
// Up to three things say how a call may be sharded: shardings that its code works with, the entry's
// rule, and the program's own. The first of these is taken, and the others are held against it. An
// op of a program that was printed once has its rule, and the name of its case, in it: the config
// has to say what it said then.
#include "frontend/ir/calls/own/call_rules.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/own/placed_calls.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/sdy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

const OpCase *placesOf(const CustomOpEntry &entry) {
  if (!entry.routine || !entry.chosen) return nullptr;
  const OpCase &chosen = entry.cases[*entry.chosen];
  return chosen.rule ? nullptr : &chosen;
}

std::string nameOfCall(Operation *call) {
  if (auto bound = dyn_cast<sdy::CustomOp>(call))
    return "'sdy.custom_op' of '" + shown(bound.getTarget()) + "'";
  return "custom_call @" + targetOf(call).str();
}

static Report fail(Operation *call, Diag id) {
  Report error = report(call->getLoc(), id);
  error << nameOfCall(call) << ": ";
  return error;
}

static SmallVector<SmallVector<int64_t, 4>, 3> shapesOf(TypeRange types) {
  SmallVector<SmallVector<int64_t, 4>, 3> shapes;
  for (Type type : types)
    shapes.emplace_back(cast<RankedTensorType>(type).getShape());
  return shapes;
}

std::optional<Rule> ruleOf(Operation *op, const WrittenRule &written, NotationProblem &problem) {
  return ruleFor(written, shapesOf(op->getOperandTypes()), shapesOf(op->getResultTypes()), problem);
}

FailureOr<Rule> ruleAsWritten(Operation *call, const WrittenRule &rule,
                              std::optional<Location> from) {
  NotationProblem problem;
  if (const auto made = ruleOf(call, rule, problem)) return *made;
  Report error =
      fail(call, problem.unsupported ? Diag::unsupported_attribute : Diag::wrong_notation);
  error << problem.what;
  if (from) error.note(*from) << "the rule";
  return error;
}

/// The program's; none where it has none.
static FailureOr<std::optional<Rule>> ruleOfProgram(Operation *call) {
  const Attribute given = call->getAttr(kSdyRule);
  auto told = call->getAttrOfType<DictionaryAttr>(kFrontendAttributes);
  auto toldRule = told ? told.getAs<StringAttr>(kXlaSdyRule) : StringAttr();
  if (!given && !toldRule) return std::optional<Rule>();
  std::string text = given ? "" : toldRule.str();
  if (given) llvm::raw_string_ostream(text) << given;
  NotationProblem problem;
  const size_t at = text.find('<');
  const auto rule =
      at == std::string::npos ? std::nullopt : readShardyRule(StringRef(text).substr(at), problem);
  if (!rule) {
    if (at == std::string::npos) problem.what = "it is not #sdy.op_sharding_rule<...>";
    return fail(call, problem.unsupported ? Diag::unsupported_attribute : Diag::wrong_notation)
           << "'" << kSdyRule << "': " << problem.what;
  }
  const auto made = ruleAsWritten(call, *rule);
  return failed(made) ? FailureOr<std::optional<Rule>>(failure()) : std::optional<Rule>(*made);
}

/// Every dimension a factor, which is whole.
static WrittenRule ruleOfItsOwn(Operation *call) {
  WrittenRule rule;
  const auto add = [&](TypeRange types, SmallVectorImpl<WrittenRule::Value> &values) {
    for (Type type : types) {
      WrittenRule::Value &value = values.emplace_back();
      for (int64_t left = cast<RankedTensorType>(type).getRank(); left > 0; --left) {
        const std::string name = "d" + std::to_string(rule.kinds.size());
        rule.kinds[name] = FactorKind::whole;
        value.dims.push_back({name});
      }
    }
  };
  add(call->getOperandTypes(), rule.operands);
  add(call->getResultTypes(), rule.results);
  return rule;
}

/// Equal, whatever factors are called.
static bool isSameRule(const Rule &a, const Rule &b) {
  const auto sameFactor = [](const Factor &x, const Factor &y) {
    return x.size == y.size && x.kind == y.kind;
  };
  const auto sameDims = [](const auto &x, const auto &y) {
    return llvm::equal(
        x, y, [](const DimFactors &p, const DimFactors &q) { return p.factors == q.factors; });
  };
  return llvm::equal(a.factors, b.factors, sameFactor) &&
         llvm::equal(a.operands, b.operands, sameDims) &&
         llvm::equal(a.results, b.results, sameDims);
}

using Dims = SmallVector<const DimFactors *, 16>;

/// The dimensions of operands and results, one after the other.
static Dims dimsOf(const Rule &rule) {
  Dims dims;
  for (const auto *values : {&rule.operands, &rule.results})
    for (const auto &value : *values)
      for (const DimFactors &dim : value)
        dims.push_back(&dim);
  return dims;
}

static bool shareFactor(const DimFactors &a, const DimFactors &b) {
  return llvm::any_of(a.factors, [&](int each) { return llvm::is_contained(b.factors, each); });
}

/// Whether code that works with the shardings of `places`, as a rule, does what `rule` says: what
/// they split alike is alike in it and of the same kind, and nothing else is split with it.
static bool splitsAs(const Rule &places, const Rule &rule) {
  const Dims own = dimsOf(places), wanted = dimsOf(rule);
  for (auto [dim, theirs] : llvm::zip_equal(own, wanted)) {
    const int factor = dim->factors.front(); // of shardings a dimension has one
    FactorKind kind = places.factors[factor].kind;
    if (kind == FactorKind::whole) continue;
    if (kind == FactorKind::communicator) kind = FactorKind::parallel; // the same shardings
    for (auto [other, otherTheirs] : llvm::zip_equal(own, wanted)) {
      const bool isSplit = other->factors.front() == factor;
      if (isSplit ? otherTheirs->factors != theirs->factors : shareFactor(*otherTheirs, *theirs))
        return false;
    }
    if (llvm::any_of(theirs->factors, [&](int each) { return rule.factors[each].kind != kind; }))
      return false;
  }
  return true;
}

static FailureOr<Rule> ruleWithPlaces(Operation *call, const CustomOpEntry &entry,
                                      const OpCase &places, const std::optional<Rule> &given) {
  const auto own = ruleOfPlaces(call, entry, places);
  if (failed(own) || !given || splitsAs(*own, *given)) return own;
  Report error = fail(call, Diag::sharding_conflict);
  error << "the program's rule does not let devices split it as " << places.name << ": "
        << writtenText(*given);
  error.note(entry.casesLoc) << "its shardings";
  return error;
}

/// What the entry says has to be what the op was printed with: it lies as it did then.
static LogicalResult checkRule(sdy::CustomOp op, const CustomOpEntry &entry, const Rule &printed) {
  const OpCase *places = placesOf(entry);
  if (!places && !entry.rule) return success();
  const auto own =
      places ? ruleOfPlaces(op, entry, *places) : ruleAsWritten(op, *entry.rule, entry.ruleLoc);
  if (failed(own)) return failure();
  if (isSameRule(*own, printed)) return success();
  Report error = fail(op, Diag::sharding_conflict);
  error << "the program was printed with another rule for it than the config has: "
        << writtenText(printed);
  error.note(places ? entry.casesLoc : entry.ruleLoc) << "the config's: " << writtenText(*own);
  return error;
}

/// The case that it was printed with is taken; none of others is.
static LogicalResult takePrintedCase(sdy::CustomOp op, CustomOpEntry &entry) {
  const StringRef printed = op.getPlaces().value_or("");
  const auto isIt = [&](const OpCase &each) { return each.name == printed; };
  const auto found = llvm::find_if(entry.cases, isIt);
  if (entry.cases.empty() && printed.empty()) return success();
  const auto number = static_cast<size_t>(found - entry.cases.begin());
  if (number < entry.cases.size() && (!entry.isUsed || *entry.chosen == number)) {
    takeCase(entry, number);
    return success();
  }
  Report error = fail(op, Diag::sharding_conflict);
  error << "the program was printed with "
        << (printed.empty() ? "a rule in place of" : "the shardings " + shown(printed) + ", ")
        << (number < entry.cases.size() ? "and another call of it with other ones"
            : printed.empty()           ? " the config's \"cases\""
                                        : "which are none of the config's \"cases\"")
        << "; compile the program that it was printed from";
  error.note(entry.casesLoc) << "what the config says of it";
  return error;
}

FailureOr<Rule> ruleAsPrinted(Operation *bound, CustomOpEntry &entry) {
  auto op = cast<sdy::CustomOp>(bound);
  NotationProblem problem;
  const auto written = readRule(op.getRule(), problem);
  if (!written) return fail(op, Diag::wrong_notation) << problem.what;
  auto printed = ruleAsWritten(op, *written);
  if (failed(printed) || entry.isAlone) return printed;
  if (failed(takePrintedCase(op, entry)) || failed(checkRule(op, entry, *printed)))
    return failure();
  if (op.getCombine() == entry.combine) return printed;
  Report error = fail(op, Diag::sharding_conflict);
  error << "the program was printed with \"combine\": \"" << op.getCombine()
        << "\", and the config says \"" << entry.combine << "\"";
  error.note(entry.loc) << "the config's entry";
  return error;
}

FailureOr<Rule> ruleOfCall(Operation *call, const CustomOpEntry &entry) {
  if (entry.isAlone) return ruleAsWritten(call, ruleOfItsOwn(call));
  const auto given = ruleOfProgram(call);
  if (failed(given)) return failure();
  if (const OpCase *places = placesOf(entry)) return ruleWithPlaces(call, entry, *places, *given);
  if (!entry.rule && *given) return **given;
  if (!entry.rule)
    return fail(call, Diag::missing_key)
           << "neither the program nor the config says how it may be sharded; give its entry a "
              "\"rule\"";
  const auto own = ruleAsWritten(call, *entry.rule, entry.ruleLoc);
  if (failed(own) || !*given || isSameRule(*own, **given)) return own;
  Report error = fail(call, Diag::sharding_conflict);
  error << "the program has another rule for it than the config: " << writtenText(**given);
  error.note(entry.ruleLoc) << "the config's: " << writtenText(*own);
  return error;
}

} // namespace shardc
