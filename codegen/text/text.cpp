// SPDX-License-Identifier: Apache-2.0
#include "codegen/text/text.h"

#include "codegen/text/literal.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace shardc::text {

std::string count(int64_t number, StringRef what) {
  return withCommas(number) + " " + what.str() + (number == 1 ? "" : "s");
}

std::vector<std::string> opsOf(ArrayRef<Source> sources) {
  std::vector<std::string> ops;
  for (const Source &source : sources)
    if (!llvm::is_contained(ops, source.op)) ops.push_back(source.op);
  return ops;
}

/// Of numbers in ascending order.
static std::string numberRanges(ArrayRef<unsigned> numbers) {
  std::string text;
  for (size_t k = 0; k < numbers.size();) {
    size_t end = k;
    while (end + 1 < numbers.size() && numbers[end + 1] <= numbers[end] + 1)
      ++end;
    text += (text.empty() ? "" : ",") + std::to_string(numbers[k]);
    if (numbers[end] != numbers[k]) text += "-" + std::to_string(numbers[end]);
    k = end + 1;
  }
  return text;
}

std::string placesOf(ArrayRef<Source> sources) {
  llvm::MapVector<StringRef, SmallVector<unsigned, 8>> lines;
  for (const Source &source : sources)
    if (source.line != 0) lines[source.file].push_back(source.line);
  std::vector<std::string> places;
  for (auto &[file, numbers] : lines) {
    llvm::sort(numbers);
    places.push_back(clean(file, 40) + ":" + numberRanges(numbers));
  }
  return joined(places);
}

std::string clean(StringRef text, size_t longest) {
  std::string result;
  for (const char c : text) {
    if (result.size() >= longest) return result + "...";
    if ((c & 0xC0) == 0x80) continue; // inside a character of several bytes
    const bool ends = c == '/' && !result.empty() && result.back() == '*';
    const bool begins = c == '*' && !result.empty() && result.back() == '/';
    if (ends || begins) result += ' ';
    result += llvm::isPrint(c) && c != '\\' && c != '`' ? c : '_';
  }
  return result;
}

std::string cell(StringRef text) {
  std::string result;
  for (const char c : clean(text)) {
    if (c == '|' || c == '<') result += '\\';
    result += c;
  }
  return result;
}

std::string quoted(StringRef text) {
  std::string result = "\"";
  for (const char c : clean(text)) {
    if (c == '"') result += '\\';
    result += c;
  }
  return result + "\"";
}

std::string escaped(StringRef text) {
  std::string result = "\"";
  for (const unsigned char c : text) {
    const char octal[] = {'\\', char('0' + (c >> 6)), char('0' + (c >> 3 & 7)),
                          char('0' + (c & 7))};
    if (llvm::isAlnum(c) || StringRef(" _-+.:[]=@%").contains(c))
      result += char(c);
    else
      result.append(octal, 4);
  }
  return result + "\"";
}

std::string joined(ArrayRef<std::string> words, StringRef separator) {
  return llvm::join(words, separator);
}

std::string listed(ArrayRef<std::string> words) {
  if (words.size() < 2) return words.empty() ? "" : words.front();
  return joined(words.drop_back()) + " and " + words.back();
}

std::string packed(const std::string &open, ArrayRef<std::string> items, StringRef close) {
  std::string result = open;
  const size_t lineStart = open.rfind('\n') == std::string::npos ? 0 : open.rfind('\n') + 1;
  const size_t indent = open.size() - lineStart;
  size_t column = indent;
  for (size_t i = 0; i < items.size(); ++i) {
    const bool last = i + 1 == items.size();
    const std::string item = items[i] + (last ? close.str() : ",");
    const size_t width = StringRef(item).rtrim('\n').size() + (i == 0 ? 0 : 1);
    if (i != 0 && column + width > kColumns) {
      result += "\n" + std::string(indent, ' ') + item;
      column = indent + item.size();
      continue;
    }
    result += (i == 0 ? "" : " ") + item;
    column += width;
  }
  return items.empty() ? result + close.str() : result;
}

std::string braced(const std::string &open, ArrayRef<std::string> items, StringRef close) {
  const size_t lineStart = open.rfind('\n') == std::string::npos ? 0 : open.rfind('\n') + 1;
  const size_t indent = open.size() - lineStart;
  const std::string line = joined(items);
  const bool fits =
      !StringRef(line).contains('\n') && indent + line.size() + close.size() <= kColumns;
  return open + (fits ? line : joined(items, ",\n" + std::string(indent, ' '))) + close.str();
}

std::string inNamespace(const std::string &name, const std::string &body) {
  return "namespace " + name + " {\n\n" + body + "} // namespace " + name + "\n\n";
}

std::string usingList(ArrayRef<std::string> names) {
  std::string words = "using";
  for (const std::string &name : names)
    words += (&name == names.begin() ? " " : ", ") + ("shardc::runtime::" + name);
  return wrapped("    ", words + ";", "") + "\n";
}

std::string wrapped(StringRef prefix, StringRef words, std::optional<StringRef> first) {
  std::string result, line = first.value_or(prefix).str();
  size_t empty = line.size(); // a line no longer than this has no word yet
  llvm::SmallVector<StringRef, 0> parts;
  words.split(parts, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef word : parts) {
    if (line.size() > empty && line.size() + 1 + word.size() > kColumns) {
      result += line + "\n";
      line = prefix.str();
      empty = line.size();
    }
    if (line.size() > empty) line += ' ';
    line += word;
  }
  return result + line + "\n";
}

std::string columns(StringRef prefix, ArrayRef<std::vector<std::string>> rows) {
  std::vector<size_t> widths;
  for (const auto &row : rows)
    for (size_t c = 0; c < row.size(); ++c) {
      if (widths.size() == c) widths.push_back(0);
      widths[c] = std::max(widths[c], row[c].size());
    }
  std::string result;
  for (const auto &row : rows) {
    std::string line = prefix.str();
    for (size_t c = 0; c < row.size(); ++c)
      line += row[c] + std::string(widths[c] - row[c].size() + 2, ' ');
    result += StringRef(line).rtrim(' ').str() + "\n";
  }
  return result;
}

std::vector<std::string> runtimeTypes(const Plan &plan) {
  std::vector<std::string> names;
  for (ElementType type : elementTypes()) {
    const auto isOf = [&](const auto &each) { return each.type == type; };
    const bool isUsed = llvm::any_of(plan.functions,
                                     [&](const Function &function) {
                                       return llvm::any_of(function.buffers, isOf);
                                     }) ||
                        llvm::any_of(plan.constants, [&](const PlanConstant &constant) {
                          return isOf(constant.type);
                        });
    if (isOfRuntime(type) && isUsed) names.push_back(info(type).cpp);
  }
  return names;
}

std::string dtype(const TensorSpec &type) { return info(type.type).name; }

std::string shape(ArrayRef<int64_t> extents) {
  std::vector<std::string> words;
  for (int64_t extent : extents)
    words.push_back(std::to_string(extent));
  return "[" + joined(words) + "]";
}

std::string box(const Box &box) {
  std::vector<std::string> words;
  for (const Interval &dim : box)
    words.push_back(std::to_string(dim.lo) + ":" + std::to_string(dim.hi));
  return "[" + joined(words) + "]";
}

} // namespace shardc::text
