// SPDX-License-Identifier: Apache-2.0
// Programs for the rows of the table of attributes.
#pragma once

#include "frontend/ir/tables/attribute_table.h"

#include <string>
#include <vector>

namespace shardc::test {

/// A program with a hole `$` for one attribute, and what may stand there.
struct Sample {
  Carrier carrier;
  std::string op, name; // of the row
  std::string program;
  std::string some, other; // both are taken; they differ in what comes of them if it is honoured
  std::string refused;     // what is not; empty where all is taken
};

/// One for each row, in no order.
std::vector<Sample> samples();

} // namespace shardc::test
