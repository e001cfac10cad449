// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// Replaces every word `@FILE` by the words of the file: split at white space, "..." and '...' keep
/// it. Files do not nest. None, and what is wrong in `problem`, where a file cannot be read.
std::optional<std::vector<std::string>> expandResponseFiles(const std::vector<std::string> &words,
                                                            std::string &problem);

} // namespace shardc
