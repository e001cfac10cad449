// SPDX-License-Identifier: Apache-2.0
#include "codegen/cubin/images.h"

#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <tuple>

namespace shardc {

std::vector<GpuImage> imagesOf(llvm::StringRef architectures) {
  std::vector<GpuImage> images;
  for (const llvm::StringRef each : llvm::split(architectures, ';')) {
    const auto [number, kind] = each.split('-');
    int architecture = 0;
    if (number.getAsInteger(10, architecture)) return {};
    if (kind != "virtual") images.push_back({architecture, false});
    if (kind != "real") images.push_back({architecture, true});
  }
  const auto key = [](const GpuImage &image) {
    return std::tuple(image.architecture, image.isPtx);
  };
  llvm::sort(images, [&](const auto &a, const auto &b) { return key(a) < key(b); });
  images.erase(llvm::unique(images, [&](const auto &a, const auto &b) { return key(a) == key(b); }),
               images.end());
  return images;
}

std::string pathOf(const GpuImage &image, llvm::StringRef name) {
  const std::string number = std::to_string(image.architecture);
  return "cubin/" + name.str() +
         (image.isPtx ? ".compute_" + number + ".ptx" : ".sm_" + number + ".cubin");
}

std::string architecturesText(llvm::ArrayRef<GpuImage> images) {
  std::vector<std::string> numbers;
  for (const GpuImage &image : images)
    numbers.push_back(std::to_string(image.architecture));
  numbers.erase(llvm::unique(numbers), numbers.end());
  return text::listed(numbers);
}

} // namespace shardc
