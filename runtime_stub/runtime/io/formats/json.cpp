// SPDX-License-Identifier: Apache-2.0
// A parser by recursive descent, no deeper than a limit. Numbers stay words, which who wants one
// reads: so integers of 64 bits are not rounded. Messages say what is wrong, and callers which
// file.
#include "runtime/io/formats/json.h"

#include "runtime/error.h"

#include <charconv>
#include <set>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

[[noreturn]] void refuse_json(const std::string &why) { throw Error(Exit::wrong_input, why); }

/// The bytes of a character (UTF-8).
std::string utf8(uint32_t character) {
  const auto byte = [](uint32_t bits) { return static_cast<char>(bits); };
  const auto rest = [&](int shift) { return byte(0x80 | (character >> shift & 0x3f)); };
  if (character < 0x80) return {byte(character)};
  if (character < 0x800) return {byte(0xc0 | character >> 6), rest(0)};
  if (character < 0x10000) return {byte(0xe0 | character >> 12), rest(6), rest(0)};
  return {byte(0xf0 | character >> 18), rest(12), rest(6), rest(0)};
}

class Parser {
public:
  explicit Parser(std::string_view text) : text(text) {}

  Json all() {
    Json value = any(0);
    skip();
    if (at != text.size()) wrong();
    return value;
  }

private:
  [[noreturn]] void wrong() const { refuse_json("is no JSON at byte " + std::to_string(at)); }

  void skip() {
    while (at < text.size() && std::string_view(" \t\r\n").find(text[at]) != std::string_view::npos)
      ++at;
  }
  /// Whether that comes next; it is passed.
  bool take(char c) {
    skip();
    if (at == text.size() || text[at] != c) return false;
    ++at;
    return true;
  }

  Json any(int depth) {
    constexpr int kMostDepth = 100;
    if (depth > kMostDepth) refuse_json("is nested deeper than a hundred times");
    if (take('{')) return several(Json::Kind::object, '}', depth);
    if (take('[')) return several(Json::Kind::list, ']', depth);
    if (take('"')) return {Json::Kind::string, {}, string(), {}};
    return {Json::Kind::word, {}, word(), {}};
  }

  Json several(Json::Kind kind, char end, int depth) {
    Json value = {kind, {}, {}, {}};
    std::set<std::string> names;
    for (bool first = true; !take(end); first = false) {
      if (!first && !take(',')) wrong();
      std::string name;
      if (kind == Json::Kind::object) {
        if (!take('"')) wrong();
        name = string();
        if (!names.insert(name).second) refuse_json("says '" + name + "' twice");
        if (!take(':')) wrong();
      }
      value.members.push_back(any(depth + 1));
      value.members.back().name = std::move(name);
    }
    return value;
  }

  std::string word() {
    const size_t end = std::min(text.find_first_of(" \t\r\n,:[]{}\"", at), text.size());
    std::string found(text.substr(at, end - at));
    double number = 0;
    const char *const last = found.data() + found.size();
    const bool is_number = !found.empty() &&
                           (found[0] == '-' || (found[0] >= '0' && found[0] <= '9')) &&
                           std::from_chars(found.data(), last, number).ptr == last;
    if (!is_number && found != "true" && found != "false" && found != "null") wrong();
    at = end;
    return found;
  }

  std::string string() {
    std::string value;
    while (at < text.size() && text[at] != '"') {
      if (static_cast<unsigned char>(text[at]) < 0x20) wrong();
      if (text[at] == '\\')
        value += escaped();
      else
        value += text[at++];
    }
    if (at++ == text.size()) wrong();
    return value;
  }

  std::string escaped() {
    constexpr std::string_view letters = "\"\\/bfnrt", meant = "\"\\/\b\f\n\r\t";
    if (++at == text.size()) wrong();
    if (text[at] == 'u') return unicode();
    const size_t letter = letters.find(text[at]);
    if (letter == std::string_view::npos) wrong();
    ++at;
    return {meant[letter]};
  }

  uint32_t hex() {
    uint32_t value = 0;
    if (text.size() - at < 5) wrong();
    const char *const digits = text.data() + at + 1;
    if (std::from_chars(digits, digits + 4, value, 16).ptr != digits + 4) wrong();
    at += 5;
    return value;
  }

  /// What \uXXXX says; of two such halves one character.
  std::string unicode() {
    const uint32_t first = hex();
    if (first < 0xd800 || first >= 0xe000) return utf8(first);
    if (first >= 0xdc00 || text.substr(at, 2) != "\\u") wrong();
    ++at;
    const uint32_t second = hex();
    if (second < 0xdc00 || second >= 0xe000) wrong();
    return utf8(0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00));
  }

  const std::string_view text;
  size_t at = 0;
};

} // namespace

Json parse_json(std::string_view text) { return Parser(text).all(); }

std::string json_string(std::string_view text) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20)
      out += {'\\', 'u', '0', '0', kDigits[byte / 16], kDigits[byte % 16]};
    else if (c == '"' || c == '\\')
      out += {'\\', c};
    else
      out += c;
  }
  return out + '"';
}

const Json *find_member(const Json &object, std::string_view name) {
  for (const Json &member : object.members)
    if (member.name == name) return &member;
  return nullptr;
}

const Json &member_of(const Json &object, std::string_view name) {
  if (const Json *found = find_member(object, name)) return *found;
  refuse_json("has no \"" + std::string(name) + "\"");
}

const std::vector<Json> &entries_of(const Json &value, Json::Kind kind, std::string_view what) {
  if (value.kind == kind) return value.members;
  refuse_json(std::string(what) + " is no " + (kind == Json::Kind::list ? "list" : "object"));
}

const std::string &string_of(const Json &value, std::string_view what) {
  if (value.kind == Json::Kind::string) return value.text;
  refuse_json(std::string(what) + " is no string");
}

int64_t count_of(const Json &value, std::string_view what) {
  int64_t count = 0;
  const char *const end = value.text.data() + value.text.size();
  const auto [last, status] = std::from_chars(value.text.data(), end, count);
  if (value.kind == Json::Kind::word && status == std::errc() && last == end && count >= 0)
    return count;
  refuse_json(std::string(what) + " is no whole number from 0 on");
}

std::vector<int64_t> counts_of(const Json &value, std::string_view what) {
  std::vector<int64_t> counts;
  for (const Json &entry : entries_of(value, Json::Kind::list, what))
    counts.push_back(count_of(entry, what));
  return counts;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
