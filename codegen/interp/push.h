// SPDX-License-Identifier: Apache-2.0
// Results that updates are pushed into (frontend/ir/formula/push.h), update by update.
#pragma once

#include "codegen/interp/interp.h"

namespace shardc {

/// Pushes what the loops of `env` say into `into`, which holds what is there.
std::optional<Fault> interpretPush(const Formula &formula, const Env &env,
                                   ArrayRef<const WindowData *> operands, WindowData &into);

} // namespace shardc
