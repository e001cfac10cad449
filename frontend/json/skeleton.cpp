// SPDX-License-Identifier: Apache-2.0
// An op as JSON to fill in, for `shardc list ops NAME`.
#include "frontend/json/program.h"
#include "frontend/json/spellings/spellings.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static std::string quoted(llvm::StringRef text) { return ("\"" + text + "\"").str(); }

/// What the definition of an op gives as an example of this name; empty where it gives none.
static llvm::StringRef exampleOf(const OpInfo &info, llvm::StringRef name) {
  llvm::SmallVector<llvm::StringRef> entries;
  info.example.split(entries, "; ");
  for (llvm::StringRef entry : entries)
    if (entry.consume_front(name) && entry.consume_front(": ")) return entry;
  return "";
}

static bool isText(AttributeKind kind) {
  return kind == AttributeKind::text || kind == AttributeKind::other;
}

/// What stands for an attribute that has no default.
static std::string placeholder(const AttributeInfo &attribute) {
  switch (attribute.kind) {
  case AttributeKind::boolean:
    return "false";
  case AttributeKind::integer:
    return "0";
  case AttributeKind::number:
    return "0.001";
  case AttributeKind::integers:
    return "[0]";
  case AttributeKind::booleans:
    return "[false]";
  case AttributeKind::pairs:
    return "[[0, 0]]";
  case AttributeKind::choice:
    return quoted(attribute.choices.front());
  case AttributeKind::choices:
    return "[" + quoted(attribute.choices.front()) + "]";
  case AttributeKind::elements:
    return "0";
  case AttributeKind::names:
    return quoted("i");
  case AttributeKind::rows:
    return "[[0, 1], [2, 3]]";
  case AttributeKind::text:
  case AttributeKind::other:
    return quoted("...");
  }
  llvm_unreachable("all kinds are above");
}

/// An attribute with its key: as a comment where there is nothing to say.
static std::string entryOf(const OpInfo &info, const AttributeInfo &attribute) {
  const llvm::StringRef example = exampleOf(info, attribute.name);
  if (!example.empty())
    return quoted(attribute.name) + ": " +
           (isText(attribute.kind) ? quoted(example) : example.str());
  if (attribute.required) return quoted(attribute.name) + ": " + placeholder(attribute);
  const std::string value = attribute.defaultText.empty() ? "" : ", " + attribute.defaultText.str();
  return quoted("//" + attribute.name.str()) + ": " + quoted("optional" + value);
}

/// A region as it may look like; one that ends a loop gives a predicate.
static std::string regionSkeleton(const OpInfo &info, llvm::StringRef region) {
  const auto written = [](llvm::StringRef inputs, llvm::StringRef op, llvm::StringRef in,
                          llvm::StringRef attributes = "") {
    return ("{\"inputs\": [" + inputs + "], \"ops\": [{\"name\": \"c\", \"op\": \"" + op +
            "\", \"in\": [" + in + "]" + attributes + "}], \"outputs\": [\"c\"]}")
        .str();
  };
  const llvm::StringRef pair = "\"a\", \"b\"";
  switch (info.regionsTake) {
  case RegionsTake::pairs:
    if (region == "select")
      return written(pair, "compare", pair, ", \"comparison_direction\": \"GE\"");
    return written(pair, "add", pair);
  case RegionsTake::pairsOfEach:
    return written(pair, "compare", pair, ", \"comparison_direction\": \"LT\"");
  case RegionsTake::elements:
    if (info.operands.size() == 1) return written("\"a\"", "negate", "\"a\"");
    return written(pair, "add", pair);
  case RegionsTake::operands:
    return written("\"a\"", region == "cond" ? "is_finite" : "negate", "\"a\"");
  case RegionsTake::nothing:
    const std::string one = written("", "negate", "\"x\"");
    return info.variadicRegions ? "[" + one + ", " + one + "]" : one;
  }
  llvm_unreachable("regions take something");
}

/// "y", or a list of several results' own names.
static std::string resultNames(const OpInfo &info) {
  if (info.variadicResults || info.results.size() < 2) return quoted("y");
  std::string names;
  for (llvm::StringRef result : info.results)
    names += (names.empty() ? "" : ", ") + quoted(result);
  return "[" + names + "]";
}

std::string opSkeleton(llvm::StringRef name) {
  const OpInfo *info = findMnemonic(name);
  if (const Spelling *spelling = info ? nullptr : findSpelling(name)) info = &spelling->info;
  if (!info || info->terminator) return "";
  std::string operands;
  for (const OperandInfo &operand : info->operands)
    operands += (operands.empty() ? "" : ", ") +
                quoted(operand.name.str() + (operand.variadic ? "..." : ""));
  std::string text = "{\"name\": " + resultNames(*info) + ", \"op\": " + quoted(info->mnemonic);
  if (!operands.empty()) text += ", \"in\": [" + operands + "]";
  bool isConstant = llvm::any_of(info->attributes, [](const AttributeInfo &attribute) {
    return attribute.kind == AttributeKind::elements;
  });
  if (info->declaresShape || isConstant) text += ", \"shape\": [2, 3]";
  const llvm::StringRef type = exampleOf(*info, "dtype");
  if (info->declaresType || isConstant)
    text += ", \"dtype\": " + quoted(type.empty() ? "f32" : type);
  for (const AttributeInfo &attribute : info->attributes)
    text += ", " + entryOf(*info, attribute);
  for (llvm::StringRef region : info->regions)
    text += ", " + quoted(region) + ": " + regionSkeleton(*info, region);
  return text + "}";
}

} // namespace shardc
