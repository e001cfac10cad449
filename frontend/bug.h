// SPDX-License-Identifier: Apache-2.0
// Our own bugs: the third kind of error, beside the user's and the environment's.
#pragma once

#include <string>

namespace shardc {

/// Says what went wrong, asks to report it, and ends the process with exit code 70.
[[noreturn]] void internalError(const std::string &what);

} // namespace shardc
