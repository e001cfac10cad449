// SPDX-License-Identifier: Apache-2.0
// {"op": "custom_call", "target": "my_op", "in": [...], "shape": [...], "dtype": "f32"}: an op that
// the config declares. Of several results, "results" lists their shapes and types. What else it
// says goes to its code.
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/sizes.h"
#include "frontend/json/literals/dtype.h"
#include "frontend/json/ops/scope.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::json {

namespace {

/// What an op says besides its operands.
struct CallForm {
  std::optional<std::string> target;
  std::optional<Value> results;
  NamedAttrList given; // to its code
};

} // namespace

static LogicalResult readGiven(const Member &member, Builder &builder, NamedAttrList &given) {
  if (member.value.is(Kind::integer))
    given.append(member.key(), builder.getI64IntegerAttr(member.value.integer()));
  else if (member.value.isNumber())
    given.append(member.key(), builder.getF64FloatAttr(member.value.number()));
  else if (member.value.is(Kind::string))
    given.append(member.key(), builder.getStringAttr(member.value.string()));
  else
    return report(member.value.loc(), Diag::bad_attribute)
           << "'" << shown(member.key()) << "' of a custom_call must be a number or a string, not "
           << described(member.value);
  return success();
}

static FailureOr<CallForm> formOf(const OpForm &op, Builder &builder) {
  CallForm form;
  for (const Member &member : op.attributes) {
    if (member.key() == "target") {
      const auto name = member.value.asString("'target'");
      if (!name) return failure();
      form.target = name->str();
    } else if (member.key() == "results") {
      form.results = member.value.asArray("'results'");
      if (!form.results) return failure();
    } else if (failed(readGiven(member, builder, form.given))) {
      return failure();
    }
  }
  if (form.target && !form.target->empty()) return form;
  return report(op.json.loc(), Diag::missing_attribute)
         << "'custom_call' needs 'target': the name of an entry of the config's \"custom_ops\"";
}

static FailureOr<Type> resultType(Value place, std::optional<Value> shape,
                                  std::optional<Value> dtype) {
  if (!shape || !dtype)
    return report(place.loc(), Diag::missing_attribute)
           << "a result of 'custom_call' needs " << (shape ? "'dtype'" : "'shape'")
           << ": it does not follow from the operands";
  SmallVector<int64_t> extents;
  const std::optional<Value> list = shape->asArray("'shape'");
  if (!list) return failure();
  for (const Value each : list->elements()) {
    const auto extent = each.asInteger("an extent");
    if (!extent) return failure();
    if (*extent < 0)
      return report(each.loc(), Diag::wrong_value) << "an extent is not negative: " << *extent;
    extents.push_back(*extent);
  }
  const Type element = readDtype(*dtype);
  if (!element) return failure();
  auto type = RankedTensorType::get(extents, element);
  if (failed(checkSize(place.loc(), type))) return failure();
  return Type(type);
}

static FailureOr<SmallVector<Type>> resultTypes(const OpForm &op, const CallForm &form) {
  SmallVector<Type> types;
  if (!form.results) {
    const auto type = resultType(op.json, op.json.find("shape"), op.dtype);
    if (failed(type)) return failure();
    return SmallVector<Type>{*type};
  }
  if (op.shape || op.dtype)
    return report(op.json.loc(), Diag::wrong_result)
           << "'shape' and 'dtype' are of one result, and 'results' lists them; give one of the "
              "two";
  for (const Value each : form.results->elements()) {
    if (!each.asObject("a result") || failed(each.onlyKeys({"shape", "dtype"}, "a result")))
      return failure();
    const auto type = resultType(each, each.find("shape"), each.find("dtype"));
    if (failed(type)) return failure();
    types.push_back(*type);
  }
  if (!types.empty()) return types;
  return report(form.results->loc(), Diag::wrong_count) << "'results' is empty; list one at least";
}

FailureOr<ScopeBuilder::Values> ScopeBuilder::makeCustomCall(const OpForm &op) {
  const auto form = formOf(op, builder);
  FailureOr<Values> operands = namedOperands(op);
  if (failed(form) || failed(operands)) return failure();
  if (op.function || op.reducer || !op.regions.empty())
    return report(op.json.loc(), Diag::unknown_attribute)
           << "'custom_call' takes no 'function', no region and no 'reducer'";
  for (auto [value, given] : llvm::zip_equal(*operands, op.in)) {
    if (!value) value = literal(given.json, nullptr);
    if (!value) return failure();
  }
  const auto types = resultTypes(op, *form);
  if (failed(types)) return failure();
  OperationState state(op.json.loc(), kCustomCall);
  state.addOperands(*operands);
  state.addTypes(*types);
  state.addAttribute("call_target_name", builder.getStringAttr(*form->target));
  if (!form->given.empty())
    state.addAttribute("mhlo.backend_config", form->given.getDictionary(builder.getContext()));
  return Values(builder.create(state)->getResults());
}

} // namespace shardc::json
