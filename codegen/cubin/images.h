// SPDX-License-Identifier: Apache-2.0
// Which files of compiled kernels a bundle has.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace shardc {

/// A file with all kernels of a bundle: code for GPUs of one compute capability and the later ones
/// of its major version, or PTX, which the driver compiles for those and all later ones.
struct GpuImage {
  int architecture; // 90: compute capability 9.0
  bool isPtx;
};

/// What CMake's list of architectures says: `90-real` is code, `90-virtual` PTX, `90` both.
/// Ascending, nothing twice; none where the list has anything but such numbers.
std::vector<GpuImage> imagesOf(llvm::StringRef architectures);

/// "cubin/mlp.sm_90.cubin" or "cubin/mlp.compute_90.ptx"
std::string pathOf(const GpuImage &image, llvm::StringRef name);

/// "80 and 90"
std::string architecturesText(llvm::ArrayRef<GpuImage> images);

} // namespace shardc
