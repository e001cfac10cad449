// SPDX-License-Identifier: Apache-2.0
// Compiles texts in a test: program and config in, plan or diagnostics out.
#pragma once

#include "analysis/mesh/partition.h"
#include "analysis/slices/independent.h"
#include "codegen/interp/run_plan.h"
#include "codegen/lower/lower.h"
#include "codegen/plan/plan.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/calls/own/custom_ops.h"

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

namespace shardc::test {

/// One compile, with everything that it told.
struct Compiled {
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<Pool> pool;
  mlir::OwningOpRef<mlir::ModuleOp> program;
  Config config;
  std::unique_ptr<CustomOps> customOps; // of its config, and the runtime's routines
  std::vector<MeshAxis> map;            // its map's axes
  std::optional<Independent> shards;
  std::optional<Propagation> propagation; // of a mesh, instead of `shards`
  std::optional<Partitioned> partitioned;
  std::optional<Plan> plan;
  std::vector<Told> told;
  Machine machine = machines().front();
  bool passOn = true;     // partial sums, to what is linear in them
  bool mayRound = false;  // these, to fewer digits
  bool rowBlocks = false; // kernels may be done by blocks of rows

  /// The ids of all errors and warnings, in order.
  std::vector<std::string> ids() const;
  /// All messages and notes, a line each: "error 3:14 [id] message".
  std::string messages() const;
};

/// Reads a program (JSON or StableHLO text) and no more. Files that it names, and the ops of
/// `config`, lie in `folder`.
Compiled readOnly(llvm::StringRef program, llvm::StringRef folder = "",
                  llvm::StringRef config = "");
/// Goes on with what was read. A config "" is none: then the program's own, or one device where it
/// says nothing. `stage` is told what comes next.
void compileRead(
    Compiled &read, llvm::StringRef config, bool fuse = true,
    llvm::function_ref<void(const char *)> stage = [](const char *) {});

/// Compiles a program with a config ("": one device, whatever the program says).
Compiled compile(llvm::StringRef program, llvm::StringRef config, bool fuse = true,
                 llvm::StringRef folder = "");

/// A tensor with elements start, start + 1, ...
HostTensor iota(const TensorSpec &type, double start = 0);
HostTensor tensor(const TensorSpec &type, llvm::ArrayRef<double> values);
std::vector<double> valuesOf(const HostTensor &tensor);

/// Runs a plan on inputs; a fault fails the test.
std::vector<HostTensor> runOn(const Plan &plan, llvm::ArrayRef<HostTensor> inputs,
                              bool reversed = false);

/// The collectives of a plan of one function: "all_reduce over model, 96 bytes; ".
std::string movesOf(const Plan &plan);

/// A shard as text: "for_z 0: l[0:1, 0:2] r[...] -> z[0:1, 0:1]", one line per shard.
std::string shardsText(const Plan &plan);

} // namespace shardc::test
