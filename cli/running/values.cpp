// SPDX-License-Identifier: Apache-2.0
#include "cli/running/values.h"

#include "cli/telling/memory.h"
#include "cli/telling/tell.h"
#include "codegen/interp/run_plan.h"

#include "runtime/io/steps.h"

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

std::vector<runtime::Input> readPlanInputs(const Plan &plan, const CommandOptions &options) {
  requireMemory(plan);
  const std::vector<runtime::Signature> signatures = signaturesOf(plan.inputs);
  std::vector<runtime::Input> inputs =
      runtime::readInputs(signatures, options.inputs, std::nullopt, signaturesOf(plan.outputs));
  if (!options.steps) runtime::requireNoSteps(signatures, inputs);
  return inputs;
}

HostTensor takeTensor(const PlanTensor &tensor, runtime::Input &input, int64_t step) {
  HostTensor taken{tensor.type, {}};
  const char *const data = input.data(step);
  if (input.steps || input.file)
    taken.data.assign(data, data + input.bytes());
  else
    taken.data = std::move(input.array.data);
  return taken;
}

std::vector<HostTensor> takeTensors(const Plan &plan, std::vector<runtime::Input> &inputs,
                                    int64_t step) {
  std::vector<HostTensor> tensors;
  for (auto [tensor, input] : llvm::zip_equal(plan.inputs, inputs))
    tensors.push_back(takeTensor(tensor, input, step));
  return tensors;
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
