// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/routines/cuda/members_cuda.h"
#include "runtime/routines/fourier.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A member by the threads of a block; `T` is a complex number.
template <typename T>
struct Fourier : PointsOf<PartOf<T>> {
  using Real = PartOf<T>;
  using Space = typename PointsOf<Real>::Space;

  template <typename Team>
  SHARDC_HD static void run(const Member &member, const Team &team) {
    Workspace scratch(member.scratch);
    const Space space(scratch, member.batch);
    const auto from = member.operand<T>(0);
    const auto to = member.result<T>(0);
    for (int64_t i = team.rank(); i < from.rows; i += team.size())
      put_point(space.x, i, {from(i, 0).re, from(i, 0).im});
    team.wait();
    const auto roots = member.batch.template matrix<T>(member.batch.operands[1], 0);
    const Points<Real> made =
        transformed(team, from.rows, roots, member.batch.numbers[1] != 0, space.x, space.y);
    for (int64_t i = team.rank(); i < from.rows; i += team.size())
      to(i, 0) = T(made.re[i], made.im[i]);
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
