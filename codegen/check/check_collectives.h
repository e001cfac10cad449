// SPDX-License-Identifier: Apache-2.0
// A collective gives what is held and brings what is needed.
#pragma once

#include "codegen/check/check_state.h"

#include <set>

namespace shardc {

class CollectiveChecker {
public:
  explicit CollectiveChecker(CheckState &state) : state(state) {}

  /// Does a step of kind collective.
  void move(const Step &step);

private:
  void exchange(const Step &step);
  void reduce(const Step &step);
  /// Of both kinds: what is given is held, and what is brought fits.
  bool endsHold(const Step &step, const SharedBoxes &held, const SharedBoxes &needed);

  CheckState &state;
  Contents &contents = state.contents;
  CheckedBoxes &boxes = contents.boxes;
  const Function &function = state.function;
  /// Exchanges, by their boxes and groups.
  std::set<std::tuple<const void *, const void *, SmallVector<int, 2>>> checked;
};

} // namespace shardc
