// SPDX-License-Identifier: Apache-2.0
// What loops count with is known where they are launched from.
#pragma once

#include "codegen/lower/graph/graph.h"

namespace shardc {

/// Values that read the counter of a loop are computed from the loop's trips instead (Kind::Trip),
/// which the host passes on; after the loop, from a constant. Nobody is left to read the counter,
/// which is in memory no more, except where it decides or is moved.
void countOnHost(Graph &graph, Pool &pool);

} // namespace shardc
