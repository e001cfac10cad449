// SPDX-License-Identifier: Apache-2.0
#include "cli/running/values.h"

#include "cli/telling/memory.h"
#include "cli/telling/tell.h"
#include "codegen/interp/run_plan.h"

#include "runtime/io/values.h"

#include "llvm/Support/FormatVariadic.h"

namespace shardc {

std::vector<runtime::Signature> signaturesOf(ArrayRef<PlanTensor> tensors) {
  std::vector<runtime::Signature> signatures;
  for (const PlanTensor &tensor : tensors)
    signatures.push_back({tensor.name,
                          runtimeType(tensor.type.type),
                          {tensor.type.shape.begin(), tensor.type.shape.end()}});
  return signatures;
}

HostTensor hostTensor(runtime::Array array) {
  HostTensor tensor;
  tensor.type.type = elementType(array.type);
  tensor.type.shape.assign(array.shape.begin(), array.shape.end());
  tensor.data = std::move(array.data);
  return tensor;
}

runtime::Array runtimeArray(HostTensor tensor) {
  return {runtimeType(tensor.type.type),
          {tensor.type.shape.begin(), tensor.type.shape.end()},
          std::move(tensor.data)};
}

/// Where memory is promised and not there, the system ends the process without a word.
static void requireMemory(const Plan &plan) {
  const double needed = bytesToRun(plan), most = mostMemory();
  if (needed <= most) return;
  throw runtime::Error(runtime::Exit::environment,
                       llvm::formatv("running '{0}' takes {1:f0} bytes of memory, and there are "
                                     "{2:f0}; build the bundle where there are more",
                                     plan.name, needed, most)
                           .str());
}

std::vector<HostTensor> readPlanInputs(const Plan &plan, const CommandOptions &options) {
  requireMemory(plan);
  std::vector<HostTensor> inputs;
  for (runtime::Input &input : runtime::readInputs(signaturesOf(plan.inputs), options.inputs)) {
    if (input.steps)
      throw runtime::Error(runtime::Exit::usage,
                           "each:FILE.npy is for the steps of a bundle; give one value");
    inputs.push_back(hostTensor(std::move(input.array)));
  }
  return inputs;
}

int guarded(Compilation &compilation, llvm::function_ref<int()> body) {
  try {
    return body();
  } catch (const runtime::Error &error) {
    compilation.progress.hide();
    return fail(compilation.options, static_cast<Exit>(error.code), error.what());
  }
}

} // namespace shardc
