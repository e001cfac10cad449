// SPDX-License-Identifier: Apache-2.0
#include "cli/write_file.h"

#include "shardc/error.h"
#include "shardc/file.h"

namespace shardc {

llvm::Error writeFile(const std::string &path, llvm::StringRef text) {
  try {
    runtime::writeFile(path, text.str());
  } catch (const runtime::Error &error) {
    return llvm::createStringError(error.what());
  }
  return llvm::Error::success();
}

} // namespace shardc
