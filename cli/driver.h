// SPDX-License-Identifier: Apache-2.0
// One compile: what is read, the stages in their order, what comes of them.
#pragma once

#include "analysis/independent.h"
#include "analysis/partition.h"
#include "cli/options.h"
#include "codegen/plan.h"
#include "frontend/diagnostics_printer.h"
#include "frontend/files.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace shardc {

/// Everything that stages read and write.
struct Compilation {
  const CommandOptions &options;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<DiagnosticsPrinter> diagnostics;
  std::unique_ptr<llvm::MemoryBuffer> programText, configText;
  mlir::OwningOpRef<mlir::ModuleOp> program;
  Files files; // of weights, that the program names
  Config config;
  Pool pool;
  OpRules rules{pool};
  std::optional<Independent> shards;      // independent mode
  std::optional<Propagation> propagation; // collective mode
  std::optional<Partitioned> partitioned; // collective mode
  std::optional<Plan> plan;
  bool fuse = true;

  explicit Compilation(const CommandOptions &options) : options(options) {}
};

/// The compiles that a stage is for.
enum class Modes : uint8_t { all, slices, mesh };

/// A stage of the compiler. They run in the order of the table, each on what those before it left.
struct Stage {
  const char *name, *summary;
  mlir::LogicalResult (*run)(Compilation &);
  std::string (*text)(const Compilation &); // what `--to` prints; none where there is a plan
  Modes modes = Modes::all;
  bool resumable = false; // all that it leaves is in the program: `--from` may name it
};
llvm::ArrayRef<Stage> stages();

/// Reads the program and the config. Errors have been told.
mlir::LogicalResult read(Compilation &compilation);

/// Runs the stages up to `--to`, or all: what comes then is told by `finished`. Dumps and timings
/// are written on the way.
mlir::LogicalResult runStages(Compilation &compilation);
/// Whether `--to` asked for the program after a stage; it has been printed then.
bool printedStage(const Compilation &compilation);

/// The exit code of a compile that did not come through.
int failureCode(Compilation &compilation);

} // namespace shardc
