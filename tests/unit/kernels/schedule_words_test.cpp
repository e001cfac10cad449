// SPDX-License-Identifier: Apache-2.0
// Two kernels as an expert would schedule them for GPUs, made by hand of the statements that
// schedules have: a softmax with a warp for each row, held in registers, and a product in tiles
// through shared memory, two buffers in turns, with a function of it applied where it is stored.
// That these print, compile without spills, and give the interpreter's bits shows that the words
// suffice.
#include "agrees.h"
#include "formulas.h"
#include "functions.h"

#include "codegen/kernel/barriers.h"
#include "codegen/kernel/work.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace shardc::test {
namespace {

constexpr ElementType f32 = ElementType::f32;

template <typename Node>
void add(Statements &to, Node node) {
  to.push_back({std::move(node)});
}
template <typename... Nodes>
Statements list(Nodes... nodes) {
  Statements statements;
  (add(statements, std::move(nodes)), ...);
  return statements;
}

Place element(const std::string &array, SmallVector<Position, 3> at) {
  Place place = Place::of(array);
  place.at = std::move(at);
  return place;
}
Place output() { return Place{0}; }
Position of(SmallVector<Count, 3> counts) { return {std::move(counts)}; }
Position named(const std::string &name) { return {{Count::variables(name)}}; }
int number(Expr loop) { return static_cast<int>(loop->value); }

ForCount unrolled(const std::string &name, int64_t extent, Statements body) {
  return {name, extent, /*isUnrolled=*/true, std::move(body)};
}
Declare registers(const std::string &name, SmallVector<int64_t, 3> extents) {
  return {name, f32, std::move(extents)};
}

/// A formula and its parts, as the kernel has them.
struct Hand {
  Plan plan;
  DeviceLayout layout;
  std::optional<KernelView> view;

  Hand(const std::string &id, llvm::function_ref<Formula(Build &)> formula,
       ArrayRef<std::string> names) {
    plan.name = plan.id = id;
    plan.pool = std::make_unique<Pool>();
    Build build(*plan.pool);
    plan.functions.push_back(functionOf("f", formula(build), {}, {}, names));
    layout = deviceLayout(plan.functions[0]);
    view.emplace(plan.functions[0].kernels[0], layout);
  }
  Expr value() const { return view->formula.results[0].value; }
  KernelTexts texts(KernelTree tree) const {
    return {{kernelText(*view, plan.functions[0], {}, scheduleOf(*view, Target::cpp),
                        std::move(tree))}};
  }
};

/// Where an expression of this kind is, the first one on the way down.
Expr find(Expr e, llvm::function_ref<bool(Expr)> is) {
  Expr found = nullptr;
  forEach(e, [&](Expr part) {
    if (!found && is(part)) found = part;
  });
  EXPECT_NE(found, nullptr);
  return found;
}
Expr reductionOf(Expr item) { return item->args[0]; }

// Softmax.

struct Softmax : Hand {
  int64_t rows, columns;

  Softmax(int64_t rows, int64_t columns)
      : Hand("softmax_1",
             [&](Build &b) {
               Expr i = b.loop(rows, "i"), j = b.loop(columns, "j");
               Expr k = b.loop(columns, "j"), l = b.loop(columns, "j");
               Expr x = b.load(f32, {rows, columns}, {i, j});
               Expr largest = b.reduce(Fn::max, {k}, b.again(0, {i, k}), -INFINITY);
               const auto e = [&](Expr at) {
                 return b.call(Fn::exp, {b.call(Fn::sub, {at, largest})});
               };
               Expr sum = b.reduce(Fn::add, {l}, e(b.again(0, {i, l})), 0.0,
                                   orderOfSum({columns}, {Along::row}));
               b.result(f32, {rows, columns}, {i, j}, b.call(Fn::div, {e(x), sum}));
               return b.formula;
             },
             {"x", "y", "softmax"}),
        rows(rows), columns(columns) {}

  /// A warp has a row; a thread has four neighbours of each 128, so four lanes of the sum.
  KernelTree tree() const {
    Expr exponential = value()->args[0], sum = value()->args[1];
    Expr x = exponential->args[0]->args[0], largest = exponential->args[0]->args[1];
    const ReduceView most(reductionOf(largest)), total(reductionOf(sum));
    Expr x_most = most.values[0], e_total = total.values[0], x_total = e_total->args[0]->args[0];
    const int i = number(x->args[0]), j = number(x->args[1]), j_most = number(x_most->args[1]);
    const int64_t fours = columns / 128;
    const Place here = element("row", {named("c"), named("v")});
    const Place first = element("row", {named("c"), {}});
    const Position at = of({Count::variables("c", 128), Count::variables("first")});

    Threads threads;
    threads.x = rows / 8;
    Statements &body = threads.body;
    add(body,
        LetIndex{i, "i", of({Count::blocks(Count::Of::gridX, 8), Count::groups(32, 8)}), rows});
    add(body, LetPosition{"first", of({Count::threads(32, 4)})});
    add(body, registers("row", {fours, 4}));
    add(body,
        unrolled("c", fours, list(LetIndex{j_most, "j_2", at, columns}, Store{first, x_most, 4})));

    Declare start{"largest", f32};
    start.start = Declare::Start::value;
    start.value = plan.pool->literal(Number::of(f32, -INFINITY));
    add(body, start);
    add(body, unrolled("c", fours,
                       list(unrolled("v", 4,
                                     list(Bind{x_most, {here}},
                                          Accumulate{Place::of("largest"), Fn::max, x_most})))));
    add(body, CombineThreads{Place::of("largest"), Fn::max, f32, 32});
    add(body, Bind{reductionOf(largest), {Place::of("largest")}});

    Declare lanes{"lanes", f32, {4}};
    lanes.start = Declare::Start::zeros;
    add(body, lanes);
    add(body, unrolled("c", fours,
                       list(unrolled(
                           "v", 4,
                           list(Bind{x_total, {here}}, Store{here, e_total}, Bind{e_total, {here}},
                                Accumulate{element("lanes", {named("v")}), Fn::add, e_total})))));
    add(body, SumLanes{"sum", "lanes", f32, 4, /*isFinal=*/false});
    add(body, CombineThreads{Place::of("sum"), Fn::add, f32, 32});
    add(body, Bind{reductionOf(sum), {Place::of("sum")}});

    add(body, unrolled("c", fours,
                       list(unrolled("v", 4, list(Bind{exponential, {here}}, Store{here, value()})),
                            LetIndex{j, "j", at, columns}, Copy{output(), first, 4})));
    KernelTree tree;
    add(tree.statements, std::move(threads));
    return tree;
  }
};

// Product.

/// y[i, j] = 0.5 * t * (1 + tanh(0.7978846 * (t + 0.044715 * t^3))), t = b[j] + sum of x w
struct Product : Hand {
  int64_t rows, depth, columns;
  SmallVector<SumOrder, 2> order;

  Product(int64_t rows, int64_t depth, int64_t columns)
      : Hand("product_0",
             [&](Build &b) {
               Expr i = b.loop(rows, "i"), j = b.loop(columns, "j"), k = b.loop(depth, "k");
               Expr x = b.load(f32, {rows, depth}, {i, k});
               Expr w = b.load(f32, {depth, columns}, {k, j});
               Expr sum =
                   b.reduce(Fn::add, {k}, b.call(Fn::term, {x, w}), 0.0, orderOfProduct({depth}));
               Expr t = b.call(Fn::add, {b.load(f32, {columns}, {j}), sum});
               Expr cube = b.call(Fn::mul, {b.call(Fn::mul, {t, t}), t});
               const auto times = [&](double by, Expr e) {
                 return b.call(Fn::mul, {b.number(f32, by), e});
               };
               Expr bent = times(0.7978846, b.call(Fn::add, {t, times(0.044715, cube)}));
               Expr one = b.call(Fn::add, {b.number(f32, 1), b.call(Fn::tanh, {bent})});
               b.result(f32, {rows, columns}, {i, j}, times(0.5, b.call(Fn::mul, {t, one})));
               return b.formula;
             },
             {"x", "w", "b", "y", "product"}),
        rows(rows), depth(depth), columns(columns), order(orderOfProduct({depth})) {}

  Expr sum() const {
    return find(value(), [](Expr e) { return e->kind == Kind::Item; });
  }
  Expr term() const { return ReduceView(reductionOf(sum())).values[0]; }
  int i() const { return number(term()->args[0]->args[0]); }
  int k() const { return number(term()->args[0]->args[1]); }
  int j() const { return number(term()->args[1]->args[1]); }

  // A tile of 128 i by 64 j, of which a thread has 8 by 4; slices of 16 k.
  int64_t leaf() const { return depth / order[0].leaves; }
  int64_t tileRows() const { return (rows + 127) / 128; }
  int64_t tileColumns() const { return (columns + 63) / 64; }

  /// A thread's part of slice `ahead` from the one at hand: 4 k of a row of x, twice, 8 apart, and
  /// 4 j of a row of w. What lies behind the ends is the last row and columns again.
  Statements bring(int64_t ahead) const {
    const auto slice = [&](Count own) {
      Position at =
          ahead == 0 ? of({own})
                     : of({Count::variables("leaf", leaf()), Count::variables("slice", 16), own});
      at.offset = 16 * ahead;
      return at;
    };
    Position x_k = slice(Count::variables("x_k"));
    x_k.counts.push_back(Count::variables("h", 8));
    const Place x_next = element("x_next", {named("h"), {}});
    const Place w_next = element("w_next", {{}});
    return list(
        LetIndex{i(), "x_row", of({Count::variables("i_tile"), Count::variables("x_i")}),
                 tileRows() * 128, rows - 1},
        unrolled("h", 2, list(LetIndex{k(), "k", x_k, depth}, Store{x_next, term()->args[0], 4})),
        LetIndex{k(), "k", slice(Count::variables("w_k")), depth},
        LetIndex{j(), "w_column", of({Count::variables("j_tile"), Count::variables("w_j")}),
                 tileColumns() * 64, columns - 4},
        Store{w_next, term()->args[1], 4});
  }

  Position stage() const {
    return {{Count::variables("leaf", leaf() / 16), Count::variables("slice")}, 0, 2};
  }
  Place xTile(Position k, Position i) const { return element("x_tile", {stage(), k, i}); }
  Place wTile(Position k, Position j) const { return element("w_tile", {stage(), k, j}); }

  /// From registers to the buffer whose turn it is; x is turned round on the way.
  Statements fill() const {
    const Position k =
        of({Count::variables("x_k"), Count::variables("h", 8), Count::variables("q")});
    return list(unrolled("h", 2,
                         list(unrolled("q", 4,
                                       list(Copy{xTile(k, named("x_i")),
                                                 element("x_next", {named("h"), named("q")})})))),
                Copy{wTile(named("w_k"), named("w_j")), element("w_next", {{}}), 4});
  }

  /// sum[r][c] += x[r] * w[c] for the k of a slice.
  Statements multiply() const {
    Expr x = term()->args[0], w = term()->args[1];
    const Position row = of({Count::variables("h", 4), Count::variables("r")});
    const Place x_here = element("x_here", {row}), w_here = element("w_here", {named("c")});
    const Position half = of({Count::variables("i_here"), Count::variables("h", 64)});
    return list(unrolled(
        "k_here", 16,
        list(registers("x_here", {8}), registers("w_here", {4}),
             unrolled("h", 2,
                      list(Copy{element("x_here", {of({Count::variables("h", 4)})}),
                                xTile(named("k_here"), half), 4})),
             Copy{element("w_here", {{}}), wTile(named("k_here"), named("j_here")), 4},
             unrolled("h", 2,
                      list(unrolled("r", 4,
                                    list(unrolled("c", 4,
                                                  list(Bind{x, {x_here}}, Bind{w, {w_here}},
                                                       Accumulate{element("sum", {row, named("c")}),
                                                                  Fn::add, term()})))))))));
  }

  Statements store() const {
    const Position row = of({Count::variables("h", 4), Count::variables("r")});
    const Place result = element("result", {named("c")});
    Expr biased = value()->args[1]->args[0];
    Expr bias = find(value(), [](Expr e) { return e->kind == Kind::Load && e->args.size() == 1; });
    const Statements elements =
        list(registers("result", {4}),
             unrolled("c", 4,
                      list(Bind{bias, {element("b_here", {named("c")})}},
                           Bind{reductionOf(sum()), {element("sum", {row, named("c")})}},
                           Let{"t", biased}, Store{result, value()})),
             Copy{output(), element("result", {{}}), 4});
    If inside = when(i(), rows);
    inside.then = elements;
    const Position at = of({Count::variables("i_tile"), Count::variables("h", 64),
                            Count::variables("i_here"), Count::variables("r")});
    If columnsInside = when(j(), columns);
    columnsInside.then = list(
        registers("b_here", {4}), Store{element("b_here", {{}}), bias, 4},
        unrolled("h", 2,
                 list(unrolled(
                     "r", 4, list(LetIndex{i(), "i", at, tileRows() * 128}, std::move(inside))))));
    return list(LetIndex{j(), "j", of({Count::variables("j_tile"), Count::variables("j_here")}),
                         tileColumns() * 64},
                std::move(columnsInside));
  }
  /// Whether the index is in the loop: threads are where it is not, too.
  If when(int loop, int64_t extent) const {
    If branch;
    branch.condition = expr::within(plan.pool->loop(loop, INT32_MAX), 0, extent);
    return branch;
  }

  KernelTree tree() const {
    Threads threads;
    threads.x = tileColumns(), threads.y = tileRows();
    Statements &body = threads.body;
    Declare x_tile{"x_tile", f32, {2, 16, 128}}, w_tile{"w_tile", f32, {2, 16, 64}};
    x_tile.isShared = w_tile.isShared = true;
    x_tile.padding = 4; // turning it round meets in no bank
    add(body, x_tile);
    add(body, w_tile);
    add(body, LetPosition{"i_tile", of({Count::blocks(Count::Of::gridY, 128)})});
    add(body, LetPosition{"j_tile", of({Count::blocks(Count::Of::gridX, 64)})});
    add(body, LetPosition{"x_i", of({Count::groups(2, 128)})});
    add(body, LetPosition{"x_k", of({Count::threads(2, 4)})});
    add(body, LetPosition{"w_k", of({Count::groups(16, 16)})});
    add(body, LetPosition{"w_j", of({Count::threads(16, 4)})});
    add(body, LetPosition{"i_here", of({Count::groups(16, 16, 4)})});
    add(body, LetPosition{"j_here", of({Count::threads(16, 4)})});
    add(body, registers("x_next", {2, 4}));
    add(body, registers("w_next", {4}));
    add(body, Sequence{bring(0)});

    DeclareTree leaves{"leaves", f32, {8, 4}};
    leaves.leaves = order[0].leaves;
    add(body, leaves);
    add(body, registers("sum", {8, 4}));
    ForCount slices{"slice", leaf() / 16, /*isUnrolled=*/false, fill()};
    If more = when(k(), depth);
    more.then = bring(1);
    Position next = of({Count::variables("leaf", leaf()), Count::variables("slice", 16)});
    next.offset = 16;
    add(slices.body, LetIndex{k(), "next", next, depth + 16});
    add(slices.body, std::move(more));
    llvm::append_range(slices.body, multiply());
    const Place sum = element("sum", {named("r"), named("c")});
    Expr zero = plan.pool->literal(Number::of(f32, 0.0));
    ForCount leaf{"leaf", order[0].leaves, /*isUnrolled=*/false,
                  list(unrolled("r", 8, list(unrolled("c", 4, list(Store{sum, zero})))),
                       std::move(slices), AddLeaf{"leaves", {.leaf = "leaf"}, "sum", 32})};
    add(body, std::move(leaf));
    llvm::append_range(body, store());
    KernelTree tree;
    add(tree.statements, std::move(threads));
    insertBarriers(tree);
    return tree;
  }
};

/// The text as agreed, bits of the interpreter, and no memory but what the text says.
template <typename Schedule>
void check(const Schedule &own, const Schedule &small) {
  const std::string path = std::string(HERE) + "/golden/" + own.plan.id + ".cu";
  const std::string text = kernelsFile(own.plan, own.texts(own.tree()), Target::cuda);
  if (std::getenv("SHARDC_UPDATE_GOLDEN")) std::ofstream(path) << text;
  std::stringstream agreed;
  agreed << std::ifstream(path).rdbuf();
  EXPECT_EQ(text, agreed.str()) << path;

  std::string report;
  ASSERT_TRUE(nvccCompiles(own.plan, own.texts(own.tree()), &report));
  EXPECT_NE(report.find("0 bytes stack frame, 0 bytes spill stores"), std::string::npos) << report;

  const Function &function = small.plan.functions[0];
  std::mt19937 random(1);
  const CompiledKernels compiled(small.plan, small.texts(small.tree()), Target::cuda);
  ASSERT_TRUE(compiled.ok());
  EXPECT_TRUE(agrees(compiled, function, 0, 0, random)) << text;
  const CompiledKernels counting(small.plan, small.texts(small.tree()), Target::cuda, true);
  ASSERT_TRUE(counting.ok());
  EXPECT_TRUE(agrees(counting, function, 0, 0, random)) << text;
  const ExecutedWork work = executedWork(small.tree(), small.view->formula, envOf(function, 0));
  EXPECT_EQ(static_cast<double>(counting.countedFlops()), work.expected);
}

TEST(ScheduleWords, SayAWarpForEachRow) { check(Softmax(8192, 512), Softmax(24, 512)); }
TEST(ScheduleWords, SayTilesThroughSharedMemory) {
  check(Product(1000, 768, 3000), Product(200, 768, 140));
}

// Barriers.

/// for turn { write a buffer; use; read it }, with so many buffers: where barriers are.
std::string barriersWith(int64_t buffers, int64_t turns, bool underIf = false) {
  Position turn = named("turn");
  turn.modulus = buffers;
  const Place own = element("tile", {turn, of({Count::threads(32)})});
  const Place others = element("tile", {turn, of({Count::groups(32, 8)})});
  Declare tile{"tile", f32, {buffers, 32}};
  tile.isShared = true;
  const Statement read{Copy{Place::of("sum"), others}};
  If some;
  some.flag = "some";
  some.then = {read};
  KernelTree tree;
  add(tree.statements, tile);
  add(tree.statements,
      ForCount{
          "turn",
          turns,
          false,
          {{Copy{own, Place::of("next")}}, {Raise{"used"}}, underIf ? Statement{some} : read}});
  insertBarriers(tree);
  std::string found;
  for (const Statement &each : std::get<ForCount>(tree.statements.back().node).body) {
    const bool isWait = std::holds_alternative<Barrier>(each.node);
    const auto *copy = std::get_if<Copy>(&each.node);
    found += isWait ? "wait " : !copy ? "" : copy->to.variable == "tile" ? "write " : "read ";
  }
  return found;
}

TEST(Barriers, StandBetweenWritesAndReads) { EXPECT_EQ(barriersWith(1, 1), "write wait read "); }
TEST(Barriers, OfOneBufferStandBeforeItsNextWrite) {
  EXPECT_EQ(barriersWith(1, 5), "wait write wait read ");
}
TEST(Barriers, OfTwoBuffersAreOneEachTurn) {
  EXPECT_EQ(barriersWith(2, 5), "write wait read ");
  EXPECT_EQ(barriersWith(3, 50), "write wait read ");
}
TEST(Barriers, StandUnderNoCondition) {
  EXPECT_EQ(barriersWith(2, 5, /*underIf=*/true), "write wait ");
}

} // namespace
} // namespace shardc::test
