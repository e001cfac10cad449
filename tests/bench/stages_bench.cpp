// SPDX-License-Identifier: Apache-2.0
// How long each stage takes on chains: by their length, and by their number of devices.
//
//   shardc_bench [--benchmark_filter=...]   times; `name/ops`, or `name/ops/mesh` as 4x2
//   shardc_bench --smoke                    short chains once each: whether it runs at all
//   shardc_bench --chain OPS [DEVICES]      prints the program that is timed
//   shardc_bench --once OPS [DEVICES]       one run: seconds of each stage, memory after it
//   shardc_bench --once PROGRAM.mlir        ... of any program with a mesh
//   shardc_bench --read PROGRAM.mlir TIMES  seconds that reading it takes, each time anew
#include "tests/bench/chain.h"

#include "analysis/reshard/reshard.h"
#include "codegen/bundle.h"
#include "codegen/check/check.h"
#include "codegen/lower/lower.h"
#include "frontend/frontend.h"

#include "benchmark/benchmark.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <iostream>
#include <sys/resource.h>

namespace shardc::bench {

namespace {

/// A program on its way through the stages, each once.
struct Compile {
  explicit Compile(std::string text) : text(std::move(text)) {}

  std::string text;
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  mlir::OwningOpRef<mlir::ModuleOp> program;
  Config config;
  Pool pool;
  OpRules rules{pool};
  std::optional<Propagation> propagation;
  std::optional<Partitioned> partitioned;
  std::optional<Plan> plan;
};

bool parse(Compile &c) {
  Files files;
  c.program = readProgram(*c.context, c.text, "chain.mlir", files);
  auto config = c.program ? defaultConfig(*c.program) : std::nullopt;
  if (config) c.config = std::move(*config);
  return config.has_value();
}
bool normaliseIt(Compile &c) { return succeeded(normalise(*c.program)); }
bool propagateIt(Compile &c) {
  c.propagation = propagate(*c.program, c.config, c.rules, machines().front());
  return c.propagation.has_value();
}
bool reshardIt(Compile &c) {
  c.partitioned = reshard(*c.program, *c.propagation, c.rules, machines().front());
  return true;
}
bool planIt(Compile &c) {
  c.plan = lowerMesh(*c.program, c.config, *c.propagation, *c.partitioned, {});
  return true;
}
bool checkIt(Compile &c) { return !check(*c.plan); }
bool writeIt(Compile &c) {
  llvm::SmallString<128> folder;
  if (llvm::sys::fs::createUniqueDirectory("shardc_bench", folder)) return false;
  llvm::Error error = writeBundle(folder, bundleFiles(*c.plan, {.cuda = true, .cpu = false}));
  const bool ok = !error;
  llvm::consumeError(std::move(error));
  return !llvm::sys::fs::remove_directories(folder) && ok;
}

struct Stage {
  const char *name;
  bool (*run)(Compile &);
};
constexpr Stage kStages[] = {
    {"parse", parse},       {"normalise", normaliseIt}, {"propagate", propagateIt},
    {"reshard", reshardIt}, {"plan", planIt},           {"check", checkIt},
    {"bundle", writeIt},
};
constexpr size_t kCount = std::size(kStages);

/// Seconds of the processor that this process has used: other work on the machine does not count.
double cpuSeconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Runs the stages before `first` on a fresh program, then times those up to `last`.
void run(benchmark::State &state, const Chain &chain, size_t first, size_t last) {
  const std::string text = textOf(chain);
  for (auto _ : state) {
    Compile compile(text);
    bool ok = true;
    for (size_t stage = 0; ok && stage < first; ++stage)
      ok = kStages[stage].run(compile);
    const double before = cpuSeconds();
    for (size_t stage = first; ok && stage <= last; ++stage)
      ok = kStages[stage].run(compile);
    state.SetIterationTime(cpuSeconds() - before);
    if (!ok) state.SkipWithError("a stage failed");
  }
  state.SetItemsProcessed(state.iterations() * chain.ops);
}

/// A fixed number of times: finding out how many would take longer, since every time begins with
/// the stages before.
void add(const std::string &name, const Chain &chain, size_t first, size_t last, int times) {
  auto *added = benchmark::RegisterBenchmark(
      name.c_str(), [=](benchmark::State &state) { run(state, chain, first, last); });
  added->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(times);
}

/// Every stage on a chain of that length, and all of them from text to files.
void addLength(int64_t ops, int times) {
  const Chain chain = chainOn(ops, 8);
  const std::string suffix = "/" + std::to_string(ops);
  for (size_t stage = 0; stage < kCount; ++stage)
    add(kStages[stage].name + suffix, chain, stage, stage, times);
  add("all" + suffix, chain, 0, kCount - 1, times);
}

/// What may not depend on the number of devices. Extents are the same on all meshes.
void addDevices(Chain chain, int64_t rows, int64_t columns, int times) {
  chain.rows = rows;
  chain.columns = columns;
  const std::string suffix = "/" + std::to_string(chain.ops) + "/" + std::to_string(chain.x) + "x" +
                             std::to_string(chain.y);
  for (size_t stage = 2; stage < kCount; ++stage)
    add(kStages[stage].name + suffix, chain, stage, stage, times);
  add("all" + suffix, chain, 0, kCount - 1, times);
}

void addAll() {
  addLength(3'000, 10);
  addLength(10'000, 5);
  addLength(30'000, 3);
  addLength(100'000, 1);
  for (int64_t devices : {8, 64, 512, 4'096, 65'536})
    addDevices(chainOn(1'000, devices), 512, 512, 1);
  for (int64_t devices : {8, 65'536}) {
    addDevices({.ops = 1'000, .x = devices, .y = 1}, 131'072, 512, 1);
    addDevices({.ops = 1'000, .x = 1, .y = devices}, 512, 131'072, 1);
  }
}

void addShort() {
  addLength(30, 1);
  addDevices(chainOn(30, 8), 16, 16, 1);
  addDevices(chainOn(30, 64), 16, 16, 1);
}

Chain chainOf(int argc, char **argv) {
  return chainOn(std::atoll(argv[2]), argc > 3 ? std::atoll(argv[3]) : 8);
}

int printChain(const Chain &chain) {
  std::cout << textOf(chain);
  return 0;
}

/// The most memory that this process has had, in MiB.
long peakMemory() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

int runOnce(std::string text) {
  Compile compile(std::move(text));
  std::printf("%-10s %9s %6ld MiB\n", "text", "", peakMemory());
  for (const Stage &stage : kStages) {
    const double before = cpuSeconds();
    if (!stage.run(compile)) return 1;
    std::printf("%-10s %7.3f s %6ld MiB\n", stage.name, cpuSeconds() - before, peakMemory());
  }
  return 0;
}

int readAgain(const std::string &text, const char *file, int times) {
  for (int k = 0; k < times; ++k) {
    const auto context = makeContext();
    Files files;
    const double before = cpuSeconds();
    const auto program = readProgram(*context, text, file, files);
    if (!program) return 1;
    std::printf("%.6f\n", cpuSeconds() - before);
  }
  return 0;
}

} // namespace

} // namespace shardc::bench

int main(int argc, char **argv) {
  using namespace shardc::bench;
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "--chain" && argc > 2) return printChain(chainOf(argc, argv));
  if (first == "--once" && argc > 2) {
    const auto file = llvm::MemoryBuffer::getFile(argv[2]);
    return runOnce(file ? (*file)->getBuffer().str() : textOf(chainOf(argc, argv)));
  }
  if (first == "--read" && argc > 3) {
    const auto file = llvm::MemoryBuffer::getFile(argv[2]);
    return file ? readAgain((*file)->getBuffer().str(), argv[2], std::atoi(argv[3])) : 1;
  }
  const bool smoke = first == "--smoke";
  smoke ? addShort() : addAll();
  argc -= smoke;
  benchmark::Initialize(&argc, argv);
  return benchmark::RunSpecifiedBenchmarks() > 0 ? 0 : 1;
}
