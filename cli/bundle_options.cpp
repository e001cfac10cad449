// SPDX-License-Identifier: Apache-2.0
#include "cli/bundle_options.h"

#include "cli/options/cuda_architectures.h"

namespace shardc {

BundleOptions bundleOptions(const CommandOptions &options) {
  BundleOptions bundle;
  bundle.cuda = options.target != "cpu";
  bundle.cpu = options.target != "cuda";
  if (!options.cudaArchitectures.empty())
    bundle.cudaArchitectures = cmakeArchitectures(options.cudaArchitectures);
  if (options.embed == "cubin") bundle.images = imagesOf(bundle.cudaArchitectures);
  return bundle;
}

} // namespace shardc
