// SPDX-License-Identifier: Apache-2.0
// A bundle as its user has it: written to a folder, built by CMake and a compiler, run as a
// program.
#pragma once

#include "codegen/bundle.h"
#include "runtime/io/array.h"

#include "llvm/ADT/SmallString.h"

namespace shardc {

class BuiltBundle {
public:
  /// Builds the bundle for CPUs in a temporary folder. Throws runtime::Error: of the environment
  /// where CMake or the compiler is not found, else of a bundle that does not build.
  BuiltBundle(const Plan &plan, const BundleOptions &options, const std::string &compiler);
  ~BuiltBundle();
  BuiltBundle(const BuiltBundle &) = delete;
  BuiltBundle &operator=(const BuiltBundle &) = delete;

  /// The outputs, with these instructions. Throws runtime::Error where the program fails.
  std::vector<runtime::Array> run(ArrayRef<runtime::Array> inputs, const std::string &isa) const;

private:
  const Plan &plan;
  llvm::SmallString<128> folder;

  std::string path(llvm::StringRef name) const;
  void remove() const;
};

} // namespace shardc
