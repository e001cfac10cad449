// SPDX-License-Identifier: Apache-2.0
// Products, attention and tiles that are turned: one call of the runtime, with a lambda for all
// that is read and for what becomes of it. A lambda knows what is known around it, and what it
// names ends with it.
#include "codegen/cpp/body_printer.h"

#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardc {

static const char *functionOf(const PackedProduct &product) {
  if (!product.tile) return "packed_product";
  return product.tile->isTf32 ? "tensor_product" : "tiled_product";
}

void BodyPrinter::print(const PackedSums &sums) {
  text.need(functionOf(sums.product));
  text.need("Along");
  const PackedProduct &product = sums.product;
  const std::string type = info(product.left->type).cpp;
  const std::string &i = view.loops[product.rows].name, &j = view.loops[product.columns].name;
  const std::string &row = sums.row.empty() ? i : sums.row;
  const bool isTf32 = product.tile && product.tile->isTf32;
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
  addCall(functionOf(product) + ("<" + parametersText(sums)), std::move(arguments));
}

static std::string alongText(bool terms) { return terms ? "Along::terms" : "Along::results"; }

/// "int, 64, 64, Along::terms, Along::results, 8, 2": of a tile its size, how operands lie, and
/// what is done with the terms.
std::string BodyPrinter::parametersText(const PackedSums &sums) {
  const PackedProduct &product = sums.product;
  const std::string left = alongText(product.leftAlongTerms);
  if (!product.tile) return left;
  const ProductTile &tile = *product.tile;
  const std::string leaves = tile.isTf32 ? "" : std::to_string(sums.leaves.count) + ", ";
  return std::string(text.indexType()) + ", " + std::to_string(tile.rows) + ", " +
         std::to_string(tile.columns) + ", " + left + ", " + alongText(product.rightAlongTerms) +
         ", " + leaves + std::to_string(tile.groups);
}

/// "f<parameters>(", and an argument on each line.
void BodyPrinter::addCall(const std::string &function, Code arguments) {
  CodeLine call{function + ">(", true, std::move(arguments)};
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
  const auto along = [](bool terms) { return ", " + alongText(terms); };
  const auto number = [](int64_t n) { return ", " + std::to_string(n); };
  Code arguments = {{interval(own.rows) + ", " + interval(own.keys) + ", " + interval(own.terms) +
                     ", " + interval(own.features) + ","}};
  arguments.push_back(function(attend.query, {rows, terms}));
  arguments.push_back(function(attend.key, {terms, keys}));
  arguments.push_back(function(attend.score, {rows, keys}, ", float " + attend.product));
  arguments.push_back(function(attend.values, {keys, features}));
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
  addCall(head, std::move(arguments));
}

CodeLine BodyPrinter::function(const FunctionBody &own, std::array<std::string, 2> indices,
                               const std::string &more) {
  CodeLine made = lambda(std::move(indices), more);
  apart([&] {
    made.body = print(own.body);
    made.body.push_back({"return " + valueOf(own.value) + ";"});
  });
  return onOneLine(std::move(made), ",");
}

void BodyPrinter::print(const TurnTile &turn) {
  text.need("turned_tile");
  const TurnedTile &tile = turn.tile;
  const std::string &i = view.loops[tile.rows].name, &j = view.loops[tile.columns].name;
  Code arguments = {{interval(tile.rows) + ", " + interval(tile.columns) + ","}};
  arguments[0].joins = true;
  arguments.push_back(function(turn.element, {i, j}));
  CodeLine end = lambda({i, j}, ", " + typeOf(tile.load) + " " + turn.name);
  apart([&] { end.body = print(turn.end); });
  arguments.push_back(onOneLine(std::move(end), ");"));
  const std::string sizes =
      ", " + std::to_string(TurnedTile::kSide) + ", " + std::to_string(TurnedTile::kThreads);
  addCall("turned_tile<" + std::string(text.indexType()) + sizes, std::move(arguments));
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
