// SPDX-License-Identifier: Apache-2.0
#include "runtime/io/lookup.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

bool isWord(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '*'; // of a pattern
}

/// The letters from `at` on that make a word.
std::string wordAt(const std::string &text, size_t at) {
  size_t end = at;
  while (end < text.size() && isWord(text[end]))
    ++end;
  return text.substr(at, end - at);
}

/// Takes "['key']", "[\"key\"]" or "[key]" at `at`; nothing where it does not end.
std::optional<std::string> takeKey(const std::string &text, size_t &at) {
  const char quote = text[at + 1];
  const bool quoted = quote == '\'' || quote == '"';
  const std::string close = quoted ? std::string{quote, ']'} : "]";
  const size_t begin = at + 1 + quoted, end = text.find(close, begin);
  if (end == std::string::npos) return std::nullopt;
  at = end + close.size();
  return text.substr(begin, end - begin);
}

/// Takes ".field" at `at`; nothing where no word follows the dot.
std::optional<std::string> takeField(const std::string &text, size_t &at) {
  const std::string field = wordAt(text, at + 1);
  if (field.empty()) return std::nullopt;
  at += 1 + field.size();
  return field;
}

/// The name of an output as JAX has it: all are part of "result".
std::string outputPath(const std::string &path, size_t number) {
  if (path == "out" + std::to_string(number)) return "result/" + std::to_string(number);
  return path.starts_with("result/") ? path : "result/" + path;
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// How many letters must be added, dropped, replaced or swapped with their neighbour, at least.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before, previous(b.size() + 1), current(b.size() + 1);
  std::iota(previous.begin(), previous.end(), 0);
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, previous[j - 1] + !same});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        current[j] = std::min(current[j], before[j - 2] + 1);
    }
    before = previous;
    std::swap(previous, current);
  }
  return previous[b.size()];
}

} // namespace

std::string_view closest(std::string_view typed, const std::vector<std::string_view> &choices) {
  // Distances cost the product of the lengths: nothing is near a name of thousands of characters.
  // The first choices are enough for a guess, and few enough to be compared with all that is wrong.
  constexpr size_t longest = 100, most = 1000;
  if (typed.empty() || typed.size() > longest) return "";
  std::string_view best;
  size_t nearest = std::max<size_t>(1, typed.size() / 3) + 1;
  for (size_t i = 0; i < std::min(most, choices.size()); ++i) {
    const auto [shorter, longer] = std::minmax(typed.size(), choices[i].size());
    if (longer - shorter >= nearest) continue;
    const size_t away = distance(typed, choices[i]);
    if (away >= nearest || away >= choices[i].size()) continue;
    best = choices[i];
    nearest = away;
  }
  return best;
}

std::string pathOf(const std::string &name) {
  std::string path = wordAt(name, 0);
  size_t at = path.size();
  while (at < name.size()) {
    std::optional<std::string> part;
    if (name[at] == '[')
      part = takeKey(name, at);
    else if (name[at] == '.')
      part = takeField(name, at);
    if (!part) return name;
    path += (path.empty() ? "" : "/") + *part;
  }
  return path;
}

void Lookup::add(Names &names, const std::string &name, int index) {
  const auto [at, fresh] = names.try_emplace(name, Found{index, -1});
  if (!fresh && at->second.index != index && at->second.other < 0) at->second.other = index;
}

Lookup::Lookup(const std::vector<Signature> &list, Side side) {
  const int count = static_cast<int>(list.size());
  const auto addOwn = [&](const std::string &name, int index) {
    if (!name.empty()) own.try_emplace(name, Found{index, -1});
  };
  for (int i = 0; i < count; ++i)
    addOwn(list[i].spelling, i);
  for (int i = 0; i < count; ++i)
    addOwn(list[i].name, i);
  for (int i = 0; i < count && side != Side::inside; ++i)
    addOwn((side == Side::input ? "arg" : "out") + std::to_string(i), i);
  for (int i = 0; i < count; ++i) {
    const std::string &name = shownName(list[i]);
    const bool isOutput = side == Side::output;
    const std::string path = isOutput ? outputPath(pathOf(name), i) : pathOf(name);
    add(paths, path, i);
    // A name with dots or brackets that is no path is somebody's own, and stays whole.
    const size_t slash = (isOutput ? path : name).find('/');
    if (slash != std::string::npos) add(ends, path.substr(slash + 1), i);
  }
}

Found Lookup::find(const std::string &name) const {
  if (const auto at = own.find(name); at != own.end()) return at->second;
  const std::string path = pathOf(name);
  if (const auto at = paths.find(path); at != paths.end()) return at->second;
  const auto at = ends.find(path);
  return at == ends.end() ? Found{} : at->second;
}

int findOne(const Lookup &lookup, const std::vector<Signature> &list, const std::string &name) {
  const Found found = lookup.find(name);
  if (found.other < 0) return found.index;
  throw Error(Exit::wrong_input,
              one_line("'" + name + "' may be '" + shownName(list[found.index]) + "' or '" +
                       shownName(list[found.other]) + "'; write more of the name"));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
