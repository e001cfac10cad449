// SPDX-License-Identifier: Apache-2.0
// oneDNN chooses how tensors lie, and they are brought there and back. What it makes for a
// convolution is kept for the thread that asks for it: it is of one thread at a time.
#include "runtime/libraries/cpu/convolve_by_onednn_cpu.h"

#ifdef SHARDC_ONEDNN

#include "runtime/error.h"
#include "runtime/host/cpu/launch_cpu.h"

#include <algorithm>
#include <map>
#include <memory>
#include <oneapi/dnnl/dnnl.hpp>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

using dnnl::memory;
using Dims = memory::dims;

/// A tensor as the program has it.
memory::desc given(const Dims &dims, const Dims &strides) {
  return memory::desc(dims, memory::data_type::f32, strides);
}
/// And as oneDNN would have it.
memory::desc any(const memory::desc &like) {
  return memory::desc(like.dims(), memory::data_type::f32, memory::format_tag::any);
}

/// Of the convolution: tensors, and what it does along each dimension of places.
struct Described {
  memory::desc source, window, output;
  Dims strides, dilations, before, after;
};

Described described(const Convolution &convolution) {
  const auto &[result, groups, images, inputs, outputs, places] = convolution;
  Dims source = {images.count, groups.count * inputs.count};
  // Features of all groups are one dimension; where a group has one, the step is that of groups.
  Dims source_steps = {images.source, inputs.count > 1 ? inputs.source : groups.source};
  Dims window = {outputs.count, inputs.count}, window_steps = {outputs.window, inputs.window};
  Dims output = {images.count, groups.count * outputs.count};
  Dims output_steps = {images.output, outputs.count > 1 ? outputs.output : groups.output};
  if (groups.count > 1) {
    window.insert(window.begin(), groups.count);
    window_steps.insert(window_steps.begin(), groups.window);
  }
  Described made;
  for (const ConvolutionPlace &place : places) {
    source.push_back(place.source.extent), source_steps.push_back(place.source.step);
    window.push_back(place.window.extent), window_steps.push_back(place.window.step);
    output.push_back(place.output.extent), output_steps.push_back(place.output.step);
    made.strides.push_back(place.stride);
    made.dilations.push_back(place.dilation - 1);
    made.before.push_back(place.before);
    made.after.push_back(place.after());
  }
  // A dimension of one element may say any step, but none of 0.
  const auto fill = [](const Dims &dims, Dims &steps) {
    for (size_t k = dims.size(); k-- > 0;)
      if (steps[k] == 0) steps[k] = k + 1 < dims.size() ? dims[k + 1] * steps[k + 1] : 1;
  };
  fill(source, source_steps), fill(window, window_steps), fill(output, output_steps);
  made.source = given(source, source_steps);
  made.window = given(window, window_steps);
  made.output = given(output, output_steps);
  return made;
}

/// oneDNN 3 has no descriptions of operations apart from those of primitives.
template <typename Operation, typename... Arguments>
auto described_as(const dnnl::engine &engine, const Arguments &...arguments) {
#if DNNL_VERSION_MAJOR >= 3
  return typename Operation::primitive_desc(engine, arguments...);
#else
  return typename Operation::primitive_desc(typename Operation::desc(arguments...), engine);
#endif
}
/// Of a gradient, which goes by a forward one.
template <typename Operation, typename... Arguments>
auto described_after(const dnnl::convolution_forward::primitive_desc &forward,
                     const dnnl::engine &engine, const Arguments &...arguments) {
#if DNNL_VERSION_MAJOR >= 3
  return typename Operation::primitive_desc(engine, arguments..., forward);
#else
  return
      typename Operation::primitive_desc(typename Operation::desc(arguments...), engine, forward);
#endif
}

constexpr auto kDirect = dnnl::algorithm::convolution_direct;

/// A convolution that is ready to run, with memory for the tensors that lie otherwise for it.
class Ready {
public:
  explicit Ready(const Convolution &convolution) : stream(engine) {
    const Described d = described(convolution);
    const auto forward = described_as<dnnl::convolution_forward>(
        engine, dnnl::prop_kind::forward_training, kDirect, any(d.source), any(d.window),
        any(d.output), d.strides, d.dilations, d.before, d.after);
    switch (convolution.result) {
    case ConvolutionResult::output:
      primitive = dnnl::convolution_forward(forward);
      left.set(DNNL_ARG_SRC, d.source, forward.src_desc(), engine);
      right.set(DNNL_ARG_WEIGHTS, d.window, forward.weights_desc(), engine);
      result.set(DNNL_ARG_DST, d.output, forward.dst_desc(), engine);
      return;
    case ConvolutionResult::source: {
      const auto of = described_after<dnnl::convolution_backward_data>(
          forward, engine, kDirect, any(d.source), any(d.window), any(d.output), d.strides,
          d.dilations, d.before, d.after);
      primitive = dnnl::convolution_backward_data(of);
      left.set(DNNL_ARG_DIFF_DST, d.output, of.diff_dst_desc(), engine);
      right.set(DNNL_ARG_WEIGHTS, d.window, of.weights_desc(), engine);
      result.set(DNNL_ARG_DIFF_SRC, d.source, of.diff_src_desc(), engine);
      return;
    }
    case ConvolutionResult::window: {
      const auto of = described_after<dnnl::convolution_backward_weights>(
          forward, engine, kDirect, any(d.source), any(d.window), any(d.output), d.strides,
          d.dilations, d.before, d.after);
      primitive = dnnl::convolution_backward_weights(of);
      left.set(DNNL_ARG_SRC, d.source, of.src_desc(), engine);
      right.set(DNNL_ARG_DIFF_DST, d.output, of.diff_dst_desc(), engine);
      result.set(DNNL_ARG_DIFF_WEIGHTS, d.window, of.diff_weights_desc(), engine);
      return;
    }
    }
  }

  void run(const float *from_left, const float *from_right, float *to) {
    left.bring(from_left, stream);
    right.bring(from_right, stream);
    result.at.set_data_handle(to);
    primitive.execute(stream, {{left.argument, left.used()},
                               {right.argument, right.used()},
                               {result.argument, result.used()}});
    if (result.lies_otherwise)
      dnnl::reorder(result.own, result.at).execute(stream, result.own, result.at);
    stream.wait();
  }

private:
  struct Tensor {
    int argument = 0;
    memory at, own; // the program's, and that which the primitive uses where it lies otherwise
    bool lies_otherwise = false;

    void set(int number, const memory::desc &program, const memory::desc &primitive,
             const dnnl::engine &engine) {
      argument = number;
      at = memory(program, engine, nullptr);
      lies_otherwise = program != primitive;
      if (lies_otherwise) own = memory(primitive, engine);
    }
    const memory &used() const { return lies_otherwise ? own : at; }
    /// It reads what it is given.
    void bring(const float *from, dnnl::stream &stream) {
      at.set_data_handle(const_cast<float *>(from));
      if (lies_otherwise) dnnl::reorder(at, own).execute(stream, at, own);
    }
  };

  dnnl::engine engine{dnnl::engine::kind::cpu, 0};
  dnnl::stream stream;
  dnnl::primitive primitive;
  Tensor left, right, result;
};

} // namespace

void convolve_by_onednn(Stream &stream, const char *step, const Convolution &convolution,
                        const float *left, const float *right, float *result) {
  begin(stream, step);
  thread_local std::map<std::vector<int64_t>, std::unique_ptr<Ready>> known;
  try {
    std::unique_ptr<Ready> &ready = known[convolution.key()];
    if (!ready) ready = std::make_unique<Ready>(convolution);
    ready->run(left, right, result);
  } catch (const dnnl::error &error) {
    throw Error(Exit::environment, std::string("step ") + step + ": oneDNN: " + error.what());
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime

#endif
