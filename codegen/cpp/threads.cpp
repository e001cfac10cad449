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

namespace {

class ThreadStart {
public:
  ThreadStart(const Threads &threads, const KernelView &view, Needs &needs)
      : threads(threads), view(view), text(view, needs) {}

  Code make() {
    for (int loop : threads.loops)
      if (view.loops[loop].form == Form::looped) looped.push_back(loop);
    if (!looped.empty()) threads.isFlat ? flat() : rows();
    for (int loop : threads.loops)
      if (view.loops[loop].form == Form::declared) declare(loop, text.start(loop));
    if (!guards.empty())
      code.push_back({"if (" + llvm::join(guards, " || ") + ")", true, {{"return;"}}});
    return std::move(code);
  }

private:
  bool isInVectors(int loop) const { return threads.each > 1 && loop == threads.loops.back(); }
  /// Threads along a loop.
  int64_t largest(int loop) const {
    const int64_t indices = mostIndices(view, loop);
    return isInVectors(loop) ? llvm::divideCeil(indices, threads.each) : indices;
  }
  const std::string &nameOf(int loop) const {
    return isInVectors(loop) ? threads.from : view.loops[loop].name;
  }
  int64_t covered() const { return threads.x * threads.own(); }

  void declare(int loop, const std::string &value) {
    code.push_back(
        {std::string("const ") + view.indexType() + " " + nameOf(loop) + " = " + value + ";"});
  }

  /// The variable of a loop: `place` counted from where the loop starts.
  void start(int loop, const std::string &place) {
    const std::string from = view.loops[loop].isLocal ? "0" : text.start(loop);
    if (largest(loop) == 1) return declare(loop, from);
    const std::string index = isInVectors(loop) ? timesEach(place) : place;
    declare(loop, from == "0" ? index : from + " + " + index);
  }

  std::string timesEach(const std::string &place) const {
    const bool isSum = place.find(" + ") != std::string::npos;
    return (isSum ? "(" + place + ")" : place) + " * " + std::to_string(threads.each);
  }

  /// `count` threads run along this loop: some of them may be too many.
  void guard(int loop, int64_t count) {
    const LoopView &here = view.loops[loop];
    const bool isNever =
        isInVectors(loop) ? here.extent && largest(loop) == count : here.extent == count;
    if (isNever) return;
    guards.push_back(nameOf(loop) + " >= " + (here.isLocal ? text.extent(loop) : text.end(loop)));
  }

  /// The number of a thread, or of its team, along x.
  std::string number(bool wide) const {
    const std::string block = wide ? "int64_t(blockIdx.x)" : "blockIdx.x";
    if (threads.own() == 1) return block;
    return block + " * " + std::to_string(threads.own()) + " + " + inBlock();
  }
  std::string inBlock() const {
    if (threads.team == 1) return "threadIdx.x";
    return threads.isSpread ? "threadIdx.x % " + std::to_string(threads.own())
                            : "threadIdx.x / " + std::to_string(threads.team);
  }

  void rows() {
    static constexpr const char *places[] = {"", "blockIdx.y", "blockIdx.z"};
    for (size_t k = 0; k + 1 < looped.size(); ++k) {
      start(looped[k], places[looped.size() - 1 - k]);
      guard(looped[k], largest(looped[k]));
    }
    start(looped.back(), threads.x == 1 ? "threadIdx.x" : number(view.wide));
    guard(looped.back(), covered());
  }

  /// One number for each element of the largest extents, taken apart from the innermost loop on.
  void flat() {
    const bool wide = view.wide || covered() > std::numeric_limits<int32_t>::max();
    Scope scope = view.scope;
    if (looped.size() == 1) {
      start(looped[0], threads.x > 1 ? number(wide) : inBlock());
      return guard(looped[0], covered());
    }
    std::string n = inBlock();
    if (threads.x > 1) {
      n = scope.fresh("n");
      code.push_back({std::string("const ") + (wide ? "int64_t" : "int") + " " + n + " = " +
                      number(wide) + ";"});
    }
    int64_t unit = 1;
    for (int loop : looped)
      unit *= largest(loop);
    for (auto [k, loop] : llvm::enumerate(looped)) {
      unit /= largest(loop);
      std::string place = n;
      if (unit != 1) place += " / " + std::to_string(unit);
      // The outermost needs no remainder: what is too large is guarded against.
      if (k > 0) place += " % " + std::to_string(largest(loop));
      start(loop, place);
      guard(loop, k > 0 ? largest(loop) : covered() / unit * (covered() % unit == 0));
    }
  }

  const Threads &threads;
  const KernelView &view;
  ExpressionWriter text;
  Code code;
  SmallVector<int, 8> looped;
  SmallVector<std::string, 4> guards;
};

} // namespace

Code threadStart(const Threads &threads, const KernelView &view, Needs &needs) {
  return ThreadStart(threads, view, needs).make();
}

} // namespace shardc
