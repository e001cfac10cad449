// SPDX-License-Identifier: Apache-2.0
// Formulas and rules of a program's ops, made once for all ops that are alike.
#pragma once

#include "frontend/ir/interfaces/shardable.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <unordered_map>

namespace shardc {

/// When an op takes part in propagation, and how: Shardy's op priorities, read off the rule.
enum class FlowClass : uint8_t {
  same,      // results and operands have the same factors: elementwise, reshape, transpose
  broadcast, // one operand, and a result with more factors: forward only in the end
  other,
};

struct OpRule {
  Formula formula;
  Rule rule;
  FlowClass flow;
};

class OpRules {
public:
  explicit OpRules(Pool &pool) : pool(pool) {}

  /// Numbers count from 0 in order of first use.
  int numberOf(mlir::Operation *op);
  const OpRule &operator[](int number) const { return rules[number]; }
  /// What owns the formulas: those of a plan live as long.
  Pool &expressions() const { return pool; }

private:
  int lookUp(mlir::Operation *op);

  Pool &pool;
  std::deque<OpRule> rules;
  using Known = std::pair<mlir::Operation *, int>;
  std::unordered_multimap<size_t, Known> known;
  llvm::DenseMap<mlir::OperationName, Known> latest; // mostly the next one of that name is alike
};

/// The number that a value is throughout, if that is known.
std::optional<Number> constantOf(mlir::Value value, OpRules &rules);
/// The same of an op's operands.
SmallVector<std::optional<Number>, 4> constantsOf(mlir::Operation *op, OpRules &rules);

} // namespace shardc
