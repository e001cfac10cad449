// SPDX-License-Identifier: Apache-2.0
// JSON, as much of it as headers and tables of files have.
#pragma once

#include "runtime/namespace.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

struct Json {
  enum class Kind { word, string, list, object }; // word: a number, true, false or null
  Kind kind = Kind::word;
  std::string name; // in the object that it is a member of
  std::string text; // of a string, without quotes, or of a word
  std::vector<Json> members;
};

/// Throws where the text is none, is nested deeper than a hundred times, or says a name twice.
Json parse_json(std::string_view text);
/// "\"a\\n\"": bytes beyond ASCII stay as they are.
std::string json_string(std::string_view text);

// What a value has to be; throws where it is something else. `what` names it, for people.
const Json *find_member(const Json &object, std::string_view name); // null: it has none
const Json &member_of(const Json &object, std::string_view name);
const std::vector<Json> &entries_of(const Json &value, Json::Kind kind, std::string_view what);
const std::string &string_of(const Json &value, std::string_view what);
/// A whole number that is not negative.
int64_t count_of(const Json &value, std::string_view what);
/// A list of those.
std::vector<int64_t> counts_of(const Json &value, std::string_view what);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
