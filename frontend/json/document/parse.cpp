// SPDX-License-Identifier: Apache-2.0
// Builds documents from the events of nlohmann's parser, which keeps its own stack on the heap.
//
// The parser tells the kind and value of a token, not its place. Tokens are separated by blanks,
// commas and colons only, so the place of each follows from the end of the one before it.
#include "frontend/diagnostics.h"
#include "frontend/json/document/document.h"

#include "llvm/ADT/STLExtras.h"

#include <nlohmann/json.hpp>

#include <limits>

namespace shardc::json {

using llvm::StringRef;

static constexpr StringRef byteOrderMark = "\xEF\xBB\xBF";

class TreeBuilder {
public:
  TreeBuilder(Document &document, const Limits &limits) : document(document), limits(limits) {
    if (StringRef(document.text).starts_with(byteOrderMark)) cursor = byteOrderMark.size();
  }
  bool failed = false;

  // The events of nlohmann's parser; false ends it.
  bool null() {
    return push(Kind::null, 4, [](Node &) {});
  }
  bool boolean(bool value) {
    return push(Kind::boolean, value ? 4 : 5, [&](Node &node) { node.boolean = value; });
  }
  bool number_integer(int64_t value) {
    return push(Kind::integer, numberLength(), [&](Node &node) { node.integer = value; });
  }
  bool number_unsigned(uint64_t value) {
    if (value <= uint64_t(std::numeric_limits<int64_t>::max())) return number_integer(value);
    return number_float(static_cast<double>(value), "");
  }
  bool number_float(double value, const std::string &) {
    return push(Kind::number, numberLength(), [&](Node &node) { node.number = value; });
  }
  bool string(std::string &value) {
    return push(Kind::string, stringLength(), [&](Node &node) {
      node.range = {uint32_t(document.characters.size()), uint32_t(value.size())};
      document.characters += value;
    });
  }
  bool key(std::string &value) {
    if (StringRef(value).starts_with("//")) open.back().comment = true;
    return string(value);
  }
  bool binary(std::vector<uint8_t> &) { return false; }
  bool start_object(size_t) { return start(Kind::object); }
  bool start_array(size_t) { return start(Kind::array); }
  bool end_object();
  bool end_array() { return end(); }
  bool parse_error(size_t position, const std::string &, const nlohmann::detail::exception &error);

  void finish() {
    document.rootNode = document.nodes.size();
    document.nodes.push_back(pending.front());
  }

private:
  using Node = Document::Node;
  /// A value that has begun and not ended; what it holds lies in `pending` from `first` on.
  struct Open {
    Kind kind;
    uint32_t offset;
    size_t first;
    bool muted;           // within a comment
    bool comment = false; // its latest member is one
  };

  StringRef rest(size_t from) const { return StringRef(document.text).drop_front(from); }
  size_t tokenStart() const {
    return document.text.size() - rest(cursor).ltrim(" \t\r\n,:").size();
  }
  size_t numberLength() const {
    return rest(tokenStart())
        .take_while([](char c) { return StringRef("+-.0123456789eE").contains(c); })
        .size();
  }
  size_t stringLength() const;
  template <typename Fill>
  bool push(Kind kind, size_t length, Fill fill);
  void settle();
  bool start(Kind kind);
  bool end();
  void dropComments(const Open &object);
  void reportDuplicates(const Open &object);
  std::string hint(size_t offset, StringRef problem) const;

  Document &document;
  const Limits &limits;
  size_t cursor = 0; // after the latest token
  std::vector<Node> pending;
  std::vector<Open> open;
};

size_t TreeBuilder::stringLength() const {
  StringRef token = rest(tokenStart());
  size_t at = 1;
  while (at < token.size() && token[at] != '"')
    at += token[at] == '\\' ? 2 : 1;
  return std::min(at + 1, token.size());
}

template <typename Fill>
bool TreeBuilder::push(Kind kind, size_t length, Fill fill) {
  Node node{};
  node.kind = kind;
  node.offset = tokenStart();
  fill(node);
  pending.push_back(node);
  cursor = node.offset + length;
  return true;
}

bool TreeBuilder::start(Kind kind) {
  size_t offset = tokenStart();
  if (open.size() == limits.depth) {
    failed = true;
    report(document.locationAt(offset), Diag::too_deep)
        << "values are nested more than " << limits.depth << " deep";
    return false;
  }
  bool muted = !open.empty() && (open.back().muted || open.back().comment);
  open.push_back({kind, uint32_t(offset), pending.size(), muted});
  cursor = offset + 1;
  return true;
}

/// Moves what the innermost value holds to its place in the document.
bool TreeBuilder::end() {
  Open value = open.back();
  open.pop_back();
  Node node{};
  node.kind = value.kind;
  node.offset = value.offset;
  node.range = {uint32_t(document.nodes.size()), uint32_t(pending.size() - value.first)};
  document.nodes.insert(document.nodes.end(), pending.begin() + value.first, pending.end());
  pending.resize(value.first);
  cursor = tokenStart() + 1;
  pending.push_back(node);
  return true;
}

bool TreeBuilder::end_object() {
  dropComments(open.back());
  if (!open.back().muted) reportDuplicates(open.back());
  return end();
}

void TreeBuilder::dropComments(const Open &object) {
  size_t kept = object.first;
  for (size_t at = object.first; at < pending.size(); at += 2) {
    if (document.stringAt(pending[at]).starts_with("//")) continue;
    pending[kept] = pending[at];
    pending[kept + 1] = pending[at + 1];
    kept += 2;
  }
  pending.resize(kept);
}

void TreeBuilder::reportDuplicates(const Open &object) {
  std::vector<size_t> keys;
  for (size_t at = object.first; at < pending.size(); at += 2)
    keys.push_back(at);
  llvm::sort(keys, [&](size_t a, size_t b) {
    return std::pair(document.stringAt(pending[a]), a) <
           std::pair(document.stringAt(pending[b]), b);
  });
  for (size_t i = 1; i < keys.size(); ++i) {
    const Node &first = pending[keys[i - 1]], &second = pending[keys[i]];
    if (document.stringAt(first) != document.stringAt(second)) continue;
    failed = true;
    Report again = report(document.locationAt(second.offset), Diag::duplicate_key);
    again << "key '" << shown(document.stringAt(second)) << "' occurs twice";
    again.note(document.locationAt(first.offset)) << "it is here already";
  }
}

/// What people write who get this wrong most often.
std::string TreeBuilder::hint(size_t offset, StringRef problem) const {
  StringRef at = rest(offset);
  StringRef before = StringRef(document.text).take_front(offset).rtrim(" \t\r\n");
  if (at.starts_with("'")) return "; strings stand in double quotes";
  if (at.starts_with("//") || at.starts_with("/*") || at.starts_with("#"))
    return "; comments are members whose key begins with '//'";
  if ((at.starts_with("]") || at.starts_with("}")) && before.ends_with(","))
    return "; no comma stands before a closing bracket";
  if (at.starts_with("NaN") || at.starts_with("Inf") || at.starts_with("nan") ||
      at.starts_with("inf"))
    return "; write \"nan\", \"inf\" or \"-inf\" as a string";
  if (problem.contains("end of input") && !open.empty())
    return std::string("; '") + (open.back().kind == Kind::array ? '[' : '{') + "' is not closed";
  return "";
}

bool TreeBuilder::parse_error(size_t position, const std::string &,
                          const nlohmann::detail::exception &error) {
  failed = true;
  // "[json.exception...] parse error at line 1, column 2: syntax error while ... - PROBLEM; last
  // read: ...": the place is told by ours, and the token is what the caret shows.
  StringRef problem = error.what();
  if (size_t dash = problem.find(" - "); dash != StringRef::npos)
    problem = problem.substr(dash + 3);
  problem = problem.take_front(problem.find("; last read"));
  size_t offset = std::min(tokenStart(), document.text.size());
  bool inside = problem.starts_with("invalid string") || problem.starts_with("unexpected ','") ||
                problem.starts_with("unexpected ':'");
  if (inside && position > 0) offset = std::min(position - 1, document.text.size());
  if (error.id == 406) problem = "the number is too large for f64";
  std::string more = hint(offset, problem);
  Report wrong = report(document.locationAt(offset), Diag::json_syntax);
  wrong << "not JSON: " << problem << more;
  if (!open.empty() && problem.contains("end of input"))
    wrong.note(document.locationAt(open.back().offset)) << "it begins here";
  return false;
}

std::unique_ptr<const Document> Document::parse(mlir::MLIRContext &context, StringRef text,
                                                StringRef file, const Limits &limits, Place begin) {
  mlir::Location start = mlir::FileLineColLoc::get(&context, file, 1, 1);
  if (text.size() > limits.bytes) {
    report(start, Diag::too_large)
        << "the file has " << text.size() << " bytes, more than " << limits.bytes;
    return nullptr;
  }
  std::unique_ptr<Document> document(new Document(context, text, file, begin));
  // To the parser a NUL is the end of the text, and what follows would be ignored.
  if (size_t nul = text.find('\0'); nul != StringRef::npos) {
    report(document->locationAt(nul), Diag::json_syntax) << "not JSON: a byte 0";
    return nullptr;
  }
  TreeBuilder builder(*document, limits);
  bool whole = nlohmann::json::sax_parse(document->text, &builder);
  if (!whole || builder.failed) return nullptr;
  builder.finish();
  return document;
}

} // namespace shardc::json
