// SPDX-License-Identifier: Apache-2.0
// What shardc and the process that runs a plug-in tell each other: a list of words, each with its
// length in front, "5:hello,".
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace shardc::plugins {

inline void append(std::string &text, std::string_view word) {
  text += std::to_string(word.size());
  text += ':';
  text += word;
  text += ',';
}

/// The words of a text up to where it is none any more; `isWhole` says whether that is its end.
struct Words {
  std::vector<std::string> list;
  bool isWhole = false;
};
inline Words wordsOf(std::string_view text) {
  Words words;
  while (!text.empty()) {
    size_t length = 0;
    const char *end = text.data() + text.size();
    const auto [colon, error] = std::from_chars(text.data(), end, length);
    if (error != std::errc() || colon == end || *colon != ':') return words;
    const size_t begin = colon + 1 - text.data();
    if (length >= text.size() - begin || text[begin + length] != ',') return words;
    words.list.emplace_back(text.substr(begin, length));
    text.remove_prefix(begin + length + 1);
  }
  words.isWhole = true;
  return words;
}

} // namespace shardc::plugins
