// SPDX-License-Identifier: Apache-2.0
// Products that are packed: which are, and that they have the interpreter's bits for every set of
// instructions, whatever their sizes, orders and operands.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"

#include "codegen/kernel/forms/tiled_product.h"
#include "codegen/kernel/schedule.h"
#include "codegen/kernel/work/work.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

/// How a product differs from y[i, j] = sum over k of x[i, k] * w[k, j].
struct Shape {
  int64_t rows = 64, columns = 64, terms = 64, leaves = 1;
  int64_t batches = 0, inner = 0; // more loops: around, of terms; 0: none
  int64_t groups = 0;             // of batches
  bool turnsLeft = false, turnsRight = false, turnsResult = false;
  bool hasEnd = false, hasStart = false; // functions of the sum, of the operands
  bool isMasked = false;                 // it is asked for where i >= j
  bool sharesRight = false;              // all batches have one right operand
  bool isOuterLast = false;              // terms of the outer loop are neighbours in memory
  bool isPadded = false;                 // the left operand is 0 for some rows and inner terms
  int64_t share = 0; // terms that each batch has, which begin at as many; 0: all
  ElementType type = f32;
};

Formula productOf(Pool &pool, const Shape &shape) {
  Build b(pool);
  SmallVector<int64_t, 4> x = {shape.rows}, w = {shape.columns}, y = {shape.rows};
  SmallVector<int64_t, 2> around; // extents
  SmallVector<Expr, 4> i = {b.loop(shape.rows, "i")}, j = {b.loop(shape.columns, "j")}, terms, at;
  terms.push_back(b.loop(shape.terms, "k"));
  SmallVector<int64_t, 2> extents = {shape.terms};
  if (shape.inner > 0) {
    terms.push_back(b.loop(shape.inner, "l"));
    extents.push_back(shape.inner);
  }
  SmallVector<Expr, 4> places = terms;
  if (shape.isOuterLast) {
    std::reverse(places.begin(), places.end());
    std::reverse(extents.begin(), extents.end());
  }
  const auto operand = [&](SmallVector<Expr, 4> own, SmallVector<int64_t, 4> sizes, bool first,
                           bool isLeft) {
    own.insert(first ? own.begin() : own.end(), places.begin(), places.end());
    sizes.insert(first ? sizes.begin() : sizes.end(), extents.begin(), extents.end());
    if (isLeft || !shape.sharesRight) {
      own.insert(own.begin(), at.begin(), at.end());
      sizes.insert(sizes.begin(), around.begin(), around.end());
    }
    Expr e = b.load(shape.type, sizes, own);
    if (isLeft && shape.isPadded)
      e = expr::select(expr::within(expr::add(i[0], terms.back()), 3, shape.rows), e,
                       b.number(shape.type, 0));
    return shape.hasStart ? b.call(Fn::add, {b.call(Fn::mul, {e, e}), e}) : e;
  };
  for (const auto &[extent, name] : {std::pair(shape.groups, "g"), std::pair(shape.batches, "b")}) {
    if (extent == 0) continue;
    at.push_back(b.loop(extent, name));
    around.push_back(extent);
  }
  Expr left = operand(i, x, shape.turnsLeft, true), right = operand(j, w, !shape.turnsRight, false);
  if (shape.share > 0) {
    Expr place = expr::sub(terms[0], expr::mul(at.back(), shape.share));
    Expr isOwn = expr::both(expr::within(place, 0, shape.terms),
                            expr::within(expr::mul(place, -1), 1 - shape.share, shape.terms));
    left = expr::select(isOwn, left, b.number(shape.type, -0.0));
    right = expr::select(isOwn, right, b.number(shape.type, 0));
  }
  SmallVector<SumOrder, 2> order(terms.size());
  order[0].leaves = shape.leaves;
  Expr sum = b.reduce(Fn::add, terms, b.call(Fn::term, {left, right}), 0.0, order);
  if (shape.isMasked)
    sum = expr::select(expr::within(expr::sub(i[0], j[0]), 0, shape.rows), sum,
                       b.number(shape.type, -1));
  SmallVector<Expr, 4> index = at;
  SmallVector<int64_t, 4> sizes(around.begin(), around.end());
  for (const bool isRow : {!shape.turnsResult, shape.turnsResult}) {
    index.push_back(isRow ? i[0] : j[0]);
    sizes.push_back(isRow ? shape.rows : shape.columns);
  }
  if (shape.hasEnd) {
    Expr bias = b.load(shape.type, {shape.columns}, {j[0]});
    sum = b.call(Fn::max, {b.call(Fn::add, {sum, bias}), b.number(shape.type, 0)});
  }
  b.result(shape.type, sizes, index, sum);
  return b.formula;
}

/// A plan with that kernel, its loops cut so.
Plan planOf(const Shape &shape, ArrayRef<Cut> cuts = {}) {
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  plan.functions.push_back(functionOf("f", productOf(*plan.pool, shape), cuts));
  return plan;
}

bool isPacked(const Shape &shape) {
  const Plan plan = planOf(shape);
  const DeviceLayout layout = deviceLayout(plan.functions[0]);
  const KernelView view(plan.functions[0].kernels[0], layout);
  const Nest nest = nestOf(view);
  return packedProductOf(view, nest, tileOf(view, nest)).has_value();
}

TEST(PackedProduct, IsMadeOfMatricesAlone) {
  EXPECT_TRUE(isPacked({}));
  EXPECT_TRUE(isPacked({.batches = 3, .inner = 4}));
  EXPECT_TRUE(isPacked({.turnsLeft = true, .turnsRight = true, .turnsResult = true}));
  EXPECT_TRUE(isPacked({.hasEnd = true, .hasStart = true, .type = ElementType::f64}));
  EXPECT_TRUE(isPacked({.isMasked = true}));
  EXPECT_FALSE(isPacked({.rows = 4})) << "copies cost more than they save";
  EXPECT_FALSE(isPacked({.columns = 8})) << "tiles are empty";
  EXPECT_FALSE(isPacked({.terms = 4}));
}

TEST(PackedProduct, BeginsAndEndsWhereTermsDo) {
  const Plan plan = planOf({.terms = 96, .batches = 4, .share = 28});
  const std::string call = "terms_within({.count = 96}, k_begin, k_end)";
  const std::string text = kernelsFile(plan, kernelTexts(plan), Target::cpp);
  EXPECT_NE(text.find(call), std::string::npos) << text;
  EXPECT_NE(text.find("const int64_t k_begin = 28 * b;"), std::string::npos) << text;
  EXPECT_EQ(text.find("? load"), std::string::npos) << "no term is asked for it\n" << text;
  const DeviceLayout layout = deviceLayout(plan.functions[0]);
  const KernelView view(plan.functions[0].kernels[0], layout);
  const KernelTree tree = scheduleOf(view, Target::cpp);
  EXPECT_EQ(executedWork(tree, view.formula, envOf(plan.functions[0], 0)).most,
            2 * 64 * 64 * (28 + 28 + 28 + 12));
}

TEST(PackedProduct, LeavesOutTilesWhoseSumsAreMasked) {
  const Plan plan = planOf({.isMasked = true});
  const std::string text = kernelsFile(plan, kernelTexts(plan), Target::cpp);
  EXPECT_NE(text.find("[=](Interval i, Interval j) { return i.last() >= j.lo; };"),
            std::string::npos)
      << text;
}

/// A tile has rows of all batches of all groups, which threads share out.
TEST(PackedProduct, CountsRowsOfSeveralLoops) {
  const Shape shape = {
      .rows = 9, .columns = 64, .terms = 96, .batches = 7, .groups = 4, .sharesRight = true};
  const Plan plan = planOf(shape);
  const std::string text = kernelsFile(plan, kernelTexts(plan), Target::cpp);
  EXPECT_NE(text.find("packed_product<Along::terms, 1>({0, 252}, {0, 64},"), std::string::npos)
      << text;
  const DeviceLayout layout = deviceLayout(plan.functions[0]);
  const KernelView view(plan.functions[0].kernels[0], layout);
  const KernelTree tree = scheduleOf(view, Target::cpp);
  EXPECT_EQ(executedWork(tree, view.formula, envOf(plan.functions[0], 0)).most,
            2 * 4 * 7 * 9 * 64 * 96);
}

/// As channels of an image are, beside which a convolution has the places around a pixel.
TEST(PackedProduct, FindsTheOtherTermsOnceForNeighboursOfTheOuterLoop) {
  const Plan plan = planOf({.inner = 9, .turnsRight = true, .isOuterLast = true});
  const std::string text = kernelsFile(plan, kernelTexts(plan), Target::cpp);
  for (const char *line : {"const auto left = [=](int64_t l, int64_t i) {",
                           "return [=](auto k) { return load(x0, (i * 9 + l) * 64 + k); };",
                           "return [=](auto k) { return load(x1, (j * 9 + l) * 64 + k); };"})
    EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

/// Its scale lies along the innermost rows, which are not the longest: rows are neighbours then,
/// and not the outer terms. They are copied in runs, which end inside of tiles.
TEST(PackedProduct, HasRowsAsNeighboursWhereThoseThatStayLieSo) {
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  Build b(*plan.pool);
  Expr g = b.loop(40, "g"), i = b.loop(20, "i"), j = b.loop(300, "j"), k = b.loop(16, "k"),
       l = b.loop(3, "l");
  Expr x = b.load(f32, {40, 3, 16}, {g, l, k}), scale = b.load(f32, {20}, {i});
  Expr w = b.load(f32, {3, 16, 300}, {l, k, j});
  const SmallVector<SumOrder, 2> order(2);
  Expr sum =
      b.reduce(Fn::add, {k, l}, b.call(Fn::term, {b.call(Fn::mul, {x, scale}), w}), 0.0, order);
  b.result(f32, {40, 20, 300}, {g, i, j}, sum);
  plan.functions.push_back(functionOf("f", b.formula, {}));
  const std::string text = kernelsFile(plan, kernelTexts(plan), Target::cpp);
  for (const char *part : {"packed_product<Along::results", "const auto left = [=](int64_t term) {",
                           "return [=](int64_t run) {", "load(x1, i)", "in_runs<20>(left)"})
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  const CompiledKernels compiled(plan, Target::cpp);
  ASSERT_TRUE(compiled.ok());
  std::mt19937 random(5);
  EXPECT_TRUE(agrees(compiled, plan.functions[0], 0, 0, random));
}

TEST(PackedProduct, TurnsRowsInRegistersForFewColumns) {
  const auto textOf = [](const Shape &shape) {
    const Plan plan = planOf(shape);
    return kernelsFile(plan, kernelTexts(plan), Target::cpp);
  };
  const std::string columns = textOf({.rows = 64, .columns = 5, .terms = 128, .leaves = 2});
  EXPECT_NE(columns.find("skinny_product<2, 5>({0, 64}, {0, 5}, {.count = 128},"),
            std::string::npos)
      << columns;
  const std::string rows = textOf({.rows = 5, .columns = 64, .terms = 128, .turnsRight = true});
  EXPECT_NE(rows.find("skinny_product<1, 5>({0, 64}, {0, 5}, {.count = 128},"), std::string::npos)
      << rows;
  for (const Shape &other : {Shape{.rows = 64, .columns = 13, .terms = 128},
                             Shape{.rows = 33, .columns = 64, .terms = 128, .turnsRight = true},
                             Shape{.rows = 14,
                             .columns = 64,
                             .terms = 128,
                             .batches = 3,
                             .turnsRight = true,
                             .sharesRight = true},
                             Shape{.rows = 64, .columns = 5, .terms = 128, .turnsLeft = true},
                             Shape{.rows = 64, .columns = 5, .terms = 128, .hasStart = true}}) {
    const std::string text = textOf(other);
    EXPECT_EQ(text.find("skinny_product"), std::string::npos) << text;
  }
}

/// Squares of squares: the sum is reached in 2^60 ways.
TEST(PackedProduct, IsFoundUnderExpressionsThatShareParts) {
  Plan plan = planOf({});
  Build b(*plan.pool);
  b.formula = productOf(*plan.pool, {});
  Expr &value = b.formula.results[0].value;
  for (int times = 0; times < 60; ++times)
    value = b.call(Fn::mul, {value, value});
  const Function function = functionOf("f", b.formula, {});
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  const Nest nest = nestOf(view);
  EXPECT_TRUE(packedProductOf(view, nest, Tile()));
}

Shape randomShape(std::mt19937 &random) {
  const auto upTo = [&](uint32_t most) { return static_cast<int64_t>(random() % most); };
  const auto one = [&](uint32_t of) { return random() % of == 0; };
  Shape shape;
  shape.rows = one(3) ? 150 + upTo(60) : 6 + upTo(60);
  shape.columns = one(3) ? 230 + upTo(60) : 24 + upTo(90);
  shape.terms = one(4) ? 240 + upTo(300) : 16 + upTo(60);
  shape.leaves = int64_t{1} << upTo(4);
  shape.batches = one(4) ? 1 + upTo(3) : 0;
  shape.inner = one(4) ? 1 + upTo(5) : 0;
  shape.turnsLeft = one(2), shape.turnsRight = one(2), shape.turnsResult = one(3);
  shape.hasEnd = one(2), shape.hasStart = one(3), shape.isMasked = one(4);
  if (one(5)) shape.type = ElementType::f64;
  shape.sharesRight = one(2);
  shape.groups = shape.batches > 0 && one(2) ? 2 + upTo(2) : 0;
  shape.isOuterLast = shape.inner > 0 && one(2);
  return shape;
}

/// Loops cut in up to three shards, the terms wherever.
SmallVector<Cut, 4> randomCuts(const Shape &shape, std::mt19937 &random) {
  SmallVector<Cut, 4> cuts;
  for (const auto &[loop, extent] :
       {std::pair(0, shape.rows), std::pair(1, shape.columns), std::pair(2, shape.terms)}) {
    if (random() % 2 == 0 || cuts.size() == 2) continue;
    const auto at = [&] { return static_cast<int64_t>(random() % static_cast<uint32_t>(extent)); };
    std::vector<int64_t> ends = {0, at(), at(), extent};
    llvm::sort(ends);
    cuts.push_back({loop, ends});
  }
  return cuts;
}

ProductTile tileOf(const Function &function) {
  const DeviceLayout layout = deviceLayout(function);
  const KernelView view(function.kernels[0], layout);
  const auto tiled = tiledProductOf(view, nestOf(view));
  return tiled ? *tiled->product.tile : ProductTile();
}

void compare(const std::string &flags, Target target = Target::cpp) {
  std::mt19937 random(5);
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  for (int number = 0; number < 40; ++number) {
    const Shape shape = randomShape(random);
    const SmallVector<Cut, 4> cuts = randomCuts(shape, random);
    SmallVector<Windows, 2> windows; // what is whole does not start where loops do
    for (int operand = 0; operand < 2; ++operand)
      windows.push_back(random() % 4 == 0 ? Windows::whole : Windows::demanded);
    Function function =
        functionOf("f" + std::to_string(number), productOf(*plan.pool, shape), cuts, windows);
    if (number % 2 == 0) function.kernels[0].flops = int64_t(1) << 50; // in many chunks
    plan.functions.push_back(std::move(function));
  }
  // Thirds of eight leaves are no subtrees.
  plan.functions.push_back(functionOf("thirds", productOf(*plan.pool, {.terms = 96, .leaves = 8}),
                                      {{2, {0, 32, 64, 96}}}));
  plan.functions.push_back(
      functionOf("leaves", productOf(*plan.pool, {.terms = 96, .leaves = 8}), {{2, {0, 36, 72}}}));
  // Of many leaves devices have parts.
  plan.functions.push_back(functionOf(
      "many", productOf(*plan.pool, {.rows = 23, .columns = 32, .terms = 2112, .leaves = 64}),
      {{2, {0, 700, 1400, 2112}}}));
  // Whole blocks of the second are masked, and tiles at the ends of it.
  for (const Shape &masked : {Shape{.rows = 64, .columns = 64, .leaves = 4, .isMasked = true},
                              Shape{.rows = 181, .columns = 531, .leaves = 2, .isMasked = true}})
    plan.functions.push_back(
        functionOf("masked_" + std::to_string(masked.rows), productOf(*plan.pool, masked), {}));
  for (const int64_t inner : {0, 3}) // rows of three loops, terms that are taken apart
    plan.functions.push_back(functionOf("rows_" + std::to_string(inner),
                                        productOf(*plan.pool, {.rows = 5,
                                                               .columns = 260,
                                                               .terms = 24,
                                                               .leaves = 4,
                                                               .batches = 7,
                                                               .inner = inner,
                                                               .groups = 4,
                                                               .sharesRight = true}),
                                        {}));
  // GPUs bring four terms of the outer loop at once, or two, with what is between them.
  for (const Shape &windows :
       {Shape{.rows = 90, .columns = 50, .terms = 64, .leaves = 2, .inner = 9},
        Shape{.rows = 700, .columns = 300, .terms = 32, .leaves = 8, .inner = 9},
        Shape{.rows = 45, .columns = 64, .terms = 24, .inner = 3},
        Shape{.rows = 64, .columns = 40, .terms = 16, .inner = 4, .type = ElementType::f64}})
    for (const bool turnsRight : {false, true}) {
      Shape shape = windows;
      shape.isOuterLast = shape.isPadded = true;
      shape.turnsRight = turnsRight;
      plan.functions.push_back(functionOf("windows_" + std::to_string(plan.functions.size()),
                                          productOf(*plan.pool, shape), {}));
    }
  plan.functions.push_back(functionOf("padded",
                                      productOf(*plan.pool, {.rows = 60,
                                                             .columns = 60,
                                                             .terms = 40,
                                                             .inner = 5,
                                                             .turnsLeft = true,
                                                             .isPadded = true}),
                                      {}));
  // More terms than are packed at a time, in leaves that end within a block of them.
  for (const bool isOuterLast : {false, true})
    for (const int64_t inner : {0, 3})
      if (inner > 0 || !isOuterLast)
        plan.functions.push_back(functionOf("long_" + std::to_string(plan.functions.size()),
                                            productOf(*plan.pool, {.rows = 30,
                                                                   .columns = 50,
                                                                   .terms = inner > 0 ? 1501 : 4503,
                                                                   .leaves = 8,
                                                                   .inner = inner,
                                                                   .isOuterLast = isOuterLast}),
                                            {}));
  // Terms that begin and end elsewhere for each batch; the last one has none.
  for (const int64_t leaves : {1, 8})
    plan.functions.push_back(functionOf(
        "share_" + std::to_string(leaves),
        productOf(
            *plan.pool,
            {.rows = 30, .columns = 64, .terms = 96, .leaves = leaves, .batches = 5, .share = 28}),
        {}));
  // Few columns, in products of parts too.
  for (const Shape &few : {Shape{.rows = 300, .columns = 2, .terms = 96, .leaves = 2},
                           Shape{.rows = 43, .columns = 11, .terms = 140, .batches = 5},
                           Shape{.rows = 130, .columns = 5, .terms = 256, .leaves = 8},
                           Shape{.rows = 64, .columns = 19, .terms = 64, .turnsRight = true}})
    plan.functions.push_back(
        functionOf("few_" + std::to_string(few.columns), productOf(*plan.pool, few), {}));
  const auto addSkinny = [&](const Shape &shape, ArrayRef<Cut> cuts = {}) {
    const std::string name = "skinny_" + std::to_string(plan.functions.size());
    plan.functions.push_back(functionOf(name, productOf(*plan.pool, shape), cuts));
  };
  addSkinny({.rows = 61, .columns = 3, .terms = 133, .leaves = 4}, {{2, {0, 40, 90, 133}}});
  addSkinny({.rows = 130, .columns = 5, .terms = 256, .leaves = 8}, {{0, {0, 7, 70, 130}}});
  addSkinny({.rows = 90, .columns = 12, .terms = 75, .leaves = 2, .type = ElementType::f64});
  addSkinny({.rows = 17, .columns = 70, .terms = 300, .leaves = 4, .turnsRight = true}); // groups
  addSkinny({.rows = 32, .columns = 40, .terms = 64, .leaves = 2, .turnsRight = true});
  addSkinny({.rows = 7, .columns = 90, .terms = 75, .leaves = 2, .turnsRight = true});
  addSkinny({.rows = 9,
             .columns = 4,
             .terms = 64,
             .batches = 6,
             .turnsResult = true,
             .hasEnd = true,
             .sharesRight = true});
  // Lines of terms, whichever way operands lie: in chunks of 16 bytes, or one by one.
  for (const bool turnsLeft : {false, true})
    for (const bool turnsRight : {false, true})
      for (const Shape &lines : {Shape{.rows = 16, .columns = 40, .terms = 1024, .leaves = 2},
                                 Shape{.rows = 13, .columns = 43, .terms = 777, .leaves = 8}}) {
        Shape shape = lines;
        shape.turnsLeft = turnsLeft;
        shape.turnsRight = turnsRight;
        plan.functions.push_back(functionOf("lines_" + std::to_string(plan.functions.size()),
                                            productOf(*plan.pool, shape), {}));
      }
  const Shape narrow = {.rows = 3190, .columns = 60, .terms = 44, .leaves = 4};
  plan.functions.push_back(functionOf("narrow", productOf(*plan.pool, narrow), {}));
  // Two groups of threads have two leaves each, some without terms.
  const Shape grouped = {.rows = 704, .columns = 768, .terms = 128, .leaves = 8};
  plan.functions.push_back(
      functionOf("grouped", productOf(*plan.pool, grouped), {{2, {0, 40, 64, 128}}}));
  // Threads have as many rows and columns as they ever have, in warps of each width.
  for (const Shape &shape : {Shape{.rows = 100, .columns = 300, .terms = 32, .leaves = 8},
                             Shape{.rows = 600, .columns = 100, .terms = 44, .leaves = 4},
                             Shape{.rows = 181, .columns = 100, .terms = 32, .leaves = 8},
                             Shape{.rows = 600, .columns = 60, .terms = 32, .leaves = 8},
                             Shape{.rows = 600, .columns = 200, .terms = 44, .leaves = 4},
                             Shape{.rows = 700, .columns = 100, .terms = 44, .leaves = 4},
                             Shape{.rows = 100, .columns = 768, .terms = 32, .leaves = 8},
                             Shape{.rows = 600, .columns = 100, .terms = 32, .leaves = 8},
                             Shape{.rows = 256, .columns = 768, .terms = 32, .leaves = 8},
                             Shape{.rows = 600, .columns = 200, .terms = 128, .leaves = 8},
                             Shape{.rows = 400, .columns = 300, .terms = 32, .leaves = 8},
                             Shape{.rows = 600, .columns = 300, .terms = 32, .leaves = 8}})
    plan.functions.push_back(
        functionOf("f" + std::to_string(plan.functions.size()), productOf(*plan.pool, shape), {}));
  std::set<std::tuple<int, int, int>> shapes;
  for (const Function &function : plan.functions)
    if (const ProductTile tile = tileOf(function); tile.rows > 0)
      shapes.insert({tile.own_rows, tile.own_columns, tile.warp_across});
  if (target == Target::cuda) EXPECT_GE(shapes.size(), 14u);
  const CompiledKernels compiled(plan, target, /*counted=*/false, flags);
  ASSERT_TRUE(compiled.ok());
  expectAgreement(compiled, plan.functions, random);
}

TEST(PackedProduct, HasTheInterpretersBits) { compare(""); }
TEST(PackedProduct, HasTheInterpretersBitsInTilesOnGpus) { compare("", Target::cuda); }
TEST(PackedProduct, HasTheInterpretersBitsWithAvx2) {
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) GTEST_SKIP();
  compare("-march=x86-64-v3");
}
TEST(PackedProduct, HasTheInterpretersBitsWithAvx512) {
  if (!__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512dq")) GTEST_SKIP();
  compare("-march=x86-64-v4");
}

TEST(TiledProduct, SpillsNothing) {
  Plan plan;
  plan.name = plan.id = "made";
  plan.pool = std::make_unique<Pool>();
  for (const Shape &shape :
       {Shape{.rows = 1000, .columns = 3000, .terms = 768, .leaves = 8, .hasEnd = true},
        Shape{.rows = 1000, .columns = 999, .terms = 3000, .leaves = 8, .turnsLeft = true},
        Shape{
            .rows = 512, .columns = 512, .terms = 96, .leaves = 2, .batches = 32, .isMasked = true},
        Shape{.rows = 40, .columns = 50, .terms = 700, .leaves = 8, .inner = 5},
        Shape{.rows = 512,
        .columns = 64,
        .terms = 1024,
        .leaves = 8,
        .batches = 8,
        .sharesRight = true},
        Shape{.rows = 512, .columns = 64, .terms = 512, .leaves = 8, .batches = 16},
        Shape{.rows = 43, .columns = 11, .terms = 1408, .batches = 32, .turnsLeft = true},
        Shape{.rows = 512, .columns = 10, .terms = 784, .leaves = 8},
        Shape{.rows = 65536, .columns = 16, .terms = 512, .leaves = 8},
        Shape{.rows = 25088,
        .columns = 64,
        .terms = 64,
        .leaves = 8,
        .inner = 9,
        .isOuterLast = true,
        .isPadded = true},
        Shape{.rows = 392,
        .columns = 512,
        .terms = 64,
        .batches = 8,
        .inner = 9,
        .turnsRight = true,
        .isOuterLast = true,
        .isPadded = true},
        Shape{.rows = 900, .columns = 900, .terms = 512, .leaves = 8, .type = ElementType::f64}})
    plan.functions.push_back(
        functionOf("f" + std::to_string(plan.functions.size()), productOf(*plan.pool, shape), {}));
  // A subtree of leaves, and some without terms.
  for (const std::vector<int64_t> &cut : {std::vector<int64_t>{0, 384, 768}, {0, 256, 512, 768}})
    plan.functions.push_back(functionOf(
        "cut_" + std::to_string(cut.size()),
        productOf(*plan.pool, {.rows = 1000, .columns = 1001, .terms = 768, .leaves = 8}),
        {{2, cut}}));
  const KernelTexts texts = kernelTexts(plan);
  for (const std::vector<KernelText> &own : texts)
    EXPECT_NE(own[0].cuda.text.find("tiled_product<"), std::string::npos) << own[0].cuda.text;
  std::string report;
  ASSERT_TRUE(nvccCompiles(plan, texts, &report));
  size_t none = 0;
  for (size_t at = 0; (at = report.find("0 bytes spill stores", at + 1)) != std::string::npos;)
    none += report.compare(at - 2, 2, ", ") == 0;
  EXPECT_EQ(none, plan.functions.size()) << report;
}

struct Tiled {
  ProductTile tile = {}; // where there are none
  Threads threads = {};
};
Tiled tiledFor(const Shape &shape) {
  const Plan plan = planOf(shape);
  const DeviceLayout layout = deviceLayout(plan.functions[0]);
  const KernelView view(plan.functions[0].kernels[0], layout);
  const auto tiled = tiledProductOf(view, nestOf(view));
  return tiled ? Tiled{*tiled->product.tile, tiled->threads} : Tiled();
}

/// The busiest multiprocessor of an H100 has not much more to do than others.
TEST(TiledProduct, SharesOutTilesEvenly) {
  for (const int64_t size : {512, 704, 768, 1024, 4096}) {
    const Threads threads = tiledFor({.rows = size, .columns = size, .terms = 512}).threads;
    const auto tiles = threads.x * threads.y;
    EXPECT_GE(tiles, 0.75 * 132 * std::ceil(double(tiles) / 132)) << size;
  }
}
TEST(TiledProduct, HasFewResultsForAThreadWhereThereIsLittle) {
  const auto ownOf = [](int64_t size) {
    const ProductTile tile = tiledFor({.rows = size, .columns = size}).tile;
    return tile.own_rows * tile.own_columns;
  };
  EXPECT_LE(ownOf(256), 8);
  EXPECT_GE(ownOf(2048), 32);
}
TEST(TiledProduct, HasGroupsWhereTilesAreFew) {
  const auto groupsOf = [](const Shape &shape) { return tiledFor(shape).tile.groups; };
  EXPECT_EQ(groupsOf({.rows = 704, .columns = 768, .terms = 1024, .leaves = 8}), 4);
  EXPECT_EQ(groupsOf({.rows = 256, .columns = 256, .terms = 64, .leaves = 2}), 2);
  EXPECT_EQ(groupsOf({.rows = 256, .columns = 256, .terms = 32, .leaves = 1}), 1);
}
TEST(TiledProduct, GivesLeavesToAWarpEach) {
  const Tiled tiled = tiledFor({.rows = 256, .columns = 256, .terms = 1024, .leaves = 8});
  EXPECT_TRUE(tiled.tile.is_by_warps());
  EXPECT_EQ(tiled.threads.block, 8 * 32);
}
TEST(TiledProduct, HasLinesOfTermsWhereSumsAreFewAndLong) {
  const auto areLines = [](const Shape &shape) { return tiledFor(shape).tile.in_lines; };
  EXPECT_TRUE(areLines({.rows = 32, .columns = 32, .terms = 1024, .batches = 2}));
  EXPECT_FALSE(areLines({.rows = 2048, .columns = 2048, .terms = 1024}));
  EXPECT_FALSE(areLines({.rows = 32, .columns = 32, .terms = 1024, .type = ElementType::f64}));
}
TEST(TiledProduct, BringsChunksOfTheOuterLoopWithTheTermsBetween) {
  const auto innerOf = [](int64_t terms, int64_t inner) {
    return tiledFor({.rows = 704,
                     .columns = 768,
                     .terms = terms,
                     .leaves = 8,
                     .inner = inner,
                     .isOuterLast = true,
                     .isPadded = true})
        .tile.inner;
  };
  EXPECT_EQ(innerOf(64, 9), 9);
  EXPECT_EQ(innerOf(64, 25), 0) << "too many terms for shared memory";
  EXPECT_EQ(innerOf(48, 9), 0) << "leaves have six";
}
TEST(TiledProduct, SaysWhereAChunkLiesOrThatItIsZeros) {
  const Plan plan = planOf({.rows = 704,
                            .columns = 768,
                            .terms = 64,
                            .leaves = 8,
                            .inner = 9,
                            .isOuterLast = true,
                            .isPadded = true});
  const std::string text = kernelTexts(plan)[0][0].cuda.text;
  EXPECT_NE(text.find("zeros_unless(i + l >= 3 && i + l < 704, &"), std::string::npos) << text;
  EXPECT_NE(text.find("Along::outer, Along::results, 8>"), std::string::npos) << text;
}
TEST(TiledProduct, CountsBatchesOfOneFactorWithTheRows) {
  const auto gridOf = [](bool sharesRight) {
    const Tiled tiled = tiledFor({.rows = 70, .batches = 3, .sharesRight = sharesRight});
    return std::pair(tiled.threads.y, tiled.threads.z);
  };
  EXPECT_EQ(gridOf(true), std::pair(int64_t{27}, int64_t{1})) << "210 rows in tiles of 8";
  EXPECT_EQ(gridOf(false), std::pair(int64_t{9}, int64_t{3}));
}

} // namespace
} // namespace shardc::test
