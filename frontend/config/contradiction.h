// SPDX-License-Identifier: Apache-2.0
// What a config says of a value beside what the program itself says of it.
#pragma once

#include "frontend/config/config.h"
#include "frontend/config/tensor.h"

namespace shardc::config {

/// What an entry says, and whether the program's own word counts beside it.
struct Claim {
  UserSharding given;
  bool overrides = false; // "override": true
};

/// Whether what is given twice agrees: axes where both have them, open dimensions with anything.
/// Reports the two places where it does not and nothing is overridden.
bool agree(const Claim &config, const UserSharding &program, const Tensor &tensor,
           const Mesh &mesh);

/// The same of values inside the program, and annotations of their ops. What is overridden is taken
/// out of the program where it stands beside the value, as a constraint that an annotation became.
bool agreeInside(const Claim &config, llvm::ArrayRef<mlir::Value> values, const Tensor &tensor,
                 const Mesh &mesh);

} // namespace shardc::config
