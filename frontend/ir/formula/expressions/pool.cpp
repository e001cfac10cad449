// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/expressions/expr.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <deque>
#include <unordered_set>

namespace shardc {

namespace {
struct HashNode {
  size_t operator()(const Node *node) const {
    return llvm::hash_combine(node->kind, node->type, node->value, node->number.type,
                              node->number.bits(), llvm::bit_cast<int64_t>(node->number.imaginary),
                              llvm::hash_combine_range(node->args),
                              llvm::hash_combine_range(node->numbers));
  }
};
struct SameNode {
  bool operator()(const Node *a, const Node *b) const {
    return a->kind == b->kind && a->type == b->type && a->value == b->value &&
           a->number.sameBits(b->number) && a->args == b->args && a->numbers == b->numbers;
  }
};
} // namespace

struct Pool::Table {
  std::deque<Node> nodes; // does not move them
  std::unordered_set<const Node *, HashNode, SameNode> known;
};

Pool::Pool() : table(std::make_unique<Table>()) {}
Pool::~Pool() = default;

size_t Pool::size() const { return table->nodes.size(); }

Expr Pool::intern(Node node) {
  if (auto it = table->known.find(&node); it != table->known.end()) return *it;
  node.id = static_cast<uint32_t>(table->nodes.size());
  node.pool = this;
  node.reads = node.kind == Kind::Load || node.kind == Kind::Reduce || node.kind == Kind::Call ||
               llvm::any_of(node.args, [](Expr arg) { return arg->reads; });
  table->nodes.push_back(std::move(node));
  Expr kept = &table->nodes.back();
  table->known.insert(kept);
  return kept;
}

Expr Pool::constant(int64_t value) {
  return intern({.kind = Kind::Linear, .type = ElementType::index, .value = value});
}

Expr Pool::loop(int number, int64_t extent) {
  return intern(
      {.kind = Kind::Loop, .type = ElementType::index, .value = number, .numbers = {extent}});
}

Expr Pool::trip(int depth, int64_t trips) {
  if (trips <= 1) return constant(0);
  return intern(
      {.kind = Kind::Trip, .type = ElementType::index, .value = depth, .numbers = {trips}});
}

Expr Pool::literal(Number number) {
  return intern({.kind = Kind::Literal, .type = number.type, .number = number});
}

Expr Pool::arg(ElementType type, int number) {
  return intern({.kind = Kind::Arg, .type = type, .value = number});
}

} // namespace shardc
