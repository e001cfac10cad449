// SPDX-License-Identifier: Apache-2.0
// Programs and configs that are changed by tokens and by meaning.
#pragma once

#include "tests/fuzz/dice.h"

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace shardc::test {

/// How a program was changed.
enum class MutantKind : uint8_t {
  textByTokens,
  textByMeaning,
  textByBoth,
  jsonByTokens,
  jsonByMeaning,
  jsonByBoth,
};
constexpr int kMutantKinds = 6;
const char *name(MutantKind kind);
/// Of StableHLO text; else of JSON.
bool isText(MutantKind kind);

struct Mutant {
  MutantKind kind;
  std::string program;
  std::string config; // of the program before it was changed; "" for none
};

/// A changed program. A state of the dice gives the same on every machine.
Mutant mutantProgram(Dice &dice);
/// A config for a program that was read, a new one or `before` with a change; "" for none.
std::string mutantConfig(Dice &dice, const std::string &before, mlir::ModuleOp program);

} // namespace shardc::test
