// SPDX-License-Identifier: Apache-2.0
// Attention as one kernel: of a row i of queries and a feature c of values,
//
//   sum over keys j of exp(score(i, j) - largest(i)) / total(i) * value(j, c)
//
// where `largest` and `total` are over all keys, and `score` is any function of the indices and of
// the sum over d of query(i, d) * key(d, j): a scale, a mask. What is rounded to bf16 or f16
// between does not matter, since sums have other orders, too. The runtime's attention() goes over
// the keys once (runtime/device/cuda/attention_cuda.h, attention_cpu.h), after "FlashAttention"
// (Dao et al., 2022), so the order of its sums is its own.
#pragma once

#include "codegen/kernel/forms/used_where.h"
#include "codegen/kernel/view/nest.h"

#include <optional>

namespace shardc {

/// What of a formula is what.
struct Attention {
  Expr sum;                       // over the keys: the reduction of the result
  Expr weight;                    // of a row and a key: exp(score - largest) / total
  Expr score;                     // likewise
  Expr product;                   // the reduction in it
  Expr query, key, value;         // factors
  bool isWeightNarrow = false;    // rounded to bf16 or f16
  ElementType factors;            // of tensor cores: bf16 or f16 where all factors are, else f32
  int keys, terms;                // loops of `sum` and of `product`
  int rows = -1, features = -1;   // loops of the result
  SmallVector<int, 4> outer = {}; // its others

  /// How many rows and keys a block of threads of a GPU has at a time, and warps.
  struct Tile {
    int64_t rows, keys;
    int warps;
    int threads() const { return 32 * warps; }
  };
  std::optional<Tile> tile = {}; // on GPUs

  // Neighbours in memory are terms; else rows and keys. Those of values are features; else keys.
  bool queryAlongTerms = true, keyAlongTerms = true, valueAlongKeys = false;
  /// On GPUs: the factor is a load that is brought in chunks of 16 bytes, and said by where it
  /// lies.
  bool queryInChunks = false, keyInChunks = false, valueInChunks = false;
  /// Hold wherever a score uses its product.
  SmallVector<TileBound, 1> where = {};
};

/// Whether the formula is attention, without its loops of results.
std::optional<Attention> attentionIn(const Formula &formula);

/// None where a kernel is no attention, one that the runtime has no room for, or one with so few
/// rows that most of a GPU would have nothing to do.
std::optional<Attention> attentionOf(const KernelView &view, const Nest &nest);

/// Gives one that is placed to a GPU's tensor cores.
void setTile(const KernelView &view, Attention &attention);

/// "of 64 i by 32 m at a time": for people.
std::string attentionText(const KernelView &view, const Attention &attention);

} // namespace shardc
