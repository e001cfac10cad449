// SPDX-License-Identifier: Apache-2.0
// Which parts of expressions get variables, and what those are called.
#include "codegen/kernel/body/body.h"

#include "codegen/kernel/functions.h"
#include "codegen/kernel/view/choices.h"
#include "frontend/ir/formula/idioms.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {
/// How the parts of some expressions are used; parts that are computed in any case come in order.
struct Uses {
  llvm::DenseMap<Expr, int> count;
  llvm::DenseSet<Expr> inArithmetic;
  SmallVector<Expr, 16> always; // parts before wholes
  llvm::DenseSet<Expr> counted, ordered;
  llvm::function_ref<bool(Expr)> isDone;
  const KernelView &view;

  Uses(llvm::function_ref<bool(Expr)> isDone, const KernelView &view)
      : isDone(isDone), view(view) {}

  void add(Expr e) {
    addCounts(e, false);
    addOrder(e);
  }

private:
  void addCounts(Expr e, bool arithmetic) {
    if (isDone(e) || e->kind == Kind::Item) return;
    if (e->kind == Kind::Pick) return addCounts(e->args[0], arithmetic);
    if (arithmetic) inArithmetic.insert(e);
    ++count[e];
    if (!counted.insert(e).second) return;
    for (Expr part : valuesOf(e))
      addCounts(part, e->kind == Kind::Scalar);
  }

  void addOrder(Expr e) {
    if (isDone(e) || e->kind == Kind::Item) return;
    if (e->kind == Kind::Pick) return addOrder(e->args[0]);
    if (!ordered.insert(e).second) return;
    for (Expr part : computedParts(view, e))
      addOrder(part);
    always.push_back(e);
  }
};
} // namespace

size_t BodyBuilder::tokens(Expr e) const {
  return TokenCounter(view, [&](Expr part) { return known.named.count(part) != 0; }).of(e);
}

/// Whether `e`, in a branch, needs variables: for reductions, for what it uses twice, or because
/// nobody would read all of it in one expression.
bool BodyBuilder::needsStatements(Expr e) const {
  llvm::DenseSet<Expr> seen;
  if (hasReduction(e, seen) || tokens(e) == kUnreadable) return true;
  const auto isDone = [&](Expr part) { return known.named.count(part) != 0; };
  Uses uses(isDone, view);
  uses.add(e);
  return llvm::any_of(uses.count, [](const auto &entry) {
    const Kind kind = entry.first->kind;
    return entry.second > 1 && (kind == Kind::Scalar || kind == Kind::Select) &&
           !entry.first->args[0]->args.empty();
  });
}

/// What is as short with a sign before it as a name would be.
bool BodyBuilder::isShort(Expr e) const {
  return e->args.empty() || e->kind == Kind::Load || e->kind == Kind::Item || known.named.count(e);
}

/// "19 - trip": trips, and nothing else that differs.
static bool isOfTrips(Expr e) {
  return !e->args.empty() &&
         llvm::all_of(e->args, [](Expr part) { return part->kind == Kind::Trip; });
}

/// Beside a name, a sign is no longer than another name.
static bool isSigned(Expr e) {
  return info(static_cast<Fn>(e->value)).cpp(e->args[0]->type) == "-x";
}

bool BodyBuilder::wantsName(Expr e, int uses, bool inArithmetic) const {
  constexpr size_t kShort = 5;
  switch (e->kind) {
  case Kind::At:
  case Kind::Held:
    return true;
  case Kind::Select:
    return uses > 1 || inArithmetic;
  case Kind::Scalar:
    return uses > 1 && !isTerm(e) && !(isSigned(e) && isShort(e->args[0]));
  case Kind::Load:
  case Kind::Within:
  case Kind::Digit:
    return uses > 1 && tokens(e) > kShort;
  case Kind::Linear:
    return uses > 1 && isOfTrips(e);
  case Kind::Loop:
  case Kind::Trip:
  case Kind::Pick:
  case Kind::Literal:
  case Kind::Cast:
  case Kind::Arg:
  case Kind::Item:
  case Kind::Reduce:
  case Kind::Call:
    return false;
  }
  return false;
}

void BodyBuilder::share(ArrayRef<Expr> roots) {
  const auto isDone = [&](Expr e) { return known.named.count(e) != 0; };
  Uses uses(isDone, view);
  for (Expr root : roots)
    uses.add(root);
  for (Expr e : uses.always)
    if (wantsName(e, uses.count[e], uses.inArithmetic.contains(e))) name(e);
}

/// A name that is free here and that no other value has anywhere, as the comment above the kernel
/// says once what each is.
std::string BodyBuilder::freshFor(Expr e, const std::string &called) {
  for (;;) {
    std::string name = scope.fresh(called);
    const auto owner = owners.find(name);
    if (owner == owners.end() || owner->second == e) return name;
  }
}

void BodyBuilder::define(Expr e, const std::string &variable) {
  body.definitions.push_back({e, variable});
  owners.try_emplace(variable, e);
}

void BodyBuilder::setName(Expr e, const std::string &variable) {
  known.named[e] = variable;
  if (arguments.empty()) define(e, variable);
}

/// What other statements have left in the variable.
void BodyBuilder::bind(Expr e, const std::string &variable) {
  add(Bind{e, {Place::of(variable)}});
  setName(e, variable);
}

void BodyBuilder::name(Expr e) {
  const std::string variable = freshFor(e, nameFor(e));
  if (isIndex(e)) {
    add(Let{variable, e});
    return setName(e, variable);
  }
  if (isBranch(view, e) && isLong(e)) {
    add(Declare{variable, e->type});
    choose({Store{Place::of(variable), nullptr}}, e);
    return bind(e, variable);
  }
  assign({Let{variable, nullptr}}, e);
  setName(e, variable);
}

/// Whether a compiler is not to find out by itself that it need not be computed again.
static bool isHeavy(Expr e) {
  return callsFunction(e) || (e->kind == Kind::Scalar && info(static_cast<Fn>(e->value)).cost > 1);
}

static bool isLoad(Expr e) { return e->kind == Kind::Load; }

/// Divisions, functions and computed indices that the loops which are about to open do not change.
/// Where a loop may have nothing to do, what they read may not be there.
SmallVector<Expr, 4> BodyBuilder::invariantsOf(ArrayRef<Expr> roots, ArrayRef<int> closed) const {
  const auto isOpened = [&](int loop) { return view.loops[loop].form == LoopView::Form::looped; };
  if (llvm::none_of(closed, isOpened)) return {};
  const bool mayBeEmpty = !view.allCases || llvm::any_of(view.cases, [&](const Case &each) {
    return llvm::any_of(closed, [&](int loop) { return each.loops[loop].empty(); });
  });
  const auto isWorthIt = [](Expr e) {
    if (e->kind == Kind::At) return true;
    return e->kind == Kind::Scalar && !isTerm(e) && anyAfterReductions(e, isHeavy);
  };
  const auto stays = [&](Expr e) {
    return isWorthIt(e) && !(mayBeEmpty && anyAfterReductions(e, isLoad)) &&
           llvm::none_of(freeLoops(e), [&](int l) { return llvm::is_contained(closed, l); });
  };
  const auto isDone = [&](Expr e) { return known.named.count(e) != 0; };
  Uses uses(isDone, view);
  for (Expr root : roots)
    uses.add(root);
  llvm::DenseSet<Expr> within; // of what is found
  SmallVector<Expr, 4> found;
  for (Expr e : llvm::reverse(uses.always)) {
    if (within.contains(e) || !stays(e)) continue;
    found.push_back(e);
    forEach(e, [&](Expr part) { within.insert(part); });
  }
  std::reverse(found.begin(), found.end());
  return found;
}

void BodyBuilder::nameInvariants(ArrayRef<Expr> roots, ArrayRef<int> closed) {
  for (Expr e : invariantsOf(roots, closed)) {
    branches(e);
    name(e);
  }
}

/// Names for parts of `e`, outside of the loop `outside` (-1: any place), while it is long.
void BodyBuilder::nameParts(Expr e, int outside) {
  while (isLong(e)) {
    Expr part = largestPart(e, outside);
    if (!part) return;
    name(part);
  }
}

/// The index that a load of one window is moved by, in the one dimension where it is.
static int64_t shiftOf(Expr load) {
  int64_t shift = 0;
  for (Expr index : load->args) {
    const IndexSum sum = indexSum(index);
    if (sum.terms.size() != 1 || sum.terms.front().first != 1) continue;
    if (sum.constant != 0 && shift != 0) return 0;
    shift += sum.constant;
  }
  return shift;
}

/// After what is loaded: "v_before" is v at the index before.
std::string BodyBuilder::nameFor(Expr e) const {
  if (e->kind == Kind::At || e->kind == Kind::Linear) return "at";
  if (e->kind == Kind::Digit) return "digit";
  SmallVector<Expr, 4> loads;
  forEach(e, [&](Expr part) {
    if (part->kind == Kind::Load) loads.push_back(part);
  });
  const std::string first = loads.empty() ? "" : view.ins[loads.front()->value].window;
  if (e->kind == Kind::Load) return first + "_here";
  if (e->kind == Kind::Within) return "inside";
  if (e->kind == Kind::Held) return "held";
  if (isMean(e)) return "mean";
  if (e->kind == Kind::Scalar) {
    const std::string fn = info(static_cast<Fn>(e->value)).name;
    return loads.empty() ? fn + "_here" : fn + "_" + first;
  }
  if (loads.empty()) return "chosen";
  if (loads.size() > 1) return first + "_or_" + view.ins[loads[1]->value].window;
  const int64_t shift = shiftOf(loads.front());
  return first + (shift < 0 ? "_before" : shift > 0 ? "_after" : "_inside");
}

/// The part that is most of `e`, but no long statement itself and outside of the loop `outside`;
/// null where there is none.
Expr BodyBuilder::largestPart(Expr root, int outside) const {
  constexpr size_t kLeast = 4, kMost = 18;
  const auto isDone = [&](Expr e) { return known.named.count(e) != 0; };
  Uses uses(isDone, view);
  uses.add(root);
  TokenCounter count(view, isDone);
  Expr best = nullptr;
  size_t size = kLeast - 1;
  for (Expr e : uses.always) {
    const bool may = e->kind == Kind::Scalar || e->kind == Kind::Load || e->kind == Kind::Select ||
                     e->kind == Kind::Digit;
    if (!may || e == root || isTerm(e) || llvm::is_contained(freeLoops(e), outside)) continue;
    const size_t here = count.of(e);
    if (here > size && here <= kMost) best = e, size = here;
  }
  return best;
}

} // namespace shardc
