// SPDX-License-Identifier: Apache-2.0
// The manual and the completions of shells, as text.
#pragma once

#include "cli/usage/command_text.h"

#include <string>

namespace shardc {

/// The manual page, section 1, for man(1).
std::string manPage(const CommandText &command);

/// Completions to be sourced by bash, autoloaded by zsh (as `_shardc`), sourced by fish. Verbs,
/// options of the verb, the choices of options that have some, files in all other places.
std::string bashCompletion(const CommandText &command);
std::string zshCompletion(const CommandText &command);
std::string fishCompletion(const CommandText &command);

} // namespace shardc
