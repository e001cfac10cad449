// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/calls/case_shardings.h"

#include "frontend/config/shardings/mesh.h"
#include "frontend/diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using json::Value;

/// null, an axis, or a list of axes, major first.
static std::optional<std::vector<std::string>> readAxes(Value dim) {
  if (dim.is(json::Kind::null)) return std::vector<std::string>();
  if (dim.is(json::Kind::string)) return std::vector<std::string>{dim.string().str()};
  const auto list = dim.asArray("the axes of a dimension");
  if (!list) return std::nullopt;
  std::vector<std::string> axes;
  for (const Value each : list->elements()) {
    const auto axis = each.asString("an axis");
    if (!axis) return std::nullopt;
    axes.push_back(axis->str());
  }
  return axes;
}

/// Per value and dimension.
static std::optional<Places> readPlaces(Value list) {
  Places places;
  for (const Value value : list.elements()) {
    const auto dims = value.asArray("a sharding");
    if (!dims) return std::nullopt;
    Places::value_type &own = places.emplace_back();
    for (const Value dim : dims->elements()) {
      auto axes = readAxes(dim);
      if (!axes) return std::nullopt;
      own.push_back(std::move(*axes));
    }
  }
  return places;
}

/// "[p, -], [-]"
static std::string shortText(const Places &places) {
  std::vector<std::string> values;
  for (const Places::value_type &value : places) {
    std::vector<std::string> dims;
    for (const std::vector<std::string> &axes : value)
      dims.push_back(axes.empty() ? "-" : llvm::join(axes, " "));
    values.push_back("[" + llvm::join(dims, ", ") + "]");
  }
  return llvm::join(values, ", ");
}

std::optional<OpCase> readCaseShardings(Value given) {
  if (mlir::failed(given.onlyKeys({"operands", "results", "mesh"}, "a case"))) return std::nullopt;
  OpCase one;
  if (const auto mesh = given.find("mesh")) {
    const auto text = mesh->asString("'mesh'");
    if (text) one.mesh = config::meshFromText(*text, mesh->loc());
    if (!one.mesh) return std::nullopt;
  }
  for (auto [key, places] : {std::pair("operands", &one.operands), {"results", &one.results}}) {
    auto list = given.require(key, "a case");
    if (list) list = list->asArray(llvm::Twine("'") + key + "'");
    auto read = list ? readPlaces(*list) : std::nullopt;
    if (!read) return std::nullopt;
    *places = std::move(*read);
  }
  one.name = shortText(one.operands) + " -> " + shortText(one.results);
  if (one.mesh) one.name += " of " + one.mesh->str();
  return one;
}

} // namespace shardc
