// SPDX-License-Identifier: Apache-2.0
// What a routine of the runtime is given: a batch of matrices, as a call's parts have them
// (runtime/op.h), and one member of it at a time. Vectors are matrices of one column, numbers of
// one element.
#pragma once

#include "runtime/complex.h"
#include "runtime/op.h"
#include "runtime/routines/columns.h"

#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

constexpr int kMostBatchDims = 8, kMostOperands = 8;

/// A matrix in memory that is somebody else's; without `data` nobody wants it.
template <typename T>
struct Strided {
  T *data;
  int64_t rows, columns, row_stride, column_stride;

  SHARDC_HD T &operator()(int64_t i, int64_t j) const {
    return data[i * row_stride + j * column_stride];
  }
};

/// A batch: what kernels on GPUs are given by value.
struct Batch {
  struct Part {
    char *data;
    int64_t strides[kMostBatchDims]; // in elements, as all are
    int64_t rows, columns, row_stride, column_stride;
  };
  int64_t members, extents[kMostBatchDims], rank;
  Part operands[kMostOperands], results[6];
  int64_t operand_count;
  int64_t numbers[4]; // of the call's attributes, in order

  template <typename T>
  SHARDC_HD Strided<T> matrix(const Part &part, int64_t member) const {
    int64_t offset = 0;
    for (int64_t dim = rank; dim-- > 0; member /= extents[dim])
      offset += member % extents[dim] * part.strides[dim];
    T *data = part.data ? reinterpret_cast<T *>(part.data) + offset : nullptr;
    return {data, part.rows, part.columns, part.row_stride, part.column_stride};
  }
};

/// Memory that is handed out piece by piece, each at a multiple of some bytes. Of null it is
/// counted.
class Workspace {
public:
  SHARDC_HD explicit Workspace(char *memory = nullptr, int64_t multiple = 64)
      : memory(memory), multiple(multiple) {}

  template <typename T>
  SHARDC_HD T *take(int64_t count) {
    T *piece = reinterpret_cast<T *>(memory ? memory + used : nullptr);
    used += (count * int64_t(sizeof(T)) + multiple - 1) / multiple * multiple;
    return piece;
  }
  SHARDC_HD int64_t bytes() const { return used; }

private:
  char *memory;
  int64_t multiple;
  int64_t used = 0;
};

/// How much memory a member of a batch takes [bytes].
template <typename Routine>
int64_t bytes_of_member(const Batch &batch) {
  Workspace counted;
  typename Routine::Space(counted, batch);
  return counted.bytes();
}

constexpr int64_t kMostShares = 8; // of a batch, on CPUs, for a thread each
constexpr const char *kTooLittleScratch = "it has less scratch memory than it needs";

/// One of a batch, with memory for it.
struct Member {
  const Batch &batch;
  int64_t number;
  char *scratch;

  template <typename T>
  SHARDC_HD Strided<T> operand(int k) const {
    return batch.matrix<T>(batch.operands[k], number);
  }
  template <typename T>
  SHARDC_HD Strided<T> result(int k) const {
    return batch.matrix<T>(batch.results[k], number);
  }
  /// Puts a number, where it is wanted.
  template <typename T>
  SHARDC_HD void put(int k, T value) const {
    if (const auto to = result<T>(k); to.data) *to.data = value;
  }
  /// Puts a vector, where it is wanted.
  template <typename T>
  SHARDC_HD void put(int k, const T *values) const {
    const auto to = result<T>(k);
    for (int64_t i = 0; to.data && i < to.rows; ++i)
      to(i, 0) = values[i];
  }
};

/// What a call has for each member, by part_of(operand) and part_of(result), and what it tells all.
template <typename PartOf>
void add_parts(Batch &batch, const shardc_call &call, const PartOf &part_of) {
  batch.operand_count = call.operand_count;
  for (int64_t k = 0; k < call.operand_count; ++k)
    batch.operands[k] = part_of(call.operands[k]);
  for (int64_t k = 0; k < call.result_count; ++k)
    batch.results[k] = part_of(call.results[k]);
  for (int64_t k = 0; k < call.attribute_count; ++k)
    batch.numbers[k] = call.attributes[k].integer;
}

/// The batch of a call, whose first operand is a matrix, or a vector; its dimensions in front are
/// the batch's, at most kMostBatchDims.
inline Batch batch_of(const shardc_call &call) {
  Batch batch = {};
  const int64_t rank = batch.rank = call.operands[0].rank > 1 ? call.operands[0].rank - 2 : 0;
  batch.members = 1;
  for (int64_t dim = 0; dim < rank; ++dim)
    batch.members *= batch.extents[dim] = call.operands[0].extents[dim];
  const auto part_of = [rank](const shardc_part &part) {
    Batch::Part made = {static_cast<char *>(part.data), {}, 1, 1, 0, 0};
    if (!part.data) return made;
    for (int64_t dim = 0; dim < rank; ++dim)
      made.strides[dim] = part.strides[dim];
    if (part.rank > rank) made.rows = part.extents[rank], made.row_stride = part.strides[rank];
    if (part.rank > rank + 1)
      made.columns = part.extents[rank + 1], made.column_stride = part.strides[rank + 1];
    return made;
  };
  add_parts(batch, call, part_of);
  return batch;
}

/// The batch of a call whose members are vectors along a dimension of its values, with so many
/// behind it; the others are the batch's, at most kMostBatchDims. An operand of one dimension is a
/// vector for all of them.
inline Batch batch_of_vectors(const shardc_call &call, int64_t behind) {
  const int64_t along = call.operands[0].rank - 1 - behind;
  Batch batch = {};
  batch.members = 1;
  for (int64_t dim = 0; dim < call.operands[0].rank; ++dim)
    if (dim != along) batch.members *= batch.extents[batch.rank++] = call.operands[0].extents[dim];
  const auto part_of = [along](const shardc_part &part) {
    Batch::Part made = {static_cast<char *>(part.data), {}, 1, 1, 0, 0};
    if (!part.data) return made;
    if (part.rank == 1) {
      made.rows = part.extents[0], made.row_stride = part.strides[0];
      return made;
    }
    made.rows = part.extents[along], made.row_stride = part.strides[along];
    for (int64_t dim = 0, to = 0; dim < part.rank; ++dim)
      if (dim != along) made.strides[to++] = part.strides[dim];
    return made;
  };
  add_parts(batch, call, part_of);
  return batch;
}

/// Calls `run` with a number of the type of a call's first operand. Returns what it does, or what
/// is wrong.
template <typename Run>
const char *for_type(const shardc_call &call, const Run &run) {
  const char *type = call.operands[0].type;
  if (call.operands[0].rank - 2 > kMostBatchDims)
    return "it is for batches of 8 dimensions at most";
  if (!std::strcmp(type, "f32")) return run(float());
  if (!std::strcmp(type, "f64")) return run(double());
  if (!std::strcmp(type, "c64")) return run(c64());
  if (!std::strcmp(type, "c128")) return run(c128());
  return "it is for f32, f64, c64 and c128";
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
