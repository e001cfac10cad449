// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/forms/alike.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Alike::Alike(ArrayRef<std::pair<int64_t, int64_t>> loops) : loops(loops.begin(), loops.end()) {}

bool Alike::are(Expr a, Expr b) {
  if (const auto before = known.find({a, b}); before != known.end()) return before->second;
  const bool result = compare(a, b);
  known[{a, b}] = result;
  return result;
}

bool Alike::compare(Expr a, Expr b) {
  if (a->kind != b->kind || a->type != b->type || a->args.size() != b->args.size()) return false;
  if (a->kind == Kind::Loop) return loopFor(a->value) == b->value;
  if (a->kind == Kind::Literal) return a == b;
  if (a->value != b->value || a->numbers != b->numbers) return false;
  if (a->kind == Kind::Reduce)
    for (auto [one, other] : llvm::zip_equal(ReduceView(a).loops, ReduceView(b).loops))
      loops[one->value] = other->value;
  return a->kind == Kind::Linear ? areInSomeOrder(a, b) : areInOrder(a, b);
}

int64_t Alike::loopFor(int64_t loop) const {
  const auto found = loops.find(loop);
  return found == loops.end() ? loop : found->second;
}

bool Alike::areInOrder(Expr a, Expr b) {
  return llvm::all_of(llvm::zip_equal(a->args, b->args),
                      [&](auto pair) { return are(std::get<0>(pair), std::get<1>(pair)); });
}

/// Terms of an index are sorted by when they were made.
bool Alike::areInSomeOrder(Expr a, Expr b) {
  const auto ownTerms = terms(a), others = terms(b);
  return constantOf(a) == constantOf(b) && llvm::all_of(ownTerms, [&](const Term &own) {
           return llvm::any_of(others, [&](const Term &other) {
             return own.first == other.first && are(own.second, other.second);
           });
         });
}

} // namespace shardc
