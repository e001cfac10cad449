// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/document/document.h"

#include "frontend/diagnostics.h"

#include <algorithm>
#include <cassert>

namespace shardc::json {

using llvm::StringRef;
using llvm::Twine;

Document::Document(mlir::MLIRContext &context, StringRef text, StringRef file, Place begin)
    : ctx(&context), text(text), file(file), begin(begin) {
  lines.push_back(0);
  for (size_t at = text.find('\n'); at != StringRef::npos; at = text.find('\n', at + 1))
    lines.push_back(at + 1);
}

std::pair<unsigned, unsigned> Document::lineAndColumn(uint32_t offset) const {
  auto next = std::upper_bound(lines.begin(), lines.end(), offset);
  unsigned line = next - lines.begin();
  const unsigned before = line == 1 ? begin.column : 1;
  return {line + begin.line - 1, offset - *std::prev(next) + before};
}

mlir::Location Document::locationAt(uint32_t offset) const {
  auto [line, column] = lineAndColumn(offset);
  return mlir::FileLineColLoc::get(ctx, file, line, column);
}

StringRef Document::stringAt(const Node &node) const {
  return StringRef(characters).substr(node.range.first, node.range.count);
}

Kind Value::kind() const { return document->nodes[node].kind; }
mlir::Location Value::loc() const { return document->locationAt(document->nodes[node].offset); }
unsigned Value::line() const { return document->lineAndColumn(document->nodes[node].offset).first; }
unsigned Value::column() const {
  return document->lineAndColumn(document->nodes[node].offset).second;
}

bool Value::boolean() const {
  assert(is(Kind::boolean));
  return document->nodes[node].boolean;
}

int64_t Value::integer() const {
  assert(is(Kind::integer));
  return document->nodes[node].integer;
}

double Value::number() const {
  assert(isNumber());
  const Document::Node &data = document->nodes[node];
  return data.kind == Kind::integer ? static_cast<double>(data.integer) : data.number;
}

StringRef Value::string() const {
  assert(is(Kind::string));
  return document->stringAt(document->nodes[node]);
}

/// What stands between a bracket and its other half.
static StringRef bracketed(StringRef text) {
  int depth = 0;
  bool inString = false;
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (inString && c == '\\')
      ++at;
    else if (c == '"')
      inString = !inString;
    else if (!inString && (c == '[' || c == '{'))
      ++depth;
    else if (!inString && (c == ']' || c == '}') && --depth == 0)
      return text.take_front(at + 1);
  }
  return text;
}

StringRef Value::spelled() const {
  StringRef rest = StringRef(document->text).drop_front(document->nodes[node].offset);
  if (is(Kind::array) || is(Kind::object)) return bracketed(rest);
  assert(isNumber());
  return rest.take_while([](char c) { return StringRef("+-.0123456789eE").contains(c); });
}

size_t Value::size() const {
  const Document::Node &data = document->nodes[node];
  if (data.kind == Kind::array) return data.range.count;
  if (data.kind == Kind::object) return data.range.count / 2;
  return 0;
}

Value Value::operator[](size_t index) const {
  assert(is(Kind::array) && index < size());
  return Value(document, document->nodes[node].range.first + index);
}

Member Value::member(size_t index) const {
  assert(is(Kind::object) && index < size());
  uint32_t first = document->nodes[node].range.first + 2 * index;
  return {Value(document, first), Value(document, first + 1)};
}

std::optional<Value> Value::find(StringRef key) const {
  if (!is(Kind::object)) return std::nullopt;
  for (Member member : members())
    if (member.key() == key) return member.value;
  return std::nullopt;
}

std::string described(Value value) {
  switch (value.kind()) {
  case Kind::null:
    return "null";
  case Kind::boolean:
    return value.boolean() ? "true" : "false";
  case Kind::integer:
  case Kind::number:
    return "the number " + shown(value.spelled());
  case Kind::string:
    return "the string '" + shown(value.string()) + "'";
  case Kind::array:
    return "a list of " + std::to_string(value.size());
  case Kind::object:
    return "an object";
  }
  llvm_unreachable("a kind");
}

mlir::LogicalResult wrongKind(Value value, const Twine &what, const Twine &expected) {
  return report(value.loc(), Diag::wrong_kind)
         << what << " must be " << expected << ", not " << described(value);
}

std::optional<bool> Value::asBoolean(const Twine &what) const {
  if (is(Kind::boolean)) return boolean();
  (void)wrongKind(*this, what, "true or false");
  return std::nullopt;
}

std::optional<int64_t> Value::asInteger(const Twine &what) const {
  if (is(Kind::integer)) return integer();
  bool tooLarge = is(Kind::number) && spelled().find_first_of(".eE") == StringRef::npos;
  (void)wrongKind(*this, what, tooLarge ? "an integer of 64 bits" : "an integer");
  return std::nullopt;
}

std::optional<double> Value::asNumber(const Twine &what) const {
  if (isNumber()) return number();
  (void)wrongKind(*this, what, "a number");
  return std::nullopt;
}

std::optional<StringRef> Value::asString(const Twine &what) const {
  if (is(Kind::string)) return string();
  (void)wrongKind(*this, what, "a string");
  return std::nullopt;
}

std::optional<Value> Value::asArray(const Twine &what) const {
  if (is(Kind::array)) return *this;
  (void)wrongKind(*this, what, "a list");
  return std::nullopt;
}

std::optional<Value> Value::asObject(const Twine &what) const {
  if (is(Kind::object)) return *this;
  (void)wrongKind(*this, what, "an object");
  return std::nullopt;
}

std::optional<Value> Value::require(StringRef key, const Twine &what) const {
  if (std::optional<Value> value = find(key)) return value;
  report(loc(), Diag::missing_key) << what << " has no '" << key << "'";
  return std::nullopt;
}

mlir::LogicalResult Value::onlyKeys(llvm::ArrayRef<StringRef> known, const Twine &what) const {
  mlir::LogicalResult result = mlir::success();
  for (Member member : members()) {
    if (llvm::is_contained(known, member.key())) continue;
    result = report(member.keyLoc(), Diag::unknown_key)
             << what << " has no key '" << shown(member.key()) << "'"
             << didYouMean(member.key(), known);
  }
  return result;
}

} // namespace shardc::json
