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
  if (a->kind == Kind::Within && areMirrored(a, b)) return true;
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

/// Terms of an index are sorted by when they were made. sign: -1 where one is the other's negative.
bool Alike::areInSomeOrder(Expr a, Expr b, int64_t sign) {
  const auto ownTerms = terms(a), others = terms(b);
  return constantOf(a) == sign * constantOf(b) && llvm::all_of(ownTerms, [&](const Term &own) {
           return llvm::any_of(others, [&](const Term &other) {
             return own.first == sign * other.first && are(own.second, other.second);
           });
         });
}

/// Whether b says of -x what a says of x: 0 <= i - j < 8, and -7 <= j - i < 1.
bool Alike::areMirrored(Expr a, Expr b) {
  Expr index = a->args[0], other = b->args[0];
  return index->kind == Kind::Linear && other->kind == Kind::Linear &&
         index->args.size() == other->args.size() && a->numbers[0] == 1 - b->numbers[1] &&
         a->numbers[1] == 1 - b->numbers[0] && areInSomeOrder(index, other, -1);
}

} // namespace shardc
