// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/callers.h"

#include "codegen/text/text.h"

namespace shardc {

std::string callerName(KernelNumber number) {
  return "shardc_call_" + std::to_string(number.function) + "_" + std::to_string(number.kernel);
}

// What numbers and memory become is for the kernel's parameters to say.
static constexpr const char *kArguments = R"(
namespace shardc::engine {
struct Number {
  int64_t value;
  template <typename T>
  operator T() const { return static_cast<T>(value); }
};
struct Memory {
  void *at;
  template <typename T>
  operator T *() const { return static_cast<T *>(at); }
};
}
using shardc::engine::Memory, shardc::engine::Number;
)";

static std::string callerText(const CpuKernels &text, KernelNumber number, const std::string &isa,
                              size_t operands) {
  const KernelText &kernel = text.kernels[number.function][number.kernel];
  size_t taken = 0;
  const auto next = [&] { return "Number{numbers[" + std::to_string(taken++) + "]}"; };
  std::vector<std::string> arguments;
  if (kernel.chunks) arguments = {next(), next()};
  if (kernel.takesDevice) {
    std::vector<std::string> fields;
    for (size_t k = 0; k < text.layouts[number.function].fields.size(); ++k) {
      const std::string lo = next(), hi = next();
      fields.push_back("{" + lo + ", " + hi + "}");
    }
    arguments.push_back("{" + text::joined(fields) + "}");
  }
  for (size_t k = 0; k < kernel.trips.size(); ++k)
    arguments.push_back(next());
  for (size_t k = 0; k < operands; ++k)
    arguments.push_back("Memory{memory[" + std::to_string(k) + "]}");
  return "extern \"C\" void " + callerName(number) +
         "(const int64_t *numbers, void *const *memory) {\n  " + text.scopes[number.function] +
         isa + "::" + kernel.name + "(" + text::joined(arguments) + ");\n}\n";
}

std::string callersText(const CpuKernels &text, ArrayRef<KernelNumber> called,
                        const std::string &isa, llvm::function_ref<size_t(KernelNumber)> operands) {
  std::string out = "#include \"" + text.source + "\"\n" + kArguments;
  for (const KernelNumber number : called)
    out += callerText(text, number, isa, operands(number));
  return out;
}

} // namespace shardc
