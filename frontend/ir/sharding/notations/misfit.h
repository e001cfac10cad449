// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "frontend/diagnostics.h"
#include "frontend/ir/sharding/algebra/meshed_sharding.h"

namespace shardc {

/// Says why a mesh cannot say a sharding (onMesh): what is wrong, and which orders of devices the
/// mesh has. `what` has the sharding, for messages: "input 'x'".
Report reportMisfit(mlir::Location loc, llvm::StringRef what, const MeshedSharding &given,
                    const Mesh &mesh);

/// The same of a value that one device, by its id, has all of: a mesh lacks the device, or the
/// value is a scalar.
Report reportOnDevice(mlir::Location loc, llvm::StringRef what, int64_t device, size_t rank,
                      const Mesh &mesh);

} // namespace shardc
