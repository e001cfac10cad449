// SPDX-License-Identifier: Apache-2.0
// Statements are walked in their order. Each part of a value that is computed there, and not known
// by a variable, is a use of the numbers in it; uses are of one constant where the parts are the
// same but for the loops that run over them. Constants that two statements use are kept.
#include "codegen/kernel/constants.h"

#include "codegen/kernel/forms/alike.h"
#include "codegen/kernel/view/view.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/idioms.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <set>

namespace shardc {

namespace {

/// Nobody changes signs, what changes nothing, or where a largest starts; integers mostly are
/// sizes, which others of the kernel go with.
bool isPlain(const Number &number) {
  const double magnitude = std::abs(number.asDouble());
  if (number.isComplex()) return false;
  return !number.isFloat() || !std::isfinite(magnitude) || magnitude == 0 || magnitude == 1;
}

bool isConstant(Expr part, size_t argument) {
  Expr e = part->args[argument];
  const bool isValue = part->kind == Kind::Scalar || (part->kind == Kind::Select && argument > 0);
  return isValue && e->kind == Kind::Literal && !isPlain(e->number);
}

StringRef wordFor(Expr part, size_t argument) {
  if (part->kind == Kind::Select) return "fill";
  if (dividesReduction(part) && argument == 1) return "count";
  return info(static_cast<Fn>(part->value)).constantAt(argument);
}

class ConstantFinder {
public:
  explicit ConstantFinder(const KernelView &view) : view(view) {
    for (const Result &result : view.formula.results)
      for (Expr index : result.index)
        for (const int loop : freeLoops(index))
          ofResults.insert(loop);
  }

  void of(const Statements &statements) {
    for (const Statement &each : statements) {
      ++line;
      std::visit([&](const auto &node) { of(node); }, each.node);
    }
  }

  std::vector<NamedConstant> named(Scope scope) const {
    std::vector<NamedConstant> constants;
    for (const Constant &each : found) {
      if (each.lines.size() < 2) continue;
      const StringRef word = wordFor(each.parts.front(), each.argument);
      constants.push_back({scope.fresh(word.str()), each.number(), each.parts, each.argument});
    }
    return constants;
  }

private:
  struct Constant {
    SmallVector<Expr, 3> parts;
    size_t argument;
    std::set<int> lines;

    Expr number() const { return parts.front()->args[argument]; }
  };

  // Statements.

  template <typename Node>
  void of(const Node &node) {
    if constexpr (requires { node.value; }) use(node.value);
    if constexpr (requires { node.body; }) apart(node.body);
  }
  /// What a grid runs is known as long as the kernel runs.
  void of(const Threads &threads) { of(threads.body); }
  void of(const Let &let) {
    use(let.value);
    if (let.stands) known.insert(let.value);
  }
  void of(const Bind &bind) { known.insert(bind.value); }
  void of(const Accumulate &more) {
    if (more.term.isNone()) use(more.value);
  }
  void of(const ReduceOne &one) {
    use(one.start);
    use(ReduceView(one.reduce).values[0]);
  }
  void of(const ReduceByTeam &reduce) {
    use(reduce.start);
    function(reduce);
  }
  void of(const MakeRow &row) { function(row.element); }
  void of(const ReduceRow &row) { use(row.start); }
  void of(const PackedSums &sums) {
    function(sums.left);
    function(sums.right);
    if (sums.result.value) function(sums.result);
    apart(sums.end);
  }
  void of(const Attend &attend) {
    for (const FunctionBody *part : {&attend.query, &attend.key, &attend.values, &attend.score})
      function(*part);
    apart(attend.end);
  }
  void of(const PushOwn &own) {
    use(own.condition);
    for (const FunctionBody *part : {&own.find, &own.pushed, &own.combined})
      function(*part);
  }
  void of(const If &either) {
    use(either.condition);
    apart(either.then);
    apart(either.otherwise);
  }

  /// Names of the statements end with them.
  void apart(const Statements &statements) {
    const llvm::DenseSet<Expr> before = known;
    of(statements);
    known = before;
  }
  /// Statements that end with a value, which is a line of its own.
  template <typename Made>
  void function(const Made &made) {
    const llvm::DenseSet<Expr> before = known;
    of(made.body);
    ++line;
    use(made.value);
    known = before;
  }

  // Values.

  void use(Expr value) {
    if (!value) return;
    llvm::DenseSet<Expr> seen;
    use(value, seen);
  }
  void use(Expr e, llvm::DenseSet<Expr> &seen) {
    if (known.contains(e) || e->kind == Kind::Item || !seen.insert(e).second) return;
    for (size_t k = 0; k < (namesLoop(e) ? 1 : e->args.size()); ++k) {
      if (isConstant(e, k)) constantOf(e, k).lines.insert(line);
      use(e->args[k], seen);
    }
  }

  Constant &constantOf(Expr part, size_t argument) {
    for (Constant &each : found) {
      if (each.argument != argument || each.number() != part->args[argument]) continue;
      if (llvm::is_contained(each.parts, part)) return each;
      if (!areOneValue(each.parts.front(), part)) continue;
      each.parts.push_back(part);
      return each;
    }
    return found.emplace_back(Constant{{part}, argument, {}});
  }

  /// Loops that the one has alone run where those do that the other has alone, one of a reduction
  /// at least: elements at other indices of results are other values.
  bool areOneValue(Expr a, Expr b) const {
    const SmallVector<int, 8> ofA = freeLoops(a), ofB = freeLoops(b);
    SmallVector<std::pair<int64_t, int64_t>, 2> loops;
    for (const int loop : ofA)
      if (!llvm::is_contained(ofB, loop)) loops.push_back({loop, -1});
    size_t others = 0;
    for (const int loop : ofB) {
      if (llvm::is_contained(ofA, loop)) continue;
      if (others == loops.size() || !runAlike(loops[others].first, loop)) return false;
      loops[others++].second = loop;
    }
    return others == loops.size() && Alike(loops).are(a, b);
  }
  bool runAlike(int64_t a, int64_t b) const {
    return view.formula.loops[a].extent == view.formula.loops[b].extent &&
           !(ofResults.contains(a) && ofResults.contains(b));
  }

  const KernelView &view;
  std::set<int64_t> ofResults;
  llvm::DenseSet<Expr> known; // what stands for a variable
  std::vector<Constant> found;
  int line = 0;
};

} // namespace

void nameConstants(KernelTree &tree, const KernelView &view) {
  ConstantFinder finder(view);
  finder.of(tree.statements);
  Scope scope = view.scope;
  for (const LoopView &loop : view.loops)
    scope.reserve(loop.name);
  for (const auto &[e, variable] : tree.definitions)
    scope.reserve(variable);
  tree.constants = finder.named(std::move(scope));
}

StringRef constantAt(ArrayRef<NamedConstant> constants, Expr part, size_t argument) {
  for (const NamedConstant &each : constants)
    if (each.argument == argument && llvm::is_contained(each.parts, part)) return each.name;
  return "";
}

} // namespace shardc
