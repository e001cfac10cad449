// SPDX-License-Identifier: Apache-2.0
// Steps are gone through in their order, of a loop two trips: kernels take the stream of a
// device, collectives what times/links says of them, worked out once for those that move the same.
// What runs beside kernels is under way until the step that waits for it.
#include "codegen/report/times/times.h"

#include "codegen/kernel/schedule.h"
#include "codegen/kernel/work/work.h"
#include "codegen/plan/seconds.h"
#include "codegen/report/facts.h"
#include "codegen/report/times/links.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <optional>

namespace shardc::facts {

namespace {

/// What a collective moves: those of which this is equal take as long.
struct Moved {
  const Collective &collective;
  const Buffer &from, &into;

  Moved(const Function &function, const Step &step)
      : collective(function.collectives[step.collective]), from(function.buffers[step.ins.front()]),
        into(function.buffers[step.outs.front()]) {}

  bool operator==(const Moved &other) const {
    return collective.over == other.collective.over &&
           collective.combine == other.collective.combine &&
           collective.asBits == other.collective.asBits &&
           collective.held == other.collective.held &&
           collective.needed == other.collective.needed && from.window == other.from.window &&
           into.window == other.into.window && from.type == other.from.type &&
           (&from == &into) == (&other.from == &other.into);
  }

  size_t hash() const {
    llvm::hash_code code = llvm::hash_combine(from.type, &from == &into);
    for (ArrayRef<Span> spans : {ArrayRef<Span>(collective.held), ArrayRef<Span>(collective.needed),
                                 ArrayRef<Span>(from.window), ArrayRef<Span>(into.window)})
      for (const Span &span : spans)
        for (const Bound *bound : {&span.lo, &span.hi})
          code = llvm::hash_combine(
              code, llvm::hash_combine_range(bound->values.begin(), bound->values.end()));
    return code;
  }
};

/// In both ways in which it may be done.
struct Costs {
  Cost byMessages;
  std::optional<Cost> byNccl;
};

SumPrice multiplied(const SumPrice &a, int64_t count) {
  const auto n = static_cast<double>(count);
  return {n * a.bytesInOrder, n * a.secondsInOrder, n * a.bytesByNccl, n * a.secondsByNccl};
}

SumPrice sumOf(const SumPrice &a, const SumPrice &b) {
  return {a.bytesInOrder + b.bytesInOrder, a.secondsInOrder + b.secondsInOrder,
          a.bytesByNccl + b.bytesByNccl, a.secondsByNccl + b.secondsByNccl};
}

SumPrice mostOf(const SumPrice &a, const SumPrice &b) {
  return {std::max(a.bytesInOrder, b.bytesInOrder), std::max(a.secondsInOrder, b.secondsInOrder),
          std::max(a.bytesByNccl, b.bytesByNccl), std::max(a.secondsByNccl, b.secondsByNccl)};
}

/// What kernels of a function take: a core of a CPU has to begin all instructions of a schedule,
/// too.
class KernelTimes {
public:
  KernelTimes(const Function &function, const Machine &machine) : machine(machine) {
    if (isCore()) layout = deviceLayout(function);
  }

  double of(const Kernel &kernel) {
    const double least = secondsOf(kernel, machine);
    if (!isCore() || kernel.call) return least;
    const auto [found, fresh] = known.try_emplace(&kernel, 0);
    if (fresh) found->second = onCore(kernel);
    return std::max(least, machine.launch + found->second);
  }

private:
  bool isCore() const { return machine.cores == 1; }

  double onCore(const Kernel &kernel) const {
    const KernelView view(kernel, layout);
    const KernelTree tree = scheduleOf(view, Target::cpp);
    double most = 0;
    for (const CoreTimes::Of counted : {CoreTimes::Of::functions, CoreTimes::Of::accesses})
      for (const Env &env : view.envs)
        most = std::max(most, secondsOnCore(tree, view.formula, env, {machine, counted}));
    return most;
  }

  const Machine &machine;
  DeviceLayout layout;
  llvm::DenseMap<const Kernel *, double> known; // of a core
};

class Estimate {
public:
  explicit Estimate(const Plan &plan) : plan(plan) {}

  Times run() {
    for (const Function &function : plan.functions) {
      known.clear();
      kernels.emplace(function, plan.machine);
      Timeline own;
      own.times.collectives.resize(function.collectives.size());
      add(function, function.steps, 1, own);
      own.times.allSums = pricesOf(function, function.steps);
      own.times.all = own.now;
      for (const Feed &feed : function.feeds)
        own.times.collectives[feed.step.collective] = taken(function, feed.step).all();
      if (&function == &plan.functions.front()) times.collectives = own.times.collectives;
      if (own.times.all < times.all) continue;
      own.times.collectives = std::move(times.collectives);
      times = std::move(own.times);
    }
    times.sums = std::move(sums);
    return std::move(times);
  }

private:
  /// A call, as far as it has been looked at.
  struct Timeline {
    Times times;
    double now = 0;             // kernels are done up to here,
    double free = 0;            // and collectives
    int first = -1;             // of the last ones that are done at once
    std::map<int, double> done; // when those will be that run on, by the first of them
  };

  void add(const Function &function, ArrayRef<Step> steps, double trips, Timeline &own) {
    for (const Step &step : steps) {
      if (step.kind == Step::Kind::compute) {
        const double seconds = kernels->of(function.kernels[step.kernel]);
        own.times.working += trips * seconds;
        own.now += seconds;
      }
      if (step.kind == Step::Kind::collective) addMove(function, step, trips, own);
      if (step.kind == Step::Kind::wait) own.now = std::max(own.now, own.done[step.collective]);
      if (step.kind == Step::Kind::branch) addLongest(function, step, trips, own);
      if (step.kind == Step::Kind::loop) addLoop(function, step, trips, own);
    }
  }

  /// What is done at once is waited for by the first of it.
  void addMove(const Function &function, const Step &step, double trips, Timeline &own) {
    const Taken took = taken(function, step);
    own.times.collectives[step.collective] = took.all();
    own.times.moving += trips * took.all();
    own.now += took.own;
    own.free = std::max(own.now, own.free) + took.links;
    if (!step.runsOn) own.now = own.free;
    if (!step.together) own.first = step.collective;
    own.done[own.first] = own.free;
  }

  /// All trips are as the second one: the first may have to wait for what runs on around the loop.
  void addLoop(const Function &function, const Step &step, double trips, Timeline &own) {
    const double others = static_cast<double>(step.trips) - 1;
    const auto addTrips = [&](double count) {
      for (const std::vector<Step> &body : step.bodies)
        add(function, body, trips * count, own);
    };
    addTrips(1);
    if (others <= 0) return;
    const double before = own.now;
    addTrips(others);
    own.now += (others - 1) * (own.now - before);
  }

  void addLongest(const Function &function, const Step &step, double trips, Timeline &own) {
    Timeline longest = own;
    for (const std::vector<Step> &body : step.bodies) {
      Timeline taken = own;
      taken.times.collectives = longest.times.collectives;
      add(function, body, trips, taken);
      if (taken.now <= longest.now)
        std::swap(taken.times.collectives, longest.times.collectives);
      else
        longest = std::move(taken);
    }
    own = std::move(longest);
  }

  const Costs &costsOf(const Function &function, const Step &step) {
    const Moved moved(function, step);
    auto &alike = known[moved.hash()];
    for (const auto &[other, costs] : alike)
      if (other == moved) return costs;
    alike.emplace_back(
        moved, Costs{costByMessages(plan, function, step), costByNccl(plan, function, step)});
    return alike.back().second;
  }

  /// As the plan has it done.
  Taken taken(const Function &function, const Step &step) {
    const auto &[byMessages, byNccl] = costsOf(function, step);
    const bool mayBeNccl = mayReorder(plan, function.collectives[step.collective]);
    return mayBeNccl && byNccl ? byNccl->taken : byMessages.taken;
  }

  /// In a call, loops counted; each sum becomes one of `sums`.
  SumPrice pricesOf(const Function &function, ArrayRef<Step> steps) {
    SumPrice all;
    for (const Step &step : steps) {
      const bool isOneOf = step.kind == Step::Kind::branch;
      SumPrice bodies;
      for (const std::vector<Step> &body : step.bodies)
        bodies = (isOneOf ? mostOf : sumOf)(bodies, pricesOf(function, body));
      all = sumOf(all, bodies);
      if (step.kind != Step::Kind::collective) continue;
      const auto &[byMessages, byNccl] = costsOf(function, step);
      if (!byNccl) continue;
      const Collective &collective = function.collectives[step.collective];
      const SumPrice price = {byMessages.received, byMessages.taken.all(), byNccl->received,
                              byNccl->taken.all()};
      sums.push_back({collective.id, price});
      all = sumOf(all, multiplied(price, collective.times));
    }
    return all;
  }

  const Plan &plan;
  Times times;
  std::optional<KernelTimes> kernels; // of the function at hand
  std::vector<PricedSum> sums;
  std::map<size_t, std::vector<std::pair<Moved, Costs>>> known; // by hash
};

} // namespace

Times timesOf(const Plan &plan) { return Estimate(plan).run(); }

std::string timeText(double seconds) {
  if (seconds < 1e-3) return llvm::formatv("{0:f1} us", seconds * 1e6);
  if (seconds < 1) return llvm::formatv("{0:f1} ms", seconds * 1e3);
  return llvm::formatv("{0:f1} s", seconds);
}

} // namespace shardc::facts
