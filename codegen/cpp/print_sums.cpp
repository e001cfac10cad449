// SPDX-License-Identifier: Apache-2.0
// The statements that are more than a line of C++ each: split loops, whose indices are put together
// from counts; threads that work together; sums in the order of frontend/ir/formula/sum_order.h,
// with its leaves, lanes and trees; and packed products, which are one call of the runtime with a
// lambda for each factor and for what becomes of a sum. A lambda knows what is known around it, and
// what it names ends with it.
#include "codegen/cpp/body_printer.h"

#include "codegen/cpp/positions.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

// Split loops.

void BodyPrinter::print(const ForCount &loop) {
  compound(head(loop.variable, "0", std::to_string(loop.extent), "++"), loop.body);
  if (loop.isUnrolled) into->back().pragma = "#pragma unroll";
}

void BodyPrinter::print(const LetPosition &let) { letIndex(let.name, positionText(let.at)); }

void BodyPrinter::print(const LetIndex &index) {
  std::string at = positionText(index.at);
  if (index.most >= 0) {
    text.need("min");
    at = std::string("min<") + text.indexType() + ">(" + at + ", " + std::to_string(index.most) +
         ")";
  }
  letIndex(index.name, at);
  text.known.indices[index.loop] = index.name;
  for (Env &env : text.known.environments)
    env.loops[index.loop] = index.range();
}

void BodyPrinter::letIndex(const std::string &name, const std::string &value) {
  line(std::string("const ") + text.indexType() + " " + name + " = " + value + ";");
}

// Threads of a block.

void BodyPrinter::print(const Barrier &) { line("__syncthreads();"); }

void BodyPrinter::print(const CombineThreads &combine) {
  text.need("over_threads");
  const std::string to = textOf(combine.into);
  line(to + " = over_threads<" + std::to_string(combine.threads) + ">(" + to + ", " +
       lambdaOf(combine.fn, combine.type) + ");");
}

std::string BodyPrinter::lambdaOf(Fn fn, ElementType type) {
  const std::string name = info(type).cpp;
  return "[](" + name + " x, " + name + " y) { return " + call(fn, type, {"x"}, {"y"}) + "; }";
}

void BodyPrinter::neighbours(const char *verb, int width, const std::string &to,
                             const std::string &from) {
  const std::string function = verb + std::to_string(width);
  text.need(function);
  line(function + "(&" + to + ", &" + from + ");");
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
  block(loop,
        "for (" + type + " " + loop.leaf + " = " + first + "; " + loop.leaf + before + end +
            "; ++" + loop.leaf + ")",
        loop.to, lines);
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
  if (tree.leaves > 0) {
    text.need("FullTree");
    return line("FullTree<" + std::string(info(tree.type).cpp) + arrayOf(tree.extents) + ", " +
                std::to_string(tree.leaves) + "> " + tree.name + ";");
  }
  text.need("SumTree");
  line("SumTree<" + std::string(info(tree.type).cpp) + arrayOf(tree.extents) + ", " +
       std::to_string(tree.most) + "> " + tree.name + ";");
}

std::string BodyPrinter::numberText(const LeafNumber &number) {
  std::string leaf = number.leaf;
  if (!number.from.empty()) leaf = number.from + " / " + std::to_string(number.size);
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
  const bool isSum = sum.fn == Fn::add;
  text.need(isSum ? "sum_of_lanes" : "over_lanes");
  line((sum.isFinal ? "const " : "") + type + " " + sum.name + " = " +
       (isSum ? "sum_of_lanes(" + sum.lanes
              : "over_lanes(" + sum.lanes + ", " + lambdaOf(sum.fn, sum.type)) +
       ");");
}

void BodyPrinter::print(const OneIndex &one) {
  line(std::string("const ") + text.indexType() + " " + view.loops[one.loop].name + " = " +
       text.start(one.loop) + ";");
}

void BodyPrinter::print(const ReturnIfEmpty &empty) {
  into->push_back({"if (" + text.extent(empty.loop) + " == 0)", true, {{"return;"}}});
}

/// const auto term = [=](int j) { return x[i * 512 + j]; };
/// const float sum = sum_of_row<int, 0>({.leaves = 1, .count = 512, ...}, term);
void BodyPrinter::print(const ReduceByTeam &reduce) {
  const std::string type = info(reduce.value->type).cpp, index = text.indexType();
  CodeLine term{"const auto " + reduce.term + " = [=](" + index + " " +
                    view.loops[reduce.loop].name + ")",
                true};
  term.open = " {";
  apart([&] {
    term.body = print(reduce.body);
    term.body.push_back({"return " + valueOf(reduce.value) + ";"});
  });
  into->push_back(onOneLine(std::move(term), ";"));
  const std::string head = (reduce.isFinal ? "const " : "") + type + " " + reduce.name + " =";
  const auto [name, arguments] = reduce.isOrdered ? inOrder(reduce) : inAnyOrder(reduce);
  const size_t call = name.size() + arguments.size();
  if (head.size() + call + 3 <= text::kColumns) return line(head + " " + name + arguments);
  const bool fits = call + 6 <= text::kColumns;
  CodeLine apart{fits ? head : head + " " + name, true, {{fits ? name + arguments : arguments}}};
  apart.open = "";
  apart.by = 4;
  into->push_back(std::move(apart));
}

/// "4", the warps of a row, or "32, 16": columns, and slots of each
static std::string teamText(const ReduceByTeam &reduce) {
  if (reduce.warps != 0) return std::to_string(reduce.warps);
  return std::to_string(reduce.columns) + ", " + std::to_string(reduce.slots);
}

BodyPrinter::Call BodyPrinter::inAnyOrder(const ReduceByTeam &reduce) {
  const char *const name = reduce.warps != 0 ? "over_row" : "over_column";
  text.need(name);
  return {std::string(name) + "<" + text.indexType() + ", " + teamText(reduce) + ">(",
          interval(reduce.loop) + ", " + text.literal(reduce.start->number, false) + ", " +
              reduce.term + ", " + lambdaOf(reduce.fn, reduce.value->type) + ");"};
}

BodyPrinter::Call BodyPrinter::inOrder(const ReduceByTeam &reduce) {
  const char *const name = reduce.warps != 0 ? "sum_of_row" : "sum_of_column";
  text.need(name);
  return {std::string(name) + "<" + text.indexType() + ", " + std::to_string(reduce.leaves.count) +
              ", " + teamText(reduce) + ">(",
          termsText(reduce.loop, reduce.leaves, "1") + ", " + reduce.term + ");"};
}

// Packed products.

void BodyPrinter::print(const PackedSums &sums) {
  const bool isTiled = sums.product.tile.has_value();
  const bool isTf32 = isTiled && sums.product.tile->isTf32;
  const std::string function = isTf32    ? "tensor_product"
                               : isTiled ? "tiled_product"
                                         : "packed_product";
  text.need(function);
  text.need("Along");
  const PackedProduct &product = sums.product;
  const std::string type = info(product.left->type).cpp;
  const std::string along = product.leftAlongTerms ? "terms" : "results";
  const std::string &i = view.loops[product.rows].name, &j = view.loops[product.columns].name;
  const std::string &row = sums.row.empty() ? i : sums.row;
  Code arguments = {
      {rowsText(product) + ", " + interval(product.columns) + ", " +
       termsText(product.terms[0], isTf32 ? Leaves() : sums.leaves, innerTerms(sums, 1)) + ","}};
  arguments.push_back(operand(sums, sums.left, {row, sums.left.term}));
  arguments.push_back(operand(sums, sums.right, {sums.right.term, j}));
  CodeLine end = lambda({row, j}, ", " + type + " " + sums.sum);
  apart([&] {
    forgetUses(sums.product);
    const Code lines = print(sums.end);
    end.body = rowsApart(sums);
    llvm::append_range(end.body, lines);
  });
  arguments.push_back(onOneLine(std::move(end), product.where.empty() ? ");" : ","));
  if (!product.where.empty())
    arguments.push_back({whereText(product.where, product.rows, product.columns) + ");"});
  std::string head = function + "<";
  if (isTiled)
    head += std::string(text.indexType()) + ", " + std::to_string(product.tile->rows) + ", " +
            std::to_string(product.tile->columns) + ", ";
  head += "Along::" + along;
  if (isTiled) head += std::string(", Along::") + (product.rightAlongTerms ? "terms" : "results");
  if (isTiled && !isTf32) head += ", " + std::to_string(sums.leaves.count);
  if (isTiled) head += ", " + std::to_string(product.tile->groups);
  CodeLine call{head + ">(", true, std::move(arguments)};
  call.open = "";
  call.by = 4;
  into->push_back(std::move(call));
}

void BodyPrinter::print(const Attend &attend) {
  text.need("attention");
  text.need("Along");
  const Attention &own = attend.attention;
  const auto nameOf = [&](int loop) { return view.loops[loop].name; };
  const std::string rows = nameOf(own.rows), keys = nameOf(own.keys);
  const std::string terms = nameOf(own.terms), features = nameOf(own.features);
  const auto along = [](bool terms) { return terms ? ", Along::terms" : ", Along::results"; };
  const auto number = [](int64_t n) { return ", " + std::to_string(n); };
  Code arguments = {{interval(own.rows) + ", " + interval(own.keys) + ", " + interval(own.terms) +
                     ", " + interval(own.features) + ","}};
  arguments.push_back(part(attend.query, {rows, terms}));
  arguments.push_back(part(attend.key, {terms, keys}));
  arguments.push_back(part(attend.score, {rows, keys}, ", float " + attend.product));
  arguments.push_back(part(attend.values, {keys, features}));
  CodeLine end = lambda({rows, features}, ", float " + attend.sum);
  apart([&] { end.body = print(attend.end); });
  arguments.push_back(onOneLine(std::move(end), own.where.empty() ? ");" : ","));
  if (!own.where.empty()) arguments.push_back({whereText(own.where, own.rows, own.keys) + ");"});
  const int64_t room = 4; // of the widest access to shared memory
  const std::string sizes = number(llvm::alignTo(view.loops[own.terms].largest, room)) +
                            number(llvm::alignTo(view.loops[own.features].largest, 8 * room));
  std::string head = std::string("attention<") + text.indexType();
  if (own.tile)
    head += number(own.tile->rows) + number(own.tile->keys) + sizes + along(own.queryAlongTerms) +
            along(own.keyAlongTerms) + along(own.valueAlongKeys);
  else
    head += sizes;
  CodeLine call{head + ">(", true, std::move(arguments)};
  call.open = "";
  call.by = 4;
  into->push_back(std::move(call));
}

CodeLine BodyPrinter::part(const Attend::Part &own, std::array<std::string, 2> indices,
                           const std::string &more) {
  CodeLine made = lambda(std::move(indices), more);
  apart([&] {
    made.body = print(own.body);
    made.body.push_back({"return " + valueOf(own.value) + ";"});
  });
  return onOneLine(std::move(made), ",");
}

/// "[](Interval i, Interval j) { return i.last() - j.lo >= 0; }": of the greatest or least index.
std::string BodyPrinter::whereText(ArrayRef<TileBound> where, int rows, int columns) {
  text.need("Interval");
  const std::string &i = view.loops[rows].name, &j = view.loops[columns].name;
  std::string all;
  apart([&] {
    for (const auto &[within, isLower] : where) {
      for (auto [factor, loop] : indexSum(within->args[0]).terms)
        if (loop->value == rows || loop->value == columns)
          text.known.indices[static_cast<int>(loop->value)] =
              view.loops[loop->value].name + ((factor > 0) == isLower ? ".last()" : ".lo");
      all += (all.empty() ? "" : " && ") + text.value(within).text;
    }
  });
  return "[=](Interval " + i + ", Interval " + j + ") { return " + all + "; }";
}

std::string BodyPrinter::interval(int loop) {
  return "{" + beginOf(loop) + ", " + boundOf(loop) + "}";
}

std::string BodyPrinter::termsText(int loop, Leaves leaves, const std::string &inner) {
  const bool own = leaves.areOwn;
  const std::string lo = own ? firstOf(loop) : text.start(loop);
  const std::string hi = own ? endOf(loop) : text.end(loop);
  const std::string count = own ? hi : std::to_string(view.formula.loops[loop].extent);
  std::string made = leaves.count > 1 ? "{.leaves = " + std::to_string(leaves.count) + ", " : "{";
  made += ".count = " + count + ", .first = " + lo + ", .last = " + hi;
  if (inner != "1") made += ", .inner = " + inner;
  if (!own && view.loops[loop].isLocal && lo != "0") made += ", .from = " + lo;
  return made + "}";
}

std::string BodyPrinter::innerTerms(const PackedSums &sums, size_t k) {
  std::string count;
  for (const int loop : ArrayRef(sums.product.terms).drop_front(k)) {
    const std::string extent = text.extent(loop);
    if (extent != "1") count += (count.empty() ? "" : " * ") + extent;
  }
  return count.empty() ? "1" : count;
}

CodeLine BodyPrinter::lambda(std::array<std::string, 2> indices, const std::string &more) {
  const std::string type = text.indexType();
  CodeLine line{"[=](" + type + " " + indices[0] + ", " + type + " " + indices[1] + more + ")",
                true};
  line.open = " {";
  return line;
}

CodeLine BodyPrinter::operand(const PackedSums &sums, const PackedSums::Operand &own,
                              std::array<std::string, 2> indices) {
  CodeLine made = lambda(std::move(indices), "");
  apart([&] {
    forgetUses(sums.product);
    Code lines = print(own.body);
    lines.push_back({"return " + valueOf(own.value) + ";"});
    if (sums.product.terms.size() > 1) made.body = termsApart(sums, own.term);
    if (&own == &sums.left) llvm::append_range(made.body, rowsApart(sums));
    llvm::append_range(made.body, lines);
  });
  return onOneLine(std::move(made), ",");
}

/// Of the loops that a function of one index for several takes apart.
void BodyPrinter::forgetUses(const PackedProduct &product) {
  text.loopsUsed.erase(product.rows);
  for (const int loop : product.folded)
    text.loopsUsed.erase(loop);
  for (const int loop : product.terms)
    text.loopsUsed.erase(loop);
}

/// All rows, those of folded loops counted.
std::string BodyPrinter::rowsText(const PackedProduct &product) {
  if (product.folded.empty()) return interval(product.rows);
  int64_t rows = *view.loops[product.rows].extent;
  for (const int loop : product.folded)
    rows *= *view.loops[loop].extent;
  return "{0, " + std::to_string(rows) + "}";
}

/// "const int i = row / 512;": the loops that are used of those that are counted as one.
Code BodyPrinter::rowsApart(const PackedSums &sums) {
  Code lines;
  int64_t below = 1;
  SmallVector<int, 3> loops(sums.product.folded.begin(), sums.product.folded.end());
  if (!loops.empty()) loops.push_back(sums.product.rows);
  for (const int loop : llvm::reverse(loops)) {
    const int64_t extent = *view.loops[loop].extent;
    std::string digit = sums.row;
    if (below > 1) digit += " / " + std::to_string(below);
    if (loop != loops.front()) digit += " % " + std::to_string(extent);
    below *= extent;
    if (!text.loopsUsed.contains(loop)) continue;
    lines.insert(lines.begin(), {std::string("const ") + text.indexType() + " " +
                                 view.loops[loop].name + " = " + digit + ";"});
  }
  return lines;
}

Code BodyPrinter::termsApart(const PackedSums &sums, const std::string &term) {
  Code lines;
  for (auto [k, loop] : llvm::enumerate(sums.product.terms)) {
    if (!text.loopsUsed.contains(loop)) continue;
    const std::string inner = innerTerms(sums, k + 1);
    const bool isOne = inner.find('*') == std::string::npos;
    std::string digit = term;
    if (inner != "1") digit += " / " + (isOne ? inner : "(" + inner + ")");
    if (k > 0) digit += " % " + text.extent(loop);
    const std::string from = k > 0 ? firstOf(loop) : "0";
    lines.push_back({std::string("const ") + text.indexType() + " " + view.loops[loop].name +
                     " = " + (from == "0" ? digit : from + " + " + digit) + ";"});
  }
  return lines;
}

CodeLine BodyPrinter::onOneLine(CodeLine lambda, const std::string &end) {
  const bool isShort = lambda.body.size() == 1 && !lambda.body[0].compound &&
                       lambda.text.size() + lambda.body[0].text.size() < 86;
  if (isShort) {
    CodeLine line{lambda.text + " { " + lambda.body[0].text + " }" + end};
    line.joins = end == ",";
    return line;
  }
  lambda.close = end == "," ? "}," : end == ";" ? "};" : "});";
  return lambda;
}

} // namespace shardc
