// SPDX-License-Identifier: Apache-2.0
// Kernels that are compiled already, and how they are launched.
#pragma once

#include "runtime/host/cuda/launch_cuda.h"

#include <map>
#include <string>
#include <string_view>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// A program's kernels, compiled.
struct Image {
  int architecture; // 90: for compute capability 9.0, and for 9.x above it
  bool is_ptx;      // the driver compiles it again, for that and all later ones
  const char *data; // a cubin, or text that ends with a 0
};

/// The kernels of a program on one GPU.
class Kernels {
public:
  explicit Kernels(const char *image);
  ~Kernels();
  Kernels(const Kernels &) = delete;

  /// Throws if there is none of this name.
  CUkern_st *find(std::string_view name);

private:
  CUlib_st *library = nullptr;
  std::map<std::string, CUkern_st *, std::less<>> found;
};

/// Those for a GPU: of the cubins the one for most of what the GPU can do; PTX where there is none.
/// Throws if neither is for this GPU.
std::shared_ptr<Kernels> load_kernels(const std::vector<Image> &images, int gpu);

/// Runs the kernel of this name, whose parameters are of the types of `arguments`.
template <typename... Arguments>
void launch(Stream &stream, const char *step, const char *kernel, dim3 grid, dim3 block,
            Arguments... arguments) {
  const StepRange range(step);
  const Handle on = use(stream);
  void *addresses[] = {const_cast<void *>(static_cast<const void *>(&arguments))...};
  check(cudaLaunchKernel(kernels_of(stream).find(kernel), grid, block, addresses, on.stream), step,
        on.where);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
