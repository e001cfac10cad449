// SPDX-License-Identifier: Apache-2.0
// What a step computes, in a line for people.
#pragma once

#include "codegen/lower/fuse.h"

namespace shardc {

/// "z = add(x, dot_general(x, w))": the ops of a fusion over what it reads; a long one is shortened
/// to its last op: "z = add(...), 12 ops of x, w".
std::string stepText(const Graph &graph, const Fusion &fusion);

} // namespace shardc
