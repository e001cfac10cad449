// SPDX-License-Identifier: Apache-2.0
//   y = x               x is read here for the last time
//   y[at(i[n])] += u[n]
// is, with y in the memory of x or x in that of y,
//   x[at(i[n])] += u[n]
// The same holds in a loop, where x is what is carried and x = y trade places at the end of a trip.
#include "codegen/lower/steps/push_in_place.h"

#include "codegen/lower/steps/buffer_uses.h"
#include "codegen/lower/steps/drop_unused.h"
#include "frontend/ir/formula/push.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

/// A copy, the push behind it, and what is copied to where.
struct Copied {
  size_t place;
  int from, to;
};

class PushInPlace {
public:
  explicit PushInPlace(Function &function) : function(function), all(usesOf(function.steps)) {}

  bool run() {
    visit(function.steps);
    if (isNow.empty()) return false;
    replaceBuffers(function, isNow);
    dropUnusedKernels(function);
    return true;
  }

private:
  void visit(std::vector<Step> &steps) {
    for (Step &step : steps)
      for (std::vector<Step> &body : step.bodies)
        visit(body);
    const Uses uses = usesOf(steps);
    std::vector<bool> isGone(steps.size(), false);
    for (size_t place = 0; place + 1 < steps.size(); ++place) {
      const auto copied = copyAt(steps, place);
      if (!copied || uses.lookup(copied->from).lastRead != place) continue;
      if (const auto swap = tradeOf(steps, *copied, uses)) {
        isNow[copied->to] = copied->from;
        isGone[place] = isGone[*swap] = true;
      } else if (isMadeHere(*copied, uses)) {
        isNow[copied->from] = copied->to;
        isGone[place] = true;
      }
    }
    size_t number = 0;
    llvm::erase_if(steps, [&](const Step &) { return isGone[number++]; });
  }

  std::optional<Copied> copyAt(ArrayRef<Step> steps, size_t place) const {
    const Step &copy = steps[place], &push = steps[place + 1];
    if (copy.kind != Step::Kind::compute || push.kind != Step::Kind::compute) return std::nullopt;
    if (copy.ins.size() != 1 || copy.outs.size() != 1 || push.outs != copy.outs ||
        llvm::is_contained(push.ins, copy.ins.front()) ||
        !isPushed(function.kernels[push.kernel].formula) ||
        !isIdentity(function.kernels[copy.kernel].formula))
      return std::nullopt;
    const Buffer &from = function.buffers[copy.ins.front()], &to = function.buffers[copy.outs[0]];
    if (from.role != Role::temporary || from.type != to.type || from.window != to.window ||
        isTaken(copy.ins.front()) || isTaken(copy.outs.front()))
      return std::nullopt;
    return Copied{place, copy.ins.front(), copy.outs.front()};
  }

  /// Whether another one has taken its place, or it that of another one.
  bool isTaken(int buffer) const {
    return llvm::any_of(
        isNow, [&](const auto &pair) { return pair.first == buffer || pair.second == buffer; });
  }

  /// The step, if any, in which the copy takes the place of what a loop carries, and is nothing
  /// else from one trip to the next.
  std::optional<size_t> tradeOf(ArrayRef<Step> steps, const Copied &copied,
                                const Uses &uses) const {
    const auto isTrade = [&](const Step &step) {
      return step.kind == Step::Kind::swap && step.ins.front() == copied.to &&
             step.outs.front() == copied.from;
    };
    const auto *swap = llvm::find_if(steps, isTrade);
    const BufferUse from = uses.lookup(copied.from), to = uses.lookup(copied.to);
    const BufferUse everywhere = all.lookup(copied.to);
    const bool isLocal = everywhere.writes == 2 && everywhere.swaps == 1 &&
                         everywhere.reads == to.reads && to.firstRead > copied.place;
    if (swap == steps.end() || from.writes != 0 || from.swaps != 1 || !isLocal ||
        function.buffers[copied.to].role != Role::temporary)
      return std::nullopt;
    return swap - steps.begin();
  }

  /// Whether what is copied is made in these steps and read there alone, and the copy's memory is
  /// not used before.
  bool isMadeHere(const Copied &copied, const Uses &uses) const {
    const BufferUse from = uses.lookup(copied.from), to = uses.lookup(copied.to);
    const BufferUse everywhere = all.lookup(copied.from);
    const bool isLocal = everywhere.swaps == 0 && everywhere.reads == from.reads &&
                         everywhere.writes == from.writes && from.writes > 0 &&
                         from.firstWrite < copied.place && from.firstRead > from.firstWrite;
    return isLocal && to.firstWrite == copied.place && to.firstRead > copied.place;
  }

  Function &function;
  const Uses all;                 // in the whole function
  llvm::DenseMap<int, int> isNow; // buffers that another took the place of
};

} // namespace

bool pushInPlace(Function &function) { return PushInPlace(function).run(); }

} // namespace shardc
