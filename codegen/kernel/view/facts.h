// SPDX-License-Identifier: Apache-2.0
// Facts of a kernel's accesses, found once: how each moves through memory while a loop counts up,
// which neighbours may be one access, and whether it is made in any case. What loops are on each
// device is in LoopView.
#pragma once

#include "frontend/ir/formula/formula.h"

#include <vector>

namespace shardc {

struct KernelView;

/// By no element, by one, by several, or in a way that no number says.
enum class Stride : uint8_t { none, one, several, unknown };

/// An access while one loop counts up.
struct Walk {
  Stride stride = Stride::none;
  int64_t elements = 0; // that it moves by, on the first device; 0: none, or unknown
  /// Of its neighbours that are neighbours in memory so many, a power of two up to 16, always begin
  /// at a multiple of their number; 0: neighbours lie elsewhere.
  int64_t width = 0;
};

/// A load, or an element that is written.
struct AccessFacts {
  Expr load = nullptr;        // null: a result's element
  int window = -1;            // the number of the operand, or of the result
  bool always = false;        // it is read in any case, and not for an address
  SmallVector<Walk, 8> walks; // by loop

  Stride stride(int loop) const { return walks[loop].stride; }
  bool isAlong(int loop) const { return walks[loop].width > 0; }
  bool isInFours(int loop) const { return walks[loop].width >= 4; }
  bool uses(int loop) const { return walks[loop].stride != Stride::none; }
};

struct Facts {
  std::vector<AccessFacts> loads;  // of values, in their order: first those that are always read
  std::vector<AccessFacts> stores; // by result
};
Facts factsOf(const KernelView &view);

/// Of a load of the formula, or of one that has been made of it since.
AccessFacts accessOf(const KernelView &view, Expr load);
/// Of a result's element at `index`.
AccessFacts accessOf(const KernelView &view, int result, ArrayRef<Expr> index);

/// Whether all that a load may read is there, whatever conditions around it say.
bool isHeld(const KernelView &view, Expr load);
/// The same of all that a value reads, by conditions of its own.
bool areReadsHeld(const KernelView &view, Expr value);

} // namespace shardc
