// SPDX-License-Identifier: Apache-2.0
// Texts of programs and configs as tokens: what fuzzers exchange.
#pragma once

#include <string>
#include <vector>

namespace shardc::test {

enum class TokenKind : uint8_t { space, name, number, string, sign };

/// A piece of a text. `%x`, `@f`, `tensor` and `stablehlo.add` are names; of `8x12xf32` each
/// extent, each `x` and the type are tokens.
struct Token {
  TokenKind kind;
  std::string text;
};

/// The tokens of StableHLO text or JSON; put together, they are the text again.
std::vector<Token> tokensOf(const std::string &text);
std::string textOf(const std::vector<Token> &tokens);

} // namespace shardc::test
