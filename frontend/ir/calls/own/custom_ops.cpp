// SPDX-License-Identifier: Apache-2.0
// Each custom_call that an entry is for is checked and replaced: where the entry has a kernel by
// sdy.custom_op, which has the rule as text and the number of the routine with what the call tells
// it; where it has none by a call of the reference's functions, which are copied into the program
// once.
#include "frontend/ir/calls/own/custom_ops.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/calls/own/call_rules.h"
#include "frontend/ir/calls/own/each_code.h"
#include "frontend/ir/calls/own/own_references.h"
#include "frontend/ir/calls/own/placed_calls.h"
#include "frontend/ir/calls/own/scratch.h"
#include "frontend/ir/calls/routines/runtime_routines.h"
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/dialects/sharding_names.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

static constexpr int64_t kMostPaddedDims = 8; // as runtime/host/ops/pad.h has room for
static constexpr StringRef kConfig = "backend_config", kTypedConfig = "mhlo.backend_config";

void takeCase(CustomOpEntry &entry, size_t number) {
  entry.chosen = number;
  const OpCase &taken = entry.cases[number];
  if (taken.reference) entry.reference = taken.reference;
  if (!taken.rule) return;
  entry.rule = taken.rule;
  entry.combine = taken.combine;
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

/// The first entry of a target, for calls of a form, and for the one with a number; -1: for any.
static CustomOpEntry *entryOfTarget(CustomOps &ops, StringRef target, StringRef form,
                                    int64_t number) {
  const auto is = [&](const CustomOpEntry &entry) {
    return entry.target == target && (entry.form.empty() || entry.form == form) &&
           (number < 0 || entry.calls.empty() || llvm::is_contained(entry.calls, number));
  };
  const auto found = llvm::find_if(ops.entries, is);
  return found == ops.entries.end() ? nullptr : &*found;
}

/// The entry of a call's own config, else that of its target.
static CustomOpEntry *entryFor(Operation *call, CustomOps &ops, int64_t number) {
  const std::string exact = (targetOf(call) + ":" + configOf(call)).str();
  const std::string form = formOf(typeOfCall(call), givenBy(call));
  CustomOpEntry *own = entryOfTarget(ops, exact, form, number);
  return own ? own : entryOfTarget(ops, targetOf(call), form, number);
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
  if (routine.each) routine.symbol = symbolOfEach(routine, routines);
  const auto known = llvm::find(routines, routine);
  const int64_t number = known - routines.begin();
  if (known == routines.end()) routines.push_back(std::move(routine));
  return number;
}

/// What is behind parts of a call's operands that are padded.
static LogicalResult addFills(Operation *call, const CustomOpEntry &entry, const Rule &rule,
                              Routine &routine) {
  const auto fail = [&](const Twine &what) {
    Report error = report(entry.unevenLoc, Diag::wrong_value);
    error << what.str();
    error.note(call->getLoc()) << "the call";
    return failure();
  };
  const size_t count = call->getNumOperands();
  if (!entry.fill.empty() && entry.fill.size() != count)
    return fail("'fill' has a number for each operand, and " + Twine(entry.fill.size()) +
                " for the " + Twine(count) + " of " + nameOfCall(call));
  const bool reduces = llvm::any_of(
      rule.factors, [](const Factor &factor) { return factor.kind == FactorKind::reduction; });
  for (size_t k = 0; k < count; ++k) {
    const ElementType type = typeOf(call->getOperand(k).getType())->type;
    std::optional<Number> number;
    if (!entry.fill.empty() && entry.fill[k])
      number = Number::of(type, *entry.fill[k]);
    else if (reduces)
      number = identity(*combinerNamed(entry.combine), type);
    if (!number)
      return fail("what is behind parts of operand " + Twine(k) + " of " + nameOfCall(call) +
                  " is said by nobody; give \"fill\", a number for each operand");
    const bool isGiven = !entry.fill.empty() && entry.fill[k];
    if (isGiven && !info(type).isRounded && number->asDouble() != *entry.fill[k])
      return fail("'fill' has a number for operand " + Twine(k) + " of " + nameOfCall(call) +
                  " that its type, " + info(type).name + ", has not");
    routine.fills.push_back({*number});
  }
  for (TypeRange types : {TypeRange(call->getOperandTypes()), TypeRange(call->getResultTypes())})
    for (const Type type : types)
      if (cast<RankedTensorType>(type).getRank() > kMostPaddedDims)
        return fail("'uneven' is \"pad\" for values of " + Twine(kMostPaddedDims) +
                    " dimensions at most");
  return success();
}

/// An entry's code, for a call.
static FailureOr<Routine> routineFor(Operation *call, const CustomOpEntry &entry, const Rule &rule,
                                     DictionaryAttr given) {
  Routine routine = *entry.routine;
  auto scratch = sizeFor(call, entry, rule, "scratch", entry.scratch, entry.scratchLoc);
  auto bytes = sizeFor(call, entry, rule, "bytes", entry.bytes, entry.bytesLoc);
  if (failed(scratch) || failed(bytes)) return failure();
  routine.scratch = std::move(*scratch);
  routine.bytes = std::move(*bytes);
  if (const OpCase *places = placesOf(entry)) routine.mesh = places->mesh;
  if (routine.pads && failed(addFills(call, entry, rule, routine))) return failure();
  if (routine.each && failed(addEachBatch(call, rule, given, entry.kernelLoc, routine)))
    return failure();
  return routine;
}

namespace {

/// Makes a call what an entry says.
class Binding {
public:
  Binding(Operation *call, int64_t number, CustomOpEntry &entry, std::vector<Routine> &routines)
      : call(call), number(number), entry(entry), routines(routines) {}

  LogicalResult run() {
    entry.isUsed = true;
    if (failed(checkAttributes()) || failed(checkTypes()) || failed(checkReference(call, entry)))
      return failure();
    constrainResults(call);
    return entry.routine ? bind() : callReference(call, entry);
  }

private:
  Operation *call;
  int64_t number; // in the program
  CustomOpEntry &entry;
  std::vector<Routine> &routines;

  Report fail(Diag id) const {
    Report error = report(call->getLoc(), id);
    error << nameOfCall(call) << ": ";
    return error;
  }

  /// What XLA is told beside an op's own attributes is the rule and nothing else.
  static bool hasRuleAlone(Attribute given) {
    auto told = dyn_cast<DictionaryAttr>(given);
    return told && told.size() == 1 && told.getAs<StringAttr>(kXlaSdyRule);
  }

  LogicalResult checkAttributes() const {
    static constexpr StringRef kKnown[] = {"call_target_name", kConfig,         kTypedConfig,
                                           kSdySharding,       kSdyRule,        "api_version",
                                           "operand_layouts",  "result_layouts"};
    for (NamedAttribute each : call->getAttrs()) {
      const StringRef name = each.getName();
      auto effect = dyn_cast<BoolAttr>(each.getValue());
      const bool isIdle = name == "has_side_effect" && effect && !effect.getValue();
      const bool isRule =
          name == kFrontendAttributes && hasRuleAlone(each.getValue()) && !call->hasAttr(kSdyRule);
      if (!isIdle && !isRule && !llvm::is_contained(kKnown, name))
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

  LogicalResult bind() {
    const auto rule = ruleOfCall(call, entry);
    const DictionaryAttr given = givenBy(call);
    if (!given) return fail(Diag::wrong_value) << "'" << kTypedConfig << "' is not {name = value}";
    if (failed(rule)) return failure();
    const auto code = routineFor(call, entry, *rule, given);
    if (failed(code)) return failure();
    const auto routine = routineNumber(*code, given, routines);
    if (!routine) return notGiven();
    const OpCase *places = placesOf(entry);
    if (places) constrain(call->getOpOperands(), places->operands);
    OpBuilder builder(call);
    auto made = sdy::CustomOp::create(
        builder, call->getLoc(), call->getResultTypes(), call->getOperands(), entry.target,
        writtenText(*rule), entry.combine, llvm::APFloat(entry.flops), given,
        entry.chosen ? builder.getStringAttr(entry.cases[*entry.chosen].name) : nullptr,
        entry.isAlone ? number : *routine);
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
    return sdy::PlacedLaterOp::create(builder, entry.casesLoc, value.getType(), value,
                                      builder.getStringAttr(textOf(dims)),
                                      builder.getStrArrayAttr(names), meshOf(builder));
  }

  StringAttr meshOf(OpBuilder &builder) const {
    const std::optional<Mesh> &mesh = placesOf(entry)->mesh;
    return mesh ? builder.getStringAttr(mesh->str()) : nullptr;
  }

  LogicalResult notGiven() const {
    return fail(Diag::unsupported_attribute)
           << "what is in '" << kTypedConfig << "' has to be numbers and strings";
  }
};

} // namespace

CustomOpEntry *entryOf(CustomOps &ops, const OwnCall &call) {
  return entryOfTarget(ops, call.target, call.form, /*number=*/-1);
}

static CustomOpEntry *entryOfBound(sdy::CustomOp op, CustomOps &ops, int64_t number = -1) {
  return entryOfTarget(ops, op.getTarget(), formOf(typeOfCall(op), op.getGiven()), number);
}

std::vector<OwnCall> ownCallsOf(ModuleOp program) {
  std::vector<OwnCall> calls;
  program.walk([&](sdy::CustomOp op) {
    calls.push_back({op.getTarget().str(), formOf(typeOfCall(op), op.getGiven()),
                     static_cast<int64_t>(op.getRoutine()), typeOfCall(op), op.getGiven(),
                     op.getLoc(), op});
  });
  return calls;
}

OwningOpRef<ModuleOp> programWith(const OwnCall &call) {
  OpBuilder builder(call.op->getContext());
  OwningOpRef<ModuleOp> program = ModuleOp::create(call.loc, call.target);
  builder.setInsertionPointToEnd(program->getBody());
  auto entry = func::FuncOp::create(builder, call.loc, "main", call.type);
  builder.setInsertionPointToEnd(entry.addEntryBlock());
  Operation *own = builder.clone(*call.op);
  own->setOperands(entry.getArguments()); // one that is given twice may lie in two ways
  func::ReturnOp::create(builder, call.loc, own->getResults());
  return program;
}

/// Whether an op says of itself what a call of the runtime's routine does.
static bool isCallOf(sdy::CustomOp op, const RuntimeRoutine &routine) {
  const auto types = resultTypesOf(routine, op.getOperandTypes(), op.getGiven());
  return !types.empty() && TypeRange(types) == op.getResultTypes() &&
         op.getRule() == ruleOf(routine, op.getOperandTypes(), types, op.getGiven());
}

/// An op of a program that was printed once it was read.
static LogicalResult bindAgain(sdy::CustomOp op, int64_t number, CustomOps *ops) {
  CustomOpEntry *entry = ops ? entryOfBound(op, *ops, number) : nullptr;
  const RuntimeRoutine *known = findRuntimeRoutine(op.getTarget());
  if (!entry && known && ops && isCallOf(op, *known)) {
    if (const Library *lacking = libraryLacking(*known, ops->libraries))
      return report(op.getLoc(), Diag::unsupported_op)
             << nameOfCall(op) << " is done by " << lacking->title << " alone; say --libraries "
             << lacking->name;
    op.setRoutine(*routineNumber(asRoutine(*known, ops->libraries, op.getGiven()), op.getGiven(),
                                 ops->routines));
    return success();
  }
  if (!entry || !entry->routine)
    return report(op.getLoc(), Diag::unsupported_op)
           << nameOfCall(op) << " is of no kernel in the config's \"custom_ops\"";
  const auto rule = ruleAsPrinted(op, *entry);
  if (failed(rule)) return failure();
  const auto code = routineFor(op, *entry, *rule, op.getGiven());
  if (failed(code)) return failure();
  const auto routine = routineNumber(*code, op.getGiven(), ops->routines);
  if (!routine)
    return report(op.getLoc(), Diag::unsupported_attribute)
           << nameOfCall(op) << ": what it is given has to be numbers and strings";
  op.setRoutine(entry->isAlone ? number : *routine);
  op.setFlops(llvm::APFloat(entry->flops));
  entry->isUsed = true;
  return checkReference(op, *entry);
}

LogicalResult bindCustomCalls(ModuleOp program, CustomOps *ops) {
  SmallVector<std::pair<Operation *, int64_t>> calls;
  bool good = true;
  int64_t number = 0;
  program.walk([&](Operation *op) {
    if (auto bound = dyn_cast<sdy::CustomOp>(op))
      good &= succeeded(bindAgain(bound, number++, ops));
    else if (!targetOf(op).empty())
      calls.emplace_back(op, number++);
  });
  for (const auto &[call, ofIt] : calls)
    if (CustomOpEntry *entry = ops ? entryFor(call, *ops, ofIt) : nullptr)
      good &= succeeded(Binding(call, ofIt, *entry, ops->routines).run());
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
    if (isa<sdy::ManualOpOp>(op->getParentOp()))
      return report(op.getLoc(), Diag::unsupported_op)
             << nameOfCall(op)
             << " is one of each device's own here, where no reference can take its place; give "
                "the program as it was before 'normalise'";
    if (failed(callReference(op, *entry))) return failure();
  }
  return success();
}

} // namespace shardc
