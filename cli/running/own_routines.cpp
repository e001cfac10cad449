// SPDX-License-Identifier: Apache-2.0
// A routine is called as a bundle for CPUs that checks its calls does it
// (runtime/host/ops/op_check.h).
#include "cli/running/own_routines.h"

#include "cli/running/execute.h"
#include "codegen/cpp/calls.h"
#include "codegen/engine/fault_guard.h"
#include "codegen/runtime_files.h"
#include "runtime/error.h"
#include "runtime/host/ops/op_check.h"
#include "runtime/host/ops/pad.h"
#include "runtime/host/ops/positions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <map>
#include <set>

namespace shardc {

namespace runtime {
inline namespace SHARDC_RUNTIME {

#define SHARDC_ROUTINE(name, flops) const char *name(const shardc_call *call);
#include "runtime/routines/routines.def"

} // namespace SHARDC_RUNTIME
} // namespace runtime

using runtime::Error;

static Error environmentError(const std::string &what) {
  return Error(runtime::Exit::environment, what);
}

namespace {

using Routed = const char *(*)(const shardc_call *);

/// A folder that is gone with this.
class TemporaryFolder {
public:
  TemporaryFolder() {
    if (const auto error = llvm::sys::fs::createUniqueDirectory("shardc-ops", folder))
      throw environmentError("no temporary folder: " + error.message());
  }
  ~TemporaryFolder() { llvm::sys::fs::remove_directories(folder); }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  std::string path(StringRef name) const {
    llvm::SmallString<128> path(folder);
    llvm::sys::path::append(path, name);
    return path.str().str();
  }

  void write(StringRef name, StringRef text) const {
    const std::string file = path(name);
    std::error_code failed = llvm::sys::fs::create_directories(llvm::sys::path::parent_path(file));
    if (!failed) llvm::raw_fd_ostream(file, failed) << text;
    if (failed) throw environmentError("cannot write '" + file + "': " + failed.message());
  }

private:
  llvm::SmallString<128> folder;
};

/// Memory at a multiple of what guards are.
class Room {
public:
  explicit Room(int64_t size)
      : size(size), bytes(static_cast<char *>(std::aligned_alloc(
                        runtime::kGuard, llvm::alignTo(size, runtime::kGuard)))) {
    if (!bytes) throw environmentError("no memory to check code in");
  }
  ~Room() { std::free(bytes); }
  Room(const Room &) = delete;
  Room &operator=(const Room &) = delete;
  runtime::Scratch whole() const { return {bytes, size}; }

private:
  int64_t size;
  char *bytes;
};

} // namespace

struct OwnRoutines::State {
  const Plan &plan;
  const bool twice; // each call, to see what it leaves unwritten
  TemporaryFolder folder;
  void *library = nullptr;
  std::map<int, Routed> functions; // by routine

  State(const Plan &plan, bool twice) : plan(plan), twice(twice) {}
  ~State() {
    if (library) dlclose(library);
  }

  void compile(const std::string &compiler);
  std::vector<std::string> writeLibraryCode() const;
  void load(int number);
  /// What it is told of the mesh and by the config is in the lists.
  runtime::OwnOp opOf(const Plan &called, const Kernel::Call &call, std::vector<shardc_axis> &axes,
                      std::vector<shardc_attribute> &attributes) const;
};

/// The runtime's own are here already.
static std::map<std::string, Routed> runtimeRoutines() {
  return {
#define SHARDC_ROUTINE(name, flops) {#name, runtime::name},
#include "runtime/routines/routines.def"
  };
}

/// Routines that are called and that libraries alone do, one of each name.
static std::vector<const Routine *> librariesRoutines(const Plan &plan) {
  std::map<std::string, const Routine *> routines;
  for (const int number : routinesOf(plan))
    if (const Routine &routine = plan.routines[number]; routine.needsLibrary)
      routines.try_emplace(routine.name, &routine);
  std::vector<const Routine *> first;
  for (const auto &[name, routine] : routines)
    first.push_back(routine);
  return first;
}

/// The libraries for CPUs that do such a routine.
static Libraries librariesHere(const Routine &routine) {
  Libraries here;
  for (const Library *each : routine.libraries)
    if (!each->isForGpus) here.push_back(each);
  if (here.empty())
    throw Error(runtime::Exit::unsupported,
                "'" + routine.name +
                    "' is done by libraries alone, and by none of --libraries on CPUs; compile and "
                    "build a bundle for GPUs, or name one that does it (docs/numerics.md)");
  return here;
}

/// What a function is found by that calls such a routine.
static std::string doorOf(const Routine &routine) { return "shardc_call_of_" + routine.name; }

/// Code for such routines, as a bundle has it, and functions that call them.
std::vector<std::string> OwnRoutines::State::writeLibraryCode() const {
  const auto routines = librariesRoutines(plan);
  if (routines.empty()) return {};
  std::vector<std::string> words;
  std::set<std::string> links; // the linker takes of a library what those before it want
  std::string doors;
  for (const Routine *routine : routines) {
    words.push_back(folder.path("runtime/libraries/cpu/" + routine->name + "_cpu.cpp"));
    doors += "#include \"" + routine->header + "\"\nextern \"C\" const char *" + doorOf(*routine) +
             "(const shardc_call *call) { return " + routine->symbol + "(call); }\n";
    for (const Library *each : librariesHere(*routine)) {
      words.push_back("-D" + each->definition());
      links.insert("-l" + each->name.str());
    }
  }
  for (const RuntimeFile &file : runtimeFiles())
    folder.write(file.path, file.text);
  folder.write("doors.cpp", doors);
  words.push_back(folder.path("doors.cpp"));
  llvm::append_range(words, links);
  return words;
}

/// What is compiled, for messages.
static std::string codeOf(const Plan &plan) {
  const auto routines = librariesRoutines(plan);
  if (routines.empty()) return "code for ops of 'custom_ops'";
  const Library &library = *librariesHere(*routines.front()).front();
  return "code that calls " + library.title.str() + " (-l" + library.name.str() + ") for '" +
         routines.front()->name + "'";
}

void OwnRoutines::State::compile(const std::string &compiler) {
  const char *named = std::getenv("CXX");
  const std::string chosen = !compiler.empty() ? compiler : named && *named ? named : "c++";
  std::vector<std::string> words = {findProgram(chosen, codeOf(plan)),
                                    "-std=c++20",
                                    "-O1",
                                    "-g",
                                    "-shared",
                                    "-fPIC",
                                    "-I" + folder.path(""),
                                    "-o",
                                    folder.path("ops.so")};
  const auto headers = eachHeaders(plan);
  for (const RuntimeFile &file : runtimeFiles())
    if (!headers.empty() || StringRef(file.path) == "runtime/op.h")
      folder.write(file.path, file.text);
  for (const RoutineSource &header : headers)
    folder.write(pathInBundle(header), header.text);
  for (const RoutineSource &source : sourcesFor(plan, Target::cpp)) {
    folder.write(pathInBundle(source), source.text);
    words.push_back(folder.path(pathInBundle(source)));
  }
  llvm::append_range(words, writeLibraryCode());
  execute(words, folder.path("log"), codeOf(plan) + " does not compile by '" + chosen + "'");
  library = dlopen(folder.path("ops.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) throw environmentError(std::string("code for ops cannot be loaded: ") + dlerror());
}

void OwnRoutines::State::load(int number) {
  const Routine &routine = plan.routines[number];
  if (!routine.header.empty() && !routine.needsLibrary) {
    functions[number] = runtimeRoutines().at(routine.name);
    return;
  }
  void *found = dlsym(library, (routine.needsLibrary ? doorOf(routine) : routine.symbol).c_str());
  if (!found)
    throw Error(runtime::Exit::wrong_input, "'" + routine.cpp->file + "' has no function '" +
                                                routine.symbol +
                                                "'; write it as extern \"C\" const char *" +
                                                routine.symbol + "(const shardc_call *call)");
  functions[number] = reinterpret_cast<Routed>(found);
}

runtime::OwnOp OwnRoutines::State::opOf(const Plan &called, const Kernel::Call &call,
                                        std::vector<shardc_axis> &axes,
                                        std::vector<shardc_attribute> &attributes) const {
  const Routine &routine = plan.routines[call.routine];
  const Mesh none, &mesh = routine.mesh                          ? *routine.mesh
                           : called.mode == PlanMode::collective ? called.meshes.front()
                                                                 : none;
  for (const MeshAxis &axis : mesh.axes)
    axes.push_back({axis.name.c_str(), axis.size, 0});
  for (const RoutineAttribute &each : routine.attributes) {
    shardc_attribute given = {each.name.c_str(), nullptr, 0, 0};
    if (const auto *text = std::get_if<std::string>(&each.value)) given.text = text->c_str();
    if (const auto *number = std::get_if<double>(&each.value)) given.number = *number;
    if (const auto *integer = std::get_if<int64_t>(&each.value)) {
      given.integer = *integer;
      given.number = static_cast<double>(*integer);
    }
    attributes.push_back(given);
  }
  return {routine.name.c_str(), functions.at(call.routine), axes, attributes};
}

OwnRoutines::OwnRoutines(const Plan &plan, const std::string &compiler, bool twice)
    : state(std::make_unique<State>(plan, twice)) {
  const std::set<int> called = routinesOf(plan);
  for (const int number : called)
    if (const Routine &own = plan.routines[number]; own.header.empty() && !own.cpp && !own.each)
      throw Error(runtime::Exit::unsupported,
                  "'" + plan.routines[number].name +
                      "' has no code for CPUs, so it cannot be run here; give its kernel a 'cpp'");
  if (hasOwnCode(plan) || !librariesRoutines(plan).empty()) state->compile(compiler);
  for (const int number : called)
    state->load(number);
}

OwnRoutines::~OwnRoutines() = default;

/// Lists of the parts of a call.
using Dims = std::deque<std::vector<runtime::PartDim>>;
static runtime::ValuePart partOf(const WindowData &window, ArrayRef<int64_t> shape, const Box &box,
                                 ArrayRef<int> positions, const void *memory, Dims &dims) {
  std::vector<runtime::PartDim> &own = dims.emplace_back();
  for (auto [extent, held, given] : llvm::zip_equal(shape, window.window, box)) {
    const size_t at = own.size();
    own.push_back({extent,
                   {held.lo, held.hi},
                   {given.lo, given.hi},
                   at < positions.size() ? positions[at] : -1});
  }
  return {memory, runtimeType(window.type), own};
}

/// A window without elements has memory too, as in a bundle: none is of a result that nobody reads.
static const void *memoryOf(const WindowData &window) {
  static const char nothing = 0;
  return window.data.empty() ? &nothing : window.data.data();
}

/// Devices are numbered row-major over the coordinates of their function.
static int deviceOf(const Launch &launch) {
  const ShardGrid grid = gridOf(launch.function);
  return static_cast<int>(launch.function.firstShard +
                          grid.numberOf(grid.all(), launch.coordinates));
}

/// What is behind parts that are padded, as bytes of their types; else nothing.
static std::vector<std::vector<char>> fillsOf(const Plan &plan, const Kernel::Call &call) {
  std::vector<std::vector<char>> fills(call.operands.size());
  for (auto [fill, said] : llvm::zip(fills, plan.routines[call.routine].fills)) {
    HostTensor one = HostTensor::zeros({said.number.type, {}});
    one.set(0, said.number);
    fill.assign(one.data.begin(), one.data.end());
  }
  return fills;
}

/// A call's parts on a device.
struct DeviceParts {
  Dims dims;
  std::vector<runtime::ValuePart> operands, results;
};

static DeviceParts partsOf(const Plan &plan, const Launch &launch) {
  const Step &step = launch.steps.back();
  const Kernel &kernel = launch.function.kernels[step.kernel];
  const Kernel::Call &call = *kernel.call;
  const auto boxOf = [&](ArrayRef<Span> spans) {
    return boxAt(spans, launch.function, launch.coordinates);
  };
  const SmallVector<int, 2> positions = call.positionsOfResults();
  DeviceParts parts;
  parts.results.resize(call.resultCount);
  for (const Kernel::Call::Operand &each : call.operands) {
    const WindowData &window = launch.windows[step.ins[each.number]];
    parts.operands.push_back(partOf(window, kernel.ins[each.number].shape, boxOf(each.box),
                                    each.positions, memoryOf(window), parts.dims));
  }
  for (auto [out, window, result] : llvm::zip_equal(step.outs, kernel.outs, call.results)) {
    WindowData &data = launch.windows[out];
    data.data.resize(std::max<int64_t>(0, volume(data.window)) * info(data.type).bytes);
    parts.results[result.number] =
        partOf(data, window.shape, boxOf(result.box), positions, memoryOf(data), parts.dims);
  }
  for (auto [part, each, fill] : llvm::zip(parts.operands, call.operands, fillsOf(plan, call))) {
    part.padded = {each.padded.data(), each.padded.size()};
    std::memcpy(part.fill.bytes, fill.data(), fill.size());
  }
  for (const Kernel::Call::Result &each : call.results)
    parts.results[each.number].padded = {each.padded.data(), each.padded.size()};
  return parts;
}

void OwnRoutines::run(const Plan &plan, const Launch &launch) const {
  const Step &step = launch.steps.back();
  const Kernel::Call &call = *launch.function.kernels[step.kernel].call;
  std::vector<shardc_axis> axes;
  std::vector<shardc_attribute> attributes;
  const runtime::OwnOp op = state->opOf(plan, call, axes, attributes);
  const int device = deviceOf(launch);
  const auto copy = [](char *to, const char *from, size_t bytes) { std::memcpy(to, from, bytes); };
  const std::string what = std::string("the code of '") + op.name + "'";
  const DeviceParts parts = partsOf(plan, launch);
  runtime::for_each_position(parts.operands, parts.results, [&](const auto &in, const auto &out) {
    if (runtime::is_idle(out, launch.others)) return;
    const Room arrays(runtime::padded_bytes(in, out));
    const runtime::PaddedCall even(in, out, static_cast<char *>(arrays.whole().memory));
    for (const runtime::PaddedPart &part : even.in)
      runtime::copy_padded(nullptr, part, /*isOut=*/false);
    const Room room(runtime::room_for(even.operands, even.results, call.scratchBytes));
    const FaultGuard guard(what);
    const std::string wrong = runtime::check_call({op,
                                                   device,
                                                   nullptr,
                                                   even.operands,
                                                   even.results,
                                                   call.scratchBytes,
                                                   room.whole(),
                                                   copy,
                                                   copy,
                                                   state->twice,
                                                   {},
                                                   launch.others});
    if (!wrong.empty())
      throw Error(runtime::Exit::differs, "device " + std::to_string(device) + ", step '" +
                                              step.label + "': " + op.name + " " + wrong);
    for (const runtime::PaddedPart &part : even.out)
      runtime::copy_padded(nullptr, part, /*isOut=*/true);
  });
}

Compute withRoutines(const Plan &plan, Compute compute,
                     std::shared_ptr<const OwnRoutines> routines) {
  if (!hasCalls(plan)) return compute;
  return [&plan, routines = std::move(routines),
          compute = std::move(compute)](const Launch &launch) -> std::optional<Fault> {
    const Step &last = launch.steps.back();
    if (!launch.function.kernels[last.kernel].call) return compute(launch);
    routines->run(plan, launch);
    return std::nullopt;
  };
}

} // namespace shardc
