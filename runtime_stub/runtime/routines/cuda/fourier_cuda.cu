// SPDX-License-Identifier: Apache-2.0
#include "runtime/routines/fourier.h"

#include "runtime/routines/cuda/each_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A member by the threads of a block.
template <typename Real>
struct Fourier : PointsOf<Real> {
  using Space = typename PointsOf<Real>::Space;

  template <typename Team>
  SHARDC_HD static void run(const Member &member, const Team &team) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const auto from = member.operand<Complex<Real>>(0);
    const auto to = member.result<Complex<Real>>(0);
    for (int64_t i = team.rank(); i < from.rows; i += team.size())
      put_point(space.x, i, {from(i, 0).re, from(i, 0).im});
    team.wait();
    const auto roots = member.batch.template matrix<Complex<Real>>(member.batch.operands[1], 0);
    const Points<Real> made =
        transformed(team, from.rows, roots, member.batch.numbers[1] != 0, space.x, space.y);
    for (int64_t i = team.rank(); i < from.rows; i += team.size())
      to(i, 0) = Complex<Real>(made.re[i], made.im[i]);
  }
};

const char *fourier(const shardc_call *call) {
  return for_parts(*call, [&]<typename Real>(Real) {
    return for_each_of<Fourier<Real>>(batch_of_vectors(*call, call->attributes[0].integer), *call);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
