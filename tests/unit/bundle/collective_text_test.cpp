// SPDX-License-Identifier: Apache-2.0
// What the files of bundles with collectives say.
#include "codegen/bundle.h"
#include "tests/unit/bundle/collective_plans.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace shardc;
using testing::HasSubstr;
using testing::Not;

static std::string fileOf(const Plan &plan, const std::string &path) {
  for (const BundleFile &file : bundleFiles(plan, {}))
    if (file.path == path) return file.text;
  ADD_FAILURE() << "no " << path;
  return "";
}

TEST(Scratch, Prints) {
  for (auto make : {plans::mlp, plans::stencil, plans::scatter, plans::turn}) { const Plan plan = make();
    for (const BundleFile &file : bundleFiles(plan, {}))
      if (!llvm::StringRef(file.path).starts_with("runtime"))
        printf("=== %s %s\n%s", plan.id.c_str(), file.path.c_str(), file.text.c_str());}
}
