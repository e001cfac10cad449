// SPDX-License-Identifier: Apache-2.0
// Kernel text: a formula under loops (C++) or under a grid (CUDA), as an expert would write it.
#pragma once

#include "codegen/cpp/expressions/expression.h"
#include "codegen/kernel/chunks.h"
#include "codegen/kernel/schedule.h"

namespace shardc {

/// How kernels for GPUs get into a program: nvcc compiles and links them with what launches them,
/// or they are compiled already and found by name in a cubin.
enum class GpuKernels : uint8_t { linked, cubin };

/// A kernel and what launches it, as text.
struct KernelText {
  /// What is launched: the kernel, or it and those before it by rows; "": one of those.
  std::string name;
  std::string declaration; // how NAME.plan.h declares what launches it, without the semicolon
  bool takesDevice = false;
  SmallVector<int64_t, 1> trips; // that it takes, by the depth of their loops
  std::optional<Chunks> chunks;  // of the loop whose ends the one for CPUs takes; none: it does all
  struct OnTarget {
    std::string text; // with the comment above
    Needs needs;
    std::string launcher;
  } cpp, cuda;
  std::string call;    // of a routine, with the comment above; "": it is a kernel
  std::string pointer; // to a kernel for CPUs, as a member of Kernels, without the semicolon
  /// Not one that is done by rows, which another launches, nor a call.
  bool isInTable() const { return !name.empty() && call.empty(); }
  const OnTarget &on(Target target) const { return target == Target::cuda ? cuda : cpp; }
};

/// The text of one kernel that these statements are; `further`: what other shards' ops are, per
/// source. `symbol`: the name in a cubin; "": it is linked.
KernelText kernelText(const KernelView &view, const Function &function,
                      ArrayRef<const std::vector<Source> *> further, KernelTree cpp,
                      KernelTree cuda, const std::string &symbol = "");

/// The kernels of a plan, per function: each printed once for each target.
using KernelTexts = std::vector<std::vector<KernelText>>;
KernelTexts kernelTexts(const Plan &plan, GpuKernels gpu = GpuKernels::linked);
/// As the launcher's argument: "{512, 8}".
std::string chunksText(const Chunks &chunks);
/// Whether any is given a shard's indices.
bool takeDevice(const KernelTexts &kernels);

/// The whole of NAME.kernels.cpp or NAME.kernels.cu. Kernels that are linked are followed by what
/// launches them.
std::string kernelsFile(const Plan &plan, const KernelTexts &kernels, Target target,
                        GpuKernels gpu = GpuKernels::linked);

/// What compilers are told about all text for CPUs (cmake/CpuFlags.cmake): GCC and Clang, and GCC
/// besides.
struct CpuFlags {
  const char *all, *gnu;
};
CpuFlags cpuFlags();

/// Kernels for CPUs are compiled once for each of these, with other flags; NAME.kernels.cpp itself
/// is for all processors.
struct InstructionSet {
  const char *name;  // "avx2", a namespace
  const char *what;  // for people
  const char *flags; // for GCC and Clang
};
ArrayRef<InstructionSet> instructionSets();
/// NAME.kernels.avx2.cpp
std::string kernelsFor(const Plan &plan, const InstructionSet &set);
/// NAME.kernels.h: what each of them has.
std::string kernelTables(const Plan &plan, const KernelTexts &kernels);
/// NAME.launch.cpp: takes those for the processor, and launches them.
std::string launchersFile(const Plan &plan, const KernelTexts &kernels);

/// NAME.launch_cuda.cpp: launches the kernels of a cubin.
std::string cubinLaunchersFile(const Plan &plan, const KernelTexts &kernels);

} // namespace shardc
