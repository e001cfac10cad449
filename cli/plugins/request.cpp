// SPDX-License-Identifier: Apache-2.0
#include "cli/plugins/request.h"

#include "cli/plugins/words.h"
#include "frontend/ir/interfaces/builder.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdio>

using namespace mlir;

namespace shardc {

static void append(std::string &text, int64_t number) {
  plugins::append(text, std::to_string(number));
}

static void appendValues(std::string &text, TypeRange types) {
  append(text, static_cast<int64_t>(types.size()));
  for (Type type : types) {
    const auto spec = typeOf(type); // a call of other types is not bound
    plugins::append(text, info(spec->type).name);
    append(text, static_cast<int64_t>(spec->shape.size()));
    for (int64_t extent : spec->shape)
      append(text, extent);
  }
}

/// A number or a word: a call that says something else is not bound.
static void appendAttribute(std::string &text, NamedAttribute each) {
  plugins::append(text, each.getName().strref());
  if (auto word = dyn_cast<StringAttr>(each.getValue())) {
    plugins::append(text, "text");
    plugins::append(text, word.getValue());
  } else if (auto real = dyn_cast<FloatAttr>(each.getValue())) {
    plugins::append(text, "real");
    char digits[40]; // also inf and nan, which JSON lacks
    std::snprintf(digits, sizeof digits, "%.17g", real.getValueAsDouble());
    plugins::append(text, digits);
  } else {
    plugins::append(text, "whole");
    append(text, *wholeOf(cast<IntegerAttr>(each.getValue()))); // as its code is told
  }
}

static void appendPlaces(std::string &text, const Places &values) {
  for (const Places::value_type &dims : values)
    for (const std::vector<std::string> &axes : dims)
      plugins::append(text, llvm::join(axes, " "));
}

std::string requestOf(const OwnCall &call, const CallPlaces *places) {
  std::string text;
  plugins::append(text, call.target);
  appendValues(text, call.type.getInputs());
  appendValues(text, call.type.getResults());
  append(text, static_cast<int64_t>(call.given.size()));
  for (NamedAttribute each : call.given)
    appendAttribute(text, each);
  append(text, places ? static_cast<int64_t>(places->mesh.size()) : 0);
  if (!places) return text;
  for (const auto &[axis, size] : places->mesh) {
    plugins::append(text, axis);
    append(text, size);
  }
  appendPlaces(text, places->operands);
  appendPlaces(text, places->results);
  return text;
}

} // namespace shardc
