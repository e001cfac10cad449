// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle.h"
#include "tests/unit/bundle/plans.h"

#include "gtest/gtest.h"

using namespace shardc;

TEST(Bundle, Dump) {
  struct { const char *name; Plan plan; } all[] = {{"nx_dot", plans::nxDot()}, {"residual", plans::residual()}, {"one", plans::oneDevice()}, {"halo", plans::halo()}, {"hostile", plans::hostile()}};
  for (auto &[name, plan] : all) {
    std::string dir = std::string("/tmp/bundles/") + name;
    EXPECT_EQ(llvm::toString(writeBundle(dir, bundleFiles(plan, {}))), "");
    fprintf(stderr, "%s", planTable(plan).c_str());
  }
}
