// SPDX-License-Identifier: Apache-2.0
// Statements are printed in their order, a function for each kind. What `Let`, `Bind` and
// `ReduceOne` name is put into what the writer of expressions knows, and at the end of a loop's
// body, a branch or a sequence that is put back as it was: so names reach as far as variables of
// C++ do.
#include "codegen/cpp/print_body.h"

#include "codegen/cpp/reduction.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static std::string firstOf(int loop, const KernelView &view, ExpressionWriter &text) {
  return view.loops[loop].isLocal ? "0" : text.start(loop);
}

std::string placeText(const Place &place, const KernelView &view, ExpressionWriter &text,
                      const BlockStarts &starts) {
  if (place.output >= 0)
    return text.element(view.outs[place.output], view.formula.results[place.output].index);
  std::string result = place.variable;
  for (const int loop : place.inBlockOf) {
    const auto found = starts.find(loop);
    const std::string from = found == starts.end() ? firstOf(loop, view, text) : found->second;
    const std::string &i = view.loops[loop].name;
    result += "[" + (from == "0" ? i : i + " - " + from) + "]";
  }
  return result;
}

namespace {

class BodyPrinter {
public:
  BodyPrinter(const KernelTree &body, const KernelView &view, Needs &needs)
      : view(view), text(view, needs) {
    if (body.wide) text.wide = true;
  }

  Code print(const Statements &statements) {
    Code code;
    Code *outer = std::exchange(into, &code);
    for (const Statement &each : statements)
      std::visit([&](const auto &node) { print(node); }, each.node);
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

  void print(const For &loop) {
    switch (loop.over) {
    case For::Over::all:
      return compound(head(nameOf(loop), firstOf(loop.loop, view, text), endOf(loop.loop), "++"),
                      loop.body);
    case For::Over::blocks:
      return blocks(loop);
    case For::Over::block:
      return compound(head(nameOf(loop), blockStarts[loop.loop], blockEnds[loop.loop], "++"),
                      loop.body);
    }
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

  void blocks(const For &loop) {
    const std::string end = endOf(loop.loop), size = std::to_string(loop.size);
    std::string to = loop.from + " + " + size;
    Code lines;
    if (!loop.to.empty()) {
      lines.push_back({std::string("const ") + text.indexType() + " " + loop.to + " = " + to +
                       " < " + end + " ? " + to + " : " + end + ";"});
      to = loop.to;
    }
    blockStarts[loop.loop] = loop.from;
    blockEnds[loop.loop] = to;
    compound(head(loop.from, firstOf(loop.loop, view, text), end, size), loop.body,
             std::move(lines));
    blockStarts.erase(loop.loop);
  }

  void print(const OneIndex &one) {
    line(std::string("const ") + text.indexType() + " " + view.loops[one.loop].name + " = " +
         text.start(one.loop) + ";");
  }

  void print(const ReturnIfEmpty &empty) {
    into->push_back({"if (" + text.extent(empty.loop) + " == 0)", true, {{"return;"}}});
  }

  // Variables.

  static std::string typeOf(Expr e) { return info(e->type).cpp; }

  /// A number without its type: what is on its left has it.
  std::string valueOf(Expr e) {
    const bool isPlain = e->kind == Kind::Literal && !text.known.named.count(e);
    return isPlain ? text.literal(e->number, true) : text.value(e).text;
  }
  std::string textOf(const Place &place) { return placeText(place, view, text, blockStarts); }

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
    std::string name = variable.name;
    for (const int64_t extent : variable.extents)
      name += "[" + std::to_string(extent) + "]";
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

  void print(const Store &store) { line(textOf(store.to) + " = " + valueOf(store.value) + ";"); }
  void print(const Copy &copy) { line(textOf(copy.to) + " = " + textOf(copy.from) + ";"); }
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
    if (!more.valueFirst && !sign.empty())
      return line(to + sign + (isStored ? textOf(more.term) : valueOf(more.value)) + ";");
    const CppText value = isStored ? CppText{textOf(more.term)} : text.value(more.value);
    line(to + " = " +
         (more.valueFirst ? call(more.fn, type, value, {to}) : call(more.fn, type, {to}, value)) +
         ";");
  }

  void print(const ReduceOne &one) {
    const ReduceView reduce(one.reduce);
    Expr value = reduce.values[0];
    const std::string whole = one.isValue ? text.value(value).text
                                          : call(*combiner(reduce), value->type,
                                                 text.value(reduce.inits[0]), text.value(value));
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
  ExpressionWriter text;
  Code *into = nullptr;
  BlockStarts blockStarts;
  llvm::DenseMap<int, std::string> blockEnds;
};

} // namespace

Code printBody(const KernelTree &body, const KernelView &view, Needs &needs) {
  return BodyPrinter(body, view, needs).print(body.statements);
}

} // namespace shardc
