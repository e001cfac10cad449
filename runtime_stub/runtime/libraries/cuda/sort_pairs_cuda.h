// SPDX-License-Identifier: Apache-2.0
// Sorts by CUB, which goes by digits and so keeps the order of keys that are equal. All is work of
// a stream. CUB is headers that nvcc compiles: the rest of what calls it is not in their file.
#pragma once

#include "runtime/routines/batch.h"

struct CUstream_st; // CUDA's

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Vectors one behind the other, of keys and of where they stood in theirs; and what CUB works in.
template <typename Key>
struct Pairs {
  Key *from, *to;
  int32_t *places, *order;
  int64_t *starts; // of vectors, and behind the last one
  char *work;
  int64_t bytes;
};

/// How much CUB works in for so many vectors of `n` elements; none, where it cannot say.
template <typename Key>
int64_t bytes_to_sort(int64_t members, int64_t n);
/// Sorts the vectors of the batch by its operands, the first one first, and puts where their
/// elements stood. Returns CUDA's error, or 0.
template <typename Key>
int sort_pairs(CUstream_st *stream, const Batch &batch, int64_t n, const Pairs<Key> &pairs);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
