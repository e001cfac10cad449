// SPDX-License-Identifier: Apache-2.0
// Small pieces of text that the files of a bundle, and the reports, share.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::text {

/// Lines of generated code, and of tables, are no longer than this.
constexpr size_t kColumns = 100;

/// "1 byte", "24 bytes".
std::string count(int64_t number, StringRef what);

/// Each op once, in order.
std::vector<std::string> opsOf(ArrayRef<Source> sources);
/// The lines that are known: "train.py:4-14,17, layers.py:8".
std::string placesOf(ArrayRef<Source> sources);

/// Text from elsewhere made fit for comments of any kind: printable ASCII without backslashes and
/// backquotes, no end of a comment inside, at most `longest` characters.
std::string clean(StringRef text, size_t longest = 400);
/// The same inside a cell of a Markdown table.
std::string cell(StringRef text);
/// A literal of C: "\"2 z\"".
std::string quoted(StringRef text);
/// Any bytes as a literal of C++ that means just these; what could be taken for code is in octal.
std::string escaped(StringRef text);

/// "x", "x and w", "x, w and m".
std::string listed(ArrayRef<std::string> words);
/// Words in one line, between commas.
std::string joined(ArrayRef<std::string> words, StringRef separator = ", ");

/// `open`, the items between commas, `close`; broken at kColumns, further lines begin under the
/// first item.
std::string packed(const std::string &open, ArrayRef<std::string> items, StringRef close);
/// `body` in a namespace, and an empty line.
std::string inNamespace(const std::string &name, const std::string &body);
/// "using shardc::runtime::Box, shardc::runtime::Type;" and an empty line.
std::string usingList(ArrayRef<std::string> names);
/// The same between braces, as clang-format does it: in one line, or an item a line.
std::string braced(const std::string &open, ArrayRef<std::string> items, StringRef close);
/// Words wrapped at kColumns, every line after `prefix`, a newline at the end. The first line has
/// `first` in its place if that is given.
std::string wrapped(StringRef prefix, StringRef words,
                    std::optional<StringRef> first = std::nullopt);
/// Rows of cells as aligned columns, two blanks apart, every line after `prefix`.
std::string columns(StringRef prefix, ArrayRef<std::vector<std::string>> rows);

/// Element types of a plan's values that are the runtime's and not C++'s: "bf16".
std::vector<std::string> runtimeTypes(const Plan &plan);
/// "f32".
std::string dtype(const TensorSpec &type);
/// "[5, 4]".
std::string shape(ArrayRef<int64_t> extents);
/// "[0:2, 0:4]".
std::string box(const Box &box);

} // namespace shardc::text
