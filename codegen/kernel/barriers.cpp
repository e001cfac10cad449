// SPDX-License-Identifier: Apache-2.0
// Statements are run in their order without data, as if by all threads at once. What the threads
// have read and written since the last barrier waits: an access that meets another to the same
// memory, one of them a write, needs a barrier between the two. It is put into the innermost
// statements that hold both, before what holds the later one, but never under a condition, which
// threads may decide differently; then all is run again, until nothing meets. Writes alone do not
// meet: threads fill what they share together.
//
// Buffers that take turns are told apart by the dimensions that have a modulus. Turns of a loop
// repeat with that modulus, so a loop turns no more often than it takes to see each pair of turns
// that follow each other: twice the modulus, and as many more as keep its last turn's number.
#include "codegen/kernel/barriers.h"

#include "codegen/kernel/view/view.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>
#include <set>

namespace shardc {
namespace {

/// A list of statements, and which of them.
using Path = std::vector<std::pair<Statements *, size_t>>;

struct Access {
  std::string array;
  SmallVector<std::optional<int64_t>, 2> buffers; // of the dimensions that have a modulus
  bool isWrite;
  Path path;
};

bool meet(const Access &a, const Access &b) {
  if (a.array != b.array || !(a.isWrite || b.isWrite) || (a.isWrite && b.isWrite)) return false;
  return llvm::all_of(llvm::zip_equal(a.buffers, b.buffers), [](const auto &both) {
    const auto &[left, right] = both;
    return !left || !right || *left == *right;
  });
}

/// Runs statements until two accesses meet. Of modulus 0: finds the modulus.
class Run {
public:
  Run(KernelTree &tree, int64_t modulus) : modulus(modulus) { run(tree.statements); }

  std::optional<std::pair<Access, Access>> met; // the earlier one, the later one
  int64_t moduli = 1;                           // a multiple of those of all accesses

private:
  void run(Statements &statements) {
    if (conditions == 0) path.push_back({&statements, 0});
    for (auto [number, each] : llvm::enumerate(statements)) {
      if (met) return;
      if (conditions == 0) path.back().second = number;
      std::visit([&](auto &node) { run(node); }, each.node);
    }
    if (conditions == 0) path.pop_back();
  }

  // Loops.

  void run(Threads &threads) { run(threads.body); }
  void run(Sequence &sequence) { run(sequence.body); }
  void run(Combine &combine) { run(combine.body); }
  void run(For &loop) { twice(loop.body); }
  void run(ForLeaves &loop) { twice(loop.body); }
  void run(ForLanes &loop) { twice(loop.body); }
  void twice(Statements &body) {
    run(body);
    run(body);
  }

  void run(ForCount &loop) {
    const int64_t turns = modulus == 0 ? 1 : 2 * modulus + loop.extent % modulus;
    for (int64_t turn = 0; turn < std::min(loop.extent, turns); ++turn) {
      values[loop.variable] = turn;
      run(loop.body);
    }
    values.erase(loop.variable);
  }

  void run(LetPosition &position) {
    values.erase(position.name);
    if (const std::optional<int64_t> value = valueOf(position.at)) values[position.name] = *value;
  }

  /// Nothing where it depends on the thread.
  std::optional<int64_t> valueOf(const Position &position) const {
    int64_t value = position.offset;
    for (const Count &count : position.counts) {
      const auto found = values.find(count.variable);
      if (count.of != Count::Of::variable || found == values.end()) return std::nullopt;
      value += count.stride * found->second;
    }
    return position.modulus ? value % position.modulus : value;
  }

  void run(If &branch) {
    reads(branch.condition);
    ++conditions;
    run(branch.then);
    run(branch.otherwise);
    --conditions;
  }

  // Accesses.

  void run(Declare &variable) {
    if (variable.isShared) shared.insert(variable.name);
    reads(variable.value);
  }
  void run(Bind &bind) {
    for (const Place &place : bind.places)
      if (shared.contains(place.variable)) bound[bind.value] = place;
  }
  void run(Let &let) { reads(let.value); }
  void run(Store &store) {
    reads(store.value);
    access(store.to, /*isWrite=*/true);
  }
  void run(Copy &copy) {
    access(copy.from, /*isWrite=*/false);
    access(copy.to, /*isWrite=*/true);
  }
  void run(Accumulate &more) {
    reads(more.value);
    access(more.term, /*isWrite=*/false);
    change(more.into);
  }
  void run(CombineThreads &combine) { change(combine.into); }
  void run(ReduceOne &one) {
    reads(one.reduce);
    reads(one.start);
  }
  void run(AddLeaf &leaf) { change(Place::of(leaf.sum)); }
  void run(SumLanes &sum) { access(Place::of(sum.lanes), /*isWrite=*/false); }
  void run(Barrier &) { waiting.clear(); }

  void run(OneIndex &) {}
  void run(LetIndex &) {}
  void run(PackedSums &) {}
  void run(Attend &) {}
  void run(TurnTile &) {}
  void run(ReduceByTeam &) {}
  void run(DeclareTree &) {}
  void run(Total &) {}
  void run(Raise &) {}
  void run(ReturnIfEmpty &) {}

  void change(const Place &place) {
    access(place, /*isWrite=*/false);
    access(place, /*isWrite=*/true);
  }

  void reads(Expr value) {
    if (!value || bound.empty()) return;
    forEach(value, [&](Expr part) {
      if (const auto found = bound.find(part); found != bound.end())
        access(found->second, /*isWrite=*/false);
    });
  }

  void access(const Place &place, bool isWrite) {
    if (met || !shared.contains(place.variable)) return;
    Access here{place.variable, {}, isWrite, path};
    for (const Position &at : place.at) {
      if (at.modulus == 0) continue;
      here.buffers.push_back(valueOf(at));
      moduli = std::lcm(moduli, at.modulus);
    }
    if (modulus == 0) return;
    for (const Access &before : waiting)
      if (meet(before, here)) {
        met = {before, here};
        return;
      }
    waiting.push_back(std::move(here));
  }

  const int64_t modulus;
  Path path;
  int conditions = 0;
  std::map<std::string, int64_t> values;
  std::set<std::string> shared;
  llvm::DenseMap<Expr, Place> bound;
  std::vector<Access> waiting;
};

/// The innermost statements that hold both, and where the later one is in them.
std::pair<Statements *, size_t> between(const Path &before, const Path &after) {
  size_t common = 0;
  while (common < std::min(before.size(), after.size()) &&
         before[common].first == after[common].first)
    ++common;
  return after[common - 1];
}

} // namespace

void insertBarriers(KernelTree &tree) {
  const int64_t modulus = Run(tree, 0).moduli;
  for (;;) {
    const Run run(tree, modulus);
    if (!run.met) return;
    const auto [statements, at] = between(run.met->first.path, run.met->second.path);
    statements->insert(statements->begin() + static_cast<long>(at), {Barrier{}});
  }
}

} // namespace shardc
