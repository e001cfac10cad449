// SPDX-License-Identifier: Apache-2.0
// What algorithms are replaced by, as propagation sees it: values that no device has a part of some
// dimensions of, from where they come to where they go.
#pragma once

#include "analysis/propagate/flow_graph.h"
#include "frontend/machine.h"

namespace shardc {

/// Ops that hang together, between identities that keep dimensions whole, by their numbers.
struct WholeSection {
  SmallVector<int, 2> begins, ends;
  double seconds = 0; // of all work in between, on one device
};

/// In order of the program.
std::vector<WholeSection> wholeSections(const FlowGraph &graph, OpRules &rules,
                                        const Machine &machine);

} // namespace shardc
