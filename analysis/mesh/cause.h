// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace shardc {

/// What makes a move of data necessary, in words of the program. Each "{}" of the text stands for
/// the name of a value, so that moves of many layers can be told as one.
struct Cause {
  std::string text; // "dot_general sums over dimension 1 of {} and 0 of {}, split over model"
  std::vector<std::string> names;
};

} // namespace shardc
