// SPDX-License-Identifier: Apache-2.0
// The body of a kernel: loops, reductions and stores.
#pragma once

#include "codegen/cpp/code.h"
#include "codegen/cpp/expression.h"
#include "codegen/cpp/reduction.h"
#include "codegen/cpp/tile.h"

#include "llvm/ADT/DenseSet.h"

namespace shardc {

/// Writes a kernel's statements in one pass from the outermost loop inwards.
class BodyWriter {
public:
  /// `tile` is for CPUs; else null.
  BodyWriter(const KernelView &view, Needs &needs, const Tile *tile = nullptr);

  /// All of the body. The first `given` loops of the nest are open already: threads run them.
  Block write(const Nest &nest, size_t given);
  /// What the variables of the body stand for, in order.
  const std::vector<std::pair<Expr, std::string>> &definitions() const { return defined; }

private:
  /// What is put back at the end of a block.
  struct State {
    llvm::DenseMap<Expr, std::string> named;
    llvm::DenseMap<Expr, std::vector<std::string>> reduced;
    SmallVector<Env, 4> environments;
    int depth;
    Scope scope;
  };
  State save() const;
  void restore(const State &state);

  using Loops = SmallVector<int, 8>;

  void line(const std::string &statement) { block->push_back({statement}); }
  /// Runs `inside` in the body of a new compound statement.
  void compound(const std::string &head, llvm::function_ref<void()> inside);
  void loop(int number, llvm::function_ref<void()> inside);
  void loops(ArrayRef<int> numbers, ArrayRef<Expr> roots, llvm::function_ref<void()> inside);
  std::string firstOf(int loop);
  std::string endOf(int loop);

  void hoist(ArrayRef<Expr> roots, const Loops &closed);
  void hoist(Expr e, const Loops &closed, llvm::DenseSet<Expr> &seen);
  void branches(ArrayRef<Expr> roots);
  void branches(Expr e, llvm::DenseSet<Expr> &seen);
  void prepare(ArrayRef<Expr> roots);
  void share(ArrayRef<Expr> roots);
  bool isShort(Expr e) const;
  bool wantsName(Expr e, int uses, bool inArithmetic);
  void name(Expr e);
  void setName(Expr e, const std::string &variable);
  void setReduced(Expr e, const std::vector<std::string> &names);
  std::string nameFor(Expr e) const;
  Expr largestPart(Expr e, int outside = -1);

  /// The variables of a reduction; `any`, if not empty, says whether they have a value yet.
  struct Accumulators {
    std::vector<std::string> names;
    std::string any;
  };
  void reduce(Expr e);
  void reduceOne(Expr e, const ReductionPlan &plan);
  Accumulators declare(const ReduceView &reduce, const ReductionPlan &plan);
  void accumulate(const ReduceView &reduce, const ReductionPlan &plan, const Accumulators &into);
  void combine(const ReduceView &reduce, ArrayRef<std::string> left, ArrayRef<std::string> right);

  void tiled(ArrayRef<int> numbers, ArrayRef<Expr> roots, llvm::function_ref<void()> inside);
  void blocks(ArrayRef<TileLoop> over, llvm::function_ref<void()> inside);
  void overBlock(ArrayRef<TileLoop> over, llvm::function_ref<void()> inside);
  std::string placeInBlock(ArrayRef<TileLoop> over);
  void accumulateTerms(const ReduceView &reduce, const ReductionPlan &plan,
                       const Accumulators &into);
  void reduceTiled(Expr e, const Tile &whole);
  void accumulateTiled(const ReduceView &reduce, const ReductionPlan &plan,
                       const std::string &element, ArrayRef<TileLoop> over);
  void declareTiled(const ReduceView &reduce, const ReductionPlan &plan, const std::string &name,
                    ArrayRef<TileLoop> over,
                    llvm::function_ref<void(llvm::function_ref<void()>)> each);

  std::string call(Fn fn, Expr like, const CppText &left, const CppText &right);
  std::string variableOf(Expr e, const char *called);
  bool readsArgument(ArrayRef<Expr> list, int64_t number) const;
  void assign(const std::string &target, const char *sign, Expr e);
  void choose(const std::string &target, const char *sign, Expr e);
  void stores();
  void returnIfEmpty(int loop);
  bool neverEmpty(ArrayRef<Expr> loops) const;
  bool hasReduction(Expr e, llvm::DenseSet<Expr> &seen) const;
  bool needsStatements(Expr e) const;
  size_t indent() const { return 2 * (level + 1); }

  const KernelView &view;
  ExpressionWriter text;
  Scope scope;
  Block *block = nullptr;
  std::vector<std::pair<Expr, std::string>> defined;
  size_t level = 0;
  const Tile *tile = nullptr;                              // until its loops are open
  ArrayRef<Expr> termwise;                                 // of the tile
  llvm::DenseMap<int, std::string> blockStarts, blockEnds; // of the tile's loops
};

} // namespace shardc
