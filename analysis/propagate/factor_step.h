// SPDX-License-Identifier: Apache-2.0
// One step of propagation: the shardings of an op's tensors extended along its factors. Pure
// algebra. Source of the ideas: Shardy's factor projection and aggressive propagation.
#pragma once

#include "frontend/ir/formula/rule.h"
#include "frontend/ir/sharding/algebra/sharding.h"

namespace shardc {

/// Which factors carry axes, and from where.
struct FlowMode {
  bool forward = true, backward = true; // from operands; from results
  bool parallelOnly = false;
  bool operator==(const FlowMode &other) const = default;
};

/// A dimension that got axes, and the tensor that it has them from.
struct Extension {
  int tensor, dim, source;
};

/// The tensors of a rule: operands, then results; none for those that take no part (constants).
using TensorShardings = SmallVector<const Sharding *, 4>;

/// Extends what may be extended; `after` is as long as `tensors`, in the same order. Axes are only
/// ever appended to open dimensions, so repeating steps ends.
SmallVector<Extension, 4> propagateStep(const Rule &rule, ArrayRef<const Sharding *> tensors,
                                        const FlowMode &mode, SmallVectorImpl<Sharding> &after);

} // namespace shardc
