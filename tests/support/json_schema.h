// SPDX-License-Identifier: Apache-2.0
// Checks JSON against the part of JSON Schema that the schemas of shardc use, and varies documents,
// so that a test can hold a schema and a reader against each other.
#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace shardc::test {

using Json = nlohmann::ordered_json;

/// A schema, ready to check documents. A keyword that the checker does not know is an exception:
/// a schema must not say what nobody checks.
class JsonSchema {
public:
  explicit JsonSchema(Json schema) : root(std::move(schema)) {}
  static JsonSchema parse(const std::string &text) { return JsonSchema(Json::parse(text)); }

  /// What is wrong, each with its JSON pointer; nothing where the document fits.
  std::vector<std::string> violations(const Json &document) const {
    std::vector<std::string> found;
    check(root, document, "", found);
    return found;
  }
  bool accepts(const Json &document) const { return violations(document).empty(); }

private:
  using Found = std::vector<std::string>;

  const Json &resolve(const Json &schema) const {
    const Json *at = &schema;
    while (at->is_object() && at->contains("$ref"))
      at = &root.at(Json::json_pointer(at->at("$ref").get<std::string>().substr(1)));
    return *at;
  }

  bool fits(const Json &schema, const Json &value) const {
    Found found;
    check(schema, value, "", found);
    return found.empty();
  }

  static bool isOfType(const std::string &type, const Json &value) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "boolean") return value.is_boolean();
    if (type == "null") return value.is_null();
    if (type == "number") return value.is_number();
    // 2.0 is an integer to JSON Schema; to shardc it is not.
    if (type == "integer") return value.is_number_integer();
    throw std::runtime_error("unknown type " + type);
  }

  void check(const Json &unresolved, const Json &value, const std::string &at, Found &found) const {
    const Json &schema = resolve(unresolved);
    if (schema.is_boolean()) {
      if (!schema.get<bool>()) found.push_back(at + ": not allowed");
      return;
    }
    for (const auto &[keyword, rule] : schema.items())
      checkKeyword(keyword, rule, schema, value, at, found);
  }

  void checkKeyword(const std::string &keyword, const Json &rule, const Json &schema,
                    const Json &value, const std::string &at, Found &found) const {
    static const std::set<std::string> forPeople = {
        "$schema", "$id", "$defs", "$comment", "title", "description", "default", "examples"};
    auto require = [&](bool ok) {
      if (!ok) found.push_back(at + ": " + keyword + " " + rule.dump());
    };
    auto count = [&] {
      size_t fitting = 0;
      for (const Json &choice : rule)
        fitting += fits(choice, value);
      return fitting;
    };
    if (forPeople.count(keyword)) return;
    if (keyword == "type") {
      bool ok = false;
      for (const Json &type : rule.is_array() ? rule : Json::array({rule}))
        ok |= isOfType(type.get<std::string>(), value);
      return require(ok);
    }
    if (keyword == "const") return require(rule == value);
    if (keyword == "enum") return require(std::find(rule.begin(), rule.end(), value) != rule.end());
    if (keyword == "oneOf") return require(count() == 1);
    if (keyword == "anyOf") return require(count() > 0);
    if (keyword == "allOf") return require(count() == rule.size());
    if (keyword == "not") return require(!fits(rule, value));
    if (keyword == "minimum") return require(!value.is_number() || value >= rule);
    if (keyword == "maximum") return require(!value.is_number() || value <= rule);
    if (keyword == "pattern")
      return require(!value.is_string() || std::regex_search(value.get<std::string>(),
                                                             std::regex(rule.get<std::string>())));
    if (keyword == "minItems")
      return require(!value.is_array() || value.size() >= rule.get<size_t>());
    if (keyword == "maxItems")
      return require(!value.is_array() || value.size() <= rule.get<size_t>());
    if (keyword == "minProperties")
      return require(!value.is_object() || value.size() >= rule.get<size_t>());
    if (keyword == "contains")
      return require(!value.is_array() || std::any_of(value.begin(), value.end(), [&](auto &item) {
        return fits(rule, item);
      }));
    if (keyword == "items") return checkItems(rule, value, at, found);
    if (keyword == "prefixItems") {
      for (size_t i = 0; value.is_array() && i < std::min(value.size(), rule.size()); ++i)
        check(rule[i], value[i], at + "/" + std::to_string(i), found);
      return;
    }
    if (keyword == "required") {
      for (const Json &key : rule)
        if (value.is_object() && !value.contains(key.get<std::string>()))
          found.push_back(at + ": no '" + key.get<std::string>() + "'");
      return;
    }
    if (keyword == "properties") return checkMembers(schema, value, at, found);
    if (keyword == "patternProperties" || keyword == "additionalProperties") {
      if (!schema.contains("properties")) checkMembers(schema, value, at, found);
      return;
    }
    throw std::runtime_error("the checker does not know the keyword " + keyword);
  }

  void checkItems(const Json &rule, const Json &value, const std::string &at, Found &found) const {
    if (!value.is_array()) return;
    for (size_t i = 0; i < value.size(); ++i)
      check(rule, value[i], at + "/" + std::to_string(i), found);
  }

  void checkMembers(const Json &schema, const Json &value, const std::string &at,
                    Found &found) const {
    if (!value.is_object()) return;
    for (const auto &[key, member] : value.items()) {
      // Comments are dropped before anybody reads.
      if (key.rfind("//", 0) == 0) continue;
      std::string where = at + "/" + key;
      bool known = schema.contains("properties") && schema.at("properties").contains(key);
      if (known) check(schema.at("properties").at(key), member, where, found);
      if (schema.contains("patternProperties"))
        for (const auto &[pattern, rule] : schema.at("patternProperties").items()) {
          if (!std::regex_search(key, std::regex(pattern))) continue;
          known = true;
          check(rule, member, where, found);
        }
      if (!known && schema.contains("additionalProperties"))
        check(schema.at("additionalProperties"), member, where, found);
    }
  }

  Json root;
};

/// Calls `visit` with copies of a document that differ in one place each: every value replaced by
/// values of other kinds, every member renamed or removed.
inline void forEachVariation(const Json &document, const std::function<void(const Json &)> &visit) {
  static const Json others[] = {nullptr,
                                true,
                                -1,
                                7,
                                0.5,
                                "?!",
                                Json::array(),
                                Json::array({-3}),
                                Json::object(),
                                Json::object({{"?!", 1}})};
  const Json flat = document.flatten();
  for (const auto &[pointer, value] : flat.items()) {
    // The value itself and everything that it lies in.
    for (Json::json_pointer at(pointer);; at.pop_back()) {
      for (const Json &other : others) {
        Json changed = document;
        changed[at] = other;
        visit(changed);
      }
      if (at.empty()) break;
      Json changed = document;
      Json &parent = changed[at.parent_pointer()];
      if (parent.is_object()) {
        Json moved = parent[at.back()];
        parent.erase(at.back());
        visit(changed);
        parent[at.back() + "!"] = moved;
        visit(changed);
      }
    }
  }
}

} // namespace shardc::test
