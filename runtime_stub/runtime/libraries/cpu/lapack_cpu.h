// SPDX-License-Identifier: Apache-2.0
// LAPACK by the names that Fortran's compilers give its functions: all that they take is an
// address, integers have 32 bits, and behind all else stand the lengths of words. Each source
// declares what it calls.
#pragma once

#include "runtime/libraries/cpu/one_thread_cpu.h"
#include "runtime/libraries/form_for.h"
#include "runtime/routines/cpu/each_cpu.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What LAPACK works on at once, of columns, where the user's has no other opinion.
constexpr int kLapackBlock = 64;

/// What is said where a bundle was built without it, and nothing stands behind it.
constexpr const char *kNeedsLapack = "it is LAPACK's, and this was built without LAPACK";

/// Copies an operand row by row: LAPACK, which has columns, sees its transpose.
template <typename T>
void get_transpose(const Member &member, int k, const Columns<T> &to) {
  const auto from = member.operand<T>(k);
  for (int64_t i = 0; i < to.columns; ++i)
    if (from.column_stride == 1)
      std::copy_n(&from(i, 0), to.rows, to.column(i));
    else
      for (int64_t j = 0; j < to.rows; ++j)
        to(j, i) = from(i, j);
}
/// Puts the transpose of a matrix, where it is wanted.
template <typename T>
void put_transpose(const Member &member, int k, const Columns<T> &from) {
  const auto to = member.result<T>(k);
  if (!to.data) return;
  for (int64_t i = 0; i < from.columns; ++i)
    if (to.column_stride == 1)
      std::copy_n(from.column(i), from.rows, &to(i, 0));
    else
      for (int64_t j = 0; j < from.rows; ++j)
        to(i, j) = from(j, i);
}

/// LAPACK may look for eigenvalues of what is no number for ever.
template <typename T>
bool is_finite(const Columns<T> &a) {
  const auto largest = largest_part(a.data, a.rows * a.columns);
  return largest - largest == 0;
}

/// Of one matrix of a batch.
inline int64_t elements_of_each(const shardc_part &part) {
  int64_t elements = 1;
  for (int64_t dim = part.rank > 2 ? part.rank - 2 : 0; dim < part.rank; ++dim)
    elements *= part.extents[dim];
  return elements;
}

/// Calls Routine::run for each, in memory that lasts as long, by as many threads.
template <typename Routine>
void run_members(const Batch &batch, const shardc_call &call, int64_t threads) {
  const int64_t bytes = bytes_of_member<Routine>(batch), members = batch.members;
  divide(call, members, std::min(members, threads), [&](int64_t, int64_t from, int64_t to) {
    const std::unique_ptr<char[]> memory(new char[bytes + 63]);
    const auto begin = (reinterpret_cast<uintptr_t>(memory.get()) + 63) / 64 * 64;
    for (int64_t i = from; i < to; ++i)
      run_member<Routine>({batch, i, reinterpret_cast<char *>(begin)});
  });
}

/// Calls Routine<T>::run for each of a batch: small ones by a thread each, large ones one after the
/// other, each by the library's threads.
template <template <typename> class Routine>
const char *for_each_by_lapack(const shardc_call &call) {
  const bool are_small =
      std::all_of(call.operands, call.operands + call.operand_count, [](const shardc_part &part) {
        return elements_of_each(part) <= kElementsForOneThread;
      });
  std::optional<OneThreadEach> alone;
  if (are_small) alone.emplace();
  return for_type(call, [&]<typename T>(T) -> const char * {
    run_members<Routine<T>>(batch_of(call), call, are_small ? kMostShares : 1);
    return nullptr;
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
