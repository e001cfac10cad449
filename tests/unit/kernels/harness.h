// SPDX-License-Identifier: Apache-2.0
// Compiles the kernels of a plan and runs them on memory of the test.
#pragma once

#include "codegen/cpp/kernels.h"

namespace shardc::test {

/// A folder of its own under the system's for temporary files; removed with the object.
class Folder {
public:
  Folder();
  ~Folder();
  std::string path;
  void write(const std::string &name, const std::string &text) const;
};

/// The kernels of a plan, compiled by the C++ compiler as a library and loaded.
class CompiledKernels {
public:
  /// `counted`: floats count what is done with them (runtime/counted.h).
  CompiledKernels(const Plan &plan, Target target, bool counted = false,
                  const std::string &flags = "");
  CompiledKernels(const Plan &plan, const KernelTexts &kernels, Target target, bool counted = false,
                  const std::string &flags = "");
  ~CompiledKernels();
  /// Runs the kernel of function `number` on one shard; buffers are operands', then results'.
  void run(int number, int64_t shard, std::vector<void *> buffers) const;
  bool ok() const { return entry != nullptr; }
  /// What kernels have done with floats since it was asked last, where floats count.
  long countedFlops() const { return count(); }

private:
  Folder folder;
  void *library = nullptr;
  void (*entry)(int, long, void **) = nullptr;
  long (*count)() = nullptr;
};

/// Whether nvcc compiles the kernels of a plan, with the runtime's own headers; `report` gets what
/// ptxas says of registers and memory.
bool nvccCompiles(const Plan &plan);
bool nvccCompiles(const Plan &plan, const KernelTexts &kernels, std::string *report = nullptr);

/// How many kernels spill registers to memory, by that report.
size_t spillsIn(const std::string &report);

/// Runs a command; its output is shown where it fails.
bool succeeds(const std::string &command);

} // namespace shardc::test
