// SPDX-License-Identifier: Apache-2.0
// An independent proof that a plan is right about data: it looks at what devices are told to do,
// and at nothing that led to it.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc {

/// What is wrong with a plan, in a line that names the step; none where, on every device,
///   - every step reads only what is held: of inputs, of what steps before wrote or brought,
///   - it writes within its buffer, and nothing that is read lies where something else was written
///     since, whatever lifetimes say; inputs that are not donated are there for the next call,
///   - within a group, members hold disjoint boxes that make up what is needed,
///   - every sum that devices have a part of each is combined once, over the devices that have the
///     others and no more, before anything that is not linear in it,
///   - what is done at once has the same groups, and nothing writes what another reads or writes,
///   - the devices' parts of every output make up the whole.
/// All devices do one list of steps, so collectives have one order. A loop's body is looked at
/// until what is held at its beginning no longer changes.
std::optional<std::string> check(const Plan &plan);

} // namespace shardc
