// SPDX-License-Identifier: Apache-2.0
// By cuDNN's graphs, as its older functions pad both ends of a dimension alike. A graph of the one
// operation becomes a plan: the first engine that its heuristics name and that takes tensors as
// they lie. Plans are kept with the stream, as are cuDNN's handle and the memory that they work in.
#include "runtime/libraries/cuda/convolve_by_cudnn_cuda.h"

#ifdef SHARDC_CUDNN

#include "runtime/error.h"
#include "runtime/host/cuda/launch_cuda.h"

#include <algorithm>
#include <cudnn_graph.h>
#include <map>
#include <memory>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr int64_t kMostWorkspace = int64_t(256) << 20, kAlignment = 16, kMostEngines = 8;

void check(cudnnStatus_t status, const char *step, const char *what) {
  if (status == CUDNN_STATUS_SUCCESS) return;
  throw Error(Exit::environment, std::string("step ") + step + ": cuDNN: " + what +
                                     " failed with status " + std::to_string(int(status)));
}

cudnnDataType_t type_of(Type type) {
  switch (type) {
  case Type::bf16:
    return CUDNN_DATA_BFLOAT16;
  case Type::f16:
    return CUDNN_DATA_HALF;
  default:
    return CUDNN_DATA_FLOAT;
  }
}

/// One of cuDNN's descriptors, whose attributes are set before it is finished.
class Described {
public:
  Described(const char *step, cudnnBackendDescriptorType_t type) : step(step) {
    check(cudnnBackendCreateDescriptor(type, &handle), step, "a descriptor");
  }
  Described(const Described &) = delete;
  Described &operator=(const Described &) = delete;
  ~Described() { cudnnBackendDestroyDescriptor(handle); }

  template <typename T>
  void set(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, const T &value) {
    check(cudnnBackendSetAttribute(handle, name, type, 1, &value), step, "an attribute");
  }
  void set(cudnnBackendAttributeName_t name, const std::vector<int64_t> &values) {
    check(cudnnBackendSetAttribute(handle, name, CUDNN_TYPE_INT64, int64_t(values.size()),
                                   values.data()),
          step, "an attribute");
  }
  void set(cudnnBackendAttributeName_t name, const Described &other) {
    set(name, CUDNN_TYPE_BACKEND_DESCRIPTOR, other.handle);
  }
  /// False: cuDNN does no such thing.
  bool finish() {
    const cudnnStatus_t status = cudnnBackendFinalize(handle);
    if (CUDNN_STATUS_CATEGORY(status) == CUDNN_STATUS_NOT_SUPPORTED) return false;
    check(status, step, "a descriptor");
    return true;
  }

  cudnnBackendDescriptor_t handle = nullptr;

private:
  const char *step;
};
using Owned = std::unique_ptr<Described>;

/// Sizes and steps of a tensor, and of a convolution along each dimension of places.
struct Tensor {
  std::vector<int64_t> sizes, steps;
};
struct Numbers {
  Tensor source, window, output;
  std::vector<int64_t> strides, dilations, before, after;
};

/// Features of all groups are one dimension; where a group has one, the step is that of groups.
int64_t feature_step(int64_t features, int64_t step, int64_t of_groups) {
  return features > 1 ? step : of_groups;
}

Numbers numbers_of(const Convolution &convolution) {
  const auto &[result, groups, images, inputs, outputs, places] = convolution;
  Numbers made = {{{images.count, groups.count * inputs.count},
                   {images.source, feature_step(inputs.count, inputs.source, groups.source)}},
                  {{groups.count * outputs.count, inputs.count},
                   {feature_step(outputs.count, outputs.window, groups.window), inputs.window}},
                  {{images.count, groups.count * outputs.count},
                   {images.output, feature_step(outputs.count, outputs.output, groups.output)}},
                  {},
                  {},
                  {},
                  {}};
  const auto add = [](Tensor &to, int64_t size, int64_t step) {
    to.sizes.push_back(size);
    to.steps.push_back(step);
  };
  if (places.size() == 1) { // there are no convolutions of fewer dimensions than two
    for (Tensor *tensor : {&made.source, &made.window, &made.output})
      add(*tensor, 1, 0);
    made.strides = made.dilations = {1};
    made.before = made.after = {0};
  }
  for (const ConvolutionPlace &place : places) {
    add(made.source, place.source.extent, place.source.step);
    add(made.window, place.window.extent, place.window.step);
    add(made.output, place.output.extent, place.output.step);
    made.strides.push_back(place.stride);
    made.dilations.push_back(place.dilation);
    made.before.push_back(place.before);
    made.after.push_back(place.after());
  }
  // A dimension of one element may say any step, but none of 0.
  for (Tensor *tensor : {&made.source, &made.window, &made.output})
    for (size_t k = tensor->sizes.size(); k-- > 0;)
      if (tensor->steps[k] == 0)
        tensor->steps[k] =
            k + 1 < tensor->sizes.size() ? tensor->sizes[k + 1] * tensor->steps[k + 1] : 1;
  return made;
}

/// Whether windows of groups lie behind one another, and no tensor backwards.
bool is_plain(const Convolution &convolution, const Numbers &numbers) {
  const auto &[result, groups, images, inputs, outputs, places] = convolution;
  const bool follow =
      groups.count == 1 || outputs.count == 1 || groups.window == outputs.count * outputs.window;
  const auto goes_up = [](const Tensor &tensor) {
    return std::all_of(tensor.steps.begin(), tensor.steps.end(),
                       [](int64_t step) { return step > 0; });
  };
  return follow && goes_up(numbers.source) && goes_up(numbers.window) && goes_up(numbers.output);
}

bool is_empty(const Convolution &convolution) {
  for (const ConvolutionLoop *loop :
       {&convolution.groups, &convolution.images, &convolution.inputs, &convolution.outputs})
    if (loop->count == 0) return true;
  return false;
}

/// What a tensor is called in a graph.
enum Name : int64_t { kSource = 1, kWindow, kOutput };

/// Names of what an operation is told, which are its kind's own.
struct Operation {
  cudnnBackendDescriptorType_t type;
  cudnnBackendAttributeName_t source, window, output, convolution, alpha, beta;
  Name left, right, result;
};
Operation operation_of(ConvolutionResult result) {
  switch (result) {
  case ConvolutionResult::source:
    return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA,
            kOutput,
            kWindow,
            kSource};
  case ConvolutionResult::window:
    return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA,
            kSource,
            kOutput,
            kWindow};
  default:
    return {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA,
            kSource,
            kWindow,
            kOutput};
  }
}

/// How each of these lies to multiples of bytes, up to what matters.
struct Alignments {
  int64_t left, right, result;
};
int64_t alignment_of(const void *pointer) {
  const auto address = reinterpret_cast<uintptr_t>(pointer) | uintptr_t(kAlignment);
  return int64_t(address & -address);
}

/// A convolution that is ready to run. cuDNN's descriptors need those that they are made of.
class Plan {
public:
  Plan(const char *step, cudnnHandle_t handle, const Convolution &convolution, Type type,
       const Alignments &aligned)
      : step(step), operation(operation_of(convolution.result)), type(type) {
    const Numbers numbers = numbers_of(convolution);
    if (!is_plain(convolution, numbers) || !describe(numbers, aligned) || !make_graph(handle))
      return;
    for (const cudnnBackendHeurMode_t mode : {CUDNN_HEUR_MODE_A, CUDNN_HEUR_MODE_FALLBACK})
      if (choose(handle, mode)) return;
  }

  bool is_ready() const { return plan != nullptr; }
  int64_t workspace() const { return workspace_bytes; }

  void run(cudnnHandle_t handle, const void *left, const void *right, void *result,
           void *workspace) const {
    const std::vector<int64_t> names = {operation.left, operation.right, operation.result};
    const void *pointers[] = {left, right, result};
    Described given(step, CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR);
    given.set(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS, names);
    check(cudnnBackendSetAttribute(given.handle, CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS,
                                   CUDNN_TYPE_VOID_PTR, 3, pointers),
          step, "an attribute");
    given.set(CUDNN_ATTR_VARIANT_PACK_WORKSPACE, CUDNN_TYPE_VOID_PTR, workspace);
    check(cudnnBackendFinalize(given.handle), step, "what a plan is given");
    check(cudnnBackendExecute(handle, plan->handle, given.handle), step, "cudnnBackendExecute");
  }

private:
  const char *step;
  const Operation operation;
  const Type type;
  std::vector<Owned> parts;
  Described *op = nullptr, *graph = nullptr, *plan = nullptr;
  int64_t workspace_bytes = 0;

  Described &add(cudnnBackendDescriptorType_t kind) {
    return *parts.emplace_back(std::make_unique<Described>(step, kind));
  }

  /// Null: cuDNN has no such tensor.
  Described *tensor(Name name, const Tensor &of, const Alignments &aligned) {
    const int64_t alignment = name == operation.left    ? aligned.left
                              : name == operation.right ? aligned.right
                                                        : aligned.result;
    Described &made = add(CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    made.set(CUDNN_ATTR_TENSOR_UNIQUE_ID, CUDNN_TYPE_INT64, int64_t(name));
    made.set(CUDNN_ATTR_TENSOR_DATA_TYPE, CUDNN_TYPE_DATA_TYPE, type_of(type));
    made.set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, CUDNN_TYPE_INT64, alignment);
    made.set(CUDNN_ATTR_TENSOR_DIMENSIONS, of.sizes);
    made.set(CUDNN_ATTR_TENSOR_STRIDES, of.steps);
    return made.finish() ? &made : nullptr;
  }

  bool describe(const Numbers &numbers, const Alignments &aligned) {
    Described *source = tensor(kSource, numbers.source, aligned);
    Described *window = tensor(kWindow, numbers.window, aligned);
    Described *output = tensor(kOutput, numbers.output, aligned);
    Described &how = add(CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
    how.set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, CUDNN_TYPE_INT64, int64_t(numbers.strides.size()));
    how.set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_TYPE_DATA_TYPE, CUDNN_DATA_FLOAT);
    how.set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE, CUDNN_CROSS_CORRELATION);
    how.set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, numbers.strides);
    how.set(CUDNN_ATTR_CONVOLUTION_DILATIONS, numbers.dilations);
    how.set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, numbers.before);
    how.set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, numbers.after);
    if (!source || !window || !output || !how.finish()) return false;
    op = &add(operation.type);
    op->set(operation.source, *source);
    op->set(operation.window, *window);
    op->set(operation.output, *output);
    op->set(operation.convolution, how);
    op->set(operation.alpha, CUDNN_TYPE_FLOAT, 1.0f);
    op->set(operation.beta, CUDNN_TYPE_FLOAT, 0.0f);
    return op->finish();
  }

  bool make_graph(cudnnHandle_t handle) {
    graph = &add(CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    graph->set(CUDNN_ATTR_OPERATIONGRAPH_OPS, *op);
    graph->set(CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, handle);
    return graph->finish();
  }

  /// Takes the first engine that there is room for.
  bool choose(cudnnHandle_t handle, cudnnBackendHeurMode_t mode) {
    Described &heuristics = add(CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, *graph);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, mode);
    if (!heuristics.finish()) return false;
    std::vector<Described *> engines;
    std::vector<cudnnBackendDescriptor_t> handles;
    for (int64_t k = 0; k < kMostEngines; ++k) {
      engines.push_back(&add(CUDNN_BACKEND_ENGINECFG_DESCRIPTOR));
      handles.push_back(engines.back()->handle);
    }
    int64_t count = 0;
    check(cudnnBackendGetAttribute(heuristics.handle, CUDNN_ATTR_ENGINEHEUR_RESULTS,
                                   CUDNN_TYPE_BACKEND_DESCRIPTOR, kMostEngines, &count,
                                   handles.data()),
          step, "the choice of an engine");
    for (int64_t k = 0; k < std::min(count, kMostEngines); ++k)
      if (make_plan(handle, *engines[size_t(k)])) return true;
    return false;
  }

  bool make_plan(cudnnHandle_t handle, const Described &engine) {
    Described &made = add(CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    made.set(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, engine);
    made.set(CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, handle);
    // Whatever is wrong with it, as that what it is compiled by is not there: others may do.
    if (cudnnBackendFinalize(made.handle) != CUDNN_STATUS_SUCCESS) return false;
    int64_t count = 0;
    check(cudnnBackendGetAttribute(made.handle, CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE,
                                   CUDNN_TYPE_INT64, 1, &count, &workspace_bytes),
          step, "a workspace's size");
    if (workspace_bytes > kMostWorkspace) return false;
    plan = &made;
    return true;
  }
};

/// All that the choice of an engine depends on.
std::vector<int64_t> key_of(const Convolution &convolution, Type type, const Alignments &aligned) {
  std::vector<int64_t> key = convolution.key();
  key.insert(key.end(), {int64_t(type), aligned.left, aligned.right, aligned.result});
  return key;
}

/// What a stream keeps.
class Kept {
public:
  Kept() = default;
  Kept(const Kept &) = delete;
  Kept &operator=(const Kept &) = delete;
  ~Kept() {
    plans.clear();
    if (memory) cudaFree(memory);
    if (handle) cudnnDestroy(handle);
  }

  cudnnHandle_t handle = nullptr;
  std::map<std::vector<int64_t>, std::unique_ptr<Plan>> plans;

  void open(const char *step, cudaStream_t stream) {
    if (handle) return;
    check(cudnnCreate(&handle), step, "cudnnCreate");
    check(cudnnSetStream(handle, stream), step, "cudnnSetStream");
  }
  /// As much as the plan that needed most: calls of one stream are one after the other.
  void *workspace(const char *step, const char *where, int64_t bytes) {
    if (bytes <= size) return memory;
    runtime::check(cudaFree(memory), step, where); // waits for those that use it
    memory = nullptr, size = 0;
    runtime::check(cudaMalloc(&memory, size_t(bytes)), step, where);
    size = bytes;
    return memory;
  }

private:
  void *memory = nullptr;
  int64_t size = 0;
};

} // namespace

bool convolve_by_cudnn(Stream &stream, const char *step, const Convolution &convolution, Type type,
                       const void *left, const void *right, void *result) {
  if (is_empty(convolution)) return false;
  const StepRange range(step);
  const Handle on = use(stream);
  Kept &kept = own<Kept>(stream);
  kept.open(step, on.stream);
  const Alignments aligned = {alignment_of(left), alignment_of(right), alignment_of(result)};
  std::unique_ptr<Plan> &plan = kept.plans[key_of(convolution, type, aligned)];
  if (!plan) plan = std::make_unique<Plan>(step, kept.handle, convolution, type, aligned);
  if (!plan->is_ready()) return false;
  plan->run(kept.handle, left, right, result, kept.workspace(step, on.where, plan->workspace()));
  return true;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

#endif
