// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/view.h"

#include "codegen/kernel/view/choices.h"
#include "codegen/kernel/view/names.h"
#include "codegen/kernel/view/width.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

using Form = LoopView::Form;

// More environments than this are replaced by one around all of them.
constexpr size_t kEnvironments = 16;

static void addSum(IndexSum &sum, Expr index, int64_t factor) {
  if (index->kind == Kind::Pick) return addSum(sum, index->args[0], factor);
  if (index->kind != Kind::Linear) {
    sum.terms.push_back({factor, index});
    return;
  }
  sum.constant += factor * constantOf(index);
  for (auto [each, term] : terms(index))
    addSum(sum, term, factor * each);
}

IndexSum indexSum(Expr index) {
  IndexSum sum;
  addSum(sum, index, 1);
  return sum;
}

/// Whether something is subtracted from something else.
static bool isDifference(const IndexSum &sum) {
  const auto isSubtracted = [](const Term &term) { return term.first < 0; };
  return llvm::any_of(sum.terms, isSubtracted) && !llvm::all_of(sum.terms, isSubtracted);
}

/// What is subtracted goes to the other side.
static Comparison compared(const IndexSum &sum, const char *sign, int64_t number) {
  if (!isDifference(sum)) return {sum, sign, {number, {}}};
  Comparison comparison = {{}, sign, {number - sum.constant, {}}};
  for (auto [factor, e] : sum.terms)
    (factor < 0 ? comparison.right : comparison.left).terms.push_back({std::abs(factor), e});
  return comparison;
}

Comparison isEqual(const IndexSum &sum, int64_t number) { return compared(sum, " == ", number); }
Comparison isAtLeast(const IndexSum &sum, int64_t number) {
  return number == 1 ? compared(sum, " > ", 0) : compared(sum, " >= ", number);
}
Comparison isBelow(const IndexSum &sum, int64_t number) {
  const bool isUpTo = number == 1 && isDifference(sum);
  return isUpTo ? compared(sum, " <= ", 0) : compared(sum, " < ", number);
}

static void visitOnce(Expr e, llvm::function_ref<void(Expr)> visit, llvm::DenseSet<Expr> &seen) {
  if (!seen.insert(e).second) return;
  visit(e);
  const auto all = [&](ArrayRef<Expr> parts) {
    for (Expr part : parts)
      visitOnce(part, visit, seen);
  };
  if (namesLoop(e)) return visitOnce(e->args[0], visit, seen);
  if (e->kind != Kind::Reduce) return all(e->args);
  const ReduceView reduce(e);
  all(reduce.values);
  all(reduce.combine);
  all(reduce.inits);
}

void forEach(Expr e, llvm::function_ref<void(Expr)> visit) {
  llvm::DenseSet<Expr> seen;
  visitOnce(e, visit, seen);
}

namespace {

/// Fills a KernelView, in the order of its methods.
class ViewBuilder {
public:
  explicit ViewBuilder(KernelView &view) : view(view), formula(view.formula) {}

  void build() {
    findOrder();
    findBusy();
    findEnvironments();
    simplifyValues();
    for (Expr trip : tripsIn(formula))
      view.trips.push_back(trip->value);
    measureLoops();
    chooseIndices();
    view.wholeChoices = wholeChoicesOf(view);
    view.facts = factsOf(view);
    view.wide = isWide(view);
    chooseNames(view);
  }

private:
  KernelView &view;
  Formula &formula;
  std::vector<bool> converted; // by loop: its index is compared, converted or divided
  llvm::DenseSet<Expr> marked; // whose loops are

  void addLoops(Expr index) {
    IndexSum sum = indexSum(index);
    llvm::sort(sum.terms, [](const Term &a, const Term &b) {
      return std::pair(-a.first, a.second->value) < std::pair(-b.first, b.second->value);
    });
    for (const Term &term : sum.terms)
      if (term.second->kind == Kind::Loop && !llvm::is_contained(view.order, term.second->value))
        view.order.push_back(static_cast<int>(term.second->value));
  }

  void findOrder() {
    if (isPushed(formula)) return findOrderOfPush();
    for (const Result &result : formula.results)
      for (Expr index : result.index)
        addLoops(index);
  }

  /// Rows that go their own ways come first, then updates in their order, with what is inside them.
  void findOrderOfPush() {
    const Result &result = formula.results.front();
    const auto own = ownLoops(result);
    for (Expr index : result.index) {
      if (index->kind == Kind::Pick) break;
      addLoops(index);
    }
    for (int loop : loopsOfPush(result))
      if (!llvm::is_contained(own, loop)) view.order.push_back(loop);
    for (Expr index : result.index)
      addLoops(index);
  }

  /// Loops without an index of which a shard has nothing to do.
  SmallVector<int, 8> neededLoops() const {
    SmallVector<int, 8> loops(view.order);
    for (const Result &result : formula.results)
      for (Expr pick : picksOf(result))
        loops.push_back(static_cast<int>(pick->args[1]->value));
    return loops;
  }

  void findBusy() {
    const auto needed = neededLoops();
    for (const Case &each : view.cases)
      if (llvm::none_of(needed, [&](int l) { return each.loops[l].empty(); }))
        view.busy.push_back(&each);
    if (!view.busy.empty()) return;
    for (const Case &each : view.cases)
      view.busy.push_back(&each);
  }

  void findEnvironments() {
    if (!view.allCases) return widenEnvironments();
    for (const Case *each : view.busy) {
      const auto same = [&](const Env &env) {
        return ArrayRef(env.loops) == ArrayRef(each->loops);
      };
      if (llvm::any_of(view.envs, same)) continue;
      view.envs.push_back({each->loops, {}});
      if (view.envs.size() > kEnvironments) return widenEnvironments();
    }
  }

  void widenEnvironments() {
    Box around = hullOf([](const Case &each) { return Box(each.loops.begin(), each.loops.end()); });
    view.envs.clear();
    view.envs.push_back({{around.begin(), around.end()}, {}});
    // What some shards reduce may be nothing, where others reduce something.
    const auto mayBeIdle = [&](size_t loop) {
      return llvm::any_of(view.busy, [&](const Case *c) { return c->loops[loop].empty(); });
    };
    if (auto idle = withoutIdle(view.envs.front(), mayBeIdle))
      view.envs.push_back(std::move(*idle));
  }

  template <typename Get>
  Box hullOf(Get get) const {
    Box around = get(*view.busy.front());
    for (const Case *each : view.busy)
      for (auto [a, b] : llvm::zip(around, get(*each)))
        a = a.empty() ? b : b.empty() ? a : Interval{std::min(a.lo, b.lo), std::max(a.hi, b.hi), 1};
    return around;
  }

  void simplifyValues() {
    Memo memo;
    for (Result &result : formula.results)
      result.value = rewrite(
          simplify(result.value, view.envs), [&](Expr e) { return unpicked(e, memo); }, memo);
  }

  /// What is picked from a dimension that all shards have whole is just an index, the same one
  /// wherever it is: so two loads at it are one.
  Expr unpicked(Expr e, Memo &memo) {
    if (e->kind != Kind::Pick || !view.isWhole(static_cast<int>(e->args[1]->value))) return nullptr;
    return rewrite(
        e->args[0], [&](Expr part) { return unpicked(part, memo); }, memo);
  }

  // Loops.

  void measureLoops() {
    view.loops.resize(formula.loops.size());
    for (auto [l, loop] : llvm::enumerate(view.loops)) {
      loop.extent = common(view.cases, [&, l = l](const Case &c) { return c.loops[l].extent(); });
      loop.largest = 0;
      for (const Case &each : view.cases)
        loop.largest = std::max(loop.largest, each.loops[l].extent());
      loop.mayBeEmpty =
          llvm::any_of(view.busy, [&, l = l](const Case *c) { return c->loops[l].empty(); });
    }
  }

  /// What is computed for an element, or for an update.
  static SmallVector<Expr, 2> valuesOf(const Result &result) {
    SmallVector<Expr, 2> values = {result.value};
    if (result.where) values.push_back(result.where);
    return values;
  }

  std::optional<int64_t> commonStart(int loop) const {
    return common(view.busy, [&](const Case *each) { return each->loops[loop].lo; });
  }

  /// Where data is an index, the loops in its own address stand there.
  void markConverted(Expr e) {
    if (e->kind == Kind::Load || !marked.insert(e).second) return;
    if (e->kind == Kind::Loop) converted[e->value] = true;
    for (Expr part : shardc::valuesOf(e))
      markConverted(part);
  }

  /// In an address loops stand alone; what is computed from them first needs global indices.
  void markAddress(Expr index) {
    for (auto [factor, term] : indexSum(index).terms)
      if (term->kind != Kind::Loop) markConverted(term);
  }

  /// Of operands, also those whose elements are indices of others.
  void markLoads(Expr e) {
    forEach(e, [&](Expr load) {
      if (load->kind == Kind::Load) llvm::for_each(load->args, [&](Expr i) { markAddress(i); });
    });
  }

  void findConverted() {
    converted.assign(formula.loops.size(), false);
    for (const Result &result : formula.results) {
      llvm::for_each(result.index, [&](Expr index) { markAddress(index); });
      llvm::for_each(result.index, [&](Expr index) { markLoads(index); });
      for (Expr pick : picksOf(result))
        markConverted(pick->args[0]);
      for (Expr root : valuesOf(result)) {
        markLoads(root);
        forEach(root, [&](Expr e) {
          if (e->kind == Kind::Cast || e->kind == Kind::Within || e->kind == Kind::Digit ||
              e->kind == Kind::Held)
            markConverted(e->args[0]);
        });
      }
    }
  }

  /// Without windows if, for each access, every shard subtracts the same from the indices.
  void chooseIndices() {
    findConverted();
    for (auto [l, loop] : llvm::enumerate(view.loops)) {
      const bool single = loop.extent == 1;
      if (single && (commonStart(l) || !converted[l]))
        loop.form = Form::absent;
      else if (single)
        loop.form = Form::declared;
      loop.isLocal = loop.form == Form::looped && !converted[l] && commonStart(l) != 0;
      startsAtZero(static_cast<int>(l));
    }
    view.windows = !allOffsetsAgree();
    view.why = view.windows ? whyGlobal() : whyLocal();
    if (!view.windows) return useGlobalWhereShorter();
    for (auto [l, loop] : llvm::enumerate(view.loops)) {
      if (loop.extent == 1 && !commonStart(l)) loop.form = Form::declared;
      loop.isLocal = false;
      startsAtZero(static_cast<int>(l));
    }
  }

  /// Where only shards without work start elsewhere, local and global are one.
  void startsAtZero(int l) {
    const bool differs = !view.kernel.loops[l].lo.isUniform();
    LoopView &loop = view.loops[l];
    if (loop.form == Form::looped && differs && commonStart(l) == 0) loop.isLocal = true;
  }

  /// A loop that starts at the same index everywhere is local only where nothing is left to add.
  void useGlobalWhereShorter() {
    for (auto [l, loop] : llvm::enumerate(view.loops)) {
      if (!loop.isLocal || commonStart(l).value_or(0) == 0 || allOffsetsVanish(static_cast<int>(l)))
        continue;
      loop.isLocal = false;
    }
  }

  template <typename Visit>
  bool allAccesses(Visit visit) const {
    bool ok = true;
    const auto visitLoads = [&](Expr root) {
      forEach(root, [&](Expr e) {
        if (e->kind != Kind::Load) return;
        for (auto [dim, index] : llvm::enumerate(e->args))
          ok = ok && visit(index, [&, dim = dim](const Case &c) { return c.ins[e->value][dim]; });
      });
    };
    for (auto [r, result] : llvm::enumerate(formula.results)) {
      for (auto [dim, index] : llvm::enumerate(result.index)) {
        ok = ok && visit(index, [&, r = r, dim = dim](const Case &c) { return c.outs[r][dim]; });
        visitLoads(index);
      }
      llvm::for_each(valuesOf(result), visitLoads);
    }
    return ok;
  }

  int64_t offset(const IndexSum &sum, const Case &at, int64_t start) const {
    int64_t total = sum.constant - start;
    for (auto [factor, term] : sum.terms)
      if (term->kind == Kind::Loop) total += factor * view.base(static_cast<int>(term->value), at);
    return total;
  }

  bool allOffsetsAgree() const {
    return allAccesses([&](Expr index, auto window) {
      const IndexSum sum = indexSum(index);
      // In a dimension of one index, that index is where the window starts.
      if (common(view.busy, [&](const Case *c) { return window(*c).extent(); }) == 1) return true;
      return common(view.busy, [&](const Case *c) { return offset(sum, *c, window(*c).lo); })
          .has_value();
    });
  }

  // Why, for people.

  /// "i", "i and j", "i, j and k".
  static std::string list(ArrayRef<std::string> names) {
    std::string text;
    for (auto [k, name] : llvm::enumerate(names))
      text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + name;
    return text;
  }

  template <typename Which>
  std::string loopNames(Which which) const {
    SmallVector<std::string, 4> names;
    for (auto [l, loop] : llvm::enumerate(formula.loops))
      if (which(static_cast<int>(l)) && !llvm::is_contained(names, loop.name))
        names.push_back(loop.name);
    return list(names);
  }

  std::string whyLocal() const {
    const std::string moved = loopNames([&](int l) { return !commonStart(l); });
    if (!moved.empty()) return moved + " counts from where the windows start";
    return view.cases.size() == 1 ? "from 0" : "all shards start alike";
  }

  std::string whyGlobal() const {
    const std::string compared = loopNames([&](int l) { return converted[l] && !commonStart(l); });
    if (!compared.empty()) return compared + " is computed with, not only an address";
    std::string window, loop;
    for (const auto &[parameter, index, agrees] : starts())
      for (auto [factor, term] : indexSum(index).terms)
        if (!agrees && term->kind == Kind::Loop && loop.empty())
          window = parameter, loop = formula.loops[term->value].name;
    if (loop.empty()) return "windows start at different places";
    return window + " does not start where " + loop + " does";
  }

  /// Of every dimension of every access: the window's name, the index, and whether all shards
  /// subtract the same.
  std::vector<std::tuple<std::string, Expr, bool>> starts() const {
    std::vector<std::tuple<std::string, Expr, bool>> all;
    const auto add = [&](const Kernel::Window &window, Expr index, auto get) {
      const IndexSum sum = indexSum(index);
      const auto same =
          common(view.busy, [&](const Case *c) { return offset(sum, *c, get(*c).lo); });
      all.push_back({window.name, index, same.has_value()});
    };
    for (auto [r, result] : llvm::enumerate(formula.results))
      for (auto [dim, index] : llvm::enumerate(result.index))
        add(view.kernel.outs[r], index,
            [&, r = r, dim = dim](const Case &c) { return c.outs[r][dim]; });
    for (const Result &result : formula.results)
      forEach(result.value, [&](Expr e) {
        if (e->kind != Kind::Load) return;
        for (auto [dim, index] : llvm::enumerate(e->args))
          add(view.kernel.ins[e->value], index,
              [&, dim = dim](const Case &c) { return c.ins[e->value][dim]; });
      });
    return all;
  }

  bool allOffsetsVanish(int loop) const {
    return allAccesses([&](Expr index, auto window) {
      const IndexSum sum = indexSum(index);
      const auto uses = [&](const Term &term) {
        return term.second->kind == Kind::Loop && term.second->value == loop;
      };
      return llvm::none_of(sum.terms, uses) ||
             offset(sum, *view.busy.front(), window(*view.busy.front()).lo) == 0;
    });
  }
};

} // namespace

KernelView::KernelView(const Kernel &kernel, const DeviceLayout &layout)
    : kernel(kernel), layout(layout), formula(kernel.formula) {
  Cases found = casesOf(kernel, layout);
  cases = std::move(found.list);
  allCases = found.all;
  ViewBuilder(*this).build();
}

} // namespace shardc
