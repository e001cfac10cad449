// SPDX-License-Identifier: Apache-2.0
// Scatters at random, and what the specification says of them, update by update.
#pragma once

#include "codegen/interp/interp.h"

#include <random>

namespace shardc::test {

/// A program of one scatter, over x, i and u.
struct RandomScatter {
  std::string program;
  TensorSpec x, i, u;
  std::string body; // "add", ..., or "set": the update alone; or "odd": 2 * there - update

  RandomScatter(std::mt19937 &random, ElementType elements);

  /// Operands with any numbers, of which indices often lie outside.
  std::vector<HostTensor> operands(std::mt19937 &random) const;
  HostTensor expected(const std::vector<HostTensor> &operands) const;

private:
  std::vector<int64_t> window, inserted, inputBatch, indexBatch, map;
  int64_t vectorDim = 0;

  std::string dimensions() const;
  std::string region() const;
  Number taken(Number there, Number update) const;
  int64_t placeOf(const HostTensor &indices, const std::vector<int64_t> &update) const;
};

} // namespace shardc::test
