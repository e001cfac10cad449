// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/fft.h"

#ifdef SHARDC_CUFFT
#include "runtime/libraries/cuda/cufft_cuda.h"
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#ifdef SHARDC_CUFFT

/// What is transformed: signals one behind the other, row by row.
struct Signals {
  std::vector<long long> lengths;
  long long count = 1;                   // of signals
  int64_t taken = 1, made = 1, size = 1; // numbers of all operands and results; of a signal
  bool is_backwards, from_real, to_real;

  explicit Signals(const shardc_call &call) {
    const shardc_part &from = call.operands[0], &to = call.results[0];
    const int64_t dims = call.attributes[0].integer, kind = call.attributes[1].integer;
    is_backwards = kind % 2 == 1;
    from_real = kind == 2;
    to_real = kind == 3;
    for (int64_t dim = 0; dim < from.rank; ++dim) {
      taken *= from.extents[dim];
      made *= to.extents[dim];
      if (dim < from.rank - dims)
        count *= from.extents[dim];
      else
        lengths.push_back(from.extents[dim]);
    }
    lengths.back() = call.attributes[2].integer;
    for (const long long length : lengths)
      size *= length;
  }
};

template <typename T>
static void transform(const shardc_call &call) {
  using Real = PartOf<T>;
  const Signals signals(call);
  if (!call.results[0].data) return;
  auto &transforms = kept<Transforms>(call);
  const auto stream = static_cast<cudaStream_t>(call.stream);
  const Transforms::Plan &plan = transforms.plan(
      {signals.lengths, signals.count, transform_type<Real>(signals.from_real, signals.to_real)});
  const Batch batch = batch_of(call);
  const auto [from, to, work] = transforms.memory.pieces([&](Workspace &memory) {
    char *taken = memory.take<char>(signals.taken * int64_t(sizeof(T)));
    char *made = memory.take<char>(signals.made * call.results[0].element_bytes);
    return std::array<char *, 3>{taken, made, memory.take<char>(int64_t(plan.bytes))};
  });
  // Rows one behind the other are columns of the transpose.
  get_columns(stream, batch, 0, reinterpret_cast<T *>(from), Turned::transpose);
  check(cufftSetStream(plan.handle, stream));
  check(cufftSetWorkArea(plan.handle, work));
  execute<Real>(plan.handle, signals.from_real, signals.to_real, signals.is_backwards, from, to);
  const Real by = signals.is_backwards ? Real(1) / Real(signals.size) : Real(1);
  if (signals.to_real)
    put_scaled(stream, batch, 0, reinterpret_cast<Real *>(to), by);
  else
    put_scaled(stream, batch, 0, reinterpret_cast<Complex<Real> *>(to), by);
}

const char *by_library::fft(const shardc_call *call) {
  return by_library_for_type(*call, [&]<typename T>(T) { transform<T>(*call); });
}

#else

const char *by_library::fft(const shardc_call *) {
  return "it is cuFFT's, and this was built without cuFFT";
}

#endif

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
