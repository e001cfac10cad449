// SPDX-License-Identifier: Apache-2.0
// As many members at once as a register has numbers, whatever the registers of the processor are:
// where there are fewer, some are worked on for nothing.
#include "runtime/routines/fourier.h"

#include "runtime/routines/cpu/each_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename Real>
struct ByLanes {
  static constexpr int kLanes = 64 / int(sizeof(Real));
  using Lanes = Vector<Real, kLanes>;

  const Batch &batch;
  int64_t first; // of the members
  Points<Lanes> x, y;

  template <int bytes>
  SHARDC_WIDEST void run() const {
    const int64_t n = batch.operands[0].rows;
    const int lanes = int(batch.members - first < kLanes ? batch.members - first : kLanes);
    get(n, lanes);
    const auto roots = batch.matrix<Complex<Real>>(batch.operands[1], 0);
    put(n, lanes, transformed(Alone(), n, roots, batch.numbers[1] != 0, x, y));
  }

private:
  static constexpr int64_t kBlock = 16; // points of a member, which may lie side by side

  SHARDC_WIDEST void get(int64_t n, int lanes) const {
    Strided<Complex<Real>> from[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
      from[lane] =
          batch.matrix<Complex<Real>>(batch.operands[0], first + (lane < lanes ? lane : lanes - 1));
    for (int64_t i = 0; i < n; i += kBlock)
      for (int lane = 0; lane < kLanes; ++lane)
        for (int64_t k = i; k < i + kBlock && k < n; ++k) {
          const Complex<Real> number = from[lane](k, 0);
          reinterpret_cast<Real *>(x.re + k)[lane] = number.re;
          reinterpret_cast<Real *>(x.im + k)[lane] = number.im;
        }
  }
  SHARDC_WIDEST void put(int64_t n, int lanes, const Points<Lanes> &made) const {
    Strided<Complex<Real>> to[kLanes];
    for (int lane = 0; lane < lanes; ++lane)
      to[lane] = batch.matrix<Complex<Real>>(batch.results[0], first + lane);
    for (int64_t i = 0; i < n; i += kBlock)
      for (int lane = 0; lane < lanes; ++lane)
        for (int64_t k = i; k < i + kBlock && k < n; ++k)
          to[lane](k, 0) = Complex<Real>(reinterpret_cast<const Real *>(made.re + k)[lane],
                                         reinterpret_cast<const Real *>(made.im + k)[lane]);
  }
};

template <typename Real>
static const char *transform(const Batch &batch) {
  using Work = ByLanes<Real>;
  using Lanes = typename Work::Lanes;
  const int64_t n = batch.operands[0].rows;
  const ScratchMemory memory(4 * n * int64_t(sizeof(Lanes)));
  auto *const piece = reinterpret_cast<Lanes *>(memory.data());
  const Points<Lanes> x = {piece, piece + n}, y = {piece + 2 * n, piece + 3 * n};
  for (int64_t first = 0; first < batch.members; first += Work::kLanes)
    by_widest(Work{batch, first, x, y});
  return nullptr;
}

const char *fourier(const shardc_call *call) {
  return for_parts(*call, [&]<typename Real>(Real) {
    return transform<Real>(batch_of_vectors(*call, call->attributes[0].integer));
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
