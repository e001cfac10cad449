// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/windows.h"

#include "codegen/plan/extents.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

static std::string listText(ArrayRef<std::string> names) {
  std::string text;
  for (auto [k, name] : llvm::enumerate(names))
    text += (k == 0 ? "" : k + 1 == names.size() ? " and " : ", ") + name;
  return text;
}

static std::string dimensionName(size_t dim, size_t rank) {
  if (rank == 2) return dim == 0 ? "rows" : "columns";
  return "dimension " + std::to_string(dim);
}

static bool isOnMesh(const Function &function) {
  return llvm::any_of(function.coordinates, [](const Coordinate &c) { return c.cuts.empty(); });
}

/// A coordinate's name in a comment. An axis may be called anything.
static std::string nameOf(const Coordinate &coordinate) {
  std::string name = coordinate.name.substr(0, 40);
  for (char &c : name)
    if (!llvm::isAlnum(c) && !StringRef("_-.:").contains(c)) c = '_';
  return name;
}

/// The cuts of a coordinate; of an axis, those that it makes in a dimension of size `extent`.
static std::vector<int64_t> cutsOf(const Coordinate &coordinate, int64_t extent) {
  if (!coordinate.cuts.empty()) return coordinate.cuts;
  std::vector<int64_t> cuts;
  for (int64_t k = 0; k <= coordinate.size; ++k)
    cuts.push_back((k * extent + coordinate.size - 1) / coordinate.size);
  return cuts;
}

/// How a range differs from a slice of coordinate `c`: how much it is wider, at most, on each side.
static std::optional<std::pair<int64_t, int64_t>> beyond(const Span &span, int c,
                                                         const Function &function) {
  const auto onlyC = [&](const Bound &bound) { return bound.over.empty() || bound.over[0] == c; };
  if (span.lo.over.size() > 1 || span.hi.over.size() > 1) return std::nullopt;
  if (!onlyC(span.lo) || !onlyC(span.hi)) return std::nullopt;
  const std::vector<int64_t> cuts = cutsOf(function.coordinates[c], span.hi.max());
  int64_t before = 0, after = 0;
  for (int64_t k = 0; k + 1 < static_cast<int64_t>(cuts.size()); ++k) {
    const int64_t lo = span.lo.values[span.lo.over.empty() ? 0 : k];
    const int64_t hi = span.hi.values[span.hi.over.empty() ? 0 : k];
    if (lo > cuts[k] || hi < cuts[k + 1]) return std::nullopt;
    before = std::max(before, cuts[k] - lo);
    after = std::max(after, hi - cuts[k + 1]);
  }
  return std::pair(before, after);
}

static std::string wider(int64_t before, int64_t after) {
  if (before == after) return " and " + std::to_string(before) + " to each side";
  std::string text;
  if (before) text += " and " + std::to_string(before) + " before";
  if (after) text += " and " + std::to_string(after) + " after";
  return text;
}

static std::string coordinatesText(const Span &span, const Function &function) {
  const SmallVector<int, 2> over = eitherOf(span.lo.over, span.hi.over);
  if (over.size() == 1)
    if (const auto more = beyond(span, over[0], function)) {
      const std::string name = nameOf(function.coordinates[over[0]]);
      return more->first || more->second ? name + wider(more->first, more->second) : name;
    }
  SmallVector<std::string, 4> names;
  for (int c : over)
    names.push_back(nameOf(function.coordinates[c]));
  if (isOnMesh(function)) return listText(names);
  return "what " + listText(names) + (names.size() == 1 ? " needs" : " need");
}

/// "i and j of z's slices; columns whole": what the ranges of a value of this shape follow. `owner`
/// is the layout's.
static std::string followsText(ArrayRef<Span> spans, ArrayRef<int64_t> shape,
                               const Function &function, const std::string &owner) {
  SmallVector<std::string, 4> sliced, others;
  for (auto [dim, span] : llvm::enumerate(spans)) {
    if (!span.isUniform()) {
      const std::string text = coordinatesText(span, function);
      if (!llvm::is_contained(sliced, text)) sliced.push_back(text);
      continue;
    }
    const int64_t lo = span.lo.literal(), hi = span.hi.literal();
    const std::string name = dimensionName(dim, spans.size());
    if (lo == 0 && hi == shape[dim])
      others.push_back(name + " whole");
    else
      others.push_back(name + " " + std::to_string(lo) + ".." + std::to_string(hi - 1));
  }
  const auto isWhole = [](const std::string &text) { return StringRef(text).ends_with("whole"); };
  if (sliced.empty()) return llvm::all_of(others, isWhole) ? "whole" : llvm::join(others, ", ");
  std::string text = listText(sliced);
  if (isOnMesh(function))
    text = "over " + text;
  else if (!owner.empty())
    text += " of " + owner + (sliced.size() == 1 ? " slice" : " slices");
  if (others.size() > 1 && llvm::all_of(others, isWhole)) return text + "; the rest whole";
  for (const std::string &other : others)
    text += (other == others.front() ? "; " : ", ") + other;
  return text;
}

std::vector<WindowText> windowTexts(const KernelView &view, const Function &function) {
  std::vector<WindowText> texts;
  Extents ofSpans(gridOf(function));
  const auto add = [&](const ParameterView &parameter) {
    const Kernel::Window &window = *parameter.of;
    WindowText &text = texts.emplace_back();
    text.name = parameter.window;
    text.type = info(window.type).name;
    if (window.window.empty()) {
      text.follows = "";
      return;
    }
    SmallVector<std::string, 4> extents;
    for (int64_t extent : window.shape)
      extents.push_back(std::to_string(extent));
    text.type += ofSpans.text(window.window);
    text.of = "of [" + llvm::join(extents, ", ") + "]";
    text.follows = followsText(window.window, window.shape, function, view.layout.owner);
  };
  llvm::for_each(view.ins, add);
  llvm::for_each(view.outs, add);
  return texts;
}

} // namespace shardc
