// SPDX-License-Identifier: Apache-2.0
#include "runtime/libraries/cuda/columns_cuda.h"

#include "runtime/libraries/cuda/start_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

namespace {

/// An element of a member's matrix, by the number of a thread.
struct Place {
  int64_t member, i, j;
};

} // namespace

static int64_t elements_of(const Batch &batch, const Batch::Part &part) {
  return batch.members * part.rows * part.columns;
}

__device__ static int64_t thread_number() { return int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }

/// Neighbours are of a row, as in most batches.
SHARDC_HD static Place place_of(const Batch::Part &part, int64_t number) {
  const int64_t size = part.rows * part.columns, rest = number % size;
  return {number / size, rest / part.columns, rest % part.columns};
}

/// Where an element is in matrices of columns.
SHARDC_HD static int64_t in_columns(const Batch::Part &part, const Place &at, Turned turned) {
  const int64_t matrix = at.member * part.rows * part.columns;
  return matrix + (turned == Turned::no ? at.j * part.rows + at.i : at.i * part.columns + at.j);
}

SHARDC_HD static bool is_outside(Triangle triangle, const Place &at) {
  return (triangle == Triangle::lower && at.i < at.j) ||
         (triangle == Triangle::upper && at.i > at.j);
}

template <typename T>
__global__ void __launch_bounds__(kThreadsOfBlock)
    get_elements(const Batch batch, int operand, T *to, Turned turned) {
  const Batch::Part &part = batch.operands[operand];
  const int64_t number = thread_number();
  if (number >= batch.members * part.rows * part.columns) return;
  const Place at = place_of(part, number);
  const T element = batch.matrix<T>(part, at.member)(at.i, at.j);
  to[in_columns(part, at, turned)] = turned == Turned::adjoint ? conjugate(element) : element;
}

template <typename T>
__global__ void __launch_bounds__(kThreadsOfBlock)
    get_those_outside(const Batch batch, int operand, T *to, Triangle triangle) {
  const Batch::Part &part = batch.operands[operand];
  const int64_t number = thread_number();
  if (number >= batch.members * part.rows * part.columns) return;
  const Place at = place_of(part, number);
  if (is_outside(triangle, at))
    to[in_columns(part, at, Turned::no)] = batch.matrix<T>(part, at.member)(at.i, at.j);
}

template <typename T>
__global__ void __launch_bounds__(kThreadsOfBlock)
    put_elements(const Batch batch, int result, const T *from, const int *failed, Turned turned,
                 Triangle triangle) {
  const Batch::Part &part = batch.results[result];
  const int64_t number = thread_number();
  if (number >= batch.members * part.rows * part.columns) return;
  const Place at = place_of(part, number);
  T &to = batch.matrix<T>(part, at.member)(at.i, at.j);
  const T element = from[in_columns(part, at, turned)];
  if (failed && failed[at.member] != 0)
    to = T(PartOf<T>(NAN));
  else
    to = is_outside(triangle, at) ? T(0) : turned == Turned::adjoint ? conjugate(element) : element;
}

template <typename T>
__global__ void __launch_bounds__(kThreadsOfBlock)
    put_times(const Batch batch, int result, const T *from, PartOf<T> by) {
  const Batch::Part &part = batch.results[result];
  const int64_t number = thread_number();
  if (number >= batch.members * part.rows * part.columns) return;
  const Place at = place_of(part, number);
  batch.matrix<T>(part, at.member)(at.i, at.j) = scaled(from[number], by);
}

template <typename From>
__global__ void __launch_bounds__(kThreadsOfBlock)
    put_numbers(const Batch batch, int result, const From *from) {
  const Batch::Part &part = batch.results[result];
  const int64_t number = thread_number();
  if (number >= batch.members * part.rows) return;
  const int64_t member = number / part.rows, i = number % part.rows;
  batch.matrix<int32_t>(part, member)(i, 0) = int32_t(from[number]);
}

__global__ void __launch_bounds__(kThreadsOfBlock) clear(int64_t members, int *failed) {
  const int64_t member = thread_number();
  if (member < members) failed[member] = 0;
}

template <typename T>
__global__ void __launch_bounds__(kThreadsOfBlock)
    look_for_infinite(const Batch batch, int operand, int *failed) {
  const Batch::Part &part = batch.operands[operand];
  const int64_t number = thread_number();
  if (number >= batch.members * part.rows * part.columns) return;
  const Place at = place_of(part, number);
  const auto size = largest_part(batch.matrix<T>(part, at.member)(at.i, at.j));
  if (!(size - size == 0)) failed[at.member] = 1; // whoever finds one writes the same
}

__global__ void __launch_bounds__(kThreadsOfBlock)
    join_failed(int64_t members, int *failed, const int *also) {
  const int64_t member = thread_number();
  if (member < members && also[member] != 0) failed[member] = 1;
}

template <typename T>
__global__ void __launch_bounds__(kThreadsOfBlock)
    point_at_each(T **matrices, T *first, int64_t elements, int64_t count) {
  const int64_t number = thread_number();
  if (number < count) matrices[number] = first + number * elements;
}

template <typename T>
void get_columns(CUstream_st *stream, const Batch &batch, int operand, T *to, Turned turned) {
  start(stream, get_elements<T>, elements_of(batch, batch.operands[operand]), batch, operand, to,
        turned);
}

template <typename T>
void get_outside(CUstream_st *stream, const Batch &batch, int operand, T *to, Triangle triangle) {
  start(stream, get_those_outside<T>, elements_of(batch, batch.operands[operand]), batch, operand,
        to, triangle);
}

template <typename T>
void put_columns(CUstream_st *stream, const Batch &batch, int result, const T *from,
                 const int *failed, Turned turned, Triangle triangle) {
  if (!batch.results[result].data) return;
  start(stream, put_elements<T>, elements_of(batch, batch.results[result]), batch, result, from,
        failed, turned, triangle);
}

template <typename T>
void put_scaled(CUstream_st *stream, const Batch &batch, int result, const T *from, PartOf<T> by) {
  start(stream, put_times<T>, elements_of(batch, batch.results[result]), batch, result, from, by);
}

template <typename Number>
void put_integers(CUstream_st *stream, const Batch &batch, int result, const Number *from) {
  if (!batch.results[result].data) return;
  start(stream, put_numbers<Number>, elements_of(batch, batch.results[result]), batch, result,
        from);
}

template <typename T>
void find_infinite(CUstream_st *stream, const Batch &batch, int operand, int *failed) {
  start(stream, clear, batch.members, batch.members, failed);
  start(stream, look_for_infinite<T>, elements_of(batch, batch.operands[operand]), batch, operand,
        failed);
}

void join_failures(CUstream_st *stream, int64_t members, int *failed, const int *also) {
  start(stream, join_failed, members, members, failed, also);
}

template <typename T>
void point_at(CUstream_st *stream, T **matrices, T *first, int64_t elements, int64_t count) {
  start(stream, point_at_each<T>, count, matrices, first, elements, count);
}

#define SHARDC_COLUMNS_OF(T)                                                                       \
  template void get_columns<T>(CUstream_st *, const Batch &, int, T *, Turned);                    \
  template void get_outside<T>(CUstream_st *, const Batch &, int, T *, Triangle);                  \
  template void put_columns<T>(CUstream_st *, const Batch &, int, const T *, const int *, Turned,  \
                               Triangle);                                                          \
  template void put_scaled<T>(CUstream_st *, const Batch &, int, const T *, PartOf<T>);            \
  template void find_infinite<T>(CUstream_st *, const Batch &, int, int *);                        \
  template void point_at<T>(CUstream_st *, T **, T *, int64_t, int64_t);
SHARDC_COLUMNS_OF(float)
SHARDC_COLUMNS_OF(double)
SHARDC_COLUMNS_OF(c64)
SHARDC_COLUMNS_OF(c128)
#undef SHARDC_COLUMNS_OF
template void put_integers<int>(CUstream_st *, const Batch &, int, const int *);
template void put_integers<int64_t>(CUstream_st *, const Batch &, int, const int64_t *);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
