// SPDX-License-Identifier: Apache-2.0
// The parts of a bundle's README about which shard holds what.
#pragma once

#include "codegen/bundle/parts.h"

namespace shardc::bundle {

std::string holdersPart(const Parts &parts);
/// The slices of the independent mode; nothing where there are none.
std::string slicesPart(const Plan &plan);

} // namespace shardc::bundle
