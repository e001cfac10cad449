// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"

#include "analysis/partition_text.h"
#include "cli/read_file.h"
#include "cli/tell.h"
#include "cli/timings.h"
#include "codegen/check.h"
#include "codegen/lower.h"
#include "frontend/bug.h"
#include "frontend/frontend.h"
#include "frontend/ir/names.h"

#include "mlir/IR/Verifier.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

static std::string programText(const Compilation &c) {
  std::string text;
  llvm::raw_string_ostream out(text);
  c.program.get().print(out, OpPrintingFlags().enableDebugInfo(false).printNameLocAsPrefix(true));
  return text;
}

static LogicalResult runNormalise(Compilation &c) { return normalise(*c.program); }

static LogicalResult runIndependent(Compilation &c) {
  c.shards = shardIndependently(*c.program, c.config, c.pool);
  return success(c.shards.has_value());
}

static LogicalResult runPropagate(Compilation &c) {
  c.propagation = propagate(*c.program, c.config, c.rules);
  return success(c.propagation.has_value());
}

static std::string shardingsText(const Compilation &c) {
  return propagatedText(*c.program, *c.propagation);
}

static LogicalResult runReshard(Compilation &c) {
  c.partitioned = reshard(*c.program, *c.propagation, c.rules);
  return success();
}

static std::string placedText(const Compilation &c) {
  return partitionText(*c.propagation, *c.partitioned, entryOf(*c.program));
}

static LogicalResult runPlan(Compilation &c) {
  if (c.partitioned) {
    c.plan = lowerMesh(*c.program, c.config, *c.propagation, *c.partitioned, {.fuse = c.fuse});
    return success();
  }
  c.plan = lower(*c.program, c.config, *c.shards, {.fuse = c.fuse});
  return success();
}

static LogicalResult runCheck(Compilation &c) {
  if (const auto problem = check(*c.plan)) internalError("the plan is not right: " + *problem);
  return success();
}

llvm::ArrayRef<Stage> stages() {
  static constexpr Stage table[] = {
      {"normalise", "one function, no calls, nothing computed twice or in vain", runNormalise,
       programText, Modes::all, true},
      {"independent", "slices to the outputs, demand back to the inputs", runIndependent,
       programText, Modes::slices},
      {"propagate", "every value gets a sharding", runPropagate, shardingsText, Modes::mesh},
      {"reshard", "every op's factors get axes; moves of data", runReshard, placedText,
       Modes::mesh},
      {"plan", "fused kernels over windows, buffers, steps", runPlan, nullptr},
      {"check", "independent proof that the plan is right about data", runCheck, nullptr},
  };
  return table;
}

static std::unique_ptr<llvm::MemoryBuffer> readText(const CommandOptions &options,
                                                    const std::string &path) {
  auto file = readFile(path, kMostProgramBytes + 1); // one more is too many
  if (file) return std::move(*file);
  environmentError(options, "cannot read '" + path + "': " + file.getError().message());
  return nullptr;
}

static std::string folderOf(const std::string &path) {
  if (path == "-") return "";
  const llvm::StringRef folder = llvm::sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

LogicalResult read(Compilation &c) {
  const CommandOptions &options = c.options;
  c.context = makeContext();
  c.programText = readText(options, options.program);
  if (!c.programText) return failure();
  if (!options.config.empty() && !(c.configText = readText(options, options.config)))
    return failure();
  c.diagnostics = std::make_unique<DiagnosticsPrinter>(
      *c.context, PrinterOptions{options.jsonDiagnostics, options.verbose,
                                 options.warningsAreErrors, options.warnings});
  const std::string name = options.program == "-" ? "<stdin>" : options.program;
  c.diagnostics->addFile(name, c.programText->getBuffer());
  if (c.configText) c.diagnostics->addFile(options.config, c.configText->getBuffer());

  c.files.folder = folderOf(options.program);
  c.program = readProgram(*c.context, c.programText->getBuffer(), name, c.files);
  if (!c.program) return failure();
  if (!options.programName.empty()) c.program->setSymName(options.programName);
  if (!c.configText) {
    auto config = defaultConfig(*c.program);
    if (!config) return failure();
    c.config = std::move(*config);
    return success();
  }
  auto config = readConfig(c.configText->getBuffer(), options.config, *c.program);
  if (!config) return failure();
  c.config = std::move(*config);
  return success();
}

static LogicalResult dump(const Compilation &c, size_t number, const Stage &stage) {
  if (c.options.dumpDir.empty()) return success();
  if (auto error = llvm::sys::fs::create_directories(c.options.dumpDir)) {
    environmentError(c.options, "cannot make '" + c.options.dumpDir + "': " + error.message());
    return failure();
  }
  llvm::SmallString<128> path(c.options.dumpDir);
  llvm::sys::path::append(path, "0" + std::to_string(number + 1) + "-" + stage.name + ".mlir");
  std::error_code error;
  llvm::raw_fd_ostream out(path, error);
  if (error) {
    environmentError(c.options, "cannot write '" + path + "': " + error.message());
    return failure();
  }
  out << programText(c);
  return success();
}

/// What no stage can work on.
static LogicalResult checkBeforeStages(Compilation &c) {
  if (c.options.from.empty() || llvm::hasSingleElement(c.program->getOps<func::FuncOp>()))
    return success();
  return report(c.program->getLoc(), Diag::wrong_value)
         << "the program has several functions, so it has not been through stage '"
         << c.options.from << "'; leave '--from' out";
}

static bool isFor(const Stage &stage, const Config &config) {
  if (stage.modes == Modes::all) return true;
  return (stage.modes == Modes::mesh) == (config.mode == Mode::collective);
}

LogicalResult runStages(Compilation &c) {
  if (failed(checkBeforeStages(c))) return failure();
  Timings timings(c.options);
  bool skipping = !c.options.from.empty();
  for (auto [number, stage] : llvm::enumerate(stages())) {
    const bool skipped = skipping || !isFor(stage, c.config);
    skipping = skipping && c.options.from != stage.name;
    if (skipped) continue;
    const auto clock = timings.start(stage.name);
    if (failed(stage.run(c)) || c.diagnostics->failed()) return failure();
    if (failed(verify(*c.program)))
      internalError(std::string("the program is not valid after stage '") + stage.name + "'");
    if (failed(dump(c, number, stage))) return failure();
    if (c.options.to == stage.name) break;
  }
  return timings.write();
}

bool printedStage(const Compilation &c) {
  if (c.options.to.empty() || c.plan) return false;
  for (const Stage &stage : stages())
    if (c.options.to == stage.name) llvm::outs() << stage.text(c);
  return true;
}

int failureCode(Compilation &c) {
  const Exit code = c.diagnostics ? c.diagnostics->exitCode() : Exit::environment;
  return static_cast<int>(code == Exit::done ? Exit::environment : code);
}

} // namespace shardc
