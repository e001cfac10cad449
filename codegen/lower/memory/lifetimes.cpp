// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/memory/lifetimes.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc {

namespace {

/// A range of steps, both ends included; none at first.
struct Range {
  int first = -1, last = -1;
  void add(int lo, int hi) {
    first = first < 0 ? lo : std::min(first, lo);
    last = std::max(last, hi);
  }
};

class Lifetimes {
public:
  Lifetimes(Function &function, bool ofOutputs)
      : function(function), ofOutputs(ofOutputs), live(function.buffers.size()) {}

  void run() {
    visit(function.steps);
    for (auto [buffer, range] : llvm::zip(function.buffers, live)) {
      if (!comesAndGoes(buffer.role) && buffer.role != Role::output) range.add(kBefore, kBefore);
      if (buffer.role == Role::output) range.add(next, next);
    }
    for (const auto &[range, uses] : llvm::reverse(loops)) // inner ones first
      for (int buffer : uses)
        if (live[buffer].first < range.first || live[buffer].last > range.last)
          live[buffer].add(range.first, range.last);
    // Of a pair that trades places, either memory may be that of the other's value.
    for (const auto &[a, b] : swaps) {
      live[a].add(live[b].first, live[b].last);
      live[b].add(live[a].first, live[a].last);
    }
    store();
  }

private:
  void visit(ArrayRef<Step> steps) {
    for (size_t place = 0; place < steps.size(); ++place) {
      const Step &step = steps[place];
      const int number = next++;
      if (!step.together) together(steps.slice(place, endOfJoined(steps, place) - place), number);
      if (step.kind == Step::Kind::swap) swaps.push_back({step.ins.front(), step.outs.front()});
      if (step.kind == Step::Kind::loop)
        loop(step, number);
      else
        branch(step, number);
    }
  }

  /// What steps that are done at once use is there from the first to the last of them.
  void together(ArrayRef<Step> steps, int number) {
    const int last = number + static_cast<int>(steps.size()) - 1;
    for (const Step &step : steps)
      for (ArrayRef<int> used : {ArrayRef<int>(step.outs), ArrayRef<int>(step.ins)})
        for (int buffer : used) {
          use(buffer, number);
          use(buffer, last);
        }
    for (auto [at, step] : llvm::enumerate(steps))
      if (step.scratch >= 0) use(step.scratch, number + static_cast<int>(at));
  }

  void loop(const Step &step, int number) {
    const size_t own = loops.size();
    loops.push_back({{number, number}, {}});
    open.push_back(own);
    visit(step.bodies[0]);
    // Looked at when all that decides is done; seen from outside, in the loop's own first step.
    if (step.decider >= 0) use(step.decider, std::max(number, next - 1));
    visit(step.bodies[1]);
    open.pop_back();
    loops[own].first.last = next - 1;
  }

  void branch(const Step &step, int number) {
    if (step.decider >= 0) use(step.decider, number);
    for (const std::vector<Step> &body : step.bodies)
      visit(body);
  }

  void use(int buffer, int step) {
    live[buffer].add(step, step);
    for (size_t loop : open)
      loops[loop].second.push_back(buffer);
  }

  void store() {
    for (auto [buffer, range] : llvm::zip(function.buffers, live)) {
      const bool isOver = buffer.role == Role::output && (ofOutputs || buffer.over >= 0);
      const bool comes = comesAndGoes(buffer.role) || isOver;
      const bool goes = comesAndGoes(buffer.role) || buffer.donated;
      const int last = std::max(0, next - 1 - kFirst);
      buffer.firstStep = comes ? std::clamp(range.first - kFirst, 0, last) : 0;
      buffer.lastStep = goes ? std::clamp(range.last - kFirst, 0, last) : last;
    }
  }

  Function &function;
  const bool ofOutputs;
  std::vector<Range> live;                               // per buffer
  std::vector<std::pair<Range, std::vector<int>>> loops; // their steps, and buffers used in them
  std::vector<size_t> open;
  std::vector<std::pair<int, int>> swaps;
  static constexpr int kBefore = 0, kFirst = 1; // where inputs are there, and the first step
  int next = kFirst;
};

} // namespace

void setLifetimes(Function &function, bool ofOutputs) { Lifetimes(function, ofOutputs).run(); }

} // namespace shardc
