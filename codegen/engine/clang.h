// SPDX-License-Identifier: Apache-2.0
// C++ text to machine code, by clang's library in this process. Nothing is read from the disk.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <string>
#include <vector>

namespace shardc {

/// Text that is compiled by itself, with what it may include.
struct TranslationUnit {
  struct File {
    std::string path; // absolute: "/std/cmath"
    llvm::StringRef text;
  };
  std::string path; // of the file that is compiled, one of `files`
  std::vector<File> files;
  std::vector<std::string> arguments; // of `clang -cc1`, without what is compiled
  /// Functions that are called from outside. What only others use is left out before optimisation.
  std::vector<std::string> entries;
};

/// An object file. An error is what the compiler says of the text. Any number of threads may
/// compile at the same time.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compileObject(const TranslationUnit &unit);

} // namespace shardc
