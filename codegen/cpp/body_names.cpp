// SPDX-License-Identifier: Apache-2.0
// Which parts of expressions get variables, and what those are called.
#include "codegen/cpp/body.h"

#include "frontend/ir/formula/rewrite.h"

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

  explicit Uses(llvm::function_ref<bool(Expr)> isDone) : isDone(isDone) {}

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
    for (Expr part : ArrayRef<Expr>(e->args).take_front(namesLoop(e) ? 1 : e->args.size()))
      addCounts(part, e->kind == Kind::Scalar);
  }

  void addOrder(Expr e) {
    if (isDone(e) || e->kind == Kind::Item) return;
    if (e->kind == Kind::Pick) return addOrder(e->args[0]);
    if (!ordered.insert(e).second) return;
    const size_t parts = e->kind == Kind::Select || namesLoop(e) ? 1 : e->args.size();
    for (Expr part : ArrayRef<Expr>(e->args).take_front(parts))
      addOrder(part);
    always.push_back(e);
  }
};
} // namespace

/// Nodes of `e` as it would be written out without names, at most `most`.
static size_t sizeWritten(Expr e, llvm::function_ref<bool(Expr)> isDone, size_t most,
                          llvm::DenseMap<Expr, size_t> &known) {
  if (isDone(e)) return 1;
  if (const auto found = known.find(e); found != known.end()) return found->second;
  size_t size = 1;
  for (Expr part : e->args)
    size = std::min(most, size + sizeWritten(part, isDone, most, known));
  return known[e] = size;
}

/// Whether `e`, in a branch, needs variables: for reductions, for what it uses twice, or because
/// nobody would read all of it in one expression.
bool BodyBuilder::needsStatements(Expr e) const {
  constexpr size_t kReadable = 512;
  llvm::DenseSet<Expr> seen;
  if (hasReduction(e, seen)) return true;
  const auto isDone = [&](Expr part) { return text.known.named.count(part) != 0; };
  llvm::DenseMap<Expr, size_t> sizes;
  if (sizeWritten(e, isDone, kReadable, sizes) == kReadable) return true;
  Uses uses(isDone);
  uses.add(e);
  return llvm::any_of(uses.count, [](const auto &entry) {
    const Kind kind = entry.first->kind;
    return entry.second > 1 && (kind == Kind::Scalar || kind == Kind::Select) &&
           !entry.first->args[0]->args.empty();
  });
}

/// What is as short with a sign before it as a name would be.
bool BodyBuilder::isShort(Expr e) const {
  return e->args.empty() || e->kind == Kind::Load || e->kind == Kind::Item ||
         text.known.named.count(e);
}

bool BodyBuilder::wantsName(Expr e, int uses, bool inArithmetic) {
  switch (e->kind) {
  case Kind::At:
  case Kind::Held:
    return true;
  case Kind::Select:
    return uses > 1 || inArithmetic;
  case Kind::Scalar:
    return uses > 1 && !isTerm(e) && (static_cast<Fn>(e->value) != Fn::neg || !isShort(e->args[0]));
  case Kind::Load:
    return uses > 1 && text.value(e).text.size() > 24;
  case Kind::Within:
    return uses > 1 && text.value(e).text.size() > 24;
  case Kind::Digit:
    return uses > 1 && text.index(e).text.size() > 16;
  case Kind::Linear:
  case Kind::Loop:
  case Kind::Pick:
  case Kind::Literal:
  case Kind::Cast:
  case Kind::Arg:
  case Kind::Item:
  case Kind::Reduce:
    return false;
  }
  return false;
}

void BodyBuilder::share(ArrayRef<Expr> roots) {
  const auto isDone = [&](Expr e) { return text.known.named.count(e) != 0; };
  Uses uses(isDone);
  for (Expr root : roots)
    uses.add(root);
  for (Expr e : uses.always)
    if (wantsName(e, uses.count[e], uses.inArithmetic.contains(e))) name(e);
}

void BodyBuilder::setName(Expr e, const std::string &variable) {
  text.known.named[e] = variable;
  if (text.args.empty()) body.definitions.push_back({e, variable});
}

/// What other statements have left in the variable.
void BodyBuilder::bind(Expr e, const std::string &variable) {
  add(Bind{e, {Place::of(variable)}});
  setName(e, variable);
}

void BodyBuilder::name(Expr e) {
  const std::string variable = scope.fresh(nameFor(e));
  if (isIndex(e)) {
    add(Let{variable, e});
    return setName(e, variable);
  }
  const Target target = newVariable(variable, e->type);
  const size_t length = indent() + target.head.size() + text.value(e).text.size() + 1;
  if (e->kind == Kind::Select && length > kColumns) {
    add(Declare{variable, e->type});
    choose(storeTo(Place::of(variable)), e);
    return bind(e, variable);
  }
  assign(target, e);
  setName(e, variable);
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
  if (e->kind == Kind::At) return "at";
  if (e->kind == Kind::Digit) return "digit";
  SmallVector<Expr, 4> loads;
  forEach(e, [&](Expr part) {
    if (part->kind == Kind::Load) loads.push_back(part);
  });
  const std::string first = loads.empty() ? "" : view.ins[loads.front()->value].window;
  if (e->kind == Kind::Load) return first + "_here";
  if (e->kind == Kind::Within) return "inside";
  if (e->kind == Kind::Held) return "held";
  if (e->kind == Kind::Scalar) {
    const std::string fn = info(static_cast<Fn>(e->value)).name;
    return loads.empty() ? fn + "_here" : fn + "_" + first;
  }
  if (loads.empty()) return "chosen";
  if (loads.size() > 1) return first + "_or_" + view.ins[loads[1]->value].window;
  const int64_t shift = shiftOf(loads.front());
  return first + (shift < 0 ? "_before" : shift > 0 ? "_after" : "_inside");
}

/// The part that makes the line shortest when it gets a name of its own outside the loop `outside`
/// (-1: any place); null if none does.
Expr BodyBuilder::largestPart(Expr root, int outside) {
  const auto isDone = [&](Expr e) { return text.known.named.count(e) != 0; };
  Uses uses(isDone);
  uses.add(root);
  Expr best = nullptr;
  size_t size = 16;
  for (Expr e : uses.always) {
    const bool may = e->kind == Kind::Scalar || e->kind == Kind::Load || e->kind == Kind::Select;
    if (!may || e == root || isTerm(e) || llvm::is_contained(freeLoops(e), outside)) continue;
    const size_t here = text.value(e).text.size();
    if (here > size && here < 72) best = e, size = here;
  }
  return best;
}

} // namespace shardc
