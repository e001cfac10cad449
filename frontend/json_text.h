// SPDX-License-Identifier: Apache-2.0
// Writing JSON with a layout of one's own: objects in a line, lists of a line per entry.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace shardc::json {

/// A string, in ASCII: everything else is escaped, broken UTF-8 as U+FFFD.
std::string quoted(llvm::StringRef text);
/// Exactly: whole numbers as such, others with the fewest digits that read back the same.
std::string number(double value);
std::string numbers(llvm::ArrayRef<int64_t> values);

/// "[a, b]" of what `text` says of each entry.
template <typename List, typename Text>
std::string list(const List &entries, Text text) {
  std::string out = "[";
  for (const auto &entry : entries) {
    if (out.size() > 1) out += ", ";
    out += text(entry);
  }
  return out + "]";
}

template <typename List, typename Text>
std::vector<std::string> each(const List &entries, Text text) {
  std::vector<std::string> texts;
  for (const auto &entry : entries)
    texts.push_back(text(entry));
  return texts;
}

/// A list in the second level of a file: a line per entry.
std::string lines(llvm::ArrayRef<std::string> entries);

/// An object in one line; values are JSON already where they are `raw`.
class Line {
public:
  Line &raw(llvm::StringRef key, const std::string &value) {
    members += (members.empty() ? "" : ", ") + quoted(key) + ": " + value;
    return *this;
  }
  Line &string(llvm::StringRef key, llvm::StringRef value) { return raw(key, quoted(value)); }
  Line &number(llvm::StringRef key, int64_t value) { return raw(key, std::to_string(value)); }
  std::string str() const { return "{" + members + "}"; }

private:
  std::string members;
};

/// The outermost object: a member a line.
class Object {
public:
  Object &add(llvm::StringRef key, const std::string &value) {
    members += (members.empty() ? "  " : ",\n  ") + quoted(key) + ": " + value;
    return *this;
  }
  std::string str() const { return "{\n" + members + "\n}\n"; }

private:
  std::string members;
};

} // namespace shardc::json
