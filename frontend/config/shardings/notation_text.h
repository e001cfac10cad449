// SPDX-License-Identifier: Apache-2.0
// Shardings written in the notations that configs take.
#pragma once

#include "frontend/ir/sharding/algebra/sharding.h"
#include "frontend/ir/sharding/notations/notation_cursor.h"

#include <optional>
#include <string>

namespace shardc::config {

enum class Notation : uint8_t { spec, sdy, hlo, pxla };

/// The notation of this name: "hlo". None if there is none.
std::optional<Notation> notationNamed(llvm::StringRef name);

/// For people: "[data, -]" in `spec`, else what tools print. The problem names what the notation
/// cannot say, and which can.
std::optional<std::string> notedText(const Sharding &sharding, const Mesh &mesh, Notation notation,
                                     NotationProblem &problem);
/// The same in JSON, as an entry of a config.
std::optional<std::string> notedJson(const Sharding &sharding, const Mesh &mesh, Notation notation,
                                     NotationProblem &problem);

} // namespace shardc::config
