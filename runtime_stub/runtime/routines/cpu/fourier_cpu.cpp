// SPDX-License-Identifier: Apache-2.0
// As many members at once as a register has numbers, whatever the registers of the processor are:
// where there are fewer, some are worked on for nothing. Where members lie side by side, or the
// points of each do, they are read and written as vectors.
#include "runtime/routines/fourier.h"

#include "runtime/routines/cpu/each_cpu.h"
#include "runtime/routines/cpu/transpose_cpu.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

template <typename Real>
struct ByLanes {
  static constexpr int kLanes = kMembersTogether<Real>;
  using V = PointLanes<Real>;
  using Members = Strided<Complex<Real>>[kLanes];
  using Vectors = Transposed<Real, kLanes>;

  const Batch &batch;
  int64_t first; // of the members
  Points<V> x, y;

  template <int bytes>
  SHARDC_WIDEST void run() const {
    const int64_t n = batch.operands[0].rows;
    const int lanes = int(batch.members - first < kLanes ? batch.members - first : kLanes);
    Members from, to;
    for (int lane = 0; lane < kLanes; ++lane) {
      const int64_t member = first + (lane < lanes ? lane : lanes - 1);
      from[lane] = batch.matrix<Complex<Real>>(batch.operands[0], member);
      to[lane] = batch.matrix<Complex<Real>>(batch.results[0], member);
    }
    get(from, n, lanes);
    const auto roots = batch.matrix<Complex<Real>>(batch.operands[1], 0);
    put(to, n, lanes, transformed(Alone(), n, roots, batch.numbers[1] != 0, x, y));
  }

private:
  /// Whether members lie side by side.
  static SHARDC_WIDEST bool are_neighbours(const Members &members) {
    for (int lane = 1; lane < kLanes; ++lane)
      if (members[lane].data != members[0].data + lane) return false;
    return true;
  }

  SHARDC_WIDEST void get(const Members &from, int64_t n, int lanes) const {
    int64_t done = 0;
    if (lanes == kLanes && are_neighbours(from))
      for (; done < n; ++done)
        Vectors::load(&from[0](done, 0), x.re[done], x.im[done]);
    else if (from[0].row_stride == 1)
      for (; done + kLanes <= n; done += kLanes)
        get_square(from, done);
    for (; done < n; ++done)
      for (int lane = 0; lane < kLanes; ++lane) {
        const Complex<Real> number = from[lane](done, 0);
        reinterpret_cast<Real *>(x.re + done)[lane] = number.re;
        reinterpret_cast<Real *>(x.im + done)[lane] = number.im;
      }
  }
  SHARDC_WIDEST void get_square(const Members &from, int64_t point) const {
    V re[kLanes], im[kLanes];
    for (int lane = 0; lane < kLanes; ++lane)
      Vectors::load(from[lane].data + point, re[lane], im[lane]);
    Vectors::turn(re);
    Vectors::turn(im);
    for (int k = 0; k < kLanes; ++k) {
      x.re[point + k] = re[k];
      x.im[point + k] = im[k];
    }
  }

  SHARDC_WIDEST void put(const Members &to, int64_t n, int lanes, const Points<V> &made) const {
    int64_t done = 0;
    if (lanes == kLanes && are_neighbours(to))
      for (; done < n; ++done)
        Vectors::store(&to[0](done, 0), made.re[done], made.im[done]);
    else if (lanes == kLanes && to[0].row_stride == 1)
      for (; done + kLanes <= n; done += kLanes)
        put_square(to, done, made);
    for (; done < n; ++done)
      for (int lane = 0; lane < lanes; ++lane)
        to[lane](done, 0) = Complex<Real>(reinterpret_cast<const Real *>(made.re + done)[lane],
                                          reinterpret_cast<const Real *>(made.im + done)[lane]);
  }
  SHARDC_WIDEST void put_square(const Members &to, int64_t point, const Points<V> &made) const {
    V re[kLanes], im[kLanes];
    for (int k = 0; k < kLanes; ++k) {
      re[k] = made.re[point + k];
      im[k] = made.im[point + k];
    }
    Vectors::turn(re);
    Vectors::turn(im);
    for (int lane = 0; lane < kLanes; ++lane)
      Vectors::store(to[lane].data + point, re[lane], im[lane]);
  }
};

template <typename Real>
static const char *transform(const Batch &batch, const shardc_call &call) {
  using Work = ByLanes<Real>;
  const int64_t groups = (batch.members + Work::kLanes - 1) / Work::kLanes;
  const int64_t bytes = bytes_of_member<PointsOf<PointLanes<Real>>>(batch);
  return share_out(call, groups, bytes, [&](int64_t group, char *scratch) {
    Workspace memory(scratch);
    const typename PointsOf<PointLanes<Real>>::Space space(memory, batch);
    by_widest(Work{batch, group * Work::kLanes, space.x, space.y});
  });
}

const char *fourier(const shardc_call *call) {
  return for_parts(*call, [&]<typename Real>(Real) {
    return transform<Real>(batch_of_vectors(*call, call->attributes[0].integer), *call);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
