// SPDX-License-Identifier: Apache-2.0
// Libraries that a bundle may be built with (runtime/libraries): they do what a kernel or a routine
// of the runtime's does, with bits of their own.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace shardc {

struct Library {
  llvm::StringRef name;  // on the command line: "lapack"
  llvm::StringRef title; // "LAPACK"
  bool isForGpus;
  bool replacesLoops; // loops of other ops are the way without it: a bundle with it needs it
  llvm::StringRef package, target; // what CMake finds it by, and links

  /// Else CMake looks for a header and a library.
  bool isPackage() const { return !package.contains(".h"); }

  std::string option() const { return "WITH_" + name.upper(); }       // of a bundle's CMake
  std::string definition() const { return "SHARDC_" + name.upper(); } // where it has been found
};

/// What a kernel may be.
enum class LibraryForm : uint8_t {
  product,     // of matrices
  convolution, // with a window of several places, or over what is padded
};
/// "products"
llvm::StringRef nameOf(LibraryForm form);
/// The types of factors that a library has functions for.
enum class LibraryTypes : uint8_t {
  f32,
  wide,   // f64 and complex numbers, too
  narrow, // and bf16 and f16, of which sums may be f32
  words,  // f32, bf16 and f16
};

/// Some of them, in the table's order.
using Libraries = std::vector<const Library *>;

/// All that are known.
llvm::ArrayRef<Library> libraries();
/// "auto" is all, "none" none, else names with commas between them. Nothing: one is not known.
std::optional<Libraries> librariesNamed(llvm::StringRef words);
/// Those of `chosen` that do the work of a routine of the runtime's.
Libraries thatDo(llvm::StringRef routine, const Libraries &chosen);
/// Whether one that does a routine leaves it out where this number, which a call tells the routine,
/// is not 0.
bool leavesOut(const Library &library, llvm::StringRef routine, llvm::StringRef number);
/// Those that do kernels of this form.
Libraries thatDo(LibraryForm form, const Libraries &chosen);
/// Of which types such a one does them.
LibraryTypes typesOf(const Library &library, LibraryForm form);
/// Whether such a one does epilogues, too: what becomes of sums before they are written.
bool hasEpilogues(const Library &library, LibraryForm form);
/// Those that do nothing but kernels, which are sums: without --numerics fast they have no work.
Libraries thatDoKernelsAlone();

} // namespace shardc
