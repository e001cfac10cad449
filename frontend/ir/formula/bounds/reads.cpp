// SPDX-License-Identifier: Apache-2.0
// The boxes that a formula reads.
//
// What is walked, and in which order, depends on the formula alone: an environment decides how
// large boxes are, never how many.
#include "frontend/ir/formula/bounds/refine.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/bounds/intervals.h"
#include "frontend/ir/formula/push.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <map>
#include <tuple>

namespace shardc {

namespace {

/// An index whose intervals are cut at multiples of `block`, because its digits are read below.
struct Cut {
  Expr number;
  int64_t block;
};
/// More would make hundreds of pieces of one load.
constexpr size_t kMaxCuts = 3;

/// Where an expression is: below which conditions. Nothing is read where they cannot all hold.
struct ReadPlace {
  Env env;
  int conditions = 0;
  bool isDead = false;
};

/// Whether a condition left nothing of a loop, or of an index, that had something.
bool contradicts(const Env &before, const Env &after) {
  for (auto [was, is] : llvm::zip_equal(before.loops, after.loops))
    if (!was.empty() && is.empty()) return true;
  return llvm::any_of(after.known, [](const auto &known) { return known.second.empty(); });
}

class Reader {
public:
  Reader(const Formula &formula, const Env &env) : formula(formula) {
    bool isDead = true;
    for (size_t result = 0; result < formula.results.size(); ++result)
      isDead = isDead && isEmpty(resultBox(formula, static_cast<int>(result), env));
    places.push_back({env, 0, isDead});
  }

  SmallVector<Read, 4> run() {
    for (const Result &result : formula.results) {
      int place = 0;
      for (Expr condition : conditionsOf(result)) {
        visit(condition, place);
        place = enter(place, condition, true);
      }
      visit(result.value, place);
      for (Expr index : result.index) // where that is computed
        visit(index, 0);
    }
    return std::move(found);
  }

private:
  const Formula &formula;
  std::vector<ReadPlace> places;
  std::map<std::tuple<int, Expr, bool>, int> below;
  llvm::DenseMap<Expr, SmallVector<int, 1>> visited; // in which places
  SmallVector<Read, 4> found;

  /// The place below a condition at `place`.
  int enter(int place, Expr condition, bool holds) {
    if (places[place].conditions >= kMaxConditions || !canRefine(condition)) return place;
    const auto [it, isNew] =
        below.try_emplace({place, condition, holds}, static_cast<int>(places.size()));
    if (isNew) {
      const ReadPlace &outer = places[place];
      Env env = refine(outer.env, condition, holds);
      const bool isDead = outer.isDead || contradicts(outer.env, env);
      places.push_back({std::move(env), outer.conditions + 1, isDead});
    }
    return it->second;
  }

  void visit(Expr e, int place) {
    SmallVector<int, 1> &seen = visited[e];
    if (llvm::is_contained(seen, 0) || llvm::is_contained(seen, place)) return;
    if (seen.size() >= kMaxWays) place = 0;
    seen.push_back(place);
    if (e->kind == Kind::Load) addPieces(e, place);
    if (e->kind == Kind::Select) {
      visit(e->args[0], place);
      visit(e->args[1], enter(place, e->args[0], true));
      visit(e->args[2], enter(place, e->args[0], false));
    } else {
      for (Expr arg : e->args)
        visit(arg, place);
    }
  }

  void addPieces(Expr load, int place) {
    SmallVector<Cut, 4> cuts;
    forEachPart(load->args, [&](Expr part) { addCut(part, cuts); });
    llvm::sort(cuts, [](const Cut &a, const Cut &b) {
      return std::pair(-a.block, a.number->id) < std::pair(-b.block, b.number->id);
    });
    if (cuts.size() > kMaxCuts) cuts.truncate(kMaxCuts);
    const size_t first = found.size();
    addPieces(load, places[place].env, cuts);
    if (!places[place].isDead) return;
    for (Read &read : llvm::drop_begin(found, first)) {
      read.isDead = true;
      if (!read.box.empty()) read.box.front().hi = read.box.front().lo;
    }
  }

  static void addCut(Expr index, SmallVectorImpl<Cut> &cuts) {
    int64_t block;
    if (index->kind != Kind::Digit || index->numbers[1] == 0 ||
        llvm::MulOverflow(index->numbers[0], index->numbers[1], block))
      return;
    const bool known = llvm::any_of(
        cuts, [&](const Cut &cut) { return cut.number == index->args[0] && cut.block == block; });
    if (!known) cuts.push_back({index->args[0], block});
  }

  /// One read for each combination of pieces: up to the first multiple, whole blocks, and from the
  /// last multiple.
  void addPieces(Expr load, const Env &env, ArrayRef<Cut> cuts) {
    if (cuts.empty()) return addRead(load, env);
    const Cut cut = cuts.front();
    const Interval v = range(cut.number, env);
    int64_t up = v.hi, down = v.hi;
    if (!v.empty() && floorDiv(v.lo, cut.block) != floorDiv(v.hi - 1, cut.block)) {
      up = ceilDiv(v.lo, cut.block) * cut.block;
      down = floorDiv(v.hi, cut.block) * cut.block;
    }
    // Whole blocks are whole in the digits below, too.
    ArrayRef<Cut> within = cuts.drop_front();
    while (!within.empty() && within[0].number == cut.number && cut.block % within[0].block == 0)
      within = within.drop_front();
    addPieces(load, narrowed(env, cut.number, v.lo, up), cuts.drop_front());
    addPieces(load, narrowed(env, cut.number, up, down), within);
    addPieces(load, narrowed(env, cut.number, down, v.hi), cuts.drop_front());
  }

  static Env narrowed(Env env, Expr number, int64_t lo, int64_t hi) {
    narrow(env, number, lo, hi);
    return env;
  }

  void addRead(Expr load, const Env &env) {
    const int operand = static_cast<int>(load->value);
    Box box;
    for (auto [index, extent] : llvm::zip_equal(load->args, formula.operands[operand].shape))
      box.push_back(clipped(range(index, env), 0, extent));
    found.push_back({load, operand, std::move(box)});
  }
};

} // namespace

SmallVector<Read, 4> reads(const Formula &formula, const Env &env) {
  return Reader(formula, env).run();
}

Demand demand(const Formula &formula, const Env &env) {
  Demand boxes(formula.operands.size());
  for (Read &read : reads(formula, env))
    addBox(boxes[read.operand], std::move(read.box));
  return boxes;
}

} // namespace shardc
