// SPDX-License-Identifier: Apache-2.0
#include "runtime/collectives/cuda_local/copies_cuda.h"

#include "runtime/host/cuda/launch_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Rows of equal length at equal distances [bytes].
struct Rows {
  char *to;
  const char *from;
  size_t length, to_pitch, from_pitch, count;
};

/// Calls `act(to, from)` for where rows of `box` over its last two dimensions begin in the windows
/// [elements]. `dim`, `to_row` and `from_row` are the state of the recursion.
template <typename Act>
static void for_each_begin(const Box &box, const Box &to_window, const Box &from_window,
                           const Act &act, size_t dim = 0, int64_t to_row = 0,
                           int64_t from_row = 0) {
  if (dim == box.size()) return act(to_row, from_row);
  const int64_t to = to_row * to_window[dim].size() + box[dim].lo - to_window[dim].lo;
  const int64_t from = from_row * from_window[dim].size() + box[dim].lo - from_window[dim].lo;
  const int64_t all = dim + 2 < box.size() ? box[dim].size() : 1;
  for (int64_t i = 0; i < all; ++i)
    for_each_begin(box, to_window, from_window, act, dim + 1, to + i, from + i);
}

/// Calls `copy` for groups of rows of `box`: those over its last two dimensions.
template <typename Copy>
static void for_each_rows(const Box &box, char *to, const Box &to_window, const char *from,
                          const Box &from_window, size_t size, Copy copy) {
  if (elements(box) == 0) return;
  const size_t rank = box.size();
  const size_t rows = rank < 2 ? 1 : static_cast<size_t>(box[rank - 2].size());
  const size_t length = rank < 1 ? size : box[rank - 1].size() * size;
  const size_t to_pitch = rank < 1 ? size : to_window[rank - 1].size() * size;
  const size_t from_pitch = rank < 1 ? size : from_window[rank - 1].size() * size;
  for_each_begin(box, to_window, from_window, [&](int64_t to_at, int64_t from_at) {
    copy(Rows{to + to_at * size, from + from_at * size, length, to_pitch, from_pitch, rows});
  });
}

void copy_on(Stream &stream, const char *step, const Box &box, Windowed<char> to,
             Windowed<const char> from, size_t size) {
  const Handle on = use(stream);
  for_each_rows(box, to.at, to.window, from.at, from.window, size, [&](const Rows &rows) {
    const bool is_one =
        rows.count == 1 || (rows.to_pitch == rows.length && rows.from_pitch == rows.length);
    check(is_one ? cudaMemcpyAsync(rows.to, rows.from, rows.length * rows.count, cudaMemcpyDefault,
                                   on.stream)
                 : cudaMemcpy2DAsync(rows.to, rows.to_pitch, rows.from, rows.from_pitch,
                                     rows.length, rows.count, cudaMemcpyDefault, on.stream),
          step, on.where);
  });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
