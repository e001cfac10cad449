// SPDX-License-Identifier: Apache-2.0
// A program as propagation sees it: numbered values and the ops that shardings flow through. Flat
// lists, since every op is looked at in every round.
#pragma once

#include "analysis/program/op_rules.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>

namespace shardc {

/// The values of a program that have a sharding, by number. What a loop or branch carries is one
/// value, inside and after it; what is returned are values of their own, the last.
struct FlowValues {
  std::vector<mlir::Value> all;
  llvm::DenseMap<mlir::Value, int> numbers; // outputs and constants have none
  int firstOutput = 0;

  /// -1: none.
  int numberOf(mlir::Value value) const;
};

/// Something that shardings flow through: an op, or one position that is carried or returned.
struct FlowOp {
  mlir::Operation *op; // null: the return of an output
  int rule;            // of the op rules; below 0, an identity
  int first;           // of its values in the graph's list
  FlowClass flow;
  bool singleUse; // of every operand that is no scalar and no constant
  Passes passes = {};
};

class FlowGraph {
public:
  /// `isGiven`: whether somebody says how a value lies, which gives it a sharding even if it is
  /// computed of constants alone. None where values of a sharding group cannot lie alike
  /// (reported).
  static std::optional<FlowGraph> of(mlir::func::FuncOp entry, OpRules &rules,
                                     llvm::function_ref<bool(mlir::OpResult)> isGiven);

  FlowValues values;

  int size() const { return static_cast<int>(ops.size()) - 1; }
  const FlowOp &operator[](int op) const { return ops[op]; }
  /// Operands, then results; -1 where one takes no part.
  ArrayRef<int> valuesOf(int op) const { return slice(touched, ops[op].first, ops[op + 1].first); }
  /// Ops that have a value as operand or result.
  ArrayRef<int> usersOf(int value) const { return slice(users, begins[value], begins[value + 1]); }
  const Rule &ruleOf(int op) const {
    return ops[op].rule < 0 ? identities[~ops[op].rule] : (*rules)[ops[op].rule].rule;
  }

private:
  explicit FlowGraph(OpRules &rules) : rules(&rules) {}
  static ArrayRef<int> slice(const std::vector<int> &list, int first, int end) {
    return ArrayRef(list).slice(first, end - first);
  }
  void linkUsers();

  friend class FlowGraphBuilder;
  OpRules *rules;
  std::vector<FlowOp> ops; // and one more, which ends the last one's values
  std::vector<int> touched;
  std::vector<int> begins, users; // per value, where its users begin, and one more
  std::deque<Rule> identities;
};

} // namespace shardc
