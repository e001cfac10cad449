// SPDX-License-Identifier: Apache-2.0
// NVRTC, NVIDIA's compiler as a library: kernels' text to machine code, on any machine. It is no
// part of shardc and not linked: it is opened when it is asked for.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace shardc {

/// A file of kernels with all that it includes.
struct DeviceSource {
  std::string name, text; // the name is for messages and profilers
  std::vector<std::pair<std::string, std::string>> headers; // by the names that includes say
};

struct DeviceCode {
  std::string cubin, ptx;
};

class Nvrtc {
public:
  /// Opens the library of $CUDA_PATH; where that is not set, of /usr/local/cuda or where the loader
  /// looks. An error says where it may be had.
  static llvm::Expected<Nvrtc> open();

  /// What it compiles for: 75, 80, 90.
  std::vector<int> architectures() const;

  /// For an architecture, with the options that a bundle has for nvcc. The error has the first
  /// line of the compiler's log. May be called by several threads.
  llvm::Expected<DeviceCode> compile(const DeviceSource &source, int architecture) const;

private:
  struct Functions;
  std::shared_ptr<const Functions> functions;
};

} // namespace shardc
