// SPDX-License-Identifier: Apache-2.0
// Time and memory are linear in the program. What a compile takes is counted, not timed: nodes of
// expressions, bytes allocated, bytes written. Where a program grows from n to 2n and to 4n, the
// second step takes twice the first if all is linear, and four times if anything is quadratic.
#include "tests/support/compile.h"

#include "allocated.h"
#include "programs.h"

#include "analysis/explain_mesh.h"
#include "codegen/bundle.h"
#include "codegen/check.h"
#include "frontend/ir/names.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

struct Counts {
  double nodes = 0, allocated = 0, written = 0;
};

struct Case {
  const char *name;
  std::string (*program)(size_t);
  std::string (*config)(size_t);
  size_t n;
};

/// What `explain` prints of all values.
size_t explained(const Compiled &c) {
  size_t written = 0;
  mlir::func::FuncOp entry = entryOf(*c.program);
  entry.front().walk([&](mlir::Operation *op) {
    for (mlir::Value value : op->getResults())
      written += (c.propagation ? explainOnMesh(*c.propagation, entry, value)
                                : explainValue(*c.shards, entry, c.config, value))
                     .size();
  });
  return written;
}

Counts countsOf(const Case &of, size_t n) {
  const std::string program = of.program(n), config = of.config(n);
  const size_t before = allocatedBytes();
  const Compiled c = compile(program, config);
  EXPECT_TRUE(c.plan) << c.messages();
  if (!c.plan) return {};
  EXPECT_FALSE(check(*c.plan));
  size_t written = planTable(*c.plan).size() + explained(c);
  for (const BundleFile &file : bundleFiles(*c.plan, {}))
    written += file.text.size();
  return {double(c.plan->pool->size()), double(allocatedBytes() - before), double(written)};
}

class Linear : public testing::TestWithParam<Case> {};

void expectLinear(const char *what, double one, double two, double four) {
  EXPECT_LE(four - two, 2.2 * (two - one) + 64)
      << what << ": " << one << ", " << two << ", " << four << " at n, 2n, 4n";
}

TEST_P(Linear, InTheProgram) {
  (void)countsOf(GetParam(), GetParam().n); // tables that are made once
  const Counts one = countsOf(GetParam(), GetParam().n);
  const Counts two = countsOf(GetParam(), 2 * GetParam().n);
  const Counts four = countsOf(GetParam(), 4 * GetParam().n);
  expectLinear("nodes", one.nodes, two.nodes, four.nodes);
  expectLinear("bytes allocated", one.allocated, two.allocated, four.allocated);
  expectLinear("bytes written", one.written, two.written, four.written);
}

INSTANTIATE_TEST_SUITE_P(Shared, Linear,
                         testing::Values(Case{"DoublingOnOneDevice", doubling, none, 200},
                                         Case{"DoublingInSlices", doubling, slices, 200},
                                         Case{"DoublingOnAMesh", doubling, mesh, 200},
                                         Case{"SquaringOnOneDevice", squaring, none, 200},
                                         Case{"SquaringOnAMesh", squaring, mesh, 200},
                                         Case{"Fibonacci", fibonacci, slices, 30},
                                         Case{"Choices", choices, slices, 60},
                                         Case{"Negations", negations, none, 200},
                                         Case{"Reshapes", reshapes, slices, 15}),
                         [](const auto &of) { return of.param.name; });

INSTANTIATE_TEST_SUITE_P(Many, Linear,
                         testing::Values(Case{"InputsOnOneDevice", inputsSummed, none, 400},
                                         Case{"InputsInSlices", inputsSummed, everySlice, 400},
                                         Case{"InputsOnAMesh", inputsSummed, everyInput, 400},
                                         Case{"OutputsOnOneDevice", outputsOfOne, none, 100},
                                         Case{"OutputsInSlices", outputsOfOne, slices, 100},
                                         Case{"OutputsOnAMesh", outputsOfOne, mesh, 100},
                                         Case{"SameOutputs", sameOutputs, mesh, 100},
                                         Case{"InputsAndOutputs", inputsAndOutputs, none, 100},
                                         Case{"Functions", inputsAndOutputs, everySlice, 50},
                                         Case{"Text", texts, ownMesh, 100},
                                         Case{"Sizes", sizes, everyInput, 50},
                                         Case{"Products", products, mesh, 50},
                                         Case{"Constraints", constraints, ownMesh, 50}),
                         [](const auto &of) { return of.param.name; });

INSTANTIATE_TEST_SUITE_P(
    Wide, Linear,
    testing::Values(Case{"Concatenated", concatenated, none, 128},
                    Case{"Barriers", barriers, none, 200},
                    Case{"CarriedOnOneDevice", carried, none, 50},
                    Case{"CarriedOnAMesh", carried, mesh, 50}, Case{"Branches", branches, none, 50},
                    Case{"Loops", loops, none, 50}, Case{"LongNames", longNames, none, 20000},
                    Case{"AlikeNames", alikeNames, none, 100}, Case{"Numbers", numbers, none, 2000},
                    Case{"Calls", calls, none, 100}, Case{"NestedCalls", nestedCalls, none, 31},
                    Case{"Devices", large, devices, 4096}, Case{"Shards", large, shards, 8192}),
    [](const auto &of) { return of.param.name; });

} // namespace
} // namespace shardc::test
