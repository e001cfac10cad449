// SPDX-License-Identifier: Apache-2.0
// Folders beside a bundle's place in which it is written, or the one before it waits to be removed.
// Their process has a lock on each, which ends with it: so those of a compile that was killed are
// known from those of one that is at work.
#pragma once

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>

namespace shardc {

/// A lock on a folder, wherever it is moved. File systems without locks have nobody's.
class FolderLock {
public:
  explicit FolderLock(llvm::StringRef folder);
  FolderLock(FolderLock &&other) : file(other.file), state(other.state) { other.file = -1; }
  ~FolderLock();

  bool isHeld() const { return state == State::held; }
  /// Another process has it, or has moved the folder away.
  bool isBusy() const { return state == State::busy; }

private:
  enum class State : uint8_t { held, busy, unknown };
  State lock(const std::string &folder);

  int file = -1;
  State state;
};

/// The lock on what is a bundle already; waits while another compile replaces it, and not for long.
llvm::Expected<FolderLock> lockBundle(llvm::StringRef folder);

/// What bundles have at their top.
bool isOfBundle(llvm::StringRef name);
/// Moves what is not of a bundle from one to another.
llvm::Error keepOthers(llvm::StringRef from, llvm::StringRef to);

/// A name beside the bundle's that is free.
std::string nameBeside(llvm::StringRef folder);

/// Removes what compiles into this folder left beside it when they were killed. What was not of the
/// bundle goes back to it, if nothing has its name there.
void removeLeftovers(llvm::StringRef folder);

} // namespace shardc
