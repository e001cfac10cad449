// SPDX-License-Identifier: Apache-2.0
// Operands: names, ops in place, and literals, which take the element type of the others.
#include "frontend/diagnostics.h"
#include "frontend/json/literals/dtype.h"
#include "frontend/json/literals/literal.h"
#include "frontend/json/ops/scope.h"

using namespace mlir;

namespace shardc::json {

const ScopeBuilder *ScopeBuilder::giverOf(StringRef name) const {
  for (const ScopeBuilder *giver = this; giver; giver = giver->around)
    if (giver->order.names.count(name)) return giver;
  return nullptr;
}

mlir::Value ScopeBuilder::lookUp(StringRef name, Location loc) {
  const ScopeBuilder *giver = giverOf(name);
  if (giver) {
    auto value = giver->values.find(name);
    if (value != giver->values.end()) return value->second;
    if (giver->wrong.contains(name)) return nullptr;
    report(loc, Diag::cycle) << "'" << shown(name)
                             << "' is used before it is made, inside of one op";
    return nullptr;
  }
  SmallVector<StringRef> names(order.names.keys());
  Report error = report(loc, Diag::unknown_value);
  error << "no value is named '" << shown(name) << "'" << didYouMean(name, names);
  if (!path.empty() && !around) error.note() << "a region sees its own inputs and ops only";
  return nullptr;
}

FailureOr<ScopeBuilder::Values> ScopeBuilder::namedOperands(const OpForm &op) {
  Values operands;
  bool ok = true;
  for (const OperandForm &operand : op.in) {
    mlir::Value value;
    if (operand.kind == OperandForm::Kind::name) {
      value = lookUp(operand.json.string(), operand.json.loc());
      ok &= bool(value);
    } else if (operand.kind == OperandForm::Kind::op) {
      FailureOr<Values> results = readOp(*operand.op);
      ok &= succeeded(results);
      if (succeeded(results) && results->size() == 1) value = results->front();
      if (succeeded(results) && results->size() != 1)
        ok = succeeded(report(operand.json.loc(), Diag::wrong_count)
                       << "an op in place has one result, and this has " << results->size()
                       << "; give it a name in 'ops'");
    }
    operands.push_back(value);
  }
  if (!ok) return failure();
  return operands;
}

namespace {
/// The operands of an op by their parts: which part each belongs to, where parts may be lists. In a
/// second list (values, then inits or updates) each has the type of its twin in the first one.
struct Parts {
  Parts(const OpInfo &op, size_t count) {
    size_t lists = llvm::count_if(op.operands, [](auto &part) { return part.variadic; });
    size_t single = op.operands.size() - lists;
    fits = lists == 0 ? count == single : count >= single && (count - single) % lists == 0;
    if (!fits) return;
    listLength = lists == 0 ? 0 : (count - single) / lists;
    hasTwoLists = lists > 1;
    std::optional<size_t> first; // where the first list begins
    for (const OperandInfo &part : op.operands) {
      const size_t begin = roles.size();
      roles.append(part.variadic ? listLength : 1, part.role);
      twins.resize(roles.size());
      if (!part.variadic) continue;
      for (size_t k = 0; first && k < listLength; ++k)
        twins[begin + k] = *first + k;
      if (!first) first = begin;
    }
  }
  bool fits, hasTwoLists = false;
  size_t listLength = 0;
  SmallVector<OperandRole> roles;
  SmallVector<std::optional<size_t>> twins;
};
} // namespace

LogicalResult ScopeBuilder::checkCount(const OpForm &op, const OpInfo &info, size_t count) {
  if (Parts(info, count).fits) return success();
  Report error = report(op.json.loc(), Diag::wrong_count);
  error << "'" << info.mnemonic << "' takes";
  if (info.operands.empty()) error << " no operands";
  for (auto [number, part] : llvm::enumerate(info.operands))
    error << (number ? ", " : " ") << part.name << (part.variadic ? "..." : "");
  return error << "; " << count << " operands are given";
}

mlir::Value ScopeBuilder::literal(Value json, Type element) {
  DenseElementsAttr value = readLiteral(json, {element, std::nullopt, program.files});
  return value ? Emitter(builder, json.loc()).constant(value) : mlir::Value();
}

/// The element type of a group: of its first operand that has one, else what the op says, else of
/// the first literal that says one.
static Type groupType(const OpForm &op, ArrayRef<mlir::Value> operands, const Parts &parts,
                      OperandRole role, Type otherwise) {
  for (auto [value, own] : llvm::zip_equal(operands, parts.roles))
    if (value && own == role) return elementOf(value);
  if (otherwise) return otherwise;
  for (auto [operand, own] : llvm::zip_equal(op.in, parts.roles))
    if (Type type = own == role ? literalDtype(operand.json) : Type()) return type;
  return nullptr;
}

FailureOr<ScopeBuilder::Values> ScopeBuilder::readOperands(const OpForm &op, const OpInfo &info,
                                                           Type dtype) {
  FailureOr<Values> operands = namedOperands(op);
  if (failed(operands) || failed(checkCount(op, info, op.in.size()))) return failure();
  Parts parts(info, op.in.size());
  bool ok = true;
  for (size_t number = 0; number < operands->size(); ++number) {
    mlir::Value &value = (*operands)[number];
    if (value) continue;
    Type element;
    OperandRole role = parts.roles[number];
    const std::optional<size_t> twin = parts.twins[number];
    if (twin && (*operands)[*twin])
      element = elementOf((*operands)[*twin]);
    else if (role == OperandRole::predicate)
      element = builder.getI1Type();
    else if (role == OperandRole::index)
      element = groupType(op, *operands, parts, role, builder.getI32Type());
    else if (role == OperandRole::same && !parts.hasTwoLists)
      element = groupType(op, *operands, parts, role, info.declaresType ? Type() : dtype);
    value = literal(op.in[number].json, element);
    ok &= bool(value);
  }
  if (!ok || failed(checkTypes(op, info, *operands))) return failure();
  return operands;
}

static std::string operandName(const OperandForm &operand, size_t number) {
  if (operand.kind == OperandForm::Kind::name) return shown(operand.json.string());
  return "operand " + std::to_string(number);
}

/// Element types are never mixed silently.
LogicalResult ScopeBuilder::checkTypes(const OpForm &op, const OpInfo &info,
                                       ArrayRef<mlir::Value> operands) {
  Parts parts(info, operands.size());
  std::optional<size_t> first;
  for (auto [number, role] : llvm::enumerate(parts.roles)) {
    if (role != OperandRole::same || parts.hasTwoLists) continue;
    if (!first) first = number;
    Type wanted = elementOf(operands[*first]), own = elementOf(operands[number]);
    if (wanted == own) continue;
    std::string name = operandName(op.in[number], number);
    Report error = report(op.in[number].json.loc(), Diag::type_mismatch);
    error << "'" << info.mnemonic << "' mixes element types: '"
          << operandName(op.in[*first], *first) << "' is " << dtypeName(wanted) << ", '" << name
          << "' is " << dtypeName(own);
    error.note() << "convert one: {\"op\": \"convert\", \"in\": [\"" << name << "\"], \"dtype\": \""
                 << dtypeName(wanted) << "\"}";
    return error;
  }
  return success();
}

} // namespace shardc::json
