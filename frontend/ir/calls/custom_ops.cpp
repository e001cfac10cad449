// SPDX-License-Identifier: Apache-2.0
// Each custom_call that an entry is for is checked and replaced: where the entry has a kernel by
// sdy.custom_op, which has the rule as text and the number of the routine with what the call tells
// it; where it has none by a call of the reference's functions, which are copied into the program
// once. The rule is the config's or the program's; where both have one, they have to agree.
#include "frontend/ir/calls/custom_ops.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/own_references.h"
#include "frontend/ir/calls/placed_calls.h"
#include "frontend/ir/calls/runtime_routines.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

static constexpr StringRef kRule = "sdy.sharding_rule", kConfig = "backend_config",
                           kTypedConfig = "mhlo.backend_config";

std::optional<Fn> combinerNamed(StringRef word) {
  return llvm::StringSwitch<std::optional<Fn>>(word)
      .Case("sum", Fn::add)
      .Case("product", Fn::mul)
      .Case("max", Fn::max)
      .Case("min", Fn::min)
      .Case("and", Fn::bitAnd)
      .Case("or", Fn::bitOr)
      .Default(std::nullopt);
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

void takeCase(CustomOpEntry &entry, size_t number) {
  entry.chosen = number;
  if (entry.cases[number].reference) entry.reference = entry.cases[number].reference;
}

/// The shardings that the code of an entry works with; null where a rule says how it is sharded.
static const OpCase *placesOf(const CustomOpEntry &entry) {
  return entry.routine && entry.chosen ? &entry.cases[*entry.chosen] : nullptr;
}

static StringRef withoutConfig(const CustomOpEntry &entry) {
  return StringRef(entry.target).split(':').first;
}

bool isDeclared(const CustomOps &ops, StringRef target) {
  return llvm::any_of(ops.entries, [&](const auto &e) { return withoutConfig(e) == target; });
}

static StringRef configOf(Operation *call) {
  auto config = call->getAttrOfType<StringAttr>(kConfig);
  return config ? config.getValue() : StringRef();
}

/// What a call tells its code; null where it is not {name = value}.
static DictionaryAttr givenBy(Operation *call) {
  NamedAttrList list;
  const bool isKey = targetOf(call) == "CustomSPMDPartitioning"; // of the process that made it
  if (!configOf(call).empty() && !isKey) list.append(kConfig, call->getAttr(kConfig));
  if (const Attribute given = call->getAttr(kTypedConfig)) {
    auto typed = dyn_cast<DictionaryAttr>(given);
    if (!typed) return nullptr;
    for (NamedAttribute each : typed)
      list.set(each.getName(), each.getValue());
  }
  return list.getDictionary(call->getContext());
}

static FunctionType typeOfCall(Operation *call) {
  return FunctionType::get(call->getContext(), call->getOperandTypes(), call->getResultTypes());
}

static std::string formOf(FunctionType type, DictionaryAttr given) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << type;
  if (given) out << given;
  return text;
}

/// The first entry of a target, for calls of a form.
static CustomOpEntry *entryOfTarget(CustomOps &ops, StringRef target, StringRef form) {
  const auto is = [&](const CustomOpEntry &entry) {
    return entry.target == target && (entry.form.empty() || entry.form == form);
  };
  const auto found = llvm::find_if(ops.entries, is);
  return found == ops.entries.end() ? nullptr : &*found;
}

/// The entry of a call's own config, else that of its target.
static CustomOpEntry *entryFor(Operation *call, CustomOps &ops) {
  const std::string exact = (targetOf(call) + ":" + configOf(call)).str();
  const std::string form = formOf(typeOfCall(call), givenBy(call));
  CustomOpEntry *own = entryOfTarget(ops, exact, form);
  return own ? own : entryOfTarget(ops, targetOf(call), form);
}

/// true is 1, and what has no sign is not negative; none where it does not fit.
std::optional<int64_t> wholeOf(IntegerAttr attribute) {
  const Type type = attribute.getType();
  const APInt value = attribute.getValue();
  const bool isSigned = !type.isUnsignedInteger() && !type.isInteger(1);
  if (isSigned ? !value.isSignedIntN(64) : !value.isIntN(63)) return std::nullopt;
  return isSigned ? value.getSExtValue() : static_cast<int64_t>(value.getZExtValue());
}

/// The value that code is given for an attribute; none where it is no number and no string.
static std::optional<RoutineAttribute> attributeOf(NamedAttribute each) {
  const std::string name = each.getName().str();
  if (auto number = dyn_cast<IntegerAttr>(each.getValue()))
    if (const auto whole = wholeOf(number)) return RoutineAttribute{name, *whole};
  if (auto real = dyn_cast<FloatAttr>(each.getValue()))
    return RoutineAttribute{name, real.getValueAsDouble()};
  if (auto word = dyn_cast<StringAttr>(each.getValue()))
    return RoutineAttribute{name, word.getValue().str()};
  return std::nullopt;
}

std::optional<int64_t> routineNumber(Routine routine, DictionaryAttr given,
                                     std::vector<Routine> &routines) {
  for (NamedAttribute each : given) {
    auto attribute = attributeOf(each);
    if (!attribute) return std::nullopt;
    llvm::erase_if(routine.attributes,
                   [&](const RoutineAttribute &own) { return own.name == attribute->name; });
    routine.attributes.push_back(std::move(*attribute));
  }
  const auto known = llvm::find(routines, routine);
  const int64_t number = known - routines.begin();
  if (known == routines.end()) routines.push_back(std::move(routine));
  return number;
}

namespace {

/// Makes a call what an entry says.
class Binding {
public:
  Binding(Operation *call, CustomOpEntry &entry, std::vector<Routine> &routines)
      : call(call), entry(entry), routines(routines) {}

  LogicalResult run() {
    entry.isUsed = true;
    if (failed(checkAttributes()) || failed(checkTypes()) || failed(checkReference(call, entry)))
      return failure();
    constrainResults(call);
    return entry.routine ? bind() : callReference(call, entry);
  }

private:
  Operation *call;
  CustomOpEntry &entry;
  std::vector<Routine> &routines;

  Report fail(Diag id) const {
    Report error = report(call->getLoc(), id);
    error << "custom_call @" << targetOf(call) << ": ";
    return error;
  }

  LogicalResult checkAttributes() const {
    static constexpr StringRef kKnown[] = {"call_target_name", kConfig,         kTypedConfig,
                                           kSdySharding,       kRule,           "api_version",
                                           "operand_layouts",  "result_layouts"};
    for (NamedAttribute each : call->getAttrs()) {
      const StringRef name = each.getName();
      auto effect = dyn_cast<BoolAttr>(each.getValue());
      const bool isIdle = name == "has_side_effect" && effect && !effect.getValue();
      if (!isIdle && !llvm::is_contained(kKnown, name))
        return fail(Diag::unsupported_attribute) << "attribute '" << name << "' is not supported";
    }
    return success();
  }

  LogicalResult checkTypes() const {
    for (TypeRange types : {TypeRange(call->getOperandTypes()), TypeRange(call->getResultTypes())})
      for (Type type : types)
        if (!typeOf(type)) return reportUnsupported(call->getLoc(), "a value of it", type);
    if (call->getNumResults() > 0) return success();
    return fail(Diag::unsupported_op) << "it has no result, and what else it does is not supported";
  }

  /// `from`: where the rule is written, if it is not at the call.
  FailureOr<Rule> resolved(const WrittenRule &rule, std::optional<Location> from = {}) const {
    NotationProblem problem;
    if (const auto made = ruleOf(call, rule, problem)) return *made;
    Report error = fail(problem.unsupported ? Diag::unsupported_attribute : Diag::wrong_notation);
    error << problem.what;
    if (from) error.note(*from) << "the rule of '" << shown(entry.target) << "'";
    return error;
  }

  /// The program's; none where it has none.
  FailureOr<std::optional<Rule>> ruleOfProgram() const {
    const Attribute given = call->getAttr(kRule);
    if (!given) return std::optional<Rule>();
    std::string text;
    llvm::raw_string_ostream(text) << given;
    NotationProblem problem;
    const size_t at = text.find('<');
    const auto rule = at == std::string::npos ? std::nullopt
                                              : readShardyRule(StringRef(text).substr(at), problem);
    if (!rule) {
      if (at == std::string::npos) problem.what = "it is not #sdy.op_sharding_rule<...>";
      return fail(problem.unsupported ? Diag::unsupported_attribute : Diag::wrong_notation)
             << "'" << kRule << "': " << problem.what;
    }
    const auto made = resolved(*rule);
    return failed(made) ? FailureOr<std::optional<Rule>>(failure()) : std::optional<Rule>(*made);
  }

  /// Every dimension a factor, which is whole.
  WrittenRule ruleOfItsOwn() const {
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

  /// Whatever factors are called.
  static bool sameRule(const Rule &a, const Rule &b) {
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

  FailureOr<Rule> rule() const {
    if (entry.isAlone) return resolved(ruleOfItsOwn());
    if (const OpCase *places = placesOf(entry)) return ruleOfPlaces(call, entry, *places);
    const auto given = ruleOfProgram();
    if (failed(given)) return failure();
    if (!entry.rule && *given) return **given;
    if (!entry.rule)
      return fail(Diag::missing_key)
             << "neither the program nor the config says how it may be sharded; give its entry a "
                "\"rule\"";
    const auto own = resolved(*entry.rule, entry.loc);
    if (failed(own) || !*given || sameRule(*own, **given)) return own;
    Report error = fail(Diag::sharding_conflict);
    error << "the program has another rule for it than the config: " << writtenText(**given);
    error.note(entry.loc) << "the config's: " << writtenText(*own);
    return error;
  }

  LogicalResult bind() {
    const auto rule = this->rule();
    const DictionaryAttr given = givenBy(call);
    if (!given) return fail(Diag::wrong_value) << "'" << kTypedConfig << "' is not {name = value}";
    if (failed(rule)) return failure();
    const auto number = routineNumber(*entry.routine, given, routines);
    if (!number) return notGiven();
    const OpCase *places = placesOf(entry);
    if (places) constrain(call->getOpOperands(), places->operands);
    OpBuilder builder(call);
    auto made = sdy::CustomOp::create(builder, call->getLoc(), call->getResultTypes(),
                                      call->getOperands(), entry.target, writtenText(*rule),
                                      entry.combine, llvm::APFloat(entry.flops), given, *number);
    call->replaceAllUsesWith(made);
    call->erase();
    if (places) constrain(made.getResults(), places->results);
    return success();
  }

  /// Operands that lie as the code wants them.
  void constrain(MutableArrayRef<OpOperand> operands, const Places &places) const {
    OpBuilder builder(call);
    for (auto [operand, dims] : llvm::zip_equal(operands, places))
      operand.set(placed(builder, operand.get(), dims));
  }
  /// Results that lie as it makes them.
  void constrain(ResultRange results, const Places &places) const {
    OpBuilder builder(call->getContext());
    for (auto [result, dims] : llvm::zip_equal(results, places)) {
      builder.setInsertionPointAfterValue(result);
      const Value value = placed(builder, result, dims);
      result.replaceAllUsesExcept(value, value.getDefiningOp());
    }
  }
  Value placed(OpBuilder &builder, Value value, const Places::value_type &dims) const {
    const auto rank = cast<RankedTensorType>(value.getType()).getRank();
    const SmallVector<StringRef> names(rank);
    return sdy::PlacedLaterOp::create(builder, entry.loc, value.getType(), value,
                                      builder.getStringAttr(textOf(dims)),
                                      builder.getStrArrayAttr(names));
  }

  LogicalResult notGiven() const {
    return fail(Diag::unsupported_attribute)
           << "what is in '" << kTypedConfig << "' has to be numbers and strings";
  }
};

} // namespace

static CustomOpEntry *entryOfBound(sdy::CustomOp op, CustomOps &ops) {
  return entryOfTarget(ops, op.getTarget(), formOf(typeOfCall(op), op.getGiven()));
}

std::vector<OwnCall> ownCallsOf(ModuleOp program) {
  std::vector<OwnCall> calls;
  program.walk([&](sdy::CustomOp op) {
    OwnCall call{op.getTarget().str(), formOf(typeOfCall(op), op.getGiven()),
                 typeOfCall(op),       op.getGiven(),
                 op.getLoc(),          op};
    const auto isIt = [&](const OwnCall &each) {
      return each.target == call.target && each.form == call.form;
    };
    if (llvm::none_of(calls, isIt)) calls.push_back(std::move(call));
  });
  return calls;
}

/// Whether an op says of itself what a call of the runtime's routine does.
static bool isCallOf(sdy::CustomOp op, const RuntimeRoutine &routine) {
  const auto types = resultTypesOf(routine, op.getOperandTypes(), op.getGiven());
  return !types.empty() && TypeRange(types) == op.getResultTypes() &&
         op.getRule() == ruleOf(op.getOperandTypes(), types);
}

/// An op of a program that was printed once it was read.
static LogicalResult bindAgain(sdy::CustomOp op, CustomOps *ops) {
  CustomOpEntry *entry = ops ? entryOfBound(op, *ops) : nullptr;
  const auto number = entry && entry->routine
                          ? routineNumber(*entry->routine, op.getGiven(), ops->routines)
                          : std::nullopt;
  if (number) {
    entry->isUsed = true;
    op.setRoutine(*number);
    op.setFlops(llvm::APFloat(entry->flops));
    return checkReference(op, *entry);
  }
  const RuntimeRoutine *known = findRuntimeRoutine(op.getTarget());
  if (!entry && known && ops && isCallOf(op, *known)) {
    op.setRoutine(*routineNumber(asRoutine(*known), op.getGiven(), ops->routines));
    return success();
  }
  return report(op.getLoc(), Diag::unsupported_op)
         << "'sdy.custom_op' of '" << shown(op.getTarget())
         << "' is of no kernel in the config's \"custom_ops\"";
}

LogicalResult bindCustomCalls(ModuleOp program, CustomOps *ops) {
  SmallVector<Operation *> calls;
  bool good = true;
  program.walk([&](Operation *op) {
    if (auto bound = dyn_cast<sdy::CustomOp>(op)) good &= succeeded(bindAgain(bound, ops));
    if (ops && !targetOf(op).empty() && entryFor(op, *ops)) calls.push_back(op);
  });
  for (Operation *call : calls)
    good &= succeeded(Binding(call, *entryFor(call, *ops), ops->routines).run());
  return success(good);
}

LogicalResult refuseUnusedEntries(const CustomOps &ops) {
  bool good = true;
  for (const CustomOpEntry &entry : ops.entries) {
    if (entry.isUsed) continue;
    good = false;
    (void)(report(entry.loc, Diag::unused_entry)
           << "the program has no custom_call @" << shown(entry.target));
  }
  return success(good);
}

LogicalResult putReferences(ModuleOp program, CustomOps &ops) {
  SmallVector<sdy::CustomOp> all;
  program.walk([&](sdy::CustomOp op) { all.push_back(op); });
  for (sdy::CustomOp op : all) {
    const CustomOpEntry *entry = entryOfBound(op, ops);
    if (!entry || !entry->reference) continue;
    if (failed(callReference(op, *entry))) return failure();
  }
  return success();
}

} // namespace shardc
