// SPDX-License-Identifier: Apache-2.0
// A formula is looked at once per place on coordinates that have to do with each other. Two have
// that where one index or one condition uses loops that differ by both: the interval of an index,
// and whether a condition can hold, follow from the loops that they use, and from those that these
// are narrowed together with.
#include "analysis/boxes/shard_reads.h"

#include "frontend/ir/formula/bounds/refine.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/loops.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardc {

using Coordinates = ArrayRef<int64_t>;

namespace {

/// Whether an index is a loop as it stands, so that its intervals are the loop's own.
bool isLoop(Expr index) { return index->kind == Kind::Loop; }

bool isEmptySomewhere(const Varying<Interval> &intervals) {
  return llvm::any_of(intervals.values, [](const Interval &i) { return i.empty(); });
}

/// A condition narrows all that it looks at; and so does a piece of a load, where the digits of a
/// number are read: what that number is made of.
Expr narrowing(Expr e) {
  if (e->kind == Kind::Select && canRefine(e->args[0])) return e->args[0];
  return e->kind == Kind::Digit && e->numbers[1] != 0 ? e->args[0] : nullptr;
}

/// The coordinates that expressions depend on: those of the loops that they use, and of all that
/// these are narrowed together with.
class Dependence {
public:
  Dependence(const Formula &formula, const ShardLoops &loops) : loops(loops) {
    std::vector<Expr> together;
    forEachExpr(formula, [&](Expr e) {
      if (Expr by = narrowing(e)) together.push_back(by);
    });
    for (const Result &result : formula.results)
      llvm::append_range(together, conditionsOf(result));
    for (bool more = true; more;) {
      known.clear();
      more = false;
      for (Expr e : together)
        more |= spread(e, SmallVector<int, 2>(of(e)));
    }
  }

  const SmallVector<int, 2> &of(Expr e) {
    if (const auto found = known.find(e); found != known.end()) return found->second;
    SmallVector<int, 2> over = narrowed.lookup(e);
    if (e->kind == Kind::Loop && static_cast<size_t>(e->value) < loops.size())
      over = eitherOf(over, loops[e->value].over);
    if (e->kind != Kind::At) // any number that it may be, whatever it is computed from
      for (Expr arg : e->args)
        over = eitherOf(over, of(arg));
    return known[e] = std::move(over);
  }

private:
  /// Whether it is news to any index in there that it depends on these.
  bool spread(Expr e, const SmallVector<int, 2> &over) {
    if (e->kind == Kind::Scalar && !canRefine(e)) return false;
    if (e->kind == Kind::Load || e->kind == Kind::Item) return false;
    SmallVector<int, 2> &own = narrowed[e];
    const SmallVector<int, 2> more = eitherOf(own, over);
    if (more == own) return false;
    own = more;
    if (e->kind != Kind::At)
      for (Expr arg : e->args)
        spread(arg, over);
    return true;
  }

  const ShardLoops &loops;
  llvm::DenseMap<Expr, SmallVector<int, 2>> narrowed;
  std::map<Expr, SmallVector<int, 2>> known;
};

/// Sets of coordinates that have to do with each other.
class Links {
public:
  /// The set that coordinates are in, which are linked; none of none.
  int of(ArrayRef<int> over) const {
    for (auto [number, set] : llvm::enumerate(sets))
      if (!over.empty() && llvm::is_contained(set, over.front())) return static_cast<int>(number);
    return -1;
  }

  std::vector<SmallVector<int, 2>> sets;
};

class ReadFinder {
public:
  ReadFinder(const Formula &formula, const ShardLoops &loops, const ShardGrid &grid)
      : formula(formula), loops(loops), grid(grid), dependence(formula, loops) {
    link();
    around = hullOf(loops);
  }

  std::vector<ShardRead> run() {
    std::vector<ShardRead> found;
    if (isPlain()) return plain();
    for (const Read &read : reads(formula, around))
      found.push_back({read.load, everywhere(grid, dense(read.box))});
    std::vector<PerRead> perSet;
    for (size_t set = 0; set < links.sets.size(); ++set)
      perSet.push_back(vary(static_cast<int>(set), found.size()));
    for (auto [set, perRead] : llvm::enumerate(perSet))
      for (auto [read, list] : llvm::zip_equal(found, perRead))
        fill(static_cast<int>(set), list, read);
    for (auto [set, perRead] : llvm::enumerate(perSet))
      for (auto [read, list] : llvm::zip_equal(found, perRead))
        empty(static_cast<int>(set), list, read);
    return perLoad(std::move(found));
  }

private:
  void link() {
    for (const auto &loop : loops)
      addLinked(links.sets, loop.over);
    for (const Result &result : formula.results)
      for (Expr index : result.index)
        addLinked(links.sets, dependence.of(index));
    for (const Result &result : formula.results)
      for (Expr condition : conditionsOf(result))
        addLinked(links.sets, dependence.of(condition));
    forEachExpr(formula, [&](Expr e) {
      if (e->kind == Kind::Load)
        for (Expr index : e->args)
          addLinked(links.sets, dependence.of(index));
      if (Expr by = narrowing(e)) addLinked(links.sets, dependence.of(by));
    });
  }

  /// Whether every index is a loop, or the same everywhere; and all is read, on every shard.
  bool isPlain() {
    // Where an update finds nothing that a shard has, that reads nothing.
    bool plain = llvm::none_of(loops, isEmptySomewhere) &&
                 llvm::all_of(formula.results, [](const Result &r) { return picksOf(r).empty(); });
    forEachExpr(formula, [&](Expr e) {
      plain = plain && !narrowing(e);
      if (e->kind == Kind::Load)
        plain = plain && llvm::all_of(e->args, [&](Expr index) {
                  return isLoop(index) || dependence.of(index).empty();
                });
    });
    return plain;
  }

  std::vector<ShardRead> plain() const {
    std::vector<ShardRead> found;
    for (const Read &read : reads(formula, around)) {
      found.push_back({read.load, everywhere(grid, dense(read.box))});
      for (auto [dim, index] : llvm::zip_equal(found.back().boxes.dims, read.load->args))
        if (isLoop(index)) dim = loops[index->value];
    }
    return perLoad(std::move(found));
  }

  /// Per read what it is on each place of a set of coordinates.
  using PerRead = std::vector<std::vector<Read>>;

  /// With the loops that depend on one set as they are on each of its places; those of others run
  /// over all that they do anywhere.
  PerRead vary(int set, size_t count) const {
    PerRead perRead(count);
    Env env = around;
    SmallVector<int64_t, 4> at = grid.origin();
    forEachPlace(grid, links.sets[set], at, [&] {
      for (auto [interval, loop] : llvm::zip_equal(env.loops, loops))
        if (links.of(loop.over) == set) interval = loop.at(grid, at);
      for (auto [list, read] : llvm::zip_equal(perRead, reads(formula, env)))
        list.push_back(std::move(read));
    });
    return perRead;
  }

  bool dependsOn(int set, const ShardRead &read, size_t dim) {
    return links.of(dependence.of(read.load->args[dim])) == set;
  }

  /// The dimensions that depend on the set.
  void fill(int set, ArrayRef<Read> perPlace, ShardRead &read) {
    for (size_t dim = 0; dim < read.boxes.dims.size(); ++dim) {
      if (!dependsOn(set, read, dim)) continue;
      std::vector<Interval> values;
      for (const Read &one : perPlace)
        values.push_back(dense(one.box)[dim]);
      read.boxes.dims[dim] = leastOver(grid, links.sets[set], std::move(values));
    }
  }

  /// Where nothing is read on a place, one dimension says so: one that depends on the set anyway,
  /// if there is any.
  void empty(int set, ArrayRef<Read> perPlace, ShardRead &read) {
    const auto isDead = [](const Read &one) { return one.isDead; };
    if (read.boxes.dims.empty() || llvm::none_of(perPlace, isDead)) return;
    size_t dim = 0;
    while (dim + 1 < read.boxes.dims.size() && !dependsOn(set, read, dim))
      ++dim;
    if (!dependsOn(set, read, dim)) dim = 0;
    const SmallVector<int, 2> &over = links.sets[set];
    const Varying<Interval> all = read.boxes.dims[dim];
    read.boxes.dims[dim] = tabulate<Interval>(grid, eitherOf(all.over, over), [&](Coordinates at) {
      Interval interval = all.at(grid, at);
      if (perPlace[grid.numberOf(over, at)].isDead) interval.hi = interval.lo;
      return interval;
    });
  }

  static std::vector<ShardRead> perLoad(std::vector<ShardRead> pieces) {
    llvm::MapVector<Expr, ShardBoxes> loads;
    for (ShardRead &piece : pieces) {
      const auto [known, fresh] = loads.try_emplace(piece.load);
      known->second = fresh ? std::move(piece.boxes) : hull(known->second, piece.boxes);
    }
    std::vector<ShardRead> all;
    for (auto &[load, boxes] : loads)
      all.push_back({load, std::move(boxes)});
    return all;
  }

  const Formula &formula;
  const ShardLoops &loops;
  const ShardGrid &grid;
  Dependence dependence;
  Links links;
  Env around;
};

} // namespace

ShardLoops loopsFor(const Formula &formula, const ShardBoxes &boxes,
                    ArrayRef<Varying<Interval>> splits) {
  ShardLoops loops;
  for (const Loop &loop : formula.loops)
    loops.push_back(loop.split >= 0 ? splits[loop.split] : uniform(Interval{0, loop.extent, 1}));
  // A loop is inverted from the one dimension whose index uses it.
  const Result &result = formula.results.front();
  for (auto [number, dim] : llvm::enumerate(boxes.dims)) {
    for (int loop : freeLoops(result.index[number])) {
      if (formula.loops[loop].split >= 0) continue;
      if (formula.loops[loop].isWhole && !isEmptySomewhere(dim)) continue;
      if (isLoop(result.index[number]) && !isEmptySomewhere(dim)) {
        loops[loop] = dim;
        continue;
      }
      loops[loop] = tabulate<Interval>(boxes.grid, dim.over, [&](Coordinates at) {
        return loopsFor(formula, 0, boxes.at(at)).loops[loop];
      });
    }
  }
  return loops;
}

Env envAt(const ShardLoops &loops, const ShardGrid &grid, Coordinates coordinates) {
  Env env;
  for (const auto &loop : loops)
    env.loops.push_back(loop.at(grid, coordinates));
  return env;
}

Env hullOf(const ShardLoops &loops) {
  Env env;
  for (const auto &loop : loops) {
    Interval all = loop.values.front();
    for (const Interval &one : loop.values) {
      if (one.empty() || one == all) continue;
      all = all.empty() ? one : Interval{std::min(all.lo, one.lo), std::max(all.hi, one.hi), 1};
    }
    env.loops.push_back(all);
  }
  return env;
}

SmallVector<int, 2> overOf(const ShardLoops &loops) {
  SmallVector<int, 2> over;
  for (const auto &loop : loops)
    over = eitherOf(over, loop.over);
  return over;
}

std::vector<ShardRead> readsOf(const Formula &formula, const ShardLoops &loops,
                               const ShardGrid &grid) {
  return ReadFinder(formula, loops, grid).run();
}

ShardBoxes resultBoxes(const Formula &formula, const ShardLoops &loops, const ShardGrid &grid) {
  Dependence dependence(formula, loops);
  ShardBoxes boxes{grid, {}};
  for (Expr index : formula.results.front().index) {
    if (isLoop(index) && index->value < static_cast<int64_t>(loops.size())) {
      boxes.dims.push_back(loops[index->value]);
      continue;
    }
    boxes.dims.push_back(tabulate<Interval>(grid, dependence.of(index), [&](Coordinates at) {
      Interval interval = range(index, envAt(loops, grid, at));
      interval.step = 1;
      return interval;
    }));
  }
  return boxes;
}

} // namespace shardc
