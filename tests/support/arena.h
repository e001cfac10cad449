// SPDX-License-Identifier: Apache-2.0
// Walks through a function's steps and watches its arena: the reference evaluation gives every
// buffer memory of its own, so it does not see where two share.
#pragma once

#include "codegen/plan/plan.h"

#include <random>
#include <string>

namespace shardc::test {

class ArenaWalk {
public:
  ArenaWalk(const Function &walked, unsigned seed) : function(walked), random(seed) {
    for (size_t buffer = 0; buffer < function.buffers.size(); ++buffer) {
      place.push_back(buffer);
      const Role role = function.buffers[buffer].role;
      written.push_back(role == Role::input || role == Role::constant);
    }
  }

  /// The first step that reads what another has written over; empty if there is none. Loops run
  /// twice, branches take any way.
  std::string run() {
    walk(function.steps);
    for (size_t buffer = 0; buffer < function.buffers.size(); ++buffer)
      if (function.buffers[buffer].role == Role::output) read(static_cast<int>(buffer), "the end");
    return fault;
  }

private:
  void walk(ArrayRef<Step> steps) {
    for (const Step &step : steps) {
      if (step.kind == Step::Kind::swap) {
        std::swap(place[step.ins[0]], place[step.outs[0]]);
        continue;
      }
      // A collective that runs on reads and has written at the latest when it is waited for.
      for (int in : step.ins)
        read(in, step.label);
      for (int out : step.outs)
        write(out);
      if (step.kind == Step::Kind::loop) loop(step);
      if (step.kind == Step::Kind::branch) {
        read(step.decider, step.label);
        walk(step.bodies[random() % step.bodies.size()]);
      }
    }
  }

  void loop(const Step &step) {
    for (int trip = 0; trip < 3; ++trip) {
      walk(step.bodies[0]);
      if (step.decider >= 0) read(step.decider, step.label);
      if (trip < 2) walk(step.bodies[1]);
    }
  }

  void read(int buffer, const std::string &step) {
    if (written[place[buffer]] || !fault.empty()) return;
    fault = step + " reads " + function.buffers[buffer].name + ", which is written over";
  }

  void write(int buffer) {
    const Buffer &own = function.buffers[place[buffer]];
    for (size_t other = 0; other < function.buffers.size(); ++other) {
      const Buffer &b = function.buffers[other];
      if (own.offset < b.offset + b.bytes && b.offset < own.offset + own.bytes)
        written[other] = false;
    }
    written[place[buffer]] = true;
  }

  const Function &function;
  std::mt19937 random;
  std::vector<size_t> place; // per buffer: whose memory it has
  std::vector<bool> written; // per buffer: its memory has what was written there last
  std::string fault;
};

} // namespace shardc::test
