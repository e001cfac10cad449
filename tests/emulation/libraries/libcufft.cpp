// SPDX-License-Identifier: Apache-2.0
// A stand-in for cuFFT, with the prototypes of its own header: sums in doubles, a dimension after
// the other. Signals lie one behind the other; what is asked for to work in is overwritten.
#include "standin.h"

#include <cufft.h>

#include <cmath>
#include <map>

using namespace emulation;

namespace {

struct Plan {
  CUstream_st *stream = nullptr;
  std::vector<int64_t> lengths = {};
  int64_t count = 0;
  cufftType type = CUFFT_C2C;
  char *work = nullptr;
  bool isOwn = true; // memory to work in
};

constexpr size_t kWork = 4096; // [bytes]

/// By number.
struct Plans {
  std::map<cufftHandle, Plan> all;
  cufftHandle next = 1;
  ~Plans() {
    if (!all.empty()) std::fprintf(stderr, "plans of cuFFT: %zu are never destroyed\n", all.size());
  }
} plans;

Plan *find(cufftHandle plan) {
  const auto found = plans.all.find(plan);
  return found == plans.all.end() ? nullptr : &found->second;
}

/// The line of `size` numbers, `stride` from one to the next.
void transformLine(Z *line, int64_t size, int64_t stride, int sign) {
  std::vector<Z> sums(static_cast<size_t>(size));
  for (int64_t k = 0; k < size; ++k)
    for (int64_t j = 0; j < size; ++j)
      sums[static_cast<size_t>(k)] +=
          line[j * stride] * std::polar(1.0, sign * 2 * M_PI * double(j * k % size) / double(size));
  for (int64_t k = 0; k < size; ++k)
    line[k * stride] = sums[static_cast<size_t>(k)];
}

void transform(std::vector<Z> &signal, const std::vector<int64_t> &lengths, int sign) {
  int64_t stride = static_cast<int64_t>(signal.size());
  for (const int64_t length : lengths) {
    stride /= length;
    for (int64_t at = 0; at < static_cast<int64_t>(signal.size()); ++at)
      if (at / stride % length == 0)
        transformLine(&signal[static_cast<size_t>(at)], length, stride, sign);
  }
}

int64_t product(const std::vector<int64_t> &lengths) {
  int64_t all = 1;
  for (const int64_t length : lengths)
    all *= length;
  return all;
}

/// The number in a half of the spectrum of real numbers that one of the whole is, and whether as
/// its conjugate.
std::pair<int64_t, bool> inHalf(int64_t number, const std::vector<int64_t> &lengths) {
  const int64_t last = lengths.back(), half = last / 2 + 1;
  const bool isThere = number % last < half;
  int64_t place = 0, scale = half, rest = number / last;
  const int64_t k = number % last;
  place = isThere ? k : last - k;
  for (size_t dim = lengths.size() - 1; dim-- > 0; rest /= lengths[dim]) {
    const int64_t index = rest % lengths[dim];
    place += (isThere ? index : (lengths[dim] - index) % lengths[dim]) * scale;
    scale *= lengths[dim];
  }
  return {place, !isThere};
}

template <typename From, typename To>
cufftResult execute(cufftHandle number, cufftType type, const char *name, const From *from, To *to,
                    int sign) {
  const Plan *plan = find(number);
  if (!plan || plan->type != type || !plan->stream || !plan->work || !from || !to)
    return CUFFT_INVALID_PLAN;
  std::vector<int64_t> numbers = plan->lengths;
  numbers.push_back(plan->count);
  note(name, sign < 0 ? "forwards" : "backwards", plan->stream, numbers);
  emulatedGive({plan->stream}, [from, to, sign, plan = *plan] {
    std::memset(plan.work, 0x5a, kWork);
    const int64_t size = product(plan.lengths);
    const int64_t half = size / plan.lengths.back() * (plan.lengths.back() / 2 + 1);
    for (int64_t k = 0; k < plan.count; ++k) {
      std::vector<Z> signal(static_cast<size_t>(size));
      for (int64_t j = 0; j < size; ++j) {
        const auto [place, isConjugate] = inHalf(j, plan.lengths);
        Z &element = signal[static_cast<size_t>(j)];
        if constexpr (!isComplex<To>) {
          element = Z(from[k * half + place]);
          if (isConjugate) element = std::conj(element);
        } else {
          element = Z(from[k * size + j]);
        }
      }
      transform(signal, plan.lengths, sign);
      for (int64_t j = 0; j < size; ++j) {
        const Z &element = signal[static_cast<size_t>(j)];
        const auto [place, isConjugate] = inHalf(j, plan.lengths);
        if constexpr (!isComplex<To>)
          to[k * size + j] = static_cast<To>(element.real());
        else if constexpr (isComplex<From>)
          to[k * size + j] = To(element);
        else if (!isConjugate)
          to[k * half + place] = To(element);
      }
    }
  });
  return CUFFT_SUCCESS;
}

template <typename T>
const T *as(const void *at) {
  return static_cast<const T *>(at);
}
template <typename T>
T *as(void *at) {
  return static_cast<T *>(at);
}

} // namespace

cufftResult cufftCreate(cufftHandle *plan) {
  *plan = plans.next++;
  plans.all[*plan];
  record("a plan of cuFFT is made");
  return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle plan) {
  if (plans.all.erase(plan) == 0) return CUFFT_INVALID_PLAN;
  record("a plan of cuFFT is destroyed");
  return CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle plan, int isOwn) {
  if (!find(plan)) return CUFFT_INVALID_PLAN;
  find(plan)->isOwn = isOwn != 0;
  return CUFFT_SUCCESS;
}
cufftResult cufftMakePlanMany64(cufftHandle number, int rank, long long *lengths, long long *in,
                                long long, long long, long long *out, long long, long long,
                                cufftType type, long long count, size_t *bytes) {
  Plan *plan = find(number);
  if (!plan || plan->isOwn || in || out || rank < 1 || rank > 3 || count < 1)
    return CUFFT_INVALID_VALUE;
  plan->lengths.assign(lengths, lengths + rank);
  plan->count = count;
  plan->type = type;
  *bytes = kWork;
  return CUFFT_SUCCESS;
}
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream) {
  if (!find(plan)) return CUFFT_INVALID_PLAN;
  find(plan)->stream = stream;
  return CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle plan, void *work) {
  if (!find(plan)) return CUFFT_INVALID_PLAN;
  find(plan)->work = static_cast<char *>(work);
  return CUFFT_SUCCESS;
}

cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *from, cufftComplex *to, int direction) {
  return execute(plan, CUFFT_C2C, "C2C", as<C>(from), as<C>(to), direction);
}
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *from, cufftComplex *to) {
  return execute(plan, CUFFT_R2C, "R2C", from, as<C>(to), CUFFT_FORWARD);
}
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *from, cufftReal *to) {
  return execute(plan, CUFFT_C2R, "C2R", as<C>(from), to, CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleComplex *to,
                         int direction) {
  return execute(plan, CUFFT_Z2Z, "Z2Z", as<Z>(from), as<Z>(to), direction);
}
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *from, cufftDoubleComplex *to) {
  return execute(plan, CUFFT_D2Z, "D2Z", from, as<Z>(to), CUFFT_FORWARD);
}
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *from, cufftDoubleReal *to) {
  return execute(plan, CUFFT_Z2D, "Z2D", as<Z>(from), to, CUFFT_INVERSE);
}
