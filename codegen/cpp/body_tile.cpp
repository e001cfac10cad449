// SPDX-License-Identifier: Apache-2.0
// Reductions under blocks of results: arrays of accumulators.
#include "codegen/cpp/body.h"

#include "frontend/ir/formula/rewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// The loops of the tile, in blocks; inside of them reductions, and then one block of the rest.
void BodyWriter::tiled(ArrayRef<int> numbers, ArrayRef<Expr> roots,
                       llvm::function_ref<void()> inside) {
  const Tile &whole = *std::exchange(tile, nullptr);
  blocks(whole.loops, [&] {
    for (Expr e : whole.reductions)
      reduceTiled(e, whole);
    overBlock(whole.loops, [&] { loops(numbers.drop_front(whole.depth), roots, inside); });
  });
}

/// Opens the loops that step from block to block.
void BodyWriter::blocks(ArrayRef<TileLoop> over, llvm::function_ref<void()> inside) {
  if (over.empty()) return inside();
  const TileLoop &first = over.front();
  const auto rest = [&] { blocks(over.drop_front(), inside); };
  if (first.isSingle) {
    blockStarts[first.loop] = firstOf(first.loop);
    return rest();
  }
  const std::string type = text.indexType(), name = view.loops[first.loop].name;
  const std::string from = scope.fresh(name + "_from"), end = endOf(first.loop);
  const std::string size = std::to_string(first.size);
  blockStarts[first.loop] = from;
  compound("for (" + type + " " + from + " = " + firstOf(first.loop) + "; " + from + " < " + end +
               "; " + from + " += " + size + ")",
           [&] {
             std::string to = from + " + " + size;
             const std::optional<int64_t> extent = view.loops[first.loop].extent;
             if (!extent || *extent % first.size != 0) {
               const std::string least = to + " < " + end + " ? " + to + " : " + end;
               to = scope.fresh(name + "_to");
               line("const " + type + " " + to + " = " + least + ";");
             }
             blockEnds[first.loop] = to;
             rest();
           });
}

/// Opens the loops over one block.
void BodyWriter::overBlock(ArrayRef<TileLoop> over, llvm::function_ref<void()> inside) {
  if (over.empty()) return inside();
  const TileLoop &first = over.front();
  const auto rest = [&] { overBlock(over.drop_front(), inside); };
  if (first.isSingle) return loop(first.loop, rest);
  const std::string &i = view.loops[first.loop].name;
  compound("for (" + std::string(text.indexType()) + " " + i + " = " + blockStarts[first.loop] +
               "; " + i + " < " + blockEnds[first.loop] + "; ++" + i + ")",
           rest);
}

/// "[i - i_from][j]": where the accumulator of an element is.
std::string BodyWriter::placeInBlock(ArrayRef<TileLoop> over) {
  std::string place;
  for (const TileLoop &each : over) {
    const std::string &i = view.loops[each.loop].name, &from = blockStarts[each.loop];
    place += "[" + (from == "0" ? i : i + " - " + from) + "]";
  }
  return place;
}

/// Values of the innermost loop, a block of them before the first is taken.
void BodyWriter::accumulateTerms(const ReduceView &reduce, const ReductionPlan &plan,
                                 const Accumulators &into) {
  const TileLoop over = rowBlock(view, static_cast<int>(reduce.loops.back()->value));
  Expr value = reduce.values[0];
  const std::string terms = scope.fresh("terms");
  blocks(over, [&] {
    const std::string term = terms + placeInBlock(over);
    line(std::string(info(value->type).cpp) + " " + terms + "[" + std::to_string(over.size) + "];");
    const State before = save();
    overBlock(over, [&] {
      prepare(value);
      assign(term, " = ", value);
    });
    restore(before);
    overBlock(over, [&] {
      const std::string &to = into.names[0];
      line(plan.sign.empty() ? to + " = " + call(*plan.fn, value, {to}, {term}) + ";"
                             : to + plan.sign + term + ";");
    });
  });
}

void BodyWriter::reduceTiled(Expr e, const Tile &whole) {
  const ReduceView reduce(e);
  const ReductionPlan plan = planOf(reduce);
  const SmallVector<int, 8> used = freeLoops(e);
  SmallVector<TileLoop, 2> over;
  for (const TileLoop &each : whole.loops)
    if (llvm::is_contained(used, each.loop)) over.push_back(each);
  const std::string name = scope.fresh(plan.names[0]);
  const std::string element = name + placeInBlock(over);
  const auto each = [&](llvm::function_ref<void()> inside) {
    const State before = save();
    overBlock(over, inside);
    restore(before);
  };
  declareTiled(reduce, plan, name, over, each);
  Loops bound;
  for (Expr loop : reduce.loops)
    bound.push_back(static_cast<int>(loop->value));
  loops(bound, {}, [&] { accumulateTiled(reduce, plan, element, over); });
  if (plan.initAtEnd)
    each([&] {
      prepare(reduce.inits);
      line(element + " = " +
           call(*plan.fn, reduce.values[0], text.value(reduce.inits[0]), {element}) + ";");
    });
  text.reduced[e] = {element};
  defined.push_back({expr::item(e, 0), name});
}

/// What does not change in the innermost loop stands before it where the line would be too long.
void BodyWriter::accumulateTiled(const ReduceView &reduce, const ReductionPlan &plan,
                                 const std::string &element, ArrayRef<TileLoop> over) {
  Accumulators into;
  into.names = {element};
  Expr value = reduce.values[0];
  const State before = save();
  overBlock(over.drop_back(), [&] {
    const auto length = [&] {
      return indent() + element.size() + text.value(value).text.size() + 7;
    };
    while (length() > kColumns) {
      Expr part = largestPart(value, over.back().loop);
      if (!part) break;
      name(part);
    }
    overBlock(over.take_back(), [&] { accumulate(reduce, plan, into); });
  });
  restore(before);
}

/// `float sum[4][64] = {};`, or a loop for what does not start from zero.
void BodyWriter::declareTiled(const ReduceView &reduce, const ReductionPlan &plan,
                              const std::string &name, ArrayRef<TileLoop> over,
                              llvm::function_ref<void(llvm::function_ref<void()>)> each) {
  Expr init = plan.start == ReductionPlan::Start::init ? reduce.inits[0] : nullptr;
  const bool isLiteral = !init || init->kind == Kind::Literal;
  const Number from = init ? init->number : *plan.identity;
  std::string array = std::string(info(reduce.values[0]->type).cpp) + " " + name;
  for (const TileLoop &loop : over)
    array += "[" + std::to_string(loop.size) + "]";
  if (isLiteral && from.sameBits(Number::of(reduce.values[0]->type, int64_t(0))))
    return line(array + " = {};");
  line(array + ";");
  each([&] {
    if (!isLiteral) prepare({init});
    const std::string start = isLiteral ? text.literal(from, true) : text.value(init).text;
    line(name + placeInBlock(over) + " = " + start + ";");
  });
}

} // namespace shardc
