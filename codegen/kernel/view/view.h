// SPDX-License-Identifier: Apache-2.0
// A kernel made ready for writing: simplified over its shards, its loops classified, all names of
// parameters and loops chosen.
#pragma once

#include "codegen/kernel/view/facts.h"
#include "codegen/kernel/view/scope.h"
#include "codegen/kernel/view/shards/cases.h"

#include "llvm/ADT/DenseSet.h"

namespace shardc {

/// How a loop of the formula appears in the text.
struct LoopView {
  enum class Form : uint8_t {
    absent,   // one index, which every use folds into a literal or cancels
    declared, // one index, which differs: `const int i = d.i.lo;`
    looped,
  };
  std::string name;
  Form form = Form::looped;
  bool isLocal = false;          // runs from 0, though its global indices start elsewhere
  int64_t largest = 1;           // extent on the shard with most
  std::optional<int64_t> extent; // where shards agree
  bool mayBeEmpty = false;       // on a shard that has work otherwise

  bool isLooped() const { return form == Form::looped; }
};

/// A parameter that points to memory.
struct ParameterView {
  std::string name;   // of the parameter: "x", or "x_data" where a Window is made of it
  std::string window; // what the body calls it: "x"
  const Kernel::Window *of;
  bool isInPlace = false; // in and out are the same memory
  bool over = false;      // in and out may be, and each element is read before it is written
};

struct KernelView {
  KernelView(const Kernel &kernel, const DeviceLayout &layout);

  const Kernel &kernel;
  const DeviceLayout &layout;
  Formula formula;                // simplified
  std::vector<Case> cases;        // as casesOf() has them
  bool allCases = true;           // there are no others
  std::vector<const Case *> busy; // with at least one element to write; all where none has
  SmallVector<Env, 4> envs;       // what busy shards run; few, perhaps wider
  SmallVector<int, 8> order;      // the loops of results, major first
  std::vector<LoopView> loops;
  llvm::DenseSet<Expr> wholeChoices; // of which both arms are computed
  Facts facts;
  bool windows = false;          // accesses go through Window, by global indices
  bool wide = false;             // an index may need 64 bits
  std::string why;               // indices are local or global: "x does not start where i does"
  SmallVector<int64_t, 1> trips; // that are computed with: the depths of their loops
  std::vector<ParameterView> ins, outs;
  Scope scope; // taken: parameters, functions, loops of results

  /// Whether the loop's variable counts from 0 on every shard.
  bool startsAtZero(int loop) const {
    return loops[loop].isLocal ||
           common(cases, [&](const Case &each) { return each.loops[loop].lo; }) == 0;
  }
  /// Whether every shard has all indices of the loop.
  bool isWhole(int loop) const {
    const Span &span = kernel.loops[loop];
    return span.isUniform() && span.lo.literal() == 0 &&
           span.hi.literal() == formula.loops[loop].extent;
  }
  /// Whether it reads where it writes.
  bool isInPlace() const {
    return llvm::any_of(outs, [](const ParameterView &out) { return out.isInPlace; });
  }
  /// Of a kernel that does a block of rows: its ends.
  std::string rowsFrom() const { return loops[kernel.rows->loop].name + "_from"; }
  std::string rowsTo() const { return loops[kernel.rows->loop].name + "_to"; }

  const char *indexType() const { return wide ? "int64_t" : "int"; }
  /// Where the loop's variable starts, as a global index, on one shard.
  int64_t base(int loop, const Case &at) const {
    const LoopView &view = loops[loop];
    const bool folded = view.form == LoopView::Form::absent || view.isLocal;
    return folded ? at.loops[loop].lo : 0;
  }
};

/// An index as constant + sum of factor * expression; picks are the index that they pick.
struct IndexSum {
  int64_t constant = 0;
  SmallVector<Term, 4> terms;
};
IndexSum indexSum(Expr index);

/// A comparison of a sum with a number, as people write it: i - j >= 0 is i >= j, and k >= 1 is
/// k > 0.
struct Comparison {
  IndexSum left;
  const char *sign;
  IndexSum right;
};
Comparison isEqual(const IndexSum &sum, int64_t number);
Comparison isAtLeast(const IndexSum &sum, int64_t number);
Comparison isBelow(const IndexSum &sum, int64_t number);

/// Whether an expression that variables may stand for is an index; else it is a value.
inline bool isIndex(Expr e) { return e->type == ElementType::index && e->kind != Kind::Reduce; }

/// Calls `visit(expression)` for everything under `e`, each once, but for the loops that reductions
/// bind.
void forEach(Expr e, llvm::function_ref<void(Expr)> visit);

} // namespace shardc
