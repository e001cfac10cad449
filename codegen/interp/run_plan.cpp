// SPDX-License-Identifier: Apache-2.0
// Shards have memory of their own and are stepped through the plan. Where functions have
// collectives their shards go in lock-step: all do a step before any does the next, and a
// collective is worked out for each group of its members from their boxes, the same way as bundles
// do. Shards that exchange nothing run one after the other, in memory that the next one uses again.
#include "codegen/interp/run_plan.h"

#include "codegen/interp/shard_run.h"

#include "runtime/host/ops/post.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Sequence.h"

#include <map>
#include <numeric>
#include <thread>

namespace shardc {

Env envOf(const Kernel &kernel, const Launch &launch) {
  Env env;
  for (const Span &loop : kernel.loops)
    env.loops.push_back(spanAt(loop, launch.function, launch.coordinates));
  env.trips.assign(launch.trips.begin(), launch.trips.end());
  return env;
}

std::optional<Fault> interpretLaunch(const Launch &launch) {
  for (const Step &step : launch.steps) {
    const Kernel &kernel = launch.function.kernels[step.kernel];
    SmallVector<const WindowData *, 4> ins;
    SmallVector<WindowData *, 2> outs;
    for (const int in : step.ins)
      ins.push_back(&launch.windows[in]);
    for (const int out : step.outs) {
      outs.push_back(&launch.windows[out]);
      takeMemory(*outs.back());
    }
    if (auto fault = interpret(kernel.formula, envOf(kernel, launch), ins, outs)) return fault;
  }
  return std::nullopt;
}

namespace {

/// Shards of one function in lock-step: all do a step before any does the next.
class FunctionRun {
public:
  FunctionRun(const Plan &plan, const Function &function, ArrayRef<int64_t> numbers,
              const RunOptions &options)
      : plan(plan), function(function), options(options) {
    for (int64_t number : numbers)
      shards.emplace_back(plan, function, number);
  }

  std::optional<Fault> run(ArrayRef<HostTensor> inputs, Outputs &outputs) {
    for (ShardRun &shard : shards)
      shard.load(inputs);
    if (auto fault = runInMemory()) return fault;
    if (auto fault = combineOutputs()) return fault;
    return onShards([&](ShardRun &shard) { return shard.store(outputs); });
  }

private:
  /// All steps, with memory for what is live alone.
  std::optional<Fault> runInMemory() {
    const ArrayRef<Step> steps = function.steps;
    int64_t number = 0; // of a step, as the tree is read
    for (size_t first = 0, end = 0; first < steps.size(); first = end) {
      end = endOfStep(steps, first);
      const ArrayRef<Step> done = steps.slice(first, end - first);
      const int64_t next = number + countSteps(done);
      for (ShardRun &shard : shards)
        shard.takeMemoryUpTo(next);
      if (auto fault = runSteps(done)) return fault;
      for (ShardRun &shard : shards)
        shard.freeMemoryUpTo(next);
      number = next;
    }
    return std::nullopt;
  }

  /// Of a step, and of those that are done with it.
  static size_t endOfStep(ArrayRef<Step> steps, size_t first) {
    return steps[first].kind == Step::Kind::compute ? endOfJoined(steps, first) : first + 1;
  }

  std::optional<Fault> runSteps(ArrayRef<Step> steps) {
    for (size_t first = 0, end = 0; first < steps.size(); first = end) {
      end = endOfStep(steps, first);
      if (auto fault = runStep(steps[first], steps.slice(first, end - first)))
        return Fault{steps[first].label + ": " + fault->what};
    }
    return std::nullopt;
  }

  /// `joined`: the step, and those that are done with it.
  std::optional<Fault> runStep(const Step &step, ArrayRef<Step> joined) {
    switch (step.kind) {
    case Step::Kind::compute:
      if (talks(function, step)) return talk(step, joined);
      return forEachShard(
          [&](ShardRun &shard) { return shard.compute(options.compute, joined, trips); },
          joined.size());
    case Step::Kind::collective:
      if (!step.runsOn) return runCollective(step);
      (step.together ? begun.back() : begun.emplace_back()).push_back(&step);
      return std::nullopt;
    case Step::Kind::wait:
      return wait(step);
    case Step::Kind::loop:
      return step.decider < 0 ? runCounted(step) : runWhile(step);
    case Step::Kind::branch:
      return runSteps(step.bodies[pickedBy(step)]);
    case Step::Kind::swap:
      return forEachShard([&](ShardRun &shard) { return shard.swap(step); });
    }
    llvm_unreachable("a step has a kind");
  }

  /// A call that has a communicator, as bundles do it: on a thread for each shard.
  std::optional<Fault> talk(const Step &step, ArrayRef<Step> joined) {
    std::vector<int> all(shards.size());
    std::iota(all.begin(), all.end(), 0);
    runtime::Post post(step.label.c_str(), all, [&](int shard) { return groupOf(step, shard); });
    std::vector<std::optional<Fault>> faults(shards.size());
    std::vector<std::thread> threads;
    for (const int shard : all)
      threads.emplace_back([&, shard] {
        post.run(shard, [&](const shardc_communicator &others) {
          faults[shard] = shards[shard].compute(options.compute, joined, trips, &others);
        });
      });
    const auto wait = llvm::make_scope_exit([&] {
      for (std::thread &thread : threads)
        thread.join();
    });
    post.conduct();
    for (const std::optional<Fault> &fault : faults) {
      if (fault) return fault;
      tellStepDone();
    }
    return std::nullopt;
  }

  /// The shards that one talks to, by rank.
  std::vector<int> groupOf(const Step &step, int shard) const {
    const ArrayRef<int> over = *function.kernels[step.kernel].call->talksOver;
    const ShardGrid grid = gridOf(function);
    std::vector<SmallVector<int64_t, 4>> places = {grid.coordinatesOf(shard)};
    for (const int coordinate : over) {
      std::vector<SmallVector<int64_t, 4>> longer;
      for (const SmallVector<int64_t, 4> &place : places)
        for (int64_t at = 0; at < grid.counts[coordinate]; ++at) {
          longer.push_back(place);
          longer.back()[coordinate] = at;
        }
      places = std::move(longer);
    }
    std::vector<int> group;
    for (const SmallVector<int64_t, 4> &place : places)
      group.push_back(static_cast<int>(grid.numberOf(grid.all(), place)));
    return group;
  }

  std::optional<Fault> runCounted(const Step &step) {
    for (int64_t trip = 0; trip < step.trips; ++trip)
      if (auto fault = runIn(trip, step.bodies[1])) return fault;
    return std::nullopt;
  }

  std::optional<Fault> runWhile(const Step &step) {
    for (int64_t trip = 0;; ++trip) {
      if (auto fault = runIn(trip, step.bodies[0])) return fault;
      if (shards.front().number(step.decider) == 0) return std::nullopt;
      if (auto fault = runIn(trip, step.bodies[1])) return fault;
    }
  }

  std::optional<Fault> runIn(int64_t trip, ArrayRef<Step> body) {
    trips.push_back(trip);
    auto fault = runSteps(body);
    trips.pop_back();
    return fault;
  }

  size_t pickedBy(const Step &step) const {
    const int32_t decided = shards.front().number(step.decider);
    if (function.buffers[step.decider].type == ElementType::i1) return decided ? 0 : 1;
    const int64_t last = static_cast<int64_t>(step.bodies.size()) - 1;
    return static_cast<size_t>(decided < 0 || decided > last ? last : decided);
  }

  /// The shards by what they have outside of the coordinates `over`; members in order.
  template <typename MemberOf>
  std::map<std::vector<int64_t>, std::vector<Member>> groupsOf(ArrayRef<int> over,
                                                               MemberOf memberOf) {
    std::map<std::vector<int64_t>, std::vector<Member>> groups;
    for (int64_t number = 0; number < static_cast<int64_t>(shards.size()); ++number) {
      const auto at = coordinatesOf(function, number);
      std::vector<int64_t> others;
      for (size_t c = 0; c < at.size(); ++c)
        if (!llvm::is_contained(over, static_cast<int>(c))) others.push_back(at[c]);
      groups[others].push_back(memberOf(shards[number]));
    }
    return groups;
  }

  /// What is left unreduced is whole on this side.
  std::optional<Fault> combineOutputs() {
    for (auto [number, buffer] : llvm::enumerate(function.buffers)) {
      if (buffer.role != Role::output || !plan.outputs[buffer.index].unreduced) continue;
      const Unreduced &unreduced = *plan.outputs[buffer.index].unreduced;
      const auto memberOf = [&, number = number](ShardRun &shard) {
        return shard.memberOf(number);
      };
      for (const auto &[others, members] : groupsOf(unreduced.over, memberOf))
        if (auto fault = reduce(members, unreduced.combine, /*asBits=*/false)) return fault;
    }
    return std::nullopt;
  }

  /// What runs on is done as late as it may be: so that is seen if somebody uses it before.
  std::optional<Fault> wait(const Step &step) {
    const auto own = llvm::find_if(begun, [&](const std::vector<const Step *> &each) {
      return each.front()->collective == step.collective;
    });
    const std::vector<const Step *> waited = std::move(*own);
    begun.erase(own);
    for (const Step *each : waited)
      if (auto fault = runCollective(*each)) return fault;
    return std::nullopt;
  }

  std::optional<Fault> runCollective(const Step &step) {
    const Collective &collective = function.collectives[step.collective];
    const auto memberOf = [&](ShardRun &shard) { return shard.memberOf(collective, step); };
    for (const auto &[others, members] : groupsOf(collective.over, memberOf)) {
      auto fault = collective.combine ? reduce(members, *collective.combine, collective.asBits)
                                      : exchange(members);
      if (fault) return fault;
      for (size_t k = 0; k < members.size(); ++k)
        tellStepDone();
    }
    return std::nullopt;
  }

  template <typename Run>
  std::optional<Fault> onShards(Run run) {
    for (size_t k = 0; k < shards.size(); ++k)
      if (auto fault = run(shards[options.reversed ? shards.size() - 1 - k : k])) return fault;
    return std::nullopt;
  }

  /// What every shard does by itself: so many steps.
  template <typename Run>
  std::optional<Fault> forEachShard(Run run, size_t steps = 1) {
    return onShards([&](ShardRun &shard) {
      auto fault = run(shard);
      for (size_t k = 0; k < steps; ++k)
        tellStepDone();
      return fault;
    });
  }

  void tellStepDone() const {
    if (options.stepDone) options.stepDone();
  }

  const Plan &plan;
  const Function &function;
  const RunOptions &options;
  std::vector<ShardRun> shards;                 // by number
  SmallVector<int64_t, 2> trips;                // that the loops around have made
  std::vector<std::vector<const Step *>> begun; // collectives that run on
};

} // namespace

/// Whether they exchange data, or leave what is to be combined.
static bool runTogether(const Plan &plan, const Function &function) {
  return !function.collectives.empty() || talkingRoutine(plan) ||
         llvm::any_of(plan.outputs, [](const PlanTensor &output) { return output.unreduced; });
}

/// Shards run one by one where they can, which takes less memory.
static std::optional<Fault> runFunction(const Plan &plan, const Function &function,
                                        ArrayRef<HostTensor> inputs, Outputs &outputs,
                                        const RunOptions &options) {
  const auto numbers = llvm::to_vector(llvm::seq<int64_t>(0, function.shards()));
  if (runTogether(plan, function))
    return FunctionRun(plan, function, numbers, options).run(inputs, outputs);
  for (int64_t shard : numbers) {
    const int64_t number = options.reversed ? function.shards() - 1 - shard : shard;
    if (auto fault = FunctionRun(plan, function, number, options).run(inputs, outputs))
      return fault;
  }
  return std::nullopt;
}

static double bytesOf(const std::vector<PlanTensor> &tensors) {
  double bytes = 0;
  for (const PlanTensor &tensor : tensors)
    bytes += static_cast<double>(tensor.type.bytes());
  return bytes;
}

double bytesToRun(const Plan &plan) {
  double most = 0;
  for (const Function &function : plan.functions) {
    const int64_t shards = runTogether(plan, function) ? function.shards() : 1;
    double bytes = static_cast<double>(function.liveBytes);
    for (const Buffer &buffer : function.buffers)
      if (buffer.over >= 0) bytes += static_cast<double>(buffer.bytes); // by itself here
    most = std::max(most, bytes * static_cast<double>(shards));
  }
  double written = 0; // whether, a byte per element
  for (const PlanTensor &output : plan.outputs)
    written += static_cast<double>(output.type.elements());
  return bytesOf(plan.inputs) + bytesOf(plan.outputs) + written + most;
}

/// On one shard; none where only a run can tell how often a body is done.
static std::optional<int64_t> stepsOnShard(ArrayRef<Step> steps) {
  int64_t count = 0;
  for (const Step &step : steps) {
    if (step.decider >= 0) return std::nullopt;
    if (step.bodies.empty()) {
      ++count;
      continue;
    }
    const std::optional<int64_t> body = stepsOnShard(step.bodies[1]);
    if (!body) return std::nullopt;
    count += step.trips * *body;
  }
  return count;
}

std::optional<int64_t> countRunSteps(const Plan &plan) {
  int64_t count = 0;
  for (const Function &function : plan.functions) {
    const std::optional<int64_t> own = stepsOnShard(function.steps);
    if (!own) return std::nullopt;
    count += *own * function.shards();
  }
  return count;
}

std::optional<Fault> runPlan(const Plan &plan, ArrayRef<HostTensor> inputs,
                             std::vector<HostTensor> &tensors, const RunOptions &options) {
  tensors.clear();
  Outputs outputs{tensors, {}, plan.mode == PlanMode::collective};
  for (const PlanTensor &output : plan.outputs) {
    tensors.push_back(HostTensor::zeros(output.type));
    tensors.back().data.assign(tensors.back().data.size(), '\x5a');
    outputs.written.emplace_back(output.type.elements(), 0);
  }
  for (const Function &function : plan.functions)
    if (auto fault = runFunction(plan, function, inputs, outputs, options)) return fault;
  for (auto [output, written] : llvm::zip(plan.outputs, outputs.written))
    if (llvm::is_contained(written, 0))
      return Fault{"an element of output '" + output.name + "' is not written"};
  return std::nullopt;
}

} // namespace shardc
