// SPDX-License-Identifier: Apache-2.0
// Values of a program that one device alone has.
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace shardc {

struct LoneDevice {
  int64_t device; // its id
  mlir::Location loc;
};

/// Of all devices that alone have a value of the program the one with the greatest id; none where
/// there is no such value. The program has to be settled (settleMesh).
std::optional<LoneDevice> findLoneDevice(mlir::ModuleOp program);
/// Reports such a device, unless it is the only one there is.
mlir::LogicalResult refuseLoneDevices(mlir::ModuleOp program, bool isOneDevice);

} // namespace shardc
