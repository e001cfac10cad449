// SPDX-License-Identifier: Apache-2.0
// A loop may be written out where it has nothing in it but values that are added to something. So
// many turns are as there are registers for what they load, and text for what they compute. Few
// threads wait for each turn: theirs are more, and of the loop around one that is written out
// whole.
#include "codegen/kernel/read_ahead.h"

#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// Loads of a thread that are under way together, each a register; what may be computed of them in
/// the text that is written out.
struct Room {
  int64_t loads = 32, computed = 256;
};
constexpr Room kOfFew = {128, 1024};
// Indices of a loop that compilers do not write out anyway.
constexpr int64_t kFewest = 20;

/// What one turn of a loop reads and computes.
class OneTurn {
public:
  explicit OneTurn(int loop) : loop(loop) {}

  /// Whether there is nothing in it but values, which are added to something.
  bool may(const Statements &body) {
    return llvm::all_of(body, [&](const Statement &each) {
      return std::visit([&](const auto &node) { return may(node); }, each.node);
    });
  }

  /// Whether what it adds are leaves: compilers do not write out what a tree does with these.
  bool hasLeaves() const { return addsLeaves; }

  /// So many turns are read at once; 0: there is nothing to gain.
  int64_t together(const Room &room) const {
    if (!adds || loads == 0) return 0;
    return std::min(room.loads / loads, room.computed / std::max<int64_t>(computed, 1));
  }

private:
  int loop;
  bool adds = false, addsLeaves = false;
  int64_t loads = 0, computed = 0;
  llvm::DenseSet<Expr> seen;

  void count(Expr e) {
    if (!e || !seen.insert(e).second || e->kind == Kind::Item) return;
    if (e->kind == Kind::Load) loads += llvm::is_contained(freeLoops(e), loop);
    computed += e->kind == Kind::Scalar || e->kind == Kind::Select;
    for (Expr part : e->args)
      count(part);
  }

  bool may(const Let &let) {
    count(let.value);
    return true;
  }
  bool may(const Bind &bind) {
    seen.insert(bind.value);
    return true;
  }
  bool may(const LoadVec &load) {
    loads += 4; // registers
    seen.insert(load.load);
    return true;
  }
  bool may(const OneIndex &) { return true; }
  bool may(const Declare &sum) { return sum.extents.empty() && !sum.isShared; }
  bool may(const AddLeaf &leaf) {
    addsLeaves = true;
    return leaf.elements == 1;
  }
  // Several values that are reduced together, as a largest and its place.
  bool may(const Combine &more) {
    adds = true;
    return may(more.body);
  }
  bool may(const Store &store) {
    count(store.value);
    return store.to.output < 0;
  }
  bool may(const Copy &) { return true; }
  bool may(const Raise &) { return true; }
  bool may(const If &either) {
    return !either.condition && !either.turn.index && may(either.then) && may(either.otherwise);
  }
  bool may(const ForCount &neighbours) { return neighbours.isWrittenOut && may(neighbours.body); }
  bool may(const Accumulate &more) {
    adds = true;
    count(more.value);
    return true;
  }
  template <typename Other>
  bool may(const Other &) {
    return false;
  }
};

class AheadMarker {
public:
  AheadMarker(const KernelView &view, bool areFew)
      : view(view), areFew(areFew), room(areFew ? kOfFew : Room{}) {}

  void mark(Statements &statements) {
    for (Statement &each : statements)
      std::visit([&](auto &node) { mark(node); }, each.node);
  }

private:
  const KernelView &view;
  bool areFew; // threads
  Room room;

  template <typename Node>
  void mark(Node &node) {
    if constexpr (requires { node.body; }) mark(node.body);
  }
  void mark(If &either) {
    mark(either.then);
    mark(either.otherwise);
  }
  void mark(For &loop) {
    OneTurn turn(loop.loop);
    if (!turn.may(loop.body)) {
      mark(loop.body);
      if (areFew) markAround(loop);
      return;
    }
    const std::optional<int64_t> extent = view.loops[loop.loop].extent;
    if (!extent) return;
    if (!loop.neighbour.empty())
      loop.readAhead = turnsOf(*extent / loop.size, turn.together(room), 2);
    else if (loop.over == For::Over::all && !loop.piece)
      loop.readAhead = turnsOf(*extent, turn.together(room), turn.hasLeaves() ? 2 : kFewest);
  }

  /// Of a loop with one in it that is written out whole, and nothing else that reads.
  void markAround(For &loop) {
    const auto *const inner = std::get_if<For>(&loop.body.back().node);
    const std::optional<int64_t> extent = view.loops[loop.loop].extent;
    if (!inner || !extent || loop.over != For::Over::all || loop.piece) return;
    OneTurn turn(inner->loop);
    const bool isWhole = inner->readAhead > 0 && inner->readAhead == view.loops[inner->loop].extent;
    if (!isWhole || !turn.may(inner->body) || !areValues(ArrayRef(loop.body).drop_back())) return;
    loop.readAhead = turnsOf(*extent, turn.together(room) / inner->readAhead, 2);
  }
  static bool areValues(ArrayRef<Statement> statements) {
    return llvm::all_of(statements, [](const Statement &each) {
      return std::holds_alternative<Let>(each.node) || std::holds_alternative<OneIndex>(each.node);
    });
  }

  /// All of few indices, else the most that divide them.
  static int64_t turnsOf(int64_t extent, int64_t most, int64_t fewest) {
    most = std::min(extent, most);
    if (extent < fewest || most < 2) return 0;
    for (int64_t turns = most; turns > most / 2; --turns)
      if (extent % turns == 0) return turns;
    return most;
  }
};

} // namespace

void setReadAhead(KernelTree &tree, const KernelView &view) {
  const Threads *const threads = threadsOf(tree);
  AheadMarker(view, threads && threads->areFew).mark(tree.statements);
}

} // namespace shardc
