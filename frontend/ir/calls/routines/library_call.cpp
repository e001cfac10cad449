// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/routines/library_call.h"

#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/sharding_names.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static constexpr StringRef kGiven = "mhlo.backend_config";

LibraryCall::LibraryCall(Operation *op) : op(op), target(targetOf(op)) {
  given = op->getAttrOfType<DictionaryAttr>(kGiven);
  if (!given) given = DictionaryAttr::get(op->getContext());
}

Report LibraryCall::fail(Diag id) const {
  Report error = report(op->getLoc(), id);
  error << "custom_call @" << target << ": ";
  return error;
}

/// What XLA writes over is its own matter; a rule is for what has no formula.
LogicalResult LibraryCall::checkAttributes(StringRef more) const {
  static constexpr StringRef kRead[] = {"call_target_name", kGiven, kSdySharding};
  static constexpr StringRef kIdle[] = {
      "api_version",     "backend_config",         "has_side_effect", "mhlo.frontend_attributes",
      "operand_layouts", "output_operand_aliases", "result_layouts",  "sdy.sharding_rule"};
  for (NamedAttribute each : op->getAttrs()) {
    const StringRef name = each.getName();
    if (name != more && !llvm::is_contained(kRead, name) && !llvm::is_contained(kIdle, name))
      return fail(Diag::unsupported_attribute) << "attribute '" << name << "' is not supported";
  }
  return success();
}

LogicalResult LibraryCall::checkNames(ArrayRef<StringRef> names) const {
  for (NamedAttribute each : given)
    if (!llvm::is_contained(names, each.getName().getValue()))
      return fail(Diag::wrong_value)
             << "'" << each.getName().getValue() << "' in '" << kGiven << "' is not known";
  return success();
}

FailureOr<char> LibraryCall::letter(StringRef name, StringRef choices) const {
  auto number = given.getAs<IntegerAttr>(name);
  auto word = given.getAs<StringAttr>(name);
  const char value = number ? static_cast<char>(number.getValue().getZExtValue())
                     : word && word.size() == 1 ? word.getValue().front()
                                                : '\0';
  if (value != '\0' && choices.contains(value)) return value;
  return fail(Diag::wrong_value) << "'" << name << "' in '" << kGiven << "' has to be a letter of '"
                                 << choices << "', or its number";
}

FailureOr<bool> LibraryCall::flag(StringRef name) const {
  if (auto value = given.getAs<BoolAttr>(name)) return value.getValue();
  return fail(Diag::wrong_value) << "'" << name << "' in '" << kGiven
                                 << "' has to be 'true' or 'false'";
}

FailureOr<bool> LibraryCall::isLower() const {
  if (!isLapack()) return flag("lower");
  const auto uplo = letter("uplo", "LU");
  return failed(uplo) ? FailureOr<bool>(failure()) : FailureOr<bool>(*uplo == 'L');
}

std::optional<int64_t> LibraryCall::integer(StringRef name) const {
  auto value = given.getAs<IntegerAttr>(name);
  return value ? std::optional(value.getValue().getSExtValue()) : std::nullopt;
}

LogicalResult LibraryCall::number(StringRef name, int64_t only) const {
  if (integer(name) == only) return success();
  return fail(Diag::wrong_value) << "'" << name << "' in '" << kGiven << "' has to be " << only;
}

static bool isOfLetter(Type element, char letter) {
  auto complex = dyn_cast<ComplexType>(element);
  const Type part = complex ? complex.getElementType() : element;
  const char is = part.isF32() ? (complex ? 'c' : 's') : part.isF64() ? (complex ? 'z' : 'd') : 0;
  return is != 0 && (letter == 0 || is == letter);
}

FailureOr<RankedTensorType> LibraryCall::matrixAt(unsigned number) const {
  StringRef rest = target;
  const char letter = rest.consume_front("lapack_") && !rest.empty() ? rest.front() : 0;
  auto type = op->getNumOperands() > number
                  ? dyn_cast<RankedTensorType>(op->getOperand(number).getType())
                  : RankedTensorType();
  if (type && type.hasStaticShape() && type.getRank() >= 2 &&
      isOfLetter(type.getElementType(), letter))
    return type;
  return fail(Diag::wrong_type) << "its " << (number == 0 ? "first" : "last")
                                << " operand has to be a matrix, or a batch of them";
}

} // namespace shardc
