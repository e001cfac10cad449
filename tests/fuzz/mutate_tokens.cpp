// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate_tokens.h"

#include "tests/fuzz/tokens.h"

#include "frontend/ir/tables/registry.h"

#include <algorithm>
#include <iterator>

namespace shardc::test {

namespace {

using Tokens = std::vector<Token>;

/// A text while it is changed, never empty.
struct Text {
  Dice &dice;
  Tokens tokens;
  const std::string &other;

  /// The places of tokens of a kind.
  std::vector<size_t> places(TokenKind kind) const {
    std::vector<size_t> found;
    for (size_t at = 0; at < tokens.size(); ++at)
      if (tokens[at].kind == kind) found.push_back(at);
    return found;
  }
  /// The place of some token of a kind; of any where there is none.
  size_t some(TokenKind kind) {
    const auto found = places(kind);
    return found.empty() ? dice.index(tokens) : dice.pick(found);
  }
  size_t length(size_t at, int64_t most) {
    return std::min<size_t>(1 + size_t(dice.below(most)), tokens.size() - at);
  }
  void insert(size_t at, const std::string &text) {
    const Tokens more = tokensOf(text);
    tokens.insert(tokens.begin() + ptrdiff_t(at), more.begin(), more.end());
  }
};

} // namespace

static std::string number(Dice &dice, const std::string &old) {
  static const std::vector<std::string> kSpecial = {"0",
                                                    "1",
                                                    "2",
                                                    "3",
                                                    "4",
                                                    "7",
                                                    "8",
                                                    "-1",
                                                    "-2",
                                                    "16",
                                                    "65537",
                                                    "2147483647",
                                                    "2147483648",
                                                    "-2147483648",
                                                    "1099511627776",
                                                    "4294967296",
                                                    "0.5",
                                                    "1.5e300",
                                                    "-0.0",
                                                    "9223372036854775807",
                                                    "1e400",
                                                    "0x7F800001",
                                                    "-9223372036854775808",
                                                    "99999999999999999999"};
  const int64_t value = std::strtoll(old.c_str(), nullptr, 10);
  if (dice.chance(40) && value < int64_t(1) << 60 && value > -(int64_t(1) << 60))
    return std::to_string(dice.pick<int64_t>({value + 1, value - 1, value * 2, value / 2, -value}));
  return dice.pick(kSpecial);
}

static void changeNumber(Text &t) {
  Token &token = t.tokens[t.some(TokenKind::number)];
  token.text = number(t.dice, token.text);
}
/// One number throughout: an extent, mostly.
static void changeEverywhere(Text &t) {
  const std::string old = t.tokens[t.some(TokenKind::number)].text, fresh = number(t.dice, old);
  for (Token &token : t.tokens)
    if (token.text == old) token.text = fresh;
}
static void changeName(Text &t) {
  Token &token = t.tokens[t.some(TokenKind::name)];
  std::vector<std::string> alike;
  for (const Token &one : t.tokens)
    if (one.kind == TokenKind::name && one.text[0] == token.text[0]) alike.push_back(one.text);
  if (t.dice.chance(20)) alike = {t.tokens[t.some(TokenKind::name)].text};
  if (!alike.empty()) token.text = t.dice.pick(alike);
}
static void changeString(Text &t) {
  const size_t at = t.some(TokenKind::string);
  if (t.dice.chance(60)) {
    t.tokens[at].text = t.tokens[t.some(TokenKind::string)].text;
    return;
  }
  t.tokens[at].text = t.dice.pick<std::string>(
      {"\"\"", "\"0\"", "\"\\00\"", "\"\\u0000\"", "\"*\"", "\"arg0\"", "\"\xC3\xA9\"",
       "\"a\\\"b\"", "\"-1\"", "\"inf\"", "\"nan\"", "\"" + std::string(5000, 'n') + "\""});
}
static void changeOp(Text &t) {
  static const std::vector<OpInfo> &ops = allOps();
  const OpInfo &fresh = ops[t.dice.index(ops)];
  std::vector<size_t> named;
  for (size_t at = 0; at < t.tokens.size(); ++at) {
    std::string text = t.tokens[at].text;
    if (text.size() > 1 && text[0] == '"') text = text.substr(1, text.size() - 2);
    if (findOp(text) || findMnemonic(text)) named.push_back(at);
  }
  if (named.empty()) return;
  std::string &text = t.tokens[t.dice.pick(named)].text;
  const bool full = text.find('.') != std::string::npos, quoted = text[0] == '"';
  text = full ? fresh.name.str() : fresh.mnemonic.str();
  if (quoted) text = "\"" + text + "\"";
}
static void changeType(Text &t) {
  static const std::vector<std::string> kTypes = {
      "f32",           "f64",          "i1",       "i32",           "i64",    "ui32",
      "bf16",          "f16",          "i8",       "ui8",           "i4",     "index",
      "none",          "complex<f32>", "f8E4M3FN", "tensor<2xf32>", "i65537", "si32",
      "!quant.any<i8>"};
  std::vector<size_t> named;
  for (size_t at = 0; at < t.tokens.size(); ++at)
    for (size_t known = 0; known < 6; ++known)
      if (t.tokens[at].text == kTypes[known] || t.tokens[at].text == "\"" + kTypes[known] + "\"")
        named.push_back(at);
  if (named.empty()) return;
  const std::string old = t.tokens[t.dice.pick(named)].text;
  const std::string plain = kTypes[t.dice.below(t.dice.chance(60) ? 6 : int64_t(kTypes.size()))];
  const std::string fresh = old[0] == '"' ? "\"" + plain + "\"" : plain;
  const bool everywhere = t.dice.chance(50);
  for (size_t at : named)
    if (t.tokens[at].text == old && (everywhere || t.dice.chance(30))) t.tokens[at].text = fresh;
}
/// A dimension more, or one less.
static void changeRank(Text &t) {
  const size_t at = t.some(TokenKind::number);
  const bool inType = at + 1 < t.tokens.size() && t.tokens[at + 1].text == "x";
  const std::string between = inType ? "x" : ", ";
  if (t.dice.chance(50)) {
    std::string more;
    for (int64_t count = t.dice.chance(80) ? 1 : t.dice.below(12); count > 0; --count)
      more += t.dice.pick<std::string>({"1", "1", "2", "0", "?", "3"}) + between;
    return t.insert(at, more);
  }
  const size_t end = std::min(at + 2, t.tokens.size());
  t.tokens.erase(t.tokens.begin() + ptrdiff_t(at), t.tokens.begin() + ptrdiff_t(end));
}
static void remove(Text &t) {
  const size_t at = t.dice.index(t.tokens), count = t.length(at, 4);
  t.tokens.erase(t.tokens.begin() + ptrdiff_t(at), t.tokens.begin() + ptrdiff_t(at + count));
}
static void repeat(Text &t) {
  const size_t at = t.dice.index(t.tokens), count = t.length(at, 6);
  const Tokens copy(t.tokens.begin() + ptrdiff_t(at), t.tokens.begin() + ptrdiff_t(at + count));
  const size_t to = t.dice.chance(50) ? at : t.dice.index(t.tokens);
  t.tokens.insert(t.tokens.begin() + ptrdiff_t(to), copy.begin(), copy.end());
}
static void exchange(Text &t) {
  const size_t at = t.dice.index(t.tokens);
  std::swap(t.tokens[at].text, t.tokens[t.some(t.tokens[at].kind)].text);
}
static void truncate(Text &t) { t.tokens.resize(1 + t.dice.index(t.tokens)); }
static void insertSign(Text &t) {
  static const std::vector<std::string> kSigns = {"(",
                                                  ")",
                                                  "[",
                                                  "]",
                                                  "{",
                                                  "}",
                                                  "<",
                                                  ">",
                                                  ",",
                                                  ":",
                                                  "\"",
                                                  "%",
                                                  "@",
                                                  "#",
                                                  "->",
                                                  "=",
                                                  "?",
                                                  "^bb0:",
                                                  "//",
                                                  "loc(unknown)",
                                                  "loc(\"n\"(\"f\":1:1))",
                                                  "null",
                                                  "true",
                                                  "dense<1>",
                                                  "array<i64: 0>",
                                                  "sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>",
                                                  "#0",
                                                  "attributes {a = 1}",
                                                  "\\"};
  t.insert(t.dice.index(t.tokens), t.dice.pick(kSigns));
}
static void insertBytes(Text &t) {
  static const std::vector<std::string> kBytes = {std::string(1, '\0'),
                                                  "\xEF\xBB\xBF",
                                                  "\xC2\xA0",
                                                  "\xE2\x80\xA8",
                                                  "\xFF",
                                                  "\xC3\xA9",
                                                  "\r",
                                                  "\t",
                                                  "\v",
                                                  "\f",
                                                  "\n\n",
                                                  "\xED\xA0\x80",
                                                  std::string(3000, ' '),
                                                  "\x1B[31m",
                                                  "\xF0\x9F\x98\x80"};
  t.insert(t.dice.index(t.tokens), t.dice.pick(kBytes));
}
static void nest(Text &t) {
  const std::string open = t.dice.pick<std::string>({"(", "[", "{", "<", "[{", "tensor<"});
  const auto depth = static_cast<size_t>(t.dice.pick<int64_t>({2, 20, 300, 20000}));
  std::string text;
  for (size_t level = 0; level < depth; ++level)
    text += open;
  t.insert(t.dice.index(t.tokens), text);
}
static void flipByte(Text &t) {
  std::string &text = t.tokens[t.dice.index(t.tokens)].text;
  text[t.dice.index(text)] = static_cast<char>(t.dice.below(256));
}
/// Members of a list between brackets, in another order.
static void shuffleList(Text &t) {
  const size_t at = t.some(TokenKind::sign);
  const auto from = t.tokens.begin() + ptrdiff_t(at);
  const auto begin = std::find_if(from, t.tokens.end(), [](const Token &token) {
    return token.text == "[" || token.text == "(";
  });
  const auto end = std::find_if(begin, t.tokens.end(), [](const Token &token) {
    return token.text == "]" || token.text == ")";
  });
  std::vector<size_t> members;
  for (auto it = begin; it != end; ++it)
    if (it->kind != TokenKind::space && it->kind != TokenKind::sign)
      members.push_back(size_t(it - t.tokens.begin()));
  if (members.size() < 2) return;
  std::swap(t.tokens[members[t.dice.index(members)]].text,
            t.tokens[members[t.dice.index(members)]].text);
}

static std::vector<std::string> linesOf(const std::string &text) {
  std::vector<std::string> lines;
  for (size_t at = 0; at < text.size(); at += lines.back().size()) {
    const size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end == std::string::npos ? end : end + 1 - at));
  }
  return lines;
}
/// Lines that are dropped, doubled, moved, or come from elsewhere.
static void changeLines(Text &t) {
  std::vector<std::string> lines = linesOf(textOf(t.tokens));
  const std::vector<std::string> others = linesOf(t.other);
  const size_t at = t.dice.index(lines), to = t.dice.index(lines);
  const std::string line = lines[at];
  switch (t.dice.below(4)) {
  case 0:
    if (lines.size() > 1) lines.erase(lines.begin() + ptrdiff_t(at));
    break;
  case 1:
    lines.insert(lines.begin() + ptrdiff_t(to), line);
    break;
  case 2:
    std::swap(lines[at], lines[to]);
    break;
  default:
    if (!others.empty()) lines.insert(lines.begin() + ptrdiff_t(to), t.dice.pick(others));
  }
  std::string text;
  for (const std::string &one : lines)
    text += one;
  t.tokens = tokensOf(text);
}

std::string mutateTokens(Dice &dice, const std::string &text, const std::string &other) {
  // What mostly leaves a text that can be parsed comes more often.
  static const std::vector<void (*)(Text &)> kChanges = {
      changeNumber, changeNumber, changeNumber, changeNumber, changeEverywhere, changeEverywhere,
      changeName,   changeName,   changeName,   changeString, changeString,     changeOp,
      changeOp,     changeOp,     changeType,   changeType,   changeType,       changeRank,
      remove,       repeat,       exchange,     exchange,     truncate,         insertSign,
      insertSign,   insertBytes,  nest,         flipByte,     shuffleList,      shuffleList,
      changeLines,  changeLines,  changeLines};
  Text t{dice, tokensOf(text), other};
  if (t.tokens.empty()) return other;
  dice.pick(kChanges)(t);
  return textOf(t.tokens);
}

} // namespace shardc::test
