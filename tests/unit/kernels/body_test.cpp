// SPDX-License-Identifier: Apache-2.0
// Bodies of kernels as statements: which are made, and how they are printed.
#include "formulas.h"
#include "functions.h"

#include "codegen/cpp/body/print_body.h"
#include "codegen/kernel/body/body.h"
#include "codegen/kernel/schedule.h"
#include "codegen/kernel/work/work.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

/// A kernel of one formula, ready for writing.
struct Made {
  Plan plan;
  DeviceLayout layout;
  std::optional<KernelView> view;

  explicit Made(llvm::function_ref<Formula(Pool &)> formula) {
    plan.pool = std::make_unique<Pool>();
    plan.functions.push_back(functionOf("f", formula(*plan.pool), {}));
    layout = deviceLayout(plan.functions[0]);
    view.emplace(plan.functions[0].kernels[0], layout);
  }
  Expr value() const { return view->formula.results[0].value; }
  int loop(const std::string &name) const {
    for (size_t number = 0; number < view->loops.size(); ++number)
      if (view->loops[number].name == name) return static_cast<int>(number);
    ADD_FAILURE() << "no loop " << name;
    return -1;
  }
  std::string print(const KernelTree &body) const {
    Needs needs;
    return codeText(printBody(body, *view, needs), 0);
  }
};

/// y[i, j] = sum over k of x[i, k] * w[k, j]
Formula product(Pool &pool, int64_t rows, int64_t columns) {
  Build b(pool);
  Expr i = b.loop(rows, "i"), j = b.loop(columns, "j"), k = b.loop(16, "k");
  Expr x = b.load(f32, {rows, 16}, {i, k}), w = b.load(f32, {16, columns}, {k, j});
  b.result(f32, {rows, columns}, {i, j}, b.reduce(Fn::add, {k}, b.call(Fn::mul, {x, w}), 0.0));
  return b.formula;
}

/// y[i, j] = x[i, j] - max over k of x[i, k]
Formula belowLargest(Pool &pool) {
  Build b(pool);
  Expr i = b.loop(4, "i"), j = b.loop(3, "j"), k = b.loop(3, "k");
  Expr all = b.reduce(Fn::max, {k}, b.load(f32, {4, 3}, {i, k}), -INFINITY);
  b.result(f32, {4, 3}, {i, j}, b.call(Fn::sub, {b.load(f32, {4, 3}, {i, j}), all}));
  return b.formula;
}

/// The kinds of statements: "for i { declare sum; sequence { ... } }".
std::string outline(const Statements &statements, const KernelView &view);

struct Outline {
  const KernelView &view;
  std::string operator()(const Threads &threads) const {
    std::string loops;
    for (int loop : threads.loops)
      loops += " " + view.loops[loop].name;
    return "threads of" + loops + " { " + outline(threads.body, view) + "}";
  }
  std::string operator()(const For &loop) const {
    const char *over[] = {"for ", "blocks of ", "block of ", "lane of "};
    return over[static_cast<int>(loop.over)] + view.loops[loop.loop].name + " { " +
           outline(loop.body, view) + "}";
  }
  std::string operator()(const ForLeaves &loop) const {
    return "leaves of " + view.loops[loop.loop].name + " { " + outline(loop.body, view) + "}";
  }
  std::string operator()(const ForLanes &lanes) const {
    return "lanes { " + outline(lanes.body, view) + "}";
  }
  std::string operator()(const ForCount &loop) const {
    return "for " + loop.variable + " { " + outline(loop.body, view) + "}";
  }
  std::string operator()(const LetIndex &index) const { return "let " + index.name; }
  std::string operator()(const LetPosition &position) const { return "let " + position.name; }
  std::string operator()(const ReduceByTeam &row) const { return "row " + row.name; }
  std::string operator()(const DeclareRows &rows) const {
    return "rows of " + std::to_string(rows.count);
  }
  std::string operator()(const LoadRow &row) const { return "load " + row.name; }
  std::string operator()(const MakeRow &row) const { return "make " + row.name; }
  std::string operator()(const ReduceRow &row) const { return row.name + " of " + row.row; }
  std::string operator()(const StoreRow &row) const { return "store " + row.row; }
  std::string operator()(const PackedSums &sums) const {
    return "product { " + outline(sums.end, view) + "}";
  }
  std::string operator()(const Attend &attend) const {
    return "attention { " + outline(attend.end, view) + "}";
  }
  std::string operator()(const LetTile &tile) const { return "let " + tile.name; }
  std::string operator()(const LetDigits &index) const {
    return "let " + view.loops[index.loop].name;
  }
  std::string operator()(const IfInside &inside) const {
    return "inside { " + outline(inside.body, view) + "}";
  }
  std::string operator()(const Barrier &) const { return "barrier"; }
  std::string operator()(const DeclareTree &tree) const { return "declare " + tree.name; }
  std::string operator()(const AddLeaf &leaf) const { return leaf.sum + " into " + leaf.tree; }
  std::string operator()(const Total &total) const { return total.name + " of " + total.tree; }
  std::string operator()(const SumLanes &sum) const { return sum.name + " of " + sum.lanes; }
  std::string operator()(const OneIndex &one) const { return "at " + view.loops[one.loop].name; }
  std::string operator()(const Let &let) const { return "let " + let.name; }
  std::string operator()(const LoadVec &load) const { return "load " + load.name; }
  std::string operator()(const LoadFirst &load) const { return "load " + load.name; }
  std::string operator()(const DeclareVec &vec) const { return "declare " + vec.name; }
  std::string operator()(const StoreVec &vec) const { return "store " + vec.name; }
  std::string operator()(const Bind &bind) const { return "bind " + bind.places[0].variable; }
  std::string operator()(const Declare &variable) const { return "declare " + variable.name; }
  std::string operator()(const Store &store) const {
    return "store " + (store.to.output < 0 ? store.to.variable : "output");
  }
  std::string operator()(const Copy &copy) const { return "copy to " + copy.to.variable; }
  std::string operator()(const Accumulate &more) const { return "into " + more.into.variable; }
  std::string operator()(const ReduceOne &one) const { return "one " + one.name; }
  std::string operator()(const Raise &raise) const { return "raise " + raise.flag; }
  std::string operator()(const PushOwn &own) const {
    return "own of " + own.names.update + " { " + outline(own.pushed.body, view) + "}";
  }
  std::string operator()(const If &either) const {
    return "if { " + outline(either.then, view) + "} else { " + outline(either.otherwise, view) +
           "}";
  }
  std::string operator()(const Sequence &sequence) const {
    return "{ " + outline(sequence.body, view) + "}";
  }
  std::string operator()(const Combine &combine) const {
    return "combine { " + outline(combine.body, view) + "}";
  }
  std::string operator()(const ReturnIfEmpty &) const { return "return if empty"; }
};

std::string outline(const Statements &statements, const KernelView &view) {
  std::string text;
  for (const Statement &each : statements)
    text += std::visit(Outline{view}, each.node) + "; ";
  return text;
}

std::string outlineOf(const Made &made, const Tile *tile = nullptr) {
  return outline(BodyBuilder(*made.view, tile).build(nestOf(*made.view), 0).statements, *made.view);
}

TEST(KernelBody, HasAReductionBeforeTheStoreThatUsesIt) {
  const Made made([](Pool &pool) { return product(pool, 4, 3); });
  EXPECT_EQ(outlineOf(made), "for i { for j { declare sum; { for k { into sum; }; }; bind sum; "
                             "store output; }; }; ");
}

TEST(KernelBody, HasAReductionOutsideOfLoopsThatItDoesNotUse) {
  const Made made(belowLargest);
  EXPECT_EQ(outlineOf(made), "for i { declare largest; { for k { into largest; }; }; bind largest; "
                             "for j { store output; }; }; ");
}

TEST(KernelBody, HasAnIfWhereABranchReduces) {
  const Made made([](Pool &pool) {
    Build b(pool);
    Expr i = b.loop(4, "i"), k = b.loop(9, "k");
    Expr sum = b.reduce(Fn::add, {k}, b.load(f32, {4, 9}, {i, k}), 0.0);
    b.result(f32, {4}, {i}, expr::select(expr::within(i, 1, 4), sum, b.number(f32, 0)));
    return b.formula;
  });
  EXPECT_EQ(outlineOf(made), "for i { if { declare sum; { for k { into sum; }; }; bind sum; "
                             "store output; } else { store output; }; }; ");
}

TEST(Schedule, HasAThreadForEachElementOnGpus) {
  const Made made([](Pool &pool) { return product(pool, 300, 200); });
  const KernelTree tree = scheduleOf(*made.view, Target::cuda);
  EXPECT_EQ(outline(tree.statements, *made.view),
            "threads of i j { declare sum; { for k { into sum; }; }; bind sum; store output; }; ");
  const Threads *threads = threadsOf(tree);
  ASSERT_NE(threads, nullptr);
  EXPECT_TRUE(threads->perElement);
  EXPECT_FALSE(threads->isFlat); // 200 fill most of a block
  EXPECT_EQ(std::tuple(threads->x, threads->y, threads->z, threads->block),
            std::tuple(1, 300, 1, 256));
}

TEST(Schedule, CountsAllIndicesWhereARowIsShort) {
  const Made made([](Pool &pool) { return product(pool, 300, 20); });
  const KernelTree tree = scheduleOf(*made.view, Target::cuda);
  ASSERT_NE(threadsOf(tree), nullptr);
  EXPECT_TRUE(threadsOf(tree)->isFlat);
  EXPECT_EQ(threadsOf(tree)->x, (300 * 20 + 255) / 256);
}

TEST(Schedule, HasAThreadForEachRowWhereRowsAreReduced) {
  const Made made(belowLargest);
  const KernelTree tree = scheduleOf(*made.view, Target::cuda);
  EXPECT_EQ(outline(tree.statements, *made.view),
            "threads of i { declare largest; { for k { into largest; }; }; bind largest; "
            "for j { store output; }; }; ");
  EXPECT_FALSE(threadsOf(tree)->perElement);
}

TEST(Schedule, DoesAsMuchWorkOnGpusAsOnCpus) {
  const Made made([](Pool &pool) { return product(pool, 30, 20); });
  const Env env{made.view->cases[0].loops, {}};
  for (Target target : {Target::cpp, Target::cuda})
    EXPECT_EQ(executedWork(scheduleOf(*made.view, target), made.view->formula, env).expected,
              2.0 * 30 * 20 * 16);
}

/// y[i] = what a sum of 9 gives where `condition` holds, else 0.
ExecutedWork workWhere(llvm::function_ref<Expr(Build &, Expr i)> condition) {
  const Made made([&](Pool &pool) {
    Build b(pool);
    Expr i = b.loop(4, "i"), k = b.loop(9, "k");
    Expr sum = b.reduce(Fn::add, {k}, b.load(f32, {4, 9}, {i, k}), 0.0);
    b.result(f32, {4}, {i}, expr::select(condition(b, i), sum, b.number(f32, 0)));
    return b.formula;
  });
  const Env env{made.view->cases[0].loops, {}};
  return executedWork(scheduleOf(*made.view, Target::cpp), made.view->formula, env);
}

TEST(ExecutedWork, CountsABranchByHowOftenItIsTaken) {
  const ExecutedWork some = workWhere([](Build &, Expr i) { return expr::within(i, 1, 4); });
  EXPECT_FALSE(some.isExact);
  EXPECT_EQ(some.most, 4 * 9);
  EXPECT_EQ(some.expected, 3 * 9);
  // i == at, wherever that is
  const ExecutedWork one = workWhere([](Build &b, Expr i) {
    Expr at = expr::at(b.load(ElementType::i32, {}, {}), 0, 3);
    return expr::within(expr::sub(i, at), 0, 1);
  });
  EXPECT_EQ(one.most, 4 * 9);
  EXPECT_EQ(one.expected, 9);
}

TEST(KernelBody, AddsUpABlockOfResultsAtATime) {
  const Made made([](Pool &pool) { return product(pool, 2, 200); });
  const Tile tile = tileOf(*made.view, nestOf(*made.view));
  EXPECT_EQ(outlineOf(made, &tile),
            "blocks of j { declare sum; for k { { for i { block of j { into sum; }; }; }; }; "
            "bind sum; for i { block of j { store output; }; }; }; ");
}

/// y[i, j] = sum over k of exp(x[i, k]) / s * v[k, j], where s = sum over l of exp(x[i, l])
Formula weighted(Pool &pool, int64_t row) {
  Build b(pool);
  Expr i = b.loop(4, "i"), j = b.loop(8, "j"), k = b.loop(row, "k"), l = b.loop(row, "l");
  Expr terms = b.call(Fn::exp, {b.load(f32, {4, row}, {i, l})});
  Expr total = b.reduce(Fn::add, {l}, terms, 0.0);
  Expr weight = b.call(Fn::div, {b.call(Fn::exp, {b.again(0, {i, k})}), total});
  Expr value = b.load(f32, {row, 8}, {k, j});
  b.result(f32, {4, 8}, {i, j}, b.reduce(Fn::add, {k}, b.call(Fn::mul, {weight, value}), 0.0));
  return b.formula;
}

TEST(KernelBody, KeepsTermsThatALaterReductionHasToo) {
  const Made made([](Pool &pool) { return weighted(pool, 100); });
  const Tile tile = tileOf(*made.view, nestOf(*made.view));
  EXPECT_EQ(made.print(BodyBuilder(*made.view, &tile).build(nestOf(*made.view), 0)),
            R"(for (int64_t i = 0; i < 4; ++i) {
  float sum = 0.0f;
  float terms[100];
  for (int64_t l = 0; l < 100; ++l)
    terms[l] = exp(x0[i * 100 + l]);
  for (int64_t l = 0; l < 100; ++l)
    sum += terms[l];
  float sum_2[8] = {};
  for (int64_t k = 0; k < 100; ++k) {
    const float div_x0 = terms[k] / sum;
    for (int64_t j = 0; j < 8; ++j)
      sum_2[j] += div_x0 * x1[k * 8 + j];
  }
  for (int64_t j = 0; j < 8; ++j)
    y0[i * 8 + j] = sum_2[j];
}
)");
}

TEST(KernelBody, KeepsNoTermsOfLongRows) {
  const Made made([](Pool &pool) { return weighted(pool, 5000); });
  EXPECT_TRUE(tileOf(*made.view, nestOf(*made.view)).kept.empty());
}

/// Statements that nothing here makes: a sum in four lanes, which are added up in pairs.
TEST(KernelBody, PrintsWhatOthersMake) {
  const Made made([](Pool &pool) {
    Build b(pool);
    Expr i = b.loop(4, "i"), k = b.loop(64, "k");
    b.result(f32, {4}, {i}, b.reduce(Fn::add, {k}, b.load(f32, {4, 64}, {i, k}), 0.0));
    return b.formula;
  });
  Expr reduce = made.value()->args[0];
  const int k = made.loop("k");
  Place lane = Place::of("lanes"), sum = Place::of("sum");
  lane.inBlockOf = {k};
  Declare lanes{"lanes", f32, {4}};
  lanes.start = Declare::Start::zeros;
  For lanewise, blocks, each;
  lanewise.loop = blocks.loop = each.loop = k;
  lanewise.over = For::Over::block;
  lanewise.body = {{Accumulate{lane, Fn::add, ReduceView(reduce).values[0]}}};
  blocks.over = For::Over::blocks;
  blocks.size = 4;
  blocks.from = "k_from";
  blocks.body = {{lanewise}};
  For rows;
  rows.loop = made.loop("i");
  rows.body = {{lanes}, {blocks}, {Bind{reduce, {sum}}}, {Store{Place{0}, made.value()}}};
  EXPECT_EQ(made.print({{{rows}}}), R"(for (int i = 0; i < 4; ++i) {
  float lanes[4] = {};
  for (int k_from = 0; k_from < 64; k_from += 4)
    for (int k = k_from; k < k_from + 4; ++k)
      lanes[k - k_from] += x0[i * 64 + k];
  y0[i] = sum;
}
)");
}

/// What statements in a sequence, a loop or a branch have named is not known behind it.
TEST(KernelBody, ForgetsNamesBehindTheirStatements) {
  const Made made([](Pool &pool) {
    Build b(pool);
    Expr i = b.loop(4, "i");
    b.result(f32, {4}, {i}, b.call(Fn::neg, {b.load(f32, {4}, {i})}));
    return b.formula;
  });
  Sequence sequence;
  sequence.body = {{Let{"minus", made.value()}}, {Store{Place{0}, made.value()}}};
  For loop;
  loop.loop = made.loop("i");
  loop.body = {{sequence}, {Store{Place{0}, made.value()}}};
  EXPECT_EQ(made.print({{{loop}}}), R"(for (int i = 0; i < 4; ++i) {
  const float minus = -x0[i];
  y0[i] = minus;
  y0[i] = -x0[i];
}
)");
}

} // namespace
} // namespace shardc::test
