// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/expansions/roots_of_unity.h"

#include <cmath>

namespace shardc {

// A product with a matrix takes as many steps for each point as it has points: fewer and larger
// ones make fewer passes over memory. Beyond the second number a prime is cheaper as a convolution.
constexpr int64_t kLargestFactor = 16, kLargestPrime = 64;

std::complex<double> rootOfUnity(int64_t k, int64_t n) {
  constexpr long double quarter = 1.57079632679489661923132169163975144L;
  const __int128 quarters = static_cast<__int128>(k) % n * 4;
  const auto turn = static_cast<int64_t>(quarters / n);
  const auto rest = static_cast<int64_t>(quarters % n); // in n-ths of a quarter
  // Both are taken of the smaller angle, so that neither is a difference.
  const bool isSteep = 2 * rest > n;
  const long double angle =
      quarter * static_cast<long double>(isSteep ? n - rest : rest) / static_cast<long double>(n);
  const auto small = static_cast<double>(std::sin(angle)),
             large = static_cast<double>(std::cos(angle));
  const std::complex<double> root(isSteep ? small : large, isSteep ? large : small);
  switch (turn) {
  case 0:
    return root;
  case 1:
    return {-root.imag(), root.real()};
  case 2:
    return -root;
  default:
    return {root.imag(), -root.real()};
  }
}

static std::vector<int64_t> primesOf(int64_t n) {
  std::vector<int64_t> primes;
  for (int64_t p = 2; p * p <= n; ++p)
    for (; n % p == 0; n /= p)
      primes.push_back(p);
  if (n > 1) primes.push_back(n);
  return primes;
}

bool isSmallTransform(int64_t n) {
  return n <= kLargestFactor || (n <= kLargestPrime && primesOf(n).size() == 1);
}

/// The largest prime, and others beside it as far as the product is small. Powers of two are cut
/// into factors that are nearly equal.
int64_t firstFactor(int64_t n) {
  const std::vector<int64_t> primes = primesOf(n);
  if (primes.size() < 2 || isSmallTransform(n)) return n;
  if (primes.back() == 2) {
    const auto bits = static_cast<int64_t>(primes.size()), passes = (bits + 3) / 4;
    return int64_t{1} << ((bits + passes - 1) / passes);
  }
  int64_t factor = primes.back();
  for (size_t k = primes.size() - 1; k-- > 0;)
    if (factor * primes[k] <= kLargestFactor) factor *= primes[k];
  return factor;
}

// Of as many points as these, for 16 members at once, two copies are half a megabyte.
constexpr int64_t kMostCalled = 2048, kLargestCalledPrime = 13;

bool isCalledTransform(int64_t n) {
  return n <= kMostCalled && !isSmallTransform(n) && primesOf(n).back() <= kLargestCalledPrime;
}

std::optional<int64_t> calledFactor(int64_t n) {
  if (n <= kMostCalled || n > kMostCalled * kMostCalled) return std::nullopt;
  for (auto r = static_cast<int64_t>(std::sqrt(static_cast<double>(n))); r > kLargestFactor; --r)
    if (n % r == 0 && isCalledTransform(r) && isCalledTransform(n / r)) return r;
  return std::nullopt;
}

int64_t lengthForConvolution(int64_t n) {
  int64_t best = 0;
  for (const int64_t odd : {1, 3, 5, 9, 15}) {
    int64_t length = odd;
    while (length < 2 * n - 1)
      length *= 2;
    if (best == 0 || length < best) best = length;
  }
  return best;
}

ComplexNumbers transformed(const ComplexNumbers &values) {
  const auto n = static_cast<int64_t>(values.size());
  const int64_t r = isSmallTransform(n) ? n : firstFactor(n), m = n / r;
  ComplexNumbers made(values.size()), roots;
  for (int64_t k = 0; k < r; ++k)
    roots.push_back(std::conj(rootOfUnity(k, r)));
  for (int64_t b = 0; b < m; ++b)
    for (int64_t c = 0; c < r; ++c) {
      std::complex<double> sum = 0;
      for (int64_t a = 0; a < r; ++a)
        sum += values[m * a + b] * roots[a * c % r];
      made[c * m + b] = sum * rootOfUnity(n - b * c % n, n);
    }
  if (m == 1) return made;
  ComplexNumbers whole(values.size());
  for (int64_t c = 0; c < r; ++c) {
    const ComplexNumbers part =
        transformed(ComplexNumbers(made.begin() + c * m, made.begin() + (c + 1) * m));
    for (int64_t d = 0; d < m; ++d)
      whole[c + r * d] = part[d];
  }
  return whole;
}

} // namespace shardc
