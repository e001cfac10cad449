// SPDX-License-Identifier: Apache-2.0
// A mesh of devices, and shardings over its axes, as configs write them.
#pragma once

#include "frontend/config/tensor.h"
#include "frontend/ir/sharding/algebra/sharding.h"
#include "frontend/json/document/document.h"
#include "frontend/written_sharding.h"

#include <optional>
#include <string>
#include <vector>

namespace shardc::config {

/// The mesh that text says: "data=2, model=4". What is wrong is reported at `loc`.
std::optional<Mesh> meshFromText(llvm::StringRef text, mlir::Location loc);

/// Reads a mesh: "data=2, model=4", or {"axes": [["data", 2], ["model", 4]], "device_ids": [...]}.
/// Reports what is wrong.
std::optional<Mesh> readMesh(json::Value value);

/// Reads a sharding: per dimension null, an axis, a list of axes that may end in "?", or "?"; or an
/// object from dimensions to these, where dimensions without an entry are open; or the long form
/// {"dims", "priority", "replicated", "unreduced"}, over this mesh or another that the program
/// declares and the entry names. Axes of size 1 are left out. Reports what is wrong.
std::optional<Sharding> readSharding(json::Value value, const Mesh &mesh, const Tensor &tensor,
                                     mlir::ModuleOp program = {});
/// The first key of an entry that only the long form has, where one is no dimension.
std::optional<json::Member> findLongForm(json::Value entry, const Tensor &tensor);
/// The opposite.
WrittenSharding writtenAs(const Sharding &sharding, const Mesh &mesh);
/// What was written over this mesh: dimensions and what is unreduced.
Sharding readBack(const WrittenSharding &written, const Mesh &mesh);

} // namespace shardc::config
