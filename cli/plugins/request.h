// SPDX-License-Identifier: Apache-2.0
// What a plug-in is asked of a call, for the process that runs it (host/request.h).
#pragma once

#include "frontend/ir/custom_ops.h"

namespace shardc {

std::string requestOf(const OwnCall &call);

} // namespace shardc
