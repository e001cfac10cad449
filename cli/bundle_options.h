// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options/options.h"
#include "codegen/bundle.h"

namespace shardc {

/// The bundle that the command line asks for.
BundleOptions bundleOptions(const CommandOptions &options);

} // namespace shardc
