// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::reports {

/// The cause with its names, in a line.
std::string causeText(const Cause &cause);

/// What a device receives by cause, the most first: a paragraph each, which begins with `prefix`.
/// Causes that differ in nothing but numbers in names are one. At most so many; the rest is one.
std::string causesText(const Plan &plan, StringRef prefix, size_t most);

} // namespace shardc::reports
