// SPDX-License-Identifier: Apache-2.0
// The numbers that Fourier transforms multiply by, computed in doubles.
#pragma once

#include "llvm/ADT/SmallVector.h"

#include <complex>
#include <cstdint>
#include <optional>
#include <vector>

namespace shardc {

using ComplexNumbers = std::vector<std::complex<double>>;

/// e^(2 pi i k / n)
std::complex<double> rootOfUnity(int64_t k, int64_t n);

/// n as two factors, of which the first is transformed by itself: one product with a matrix, or a
/// prime. It is n where n is such a number.
int64_t firstFactor(int64_t n);
/// Whether a product with a matrix transforms so many points. Others are several, or a prime.
bool isSmallTransform(int64_t n);

/// Whether code is called for so many points, where it may be: more than one product transforms,
/// few enough for a cache, with small factors.
bool isCalledTransform(int64_t n);
/// Of more points, a factor such that code is called for both; none: there is no such factor.
std::optional<int64_t> calledFactor(int64_t n);

/// A length for convolutions of n points with 2n - 1: it has small factors alone.
int64_t lengthForConvolution(int64_t n);

/// The transform of these, whose number is no prime that is large.
ComplexNumbers transformed(const ComplexNumbers &values);

} // namespace shardc
