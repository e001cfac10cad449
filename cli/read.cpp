// SPDX-License-Identifier: Apache-2.0
// What a compile reads: files, the config's ops and plug-ins' that a program may call, its map,
// then the program and the config.
#include "cli/cases.h"
#include "cli/driver.h"
#include "cli/io/read_file.h"
#include "cli/plugin_ops.h"
#include "codegen/plan/names.h"
#include "frontend/config/calls/custom_ops.h"
#include "frontend/config/machine_file.h"
#include "frontend/config/map.h"
#include "frontend/frontend.h"
#include "frontend/libraries.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

static std::unique_ptr<llvm::MemoryBuffer> readText(Compilation &c, const std::string &path) {
  auto file = readFile(path, kMostProgramBytes + 1); // one more is too many
  if (file) return std::move(*file);
  (void)stop(c, Exit::environment, "cannot read '" + path + "': " + file.getError().message());
  return nullptr;
}

std::string shownName(const std::string &path) { return path == "-" ? "<stdin>" : path; }

static std::string folderOf(const std::string &path) {
  if (path == "-") return "";
  const llvm::StringRef folder = llvm::sys::path::parent_path(path);
  return folder.empty() ? "." : folder.str();
}

/// Where none is asked for, the bundle's own, if it is for one kind.
static StringRef machineName(const CommandOptions &options) {
  if (options.machine.empty() && options.target == "cpu") return "cpu";
  return options.machine.empty() ? StringRef(machines().front().name) : StringRef(options.machine);
}

static bool isMachineFile(const CommandOptions &options) {
  return !findMachine(machineName(options));
}

/// What is wrong in a text that the user has not written is wrong in an argument.
static void toArgument(const Compilation &c, Told &place) {
  for (const ArgumentLine &line : c.argumentLines) {
    if (place.file != line.file || place.line != line.line) continue;
    place.file = line.option;
    place.line = 1;
    place.column += line.columns;
    return;
  }
}

static LogicalResult readFiles(Compilation &c) {
  const CommandOptions &options = c.options;
  if (!c.programText) c.programText = readText(c, options.program);
  if (!c.programText) return failure();
  if (!options.config.empty() && !c.configText) c.configText = readText(c, options.config);
  if (!options.config.empty() && !c.configText) return failure();
  if (isMachineFile(options) && !c.machineText) c.machineText = readText(c, options.machine);
  if (isMachineFile(options) && !c.machineText) return failure();
  c.diagnostics = std::make_unique<DiagnosticsPrinter>(
      *c.context,
      PrinterOptions{options.jsonDiagnostics, options.verbose, options.warningsAreErrors,
                     options.warnings, [&c](Told &place) { toArgument(c, place); },
                     [&c] { c.progress.hide(); }},
      c.isTrial ? llvm::nulls() : llvm::errs());
  c.diagnostics->addFile(shownName(options.program), c.programText->getBuffer());
  if (c.configText) c.diagnostics->addFile(shownName(options.config), c.configText->getBuffer());
  if (c.machineText) c.diagnostics->addFile(shownName(options.machine), c.machineText->getBuffer());
  for (const ArgumentLine &line : c.argumentLines)
    c.diagnostics->addFile(line.option, line.argument);
  return success();
}

/// Code for what a bundle is for.
static LogicalResult requireCode(const CustomOps &ops, const CommandOptions &options) {
  if (options.verb != "compile") return success();
  bool good = true;
  for (const CustomOpEntry &entry : ops.entries) {
    if (!entry.routine) continue;
    if (!options.embed.empty()) {
      good = false;
      (void)(report(entry.kernelLoc, Diag::unsupported_key)
             << "'" << shown(entry.target)
             << "' has code that nvcc compiles with the bundle, and --embed does without; leave it "
                "out");
      continue;
    }
    if (entry.routine->each) continue;
    const bool lacksCuda = options.target != "cpu" && !entry.routine->cuda;
    const bool lacksCpp = options.target != "cuda" && !entry.routine->cpp;
    if (!lacksCuda && !lacksCpp) continue;
    good = false;
    (void)(report(entry.kernelLoc, Diag::missing_key)
           << "'" << shown(entry.target) << "' has no code for " << (lacksCuda ? "GPUs" : "CPUs")
           << "; give its kernel '" << (lacksCuda ? "cuda" : "cpp")
           << "', or say --target=" << (lacksCuda ? "cpu" : "cuda"));
  }
  return success(good);
}

/// Functions that a bundle's text and C++ have no other thing of that name for.
static LogicalResult requireNames(const CustomOps &ops) {
  bool good = true;
  for (const CustomOpEntry &entry : ops.entries) {
    if (!entry.routine || mayNameFunction(entry.routine->symbol)) continue;
    good = false;
    (void)(report(entry.kernelLoc, Diag::wrong_value)
           << "'" << shown(entry.routine->symbol) << "', the function of '" << shown(entry.target)
           << "', is a word of C++ or CUDA, or a name of their headers or of a bundle's own text; "
              "call it otherwise, and say so by \"symbol\"");
  }
  return success(good);
}

/// What it is given beside values has names that C++ has no other thing for.
static LogicalResult requireMembers(const CustomOps &ops) {
  bool good = true;
  for (const CustomOpEntry &entry : ops.entries) {
    if (!entry.routine || !entry.routine->each) continue;
    for (const RoutineAttribute &attribute : entry.routine->attributes) {
      if (mayNameFunction(attribute.name)) continue;
      good = false;
      (void)(report(entry.kernelLoc, Diag::wrong_value)
             << "'" << shown(attribute.name) << "', an attribute of '" << shown(entry.target)
             << "', is a word of C++ or CUDA, and 'each' has it as a member; call it otherwise");
    }
  }
  return success(good);
}

/// What the config says of calls.
static LogicalResult readConfigsOps(Compilation &c) {
  const bool mayHave = c.configText && c.configText->getBuffer().contains("custom_ops");
  if (!mayHave) return success();
  Files files;
  files.folder = folderOf(c.options.config);
  auto ops =
      readCustomOps(*c.context, c.configText->getBuffer(), shownName(c.options.config), files);
  if (!ops) return failure();
  c.files.read = std::move(files.read);
  c.customOps = std::move(*ops);
  return success();
}

/// Those that may do the work: where there is no bundle, loops stay.
static Libraries librariesFor(const CommandOptions &options) {
  Libraries chosen = *librariesNamed(options.libraries);
  if (options.verb != "compile" && options.verb != "plan")
    llvm::erase_if(chosen, [](const Library *library) { return library->replacesLoops; });
  if (!options.embed.empty()) // what a bundle is then built with has nothing of CUDA
    llvm::erase_if(chosen, [](const Library *library) { return library->isForGpus; });
  return chosen;
}

/// What calls are, before the program is read.
static LogicalResult parseCustomOps(Compilation &c) {
  c.files.folder = folderOf(c.options.program);
  c.files.customOps = &c.customOps;
  if (failed(readConfigsOps(c))) return failure();
  c.customOps.libraries = librariesFor(c.options);
  if (failed(readPluginsOps(c))) return failure();
  if (!c.isTrial && failed(requireCode(c.customOps, c.options))) return failure();
  if (!c.isTrial && failed(requireNames(c.customOps))) return failure();
  if (!c.isTrial && failed(requireMembers(c.customOps))) return failure();
  if (c.customOps.entries.empty()) return success();
  return c.isTrial ? takeCases(c) : chooseCases(c);
}

/// The axes that collectives of the program may name.
static LogicalResult parseMap(Compilation &c) {
  const bool mayHave = c.configText && c.configText->getBuffer().contains("\"map\"");
  if (!mayHave) return success();
  auto axes = readMapAxes(*c.context, c.configText->getBuffer(), shownName(c.options.config));
  if (!axes) return failure();
  c.map = std::move(*axes);
  c.files.map = &c.map;
  return success();
}

static LogicalResult parseProgram(Compilation &c) {
  const auto clock = c.timings.start("parse");
  c.program =
      readProgram(*c.context, c.programText->getBuffer(), shownName(c.options.program), c.files);
  if (!c.program) return failure();
  if (!c.options.programName.empty()) c.program->setSymName(c.options.programName);
  return refuseUnusedEntries(c.customOps);
}

static LogicalResult parseConfig(Compilation &c) {
  const auto clock = c.timings.start("config");
  auto config = c.configText
                    ? readConfig(c.configText->getBuffer(), shownName(c.options.config), *c.program)
                    : defaultConfig(*c.program);
  if (config) c.config = std::move(*config);
  return success(config.has_value());
}

static LogicalResult parseMachine(Compilation &c) {
  if (!c.machineText) {
    c.machine = *findMachine(machineName(c.options));
    return success();
  }
  auto machine = readMachine(*c.context, c.machineText->getBuffer(), shownName(c.options.machine));
  if (machine) c.machine = std::move(*machine);
  return success(machine.has_value());
}

LogicalResult read(Compilation &c) {
  c.progress.begin("parse", "file", 0, c.options.config.empty() ? 1 : 2);
  c.context = makeContext();
  if (failed(readFiles(c)) || failed(parseMachine(c)) || failed(parseCustomOps(c)) ||
      failed(parseMap(c)) || failed(parseProgram(c)))
    return failure();
  c.progress.advance();
  return parseConfig(c);
}

} // namespace shardc
