// SPDX-License-Identifier: Apache-2.0
// What is read along the rows of a result against its columns, as a transpose reads: a block of
// threads brings a tile of it into shared memory along the rows that it has in memory, and takes it
// from there along those of the result. A row of the tile is one element longer, so that a column
// of it lies in as many banks.
#pragma once

#include "runtime/interval.h"

#include <type_traits>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Calls end(i, j, element(i, j)) for all i and j of this block's tile, which has `side` of each:
/// its rows are number blockIdx.y of all, its columns number blockIdx.x. Elements lie side by side
/// in memory for neighbouring i, results for neighbouring j.
template <typename Index, int side, int threads, typename Element, typename End>
__device__ inline void turned_tile(Range<Index> rows, Range<Index> columns, const Element &element,
                                   const End &end) {
  using T = std::decay_t<decltype(element(Index(), Index()))>;
  constexpr int at_once = threads / side;
  __shared__ T tile[side][side + 1]; // of columns
  const int along = int(threadIdx.x) % side, first = int(threadIdx.x) / side;
  const Index row = rows.lo + Index(blockIdx.y) * side;
  const Index column = columns.lo + Index(blockIdx.x) * side;
#pragma unroll
  for (int across = first; across < side; across += at_once)
    if (row + along < rows.hi && column + across < columns.hi)
      tile[across][along] = element(row + along, column + across);
  __syncthreads();
#pragma unroll
  for (int across = first; across < side; across += at_once)
    if (row + across < rows.hi && column + along < columns.hi)
      end(row + across, column + along, tile[along][across]);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
