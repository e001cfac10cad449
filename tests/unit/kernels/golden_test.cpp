// SPDX-License-Identifier: Apache-2.0
// The text of a few kernels, as people read it. SHARDC_UPDATE_GOLDEN=1 writes the files anew.
#include "formulas.h"
#include "functions.h"
#include "harness.h"

#include "frontend/ir/formula/sum_order.h"

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

Plan planOf(const std::string &id) {
  Plan plan;
  plan.name = plan.id = id;
  plan.pool = std::make_unique<Pool>();
  return plan;
}

void finish(Function &function, const std::string &op, unsigned line, int64_t flops,
            int64_t bytes) {
  Kernel &kernel = function.kernels.front();
  kernel.sources = {{"program.mlir", line, op}};
  kernel.flops = flops;
  kernel.bytes = bytes;
}

/// z = x + y, rows and columns cut unevenly; x is whole along rows.
Plan residual() {
  Plan plan = planOf("residual");
  Build b(*plan.pool);
  Expr i = b.loop(5, "i"), j = b.loop(4, "j");
  Expr x = b.load(f32, {5, 4}, {i, j}), y = b.load(f32, {5, 4}, {i, j});
  b.result(f32, {5, 4}, {i, j}, b.call(Fn::add, {x, y}));
  Function function = functionOf("for_z", b.formula, {{0, {0, 2, 5}}, {1, {0, 2, 4}}}, {},
                                 {"x", "y", "z", "add_0"});
  Kernel::Window &window = function.kernels[0].ins[0];
  window.window[1] = {boundOf(function, {0, 0, 0, 0}), boundOf(function, {4, 4, 4, 4})};
  finish(function, "add", 4, 6, 72);
  plan.functions.push_back(std::move(function));
  return plan;
}

/// y = softmax(x) over rows of 300, and y = x . w: rows cut.
Plan rows() {
  Plan plan = planOf("rows");
  {
    Build b(*plan.pool);
    Expr i = b.loop(64, "i"), j = b.loop(300, "j"), k = b.loop(300, "k"), l = b.loop(300, "k");
    Expr x = b.load(f32, {64, 300}, {i, j});
    Expr largest = b.reduce(Fn::max, {k}, b.again(0, {i, k}), -INFINITY);
    const auto e = [&](Expr at) { return b.call(Fn::exp, {b.call(Fn::sub, {at, largest})}); };
    Expr sum = b.reduce(Fn::add, {l}, e(b.again(0, {i, l})), 0.0);
    b.result(f32, {64, 300}, {i, j}, b.call(Fn::div, {e(x), sum}));
    plan.functions.push_back(
        functionOf("for_p", b.formula, {{0, {0, 16, 64}}}, {}, {"x", "p", "divide_0"}));
    finish(plan.functions.back(), "divide", 9, 57600, 115200);
  }
  {
    Build b(*plan.pool);
    Expr i = b.loop(64, "i"), j = b.loop(10, "j"), k = b.loop(300, "k");
    Expr x = b.load(f32, {64, 300}, {i, k}), w = b.load(f32, {300, 10}, {k, j});
    Expr sum = b.reduce(Fn::add, {k}, b.call(Fn::mul, {x, w}), 0.0);
    b.result(f32, {64, 10}, {i, j}, sum);
    plan.functions.push_back(
        functionOf("for_y", b.formula, {{0, {0, 16, 64}}}, {}, {"x", "w", "y", "dot_0"}));
    finish(plan.functions.back(), "dot", 12, 288000, 71520);
  }
  return plan;
}

/// The heat equation on 1,003 points.
Plan stencil() {
  Plan plan = planOf("stencil");
  Build b(*plan.pool);
  Expr i = b.loop(1003, "i");
  Expr v = b.load(f32, {1003}, {i});
  const auto moved = [&](int64_t by) {
    Expr at = expr::add(i, by);
    return expr::select(expr::within(at, 0, 1003), b.again(0, {at}), b.number(f32, 0));
  };
  Expr around = b.call(Fn::add, {moved(-1), moved(1)});
  Expr bend = b.call(Fn::sub, {around, b.call(Fn::mul, {b.number(f32, 2), v})});
  b.result(f32, {1003}, {i}, b.call(Fn::add, {v, b.call(Fn::mul, {b.number(f32, 0.1), bend})}));
  plan.functions.push_back(
      functionOf("for_w", b.formula, {{0, {0, 251, 502, 752, 1003}}}, {}, {"v", "w", "add_0"}));
  finish(plan.functions.back(), "add", 15, 1255, 2016);
  return plan;
}

/// Rows of a table of which each shard has some, for ids of which each shard has some.
Plan taken() {
  Plan plan = planOf("taken");
  Build b(*plan.pool);
  Expr i = b.loop(6, "i"), j = b.loop(16, "j"), k = b.loop(14, "k");
  Expr at = expr::at(b.load(ElementType::i32, {6}, {i}), 0, 13);
  Expr row = b.load(f32, {14, 16}, {at, j});
  b.result(f32, {6, 16}, {i, j}, expr::select(expr::held(at, k), row, b.number(f32, 0)));
  plan.functions.push_back(functionOf("for_y", b.formula, {{0, {0, 3, 6}}, {2, {0, 4, 7, 11, 14}}},
                                      {}, {"ids", "table", "y_part", "gather_0"}));
  finish(plan.functions.back(), "gather", 3, 0, 460);
  return plan;
}

/// What products, softmaxes, sums of columns and transposes are at sizes that matter.
Plan large() {
  Plan plan = planOf("large");
  const auto add = [&](const char *name, const Build &b, std::vector<std::string> names,
                       const char *op, unsigned line, int64_t flops, int64_t bytes) {
    plan.functions.push_back(functionOf(name, b.formula, {}, {}, names));
    finish(plan.functions.back(), op, line, flops, bytes);
  };
  {
    Build b(*plan.pool);
    Expr i = b.loop(1024, "i"), j = b.loop(3072, "j"), k = b.loop(768, "k");
    Expr x = b.load(f32, {1024, 768}, {i, k}), w = b.load(f32, {768, 3072}, {k, j});
    Expr sum = b.reduce(Fn::add, {k}, b.call(Fn::term, {x, w}), 0.0, orderOfProduct({768}, {768}));
    Expr biased = b.call(Fn::add, {sum, b.load(f32, {3072}, {j})});
    b.result(f32, {1024, 3072}, {i, j}, b.call(Fn::mul, {biased, b.call(Fn::logistic, {biased})}));
    add("for_h", b, {"x", "w", "b", "h", "multiply_0"}, "multiply", 5, 4844421120, 25178112);
  }
  {
    Build b(*plan.pool);
    Expr i = b.loop(4096, "i"), j = b.loop(4096, "j");
    Expr k = b.loop(4096, "k"), l = b.loop(4096, "l");
    Expr largest = b.reduce(Fn::max, {k}, b.load(f32, {4096, 4096}, {i, k}), -INFINITY);
    const auto e = [&](Expr at) { return b.call(Fn::exp, {b.call(Fn::sub, {at, largest})}); };
    Expr sum = b.reduce(Fn::add, {l}, e(b.again(0, {i, l})), 0.0, orderOfSum({4096}, {Along::row}));
    b.result(f32, {4096, 4096}, {i, j}, b.call(Fn::div, {e(b.again(0, {i, j})), sum}));
    add("for_p", b, {"x", "p", "divide_0"}, "divide", 9, 83886080, 134217728);
  }
  {
    Build b(*plan.pool);
    Expr j = b.loop(4096, "j"), i = b.loop(4096, "i");
    Expr x = b.load(f32, {4096, 4096}, {i, j});
    b.result(f32, {4096}, {j}, b.reduce(Fn::add, {i}, x, 0.0, orderOfSum({4096}, {Along::column})));
    add("for_s", b, {"x", "s", "reduce_0"}, "reduce", 11, 16777216, 67125248);
  }
  {
    Build b(*plan.pool);
    Expr k = b.loop(384, "k"), i = b.loop(64, "i"), j = b.loop(512, "j");
    Expr x = b.load(f32, {64, 512, 384}, {i, j, k}), y = b.load(f32, {384, 64, 512}, {k, i, j});
    b.result(f32, {384, 64, 512}, {k, i, j}, b.call(Fn::add, {x, y}));
    add("for_z", b, {"x", "y", "z", "add_0"}, "add", 13, 12582912, 150994944);
  }
  return plan;
}

std::string read(const std::string &path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

void compare(const Plan &plan, Target target) {
  const std::string end = target == Target::cpp ? ".kernels.cpp" : ".kernels.cu";
  const std::string path = std::string(HERE) + "/golden/" + plan.id + end;
  const std::string text = kernelsFile(plan, kernelTexts(plan), target);
  if (std::getenv("SHARDC_UPDATE_GOLDEN")) std::ofstream(path) << text;
  EXPECT_EQ(text, read(path)) << path;
}

class Golden : public testing::TestWithParam<Plan (*)()> {};

TEST_P(Golden, TextIsAsAgreed) {
  const Plan plan = GetParam()();
  compare(plan, Target::cpp);
  compare(plan, Target::cuda);
}
TEST_P(Golden, TextIsWhatClangFormatWouldWrite) {
  if (std::system("clang-format --version > /dev/null 2>&1") != 0)
    GTEST_SKIP() << "no clang-format here";
  const Plan plan = GetParam()();
  const Folder folder;
  for (Target target : {Target::cpp, Target::cuda}) {
    folder.write("kernels.cpp", kernelsFile(plan, kernelTexts(plan), target));
    succeeds("clang-format --dry-run -Werror --style='{BasedOnStyle: LLVM, ColumnLimit: 100, "
             "AllowShortFunctionsOnASingleLine: All, AllowShortIfStatementsOnASingleLine: "
             "WithoutElse, AlwaysBreakTemplateDeclarations: Yes, DerivePointerAlignment: false}' " +
             folder.path + "/kernels.cpp");
  }
}
TEST_P(Golden, TextCompiles) { EXPECT_TRUE(CompiledKernels(GetParam()(), Target::cpp).ok()); }

INSTANTIATE_TEST_SUITE_P(Kernels, Golden, testing::Values(residual, rows, stencil, taken, large));

} // namespace
} // namespace shardc::test
