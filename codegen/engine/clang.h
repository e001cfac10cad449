// SPDX-License-Identifier: Apache-2.0
// C++ text to machine code, by clang's library in this process. No text is read from the disk.
//
// The library is large, and most commands compile nothing: what sees it is a module of its own, which
// is loaded when something is compiled for the first time. Loaded always, it costs every command 5 ms.
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

/// What the module has: compileObject's work, under a name that a loader finds.
using CompileObject = decltype(compileObject);
extern "C" CompileObject *const shardc_compile_object;

} // namespace shardc
