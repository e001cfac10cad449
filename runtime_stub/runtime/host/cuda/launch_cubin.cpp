// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/cuda/launch_cubin.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// An error that no device has had.
static void check_image(cudaError_t status, const std::string &what) {
  if (status != cudaSuccess)
    throw Error(Exit::environment, what + ": " + cudaGetErrorString(status));
}

Kernels::Kernels(const char *image) {
  check_image(cudaLibraryLoadData(&library, image), "the program's kernels cannot be loaded");
}

Kernels::~Kernels() { cudaLibraryUnload(library); }

CUkern_st *Kernels::find(std::string_view name) {
  if (const auto known = found.find(name); known != found.end()) return known->second;
  const std::string text(name);
  CUkern_st *kernel = nullptr;
  check_image(cudaLibraryGetKernel(&kernel, library, text.c_str()), "kernel " + text);
  return found[text] = kernel;
}

/// Whether a GPU of compute capability major.minor runs the image.
static bool runs(const Image &image, int major, int minor) {
  const int gpu = major * 10 + minor;
  return image.architecture <= gpu && (image.is_ptx || image.architecture / 10 == major);
}

/// Of those that run on a GPU the best; a cubin is better than PTX.
static const Image *best(const std::vector<Image> &images, int major, int minor) {
  const Image *best = nullptr;
  for (const Image &image : images) {
    if (!runs(image, major, minor)) continue;
    const bool later = best != nullptr && image.architecture > best->architecture;
    if (best == nullptr || (image.is_ptx == best->is_ptx ? later : best->is_ptx)) best = &image;
  }
  return best;
}

std::shared_ptr<Kernels> load_kernels(const std::vector<Image> &images, int gpu) {
  cudaDeviceProp properties;
  check_image(cudaGetDeviceProperties(&properties, gpu), "GPU " + std::to_string(gpu));
  const Image *image = best(images, properties.major, properties.minor);
  if (image != nullptr) return std::make_shared<Kernels>(image->data);
  std::string all;
  int last = 0; // both a cubin and PTX may be for one
  for (const Image &each : images) {
    if (each.architecture != last)
      all += (last == 0 ? "" : ", ") + std::to_string(each.architecture);
    last = each.architecture;
  }
  throw Error(Exit::environment, "GPU " + std::to_string(gpu) + " has compute capability " +
                                     std::to_string(properties.major) + "." +
                                     std::to_string(properties.minor) +
                                     ", and this program's kernels are for " + all +
                                     "; compile the bundle again with --cuda-arch " +
                                     std::to_string(properties.major * 10 + properties.minor));
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
