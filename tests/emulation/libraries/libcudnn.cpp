// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuDNN's graphs of one convolution, with the prototypes of its own header. It takes
// what the manual allows, and no more: sizes that belong together, plans of finished descriptors,
// memory of the size that a plan asks for, alignments that pointers have. Of engines the first
// wants more memory than anybody gives, and one that dilates by 3 there is none.
#include "numbers.h"
#include "standin.h"

#include <algorithm>
#include <array>
#include <cudnn_graph.h>
#include <map>
#include <numeric>
#include <optional>

struct cudnnContext {
  CUstream_st *stream = nullptr;
};

using namespace emulation;

namespace {

struct Descriptor {
  cudnnBackendDescriptorType_t type;
  bool isFinished = false;
  std::map<int, std::vector<int64_t>> numbers; // by the attribute's name
  std::map<int, const Descriptor *> others;
  std::map<int, std::vector<void *>> pointers;
  cudnnHandle_t handle = nullptr;
  int64_t workspace = 0; // of an engine

  int64_t number(int name) const { return numbers.at(name).front(); }
  const Descriptor &other(int name) const { return *others.at(name); }
};

Handles<cudnnContext> handles("a handle of cuDNN");
Handles<Descriptor> descriptors("a descriptor of cuDNN", /*isTold=*/false);

/// The attributes of an operation, in this order: X, W, Y.
struct Kind {
  int source, window, output, convolution, alpha, beta;
  const char *word;
};
std::optional<Kind> kindOf(cudnnBackendDescriptorType_t type) {
  switch (type) {
  case CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR:
    return Kind{CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
                CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
                CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
                CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
                CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
                CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA,
                "output"};
  case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR:
    return Kind{CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA,
                "source"};
  case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR:
    return Kind{CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
                CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA,
                "window"};
  default:
    return std::nullopt;
  }
}

struct Tensor {
  cudnnDataType_t type;
  int64_t name, alignment;
  std::vector<int64_t> sizes, steps;

  explicit Tensor(const Descriptor &of)
      : type(cudnnDataType_t(of.number(CUDNN_ATTR_TENSOR_DATA_TYPE))),
        name(of.number(CUDNN_ATTR_TENSOR_UNIQUE_ID)),
        alignment(of.number(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT)),
        sizes(of.numbers.at(CUDNN_ATTR_TENSOR_DIMENSIONS)),
        steps(of.numbers.at(CUDNN_ATTR_TENSOR_STRIDES)) {}

  bool isGood() const {
    const auto isPositive = [](int64_t number) { return number > 0; };
    return sizes.size() == steps.size() && sizes.size() >= 4 && sizes.size() <= 5 &&
           std::all_of(sizes.begin(), sizes.end(), isPositive) &&
           std::all_of(steps.begin(), steps.end(), isPositive);
  }
};

struct Convolution {
  const char *word;
  Tensor source, window, output;
  std::vector<int64_t> strides, dilations, before, after;

  Convolution(const Descriptor &op, const Kind &kind)
      : word(kind.word), source(op.other(kind.source)), window(op.other(kind.window)),
        output(op.other(kind.output)) {
    const Descriptor &how = op.other(kind.convolution);
    strides = how.numbers.at(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES);
    dilations = how.numbers.at(CUDNN_ATTR_CONVOLUTION_DILATIONS);
    before = how.numbers.at(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS);
    after = how.numbers.at(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS);
  }

  size_t places() const { return strides.size(); }
  int64_t groups() const { return source.sizes[1] / window.sizes[1]; }
  const Tensor &result() const { return *word == 'o' ? output : *word == 's' ? source : window; }

  bool isGood() const {
    const size_t rank = source.sizes.size();
    bool fits = rank == places() + 2 && window.sizes.size() == rank &&
                output.sizes.size() == rank && source.sizes[0] == output.sizes[0] &&
                source.sizes[1] % window.sizes[1] == 0 && window.sizes[0] == output.sizes[1] &&
                window.sizes[0] % groups() == 0;
    for (size_t k = 0; fits && k < places(); ++k) {
      const int64_t room = source.sizes[k + 2] + before[k] + after[k] -
                           ((window.sizes[k + 2] - 1) * dilations[k] + 1);
      fits = before[k] >= 0 && after[k] >= 0 && room >= 0 &&
             output.sizes[k + 2] == room / strides[k] + 1;
    }
    return fits;
  }
};

bool isGood(const Descriptor &of) {
  if (const auto kind = kindOf(of.type)) {
    const Descriptor &how = of.other(kind->convolution);
    const auto isFloat = [&](int name, float wanted) {
      return of.numbers.at(name) == std::vector<int64_t>{int64_t(wanted)};
    };
    return how.isFinished &&
           how.number(CUDNN_ATTR_CONVOLUTION_CONV_MODE) == CUDNN_CROSS_CORRELATION &&
           how.number(CUDNN_ATTR_CONVOLUTION_COMP_TYPE) == CUDNN_DATA_FLOAT &&
           isFloat(kind->alpha, 1) && isFloat(kind->beta, 0) && Convolution(of, *kind).isGood();
  }
  switch (of.type) {
  case CUDNN_BACKEND_TENSOR_DESCRIPTOR:
    return Tensor(of).isGood();
  case CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR: {
    const auto rank = size_t(of.number(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS));
    for (const int name :
         {CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, CUDNN_ATTR_CONVOLUTION_DILATIONS,
          CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, CUDNN_ATTR_CONVOLUTION_POST_PADDINGS})
      if (of.numbers.at(name).size() != rank) return false;
    return true;
  }
  case CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR:
    return handles.has(of.handle) && of.other(CUDNN_ATTR_OPERATIONGRAPH_OPS).isFinished;
  case CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR:
    return of.other(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH).isFinished;
  case CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR:
    return handles.has(of.handle) && of.other(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG).isFinished;
  case CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR:
    return of.numbers.at(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS).size() ==
           of.pointers.at(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS).size();
  default:
    return false;
  }
}

Descriptor *of(cudnnBackendDescriptor_t descriptor) {
  return static_cast<Descriptor *>(descriptor);
}

cudaDataType_t cudaType(cudnnDataType_t type) {
  return type == CUDNN_DATA_FLOAT ? CUDA_R_32F : type == CUDNN_DATA_HALF ? CUDA_R_16F : CUDA_R_16BF;
}

/// Calls `visit` with every combination of indices.
template <typename Visit>
void forEach(const std::vector<int64_t> &sizes, const Visit &visit) {
  std::vector<int64_t> index(sizes.size(), 0);
  while (true) {
    visit(index);
    size_t k = sizes.size();
    while (k > 0 && ++index[k - 1] == sizes[k - 1])
      index[--k] = 0;
    if (k == 0) return;
  }
}
int64_t placeOf(const Tensor &tensor, const std::vector<int64_t> &index) {
  return std::inner_product(index.begin(), index.end(), tensor.steps.begin(), int64_t(0));
}

/// `data` by the names of tensors, the source's, the window's and the output's.
void convolve(const Convolution &c, const std::array<void *, 3> &data) {
  std::map<int64_t, double> sums; // by the place in the result
  forEach(c.result().sizes,
          [&](const std::vector<int64_t> &index) { sums[placeOf(c.result(), index)] = 0; });
  std::vector<int64_t> sizes = c.output.sizes; // with the window's features and places behind
  sizes.insert(sizes.end(), c.window.sizes.begin() + 1, c.window.sizes.end());
  const size_t rank = c.places() + 2;
  const auto value = [&](const Tensor &tensor, void *from, int64_t place) {
    return get(cudaType(tensor.type), from, place).real();
  };
  forEach(sizes, [&](const std::vector<int64_t> &index) {
    std::vector<int64_t> output(index.begin(), index.begin() + long(rank));
    std::vector<int64_t> window = {output[1]}, source = {output[0]};
    window.insert(window.end(), index.begin() + long(rank), index.end());
    source.push_back(output[1] / (c.window.sizes[0] / c.groups()) * c.window.sizes[1] + window[1]);
    for (size_t k = 0; k < c.places(); ++k) {
      source.push_back(output[k + 2] * c.strides[k] + window[k + 2] * c.dilations[k] - c.before[k]);
      if (source.back() < 0 || source.back() >= c.source.sizes[k + 2]) return;
    }
    const int64_t atSource = placeOf(c.source, source), atWindow = placeOf(c.window, window),
                  atOutput = placeOf(c.output, output);
    if (*c.word == 'o')
      sums[atOutput] += value(c.source, data[0], atSource) * value(c.window, data[1], atWindow);
    else if (*c.word == 's')
      sums[atSource] += value(c.output, data[2], atOutput) * value(c.window, data[1], atWindow);
    else
      sums[atWindow] += value(c.output, data[2], atOutput) * value(c.source, data[0], atSource);
  });
  void *const to = data[*c.word == 'o' ? 2 : *c.word == 's' ? 0 : 1];
  for (const auto &[place, sum] : sums)
    put(cudaType(c.result().type), to, place, sum);
}

} // namespace

cudnnStatus_t cudnnCreate(cudnnHandle_t *handle) {
  *handle = handles.make();
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnDestroy(cudnnHandle_t handle) {
  return handles.destroy(handle) ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM;
}
cudnnStatus_t cudnnSetStream(cudnnHandle_t handle, cudaStream_t stream) {
  if (!handles.has(handle)) return CUDNN_STATUS_BAD_PARAM;
  handle->stream = stream;
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBackendCreateDescriptor(cudnnBackendDescriptorType_t type,
                                           cudnnBackendDescriptor_t *made) {
  Descriptor *const descriptor = descriptors.make();
  descriptor->type = type;
  *made = descriptor;
  return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t cudnnBackendDestroyDescriptor(cudnnBackendDescriptor_t descriptor) {
  return descriptors.destroy(of(descriptor)) ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM;
}

cudnnStatus_t cudnnBackendSetAttribute(cudnnBackendDescriptor_t to,
                                       cudnnBackendAttributeName_t name,
                                       cudnnBackendAttributeType_t type, int64_t count,
                                       const void *from) {
  if (of(to)->isFinished) return CUDNN_STATUS_BAD_PARAM;
  std::vector<int64_t> &numbers = of(to)->numbers[name];
  numbers.clear();
  for (int64_t k = 0; k < count; ++k)
    switch (type) {
    case CUDNN_TYPE_INT64:
      numbers.push_back(static_cast<const int64_t *>(from)[k]);
      break;
    case CUDNN_TYPE_FLOAT:
      numbers.push_back(int64_t(static_cast<const float *>(from)[k]));
      break;
    case CUDNN_TYPE_DATA_TYPE:
    case CUDNN_TYPE_CONVOLUTION_MODE:
    case CUDNN_TYPE_HEUR_MODE:
      numbers.push_back(static_cast<const int *>(from)[k]);
      break;
    case CUDNN_TYPE_BACKEND_DESCRIPTOR:
      of(to)->others[name] = of(static_cast<const cudnnBackendDescriptor_t *>(from)[k]);
      break;
    case CUDNN_TYPE_HANDLE:
      of(to)->handle = static_cast<const cudnnHandle_t *>(from)[k];
      break;
    case CUDNN_TYPE_VOID_PTR:
      of(to)->pointers[name].push_back(static_cast<void *const *>(from)[k]);
      break;
    default:
      return CUDNN_STATUS_BAD_PARAM_ATTRIBUTE_TYPE;
    }
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBackendFinalize(cudnnBackendDescriptor_t descriptor) {
  if (!isGood(*of(descriptor))) return CUDNN_STATUS_BAD_PARAM;
  of(descriptor)->isFinished = true;
  return CUDNN_STATUS_SUCCESS;
}

/// The operation of a graph.
static Convolution convolutionIn(const Descriptor &graph) {
  const Descriptor &op = graph.other(CUDNN_ATTR_OPERATIONGRAPH_OPS);
  return {op, *kindOf(op.type)};
}

constexpr int64_t kTooMuch = int64_t(1) << 40, kEnough = 1000;

cudnnStatus_t cudnnBackendGetAttribute(cudnnBackendDescriptor_t const from,
                                       cudnnBackendAttributeName_t name,
                                       cudnnBackendAttributeType_t, int64_t wanted, int64_t *count,
                                       void *to) {
  const Descriptor &own = *of(from);
  if (!own.isFinished) return CUDNN_STATUS_BAD_PARAM_NOT_FINALIZED;
  if (name == CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE) {
    *static_cast<int64_t *>(to) = own.other(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG).workspace;
    return CUDNN_STATUS_SUCCESS;
  }
  if (name != CUDNN_ATTR_ENGINEHEUR_RESULTS || wanted < 2) return CUDNN_STATUS_BAD_PARAM;
  const Descriptor &graph = own.other(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH);
  const std::vector<int64_t> dilations = convolutionIn(graph).dilations;
  const bool hasNone = std::count(dilations.begin(), dilations.end(), 3) > 0;
  *count = hasNone ? 0 : 2;
  for (int64_t k = 0; k < *count; ++k) {
    Descriptor &engine = *of(static_cast<cudnnBackendDescriptor_t *>(to)[k]);
    engine.others[CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH] = &graph;
    engine.workspace = k == 0 ? kTooMuch : kEnough;
    engine.isFinished = true;
  }
  record(hasNone ? "cuDNN has no engine" : "cuDNN chooses");
  return CUDNN_STATUS_SUCCESS;
}

cudnnStatus_t cudnnBackendExecute(cudnnHandle_t handle, cudnnBackendDescriptor_t plan,
                                  cudnnBackendDescriptor_t given) {
  const Descriptor &pack = *of(given);
  if (!handles.has(handle) || !handle->stream || !of(plan)->isFinished || !pack.isFinished)
    return CUDNN_STATUS_BAD_PARAM;
  const Descriptor &engine = of(plan)->other(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
  const Convolution c = convolutionIn(engine.other(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH));
  const void *workspace = pack.pointers.at(CUDNN_ATTR_VARIANT_PACK_WORKSPACE).front();
  if (!workspace || engine.workspace != kEnough) return CUDNN_STATUS_BAD_PARAM;
  std::array<void *, 3> data = {};
  const auto &names = pack.numbers.at(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
  const auto &pointers = pack.pointers.at(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS);
  for (const auto &[number, tensor] : {std::pair(0, &c.source), {1, &c.window}, {2, &c.output}}) {
    const auto found = std::find(names.begin(), names.end(), tensor->name);
    if (found == names.end()) return CUDNN_STATUS_BAD_PARAM;
    data[size_t(number)] = pointers[size_t(found - names.begin())];
    if (reinterpret_cast<uintptr_t>(data[size_t(number)]) % uint64_t(tensor->alignment) != 0)
      return CUDNN_STATUS_BAD_PARAM_MISALIGNED_POINTER;
  }
  const char *const type = c.source.type == CUDNN_DATA_FLOAT  ? "f32"
                           : c.source.type == CUDNN_DATA_HALF ? "f16"
                                                              : "bf16";
  note("convolve", type, handle->stream, c.result().sizes, c.word);
  emulatedGive({handle->stream}, [c, data] { convolve(c, data); });
  return CUDNN_STATUS_SUCCESS;
}
