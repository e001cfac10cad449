// SPDX-License-Identifier: Apache-2.0
// A case of an op with code: {"operands": [["p", null]], "results": [["p", null]]}.
#pragma once

#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/json/document/document.h"

namespace shardc {

/// None, reported, where it is not well formed. Whether it fits a call is not known here.
std::optional<OpCase> readCaseShardings(json::Value given);

} // namespace shardc
