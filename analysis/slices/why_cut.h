// SPDX-License-Identifier: Apache-2.0
// Why dimensions are cut, or whole, in a few words: what a plan says of it.
#pragma once

#include "analysis/slices/independent.h"
#include "frontend/config/config.h"

namespace shardc {

/// A sentence for each dimension of an output, then one for all dimensions that the config does not
/// name, then one for each way in which slices of inputs end before they reach an output. Nothing
/// for a program on one device.
std::vector<std::string> whyCut(const Independent &result, mlir::func::FuncOp entry,
                                const Config &config);

} // namespace shardc
