// SPDX-License-Identifier: Apache-2.0
// A function adds what several verbs share; of single options their checks stand in front of it.
// What options do not know of each other is said where the command line has been read
// (options.cpp).
#include "cli/options/command_table.h"

#include "cli/driver.h"
#include "cli/options/cuda_architectures.h"
#include "cli/options/version.h"
#include "cli/telling/tell.h"
#include "codegen/plan/names.h"
#include "frontend/libraries.h"
#include "frontend/machine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include <CLI/CLI.hpp>

#include <cmath>

namespace shardc {

llvm::ArrayRef<ExitCode> exitCodes() {
  static constexpr ExitCode codes[] = {
      {Exit::done, "done"},
      {Exit::wrongInput, "the program, the config or the data is wrong"},
      {Exit::usage, "wrong use"},
      {Exit::unsupported, "not supported"},
      {Exit::differs, "outputs differ"},
      {Exit::environment, "environment: files that cannot be read or written, devices, memory"},
      {Exit::bug, "a bug of shardc: please report"},
  };
  return codes;
}

static std::string exitCodeText() {
  std::string text;
  for (const ExitCode &code : exitCodes())
    text += (text.empty() ? "Exit codes: " : "\n            ") +
            std::to_string(static_cast<int>(code.code)) + " " + code.meaning;
  return text;
}

/// A name that is asked for is taken as it stands or not at all: others rely on it.
static std::string wrongName(const std::string &name) {
  const std::string id = programIdentifier(name);
  if (id == name) return "";
  return "a folder, a header and functions of C cannot be called '" + shown(name) + "'; '" + id +
         "' would do";
}

/// A machine's name, or a file; a name that is misspelled would else be a file that is not there.
static std::string wrongMachine(const std::string &text) {
  const bool isPath = text == "-" || text.find_first_of("./") != std::string::npos;
  if (isPath || findMachine(text) || llvm::sys::fs::exists(text)) return "";
  std::vector<llvm::StringRef> names;
  for (const Machine &machine : machines())
    names.push_back(machine.name);
  return "there is neither a machine nor a file '" + shown(text) +
         "'; 'shardc list machines' lists machines" + didYouMean(text, names);
}

/// What is called how, and planned for what.
static void addNames(CLI::App &verb, CommandOptions &options) {
  verb.add_option("--name", options.programName,
                  "what the bundle, its header and its functions are called; the program's name if "
                  "none")
      ->check(wrongName);
  verb.add_option(
          "--machine", options.machine,
          "whose numbers choices weigh: h100, a100, cpu, or a file as 'shardc list machines "
          "NAME' prints; the target's if none, else h100")
      ->check(wrongMachine);
}

static void addProgram(CLI::App &verb, CommandOptions &options) {
  verb.add_option("PROGRAM", options.program, "JSON, or StableHLO text; - is standard input")
      ->required();
  addNames(verb, options);
}

/// A number that is one, and not below 0.
static std::string wrongAmount(const std::string &text) {
  double number = 0;
  const bool isNumber = CLI::detail::lexical_cast(text, number) && std::isfinite(number);
  return isNumber && number >= 0 ? "" : "'" + text + "' is not a number from 0 up";
}

static void addTimeout(CLI::App &verb, CommandOptions &options) {
  verb.add_option("--timeout", options.timeout,
                  "stop after so many seconds, with exit code 5 and nothing written")
      ->type_name("SECONDS")
      ->check(wrongAmount)
      ->group("Messages");
}

/// How what is told about a program is told.
static void addMessages(CLI::App &verb, CommandOptions &options) {
  verb.add_flag("--werror", options.warningsAreErrors, "warnings are errors")->group("Messages");
  verb.add_option("-W", options.warnings,
                  "no-NAME silences a warning, error=NAME makes it an error")
      ->check(wrongWarningWord)
      ->group("Messages")
      ->allow_extra_args(false);
  verb.add_option_function<std::string>(
          "--diagnostics",
          [&](const std::string &form) { options.jsonDiagnostics = form == "json"; },
          "text, or json: one line each on standard error")
      ->check(CLI::IsMember({"text", "json"}))
      ->group("Messages");
  verb.add_flag("-v,--verbose", options.verbose, "times of stages, remarks; 'plan': everything")
      ->group("Messages");
  addTimeout(verb, options);
}

static std::string wrongLibraries(const std::string &text) {
  if (librariesNamed(text)) return "";
  std::vector<std::string> names;
  for (const Library &each : libraries())
    names.push_back(each.name.str());
  return "'" + shown(text) +
         "' is neither 'auto' nor 'none', nor names of libraries with commas "
         "between them: " +
         llvm::join(names, ", ");
}

/// What all verbs that read a program and a config share.
static void addReading(CLI::App &verb, CommandOptions &options) {
  addProgram(verb, options);
  verb.add_option("-c,--config", options.config, "how inputs are sharded (JSON)");
  verb.add_option("--plugin", options.plugins,
                  "a library that says how custom calls are sharded, and has their code; may be "
                  "given several times")
      ->type_name("LIBRARY")
      ->allow_extra_args(false);
  verb.add_option("--plugin-timeout", options.pluginTimeout,
                  "a plug-in has so long for all that is asked of a call; 10 if none")
      ->type_name("SECONDS")
      ->check(wrongAmount);
  verb.add_option(
          "--libraries", options.libraries,
          "which libraries may do what the runtime's routines do, and with --numerics fast "
          "products "
          "and convolutions, in bundles that find them when they are built: none, auto (all that "
          "it "
          "can do without), or names: lapack, blas, onednn, cublas, cublaslt, cudnn, cub, cufft, "
          "cusolver; "
          "results are rounded as they do it")
      ->type_name("NAME,...")
      ->check(wrongLibraries);
  addMessages(verb, options);
}

static std::string wrongLeaves(const std::string &text) {
  constexpr int64_t kMost = int64_t{1} << 20;
  int64_t number = 0;
  const bool isNumber = CLI::detail::lexical_cast(text, number);
  const bool isPower = isNumber && number > 0 && (number & (number - 1)) == 0;
  return isPower && number <= kMost
             ? ""
             : "'" + text + "' is not a power of two from 1 to " + std::to_string(kMost);
}

static void addDebugChecks(CLI::App &verb, CommandOptions &options) {
  verb.add_flag(
      "--debug-checks", options.debugChecks,
      "find what code of one's own writes beside its part, or leaves unwritten; 'run': copies "
      "that are not alike");
}

/// What sums of floats round to.
static void addNumerics(CLI::App &verb, CommandOptions &options) {
  verb.add_option(
          "--numerics", options.numerics,
          "exact: sums have the order of the program's sizes; strict: and partial sums are "
          "combined where they are made, whatever that moves; fast: on GPUs attention is one "
          "kernel, and tensor cores do products, those of f32 in TF32, both in an order of their "
          "own")
      ->check(CLI::IsMember({"exact", "strict", "fast"}))
      ->group("Numbers");
  verb.add_option("--sum-leaves", options.sumLeaves,
                  "sums of at least so many terms have the same bits on up to so many devices; a "
                  "power of two")
      ->check(wrongLeaves)
      ->group("Numbers");
}

static void addOverlap(CLI::App &verb, CommandOptions &options) {
  verb.add_flag("--no-overlap", options.noOverlap,
                "each collective is waited for where it stands; else kernels run beside it where "
                "they can, which may take memory");
}

static void addNotation(CLI::App &verb, CommandOptions &options) {
  verb.add_option(
          "--notation", options.notation,
          "how shardings on a mesh are written: spec (JAX's PartitionSpec), sdy (Shardy's), "
          "hlo, pxla")
      ->check(CLI::IsMember({"spec", "sdy", "hlo", "pxla"}));
}

static void addStages(CLI::App &verb, CommandOptions &options) {
  std::vector<std::string> all, resumable;
  for (const Stage &stage : stages()) {
    all.push_back(stage.name);
    if (stage.resumable) resumable.push_back(stage.name);
  }
  verb.add_option("--to", options.to,
                  "stop after this stage and print what it has left (with -o FILE: write it)")
      ->check(CLI::IsMember(all))
      ->group("Stages");
  verb.add_option("--from", options.from, "the program has been through this stage already")
      ->check(CLI::IsMember(resumable))
      ->group("Stages");
  verb.add_option("--dump-dir", options.dumpDir, "write what every stage has left here")
      ->group("Stages");
  verb.add_option("--timings", options.timings, "write what each stage took here (JSON)")
      ->group("Stages");
}

static void addInputs(CLI::App &verb, CommandOptions &options) {
  verb.add_option("--input", options.inputs,
                  "NAME=FILE.npy, NAME=zeros, NAME=ones, NAME=0.5, NAME=iota[:START], "
                  "NAME=random:SEED (NAME may be '*'), or FILE.npz; later ones win")
      ->allow_extra_args(false)
      ->group("Values");
  verb.add_option("--engine", options.engine,
                  "what computes: compiled, the kernels' text as the bundle has it; interp, their "
                  "formulas, element by element")
      ->check(CLI::IsMember({"compiled", "interp"}))
      ->capture_default_str()
      ->group("Values");
  verb.add_option("--threads", options.threads,
                  "that compile and compute; one per processor if none")
      ->check(CLI::Range(1, 4096))
      ->group("Values");
}

static CLI::App &addVerb(CLI::App &app, CommandOptions &options, const char *name,
                         const char *what) {
  CLI::App &verb = *app.add_subcommand(name, what);
  verb.callback([&options, name] { options.verb = name; });
  verb.footer(exitCodeText());
  return verb;
}

static void addTarget(CLI::App &verb, CommandOptions &options) {
  verb.add_option("--target", options.target, "of the bundle: cuda or cpu; both if none")
      ->check(CLI::IsMember({"cuda", "cpu"}));
}

static void addCompile(CLI::App &app, CommandOptions &options) {
  CLI::App &verb = addVerb(app, options, "compile", "write the bundle: sources that build alone");
  addReading(verb, options);
  addNumerics(verb, options);
  addOverlap(verb, options);
  addStages(verb, options);
  verb.add_option("-o,--output", options.output,
                  "the bundle's folder; the program's name if none; with --to, a file");
  addTarget(verb, options);
  verb.add_option("--cuda-arch", options.cudaArchitectures,
                  "GPU architectures, 80;90 if none: numbers as CMake takes them, or native, all, "
                  "all-major")
      ->check(wrongArchitectures);
  verb.add_option(
          "--embed", options.embed,
          "cubin: compile the kernels for GPUs, so that the bundle builds without nvcc; needs "
          "NVRTC")
      ->check(CLI::IsMember({"cubin"}));
  verb.add_option(
          "--emit", options.emit,
          "print these on standard output instead: plan.json, program.mlir, ptx (the kernels "
          "for the first GPU architecture; needs NVRTC), or any file of the bundle")
      ->delimiter(',');
  verb.add_flag("--list-outputs", options.listOutputs,
                "print what would be written, write nothing");
  addDebugChecks(verb, options);
  verb.add_flag("--MD", options.depfile, "write what the bundle depends on, for make and ninja");
  verb.add_option("--MF", options.depfilePath, "where -MD writes it; else FOLDER.d");
}

static void addRedistribute(CLI::App &app, CommandOptions &options) {
  CLI::App &verb = addVerb(app, options, "redistribute",
                           "print a program that moves a value from one sharding to another");
  verb.add_option("VALUE", options.movedValue, "its name, type and sizes: w:f32[1024, 64]")
      ->required();
  verb.add_option("--mesh", options.mesh, "the devices: data=2, model=4")->required();
  verb.add_option("--from", options.fromSharding,
                  "how it arrives, as a config says it: [\"data\", null]")
      ->required();
  verb.add_option("--to", options.toSharding, "how it leaves")->required();
  verb.add_option("-o,--output", options.output, "write it to this file");
  addNames(verb, options);
  addMessages(verb, options);
}

/// As bundles have them, whose --save is theirs alone.
static void addSteps(CLI::App &run, CommandOptions &options) {
  CLI::Option *steps =
      run.add_option("--steps", options.steps,
                     "run so often, each with the outputs of the one before as inputs of the same "
                     "names; NAME=each:FILE.npy is a value for each")
          ->check(CLI::Range(1, 1000000))
          ->group("Values");
  steps->excludes(run.get_option("--repeat"));
  run.add_option("--from-step", options.fromStep, "the number of the first step, for each:; else 0")
      ->check(CLI::Range(0, 1000000))
      ->needs(steps)
      ->group("Values");
  run.add_option("--watch", options.watched, "print this output after every step")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->needs(steps)
      ->group("Values");
}

static void addVerbs(CLI::App &app, CommandOptions &options) {
  CLI::App &check = addVerb(app, options, "check", "read and validate, nothing else");
  addReading(check, options);

  CLI::App &init = addVerb(app, options, "init", "print a config to fill in");
  addProgram(init, options);
  init.add_option("--mesh", options.mesh,
                  "the devices, for a program without a mesh: data=2, model=4");
  init.add_option("-o,--output", options.output, "write it to this file");
  addTimeout(init, options);

  CLI::App &plan = addVerb(app, options, "plan", "shards, slices, steps, memory, bytes moved");
  addReading(plan, options);
  addNumerics(plan, options);
  addOverlap(plan, options);
  addStages(plan, options);
  plan.add_flag("--json", options.json, "for other tools");
  addNotation(plan, options);
  plan.add_option("-o,--output", options.output, "write it to this file");

  CLI::App &explain = addVerb(app, options, "explain", "why a value is cut as it is");
  addReading(explain, options);
  addNumerics(explain, options);
  addOverlap(explain, options);
  explain.add_option(
      "--value", options.value,
      "only this value, by its name in the program or the plan, the end of a name, or "
      "a line: 12, model.py:12");
  explain.add_option("-o,--output", options.output, "write it to this file");
  explain.add_option("--collective", options.collective,
                     "only this collective, by its id in 'plan' (c0)");
  addNotation(explain, options);

  addCompile(app, options);

  CLI::App &run = addVerb(app, options, "run", "run all shards on this machine's CPUs");
  addReading(run, options);
  addNumerics(run, options);
  addOverlap(run, options);
  addStages(run, options);
  addTarget(run, options);
  addInputs(run, options);
  run.add_flag("--print", options.print, "print the outputs")->group("Values");
  run.add_option("-o,--output", options.output, "write the outputs to this .npz file")
      ->group("Values");
  addDebugChecks(run, options);
  run.add_flag("--time", options.time, "how long it took")->group("Values");
  run.add_option("--repeat", options.repeat, "how often to run")
      ->check(CLI::Range(1, 1000000))
      ->group("Values");
  addSteps(run, options);

  CLI::App &verify = addVerb(app, options, "verify",
                             "compare with the unsharded program, or with expected values");
  addReading(verify, options);
  addNumerics(verify, options);
  addOverlap(verify, options);
  addStages(verify, options);
  addTarget(verify, options);
  addInputs(verify, options);
  verify
      .add_option("--compiler", options.compiler,
                  "build the whole bundle with this C++ compiler, and CMake, and run it as well")
      ->group("Values");
  verify
      .add_option("--isa", options.isa,
                  "the instructions that kernels are compiled for: baseline, avx2, avx512, or all "
                  "that the processor has, one after the other")
      ->check(CLI::IsMember({"baseline", "avx2", "avx512", "all"}))
      ->group("Values");
  verify.add_option("--expect", options.expect, "expected outputs (.npz)")->group("Values");
  verify.add_option("--got", options.got, "outputs of another run, instead of running (.npz)")
      ->group("Values");
  verify.add_option("--rtol", options.rtol, "tolerance relative to an output's largest magnitude")
      ->check(wrongAmount)
      ->group("Values");

  addRedistribute(app, options);

  CLI::App &list = addVerb(app, options, "list",
                           "stages, ops, types, attributes, targets, machines, errors, engines");
  list.add_option("WHAT", options.topic,
                  "stages, ops, types, attributes, targets, machines, errors or engines")
      ->required()
      ->check(CLI::IsMember(
          {"stages", "ops", "types", "attributes", "targets", "machines", "errors", "engines"}));
  list.add_option("NAME", options.name, "one of them, in detail");

  CLI::App &help = addVerb(app, options, "help", "what a verb does, and its options");
  help.add_option("VERB", options.topic, "the verb; all verbs if none");
}

void addCommandTable(CLI::App &app, CommandOptions &options) {
  app.name("shardc");
  app.description("Compiles a tensor program and a description of how its inputs are sharded into\n"
                  "CUDA and C++ sources that a person can read, build and run.");
  app.require_subcommand(1);
  app.set_version_flag("-V,--version", versionText());
  app.footer(exitCodeText());
  addVerbs(app, options);
}

} // namespace shardc
