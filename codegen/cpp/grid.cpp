// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/grid.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <limits>

namespace shardc {

using Form = LoopView::Form;

constexpr int64_t kBlock = 256;
constexpr int64_t kMostInY = 65535; // and in z: a limit of CUDA
// From this extent on at least half of the threads of a row have work.
constexpr int64_t kWideRow = 128;

static std::string dims(const Grid &grid, const char *open, const char *close) {
  std::string text = std::to_string(grid.x);
  if (grid.y == 1 && grid.z == 1) return text;
  text = open + text + ", " + std::to_string(grid.y);
  if (grid.z != 1) text += ", " + std::to_string(grid.z);
  return text + close;
}
std::string Grid::argument() const { return dims(*this, "{", "}"); }
std::string Grid::text() const { return dims(*this, "(", ")"); }

namespace {

class GridBuilder {
public:
  GridBuilder(const KernelView &view, Needs &needs) : view(view), text(view, needs) {}

  Grid build(ArrayRef<int> loops) {
    for (int loop : loops)
      if (view.loops[loop].form == Form::looped) looped.push_back(loop);
    if (looped.empty())
      grid.block = 1;
    else if (mayBeRows())
      rows();
    else
      linear();
    for (int loop : loops)
      if (view.loops[loop].form == Form::declared) declare(loop, text.start(loop));
    if (!guards.empty())
      grid.start.push_back({"if (" + llvm::join(guards, " || ") + ")", true, {{"return;"}}});
    return std::move(grid);
  }

private:
  const KernelView &view;
  ExpressionWriter text;
  Grid grid;
  SmallVector<int, 8> looped;
  SmallVector<std::string, 4> guards;

  int64_t largest(int loop) const { return std::max<int64_t>(view.loops[loop].largest, 1); }
  static int64_t blocksFor(int64_t elements) { return (elements + kBlock - 1) / kBlock; }

  void declare(int loop, const std::string &value) {
    grid.start.push_back({std::string("const ") + view.indexType() + " " + view.loops[loop].name +
                          " = " + value + ";"});
  }

  /// The variable of a loop: `place` counted from where the loop starts.
  void start(int loop, const std::string &place) {
    const std::string from = view.loops[loop].isLocal ? "0" : text.start(loop);
    if (largest(loop) == 1) return declare(loop, from);
    declare(loop, from == "0" ? place : from + " + " + place);
  }

  /// `covered` threads run along this loop: some of them may be too many.
  void guard(int loop, int64_t covered) {
    const LoopView &here = view.loops[loop];
    if (here.extent == covered) return;
    guards.push_back(here.name + " >= " + (here.isLocal ? text.extent(loop) : text.end(loop)));
  }

  /// A row of blocks for the innermost loop, the others along y and z: nothing is divided.
  bool mayBeRows() const {
    if (looped.size() == 1) return true;
    if (looped.size() > 3 || largest(looped.back()) < kWideRow) return false;
    return llvm::all_of(ArrayRef(looped).drop_back(),
                        [&](int l) { return largest(l) <= kMostInY; });
  }

  void rows() {
    const int inner = looped.back();
    grid.x = blocksFor(largest(inner));
    const char *const names[] = {"blockIdx.y", "blockIdx.z"};
    for (auto [place, loop] : llvm::enumerate(llvm::reverse(ArrayRef(looped).drop_back()))) {
      (place == 0 ? grid.y : grid.z) = largest(loop);
      outer.push_back({loop, names[place]});
    }
    for (const auto &[loop, place] : llvm::reverse(outer)) {
      start(loop, place);
      guard(loop, largest(loop));
    }
    start(inner, rowPlace());
    guard(inner, grid.x * kBlock);
  }

  std::string rowPlace() const {
    if (grid.x == 1) return "threadIdx.x";
    return view.wide ? "int64_t(blockIdx.x) * 256 + threadIdx.x" : "blockIdx.x * 256 + threadIdx.x";
  }

  /// One number for each element of the largest extents, taken apart from the innermost loop on.
  void linear() {
    int64_t total = 1;
    for (int loop : looped)
      total *= largest(loop);
    grid.x = blocksFor(total);
    const bool wide = view.wide || grid.x * kBlock > std::numeric_limits<int32_t>::max();
    Scope scope = view.scope;
    std::string number = "threadIdx.x";
    if (grid.x > 1) {
      number = scope.fresh("n");
      const std::string type = wide ? "int64_t" : "int";
      const std::string first = wide ? "int64_t(blockIdx.x) * 256" : "blockIdx.x * 256";
      grid.start.push_back({"const " + type + " " + number + " = " + first + " + threadIdx.x;"});
    }
    takeApart(number, total);
  }

  void takeApart(const std::string &number, int64_t total) {
    int64_t unit = total;
    for (auto [k, loop] : llvm::enumerate(looped)) {
      unit /= largest(loop);
      std::string place = number;
      if (unit != 1) place += " / " + std::to_string(unit);
      // The outermost needs no remainder: what is too large is guarded against.
      if (k > 0) place += " % " + std::to_string(largest(loop));
      start(loop, place);
      guard(loop, k > 0 ? largest(loop) : grid.x * kBlock / unit * (grid.x * kBlock % unit == 0));
    }
  }

  SmallVector<std::pair<int, const char *>, 2> outer;
};

} // namespace

Grid gridOf(const KernelView &view, ArrayRef<int> loops, Needs &needs) {
  return GridBuilder(view, needs).build(loops);
}

} // namespace shardc
