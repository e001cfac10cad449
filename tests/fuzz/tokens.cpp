// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/tokens.h"

#include <cstring>

namespace shardc::test {

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isLetter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static bool isSpace(char c) { return c != 0 && std::strchr(" \t\r\n", c); }
static bool isInName(char c) { return isLetter(c) || isDigit(c) || c == '.' || c == '$'; }

static size_t endOfString(const std::string &text, size_t at) {
  for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

static size_t endOfNumber(const std::string &text, size_t at) {
  const auto digits = [&] {
    while (at < text.size() && isDigit(text[at]))
      ++at;
  };
  const auto follows = [&](size_t from, char c) { return from < text.size() && text[from] == c; };
  digits();
  if (follows(at, '.')) ++at, digits();
  if (!follows(at, 'e') && !follows(at, 'E')) return at;
  size_t exponent = at + 1;
  if (follows(exponent, '+') || follows(exponent, '-')) ++exponent;
  if (exponent >= text.size() || !isDigit(text[exponent])) return at;
  at = exponent;
  digits();
  return at;
}

static Token tokenAt(const std::string &text, size_t at, bool afterExtent) {
  const auto token = [&](TokenKind kind, size_t end) {
    return Token{kind, text.substr(at, end - at)};
  };
  const auto while_ = [&](bool (*is)(char), size_t from) {
    while (from < text.size() && is(text[from]))
      ++from;
    return from;
  };
  const char c = text[at], next = at + 1 < text.size() ? text[at + 1] : '\0';
  if (isSpace(c)) return token(TokenKind::space, while_(isSpace, at));
  if (c == '"') return token(TokenKind::string, endOfString(text, at));
  if (afterExtent && c == 'x') return token(TokenKind::sign, at + 1);
  if (isDigit(c)) return token(TokenKind::number, endOfNumber(text, at));
  if (c == '-' && isDigit(next)) return token(TokenKind::number, endOfNumber(text, at + 1));
  if (isLetter(c) || (std::strchr("%@#!^", c) && isInName(next)))
    return token(TokenKind::name, while_(isInName, at + 1));
  return token(TokenKind::sign, c == '-' && next == '>' ? at + 2 : at + 1);
}

std::vector<Token> tokensOf(const std::string &text) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < text.size(); at += tokens.back().text.size())
    tokens.push_back(tokenAt(text, at, !tokens.empty() && tokens.back().kind == TokenKind::number));
  return tokens;
}

std::string textOf(const std::vector<Token> &tokens) {
  std::string text;
  for (const Token &token : tokens)
    text += token.text;
  return text;
}

} // namespace shardc::test
