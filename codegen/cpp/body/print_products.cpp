// SPDX-License-Identifier: Apache-2.0
// Products: one call of the runtime, and before it a lambda for each thing that is read and for
// what becomes of it, with a name that says which. A lambda knows what is known around it, and what
// it names ends with it.
#include "codegen/cpp/body/body_printer.h"

#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static const char *functionOf(const PackedProduct &product) {
  if (product.isSkinny) return "skinny_product";
  if (!product.tile) return "packed_product";
  return product.tile->isOfTensorCores() ? "tensor_product" : "tiled_product";
}

const std::string &BodyPrinter::rowName(const PackedSums &sums) const {
  return sums.row.empty() ? view.loops[sums.product.rows].name : sums.row;
}

/// Whether a factor is given neighbouring indices of the last of several loops of rows: CPUs copy
/// them at once.
static bool isInRuns(const PackedSums &sums, const FunctionBody &own) {
  return &own == &sums.left && !sums.run.empty() && own.alongVectors == sums.product.rows;
}

void BodyPrinter::print(const PackedSums &sums) {
  const PackedProduct &product = sums.product;
  text.need(functionOf(product));
  if (!product.isSkinny) text.need("Along");
  const std::string type = info(ReduceView(product.reduce).values[0]->type).cpp;
  const std::string &j = view.loops[product.columns].name, &row = rowName(sums);
  const bool isOfTensorCores = product.tile && product.tile->isOfTensorCores();
  if (product.tile && !isOfTensorCores) text.need("Tile");
  std::string arguments =
      rowsText(sums) + ", " + interval(product.columns) + ", " + termsWithin(sums);
  std::string left = addFunction(
      "left", operand(sums, sums.left, {row, sums.term}, {product.rows, product.terms.front()}));
  if (isInRuns(sums, sums.left)) {
    text.need("in_runs");
    const std::string length = std::to_string(*view.loops[product.rows].extent);
    left = ", in_runs<" + length + ">(" + left.substr(2) + ")";
  }
  arguments += left;
  arguments += addFunction(
      "right", operand(sums, sums.right, {sums.term, j}, {product.terms.front(), product.columns}));
  // Of a row and a column; a row that counts those of other loops is taken apart.
  const auto atResult = [&](CodeLine made, llvm::function_ref<Code()> body) {
    apart([&] {
      forgetUses(product);
      text.known.collapsed.push_back(collapsedRows(sums));
      const Code lines = body();
      made.body = rowsApart(sums);
      llvm::append_range(made.body, lines);
    });
    return made;
  };
  const bool ends = sums.endInVectors, reads = sums.result.value != nullptr;
  std::string result;
  if (reads)
    result = addFunction("result", atResult(lambda({row, j}, ", " + type + " " + sums.sum), [&] {
                           Code lines = print(sums.result.body);
                           lines.push_back({"return " + valueOf(sums.result.value) + ";"});
                           return lines;
                         }));
  const std::string &given = reads ? sums.given : sums.sum;
  if (ends) text.vectorLoop = product.columns;
  std::string givenType = reads ? info(sums.result.value->type).cpp : type;
  const bool isVec = sums.givenAtOnce > 1;
  if (isVec) {
    text.need("Vec");
    givenType = "const Vec<" + givenType + ", " + std::to_string(sums.givenAtOnce) + "> &";
  }
  CodeLine write = lambda({row, j}, ", " + (ends ? "auto" : givenType) + (isVec ? "" : " ") + given,
                          {false, ends});
  write = atResult(std::move(write), [&] { return print(sums.end); });
  text.vectorLoop = -1;
  const std::string written = addFunction("write", std::move(write));
  if (reads) text.need(isVec ? "finish_vec" : "Finish");
  const std::string both = result.empty() ? written : result.substr(2) + written;
  if (isVec)
    arguments += ", finish_vec<" + std::to_string(sums.givenAtOnce) + ">(" + both + ")";
  else
    arguments += reads ? ", Finish{" + both + "}" : both;
  if (!product.where.empty())
    arguments += addFunction("where", where(product.where, product.rows, product.columns));
  addCall(functionOf(product) + ("<" + parametersText(sums)), std::move(arguments));
}

std::string alongText(bool terms, bool outer) {
  if (outer) return "Along::outer";
  return terms ? "Along::terms" : "Along::results";
}

/// "Tile{64, 32, 8, 8, 4}": rows and columns, those of a thread, groups; threads across of a warp;
/// terms of an index of the outermost loop, and of a turn; whether they are in lines.
static std::string tileText(const ProductTile &tile) {
  constexpr runtime::Tile plain{};
  SmallVector<int, 8> numbers = {tile.rows,   tile.columns,     tile.own_rows, tile.own_columns,
                                 tile.groups, tile.warp_across, tile.inner,    tile.terms};
  for (const int usual : {plain.terms, plain.inner, plain.warp_across, plain.groups}) {
    if (numbers.back() != usual || tile.in_lines) break;
    numbers.pop_back();
  }
  std::string made;
  for (const int number : numbers)
    made += (made.empty() ? "Tile{" : ", ") + std::to_string(number);
  return made + (tile.in_lines ? ", true}" : "}");
}

/// "int, Tile{64, 64, 8, 4}, Along::terms, Along::results, 8": of a tile its shape, how operands
/// lie, and what is done with the terms.
std::string BodyPrinter::parametersText(const PackedSums &sums) {
  const PackedProduct &product = sums.product;
  const std::string left = alongText(product.leftAlongTerms, product.leftAlongOuter);
  const std::string leaves = std::to_string(sums.leaves.count);
  if (product.isSkinny) return leaves + ", " + std::to_string(*view.loops[product.columns].extent);
  if (!product.tile) return left + ", " + leaves;
  const ProductTile &tile = *product.tile;
  const std::string along =
      left + ", " + alongText(product.rightAlongTerms, product.rightAlongOuter);
  const std::string index = text.indexType();
  if (!tile.isOfTensorCores()) return index + ", " + tileText(tile) + ", " + along + ", " + leaves;
  const std::string factors = info(*view.kernel.tensorFactors).cpp;
  return factors + ", " + index + ", " + std::to_string(tile.rows) + ", " +
         std::to_string(tile.columns) + ", " + std::to_string(tile.tensorWarps) + ", " + along +
         ", " + std::to_string(tile.groups);
}

/// "f<parameters>(" and, on lines of their own, the arguments.
void BodyPrinter::addCall(const std::string &function, std::string arguments) {
  CodeLine call{function + ">(", true, {{std::move(arguments) + ");"}}};
  call.open = "";
  call.by = 4;
  into->push_back(std::move(call));
}

/// A lambda gets a variable, called so where nothing else is; returns it as a further argument.
std::string BodyPrinter::addFunction(const char *called, CodeLine lambda) {
  Scope scope = view.scope;
  const std::string name = scope.fresh(called);
  lambda.text = "const auto " + name + " = " + lambda.text;
  into->push_back(onOneLine(std::move(lambda)));
  return ", " + name;
}

CodeLine BodyPrinter::function(const FunctionBody &own, std::array<std::string, 2> indices,
                               const std::string &more, bool isAddress) {
  CodeLine made = lambda(std::move(indices), more);
  apart([&] {
    made.body = print(own.body);
    made.body.push_back({(isAddress ? "return &" : "return ") + valueOf(own.value) + ";"});
  });
  return made;
}

/// "[=](Interval i, Interval j) { return i.last() >= j.lo; }": of the greatest or least index.
CodeLine BodyPrinter::where(ArrayRef<TileBound> where, int rows, int columns) {
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
  CodeLine made{"[=](Interval " + i + ", Interval " + j + ")", true, {{"return " + all + ";"}}};
  made.open = " {";
  return made;
}

std::string BodyPrinter::interval(int loop) {
  return "{" + beginOf(loop) + ", " + boundOf(loop) + "}";
}

std::string BodyPrinter::termsText(int loop, const Leaves &leaves, const std::string &inner) {
  const bool areOwn = leaves.areOwn;
  const std::string lo = areOwn ? firstOf(loop) : text.start(loop);
  const std::string hi = areOwn ? endOf(loop) : text.end(loop);
  const std::string count = areOwn ? hi : std::to_string(view.formula.loops[loop].extent);
  std::string made = "{.count = " + count;
  if (lo != "0") made += ", .begin = " + lo;
  if (hi != count) made += ", .end = " + hi;
  if (inner != "1") made += ", .inner = " + inner;
  if (!areOwn && view.loops[loop].isLocal && lo != "0") made += ", .from = " + lo;
  if (leaves.all != leaves.count || leaves.someEmpty)
    made += ", .leaves = " + std::to_string(leaves.all);
  return made + "}";
}

/// "terms_within({.count = 512}, k_begin, k_end)": where not all of them are.
std::string BodyPrinter::termsWithin(const PackedSums &sums) {
  const PackedProduct &product = sums.product;
  constexpr Leaves kNone = {1, true};
  const bool isOfTensorCores = product.tile && product.tile->isOfTensorCores();
  std::string made =
      termsText(product.terms[0], isOfTensorCores ? kNone : sums.leaves, innerTerms(sums, 1));
  for (const auto &[begin, end] : sums.within) {
    text.need("terms_within");
    made = "terms_within(" + made + ", " + (begin.empty() ? "0" : begin) + ", " +
           (end.empty() ? endOf(product.terms[0]) : end) + ")";
  }
  return made;
}

std::string BodyPrinter::innerTerms(const PackedSums &sums, size_t k) {
  std::string count;
  for (const int loop : ArrayRef(sums.product.terms).drop_front(k)) {
    const std::string extent = text.extent(loop);
    if (extent != "1") count += (count.empty() ? "" : " * ") + extent;
  }
  return count.empty() ? "1" : count;
}

CodeLine BodyPrinter::lambda(std::array<std::string, 2> indices, const std::string &more,
                             std::array<bool, 2> areVectors) {
  const std::string type = text.indexType();
  const auto typeOfIndex = [&](size_t k) { return areVectors[k] ? "auto" : type; };
  CodeLine line{"[=](" + typeOfIndex(0) + " " + indices[0] + ", " + typeOfIndex(1) + " " +
                    indices[1] + more + ")",
                true};
  line.open = " {";
  return line;
}

/// "[=](int64_t term)", after what stands before it.
CodeLine BodyPrinter::lambdaOfOne(const char *before, const std::string &index, bool isVector) {
  CodeLine line{std::string(before) + "[=](" + (isVector ? "auto" : text.indexType()) + " " +
                    index + ")",
                true};
  line.open = " {";
  return line;
}

/// "[=](int64_t inner, int64_t j) { const int64_t r = inner / 3; return [=](auto c) { return ...;
/// }; }"
CodeLine BodyPrinter::outerLast(const PackedSums &sums, const FunctionBody &own) {
  const PackedProduct &product = sums.product;
  const bool isLeft = &own == &sums.left, isAlong = own.alongVectors == product.terms.front();
  CodeLine made =
      lambda({sums.inner, isLeft ? rowName(sums) : view.loops[product.columns].name}, "");
  CodeLine last = lambdaOfOne("return ", view.loops[product.terms.front()].name, isAlong);
  text.vectorLoop = own.alongVectors;
  apart([&] {
    forgetUses(product);
    text.known.collapsed.push_back(collapsedTerms(sums, 1));
    if (isLeft) text.known.collapsed.push_back(collapsedRows(sums));
    last.body = print(own.body);
    last.body.push_back({"return " + valueOf(own.value) + ";"});
    made.body = termsApart(sums, 1);
    if (isLeft) llvm::append_range(made.body, rowsApart(sums));
  });
  text.vectorLoop = -1;
  made.body.push_back(onOneLine(std::move(last)));
  return made;
}

/// Whether a factor takes its term before its row: CPUs copy a tile term by term where a term has
/// to be taken apart.
static bool takesTermFirst(const PackedSums &sums, const FunctionBody &own) {
  return &own == &sums.left && !sums.product.tile && sums.product.terms.size() > 1 &&
         own.alongVectors < 0;
}

/// "[=](int64_t term) { const int64_t c = term / 9; return [=](int64_t run) { const int64_t i = run
/// / 3; return [=](auto k) { return ...; }; }; }"
CodeLine BodyPrinter::inRuns(const PackedSums &sums, const FunctionBody &own) {
  CodeLine made = lambdaOfOne("", sums.term), ofRun = lambdaOfOne("return ", sums.run);
  CodeLine last = lambdaOfOne("return ", view.loops[sums.product.rows].name, /*isVector=*/true);
  text.vectorLoop = own.alongVectors;
  apart([&] {
    forgetUses(sums.product);
    const Collapsed runs = collapsedRuns(sums);
    text.known.collapsed.push_back(collapsedTerms(sums, 0));
    text.known.collapsed.push_back(runs);
    last.body = print(own.body);
    last.body.push_back({"return " + valueOf(own.value) + ";"});
    if (sums.product.terms.size() > 1) made.body = termsApart(sums, 0);
    ofRun.body = digitsApart(runs);
  });
  text.vectorLoop = -1;
  ofRun.body.push_back(onOneLine(std::move(last)));
  made.body.push_back(onOneLine(std::move(ofRun)));
  return made;
}

/// "[=](int64_t term) { const int64_t c = term / 9; return [=](int64_t j) { return ...; }; }"
CodeLine BodyPrinter::termFirst(const PackedSums &sums, CodeLine made) {
  made.text = lambdaOfOne("return ", rowName(sums)).text;
  CodeLine outer = lambdaOfOne("", sums.term);
  outer.body = termsApart(sums, 0);
  outer.body.push_back(onOneLine(std::move(made)));
  return outer;
}

CodeLine BodyPrinter::operand(const PackedSums &sums, const FunctionBody &own,
                              std::array<std::string, 2> indices, std::array<int, 2> loops) {
  const bool isLeft = &own == &sums.left;
  if (isLeft ? sums.product.leftOuterLast : sums.product.rightOuterLast)
    return outerLast(sums, own);
  if (isInRuns(sums, own)) return inRuns(sums, own);
  const auto isAlong = [&](size_t k) { return own.alongVectors == loops[k]; };
  CodeLine made = lambda(std::move(indices), "", {isAlong(0), isAlong(1)});
  const bool isTermFirst = takesTermFirst(sums, own);
  text.vectorLoop = own.alongVectors;
  apart([&] {
    forgetUses(sums.product);
    text.known.collapsed.push_back(collapsedTerms(sums, 0));
    if (isLeft) text.known.collapsed.push_back(collapsedRows(sums));
    Code lines = print(own.body);
    const bool inChunks = isLeft ? sums.product.leftInChunks : sums.product.rightInChunks;
    lines.push_back({"return " + (inChunks ? chunk(own.value) : valueOf(own.value)) + ";"});
    if (sums.product.terms.size() > 1 && !isTermFirst) made.body = termsApart(sums, 0);
    if (isLeft) llvm::append_range(made.body, rowsApart(sums));
    llvm::append_range(made.body, lines);
    if (isTermFirst) made = termFirst(sums, std::move(made));
  });
  text.vectorLoop = -1;
  return made;
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
std::string BodyPrinter::rowsText(const PackedSums &sums) {
  const int rows = sums.product.rows;
  if (sums.product.folded.empty() || blockEnds.contains(rows)) return interval(rows);
  return "{0, " + std::to_string(collapsedRows(sums).count) + "}";
}

/// Of loops that begin at 0 and have one extent.
Collapsed BodyPrinter::collapsedRows(const PackedSums &sums) {
  Collapsed rows{sums.row};
  if (sums.product.folded.empty()) return rows;
  rows.add(sums.product.rows, *view.loops[sums.product.rows].extent, /*isOutermost=*/false);
  addFolded(sums, rows);
  return rows;
}

/// The same of all but the last one.
Collapsed BodyPrinter::collapsedRuns(const PackedSums &sums) {
  Collapsed runs{sums.run};
  addFolded(sums, runs);
  return runs;
}

void BodyPrinter::addFolded(const PackedSums &sums, Collapsed &rows) {
  const ArrayRef<int> folded = sums.product.folded;
  for (const int loop : llvm::reverse(folded))
    rows.add(loop, *view.loops[loop].extent, loop == folded.front());
}

/// Of the loops of terms from number `first` on the inner ones, as far as they are such.
Collapsed BodyPrinter::collapsedTerms(const PackedSums &sums, size_t first) {
  Collapsed terms{first > 0 ? sums.inner : sums.term};
  const ArrayRef<int> loops = ArrayRef(sums.product.terms).drop_front(first);
  if (sums.product.terms.size() == 1) return terms;
  for (const int loop : llvm::reverse(loops)) {
    const bool isOutermost = loop == loops.front();
    const std::optional<int64_t> extent = view.loops[loop].extent;
    const bool isFromZero = (first == 0 && isOutermost) || firstOf(loop) == "0";
    if (!extent || !isFromZero) break;
    terms.add(loop, *extent, isOutermost);
  }
  return terms;
}

/// "const int i = row / 512;": the loops that are used of those that are counted as one.
Code BodyPrinter::rowsApart(const PackedSums &sums) { return digitsApart(collapsedRows(sums)); }

Code BodyPrinter::digitsApart(const Collapsed &collapsed) {
  Code lines;
  for (const auto &[loop, digit] : llvm::reverse(collapsed.loops))
    if (text.loopsUsed.contains(loop))
      lines.push_back({std::string("const ") + text.indexType() + " " + view.loops[loop].name +
                       " = " + digitText(digit).text + ";"});
  return lines;
}

Code BodyPrinter::termsApart(const PackedSums &sums, size_t first) {
  Code lines;
  for (auto [k, loop] : llvm::enumerate(sums.product.terms)) {
    if (k < first || !text.loopsUsed.contains(loop)) continue;
    const std::string inner = innerTerms(sums, k + 1);
    const bool isOne = inner.find('*') == std::string::npos;
    std::string digit = first > 0 ? sums.inner : sums.term;
    if (inner != "1") digit += " / " + (isOne ? inner : "(" + inner + ")");
    if (k > first) digit += " % " + text.extent(loop);
    const std::string from = k > 0 ? firstOf(loop) : "0";
    if (digit == view.loops[loop].name) continue;
    lines.push_back({std::string("const ") + text.indexType() + " " + view.loops[loop].name +
                     " = " + (from == "0" ? digit : from + " + " + digit) + ";"});
  }
  return lines;
}

} // namespace shardc
