// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/functions.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

bool callsFunction(Expr e) {
  if (e->kind != Kind::Scalar) return false;
  const Fn fn = static_cast<Fn>(e->value);
  return fn != Fn::max && fn != Fn::min && !cppFunction(fn, e->type, e->args[0]->type).empty();
}

bool isVectorFunction(Fn fn, ElementType argument) {
  static constexpr Fn ofAllFloats[] = {Fn::sqrt, Fn::rsqrt};
  static constexpr Fn ofSingleFloats[] = {Fn::atan2, Fn::cbrt, Fn::cos,   Fn::erf,      Fn::exp,
                                          Fn::expm1, Fn::log,  Fn::log1p, Fn::logistic, Fn::pow,
                                          Fn::sin,   Fn::tan,  Fn::tanh};
  return (info(argument).isFloat && llvm::is_contained(ofAllFloats, fn)) ||
         (argument == ElementType::f32 && llvm::is_contained(ofSingleFloats, fn));
}

} // namespace shardc
