// SPDX-License-Identifier: Apache-2.0
// Sharding rules of ops that are no formula, as people write them: "b (h d), d k -> b h k", the
// grammar of jax.custom_partitioning, and Shardy's "<([i, j], [j, k])->([i, k]) {i=2, j=4, k=3}
// reduction={j}>". A value's dimensions stand one after the other, values between commas, results
// behind "->". A dimension is a factor, or several in brackets, major first: "(h d)". "..." in
// front, or "...0", "...1", stands for all dimensions before the others; the same ones wherever it
// stands. Factors of the same name are sharded alike.
#pragma once

#include "frontend/ir/formula/rule.h"
#include "frontend/ir/sharding/notations/notation_cursor.h"

#include <map>
#include <string>

namespace shardc {

/// A rule before it is known which values it is of.
struct WrittenRule {
  using Dimension = llvm::SmallVector<std::string, 2>; // its factors
  struct Value {
    int64_t batch = -1; // the number of "..." in front; -1: none
    llvm::SmallVector<Dimension, 4> dims;
  };
  llvm::SmallVector<Value, 3> operands, results;
  std::map<std::string, int64_t> sizes; // of factors, where they are given
  /// Factors that are not parallel.
  std::map<std::string, FactorKind> kinds;
};

/// What is read up to the end; nothing where `problem` says what is wrong.
std::optional<WrittenRule> readRule(llvm::StringRef text, NotationProblem &problem);
/// The same of an attribute #sdy.op_sharding_rule<...>, from "<" on.
std::optional<WrittenRule> readShardyRule(llvm::StringRef text, NotationProblem &problem);

/// Says that a factor is of this kind; each may be of one.
bool setKind(WrittenRule &rule, const std::string &factor, FactorKind kind,
             NotationProblem &problem);

using Shapes = llvm::ArrayRef<llvm::SmallVector<int64_t, 4>>;
/// The rule of values of these shapes. A factor that is in no result, or not in all of them, has to
/// be a reduction or whole; one that is in a compound alone needs its size where another of it
/// does, too.
std::optional<Rule> ruleFor(const WrittenRule &written, Shapes operands, Shapes results,
                            NotationProblem &problem);

/// What readRule() reads, with all sizes: "i j, j k -> i k {i=2, j=4, k=3} reduction={j}".
std::string writtenText(const Rule &rule);

} // namespace shardc
