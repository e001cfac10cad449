// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/plan/plan.h"

#include <map>

namespace shardc::reports {

/// The buffers that a function has of each input, output and constant, by its number: looked up
/// once for all.
class TensorParts {
public:
  using Parts = SmallVector<const Buffer *, 1>;
  using Tensors = std::map<size_t, Parts>;

  explicit TensorParts(const Function &function) {
    for (const Buffer &buffer : function.buffers)
      if (buffer.role != Role::temporary) byRole[buffer.role][buffer.index].push_back(&buffer);
  }

  /// Those that the function has any of, in order of their numbers; parts in theirs.
  const Tensors &all(Role role) const {
    static const Tensors none;
    const auto found = byRole.find(role);
    return found == byRole.end() ? none : found->second;
  }
  const Parts &of(Role role, size_t index) const {
    static const Parts none;
    const auto found = all(role).find(index);
    return found == all(role).end() ? none : found->second;
  }

private:
  std::map<Role, Tensors> byRole;
};

} // namespace shardc::reports
