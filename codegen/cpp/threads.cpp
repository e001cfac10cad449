// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/threads.h"

#include "codegen/kernel/grid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace shardc {

using Form = LoopView::Form;

static std::string dims(const Threads &grid, const char *open, const char *close) {
  std::string text = std::to_string(grid.x);
  if (grid.y == 1 && grid.z == 1) return text;
  text = open + text + ", " + std::to_string(grid.y);
  if (grid.z != 1) text += ", " + std::to_string(grid.z);
  return text + close;
}
std::string gridArgument(const Threads &threads) { return dims(threads, "{", "}"); }
std::string gridText(const Threads &threads) { return dims(threads, "(", ")"); }

static bool isInVectors(const Threads &threads, int loop) {
  return threads.each > 1 && loop == threads.loops.back();
}

/// Threads along a loop.
static int64_t threadsAlong(const Threads &threads, const KernelView &view, int loop) {
  const int64_t indices = mostIndices(view, loop);
  return isInVectors(threads, loop) ? llvm::divideCeil(indices, threads.each) : indices;
}

static SmallVector<int, 8> loopedOf(const Threads &threads, const KernelView &view) {
  SmallVector<int, 8> looped;
  for (int loop : threads.loops)
    if (view.loops[loop].form == Form::looped) looped.push_back(loop);
  return looped;
}

/// "n", the number of an element, or "row" or "column", that of one that a team has.
static std::string numberName(const Threads &threads, const KernelView &view) {
  Scope scope = view.scope;
  return scope.fresh(threads.team == 1 ? "n" : threads.isSpread ? "column" : "row");
}

Collapsed collapsedBy(const Threads &threads, const KernelView &view) {
  const SmallVector<int, 8> looped = loopedOf(threads, view);
  Collapsed collapsed;
  if (!threads.isFlat || looped.size() < 2) return collapsed;
  collapsed.name = numberName(threads, view);
  for (const int loop : llvm::reverse(looped)) {
    const LoopView &own = view.loops[loop];
    const int64_t extent = threadsAlong(threads, view, loop);
    const bool isOutermost = loop == looped.front();
    const Bound &lo = view.kernel.loops[loop].lo;
    const bool startsAtZero = own.isLocal || (lo.isUniform() && lo.literal() == 0);
    if (startsAtZero && own.extent && !isInVectors(threads, loop))
      collapsed.add(loop, extent, isOutermost);
    else
      collapsed.count *= extent;
  }
  return collapsed;
}

namespace {

class ThreadStart {
public:
  ThreadStart(const Threads &threads, const KernelView &view, Needs &needs,
              const ExpressionWriter &used)
      : threads(threads), view(view), text(view, needs), used(used),
        looped(loopedOf(threads, view)) {}

  Code make() {
    if (!looped.empty()) threads.isFlat ? flat() : rows();
    for (int loop : threads.loops)
      if (view.loops[loop].form == Form::declared) declare(loop, text.start(loop));
    if (!guards.empty())
      code.push_back({"if (" + llvm::join(guards, " || ") + ")", true, {{"return;"}}});
    return std::move(code);
  }

private:
  int64_t largest(int loop) const { return threadsAlong(threads, view, loop); }
  const std::string &nameOf(int loop) const {
    return isInVectors(threads, loop) ? threads.from : view.loops[loop].name;
  }
  int64_t covered() const { return threads.x * threads.own(); }

  bool isDeclared(int loop, bool isGuarded) const {
    return isGuarded || used.loopsUsed.contains(loop) || isInVectors(threads, loop);
  }
  void declare(int loop, const std::string &value, bool isGuarded = false) {
    if (!isDeclared(loop, isGuarded)) return;
    code.push_back(
        {std::string("const ") + view.indexType() + " " + nameOf(loop) + " = " + value + ";"});
  }

  /// The variable of a loop: `place` collapsed from where the loop starts.
  void start(int loop, const std::string &place, bool isGuarded) {
    const std::string from = view.loops[loop].isLocal ? "0" : text.start(loop);
    if (largest(loop) == 1) return declare(loop, from, isGuarded);
    usesPlaces |= isDeclared(loop, isGuarded);
    const std::string index = isInVectors(threads, loop) ? timesEach(place) : place;
    declare(loop, from == "0" ? index : from + " + " + index, isGuarded);
  }

  std::string timesEach(const std::string &place) const {
    const bool isSum = place.find(" + ") != std::string::npos;
    return (isSum ? "(" + place + ")" : place) + " * " + std::to_string(threads.each);
  }

  /// `count` threads run along this loop: some of them may be too many. Says whether.
  bool guard(int loop, int64_t count) {
    const LoopView &here = view.loops[loop];
    const bool isNever =
        isInVectors(threads, loop) ? here.extent && largest(loop) == count : here.extent == count;
    if (isNever) return false;
    guards.push_back(nameOf(loop) + " >= " + (here.isLocal ? text.extent(loop) : text.end(loop)));
    return true;
  }

  /// The number of a thread, or of its team, along x.
  std::string number(bool wide) const {
    if (threads.x == 1) return inBlock();
    const std::string block = wide ? "int64_t(blockIdx.x)" : "blockIdx.x";
    if (threads.own() == 1) return block;
    return block + " * " + std::to_string(threads.own()) + " + " + inBlock();
  }
  std::string inBlock() const {
    if (threads.team == 1) return "threadIdx.x";
    return threads.isSpread ? "threadIdx.x % " + std::to_string(threads.own())
                            : "threadIdx.x / " + std::to_string(threads.team);
  }

  void startGuarded(int loop, const std::string &place, int64_t count) {
    start(loop, place, guard(loop, count));
  }

  void rows() {
    static constexpr const char *places[] = {"", "blockIdx.y", "blockIdx.z"};
    for (size_t k = 0; k + 1 < looped.size(); ++k)
      startGuarded(looped[k], places[looped.size() - 1 - k], largest(looped[k]));
    startGuarded(looped.back(), threads.x == 1 ? "threadIdx.x" : number(view.wide), covered());
  }

  /// One number for each element of the largest extents, taken apart from the innermost loop on.
  void flat() {
    const bool wide = view.wide || covered() > std::numeric_limits<int32_t>::max();
    if (looped.size() == 1) return startGuarded(looped[0], number(wide), covered());
    const std::string n = numberName(threads, view);
    int64_t all = 1;
    for (int loop : looped)
      all *= largest(loop);
    // What is guarded against in the number is not in the outermost loop.
    const bool isGuarded = view.loops[looped[0]].extent && covered() != all;
    if (isGuarded) guards.push_back(n + " >= " + std::to_string(all));
    int64_t unit = all;
    for (auto [k, loop] : llvm::enumerate(looped)) {
      unit /= largest(loop);
      CollapsedDigit place = {n, unit, largest(loop), k == 0};
      const bool isInner = k > 0 || isGuarded;
      startGuarded(loop, digitText(place).text,
                   isInner ? largest(loop) : covered() / unit * (covered() % unit == 0));
    }
    if (usesPlaces || isGuarded || used.collapsedUsed.contains(n))
      code.insert(code.begin(), {std::string("const ") + (wide ? "int64_t" : "int") + " " + n +
                                 " = " + number(wide) + ";"});
  }

  const Threads &threads;
  const KernelView &view;
  ExpressionWriter text;
  const ExpressionWriter &used;
  Code code;
  SmallVector<int, 8> looped;
  SmallVector<std::string, 4> guards;
  bool usesPlaces = false;
};

} // namespace

Code threadStart(const Threads &threads, const KernelView &view, Needs &needs,
                 const ExpressionWriter &used) {
  return ThreadStart(threads, view, needs, used).make();
}

} // namespace shardc
