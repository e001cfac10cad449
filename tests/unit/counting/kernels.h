// SPDX-License-Identifier: Apache-2.0
// Kernels whose accesses are known.
#pragma once

namespace kernels {

/// Each thread copies the element at its number times `stride`.
void copy(const float *from, float *to, int stride);
/// Each reads the same element twice.
void read_twice(const float *from, float *to);
/// A tile of 32 by 32 is written by rows and read by columns; rows are `pitch` elements apart.
void turn_32(const float *from, float *to);
void turn_33(const float *from, float *to);
/// Each thread takes what its neighbour has left, after a barrier or not.
void shift(const float *from, float *to);
void shift_too_soon(const float *from, float *to);
/// A warp's threads add up what they have.
void add_up(const float *from, float *to);
/// 64 threads add up pairs of each of `turns` rows. The next row is under way, across a barrier,
/// while they do.
void sum_ahead(const float *from, float *to, int turns);

/// A block multiplies, of 256 terms, which are neighbours in both factors: 128 rows by 64 columns,
/// or, by warps, 64 by 32.
void multiply_wide(const float *left, const float *right, float *to);
void multiply_narrow(const float *left, const float *right, float *to);

} // namespace kernels
