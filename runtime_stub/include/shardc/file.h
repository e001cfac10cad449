// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "namespace.h"

#include <string>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// All of a file. Throws if it cannot be read.
std::string readFile(const std::string &path);
/// Writes under another name first, so that a reader never sees half of it.
void writeFile(const std::string &path, const std::string &data);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
