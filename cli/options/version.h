// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace shardc {

/// "shardc 0.1.0 (formats 1, LLVM 22.1.8)".
std::string versionText();

} // namespace shardc
