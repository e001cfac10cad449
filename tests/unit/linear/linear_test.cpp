// SPDX-License-Identifier: Apache-2.0
// Time and memory are linear in the program. What a compile takes is counted, not timed: nodes of
// expressions, bytes allocated, bytes written. Where a program grows from n to 2n and to 4n, the
// second step takes twice the first if all is linear, and four times if anything is quadratic.
#include "tests/support/compile.h"

#include "allocated.h"
#include "cases.h"

#include "analysis/mesh/explain_mesh.h"
#include "codegen/bundle.h"
#include "codegen/check/check.h"
#include "frontend/ir/names.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

struct Counts {
  double nodes = 0, allocated = 0, written = 0;
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

INSTANTIATE_TEST_SUITE_P(Growing, Linear, testing::ValuesIn(cases()),
                         [](const auto &of) { return std::string(of.param.name); });

} // namespace
} // namespace shardc::test
