// SPDX-License-Identifier: Apache-2.0
// Other programs, run and waited for.
#pragma once

#include <string>
#include <vector>

namespace shardc {

/// The absolute path of a program. Throws runtime::Error where there is none, which says that
/// `who` needs it.
std::string findProgram(const std::string &name, const std::string &who);

/// Runs a program, what it prints into the file `log`. Throws runtime::Error, `what` and the line
/// that tells why, where it fails.
void execute(const std::vector<std::string> &words, const std::string &log,
             const std::string &what);

} // namespace shardc
