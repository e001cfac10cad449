// SPDX-License-Identifier: Apache-2.0
// One compile: what is read, the stages in their order, what comes of them.
#pragma once

#include "analysis/mesh/partition.h"
#include "analysis/slices/independent.h"
#include "cli/plugins/plugins.h"
#include "cli/telling/deadline.h"
#include "cli/telling/timings.h"
#include "codegen/plan/plan.h"
#include "frontend/files.h"
#include "frontend/ir/calls/own/custom_ops.h"
#include "frontend/messages/diagnostics_printer.h"

#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBuffer.h"

#include <map>
#include <memory>

namespace shardc {

/// Per op that has several, by target and form: which of its cases it is.
using ChosenCases = std::map<std::string, size_t>;

/// Everything that stages read and write.
/// A line of a text that has been made of an argument of the command line: what is wrong in it is
/// wrong there.
struct ArgumentLine {
  std::string file; // that diagnostics would name
  unsigned line;
  std::string option, argument; // what they name
  int columns = 0;              // that the argument has before the line
};

struct Compilation {
  const CommandOptions &options;
  std::unique_ptr<mlir::MLIRContext> context;
  std::unique_ptr<DiagnosticsPrinter> diagnostics;
  std::unique_ptr<llvm::MemoryBuffer> programText, configText, machineText; // null: none yet
  std::vector<ArgumentLine> argumentLines; // of texts that were made of arguments
  mlir::OwningOpRef<mlir::ModuleOp> program;
  mlir::OwningOpRef<mlir::ModuleOp>
      asRead;          // the program before the first stage; for 'verify' alone
  CustomOps customOps; // that the config and plug-ins declare
  std::vector<PluginEntry> pluginEntries;
  std::vector<MeshAxis> map;           // the config's, its axes outermost first
  std::vector<std::string> unknownOps; // a trial's: targets of which nothing else is known
  ChosenCases cases;                   // of them: the program that stands for an op, by number
  bool isTrial = false;                // of cases: told nobody
  std::pair<int64_t, int64_t> speaker = {-1,
                                         0}; // a claim of replication, and who speaks (claims.h)
  std::vector<std::string> whyCases;
  std::unique_ptr<mlir::ScopedDiagnosticHandler> caseNote; // to errors: a case is wrong
  Files files;                                             // of weights, that the program names
  Config config;
  Machine machine; // whose numbers choices weigh
  Pool pool;
  OpRules rules{pool};
  std::optional<Independent> shards;      // independent mode
  std::optional<Propagation> propagation; // collective mode
  std::optional<Partitioned> partitioned; // collective mode
  std::optional<Plan> plan;
  bool fuse = true;
  Exit stopped = Exit::done; // by what is no diagnostic: files, wrong use
  Timings timings;
  Progress progress;
  Deadline deadline;

  explicit Compilation(const CommandOptions &options)
      : options(options), timings(options), progress(options), deadline(options, progress) {}

  /// To be called before anything is printed or written for good: no line of progress gets between,
  /// and no deadline cuts it off.
  void beginOutput() {
    deadline.meet();
    progress.end();
  }
};

/// The compiles that a stage is for.
enum class Modes : uint8_t { all, slices, mesh };

/// A stage of the compiler. They run in the order of the table, each on what those before it left.
struct Stage {
  const char *name, *summary;
  mlir::LogicalResult (*run)(Compilation &);
  std::string (*text)(const Compilation &); // what `--to` prints
  const char *dump;                         // ends the name of a dumped text; none: nothing new
  Modes modes = Modes::all;
  bool changes = false;   // the program, which is verified then
  bool resumable = false; // all that it leaves is in the program: `--from` may name it
};
llvm::ArrayRef<Stage> stages();

/// What messages call a file of the command line.
std::string shownName(const std::string &path);

/// Reads the program and the config (read.cpp). Errors have been told.
mlir::LogicalResult read(Compilation &compilation);
/// Tells what ends the compile, and is no diagnostic; always a failure.
mlir::LogicalResult stop(Compilation &compilation, Exit exit, const llvm::Twine &what);

/// Another compile of the same files, of which nobody is told: it ends with the stage `to`, or all.
CommandOptions optionsOfTrial(const Compilation &compilation, const std::string &to = "");
void beTrialOf(const Compilation &compilation, Compilation &trial);

/// Runs all stages up to `--to` on what has been read.
mlir::LogicalResult runStages(Compilation &compilation);

/// Reads, and runs all stages.
mlir::LogicalResult compileToPlan(Compilation &compilation);

/// What every verb that runs stages does: reads, runs those up to `--to`, or all, and writes dumps
/// on the way. Then it prints what the stage of `--to` has left, or calls `then` with the plan, and
/// writes the timings. Returns the exit code.
int withPlan(const CommandOptions &options, llvm::function_ref<int(Compilation &)> then);

/// Prints text on standard output, or writes it to the file of `-o`. Returns the exit code.
int giveText(Compilation &compilation, llvm::StringRef text);

/// The exit code of a compile that did not come through.
int failureCode(Compilation &compilation);

} // namespace shardc
