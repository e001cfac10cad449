// SPDX-License-Identifier: Apache-2.0
// What is asked of formulas that may become one kernel.
#pragma once

#include "frontend/ir/formula/formula.h"
#include "frontend/ir/formula/key.h"
#include "frontend/machine.h"

#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <unordered_map>

namespace shardc {

/// What is in a formula, each node once.
struct Census {
  size_t nodes = 0, conditions = 0;
  SmallVector<Expr, 4> reductions; // outermost

  explicit Census(const Formula &formula);

private:
  void visit(Expr e, bool reduced);

  llvm::DenseSet<Expr> inside, outside; // of reductions, seen
};

/// Elements of its results.
double pointsOf(const Formula &formula);
/// Whether some reduction is another one for every element.
bool hasOwnReductions(const Formula &formula, const Census &census);
/// Whether it is a product of matrices: kernels that each do a part of one would each read all of
/// an operand.
bool hasProduct(const Census &census);
/// Products of matrices that tiles are worth their while for.
int64_t largeProducts(const Formula &formula, const Census &census);
/// Whether a reduction reads the operand.
bool reduces(const Formula &formula, int operand, const Census &census);
/// Terms of the shortest of its reductions.
int64_t fewestTerms(const Census &census);

/// Worked out once for those that are the same: layers are alike.
class Figures {
public:
  explicit Figures(const Machine &machine) : machine(machine) {}

  struct Of {
    Census census;
    /// Of the result, that can be computed apart from each other: where a reduction does not use a
    /// loop of the result, all of that loop belongs to one thread.
    double points;
    std::optional<double> seconds, terms, bytes;
  };
  Of &of(const Formula &formula);

  /// What it computes and reads, memory aside [s].
  double work(const Formula &formula);
  /// Of its reductions, in all.
  double terms(const Formula &formula);
  /// What it reads, each element once.
  double bytes(const Formula &formula);

private:
  const Machine &machine;
  std::unordered_map<Key, Of, KeyHash> known;
};

} // namespace shardc
