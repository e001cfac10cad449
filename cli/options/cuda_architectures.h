// SPDX-License-Identifier: Apache-2.0
// The words of --cuda-arch.
#pragma once

#include <string>

namespace shardc {

/// What is wrong with a list of GPU architectures, or "": numbers, each perhaps with `a` or `f`,
/// then with `-real` or `-virtual`, between `;` or `,`; or `native`, `all` or `all-major` alone.
std::string wrongArchitectures(const std::string &list);

/// A right list as CMake takes it, with `;` between.
std::string cmakeArchitectures(std::string list);

} // namespace shardc
