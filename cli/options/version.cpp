// SPDX-License-Identifier: Apache-2.0
#include "cli/options/version.h"

#include "llvm/Config/llvm-config.h"

namespace shardc {

std::string versionText() {
  return "shardc " SHARDC_VERSION " (formats 1, LLVM " LLVM_VERSION_STRING ")";
}

} // namespace shardc
