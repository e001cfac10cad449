// SPDX-License-Identifier: Apache-2.0
// Plans written by hand, small enough to see that they are right.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::plans {

/// z = dot(transpose(l + 1), squeeze(r - 1)) in one kernel on 2 x 2 shards.
Plan nxDot();
/// z = x + x . w on shards 0 to 3, s = m + transpose(m) on shards 4 to 7; two windows of m.
Plan residual();
/// y = (x + table) * scale + big on one device: constants of both kinds, a scalar input.
Plan oneDevice();
/// v[i] = u[i - 1] + u[i + 1] inside, on 3 uneven shards and one that is empty.
Plan halo();
/// nxDot with names that no language likes.
Plan hostile();

} // namespace shardc::plans
