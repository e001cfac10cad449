// SPDX-License-Identifier: Apache-2.0
// The usual form of a sharding over a mesh: like a PartitionSpec, per dimension.
#include "frontend/config/mesh.h"
#include "frontend/diagnostics.h"

#include <map>

namespace shardc::config {

using llvm::StringRef;

namespace {

/// A part of an axis: its `size` indices that are `before` apart from the major end.
struct SubAxis {
  int64_t before, size;
  json::Value value;

  bool overlaps(const SubAxis &other) const {
    return before < other.before * other.size && other.before < before * size;
  }
};

class ShardingChecker {
public:
  ShardingChecker(const Mesh &mesh, const Tensor *tensor) : mesh(mesh), tensor(tensor) {}

  mlir::LogicalResult check(json::Value value);

private:
  mlir::LogicalResult checkList(json::Value list);
  mlir::LogicalResult checkObject(json::Value object);
  mlir::LogicalResult checkDimension(json::Value value);
  mlir::LogicalResult checkAxis(json::Value value);
  mlir::LogicalResult use(const Axis &axis, SubAxis part);
  std::optional<SubAxis> readSubAxis(json::Value value, StringRef text, const Axis &axis);

  const Mesh &mesh;
  const Tensor *tensor;
  std::map<std::string, std::vector<SubAxis>> used;
};

} // namespace

/// "(before)size", where before * size divides the axis.
std::optional<SubAxis> ShardingChecker::readSubAxis(json::Value value, StringRef text,
                                                    const Axis &axis) {
  StringRef before, size;
  bool ok = text.consume_front("(");
  std::tie(before, size) = text.split(')');
  SubAxis result{1, 1, value};
  if (!ok || before.getAsInteger(10, result.before) || size.getAsInteger(10, result.size)) {
    report(value.loc(), Diag::wrong_axes)
        << "'" << shown(value.string()) << "' is not a sub-axis; write \"" << shown(axis.name)
        << ":(before)size\"";
    return std::nullopt;
  }
  // Both are compared with the axis before they are multiplied.
  bool fits = result.before >= 1 && result.size >= 2 && result.before <= axis.size &&
              result.size <= axis.size && axis.size % (result.before * result.size) == 0;
  if (fits) return result;
  report(value.loc(), Diag::wrong_axes)
      << "sub-axis '" << shown(value.string()) << "' does not fit axis '" << shown(axis.name)
      << "' of size " << axis.size << ": before times size must divide it, and size be at least 2";
  return std::nullopt;
}

mlir::LogicalResult ShardingChecker::use(const Axis &axis, SubAxis part) {
  for (const SubAxis &other : used[axis.name]) {
    bool whole = part.size == axis.size && other.size == axis.size;
    if (!whole && !part.overlaps(other)) continue;
    Report twice = report(part.value.loc(), Diag::axis_twice);
    twice << "axis '" << shown(axis.name) << "' is used twice in one sharding";
    twice.note(other.value.loc()) << "it is here already";
    return twice;
  }
  used[axis.name].push_back(part);
  return mlir::success();
}

mlir::LogicalResult ShardingChecker::checkAxis(json::Value value) {
  auto [name, part] = value.string().split(':');
  const Axis *axis = mesh.find(name);
  if (!axis) {
    std::vector<StringRef> names;
    for (const Axis &known : mesh.axes)
      names.push_back(known.name);
    return report(value.loc(), Diag::unknown_axis)
           << "the mesh has no axis '" << shown(name) << "'" << didYouMean(name, names);
  }
  SubAxis whole{1, axis->size, value};
  if (!value.string().contains(':')) return use(*axis, whole);
  std::optional<SubAxis> sub = readSubAxis(value, part, *axis);
  return sub ? use(*axis, *sub) : mlir::failure();
}

mlir::LogicalResult ShardingChecker::checkDimension(json::Value value) {
  if (value.is(json::Kind::null)) return mlir::success();
  if (value.is(json::Kind::string))
    return value.string() == "?" ? mlir::success() : checkAxis(value);
  if (!value.is(json::Kind::array))
    return wrongKind(value, "the axes of a dimension", "null, an axis, \"?\" or a list of axes");
  mlir::LogicalResult result = mlir::success();
  for (size_t i = 0; i < value.size(); ++i) {
    json::Value axis = value[i];
    if (!axis.is(json::Kind::string)) {
      result = wrongKind(axis, "an axis", "a string");
    } else if (axis.string() == "?") {
      if (i + 1 == value.size()) continue;
      result = report(axis.loc(), Diag::wrong_axes) << "\"?\" stands at the end of a list of axes";
    } else if (mlir::failed(checkAxis(axis))) {
      result = mlir::failure();
    }
  }
  return result;
}

mlir::LogicalResult ShardingChecker::checkList(json::Value list) {
  if (tensor && list.size() > tensor->shape.size())
    return report(list.loc(), Diag::wrong_count)
           << "a sharding of " << list.size() << " dimensions for " << tensor->shownName()
           << " of rank " << tensor->shape.size();
  mlir::LogicalResult result = mlir::success();
  for (json::Value dimension : list.elements())
    if (mlir::failed(checkDimension(dimension))) result = mlir::failure();
  return result;
}

mlir::LogicalResult ShardingChecker::checkObject(json::Value object) {
  mlir::LogicalResult result = mlir::success();
  std::map<int64_t, json::Value> seen;
  for (json::Member member : object.members()) {
    std::optional<int64_t> dimension =
        tensor ? findDimension(member.keyValue, *tensor) : std::optional<int64_t>();
    if (tensor && !dimension) result = mlir::failure();
    if (dimension && !seen.emplace(*dimension, member.keyValue).second)
      result = report(member.keyLoc(), Diag::dimension_twice)
               << "dimension " << *dimension << " of " << tensor->shownName() << " has two entries";
    if (mlir::failed(checkDimension(member.value))) result = mlir::failure();
  }
  return result;
}

mlir::LogicalResult ShardingChecker::check(json::Value value) {
  if (value.is(json::Kind::array)) return checkList(value);
  if (!value.is(json::Kind::object))
    return wrongKind(value, "a sharding", "a list with one entry per dimension, or an object");
  static const StringRef otherForms[] = {
      "dims", "mesh", "priority", "replicated", "unreduced", "override", "shardy", "hlo", "pxla"};
  for (json::Member member : value.members())
    if (llvm::is_contained(otherForms, member.key()))
      return report(member.keyLoc(), Diag::unsupported_key)
             << "the form of a sharding with '" << member.key() << "' is not supported yet";
  return checkObject(value);
}

mlir::LogicalResult checkSharding(json::Value value, const Mesh &mesh, const Tensor *tensor) {
  return ShardingChecker(mesh, tensor).check(value);
}

} // namespace shardc::config
