// SPDX-License-Identifier: Apache-2.0
// Shardings in notations other than the usual form: {"hlo": ...}, {"pxla": ...}, {"shardy": ...}.
#pragma once

#include "frontend/config/tensor.h"
#include "frontend/ir/sharding/algebra/meshed_sharding.h"
#include "frontend/json/document/document.h"

#include <optional>

namespace shardc::config {

/// Whether an entry is in another notation.
bool isNotation(json::Value entry);
/// The first entry of a config that is.
std::optional<json::Value> findNotation(json::Value root);

/// The group of values that lie alike which an entry puts its value into: shard_as or shard_like of
/// HLO's notation. None where it is not well formed, of which nothing is said here.
std::optional<int64_t> groupIn(json::Value entry);

/// What such an entry says, over the mesh that its notation brings. `mesh` is the config's or the
/// program's, of which Shardy's notation has the axes; null where there is none. It may also name
/// another that the program declares. Reports what is wrong.
std::optional<MeshedSharding> readNotation(json::Value entry, const Tensor &tensor,
                                           const Mesh *mesh, mlir::ModuleOp program);

/// The same over a mesh. Reports where its axes cannot say it.
std::optional<Sharding> readNotationOn(json::Value entry, const Tensor &tensor, const Mesh &mesh,
                                       mlir::ModuleOp program);

} // namespace shardc::config
