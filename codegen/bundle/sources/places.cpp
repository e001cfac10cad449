// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/sources/places.h"

#include "codegen/plan/names.h"

namespace shardc::bundle {

Places::Places(const Function &function, ArrayRef<std::string> taken)
    : function(function), used(function.coordinates.size()) {
  Names scope;
  for (const char *word : {"number", "device", "cut", "widen", "Box", "Device"})
    scope.reserve(word);
  for (const std::string &name : taken)
    scope.reserve(name);
  for (const Coordinate &coordinate : function.coordinates)
    names.push_back(scope.fresh(identifier(coordinate.name)));
}

std::string Places::text(const CutFormula &formula, StringRef index, StringRef base) {
  std::string place;
  for (int c : formula.order) {
    used[c] = true;
    const std::string size = std::to_string(function.coordinates[c].count());
    if (StringRef(place).contains('+')) place = "(" + place + ")";
    place = place.empty() ? names[c] : place + " * " + size + " + " + names[c];
  }
  const std::string extent = std::to_string(formula.extent);
  std::string out = base.str();
  if (out.empty())
    out = "cut" + (index == "int64_t" ? "" : "<" + index.str() + ">") + "(" + extent + ", " +
          std::to_string(formula.parts) + ", " + place + ")";
  if (!formula.isWide()) return out;
  return "widen(" + out + ", " + std::to_string(formula.below) + ", " +
         std::to_string(formula.above) + ", " + extent + ")";
}

std::string Places::declarations(const std::string &indent) const {
  std::vector<std::string> places;
  for (int c = 0; c < static_cast<int>(names.size()); ++c)
    if (used[c]) places.push_back(names[c] + " = " + placeExpression(function, {c}));
  return places.empty() ? "" : text::packed(indent + "const int ", places, ";\n");
}

} // namespace shardc::bundle
