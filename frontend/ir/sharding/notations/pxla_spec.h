// SPDX-License-Identifier: Apache-2.0
// Placements as JAX's pxla had them: ShardingSpec, a cut per dimension and a mesh whose dimensions
// are mapped to the cuts. No MLIR.
#pragma once

#include "frontend/ir/sharding/algebra/meshed_sharding.h"
#include "frontend/ir/sharding/notations/notation_cursor.h"

#include <string>
#include <vector>

namespace shardc {

struct PxlaSpec {
  /// Chunked: parts, major first, each a sharded axis. Unstacked: single indices, one sharded axis.
  /// Neither: whole.
  struct Dim {
    std::vector<int64_t> chunks;
    bool unstacked = false;
  };
  /// ShardedAxis(number), or Replicated(number) times.
  struct MeshDim {
    int64_t number;
    bool replicated = false;
  };
  std::vector<Dim> sharding;
  std::vector<MeshDim> meshMapping;
};

/// "Chunked(2,2)" or "Unstacked(4)".
std::optional<PxlaSpec::Dim> parsePxlaDim(llvm::StringRef text, NotationProblem &problem);
/// "S1" or "ShardedAxis(1)", "R2" or "Replicated(2)".
std::optional<PxlaSpec::MeshDim> parsePxlaMeshDim(llvm::StringRef text, NotationProblem &problem);

/// What it says of a value of that shape: the dimensions of its mesh are axes. None where the parts
/// do not fit the shape or each other.
std::optional<MeshedSharding> meaningOf(const PxlaSpec &spec, llvm::ArrayRef<int64_t> shape,
                                        NotationProblem &problem);

/// The opposite, in JSON as configs have it. Open dimensions are written as closed ones. The
/// problem names what pxla cannot say.
std::optional<std::string> pxlaText(const MeshedSharding &given, NotationProblem &problem);

} // namespace shardc
