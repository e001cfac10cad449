// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/driver.h"
#include "codegen/bundle.h"

#include "llvm/Support/Error.h"

namespace shardc {

/// Writes what the bundle was made from as a rule of make: to `--MF`, or to FOLDER.d. Blanks, `#`
/// and `$` in paths are escaped.
llvm::Error writeDepfile(const Compilation &compilation, const std::string &folder,
                         llvm::ArrayRef<BundleFile> files);

} // namespace shardc
