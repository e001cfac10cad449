// SPDX-License-Identifier: Apache-2.0
// The graph is changed first: what the host can count, cells that are equal, the order of sums.
// Then values become kernels, these become steps, and what follows changes steps, which keep the
// numbers in their labels: so what kernels execute can be counted once all are final. With
// attention as one kernel all of it is tried first, and done again without where the runtime lacks
// the room.
#include "codegen/lower/lower_graph.h"

#include "codegen/kernel/forms/attention.h"
#include "codegen/lower/fusion/by_library.h"
#include "codegen/lower/fusion/tensor_products.h"
#include "codegen/lower/graph/equal_cells.h"
#include "codegen/lower/graph/loop_counters.h"
#include "codegen/lower/graph/order_sums.h"
#include "codegen/lower/graph/split_reductions.h"
#include "codegen/lower/memory/donation.h"
#include "codegen/lower/memory/lifetimes.h"
#include "codegen/lower/memory/memory.h"
#include "codegen/lower/steps/feeds.h"
#include "codegen/lower/steps/make_steps.h"
#include "codegen/lower/steps/overlap.h"
#include "codegen/lower/steps/push_in_place.h"
#include "codegen/lower/steps/row_blocks.h"
#include "codegen/lower/steps/scratch.h"
#include "codegen/lower/steps/together.h"
#include "codegen/lower/steps/update_in_place.h"
#include "codegen/lower/text/kernel_names.h"
#include "codegen/lower/text/parameter_names.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

/// The number that a label begins with: "2.1" of "2.1 y".
static StringRef numberOf(StringRef label) { return label.split(' ').first; }

static void forEachComputed(ArrayRef<Step> steps, llvm::function_ref<void(const Step &)> visit) {
  for (const Step &step : steps) {
    if (step.kind == Step::Kind::compute) visit(step);
    for (const std::vector<Step> &body : step.bodies)
      forEachComputed(body, visit);
  }
}

/// Kernels have other numbers now, and steps may be gone.
static void followKernels(std::vector<ComputedStep> &computed, const Function &function) {
  std::map<StringRef, int> kernels;
  forEachComputed(function.steps,
                  [&](const Step &step) { kernels[numberOf(step.label)] = step.kernel; });
  llvm::erase_if(computed, [&](ComputedStep &each) {
    const auto found = kernels.find(numberOf(each.label));
    if (found == kernels.end()) return true;
    each.kernel = found->second;
    return false;
  });
}

/// Steps have other numbers now, by their old ones.
static void followSteps(std::vector<ComputedStep> &computed,
                        const std::map<std::string, std::string> &numbers) {
  for (ComputedStep &each : computed) {
    const auto [old, name] = StringRef(each.label).split(' ');
    if (const auto now = numbers.find(old.str()); now != numbers.end())
      each.label = now->second + " " + name.str();
  }
}

static std::vector<KernelWork> countWork(Function &function) {
  std::vector<KernelWork> work = workOfKernels(function);
  for (auto [kernel, here] : llvm::zip_equal(function.kernels, work))
    kernel.flops = static_cast<int64_t>(here.most);
  return work;
}

/// The runtime's routines do all positions at once: they are of batches, whatever these number.
static void batchPositions(Function &function, ArrayRef<Routine> routines) {
  for (Kernel &kernel : function.kernels) {
    if (!kernel.call || kernel.call->routine >= static_cast<int>(routines.size())) continue;
    if (routines[kernel.call->routine].header.empty()) continue;
    kernel.call->positions = 0;
    for (Kernel::Call::Operand &each : kernel.call->operands)
      each.positions.clear();
  }
}

/// Attention is one kernel wherever it is found, if `fusesAttention`.
static void makeFunction(const Graph &graph, Function &function, const LowerOptions &options,
                         bool fusesAttention, WorkTally &tally) {
  const PlacedKernels placed = placeKernels(graph, options, fusesAttention);
  std::vector<ComputedStep> computed = makeSteps(graph, placed, function);
  joinCollectives(function);
  if (options.fuse && updateInPlace(function)) followKernels(computed, function);
  if (options.fuse && pushInPlace(function)) followKernels(computed, function);
  const std::vector<KernelWork> work = countWork(function);
  if (options.rowBlocks && options.fuse) blockRows(function);
  batchPositions(function, options.routines);
  addScratch(function, options);
  if (options.overlap) followSteps(computed, orderForOverlap(function, options.machine));
  if (options.overlap) waitLate(function, options.machine);
  for (const ComputedStep &each : computed)
    tally.add(graph, *each.fusions, each.label, work[each.kernel].all, each.times);
  setLifetimes(function);
  assignMemory(function);
}

/// Whether the runtime has room for every attention.
static bool hasRoomForAttention(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  return llvm::all_of(function.kernels, [&](const Kernel &kernel) {
    if (!kernel.isAttention) return true;
    const KernelView view(kernel, layout);
    return attentionOf(view, nestOf(view)).has_value();
  });
}

/// Whether attention could be done in one kernel wherever it was found.
static bool madeWithAttention(const Graph &graph, Function &function, const LowerOptions &options,
                              WorkTally &tally) {
  Function tried = function;
  WorkTally own = tally;
  makeFunction(graph, tried, options, true, own);
  if (!hasRoomForAttention(tried)) return false;
  function = std::move(tried);
  tally = std::move(own);
  return true;
}

void lowerGraph(Graph graph, Plan &plan, const LowerOptions &options, WorkTally &tally) {
  Function &function = plan.functions.back();
  if (options.fuse) countOnHost(graph, *plan.pool);
  if (options.fuse) uniteEqualCells(graph);
  orderSums(graph, options);
  if (options.fuse) splitReductions(graph, *plan.pool, options.machine, !options.libraries.empty());
  if (!options.fast || !madeWithAttention(graph, function, options, tally))
    makeFunction(graph, function, options, false, tally);
  if (options.fast) useTensorCores(function);
  useLibraries(function, options.libraries);
}

void finishPlan(Plan &plan, std::string text) {
  plan.program = std::move(text);
  nameAfterOutputs(plan);
  numberKernels(plan);
  nameSharedParameters(plan);
  if (plan.mode == PlanMode::collective) addFeeds(plan);
  useDonated(plan);
}

} // namespace shardc
