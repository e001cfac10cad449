// SPDX-License-Identifier: Apache-2.0
#include "cli/options/response_file.h"

#include "cli/io/read_file.h"

#include "llvm/ADT/StringExtras.h"

namespace shardc {

static constexpr size_t kMostBytes = size_t(1) << 20;

/// False where a quote is not closed.
static bool splitInto(llvm::StringRef text, std::vector<std::string> &words) {
  std::string word;
  bool inWord = false;
  char quote = 0;
  for (char c : text) {
    if (quote ? c == quote : c == '"' || c == '\'') {
      quote = quote ? 0 : c;
      inWord = true;
    } else if (!quote && llvm::isSpace(c)) {
      if (inWord) words.push_back(std::move(word));
      word.clear();
      inWord = false;
    } else {
      word += c;
      inWord = true;
    }
  }
  if (inWord) words.push_back(std::move(word));
  return quote == 0;
}

std::optional<std::vector<std::string>> expandResponseFiles(const std::vector<std::string> &words,
                                                            std::string &problem) {
  std::vector<std::string> expanded;
  for (const std::string &word : words) {
    if (word.size() < 2 || word[0] != '@') {
      expanded.push_back(word);
      continue;
    }
    auto file = readFile(word.substr(1), kMostBytes + 1);
    if (!file) {
      problem = "cannot read '" + word.substr(1) + "': " + file.getError().message();
      return std::nullopt;
    }
    if ((*file)->getBufferSize() > kMostBytes) {
      problem = "'" + word.substr(1) + "' has more than " + std::to_string(kMostBytes) +
                " bytes: no command line is so long";
      return std::nullopt;
    }
    if (!splitInto((*file)->getBuffer(), expanded)) {
      problem = "a quote in '" + word.substr(1) + "' is not closed";
      return std::nullopt;
    }
  }
  return expanded;
}

} // namespace shardc
