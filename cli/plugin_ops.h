// SPDX-License-Identifier: Apache-2.0
// Plug-ins in a compile.
#pragma once

#include "cli/driver.h"

namespace shardc {

/// Puts what plug-ins say of the program's calls to the ops that the config declares. They are
/// asked once: a compile that is made to weigh cases has the answers.
mlir::LogicalResult readPluginsOps(Compilation &compilation);

} // namespace shardc
