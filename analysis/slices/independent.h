// SPDX-License-Identifier: Apache-2.0
// Independent shards: slices of inputs carried forward to the outputs, demand carried back.
// Source of the idea: Nx's sharding meta-compiler (elixir-nx/nx#1544); demand per use instead of
// per ancestor is ours.
#pragma once

#include "analysis/boxes/shard_boxes.h"
#include "analysis/program/normalise.h"
#include "analysis/slices/cut_sources.h"
#include "frontend/ir/formula/shared.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"

namespace shardc {

/// The dimension of an operand through which a cut came.
struct CutParent {
  mlir::Value value;
  int64_t dimension;
  unsigned alternative;
  bool operator==(const CutParent &) const = default;
};

/// One way in which a dimension is cut: slice k is [at[k], at[k + 1]). At least two slices.
struct Cuts {
  Shared<std::vector<int64_t>> at;
  int sources = -1;                  // the set of them
  SmallVector<CutParent, 2> parents; // each once; none: the value is an input
};
/// The ways in which each dimension of a value is cut. Several only matter where they reach an
/// output; none: whole.
using ValueCuts = SmallVector<SmallVector<Cuts, 1>, 4>;

/// Where slices of a dimension of a value ended, and why.
struct EndedCut {
  int64_t dimension;
  mlir::Operation *at;
  std::string why;
};

struct CutFlow {
  llvm::DenseMap<mlir::Value, ValueCuts> cuts;
  llvm::MapVector<mlir::Value, SmallVector<EndedCut, 1>> ended;
  CutSources sources;
};

/// A slice list that the shards of a function run over.
struct ShardCoordinate {
  std::string name; // "i": by the dimension of the first output
  std::vector<int64_t> at;
  SmallVector<CutSource, 2> sources; // sorted
};

/// A box of a value, per shard of a function.
struct Part {
  ShardBoxes boxes;   // what is read, or output
  ShardBoxes windows; // what is computed: at least the boxes
};

/// Outputs whose cuts come, in order, from the same slices, and what their shards need.
struct ShardFunction {
  SmallVector<unsigned, 2> outputs;
  std::vector<ShardCoordinate> coordinates;
  /// Per output of `outputs`: its box on every shard.
  std::vector<ShardBoxes> outputBoxes;
  /// Every value that is needed, users before producers.
  llvm::MapVector<mlir::Value, SmallVector<Part, 1>> parts;
  double work = 0; // scalar operations of all shards together
  ShardGrid grid() const;
  int64_t shards() const { return grid().size(); }
};

struct Independent {
  CutFlow flow;
  std::vector<ShardFunction> functions;
  double workOnce = 0; // scalar operations of the program on one device
  /// Per input: elements held by all shards together, and elements held by any.
  std::vector<std::pair<int64_t, int64_t>> held;
};

/// Carries the slices of inputs forward through every op.
std::optional<CutFlow> flowCuts(mlir::func::FuncOp entry, const Config &config, Pool &pool);

/// The stage: slices to shards, shards to what they need. Fails where cuts that reach an output
/// dimension disagree, and where there are too many shards; warns of repeated work. A config of one
/// device gives one function with one shard.
std::optional<Independent> shardIndependently(mlir::ModuleOp program, const Config &config,
                                              Pool &pool);

/// What every shard of the function needs of every value, given the outputs' boxes.
void demandBackward(ShardFunction &function, mlir::func::FuncOp entry, Pool &pool);

/// Why a value is cut as it is: lines from the value back to the config.
std::string explainValue(const Independent &result, mlir::func::FuncOp entry, const Config &config,
                         mlir::Value value);

/// How every value is cut, and what the first and the last shard of each function make and need:
/// what `--to=independent` prints.
std::string independentText(const Independent &result, mlir::func::FuncOp entry);

} // namespace shardc
