// SPDX-License-Identifier: Apache-2.0
#include "codegen/cubin/images.h"

#include <gtest/gtest.h>

namespace shardc {
namespace {

std::string pathsOf(llvm::StringRef architectures) {
  std::string paths;
  for (const GpuImage &image : imagesOf(architectures))
    paths += pathOf(image, "f") + " ";
  return paths;
}

TEST(Images, ANumberIsCodeAndPtx) {
  EXPECT_EQ(pathsOf("80"), "cubin/f.sm_80.cubin cubin/f.compute_80.ptx ");
  EXPECT_EQ(pathsOf("80-real"), "cubin/f.sm_80.cubin ");
  EXPECT_EQ(pathsOf("80-virtual"), "cubin/f.compute_80.ptx ");
}

TEST(Images, AreSortedAndWrittenOnce) {
  EXPECT_EQ(pathsOf("100-real;90-virtual;100-real;90"),
            "cubin/f.sm_90.cubin cubin/f.compute_90.ptx cubin/f.sm_100.cubin ");
}

TEST(Images, AreOfNumbersAlone) {
  for (const char *list : {"native", "all", "80;90a", "90f-real", ""})
    EXPECT_TRUE(imagesOf(list).empty()) << list;
}

TEST(Images, AreNamedByArchitecturesOnce) {
  EXPECT_EQ(architecturesText(imagesOf("80;90;100-real")), "80, 90 and 100");
}

} // namespace
} // namespace shardc
