// SPDX-License-Identifier: Apache-2.0
// Shardings as HLO has them: OpSharding, in the text that XLA prints and JAX puts into programs
// when it does without Shardy. No MLIR.
#pragma once

#include "frontend/ir/sharding/algebra/meshed_sharding.h"
#include "frontend/ir/sharding/notations/notation_cursor.h"

#include <string>
#include <vector>

namespace shardc {

/// What devices along one of the last tile dimensions have of each other's.
enum class Subgroup : uint8_t { replicated, manual, unreduced };

struct HloSharding {
  enum class Form : uint8_t {
    replicated,
    maximal,
    manual,
    unknown,
    unreduced,
    tiled,
    named,
    tuple
  };
  Form form = Form::replicated;
  std::vector<int64_t> tiles;        // tiled: parts of each dimension, then of each subgroup
  std::vector<Subgroup> subgroups;   // tiled: of the last of `tiles`
  std::vector<int64_t> devices;      // tiled: of each tile, row-major; maximal: the one
  MeshedSharding named;              // whose dimensions are those that are listed
  AxisList manual;                   // named: along which devices have values of their own
  std::vector<HloSharding> elements; // tuple
  std::optional<int64_t> group = {}; // of values that lie alike: shard_as, shard_like
};

/// Reads `{devices=[2,1,4]<=[8] last_tile_dim_replicate}` and every other form: {replicated},
/// {maximal device=3}, {manual}, {unknown}, {unreduced}, device lists, `<=[4,2]T(1,0)`,
/// `last_tile_dims={manual, replicated}`, `shard_as 5`, `metadata={...}`, tuples, and named ones,
/// `{mesh['a'=2,'b'=4], [{'a'}, {'b':(1)2, ?}]}`. None where it is not well formed.
std::optional<HloSharding> parseHloSharding(llvm::StringRef text, NotationProblem &problem);

/// What it says of a value of that rank: tiles are axes of a mesh of their own. None where it does
/// not fit the rank, or speaks of what devices have for themselves. The group is left out.
std::optional<MeshedSharding> meaningOf(const HloSharding &given, size_t rank,
                                        NotationProblem &problem);

/// The group of a value with that sharding, if it has one.
std::optional<int64_t> groupOf(const HloSharding &given);

/// Of what stands in a manual region: along which devices it is manual, as the one dimension of a
/// sharding; over a mesh without axes where that is all of them.
std::optional<MeshedSharding> manualPartOf(const HloSharding &given, NotationProblem &problem);
/// The rest of it. None where all is manual.
std::optional<HloSharding> withoutManual(HloSharding given);

/// The opposite, as short as XLA prints it. Open dimensions are written as closed ones. The problem
/// names what HLO cannot say.
std::optional<std::string> hloText(const MeshedSharding &given, NotationProblem &problem);

} // namespace shardc
