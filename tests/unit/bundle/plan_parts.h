// SPDX-License-Identifier: Apache-2.0
// What plans written by hand are put together from.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::plans {

constexpr ElementType kFloat = ElementType::f32;

Plan emptyPlan(const std::string &name, PlanMode mode);
PlanTensor tensor(const std::string &name, ElementType type, SmallVector<int64_t, 4> shape,
                  decltype(PlanTensor::slices) slices = {});

Span fixed(int64_t lo, int64_t hi);
/// The slice of coordinate `c`.
Span slice(const Function &function, int c);
/// Adds a buffer behind the others; its window is its box unless one is given.
int addBuffer(Function &function, const std::string &name, Role role, int index,
              const TensorSpec &type, SmallVector<Span, 4> box, SmallVector<Span, 4> window = {});
/// Adds a kernel and the step that runs it.
void addStep(Function &function, const std::string &name, const std::string &text, Formula formula,
             SmallVector<Span, 8> loops, SmallVector<int, 4> ins, int out,
             std::vector<Source> sources);

Expr sum(Pool &pool, ArrayRef<Expr> loops, Expr value);
Expr number(Pool &pool, double value);
Expr binary(Fn fn, Expr a, Expr b);

} // namespace shardc::plans
