// SPDX-License-Identifier: Apache-2.0
// Folders that are made for files, and go again where those cannot be written.
#pragma once

#include "runtime/io/file.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <system_error>
#include <vector>

namespace shardc {

/// Makes folders, with what the umask leaves of all permissions. Those that were not there are
/// removed at the end of its life, as far as they are empty, unless they are kept. Interrupts wait
/// until then.
class NewFolders {
public:
  NewFolders() = default;
  NewFolders(const NewFolders &) = delete;
  ~NewFolders();

  /// The folder, which may be there, and those above it.
  std::error_code make(llvm::StringRef folder);
  void keep() { made.clear(); }

private:
  runtime::HeldInterrupts interrupts;
  std::vector<std::string> made; // outer ones first
};

} // namespace shardc
