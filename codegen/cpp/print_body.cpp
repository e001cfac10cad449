// SPDX-License-Identifier: Apache-2.0
// Statements are printed in their order, a function for each kind. What `Let`, `Bind` and
// `ReduceOne` name is put into what the writer of expressions knows, and at the end of a loop's
// body, a branch or a sequence that is put back as it was: so names reach as far as variables of
// C++ do.
#include "codegen/cpp/print_body.h"

#include "codegen/cpp/positions.h"
#include "codegen/cpp/threads.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// " += " where C++ has such an operator for the function; else "".
static std::string assignmentOf(Fn fn, ElementType type) {
  if (type == ElementType::i1) return "";
  if (fn == Fn::add) return " += ";
  if (fn == Fn::mul) return " *= ";
  if (fn == Fn::bitOr) return " |= ";
  if (fn == Fn::bitAnd) return " &= ";
  return fn == Fn::bitXor ? " ^= " : "";
}

namespace {

class BodyPrinter {
public:
  BodyPrinter(const KernelTree &body, const KernelView &view, Needs &needs)
      : view(view), needs(needs), text(view, needs) {
    if (body.wide) text.wide = true;
  }

  Code print(const Statements &statements) {
    Code code;
    Code *outer = std::exchange(into, &code);
    std::vector<std::pair<size_t, int>> declared; // loops of one index, at which line
    for (const Statement &each : statements) {
      if (const auto *one = std::get_if<OneIndex>(&each.node)) {
        declared.push_back({code.size(), one->loop});
        text.loopsUsed.erase(one->loop);
      }
      std::visit([&](const auto &node) { print(node); }, each.node);
    }
    for (const auto &[at, loop] : llvm::reverse(declared))
      if (!text.loopsUsed.contains(loop)) code.erase(code.begin() + static_cast<long>(at));
    into = outer;
    return code;
  }

private:
  /// What variables stand for is forgotten at the end of the statements around them.
  template <typename Make>
  void apart(Make make) {
    ExpressionWriter::Known before = text.known;
    make();
    text.known = std::move(before);
  }

  void line(const std::string &line) { into->push_back({line}); }
  /// A head with statements in braces, and lines before them.
  void compound(const std::string &head, const Statements &body, Code lines = {}) {
    apart([&] { llvm::append_range(lines, print(body)); });
    into->push_back({head, true, std::move(lines)});
  }

  // Loops.

  void print(const Threads &threads) {
    llvm::append_range(*into, threadStart(threads, view, needs));
    llvm::append_range(*into, print(threads.body));
  }

  void print(const For &loop) {
    switch (loop.over) {
    case For::Over::all:
      return compound(head(nameOf(loop), firstOf(loop.loop), endOf(loop.loop), "++"), loop.body);
    case For::Over::blocks:
      return blocks(loop);
    case For::Over::block:
      return compound(head(nameOf(loop), blockStarts[loop.loop], blockEnds[loop.loop], "++"),
                      loop.body);
    case For::Over::lane: {
      const std::string from = beginOf(loop.loop);
      return compound(head(nameOf(loop), from == "0" ? loop.from : from + " + " + loop.from,
                           boundOf(loop.loop), std::to_string(loop.size)),
                      loop.body);
    }
    }
  }

  std::string firstOf(int loop) { return view.loops[loop].isLocal ? "0" : text.start(loop); }

  /// Of the block that is open, else of all indices; one block that is all begins where its loop
  /// does.
  std::string beginOf(int loop) {
    const auto found = blockStarts.find(loop);
    return found == blockStarts.end() ? firstOf(loop) : found->second;
  }
  std::string boundOf(int loop) {
    const auto found = blockEnds.find(loop);
    return found == blockEnds.end() ? endOf(loop) : found->second;
  }

  const std::string &nameOf(const For &loop) const { return view.loops[loop.loop].name; }

  std::string head(const std::string &i, const std::string &from, const std::string &end,
                   const std::string &step) {
    const std::string next = step == "++" ? "++" + i : i + " += " + step;
    return std::string("for (") + text.indexType() + " " + i + " = " + from + "; " + i + " < " +
           end + "; " + next + ")";
  }

  std::string endOf(int loop) {
    return view.loops[loop].isLocal ? text.extent(loop) : text.end(loop);
  }

  /// Blocks of the block that is open.
  template <typename Node>
  void block(const Node &loop, const std::string &head, const std::string &end, Code lines) {
    const auto starts = blockStarts;
    const auto ends = blockEnds;
    blockStarts[loop.loop] = loop.from;
    blockEnds[loop.loop] = end;
    compound(head, loop.body, std::move(lines));
    blockStarts = starts;
    blockEnds = ends;
  }

  void blocks(const For &loop) {
    const std::string begin = beginOf(loop.loop), end = boundOf(loop.loop);
    const std::string size = std::to_string(loop.size);
    std::string to = loop.from + " + " + size;
    Code lines;
    if (!loop.to.empty()) {
      lines.push_back({std::string("const ") + text.indexType() + " " + loop.to + " = " + to +
                       " < " + end + " ? " + to + " : " + end + ";"});
      to = loop.to;
    }
    block(loop, head(loop.from, begin, end, size), to, std::move(lines));
  }

  // Split loops.

  void print(const ForCount &loop) {
    compound(head(loop.variable, "0", std::to_string(loop.extent), "++"), loop.body);
    if (loop.isUnrolled) into->back().pragma = "#pragma unroll";
  }
  void print(const LetPosition &let) { letIndex(let.name, positionText(let.at)); }
  void print(const LetIndex &index) {
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
  void letIndex(const std::string &name, const std::string &value) {
    line(std::string("const ") + text.indexType() + " " + name + " = " + value + ";");
  }

  // Threads of a block.

  void print(const Barrier &) { line("__syncthreads();"); }
  void print(const CombineThreads &combine) {
    text.need("over_threads");
    const std::string to = textOf(combine.into);
    line(to + " = over_threads<" + std::to_string(combine.threads) + ">(" + to + ", " +
         lambdaOf(combine.fn, combine.type) + ");");
  }
  /// "[](float x, float y) { return x + y; }"
  std::string lambdaOf(Fn fn, ElementType type) {
    const std::string name = info(type).cpp;
    return "[](" + name + " x, " + name + " y) { return " + call(fn, type, {"x"}, {"y"}) + "; }";
  }
  /// "load4(to, from);": neighbours at once.
  void neighbours(const char *verb, int width, const std::string &to, const std::string &from) {
    const std::string function = verb + std::to_string(width);
    text.need(function);
    line(function + "(&" + to + ", &" + from + ");");
  }

  // Sums.

  void print(const ForLeaves &loop) {
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
    const Code lines = {
        {"const " + type + " " + loop.from + " = " + start(loop.leaf) + ";"},
        {"const " + type + " " + loop.to + " = " + start(loop.leaf + " + 1") + ";"}};
    block(loop,
          "for (" + type + " " + loop.leaf + " = " + first + "; " + loop.leaf + before + end +
              "; ++" + loop.leaf + ")",
          loop.to, lines);
  }

  void print(const ForLanes &lanes) {
    compound(head(lanes.lane, "0", std::to_string(lanes.lanes), "++"), lanes.body);
  }

  static std::string arrayOf(ArrayRef<int64_t> extents) {
    std::string dims;
    for (const int64_t extent : extents)
      dims += "[" + std::to_string(extent) + "]";
    return dims;
  }

  void print(const DeclareTree &tree) {
    if (tree.leaves > 0) {
      text.need("FullTree");
      return line("FullTree<" + std::string(info(tree.type).cpp) + arrayOf(tree.extents) + ", " +
                  std::to_string(tree.leaves) + "> " + tree.name + ";");
    }
    text.need("SumTree");
    line("SumTree<" + std::string(info(tree.type).cpp) + arrayOf(tree.extents) + ", " +
         std::to_string(tree.most) + "> " + tree.name + ";");
  }

  static std::string numberText(const LeafNumber &number) {
    std::string leaf = number.leaf;
    if (!number.from.empty()) leaf = number.from + " / " + std::to_string(number.size);
    if (number.lane.empty()) return leaf;
    if (leaf.empty()) return number.lane;
    return leaf + " * " + std::to_string(number.lanes) + " + " + number.lane;
  }

  void print(const AddLeaf &leaf) {
    line(leaf.tree + ".add(" + numberText(leaf.number) + ", " + leaf.sum + ");");
  }

  void print(const Total &total) {
    const std::string type = info(total.type).cpp;
    if (total.extents.empty())
      return line((total.isFinal ? "const " : "") + type + " " + total.name + " = " + total.tree +
                  ".total();");
    line(type + " " + total.name + arrayOf(total.extents) + ";");
    line(total.tree + ".total(" + total.name + ");");
  }

  void print(const SumLanes &sum) {
    const std::string type = info(sum.type).cpp;
    const bool isSum = sum.fn == Fn::add;
    text.need(isSum ? "sum_of_lanes" : "over_lanes");
    line((sum.isFinal ? "const " : "") + type + " " + sum.name + " = " +
         (isSum ? "sum_of_lanes(" + sum.lanes
                : "over_lanes(" + sum.lanes + ", " + lambdaOf(sum.fn, sum.type)) +
         ");");
  }

  void print(const OneIndex &one) {
    line(std::string("const ") + text.indexType() + " " + view.loops[one.loop].name + " = " +
         text.start(one.loop) + ";");
  }

  void print(const ReturnIfEmpty &empty) {
    into->push_back({"if (" + text.extent(empty.loop) + " == 0)", true, {{"return;"}}});
  }

  // Packed products.

  void print(const PackedSums &sums) {
    text.need("packed_product");
    text.need("Along");
    const PackedProduct &product = sums.product;
    const std::string type = info(product.left->type).cpp;
    const std::string along = product.leftAlongTerms ? "terms" : "results";
    const std::string &i = view.loops[product.rows].name, &j = view.loops[product.columns].name;
    Code arguments = {
        {interval(product.rows) + ", " + interval(product.columns) + ", " + termsText(sums) + ","}};
    arguments.push_back(operand(sums, sums.left, {i, sums.left.term}));
    arguments.push_back(operand(sums, sums.right, {sums.right.term, j}));
    CodeLine end = lambda({i, j}, ", " + type + " " + sums.sum);
    apart([&] { end.body = print(sums.end); });
    arguments.push_back(onOneLine(std::move(end), ");"));
    CodeLine call{"packed_product<Along::" + along + ">(", true, std::move(arguments)};
    call.open = "";
    call.by = 4;
    into->push_back(std::move(call));
  }

  std::string interval(int loop) { return "{" + firstOf(loop) + ", " + endOf(loop) + "}"; }

  std::string termsText(const PackedSums &sums) {
    const int first = sums.product.terms[0];
    const bool own = sums.areOwn;
    const std::string lo = own ? firstOf(first) : text.start(first);
    const std::string hi = own ? endOf(first) : text.end(first);
    const std::string count = own ? hi : std::to_string(view.formula.loops[first].extent);
    std::string made = "{.leaves = " + std::to_string(sums.leaves) + ", .count = " + count +
                       ", .first = " + lo + ", .last = " + hi;
    if (const std::string inner = innerTerms(sums, 1); inner != "1") made += ", .inner = " + inner;
    if (!own && view.loops[first].isLocal && lo != "0") made += ", .from = " + lo;
    return made + "}";
  }

  /// How many terms the loops from number `k` on have together.
  std::string innerTerms(const PackedSums &sums, size_t k) {
    std::string count;
    for (const int loop : ArrayRef(sums.product.terms).drop_front(k)) {
      const std::string extent = text.extent(loop);
      if (extent != "1") count += (count.empty() ? "" : " * ") + extent;
    }
    return count.empty() ? "1" : count;
  }

  /// "[=](int64_t i, int64_t j, float sum)"
  CodeLine lambda(std::array<std::string, 2> indices, const std::string &more) {
    const std::string type = text.indexType();
    CodeLine line{"[=](" + type + " " + indices[0] + ", " + type + " " + indices[1] + more + ")",
                  true};
    line.open = " {";
    return line;
  }

  CodeLine operand(const PackedSums &sums, const PackedSums::Operand &own,
                   std::array<std::string, 2> indices) {
    CodeLine made = lambda(std::move(indices), "");
    apart([&] {
      for (const int loop : sums.product.terms)
        text.loopsUsed.erase(loop);
      Code lines = print(own.body);
      lines.push_back({"return " + valueOf(own.value) + ";"});
      if (sums.product.terms.size() > 1) made.body = termsApart(sums, own.term);
      llvm::append_range(made.body, lines);
    });
    return onOneLine(std::move(made), ",");
  }

  /// The loops' variables that have been written of, from the number of a term.
  Code termsApart(const PackedSums &sums, const std::string &term) {
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

  /// A lambda whose body is one short line needs no more; `end` comes behind it.
  static CodeLine onOneLine(CodeLine lambda, const std::string &end) {
    const bool isShort = lambda.body.size() == 1 && !lambda.body[0].compound &&
                         lambda.text.size() + lambda.body[0].text.size() < 86;
    if (isShort) return {lambda.text + " { " + lambda.body[0].text + " }" + end};
    lambda.close = end == "," ? "}," : "});";
    return lambda;
  }

  // Variables.

  static std::string typeOf(Expr e) { return info(e->type).cpp; }

  /// A number without its type: what is on its left has it.
  std::string valueOf(Expr e) {
    const bool isPlain = e->kind == Kind::Literal && !text.known.named.count(e);
    return isPlain ? text.literal(e->number, true) : text.value(e).text;
  }
  /// "sum", "sum[i - i_from][j]", "y[i * 4 + j]".
  std::string textOf(const Place &place) {
    if (place.output >= 0)
      return text.element(view.outs[place.output],
                          place.index.empty()
                              ? ArrayRef<Expr>(view.formula.results[place.output].index)
                              : place.index);
    std::string result = place.variable;
    for (const Position &at : place.at)
      result += "[" + positionText(at) + "]";
    for (const int loop : place.inBlockOf) {
      const std::string from = beginOf(loop);
      const std::string &i = view.loops[loop].name;
      result += "[" + (from == "0" ? i : i + " - " + from) + "]";
    }
    return result;
  }

  void print(const Let &let) {
    const bool index = isIndex(let.value);
    line("const " + (index ? text.indexType() : typeOf(let.value)) + " " + let.name + " = " +
         (index ? text.index(let.value).text : valueOf(let.value)) + ";");
    if (let.stands) text.known.named[let.value] = let.name;
  }

  void print(const Bind &bind) {
    if (bind.value->kind != Kind::Reduce) {
      text.known.named[bind.value] = textOf(bind.places.front());
      return;
    }
    std::vector<std::string> names;
    for (const Place &place : bind.places)
      names.push_back(textOf(place));
    text.known.reduced[bind.value] = std::move(names);
  }

  void print(const Declare &variable) {
    const std::string type = info(variable.type).cpp;
    SmallVector<int64_t, 3> extents(variable.extents);
    if (variable.padding > 0) extents.back() += variable.padding;
    const std::string name = variable.name + arrayOf(extents);
    if (variable.isShared) return line("__shared__ " + type + " " + name + ";");
    switch (variable.start) {
    case Declare::Start::none:
      return line(type + " " + name + ";");
    case Declare::Start::blank:
      return line(type + " " + name + " = " + type + "();");
    case Declare::Start::zeros:
      return line(type + " " + name + " = {};");
    case Declare::Start::value:
      return line(type + " " + name + " = " + valueOf(variable.value) + ";");
    }
  }

  void print(const Store &store) {
    if (store.width > 1)
      return neighbours("load", store.width, textOf(store.to), valueOf(store.value));
    line(textOf(store.to) + " = " + valueOf(store.value) + ";");
  }
  void print(const Copy &copy) {
    if (copy.width > 1)
      return neighbours(copy.to.output >= 0 ? "store" : "copy", copy.width, textOf(copy.to),
                        textOf(copy.from));
    line(textOf(copy.to) + " = " + textOf(copy.from) + ";");
  }
  void print(const Raise &raise) { line(raise.flag + " = true;"); }

  // Reductions.

  std::string call(Fn fn, ElementType type, const CppText &left, const CppText &right) {
    const StringRef function = cppFunction(fn, type, type);
    if (!function.empty()) text.need(function);
    return cppCall(fn, type, type, {left, right}).text;
  }

  void print(const Accumulate &more) {
    const ElementType type = more.value->type;
    const std::string to = textOf(more.into), sign = assignmentOf(more.fn, type);
    const bool isStored = !more.term.variable.empty();
    if (!isStored && isTerm(more.value)) return line(to + " = " + fma(more.value, to) + ";");
    if (!more.valueFirst && !sign.empty())
      return line(to + sign + (isStored ? textOf(more.term) : valueOf(more.value)) + ";");
    const CppText value = isStored ? CppText{textOf(more.term)} : text.value(more.value);
    line(to + " = " +
         (more.valueFirst ? call(more.fn, type, value, {to}) : call(more.fn, type, {to}, value)) +
         ";");
  }

  /// sum + x * y, rounded once.
  std::string fma(Expr term, const std::string &sum) {
    text.need("fma");
    return "fma(" + text.value(term->args[0]).text + ", " + text.value(term->args[1]).text + ", " +
           sum + ")";
  }

  void print(const ReduceOne &one) {
    const ReduceView reduce(one.reduce);
    Expr value = reduce.values[0];
    const std::string whole =
        !one.start ? text.value(value).text
                   : call(*combiner(reduce), value->type, text.value(one.start), text.value(value));
    line("const " + typeOf(value) + " " + one.name + " = " + whole + ";");
    text.known.reduced[one.reduce] = {one.name};
  }

  void print(const Combine &combine) {
    apart([&] {
      text.args = combine.arguments;
      llvm::append_range(*into, print(combine.body));
    });
    text.args.clear();
  }

  // Structure.

  void print(const If &either) {
    CodeLine made{
        "if (" + (either.condition ? text.value(either.condition).text : either.flag) + ")", true};
    const auto branch = [&](const Statements &body, bool holds) {
      Code code;
      apart([&] {
        if (either.condition) text.assume(either.condition, holds);
        code = print(body);
      });
      return code;
    };
    made.body = branch(either.then, true);
    made.otherwise = branch(either.otherwise, false);
    into->push_back(std::move(made));
  }

  void print(const Sequence &sequence) {
    apart([&] { llvm::append_range(*into, print(sequence.body)); });
  }

  const KernelView &view;
  Needs &needs;
  ExpressionWriter text;
  Code *into = nullptr;
  llvm::DenseMap<int, std::string> blockStarts, blockEnds; // of loops: what they are called
};

} // namespace

Code printBody(const KernelTree &body, const KernelView &view, Needs &needs) {
  return BodyPrinter(body, view, needs).print(body.statements);
}

} // namespace shardc
