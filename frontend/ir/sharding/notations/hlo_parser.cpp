// SPDX-License-Identifier: Apache-2.0
// The text of HLO's shardings, read from left to right. Every list of numbers is held against the
// most devices that there may be before anything is made of it.
#include "frontend/diagnostics.h"
#include "frontend/ir/sharding/notations/hlo_sharding.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

namespace shardc {

using llvm::StringRef;
using Form = HloSharding::Form;

namespace {

class HloParser {
public:
  HloParser(StringRef text, NotationProblem &problem) : at(text, problem) {}

  std::optional<HloSharding> parse() {
    HloSharding result;
    const bool isTuple = at.comes({"{", "{"}) || at.comes({"{", "}"});
    const bool ok = (isTuple ? tuple(result) : single(result)) && at.expectEnd();
    return ok ? std::optional(std::move(result)) : std::nullopt;
  }

private:
  bool tuple(HloSharding &result);
  bool single(HloSharding &result);
  bool body(HloSharding &result);
  bool maximal(HloSharding &result, StringRef key);
  bool tiled(HloSharding &result);
  bool iota(std::vector<int64_t> &devices);
  bool subgroups(HloSharding &result);
  bool checkTiles(const HloSharding &result);
  bool trailer(HloSharding &result);

  bool named(HloSharding &result);
  bool mesh(Mesh &mesh);
  bool deviceIds(Mesh &mesh);
  bool item(HloSharding &result);
  bool axesOf(HloSharding &result, AxisList &list, StringRef before = "");
  bool dimension(HloSharding &result);
  bool axis(const Mesh &mesh, AxisList &list);

  NotationCursor at;
  SmallVector<AxisRef, 4> used; // by the named sharding that is read
};

} // namespace

/// The product, or one more than the most devices where it is larger.
static int64_t devicesIn(ArrayRef<int64_t> sizes) {
  int64_t all = 1;
  for (const int64_t size : sizes)
    all = std::min(all * std::min(size, kMostDevices + 1), kMostDevices + 1);
  return all;
}

bool HloParser::tuple(HloSharding &result) {
  result.form = Form::tuple;
  if (!at.expect("{")) return false;
  if (at.take("}")) return true;
  do
    if (!single(result.elements.emplace_back())) return false;
  while (at.take(","));
  return at.expect("}");
}

bool HloParser::single(HloSharding &result) {
  if (!at.expect("{") || !body(result)) return false;
  while (!at.take("}"))
    if (!trailer(result)) return false;
  return true;
}

bool HloParser::body(HloSharding &result) {
  static const std::pair<StringRef, Form> words[] = {{"replicated", Form::replicated},
                                                     {"manual", Form::manual},
                                                     {"unknown", Form::unknown},
                                                     {"unreduced", Form::unreduced}};
  for (const auto &[word, form] : words) {
    if (!at.takeWord(word)) continue;
    result.form = form;
    return true;
  }
  if (at.takeWord("maximal")) return maximal(result, "device");
  if (at.takeWord("maximal_mesh"))
    return at.expect("[") && maximal(result, "device_id") && at.expect("]");
  if (at.takeWord("devices")) return tiled(result);
  if (at.takeWord("mesh")) return named(result);
  return at.unexpected("replicated, maximal, manual, unknown, unreduced, devices= or mesh[");
}

bool HloParser::maximal(HloSharding &result, StringRef key) {
  result.form = Form::maximal;
  if (!at.takeWord(key)) return at.unexpected(key.str() + "= and the one device that has it all");
  return at.expect("=") && at.number(result.devices.emplace_back());
}

bool HloParser::tiled(HloSharding &result) {
  result.form = Form::tiled;
  if (!at.expect("=") || !at.expect("[") || !at.numbers(result.tiles, "]", "tile dimensions"))
    return false;
  const bool empty = result.tiles.empty() || llvm::is_contained(result.tiles, 0);
  if (empty) return at.wrong("the tiles " + listText(result.tiles) + " are none");
  const bool read =
      at.take("<=") ? iota(result.devices) : at.numbers(result.devices, "", "devices");
  if (!read) return false;
  if (at.takeWord("last_tile_dim_replicate")) result.subgroups = {Subgroup::replicated};
  if (result.subgroups.empty() && at.takeWord("last_tile_dims") && !subgroups(result)) return false;
  return checkTiles(result);
}

/// "[4,2]T(1,0)": 0, 1, ... in that shape, transposed.
bool HloParser::iota(std::vector<int64_t> &devices) {
  std::vector<int64_t> shape, order;
  if (!at.expect("[") || !at.numbers(shape, "]", "dimensions")) return false;
  const int64_t count = devicesIn(shape);
  if (shape.empty() || count < 1 || count > kMostDevices)
    return at.wrong("<=" + listText(shape) + " is not 1 to " + std::to_string(kMostDevices) +
                    " devices");
  if (!at.takeWord("T")) {
    order.resize(shape.size());
    std::iota(order.begin(), order.end(), 0);
  } else if (!at.expect("(") || !at.numbers(order, ")", "dimensions")) {
    return false;
  }
  std::vector<int64_t> sorted = order;
  llvm::sort(sorted);
  bool isOrder = sorted.size() == shape.size();
  for (size_t k = 0; isOrder && k < sorted.size(); ++k)
    isOrder = sorted[k] == static_cast<int64_t>(k);
  if (!isOrder)
    return at.wrong("T" + listText(order) + " is not an order of the " +
                    std::to_string(shape.size()) + " dimensions " + listText(shape));
  // The strides of the shape's dimensions, in the new order.
  std::vector<int64_t> strides(shape.size(), 1);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  devices = {0};
  for (const int64_t dim : order) {
    std::vector<int64_t> more;
    for (const int64_t device : devices)
      for (int64_t k = 0; k < shape[dim]; ++k)
        more.push_back(device + k * strides[dim]);
    devices = std::move(more);
  }
  return true;
}

/// XLA reads `maximal` here, and its partitioner makes of it what it makes of `replicated`.
bool HloParser::subgroups(HloSharding &result) {
  static const std::pair<StringRef, Subgroup> words[] = {{"replicated", Subgroup::replicated},
                                                         {"maximal", Subgroup::replicated},
                                                         {"manual", Subgroup::manual},
                                                         {"unreduced", Subgroup::unreduced}};
  if (!at.expect("=") || !at.expect("{")) return false;
  if (at.take("}")) return true;
  do {
    const auto *found = llvm::find_if(words, [&](auto &word) { return at.takeWord(word.first); });
    if (found == std::end(words)) return at.unexpected("replicated, maximal, manual or unreduced");
    result.subgroups.push_back(found->second);
  } while (at.take(","));
  return at.expect("}");
}

bool HloParser::checkTiles(const HloSharding &result) {
  if (result.subgroups.size() > result.tiles.size())
    return at.wrong("last_tile_dims names " + std::to_string(result.subgroups.size()) +
                    " dimensions of the tiles " + listText(result.tiles));
  const int64_t tiles = devicesIn(result.tiles), devices = result.devices.size();
  if (tiles != devices)
    return at.wrong("the tiles " + listText(result.tiles) + " are " +
                    (tiles > kMostDevices ? "too many" : std::to_string(tiles)) + " for " +
                    std::to_string(devices) + " devices");
  const std::string problem = problemOf(Mesh{"", {{"devices", devices}}, result.devices});
  return problem.empty() || at.wrong(problem);
}

/// What may follow, and says nothing of where devices are. Values of a group lie alike, whether
/// each is to follow the others (shard_as) or they are to follow it.
bool HloParser::trailer(HloSharding &result) {
  if (at.takeWord("metadata")) return at.expect("=") && at.skipBraces();
  if (at.takeWord("shard_as") || at.takeWord("shard_like"))
    return at.number(result.group.emplace());
  if (at.takeWord("last_tile_dims"))
    return at.wrong(result.subgroups.empty() ? "last_tile_dims is for devices=[...]"
                                             : "last_tile_dim_replicate and last_tile_dims exclude "
                                               "each other");
  return at.unexpected("'}'");
}

// Named ones: "mesh['a'=2,'b'=4], [{'a'}, {'b':(1)2, ?}], replicated={'b':(2)2}".

bool HloParser::named(HloSharding &result) {
  result.form = Form::named;
  if (!mesh(result.named.mesh)) return false;
  while (at.take(","))
    if (!item(result)) return false;
  llvm::sort(result.named.sharding.replicated);
  llvm::sort(result.named.sharding.unreduced);
  return true;
}

bool HloParser::mesh(Mesh &mesh) {
  if (!at.expect("[")) return false;
  if (at.take("]")) return true;
  do {
    auto &[name, size] = mesh.axes.emplace_back();
    if (!at.quoted(name, '\'') || !at.expect("=") || !at.number(size)) return false;
  } while (mesh.axes.size() <= kMostAxes && at.take(","));
  const std::string problem = problemOf(mesh);
  return problem.empty() ? at.expect("]") : at.wrong(problem);
}

/// "(3,1,2,0)" or "([2,2]T(1,0))".
bool HloParser::deviceIds(Mesh &mesh) {
  if (!at.expect("=") || !at.expect("(")) return false;
  const bool read = at.comes({"["}) ? iota(mesh.deviceIds) && at.expect(")")
                                    : at.numbers(mesh.deviceIds, ")", "devices");
  if (!read) return false;
  const std::string problem = problemOf(mesh);
  if (!problem.empty()) return at.wrong(problem);
  dropUsualIds(mesh);
  return true;
}

/// What follows the mesh. A word alone is about all axes.
bool HloParser::item(HloSharding &result) {
  Sharding &sharding = result.named.sharding;
  if (at.takeWord("device_ids")) return deviceIds(result.named.mesh);
  if (at.takeWord("replicated")) return !at.comes({"="}) || axesOf(result, sharding.replicated);
  if (at.takeWord("manual")) return axesOf(result, result.manual);
  if (at.takeWord("unreduced")) {
    for (const UnreducedBy kind : {UnreducedBy::max, UnreducedBy::min})
      if (at.comes({"=", nameOf(kind)})) sharding.unreducedBy = kind;
    const bool isSum = sharding.unreducedBy == UnreducedBy::sum;
    return axesOf(result, sharding.unreduced, isSum ? "" : nameOf(sharding.unreducedBy));
  }
  if (!at.take("[")) return at.unexpected("dimensions, replicated, unreduced or manual");
  if (!sharding.dims.empty()) return at.wrong("dimensions are listed twice");
  if (at.take("]")) return true;
  do
    if (!dimension(result)) return false;
  while (at.take(","));
  return at.expect("]");
}

/// "={'a', 'b'}", with a word before the brace; else every axis.
bool HloParser::axesOf(HloSharding &result, AxisList &list, StringRef before) {
  const Mesh &mesh = result.named.mesh;
  if (!at.take("=")) {
    for (size_t axis = 0; axis < mesh.axes.size(); ++axis)
      append(list, wholeAxis(mesh, static_cast<int>(axis)));
    return used.empty() || at.wrong("every axis is named, and some have been");
  }
  if (!before.empty() && !at.takeWord(before)) return at.unexpected("'" + before.str() + "'");
  if (!at.expect("{")) return false;
  if (at.take("}")) return true;
  do
    if (!axis(mesh, list)) return false;
  while (at.take(","));
  return at.expect("}");
}

bool HloParser::dimension(HloSharding &result) {
  DimSharding &dim = result.named.sharding.dims.emplace_back();
  if (!at.expect("{")) return false;
  if (at.take("}")) return true;
  do {
    dim.open = at.take("?");
    if (!dim.open && !axis(result.named.mesh, dim.axes)) return false;
  } while (!dim.open && at.take(","));
  return at.expect("}");
}

bool HloParser::axis(const Mesh &mesh, AxisList &list) {
  std::string name;
  if (!at.quoted(name, '\'')) return false;
  const int number = mesh.find(name);
  if (number < 0)
    return at.wrong("its mesh '" + shown(mesh.str()) + "' has no axis '" + shown(name) + "'");
  AxisRef part = wholeAxis(mesh, number);
  if (at.take(":") &&
      (!at.expect("(") || !at.number(part.before) || !at.expect(")") || !at.number(part.size)))
    return false;
  const int64_t whole = mesh.axes[number].size;
  const bool fits = part.before >= 1 && part.size >= 1 && whole % part.size == 0 &&
                    whole / part.size % part.before == 0;
  if (!fits)
    return at.wrong("a part of axis '" + name + "' does not fit its size " + std::to_string(whole));
  if (overlaps(part, used)) return at.wrong("axis '" + name + "' is used twice");
  if (part.size > 1) used.push_back(part);
  append(list, part);
  return true;
}

std::optional<HloSharding> parseHloSharding(StringRef text, NotationProblem &problem) {
  return HloParser(text, problem).parse();
}

} // namespace shardc
