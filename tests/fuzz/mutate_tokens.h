// SPDX-License-Identifier: Apache-2.0
// Changes to a text that know its tokens and nothing of what they mean.
#pragma once

#include "tests/fuzz/dice.h"

#include <string>

namespace shardc::test {

/// Changes a text in one place, or one thing throughout: numbers, names, types, brackets, lines,
/// bytes. Lines of `other` may be put in.
std::string mutateTokens(Dice &dice, const std::string &text, const std::string &other);

} // namespace shardc::test
