// SPDX-License-Identifier: Apache-2.0
// Windows for people: how large they are on shards, and which slices they follow.
#pragma once

#include "codegen/kernel/view/view.h"

namespace shardc {

struct WindowText {
  std::string name;    // "x"
  std::string type;    // "f32[2..3, 4]"
  std::string of;      // "of [5, 4]"
  std::string follows; // "i of z's slice; columns whole"
};
/// Of operands, then of results.
std::vector<WindowText> windowTexts(const KernelView &view, const Function &function);

} // namespace shardc
