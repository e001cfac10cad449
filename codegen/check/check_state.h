// SPDX-License-Identifier: Apache-2.0
// What those who follow a plan's steps share.
#pragma once

#include "codegen/check/check_contents.h"

namespace shardc {

struct CheckState {
  const Plan &plan;
  const Function &function;
  Contents contents = Contents(function);
  std::string problem = {}; // the first that was found; empty: none

  void fail(const std::string &what) {
    if (problem.empty()) problem = what;
  }
  void fail(const Step &step, const std::string &what) {
    fail("step '" + step.label + "': " + what);
  }
  std::string nameOf(int buffer) const { return contents.nameOf(buffer); }
  const SharedBoxes &boxesOf(ArrayRef<Span> spans) { return contents.boxes.of(spans); }
  const SharedBoxes &windowOf(int buffer) { return boxesOf(function.buffers[buffer].window); }
};

} // namespace shardc
