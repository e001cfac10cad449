// SPDX-License-Identifier: Apache-2.0
// Kernels for CPUs by set of instructions: a table of them each, and who takes one.
#include "codegen/cpp/kernels.h"

#include "codegen/cpp/library_calls.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

CpuFlags cpuFlags() { return {SHARDC_CPU_FLAGS, SHARDC_GNU_FLAGS}; }

ArrayRef<InstructionSet> instructionSets() {
  static constexpr InstructionSet sets[] = {
      {"avx2", "AVX2 and FMA", SHARDC_AVX2_FLAGS},
      {"avx512", "AVX-512", SHARDC_AVX512_FLAGS},
  };
  return sets;
}

std::string kernelsFor(const Plan &plan, const InstructionSet &set) {
  return "// The kernels of " + plan.id + " for processors with " + set.what + ": " + set.flags +
         "\n#ifdef __x86_64__\n#define SHARDC_ISA " + set.name + "\n#include \"" + plan.id +
         ".kernels.cpp\"\n#endif\n";
}

/// `make` of each function's kernels, in the namespaces that NAME.plan.h has.
static std::string
perFunction(const Plan &plan, const KernelTexts &kernels,
            llvm::function_ref<std::string(const std::vector<KernelText> &)> make) {
  std::string out = "namespace " + plan.id + " {\n\n";
  for (auto [function, own] : llvm::zip_equal(plan.functions, kernels)) {
    if (own.empty()) continue;
    const bool isAlone = plan.functions.size() == 1;
    out += isAlone ? make(own) : text::inNamespace(function.name, make(own));
  }
  return out + "} // namespace " + plan.id + "\n";
}

static std::string tableText(const std::vector<KernelText> &kernels) {
  std::string out = "struct Kernels {\n";
  for (const KernelText &kernel : kernels)
    if (kernel.isInTable()) out += kernel.pointer + ";\n";
  out += "};\nnamespace baseline {\nextern const Kernels kernels;\n}\n";
  for (const InstructionSet &set : instructionSets())
    out += std::string("namespace ") + set.name + " {\nextern const Kernels kernels;\n}\n";
  return out + "\n";
}

/// The header of an element type that is the runtime's.
static StringRef headerBesideTable(StringRef name) {
  const auto *type = llvm::find_if(elementTypes(), [&](ElementType each) {
    return isOfRuntime(each) && name == info(each).cpp;
  });
  return info(*type).isComplex ? "complex" : info(*type).isSmall ? "small_integers" : "narrow";
}

std::string kernelTables(const Plan &plan, const KernelTexts &kernels) {
  const std::vector<std::string> types = text::runtimeTypes(plan);
  std::string own;
  for (const char *header : {"complex", "narrow", "small_integers"})
    if (llvm::any_of(types, [&](StringRef type) { return headerBesideTable(type) == header; }))
      own += std::string("#include \"runtime/") + header + ".h\"\n";
  if (!types.empty()) own += "\nnamespace " + plan.id + " {\n\n" + text::usingList(types) + "}\n\n";
  return "// The kernels of " + plan.id +
         " for CPUs, compiled for all processors and for those with more instructions.\n"
         "#pragma once\n\n" +
         (takeDevice(kernels) ? "#include \"" + plan.id + ".device.h\"\n\n" : "") +
         "#include <cstdint>\n\n" + own + perFunction(plan, kernels, tableText);
}

static std::string launchersText(const std::vector<KernelText> &kernels) {
  const auto isInTable = [](const KernelText &kernel) { return kernel.isInTable(); };
  if (llvm::none_of(kernels, isInTable)) return "";
  // Libraries may do all of them.
  const bool mayBeUnused = llvm::any_of(kernels, [](const KernelText &kernel) {
    return StringRef(kernel.cpp.launcher).contains("#else");
  });
  std::string out = (mayBeUnused ? "[[maybe_unused]] static" : "static") +
                    std::string(" const Kernels &kernels() {\n"
                                "  static const Kernels &own = SHARDC_FOR_PROCESSOR(kernels);\n"
                                "  return own;\n}\n\n");
  for (const KernelText &kernel : kernels)
    if (kernel.isInTable()) out += kernel.cpp.launcher + "\n";
  return out;
}

static std::string cubinLaunchersText(const std::vector<KernelText> &kernels) {
  std::string out;
  for (const KernelText &kernel : kernels)
    if (kernel.call.empty()) out += kernel.cuda.launcher + "\n";
  return out;
}

std::string launchersFile(const Plan &plan, const KernelTexts &kernels) {
  std::string headers = "#include \"runtime/host/cpu/launch_cpu.h\"\n";
  for (const std::string &header : libraryHeaders(plan, /*forGpus=*/false))
    headers += "#include \"" + header + "\"\n";
  return "// Launches the kernels of " + plan.id +
         " for CPUs: those compiled for the processor that this runs on.\n#include \"" + plan.id +
         ".kernels.h\"\n#include \"" + plan.id + ".plan.h\"\n\n" + headers + "\n" +
         perFunction(plan, kernels, launchersText);
}

std::string cubinLaunchersFile(const Plan &plan, const KernelTexts &kernels) {
  return "// Launches the kernels of " + plan.id +
         " for GPUs, which are in the files of cubin/.\n" + "#include \"" + plan.id +
         ".plan.h\"\n\n#include \"runtime/host/cuda/launch_cubin.h\"\n\n" +
         perFunction(plan, kernels, cubinLaunchersText);
}

} // namespace shardc
