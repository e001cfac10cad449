// SPDX-License-Identifier: Apache-2.0
// The usual form of a sharding over a mesh: like a PartitionSpec, per dimension.
#include "frontend/config/shardings/mesh.h"
#include "frontend/config/shardings/notation.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/sharding/algebra/meshed_sharding.h"
#include "frontend/ir/sharding/notations/misfit.h"
#include "frontend/ir/sharding/notations/shardy.h"

#include <map>

namespace shardc::config {

using llvm::StringRef;

namespace {

class ShardingReader {
public:
  ShardingReader(const Mesh &mesh, const Tensor &tensor) : mesh(mesh), tensor(tensor) {}

  std::optional<Sharding> read(json::Value value);

private:
  struct Use {
    AxisRef axis;
    json::Value value;
  };

  void readLong(json::Value object);
  void readDims(json::Value value);
  void readList(json::Value list);
  void readObject(json::Value object);
  void readDimension(json::Value value, DimSharding &dim);
  void readAxes(json::Value list, StringRef what, AxisList &axes);
  void readPriorities(json::Value list);
  void readDevice(json::Value object, json::Value value);
  void readMeshName(json::Value value);
  void readUnreduced(json::Value value);
  void readAxis(json::Value value, AxisList &axes);
  std::optional<AxisRef> readSubAxis(json::Value value, StringRef text, int axis);

  void failed() { ok = false; }

  const Mesh &mesh;
  const Tensor &tensor;
  Sharding sharding;
  std::vector<Use> used;
  bool ok = true;
};

} // namespace

/// "(before)size", where before * size divides the axis.
std::optional<AxisRef> ShardingReader::readSubAxis(json::Value value, StringRef text, int axis) {
  const MeshAxis &whole = mesh.axes[axis];
  StringRef before, size;
  const bool opens = text.consume_front("(");
  std::tie(before, size) = text.split(')');
  AxisRef result{axis, 1, 1};
  if (!opens || before.getAsInteger(10, result.before) || size.getAsInteger(10, result.size)) {
    report(value.loc(), Diag::wrong_axes)
        << "'" << shown(value.string()) << "' is not a sub-axis; write \"" << shown(whole.name)
        << ":(before)size\"";
    return std::nullopt;
  }
  // Both are compared with the axis before they are multiplied.
  const bool fits = result.before >= 1 && result.size >= 2 && result.before <= whole.size &&
                    result.size <= whole.size && whole.size % (result.before * result.size) == 0;
  if (fits) return result;
  report(value.loc(), Diag::wrong_axes)
      << "sub-axis '" << shown(value.string()) << "' does not fit axis '" << shown(whole.name)
      << "' of size " << whole.size << ": before times size must divide it, and size be at least 2";
  return std::nullopt;
}

void ShardingReader::readAxis(json::Value value, AxisList &axes) {
  auto [name, part] = value.string().split(':');
  const int axis = mesh.find(name);
  if (axis < 0) {
    std::vector<StringRef> names;
    for (const MeshAxis &known : mesh.axes)
      names.push_back(known.name);
    report(value.loc(), Diag::unknown_axis)
        << "the mesh has no axis '" << shown(name) << "'" << didYouMean(name, names);
    return failed();
  }
  std::optional<AxisRef> ref = wholeAxis(mesh, axis);
  if (value.string().contains(':')) ref = readSubAxis(value, part, axis);
  if (!ref) return failed();
  for (const Use &other : used) {
    const bool same = ref->axis == other.axis.axis && ref->size == other.axis.size &&
                      ref->before == other.axis.before;
    if (!same && !overlaps(*ref, other.axis)) continue;
    const bool nests = nest(*ref, other.axis);
    Report wrong = report(value.loc(), nests ? Diag::axis_twice : Diag::unsupported_axes);
    wrong << "axis '" << shown(mesh.axes[axis].name)
          << (nests ? "' is used twice in one sharding"
                    : "' is cut into sub-axes that do not nest in one sharding");
    wrong.note(other.value.loc()) << (nests ? "it is here already" : "the other is here");
    return failed();
  }
  used.push_back({*ref, value});
  append(axes, *ref);
}

void ShardingReader::readDimension(json::Value value, DimSharding &dim) {
  if (value.is(json::Kind::null)) return;
  if (value.is(json::Kind::string) && value.string() == "?") {
    dim.open = true;
    return;
  }
  if (value.is(json::Kind::string)) return readAxis(value, dim.axes);
  if (!value.is(json::Kind::array)) {
    (void)wrongKind(value, "the axes of a dimension", "null, an axis, \"?\" or a list of axes");
    return failed();
  }
  for (size_t i = 0; i < value.size(); ++i) {
    json::Value axis = value[i];
    if (!axis.is(json::Kind::string)) {
      (void)wrongKind(axis, "an axis", "a string");
      failed();
    } else if (axis.string() != "?") {
      readAxis(axis, dim.axes);
    } else if (i + 1 == value.size()) {
      dim.open = true;
    } else {
      report(axis.loc(), Diag::wrong_axes) << "\"?\" stands at the end of a list of axes";
      failed();
    }
  }
}

void ShardingReader::readList(json::Value list) {
  if (list.size() > tensor.shape.size()) {
    report(list.loc(), Diag::wrong_count)
        << "a sharding of " << list.size() << " dimensions for " << tensor.shownName()
        << " of rank " << tensor.shape.size();
    return failed();
  }
  for (size_t dim = 0; dim < list.size(); ++dim)
    readDimension(list[dim], sharding.dims[dim]);
}

void ShardingReader::readObject(json::Value object) {
  for (DimSharding &dim : sharding.dims)
    dim.open = true;
  std::map<int64_t, json::Value> seen;
  for (json::Member member : object.members()) {
    const std::optional<int64_t> dimension = findDimension(member.keyValue, tensor);
    if (!dimension) {
      failed();
      continue;
    }
    if (!seen.emplace(*dimension, member.keyValue).second) {
      report(member.keyLoc(), Diag::dimension_twice)
          << "dimension " << *dimension << " of " << tensor.shownName() << " has two entries";
      failed();
    }
    sharding.dims[*dimension].open = false;
    readDimension(member.value, sharding.dims[*dimension]);
  }
}

void ShardingReader::readDims(json::Value value) {
  if (value.is(json::Kind::array)) return readList(value);
  if (value.is(json::Kind::object)) return readObject(value);
  (void)wrongKind(value, "a sharding", "a list with one entry per dimension, or an object");
  failed();
}

void ShardingReader::readAxes(json::Value list, StringRef what, AxisList &axes) {
  std::optional<json::Value> array = list.asArray(what.str());
  if (!array) return failed();
  for (json::Value axis : array->elements()) {
    if (axis.asString("an axis"))
      readAxis(axis, axes);
    else
      failed();
  }
  llvm::sort(axes);
}

void ShardingReader::readPriorities(json::Value list) {
  std::optional<json::Value> array = list.asArray("'priority'");
  if (!array) return failed();
  if (array->size() != sharding.dims.size()) {
    report(list.loc(), Diag::wrong_count)
        << "'priority' lists " << array->size() << " numbers for " << tensor.shownName()
        << " of rank " << sharding.dims.size();
    return failed();
  }
  for (size_t k = 0; k < array->size(); ++k) {
    DimSharding &dim = sharding.dims[k];
    if ((*array)[k].is(json::Kind::null)) continue;
    const std::optional<int64_t> priority = (*array)[k].asInteger("a priority");
    const bool empty = dim.axes.empty() && !dim.open;
    if (priority && *priority >= 0 && !empty) {
      dim.priority = *priority;
      continue;
    }
    if (priority)
      report((*array)[k].loc(), Diag::wrong_value)
          << (empty ? "a dimension that is closed and has no axes has no priority; write null"
                    : "a priority is 0 or more");
    failed();
  }
}

static const StringRef kLongForm[] = {"dims",      "mesh",   "priority", "replicated",
                                      "unreduced", "device", "override"};

/// Beside "dims": the mesh's name, of which there is one.
void ShardingReader::readMeshName(json::Value value) {
  const std::optional<StringRef> name = value.asString("'mesh'");
  if (name && *name == mesh.name) return;
  if (name)
    report(value.loc(), Diag::wrong_mesh)
        << "there is no mesh '" << shown(*name) << "'; it is '" << shown(mesh.name) << "'";
  failed();
}

/// The axes, or {"sum": axes}, or max, or min: one of them.
void ShardingReader::readUnreduced(json::Value value) {
  if (!value.is(json::Kind::object)) return readAxes(value, "'unreduced'", sharding.unreduced);
  if (mlir::failed(value.onlyKeys({"sum", "max", "min"}, "'unreduced'"))) return failed();
  if (value.size() != 1) {
    report(value.loc(), Diag::wrong_value)
        << "'unreduced' has " << value.size() << " kinds; a value has one: sum, max or min";
    return failed();
  }
  const json::Member member = value.member(0);
  readAxes(member.value, "'" + member.key().str() + "'", sharding.unreduced);
  if (!sharding.unreduced.empty()) sharding.unreducedBy = *unreducedNamed(member.key());
}

/// The position of the device that has the value, which then lies along no axes.
void ShardingReader::readDevice(json::Value object, json::Value value) {
  for (json::Member member : object.members()) {
    const StringRef key = member.key();
    if (key == "device" || key == "override" || key == "mesh") continue;
    report(member.keyLoc(), Diag::wrong_value)
        << "beside 'device', which has all of " << tensor.shownName() << ", there is no '"
        << shown(key) << "'";
    return failed();
  }
  const std::optional<int64_t> position = value.asInteger("'device'");
  if (!position) return failed();
  const size_t rank = sharding.dims.size();
  const bool isThere = 0 <= *position && *position < mesh.devices();
  if (isThere && mayLieOnOne(rank, mesh)) {
    sharding = shardingOnly(rank, *position, mesh);
    return;
  }
  (void)reportOnDevice(value.loc(), tensor.shownName(), *position, rank, mesh);
  failed();
}

/// {"dims": ..., "priority": [...], "replicated": [...], "unreduced": [...]}, or {"device": ...}
void ShardingReader::readLong(json::Value object) {
  for (DimSharding &dim : sharding.dims)
    dim.open = true;
  for (json::Member member : object.members()) {
    if (llvm::is_contained(kLongForm, member.key())) continue;
    report(member.keyLoc(), Diag::unknown_key)
        << "the long form of a sharding has no key '" << shown(member.key()) << "'"
        << didYouMean(member.key(), kLongForm);
    failed();
  }
  if (std::optional<json::Value> device = object.find("device")) readDevice(object, *device);
  if (std::optional<json::Value> dims = object.find("dims")) {
    for (DimSharding &dim : sharding.dims)
      dim.open = false;
    readDims(*dims);
  }
  if (std::optional<json::Value> list = object.find("replicated"))
    readAxes(*list, "'replicated'", sharding.replicated);
  if (std::optional<json::Value> axes = object.find("unreduced")) readUnreduced(*axes);
  if (std::optional<json::Value> name = object.find("mesh")) readMeshName(*name);
  if (std::optional<json::Value> list = object.find("priority")) readPriorities(*list);
  const std::optional<json::Value> override = object.find("override");
  if (!override || override->is(json::Kind::boolean)) return;
  (void)wrongKind(*override, "'override'", "true or false");
  failed();
}

std::optional<Sharding> ShardingReader::read(json::Value value) {
  sharding = replicatedSharding(tensor.shape.size());
  const bool isLong =
      value.is(json::Kind::object) && llvm::any_of(value.members(), [](json::Member member) {
        return llvm::is_contained(kLongForm, member.key());
      });
  if (isLong)
    readLong(value);
  else
    readDims(value);
  if (!ok) return std::nullopt;
  return std::move(sharding);
}

/// The mesh that an entry names, where that is another one of the program's.
static std::optional<Mesh> otherMesh(json::Value entry, const Mesh &mesh, mlir::ModuleOp program) {
  if (!entry.is(json::Kind::object)) return std::nullopt;
  const std::optional<json::Value> name = entry.find("mesh");
  if (!name || !name->is(json::Kind::string) || name->string() == mesh.name) return std::nullopt;
  const mlir::Attribute declared = declaredMesh(program, name->string());
  if (!declared) return std::nullopt;
  Mesh other = meshIn(declared);
  other.name = name->string().str();
  dropUsualIds(other);
  return other;
}

std::optional<Sharding> readSharding(json::Value value, const Mesh &mesh, const Tensor &tensor,
                                     mlir::ModuleOp program) {
  if (isNotation(value)) return readNotationOn(value, tensor, mesh, program);
  const std::optional<Mesh> other = otherMesh(value, mesh, program);
  if (!other) return ShardingReader(mesh, tensor).read(value);
  const std::optional<Sharding> read = ShardingReader(*other, tensor).read(value);
  if (!read) return std::nullopt;
  if (auto sharding = onMesh({*other, *read}, mesh)) return sharding;
  (void)reportMisfit(value.loc(), tensor.shownName(), {*other, *read}, mesh);
  return std::nullopt;
}

std::optional<json::Member> findLongForm(json::Value entry, const Tensor &tensor) {
  if (!entry.is(json::Kind::object)) return std::nullopt;
  for (json::Member member : entry.members())
    if (llvm::is_contained(kLongForm, member.key()) &&
        !llvm::is_contained(tensor.dims, member.key()))
      return member;
  return std::nullopt;
}

static std::vector<std::string> namesOf(llvm::ArrayRef<AxisRef> axes, const Mesh &mesh) {
  std::vector<std::string> names;
  for (const AxisRef &axis : axes)
    names.push_back(str(axis, mesh));
  return names;
}

WrittenSharding writtenAs(const Sharding &sharding, const Mesh &mesh) {
  WrittenSharding written;
  bool hasPriorities = false;
  for (const DimSharding &dim : sharding.dims) {
    written.dims.push_back(namesOf(dim.axes, mesh));
    if (dim.open) written.dims.back().push_back("?");
    written.priorities.push_back(dim.priority);
    hasPriorities |= dim.priority > 0;
  }
  if (!hasPriorities) written.priorities.clear();
  written.replicated = namesOf(sharding.replicated, mesh);
  written.unreduced = namesOf(sharding.unreduced, mesh);
  written.onlyOn = sharding.onlyOn;
  if (sharding.unreducedBy != UnreducedBy::sum) written.unreducedBy = nameOf(sharding.unreducedBy);
  return written;
}

static AxisList axesNamed(llvm::ArrayRef<std::string> names, const Mesh &mesh) {
  AxisList axes;
  for (StringRef name : names) {
    const auto [whole, part] = name.split(':');
    AxisRef axis = wholeAxis(mesh, mesh.find(whole));
    const auto [before, size] = part.drop_front(part.empty() ? 0 : 1).split(')');
    if (!part.empty()) {
      (void)before.getAsInteger(10, axis.before);
      (void)size.getAsInteger(10, axis.size);
    }
    append(axes, axis);
  }
  return axes;
}

Sharding readBack(const WrittenSharding &written, const Mesh &mesh) {
  Sharding sharding;
  for (llvm::ArrayRef<std::string> names : written.dims) {
    DimSharding &dim = sharding.dims.emplace_back();
    dim.open = !names.empty() && names.back() == "?";
    dim.axes = axesNamed(dim.open ? names.drop_back() : names, mesh);
  }
  sharding.onlyOn = written.onlyOn;
  sharding.unreduced = axesNamed(written.unreduced, mesh);
  sharding.unreducedBy = unreducedNamed(written.unreducedBy).value_or(UnreducedBy::sum);
  return sharding;
}

} // namespace shardc::config
