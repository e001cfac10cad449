// SPDX-License-Identifier: Apache-2.0
// A long program for benchmarks, as StableHLO text with shardings.
#pragma once

#include <cstdint>
#include <string>

namespace shardc::bench {

/// A chain of matmul, tanh and add, `ops` of them in all, on one activation with one shared weight:
/// that weight has a third of all ops as users, and so has the input, so a walk over users where
/// none is due shows as quadratic time.
///
/// Devices are a mesh of x by y. The activation is cut in rows along x, the weight along y in the
/// dimension that the product sums over; all other shardings are left to propagation.
struct Chain {
  int64_t ops;
  int64_t x, y;
  int64_t rows = 0, columns = 0; // of the activation
};

std::string textOf(const Chain &chain);

/// On a mesh for so many devices, as near to a square as powers of two get, with two rows and
/// columns for each of them: all cuts are even.
Chain chainOn(int64_t ops, int64_t devices);

} // namespace shardc::bench
