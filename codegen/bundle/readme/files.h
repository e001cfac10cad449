// SPDX-License-Identifier: Apache-2.0
// The part of a bundle's README about its files.
#pragma once

#include "codegen/bundle/parts.h"

namespace shardc::bundle {

/// What each is, and which are fixed; it counts the program's own `sources` and those of the
/// runtime.
std::string filesPart(const Parts &parts, ArrayRef<BundleFile> sources);

} // namespace shardc::bundle
