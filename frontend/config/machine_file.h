// SPDX-License-Identifier: Apache-2.0
// A machine as JSON: {"shardc": 1, "kind": "machine", ...}.
#pragma once

#include "frontend/machine.h"

#include "mlir/IR/MLIRContext.h"

#include <optional>

namespace shardc {

/// Reads a machine. It has to have every number, and a name that none of other numbers has. Reports
/// every error that it finds; none is returned then.
std::optional<Machine> readMachine(mlir::MLIRContext &context, StringRef text, StringRef fileName);

/// What `readMachine` reads as the same machine.
std::string machineText(const Machine &machine);

} // namespace shardc
