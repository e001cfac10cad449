// SPDX-License-Identifier: Apache-2.0
// From the program and its shards to the plan: MLIR is left here.
#pragma once

#include "analysis/mesh/partition.h"
#include "analysis/slices/independent.h"
#include "codegen/plan/plan.h"
#include "frontend/machine.h"

namespace shardc {

struct LowerOptions {
  Machine machine = machines().front();
  bool fuse = true;
  /// At least so many leaves in every sum of floats that has as many terms; 0: as ops say.
  int64_t sumLeaves = 0;
  /// Attention is one kernel, whose sums have an order of their own; and GPUs do large products of
  /// floats by tensor cores, which round factors to TF32.
  bool fast = false;
  /// That may do kernels, in an order of their own.
  Libraries libraries = {};
  /// Kernels may be done by blocks of rows (RowBlocks): for CPUs.
  bool rowBlocks = false;
  /// Sums of floats are off by what another order of theirs may make: how far that matters is seen
  /// beside it.
  bool roundoff = false;
  /// Collectives run beside kernels that have nothing to do with them.
  bool overlap = true;
  /// That calls are of, by number: what scratch memory they have.
  llvm::ArrayRef<Routine> routines = {};
  /// Where calls of the runtime's routines are made, which need memory of other sizes there.
  bool callsOnCpus = true, callsOnGpus = true;
  /// Calls are checked (runtime/host/ops/op_check.h): they have room for copies of their values.
  bool checkCalls = false;
};

/// The plan of a normalised program whose shards are known. The plan owns its formulas; nothing in
/// it points into the module.
Plan lower(mlir::ModuleOp program, const Config &config, const Independent &shards,
           const LowerOptions &options = {});

/// The plan of a normalised program on a mesh.
Plan lowerMesh(mlir::ModuleOp program, const Config &config, const Propagation &propagation,
               const Partitioned &partitioned, const LowerOptions &options = {});

} // namespace shardc
