// SPDX-License-Identifier: Apache-2.0
// Loops that are counted, what threads are at, and sums in the order of
// frontend/ir/formula/sum_order.h, with its leaves, lanes and trees.
#include "codegen/cpp/body/body_printer.h"

#include "codegen/cpp/expressions/positions.h"
#include "codegen/text/text.h"

namespace shardc {

// What counts.

void BodyPrinter::print(const ForCount &loop) {
  compound(head(loop.variable, "0", std::to_string(loop.extent), "++"), loop.body);
  if (loop.isWrittenOut) into->back().pragma = "#pragma unroll";
}

void BodyPrinter::print(const LetPosition &let) { letIndex(let.name, positionText(let.at)); }

void BodyPrinter::print(const LetIndex &index) {
  const std::string from = index.fromStart ? text.start(index.loop) + " + " : "";
  letIndex(index.name, from + positionText(index.at));
  if (index.mayBeAfter)
    into->push_back({"if (" + index.name + " >= " + endOf(index.loop) + ")", true, {{"return;"}}});
  text.known.indices[index.loop] = index.name;
  if (index.fromStart) return;
  for (Env &env : text.known.environments)
    env.loops[index.loop] = index.range();
}

void BodyPrinter::letIndex(const std::string &name, const std::string &value) {
  line(std::string("const ") + text.indexType() + " " + name + " = " + value + ";");
}

std::string BodyPrinter::lambdaOf(Fn fn, ElementType type, const std::string &name) {
  return "[](" + name + " x, " + name + " y) { return " + call(fn, type, {"x"}, {"y"}) + "; }";
}

// Sums.

void BodyPrinter::print(const ForLeaves &loop) {
  const int64_t extent = view.formula.loops[loop.loop].extent;
  const std::string of = std::to_string(loop.leaves) + ", " + std::to_string(extent) + ", ";
  const std::string lo = text.start(loop.loop), hi = text.end(loop.loop);
  const bool all = lo == "0" && hi == std::to_string(extent);
  const std::string own = loop.whole ? "" : ", " + lo + ", " + hi;
  const std::string back = view.loops[loop.loop].isLocal && lo != "0" ? " - " + lo : "";
  const auto start = [&](const std::string &leaf) {
    text.need("leaf_start");
    return "leaf_start(" + of + leaf + own + ")" + back;
  };
  std::string first = "0", end = std::to_string(loop.leaves), before = " < ";
  if (!all) {
    text.need("leaf_of");
    first = "leaf_of(" + of + lo + ")";
    end = "leaf_of(" + of + hi + " - 1)";
    before = " <= ";
  }
  const std::string type = text.indexType();
  const Code lines = {{"const " + type + " " + loop.from + " = " + start(loop.leaf) + ";"},
                      {"const " + type + " " + loop.to + " = " + start(loop.leaf + " + 1") + ";"}};
  const std::string head = "for (" + type + " " + loop.leaf + " = " + first + "; " + loop.leaf +
                           before + end + "; ++" + loop.leaf + ")";
  block(loop, {head, true}, loop.to, lines);
}

void BodyPrinter::print(const ForLanes &lanes) {
  compound(head(lanes.lane, "0", std::to_string(lanes.lanes), "++"), lanes.body);
}

std::string BodyPrinter::arrayOf(ArrayRef<int64_t> extents) {
  std::string dims;
  for (const int64_t extent : extents)
    dims += "[" + std::to_string(extent) + "]";
  return dims;
}

void BodyPrinter::print(const DeclareTree &tree) {
  text.need("SumTree");
  line("SumTree<" + std::string(info(tree.type).cpp) + arrayOf(tree.extents) + ", " +
       std::to_string(tree.most) + "> " + tree.name + ";");
}

std::string BodyPrinter::numberText(const LeafNumber &number) {
  std::string leaf = number.leaf;
  if (!number.from.empty()) leaf = number.from;
  if (number.size > 1) leaf += " / " + std::to_string(number.size);
  if (number.lane.empty()) return leaf;
  if (leaf.empty()) return number.lane;
  return leaf + " * " + std::to_string(number.lanes) + " + " + number.lane;
}

void BodyPrinter::print(const AddLeaf &leaf) {
  line(leaf.tree + ".add(" + numberText(leaf.number) + ", " + leaf.sum + ");");
}

void BodyPrinter::print(const Total &total) {
  const std::string type = info(total.type).cpp;
  if (total.extents.empty())
    return line((total.isFinal ? "const " : "") + type + " " + total.name + " = " + total.tree +
                ".total();");
  line(type + " " + total.name + arrayOf(total.extents) + ";");
  line(total.tree + ".total(" + total.name + ");");
}

void BodyPrinter::print(const SumLanes &sum) {
  const std::string type = info(sum.type).cpp;
  const bool isSum = sum.fn == kSum;
  text.need(isSum ? "sum_of_lanes" : "over_lanes");
  line((sum.isFinal ? "const " : "") + type + " " + sum.name + " = " +
       (isSum ? "sum_of_lanes(" + sum.lanes
              : "over_lanes(" + sum.lanes + ", " + lambdaOf(sum.fn, sum.type, "auto")) +
       ");");
}

void BodyPrinter::print(const OneIndex &one) {
  const bool isNeighbour = vectors && vectors->loop == one.loop;
  line(std::string("const ") + text.indexType() + " " + view.loops[one.loop].name + " = " +
       (isNeighbour ? vectors->from + " + " + vectors->name : text.start(one.loop)) + ";");
}

void BodyPrinter::print(const ReturnIfEmpty &empty) {
  into->push_back({"if (" + text.extent(empty.loop) + " == 0)", true, {{"return;"}}});
}

/// const auto term = [=](int j) { return x[i * 512 + j]; };
/// const auto term = [=](int j, float sum = 0.0f) { ... return sum; };
/// const float sum = sum_by_team<RowTeam<1>, int, 1>({.count = 512}, term);
void BodyPrinter::print(const ReduceByTeam &reduce) {
  const std::string type = info(reduce.type).cpp, index = text.indexType();
  const std::string own = index + " " + view.loops[reduce.loop].name;
  const std::string more = reduce.value ? ""
                                        : ", " + type + " " + reduce.into + " = " +
                                              text.literal(reduce.start->number, false);
  CodeLine term{"const auto " + reduce.term + " = [=](" + own + more + ")", true};
  term.open = " {";
  apart([&] {
    term.body = print(reduce.body);
    term.body.push_back({"return " + (reduce.value ? valueOf(reduce.value) : reduce.into) + ";"});
  });
  into->push_back(onOneLine(std::move(term)));
  const std::string head = (reduce.isFinal ? "const " : "") + type + " " + reduce.name + " =";
  const auto [name, arguments] = reduce.isOrdered ? inOrder(reduce) : inAnyOrder(reduce);
  const bool fits = name.size() + arguments.size() + 6 <= text::kColumns;
  CodeLine apart{fits ? head : head + " " + name, true, {{fits ? name + arguments : arguments}}};
  apart.open = "";
  apart.by = 4;
  into->push_back(std::move(apart));
}

/// "RowTeam<4>, int", "PlaneTeam<4>, int": of so many warps; or "ColumnTeam<32, 16>, int": columns,
/// and slots of each.
std::string BodyPrinter::teamText(const ReduceByTeam &reduce) {
  const std::string sizes =
      reduce.warps != 0 ? std::to_string(reduce.warps) +
                              (reduce.lanes != 0 ? ", " + std::to_string(reduce.lanes) : "")
                        : std::to_string(reduce.columns) + ", " + std::to_string(reduce.slots);
  const std::string team = reduce.isPlane      ? "PlaneTeam"
                           : reduce.warps != 0 ? "RowTeam"
                                               : "ColumnTeam";
  text.need(team);
  return team + "<" + sizes + ">, " + text.indexType();
}

BodyPrinter::Call BodyPrinter::inAnyOrder(const ReduceByTeam &reduce) {
  text.need("over_team");
  return {"over_team<" + teamText(reduce) + ">(",
          interval(reduce.loop) + ", " + text.literal(reduce.start->number, false) + ", " +
              reduce.term + ", " + lambdaOf(reduce.fn, reduce.type, info(reduce.type).cpp) + ");"};
}

BodyPrinter::Call BodyPrinter::inOrder(const ReduceByTeam &reduce) {
  text.need("sum_by_team");
  return {"sum_by_team<" + teamText(reduce) + ", " + std::to_string(reduce.leaves.count) + ">(",
          termsText(reduce.loop, reduce.leaves, "1") + ", " + reduce.term + ");"};
}

} // namespace shardc
