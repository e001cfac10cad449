// SPDX-License-Identifier: Apache-2.0
// The kernels of a function, each once.
#pragma once

#include "codegen/lower/kernels/function_buffers.h"

namespace shardc {

/// Adds kernels to `function`. Those that do the same are one: kernels of one body are found by its
/// address, others by their formula and windows.
class FunctionKernels {
public:
  /// A kernel by its number, and which of the operands that were given it reads.
  struct Made {
    int number;
    SmallVector<int, 8> ins;
    bool isStart = false;
  };
  using MadeKernels = SmallVector<Made, 2>;

  FunctionKernels(const Graph &graph, const FunctionBuffers &buffers, Function &function,
                  Spans &allSpans)
      : graph(graph), buffers(buffers), function(function), allSpans(allSpans) {}

  /// The kernel that reads and writes these buffers: one; or two, in their order, of a kernel that
  /// pulls.
  const MadeKernels &of(const PlacedKernel &placed, ArrayRef<int> ins, ArrayRef<int> outs);
  const Kernel &operator[](int number) const { return function.kernels[number]; }

private:
  Kernel describe(const PlacedKernel &placed, ArrayRef<int> ins, ArrayRef<int> outs);
  Kernel::Call describeCall(const KernelBody &body);
  MadeKernels add(Kernel kernel, ArrayRef<const Fusion *> made);
  int addOne(Kernel kernel, ArrayRef<const Fusion *> made);

  const Graph &graph;
  const FunctionBuffers &buffers;
  Function &function;
  Spans &allSpans;
  std::unordered_map<Key, MadeKernels, KeyHash> known;
  llvm::DenseMap<Expr, SmallVector<int, 1>> byValue;
};

} // namespace shardc
