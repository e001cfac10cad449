// SPDX-License-Identifier: Apache-2.0
// Plans of the collective mode, written by hand.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::plans {

/// y = max(x . w1 + b1, 0) . w2 on data=2, model=4: the second product is all-reduced.
Plan mlp();
/// w[i] = v[i - 1] + v[i + 1] of v = u + u, cut 3 2 3 2 over x=4: v gets its neighbours in place.
Plan stencil();
/// s[j] = the sum of a[i, j] over i, which x=4 cuts 2 1 2 1; the sum is scattered 3 2 3 2.
Plan scatter();
/// t[i, j] = 2 (a[i, j] + 1) on p=2, q=3: its rows over p become columns over p, within groups that
/// differ in q.
Plan turn();

} // namespace shardc::plans
