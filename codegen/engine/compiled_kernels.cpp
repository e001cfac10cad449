// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/compiled_kernels.h"

#include "codegen/engine/callers.h"
#include "codegen/engine/clang.h"
#include "codegen/engine/evaluation_work.h"
#include "codegen/engine/fault_guard.h"
#include "codegen/engine/machine_code.h"
#include "codegen/engine/prelude.h"
#include "frontend/bug.h"
#include "runtime/io/file.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/TargetParser/Host.h"

#include <atomic>

namespace shardc {

namespace {

/// Below this many kernels to a thread, reading the text once more takes longer than it saves.
constexpr size_t kKernelsOfUnit = 4;

/// Operations of the reference evaluation in the time in which a kernel is compiled.
constexpr double kWorthCompiling = 5e5;

const RowBlocks *blocksEndingWith(const Function &function, size_t kernel) {
  for (const RowBlocks &blocks : function.rowBlocks)
    if (blocks.kernels.back() == static_cast<int>(kernel)) return &blocks;
  return nullptr;
}

size_t operandsOf(const Function &function, size_t kernel) {
  if (const RowBlocks *blocks = blocksEndingWith(function, kernel))
    return blocks->operands.size() + 1;
  return function.kernels[kernel].ins.size() + function.kernels[kernel].outs.size();
}

/// The kernels that are compiled, in parts of about the same length of text, a thread's each.
std::vector<std::vector<KernelNumber>> unitsOf(const Plan &plan, const CpuKernels &text,
                                               const EngineOptions &options, size_t threads) {
  std::vector<std::pair<size_t, KernelNumber>> all; // length of text
  for (auto [f, function] : llvm::enumerate(plan.functions)) {
    const std::vector<double> work = evaluationWorkOf(function);
    for (auto [k, kernel] : llvm::enumerate(text.kernels[f])) {
      const bool isTaken = !options.onlyWorthwhile || work[k] > kWorthCompiling;
      if (kernel.isInTable() && isTaken) all.push_back({kernel.cpp.text.size(), {f, k}});
    }
  }
  llvm::stable_sort(all, [](const auto &a, const auto &b) { return a.first > b.first; });
  const size_t count = std::clamp<size_t>(all.size() / kKernelsOfUnit, 1, threads);
  std::vector<std::vector<KernelNumber>> units(all.empty() ? 0 : count);
  std::vector<size_t> lengths(count);
  for (const auto &[length, number] : all) {
    const size_t least = llvm::min_element(lengths) - lengths.begin();
    units[least].push_back(number);
    lengths[least] += length;
  }
  return units;
}

/// What the bundle's CMakeLists.txt gives the compiler, in the words of `clang -cc1`.
std::vector<std::string> argumentsFor(const std::string &isa) {
  std::vector<std::string> words = {"-emit-llvm-only",
                                    "-triple",
                                    llvm::sys::getDefaultTargetTriple(),
                                    "-x",
                                    "c++",
                                    "-std=c++20",
                                    "-O1",
                                    "-vectorize-loops",
                                    "-fno-rounding-math",
                                    "-fcxx-exceptions",
                                    "-fexceptions",
                                    "-funwind-tables=2",
                                    "-mrelocation-model",
                                    "pic",
                                    "-pic-level",
                                    "2",
                                    "-femulated-tls",
                                    "-fgnuc-version=4.2.1",
                                    "-I",
                                    "/bundle",
                                    "-isystem",
                                    "/std",
                                    "-D",
                                    "NDEBUG",
                                    "-D",
                                    "SHARDC_BACKEND=cpu"};
  for (const llvm::StringRef flag : llvm::split(cpuFlags().all, ' ')) {
    if (flag == "-fno-math-errno") continue; // as `-cc1` has it
    words.push_back(flag == "-fno-trapping-math" ? "-ffp-exception-behavior=ignore" : flag.str());
  }
  for (const InstructionSet &set : instructionSets()) {
    if (isa != set.name) continue;
    llvm::append_range(words, std::vector<std::string>{"-D", "SHARDC_ISA=" + isa});
    for (const llvm::StringRef flag : llvm::split(set.flags, ' ')) {
      llvm::StringRef processor = flag;
      if (processor.consume_front("-march="))
        llvm::append_range(words, std::vector<std::string>{"-target-cpu", processor.str()});
      else
        words.push_back(flag.str());
    }
  }
  return words;
}

TranslationUnit unitOf(const CpuKernels &text, const std::string &callers,
                       ArrayRef<KernelNumber> called, const std::string &isa) {
  TranslationUnit unit;
  unit.path = "/bundle/callers.cpp";
  unit.arguments = argumentsFor(isa);
  unit.files.push_back({unit.path, callers});
  for (const BundleFile &file : text.files)
    unit.files.push_back({"/bundle/" + file.path, file.text});
  for (const auto &[name, header] : prelude())
    unit.files.push_back({std::string("/std/") + name, header});
  for (const KernelNumber number : called)
    unit.entries.push_back(callerName(number));
  return unit;
}

} // namespace

namespace {

/// A kernel that is compiled, and what it takes beside memory.
struct Callable {
  Caller call = nullptr; // none: it is interpreted
  std::optional<Chunks> chunks;
  bool takesDevice = false;
  SmallVector<int64_t, 1> trips = {};
};

/// Does something for each number below `count`, in the pool. The pool's threads, which start here,
/// let interrupts go to the thread that writes files and knows what to tidy up.
void inPool(llvm::DefaultThreadPool &threads, size_t count, llvm::function_ref<void(size_t)> act) {
  {
    const runtime::HeldInterrupts held;
    for (size_t n = 0; n < count; ++n)
      threads.async([act, n] { act(n); });
  }
  threads.wait();
}

/// The object files of all units, each made by a thread of the pool.
std::vector<std::unique_ptr<llvm::MemoryBuffer>>
compileUnits(const Plan &plan, const CpuKernels &text, const std::string &isa,
             ArrayRef<std::vector<KernelNumber>> units, llvm::DefaultThreadPool &threads) {
  const auto operands = [&](KernelNumber number) {
    return operandsOf(plan.functions[number.function], number.kernel);
  };
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects(units.size());
  std::vector<std::string> errors(units.size());
  const auto compile = [&](size_t n) {
    auto object =
        compileObject(unitOf(text, callersText(text, units[n], isa, operands), units[n], isa));
    if (object)
      objects[n] = std::move(*object);
    else
      errors[n] = llvm::toString(object.takeError());
  };
  inPool(threads, units.size(), compile);
  for (const std::string &error : errors)
    if (!error.empty()) internalError("the text of the kernels does not compile: " + error);
  return objects;
}

template <typename T>
T orBug(llvm::Expected<T> value) {
  if (!value) internalError("the kernels cannot be linked: " + llvm::toString(value.takeError()));
  return std::move(*value);
}

} // namespace

struct CompiledKernels::State {
  const Plan &plan;
  std::vector<DeviceLayout> layouts;            // per function
  std::vector<std::vector<Callable>> callables; // per function and kernel
  MachineCode code;
  /// After the code, to end before it: variables of the threads are destroyed by the code.
  std::unique_ptr<llvm::DefaultThreadPool> threads;

  std::optional<Fault> run(const Launch &launch);
  std::vector<int64_t> numbersFor(const Callable &callable, const Launch &launch) const;
  std::optional<Fault> call(const Callable &callable, std::vector<int64_t> numbers,
                            ArrayRef<void *> memory, const std::string &what);
};

CompiledKernels::CompiledKernels(const Plan &plan, const CpuKernels &text,
                                 const EngineOptions &options) {
  initialiseTarget();
  auto threads =
      std::make_unique<llvm::DefaultThreadPool>(llvm::hardware_concurrency(options.threads));
  const auto units = unitsOf(plan, text, options, threads->getMaxConcurrency());
  MachineCode code =
      orBug(MachineCode::link(compileUnits(plan, text, options.isa, units, *threads)));
  std::vector<std::vector<Callable>> callables;
  for (const Function &function : plan.functions)
    callables.emplace_back(function.kernels.size());
  for (const std::vector<KernelNumber> &unit : units)
    for (const KernelNumber number : unit) {
      const KernelText &kernel = text.kernels[number.function][number.kernel];
      const auto call = reinterpret_cast<Caller>(orBug(code.find(callerName(number))));
      callables[number.function][number.kernel] = {call, kernel.chunks, kernel.takesDevice,
                                                   kernel.trips};
    }
  state = std::make_unique<State>(
      State{plan, text.layouts, std::move(callables), std::move(code), std::move(threads)});
}

CompiledKernels::~CompiledKernels() = default;

/// The memory of a launch's parameters, in their order.
static SmallVector<void *, 8> memoryOf(const Launch &launch) {
  SmallVector<int, 8> buffers;
  const Step &last = launch.steps.back();
  if (const RowBlocks *blocks = blocksEndingWith(launch.function, last.kernel))
    for (const auto &[step, operand] : blocks->operands)
      buffers.push_back(launch.steps[step].ins[operand]);
  else
    buffers.append(last.ins.begin(), last.ins.end());
  buffers.append(last.outs.begin(), last.outs.end());
  SmallVector<void *, 8> memory;
  for (const int buffer : buffers)
    memory.push_back(launch.windows[buffer].data.data());
  return memory;
}

/// Room for the ends of a chunk first, where there are chunks.
std::vector<int64_t> CompiledKernels::State::numbersFor(const Callable &callable,
                                                        const Launch &launch) const {
  std::vector<int64_t> numbers(callable.chunks ? 2 : 0);
  if (callable.takesDevice) {
    const DeviceLayout &layout = layouts[&launch.function - plan.functions.data()];
    for (const DeviceField &field : layout.fields) {
      const Interval range = spanAt(field.span, launch.function, launch.coordinates);
      numbers.insert(numbers.end(), {range.lo, range.hi});
    }
  }
  for (const int64_t depth : callable.trips)
    numbers.push_back(launch.trips[depth]);
  return numbers;
}

/// Chunk after chunk, by as many threads as there are.
std::optional<Fault> CompiledKernels::State::call(const Callable &callable,
                                                  std::vector<int64_t> numbers,
                                                  ArrayRef<void *> memory,
                                                  const std::string &what) {
  const Chunks chunks = callable.chunks.value_or(Chunks{{1, 1}});
  const int64_t size = chunks.size_for(threads->getMaxConcurrency());
  const int64_t count = llvm::divideCeil(chunks.extent, size);
  std::atomic<int64_t> next = 0;
  std::atomic<bool> isShort = false;
  const auto work = [&](size_t) {
    const FaultGuard guard(what);
    std::vector<int64_t> own = numbers;
    for (int64_t chunk = next++; chunk < count; chunk = next++) {
      if (callable.chunks) {
        own[0] = chunk * size;
        own[1] = std::min(own[0] + size, chunks.extent);
      }
      try {
        callable.call(own.data(), memory.data());
      } catch (const std::bad_alloc &) {
        isShort = true;
      }
    }
  };
  inPool(*threads, std::min<size_t>(count, threads->getMaxConcurrency()), work);
  if (isShort) return Fault{what + " gets no memory"};
  return std::nullopt;
}

std::optional<Fault> CompiledKernels::State::run(const Launch &launch) {
  const Step &step = launch.steps.back();
  const Callable &callable = callables[&launch.function - plan.functions.data()][step.kernel];
  if (!callable.call) return interpretLaunch(launch);
  return call(callable, numbersFor(callable, launch), memoryOf(launch),
              "kernel '" + launch.function.kernels[step.kernel].name + "'");
}

std::optional<Fault> CompiledKernels::run(const Launch &launch) { return state->run(launch); }

} // namespace shardc
