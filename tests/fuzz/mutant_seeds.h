// SPDX-License-Identifier: Apache-2.0
// What mutants are made of.
#pragma once

#include "tests/fuzz/dice.h"

#include <string>

namespace shardc::test {

/// A program as it is before it is changed, with its config ("" for none).
struct MutantSeed {
  std::string program, config;
};
/// Programs of one origin, short ones first.
using MutantSeeds = std::vector<MutantSeed>;

/// Programs in StableHLO text, by origin: of this folder, of tests and samples, an instance of
/// every op, random ones.
const std::vector<MutantSeeds> &textSeeds();
/// The same in JSON.
const std::vector<MutantSeeds> &jsonSeeds();
/// One of them, of any origin; of each the short ones more often.
const MutantSeed &someSeed(Dice &dice, const std::vector<MutantSeeds> &seeds);

} // namespace shardc::test
