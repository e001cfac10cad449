// SPDX-License-Identifier: Apache-2.0
// What is known of buffers while steps are followed.
#pragma once

#include "codegen/check/check_boxes.h"
#include "codegen/check/check_memory.h"
#include "codegen/check/check_partials.h"

namespace shardc {

/// What is known of a buffer at a step: the boxes that have been filled, none yet; and whether
/// devices hold partial sums of it.
struct Content {
  std::optional<SharedBoxes> filled;
  PartialSum partial;
  bool isZero = false;    // in all bits: it adds up, as a partial sum of anything
  Expr literal = nullptr; // what it is throughout; null: that is not known
  bool operator==(const Content &other) const = default;
};

/// The contents of all buffers. What is written takes the place of what lay where it lies.
class Contents {
public:
  explicit Contents(const Function &function);

  const Content &operator[](int buffer) const { return contents[buffer]; }
  /// What lay in the buffer's memory is gone.
  void makeRoom(int buffer);
  void fill(int buffer, Content content);
  /// Without a look at what lies there.
  void know(int buffer, Content content);
  void swap(int a, int b);

  /// These boxes of a buffer have been filled.
  bool holds(int buffer, const SharedBoxes &boxes);
  /// ", which 'y' lies over", if that is why it is not held.
  std::string whyLost(int buffer) const;

  using State = std::vector<Content>;
  State of(ArrayRef<int> buffers) const;
  void set(ArrayRef<int> buffers, const State &state);
  /// What is known after a body that may not run: what is the same either way.
  Content common(Content a, const Content &b);

  bool shareMemory(ArrayRef<int> some, ArrayRef<int> others) const;
  std::string nameOf(int buffer) const { return "'" + function.buffers[buffer].name + "'"; }

  CheckedBoxes boxes;
  UsedMemory memory;

private:
  const Function &function;
  std::vector<Content> contents; // per buffer
  std::vector<int> lostTo;       // per buffer, what was written over it
};

} // namespace shardc
