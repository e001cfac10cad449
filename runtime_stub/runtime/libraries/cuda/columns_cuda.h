// SPDX-License-Identifier: Apache-2.0
// Copies between a batch, whose strides are any, and what a library works on: matrices of columns,
// one behind the other. All is work of a stream.
#pragma once

#include "runtime/routines/batch.h"

struct CUstream_st; // CUDA's

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What a library's matrix is of the batch's: itself, or its adjoint or transpose.
enum class Turned { no, adjoint, transpose };

/// Copies an operand of all members.
template <typename T>
void get_columns(CUstream_st *stream, const Batch &batch, int operand, T *to,
                 Turned turned = Turned::no);

/// What is put of a matrix; the rest is 0.
enum class Triangle { all, lower, upper };

/// Copies what an operand has outside of a triangle: cuSOLVER may have written there.
template <typename T>
void get_outside(CUstream_st *stream, const Batch &batch, int operand, T *to, Triangle triangle);

/// Puts a result of all members, where it is wanted; NaN for those that have `failed`, if that is
/// there and not 0.
template <typename T>
void put_columns(CUstream_st *stream, const Batch &batch, int result, const T *from,
                 const int *failed = nullptr, Turned turned = Turned::no,
                 Triangle triangle = Triangle::all);

/// Puts a result of all members, whose rows lie one behind the other, times a number.
template <typename T>
void put_scaled(CUstream_st *stream, const Batch &batch, int result, const T *from, PartOf<T> by);

/// Puts a vector or a number of integers, which a library has as int or int64_t.
template <typename Number>
void put_integers(CUstream_st *stream, const Batch &batch, int result, const Number *from);

/// failed[k] is whether member k has an element in an operand that is no finite number:
/// then a library has nothing to find.
template <typename T>
void find_infinite(CUstream_st *stream, const Batch &batch, int operand, int *failed);
/// failed[k] = 1 where also[k] is not 0.
void join_failures(CUstream_st *stream, int64_t members, int *failed, const int *also);

/// Where each of `count` matrices is, of so many elements each.
template <typename T>
void point_at(CUstream_st *stream, T **matrices, T *first, int64_t elements, int64_t count);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
