// SPDX-License-Identifier: Apache-2.0
// Changes to JSON documents: programs by what they mean, any document by its values.
#pragma once

#include "tests/fuzz/dice.h"

#include <nlohmann/json.hpp>

namespace shardc::test {

using Json = nlohmann::ordered_json;

/// Changes a program so that it may well stay one: extents throughout, operands, ops for others
/// like them, nested and called ops, longer and deeper programs.
void mutateProgram(Dice &dice, Json &program);

/// Changes one value or member of any document, or exchanges two.
void mutateDocument(Dice &dice, Json &document);

} // namespace shardc::test
