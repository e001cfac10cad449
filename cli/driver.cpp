// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"

#include "analysis/gathers/gathers.h"
#include "analysis/mesh/partition_text.h"
#include "analysis/reshard/reshard.h"
#include "analysis/slices/repeated.h"
#include "cli/io/write_file.h"
#include "cli/telling/tell.h"
#include "codegen/bundle.h"
#include "codegen/check/check.h"
#include "codegen/folders.h"
#include "codegen/lower/lower.h"
#include "frontend/bug.h"
#include "frontend/config/shardings/op_shardings.h"
#include "frontend/frontend.h"
#include "frontend/ir/interfaces/claims.h"
#include "frontend/ir/names.h"

#include "mlir/IR/Verifier.h"
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

static LogicalResult runNormalise(Compilation &c) {
  if (c.options.verb == "run" && c.options.debugChecks)
    watchClaims(*c.program, c.speaker.first, c.speaker.second);
  const auto hasReference = [](const CustomOpEntry &entry) { return entry.reference.has_value(); };
  if (c.options.verb == "verify" && llvm::any_of(c.customOps.entries, hasReference))
    c.asRead = c.program->clone();
  return normalise(*c.program);
}

static LogicalResult runIndependent(Compilation &c) {
  c.shards = shardIndependently(*c.program, c.config, c.pool);
  return success(c.shards.has_value());
}

static std::string slicesText(const Compilation &c) {
  return independentText(*c.shards, entryOf(*c.program));
}

static LogicalResult runPropagate(Compilation &c) {
  c.propagation = propagate(*c.program, c.config, c.rules, c.machine);
  return success(c.propagation.has_value());
}

static std::string shardingsText(const Compilation &c) {
  return propagatedText(*c.program, *c.propagation);
}

static LogicalResult runReshard(Compilation &c) {
  const bool isStrict = c.options.numerics == "strict";
  c.partitioned = reshard(*c.program, *c.propagation, c.rules, c.machine, /*passOn=*/!isStrict,
                          /*mayRound=*/c.options.numerics == "fast");
  warnOfGathers(entryOf(*c.program), *c.propagation, *c.partitioned, c.rules);
  return success();
}

static std::string placedText(const Compilation &c) {
  return partitionText(*c.propagation, *c.partitioned, entryOf(*c.program));
}

/// Entries that take no parts of different sizes.
static LogicalResult requireEven(const Compilation &c) {
  const std::optional<int> routine = unevenRoutine(*c.plan);
  if (!routine) return success();
  const std::string &name = c.plan->routines[*routine].name;
  for (const CustomOpEntry &entry : c.customOps.entries)
    if (entry.routine && entry.routine->name == name)
      return report(entry.kernelLoc, Diag::unsupported_sharding)
             << "'" << shown(name)
             << "' forbids parts of different sizes, and devices have some; "
                "shard it so that every part is as large, or say \"uneven\": \"exact\"";
  return success();
}

/// Entries whose code wants to communicate, where shards do not.
static LogicalResult refuseTalkOfShards(const Compilation &c) {
  const std::optional<int> routine = talkingRoutine(*c.plan);
  if (!routine || c.plan->mode == PlanMode::collective || c.plan->devices() == 1) return success();
  const std::string &name = c.plan->routines[*routine].name;
  for (const CustomOpEntry &entry : c.customOps.entries)
    if (entry.routine && entry.routine->name == name)
      return report(entry.kernelLoc, Diag::unsupported_sharding)
             << "'" << shown(name)
             << "' has a \"communicator\", and independent shards do not communicate; give the "
                "config a \"mesh\"";
  return success();
}

/// Whether a library does it on what a bundle is for.
static bool isDoneOn(const Routine &routine, bool onGpus) {
  return llvm::any_of(routine.libraries,
                      [&](const Library *library) { return library->isForGpus == onGpus; });
}

/// What the runtime has no code of its own for is done by a library on all that a bundle is for.
static LogicalResult requireLibraries(const Compilation &c) {
  if (c.options.verb != "compile") return success();
  for (const OwnCall &call : ownCallsOf(*c.program)) {
    const Routine &routine = c.plan->routines[call.number];
    if (isDeclared(c.customOps, call.target) || !routine.needsLibrary) continue;
    for (const bool onGpus : {false, true}) {
      if (c.options.target == (onGpus ? "cpu" : "cuda") || isDoneOn(routine, onGpus)) continue;
      return report(call.loc, Diag::unsupported_op)
             << "'" << shown(call.target) << "' is done by no library of --libraries on "
             << (onGpus ? "GPUs; say --target cpu" : "CPUs; say --target cuda")
             << " if another one does it, or name one that does";
    }
  }
  return success();
}

/// A bundle has a namespace of the program's name, which no function may have.
static LogicalResult requireOtherNames(const Compilation &c) {
  if (c.isTrial || c.options.verb != "compile") return success();
  for (const CustomOpEntry &entry : c.customOps.entries)
    if (entry.routine && entry.routine->symbol == c.plan->id)
      return report(entry.kernelLoc, Diag::duplicate_name)
             << "'" << shown(c.plan->id) << "', the function of '" << shown(entry.target)
             << "', is called like the program; give it another \"symbol\", or the program another "
                "--name";
  return success();
}

/// What the user wishes beside what is computed. How many devices there are is known with the plan.
static LogicalResult addWishes(Compilation &c) {
  if (!fits(c.config.place, c.plan->devices())) return failure();
  c.plan->routines = c.customOps.routines;
  llvm::append_range(c.plan->whyCut, c.whyCases);
  if (failed(requireEven(c)) || failed(refuseTalkOfShards(c)) || failed(requireLibraries(c)) ||
      failed(requireOtherNames(c)))
    return failure();
  c.plan->isFast = c.options.numerics == "fast";
  c.plan->gpus = c.config.place.gpus.numbers;
  c.plan->processes = c.config.place.processes.numbers;
  c.plan->hosts = c.config.place.hosts.numbers;
  c.plan->tellsTimes = !c.options.machine.empty();
  return success();
}

/// Those that may do kernels: for what bundles are compiled for.
static Libraries kernelLibraries(const Compilation &c) {
  Libraries chosen;
  if (c.options.numerics != "fast") return chosen;
  llvm::copy_if(c.customOps.libraries, std::back_inserter(chosen), [&](const Library *library) {
    if (!library->isForGpus) return c.options.target != "cuda";
    return c.options.target != "cpu";
  });
  return chosen;
}

static LogicalResult runPlan(Compilation &c) {
  const LowerOptions options = {.machine = c.machine,
                                .fuse = c.fuse,
                                .sumLeaves = c.options.sumLeaves,
                                .fast = c.options.numerics == "fast" && c.options.target != "cpu",
                                .libraries = kernelLibraries(c),
                                .rowBlocks = c.options.target == "cpu",
                                .overlap = !c.options.noOverlap,
                                .routines = c.customOps.routines,
                                .callsOnCpus = c.options.target != "cuda",
                                .callsOnGpus = c.options.target != "cpu",
                                .checkCalls = c.options.verb == "compile" && c.options.debugChecks};
  if (!c.partitioned) {
    c.plan = lower(*c.program, c.config, *c.shards, options);
    warnOfRepetition(*c.shards, entryOf(*c.program), c.config, c.plan->repeated.workRatio, c.pool);
    return addWishes(c);
  }
  c.plan = lowerMesh(*c.program, c.config, *c.propagation, *c.partitioned, options);
  return addWishes(c);
}

static std::string planText(const Compilation &c) { return planTable(*c.plan, Detail::all); }

static LogicalResult runCheck(Compilation &c) {
  if (const auto problem = check(*c.plan)) internalError("the plan is not right: " + *problem);
  return success();
}

llvm::ArrayRef<Stage> stages() {
  static constexpr Stage table[] = {
      {"normalise", "one function, no calls, nothing computed twice or in vain", runNormalise,
       programText, ".mlir", Modes::all, /*changes=*/true, /*resumable=*/true},
      {"independent", "slices to the outputs, demand back to the inputs", runIndependent,
       slicesText, ".txt", Modes::slices},
      {"propagate", "every value gets a sharding", runPropagate, shardingsText, ".mlir",
       Modes::mesh},
      {"reshard", "every op's factors get axes; moves of data", runReshard, placedText, ".txt",
       Modes::mesh},
      {"plan", "fused kernels over windows, buffers, steps", runPlan, planText, ".txt"},
      {"check", "independent proof that the plan is right about data", runCheck, planText, nullptr},
  };
  return table;
}

LogicalResult stop(Compilation &c, Exit exit, const llvm::Twine &what) {
  c.progress.hide();
  fail(c.options, exit, what);
  c.stopped = exit;
  return failure();
}

static LogicalResult writeText(Compilation &c, const std::string &path, StringRef text) {
  llvm::Error error = writeFile(path, text);
  return error ? stop(c, Exit::environment, llvm::toString(std::move(error))) : success();
}

static LogicalResult dump(Compilation &c, size_t number, const Stage &stage) {
  if (c.options.dumpDir.empty() || !stage.dump) return success();
  const std::string text = stage.text(c);
  const auto whole = c.deadline.hold();
  NewFolders folders;
  if (const std::error_code failed = folders.make(c.options.dumpDir))
    return stop(c, Exit::environment,
                "cannot make '" + c.options.dumpDir + "': " + failed.message());
  llvm::SmallString<128> path(c.options.dumpDir);
  llvm::sys::path::append(path, "0" + std::to_string(number + 1) + "-" + stage.name + stage.dump);
  if (failed(writeText(c, path.str().str(), text))) return failure();
  folders.keep();
  return success();
}

static bool isFor(const Stage &stage, const Config &config) {
  if (stage.modes == Modes::all) return true;
  return (stage.modes == Modes::mesh) == (config.mode == Mode::collective);
}

/// What people call the modes of a stage.
static const char *programsOf(Modes modes) {
  return modes == Modes::mesh ? "programs on a mesh" : "programs without a mesh";
}

/// What no stage can work on.
static LogicalResult checkBeforeStages(Compilation &c) {
  for (const Stage &stage : stages())
    if (c.options.to == stage.name && !isFor(stage, c.config))
      return stop(c, Exit::usage,
                  "stage '" + c.options.to + "' is for " + programsOf(stage.modes) +
                      ", and this is none");
  if (failed(config::refuseUnreadShardings(*c.program))) return failure();
  if (c.options.from.empty() || llvm::hasSingleElement(c.program->getOps<func::FuncOp>()))
    return success();
  return report(c.program->getLoc(), Diag::wrong_value)
         << "the program has several functions, so it has not been through stage '"
         << c.options.from << "'; leave '--from' out";
}

/// Those that this compile goes through.
static SmallVector<const Stage *> stagesFor(const Compilation &c) {
  SmallVector<const Stage *> chosen;
  bool skipping = !c.options.from.empty();
  for (const Stage &stage : stages()) {
    if (!skipping && isFor(stage, c.config)) chosen.push_back(&stage);
    skipping = skipping && c.options.from != stage.name;
    if (c.options.to == stage.name) break;
  }
  return chosen;
}

static LogicalResult runStage(Compilation &c, const Stage &stage) {
  const auto clock = c.timings.start(stage.name);
  return success(succeeded(stage.run(c)) && !c.diagnostics->failed());
}

static void verifyAfter(Compilation &c, const Stage &stage) {
  const auto clock = c.timings.start("verify");
  if (failed(verify(*c.program)))
    internalError(std::string("the program is not valid after stage '") + stage.name + "'");
}

LogicalResult runStages(Compilation &c) {
  if (failed(checkBeforeStages(c))) return failure();
  const SmallVector<const Stage *> chosen = stagesFor(c);
  for (auto [done, stage] : llvm::enumerate(chosen)) {
    c.progress.begin(stage->name, "stage", static_cast<int64_t>(done),
                     static_cast<int64_t>(chosen.size()));
    if (failed(runStage(c, *stage))) return failure();
    if (stage->changes) verifyAfter(c, *stage);
    if (failed(dump(c, stage - stages().data(), *stage))) return failure();
  }
  return success();
}

/// The stage whose text `--to` wants; none where the verb itself does something with what there is.
static const Stage *stageToPrint(const Compilation &c) {
  if (c.plan && c.options.verb == "plan") return nullptr;
  const auto *stage =
      llvm::find_if(stages(), [&](const Stage &s) { return c.options.to == s.name; });
  return stage == stages().end() ? nullptr : stage;
}

static std::unique_ptr<llvm::MemoryBuffer> copyOf(const std::unique_ptr<llvm::MemoryBuffer> &text) {
  return text ? llvm::MemoryBuffer::getMemBufferCopy(text->getBuffer()) : nullptr;
}

void beTrialOf(const Compilation &c, Compilation &trial) {
  trial.isTrial = true;
  trial.programText = copyOf(c.programText);
  trial.configText = copyOf(c.configText);
  trial.machineText = copyOf(c.machineText);
}

CommandOptions optionsOfTrial(const Compilation &c, const std::string &to) {
  CommandOptions options = c.options;
  options.to = to;
  options.dumpDir.clear();
  options.timings.clear();
  return options;
}

LogicalResult compileToPlan(Compilation &c) {
  return success(succeeded(read(c)) && succeeded(runStages(c)));
}

int withPlan(const CommandOptions &options, llvm::function_ref<int(Compilation &)> then) {
  Compilation c(options);
  if (failed(read(c)) || failed(runStages(c))) return failureCode(c);
  c.progress.hide();
  const Stage *last = stageToPrint(c);
  const int code = last ? giveText(c, last->text(c)) : then(c);
  c.beginOutput();
  return succeeded(c.timings.write()) || code != 0 ? code : static_cast<int>(Exit::environment);
}

int giveText(Compilation &c, StringRef text) {
  c.beginOutput();
  if (c.options.output.empty() || c.options.output == "-") {
    llvm::outs() << text;
    return 0;
  }
  return succeeded(writeText(c, c.options.output, text)) ? 0 : failureCode(c);
}

int failureCode(Compilation &c) {
  if (c.stopped != Exit::done) return static_cast<int>(c.stopped);
  const Exit code = c.diagnostics->exitCode();
  return static_cast<int>(code == Exit::done ? Exit::environment : code);
}

} // namespace shardc
