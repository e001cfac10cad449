// SPDX-License-Identifier: Apache-2.0
#include "cli/running/values.h"

#include "cli/telling/memory.h"
#include "cli/telling/tell.h"
#include "codegen/interp/run_plan.h"

#include "runtime/io/values.h"

#include "llvm/Support/FormatVariadic.h"

namespace shardc {

runtime::Type runtimeType(ElementType type) {
  switch (type) {
  case ElementType::f32:
    return runtime::Type::f32;
  case ElementType::f64:
    return runtime::Type::f64;
  case ElementType::i1:
    return runtime::Type::i1;
  case ElementType::i32:
    return runtime::Type::i32;
  case ElementType::i64:
  case ElementType::index:
    return runtime::Type::i64;
  case ElementType::ui32:
    return runtime::Type::ui32;
  }
  return runtime::Type::f32;
}

static ElementType elementType(runtime::Type type) {
  for (ElementType own : {ElementType::f32, ElementType::f64, ElementType::i1, ElementType::i32,
                          ElementType::i64, ElementType::ui32})
    if (runtimeType(own) == type) return own;
  return ElementType::f32;
}

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
  for (runtime::Array &array : runtime::readInputs(signaturesOf(plan.inputs), options.inputs))
    inputs.push_back(hostTensor(std::move(array)));
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
