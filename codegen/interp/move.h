// SPDX-License-Identifier: Apache-2.0
// The reference evaluation of collectives: how one group of shards moves or combines data.
#pragma once

#include "codegen/interp/interp.h"

namespace shardc {

/// A shard's part in a collective: what it holds in one window, and needs in another, which may be
/// the same one.
struct Member {
  Box held, needed;
  const WindowData *from = nullptr;
  WindowData *to = nullptr;
};

/// Fills every needed box from the boxes held by all members, as `Collective` of the plan says.
/// Elements outside of the boxes are neither read nor written. A fault if held boxes overlap, or
/// do not fill a needed one.
std::optional<Fault> exchange(ArrayRef<Member> members);
/// Fills every needed box with the combination of what all members hold, neighbours first. A
/// fault if they hold different boxes, or something needed is not in them.
std::optional<Fault> reduce(ArrayRef<Member> members, Fn combine, bool asBits);

} // namespace shardc
