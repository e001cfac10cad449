// SPDX-License-Identifier: Apache-2.0
#include "codegen/folders.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <unistd.h>

namespace shardc {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;

NewFolders::~NewFolders() {
  for (; !made.empty(); made.pop_back())
    rmdir(made.back().c_str()); // stays where something is in it
}

std::error_code NewFolders::make(llvm::StringRef folder) {
  std::vector<llvm::StringRef> absent;
  for (llvm::StringRef at = folder; !at.empty() && !fs::exists(at); at = path::parent_path(at))
    absent.push_back(at);
  for (; !absent.empty(); absent.pop_back()) {
    // Another process may have been faster.
    if (const auto failed =
            fs::create_directory(absent.back(), /*IgnoreExisting=*/true, fs::all_all))
      return failed;
    made.push_back(absent.back().str());
  }
  return fs::is_directory(folder) ? std::error_code()
                                  : std::make_error_code(std::errc::not_a_directory);
}

} // namespace shardc
