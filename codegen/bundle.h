// SPDX-License-Identifier: Apache-2.0
// The bundle: every file of it as text, and how it gets to disk.
#pragma once

#include "codegen/cubin/images.h"
#include "codegen/plan/plan.h"

#include "llvm/Support/Error.h"

namespace shardc {

class Nvrtc;

struct BundleFile {
  std::string path; // below the bundle's folder
  std::string text;
};
struct BundleOptions {
  bool cuda = true, cpu = true; // which kernel files are written
  std::string cudaArchitectures = "80;90";
  std::vector<GpuImage> images =
      {}; // kernels for GPUs, compiled; none: nvcc compiles them with the rest
};

/// All files but for those of images, sorted by path. Depends on nothing but the plan and the
/// options.
std::vector<BundleFile> bundleFiles(const Plan &plan, const BundleOptions &options);
/// The paths of all files, in the same order.
std::vector<std::string> bundlePaths(const Plan &plan, const BundleOptions &options);
/// The files of options.images: the kernels as NVRTC compiles them, architectures side by side. An
/// error is the compiler's, and so a fault of the kernels' text.
llvm::Expected<std::vector<BundleFile>> imageFiles(const Plan &plan, const BundleOptions &options,
                                                   const Nvrtc &nvrtc);
/// plan.json.
std::string planJson(const Plan &plan);
/// How much of a plan is told: what fits on a screen, or everything.
enum class Detail : uint8_t { screen, all };
/// What `shardc plan` prints: bytes by cause, memory, work; inputs and outputs; shards with their
/// slices; steps. On a screen, 45 lines: what would take more is shortened.
std::string planTable(const Plan &plan, Detail detail = Detail::screen);

/// Writes the files to a sibling folder and renames it. Replaces a folder only if it is empty or a
/// bundle; what a bundle has beside the compiler's files (a build folder) stays, and so does a link
/// to the folder. Where it fails all is as before. SIGINT, SIGTERM and SIGHUP wait until then.
llvm::Error writeBundle(llvm::StringRef folder, llvm::ArrayRef<BundleFile> files);

} // namespace shardc
