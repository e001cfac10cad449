// SPDX-License-Identifier: Apache-2.0
#include "cli/io/write_file.h"

#include "runtime/error.h"
#include "runtime/io/file.h"

namespace shardc {

llvm::Error writeFile(const std::string &path, llvm::StringRef text) {
  try {
    runtime::writeFile(path, text.str());
  } catch (const runtime::Error &error) {
    llvm::StringRef why = error.what();
    why.consume_front(path + ": cannot be written: ");
    return llvm::createStringError("cannot write '" + path + "': " + why);
  }
  return llvm::Error::success();
}

} // namespace shardc
