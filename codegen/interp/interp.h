// SPDX-License-Identifier: Apache-2.0
// The reference evaluation of formulas, and of whole plans, element by element.
#pragma once

#include "codegen/plan/plan.h"
#include "frontend/ir/formula/expressions/scalars.h"

namespace shardc {

/// A whole value in host memory, row-major, little-endian; i1 takes a byte.
struct HostTensor {
  TensorSpec type;
  std::vector<char> data;

  static HostTensor zeros(const TensorSpec &type);
  Number at(int64_t element) const;
  void set(int64_t element, Number number);
};

/// Memory for a box of a value: `window` says which global indices `data` holds.
struct WindowData {
  ElementType type;
  Box window;
  std::vector<char> data;
  /// If given, reads outside all of these boxes are faults although the window has them.
  std::vector<Box> allowed = {};
  /// How often each element has been written, if the vector has room for it.
  std::vector<uint8_t> written = {};
};

/// Something that must not happen: a read outside what is demanded, an element written twice.
struct Fault {
  std::string what;
};

/// An element of a result, and what it is.
struct Element {
  int result;
  SmallVector<int64_t, 4> index;
  Slot value;
};
/// Calls `visit` with elements of the results at some points: `choose` is asked for each result, or
/// for those that are stored at the same index, which loops it is over; it calls `at` with an index
/// of each. Other loops, and what is read, are as for `interpret`.
using ChoosePoints =
    llvm::function_ref<void(ArrayRef<int> loops, llvm::function_ref<void(ArrayRef<int64_t>)> at)>;
std::optional<Fault> interpretSome(const Formula &formula, const Env &env,
                                   ArrayRef<const WindowData *> operands, ChoosePoints choose,
                                   llvm::function_ref<void(const Element &)> visit);

/// Runs the loops of `env`: result k of the formula into `results[k]`, operand k from
/// `operands[k]`. `partial` leaves out the inits of reductions at the root of a result.
std::optional<Fault> interpret(const Formula &formula, const Env &env,
                               ArrayRef<const WindowData *> operands,
                               ArrayRef<WindowData *> results, bool partial = false);

} // namespace shardc
