// SPDX-License-Identifier: Apache-2.0
// A kernel's schedule is walked once for each of its shards that differ in extents. A value of the
// program, computed alone and whole, is a kernel that is made for this and thrown away; formulas
// that are alike are counted once. What kernels execute is summed up by the value that they make,
// and so is what its members take alone, for the first kernel that has them: what is left over is
// repeated.
#include "codegen/lower/kernels/work_tally.h"

#include "analysis/boxes/shard_reads.h"
#include "analysis/boxes/varying.h"
#include "codegen/kernel/schedule.h"
#include "codegen/kernel/work/work.h"
#include "frontend/ir/formula/call.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

/// Places that indices name: loops that none of them uses make no more of them.
static int64_t placesOf(ArrayRef<Expr> indices, const Env &env) {
  SmallVector<int, 8> loops;
  for (Expr index : indices)
    llvm::append_range(loops, freeLoops(index));
  llvm::sort(loops);
  loops.erase(llvm::unique(loops), loops.end());
  int64_t places = 1;
  for (int loop : loops)
    places *= env.loops[loop].extent();
  return places;
}

/// Elements of an operand that are read, of which the boxes are known that they are from. Those
/// that are picked by computed indices are no more than there are indices.
static int64_t elementsOf(const Formula &formula, int operand, ArrayRef<Box> boxes,
                          const Env &env) {
  int64_t held = 0, picked = 0;
  for (const Box &box : boxes)
    held += volume(box);
  llvm::DenseSet<Expr> seen;
  bool picks = false;
  for (const Result &result : formula.results)
    for (Expr load : loadsOf(result.value, operand)) {
      if (!seen.insert(load).second) continue;
      picks |= llvm::any_of(load->args, isGiven);
      picked += placesOf(load->args, env);
    }
  return picks ? std::min(held, picked) : held;
}

/// Whether an update is not all that an element is then.
static bool readsWhatIsThere(const Result &result) {
  return isPushed(result) &&
         anyUnder(result.combine, [](Expr e) { return e->kind == Kind::Arg && e->value == 0; });
}

int64_t bytesOf(const Kernel &kernel, const ShardGrid &grid) {
  ShardLoops loops;
  for (const Span &span : kernel.loops)
    loops.push_back(intervalsOf(grid, span));
  int64_t most = 0;
  for (const auto &place : typicalPlaces(grid)) {
    const Env env = envAt(loops, grid, place);
    int64_t bytes = 0;
    for (const Result &result : kernel.formula.results) {
      const int64_t written = placesOf(result.index, env) * info(result.type.type).bytes;
      bytes += readsWhatIsThere(result) ? 2 * written : written;
    }
    const Demand read = demand(kernel.formula, env);
    for (auto [k, type, boxes] : llvm::enumerate(kernel.formula.operands, read))
      bytes += elementsOf(kernel.formula, static_cast<int>(k), boxes, env) * info(type.type).bytes;
    most = std::max(most, bytes);
  }
  return most;
}

// Kernels.

/// The coordinates that the kernel's loops depend on.
static SmallVector<int, 2> overOf(const Kernel &kernel) {
  SmallVector<int, 2> over;
  for (const Span &span : kernel.loops)
    over = eitherOf(over, eitherOf(span.lo.over, span.hi.over));
  return over;
}

/// Of more places than these only typical ones are looked at.
static constexpr int64_t kFewPlacesOfWork = 64;

namespace {
/// The work of one kernel on its shards. Most shards have the same extents, and do the same; of
/// what is added up it matters, too, which part a shard has.
class ShardWork {
public:
  ShardWork(const Kernel &kernel, const DeviceLayout &layout, const ShardGrid &grid)
      : kernel(kernel), grid(grid), view(kernel, layout), tree(scheduleOf(view, Target::cpp)) {}

  KernelWork run() {
    const SmallVector<int, 2> over = overOf(kernel);
    SmallVector<int64_t, 4> at = grid.origin();
    if (grid.size(over) <= kFewPlacesOfWork)
      forEachPlace(grid, over, at, [&] { look(at); });
    else
      for (const SmallVector<int64_t, 4> &place : typicalPlaces(grid))
        look(place);
    work.all *= static_cast<double>(grid.size()) / looked;
    return work;
  }

private:
  void look(ArrayRef<int64_t> at) {
    Env env;
    std::vector<int64_t> key;
    for (auto [loop, span] : llvm::enumerate(kernel.loops)) {
      env.loops.push_back({span.lo.at(grid, at), span.hi.at(grid, at), 1});
      key.push_back(env.loops.back().extent());
      const bool isReduced = !llvm::is_contained(view.order, static_cast<int>(loop));
      if (isReduced) key.push_back(env.loops.back().lo);
    }
    const auto [found, fresh] = known.try_emplace(std::move(key), 0);
    if (fresh) found->second = executedWork(tree, view.formula, env).expected;
    work.most = std::max(work.most, found->second);
    work.all += found->second;
    ++looked;
  }

  const Kernel &kernel;
  const ShardGrid &grid;
  KernelView view;
  KernelTree tree;
  std::map<std::vector<int64_t>, double> known;
  KernelWork work;
  double looked = 0;
};
} // namespace

/// What the config says of a call.
static KernelWork workOfCall(const Kernel &kernel, const ShardGrid &grid) {
  Expr call = callIn(kernel.formula);
  KernelWork work;
  const auto places = typicalPlaces(grid);
  for (const SmallVector<int64_t, 4> &at : places) {
    const double here = flopsOf(call, [&](int loop) {
      const Span &span = kernel.loops[loop];
      return std::max<int64_t>(0, span.hi.at(grid, at) - span.lo.at(grid, at));
    });
    work.most = std::max(work.most, here);
    work.all += here;
  }
  work.all *= static_cast<double>(grid.size()) / static_cast<double>(places.size());
  return work;
}

std::vector<KernelWork> workOfKernels(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  const ShardGrid grid = gridOf(function);
  std::vector<KernelWork> work;
  for (const Kernel &kernel : function.kernels)
    work.push_back(kernel.call ? workOfCall(kernel, grid) : ShardWork(kernel, layout, grid).run());
  return work;
}

// Values.

static Span wholeSpan(int64_t extent) { return {uniform<int64_t>(0), uniform(extent)}; }

static Kernel::Window wholeWindow(const std::string &name, const TensorSpec &type) {
  Kernel::Window window{name, type.type, type.shape, {}};
  for (const int64_t extent : type.shape)
    window.window.push_back(wholeSpan(extent));
  return window;
}

/// The formula as a kernel of its own, on one device.
double WorkTally::aloneOf(const Formula &formula) {
  Key key;
  addResults(key, formula);
  const auto [found, fresh] = known.try_emplace(key, 0);
  if (!fresh) return found->second;
  if (Expr call = callIn(formula))
    return found->second = flopsOf(call, [&](int loop) { return formula.loops[loop].extent; });
  if (const auto inverted = pushed(formula)) {
    const double start = aloneOf(inverted->start);
    return known[key] = start + (inverted->push ? aloneOf(*inverted->push) : 0);
  }
  Kernel kernel;
  kernel.name = "alone";
  kernel.formula = formula;
  for (const Loop &loop : formula.loops)
    kernel.loops.push_back(wholeSpan(loop.extent));
  for (const TensorSpec &type : formula.operands)
    kernel.ins.push_back(wholeWindow("x", type));
  for (const Result &result : formula.results)
    kernel.outs.push_back(wholeWindow("y", result.type));
  return found->second = ShardWork(kernel, {}, {}).run().most;
}

/// Before; from now on it is. Of an op with several results, that is so with the first of them.
bool WorkTally::isCounted(const Graph &graph, const GraphValue &value) {
  if (value.of && !counted.insert(value.of).second) return true;
  Expr tuple = tupleOf(value);
  if (!tuple) return false;
  Key key;
  addTo(key, static_cast<const void *>(tuple));
  for (const int operand : value.operands) {
    const GraphValue &read = graph.values[operand];
    addTo(key, read.of ? read.of : static_cast<const void *>(&read));
  }
  return !countedTuples.insert(std::move(key)).second;
}

double WorkTally::onceOf(const Graph &graph, const GraphValue &value) {
  return isCounted(graph, value) ? 0 : aloneOf(value.formula);
}

WorkTally::Tally &WorkTally::tallyOf(const GraphValue &value) {
  if (!value.of) return tallies.emplace_back();
  const auto [number, fresh] = numbers.try_emplace(value.of, tallies.size());
  return fresh ? tallies.emplace_back() : tallies[number->second];
}

void WorkTally::add(const Graph &graph, ArrayRef<const Fusion *> fusions, const std::string &label,
                    double flops, double times) {
  Tally &tally = tallyOf(graph.values[fusions.front()->value]);
  if (tally.label.empty()) tally.label = label;
  tally.done += times * flops;
  for (const int member : membersOf(fusions))
    tally.once += times * onceOf(graph, graph.values[member]);
}

Repeated WorkTally::repeated() const {
  Repeated repeated;
  double again = 0, once = 0;
  for (const Tally &tally : tallies) {
    once += std::min(tally.once, tally.done);
    const double more = std::max(0.0, tally.done - tally.once);
    again += more;
    if (more > 0) repeated.steps.push_back({tally.label, static_cast<int64_t>(more)});
  }
  llvm::stable_sort(repeated.steps, [](const auto &a, const auto &b) { return a.flops > b.flops; });
  repeated.flops = static_cast<int64_t>(again);
  repeated.workRatio = once > 0 ? (once + again) / once : 1;
  return repeated;
}

} // namespace shardc
