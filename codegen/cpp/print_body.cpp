// SPDX-License-Identifier: Apache-2.0
// Statements are printed in their order, a function for each kind. What `Let`, `Bind` and
// `ReduceOne` name is put into what the writer of expressions knows, and at the end of a loop's
// body, a branch or a sequence that is put back as it was: so names reach as far as variables of
// C++ do.
#include "codegen/cpp/print_body.h"

#include "codegen/cpp/body_printer.h"
#include "codegen/cpp/threads.h"
#include "codegen/text/literal.h"
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

BodyPrinter::BodyPrinter(const KernelTree &body, const KernelView &view, Needs &needs)
    : view(view), needs(needs), text(view, needs) {
  if (body.wide) text.wide = true;
  text.constants = body.constants;
  if (view.kernel.rows) {
    blockStarts[view.kernel.rows->loop] = view.rowsFrom();
    blockEnds[view.kernel.rows->loop] = view.rowsTo();
  }
  if (!body.chunks) return;
  blockStarts[body.chunks->loop] = "from";
  blockEnds[body.chunks->loop] = "to";
}

Code BodyPrinter::print(const Statements &statements) {
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

void BodyPrinter::line(const std::string &line) { into->push_back({line}); }

void BodyPrinter::compound(const std::string &head, const Statements &body, Code lines) {
  apart([&] { llvm::append_range(lines, print(body)); });
  into->push_back({head, true, std::move(lines)});
}

// Loops.

void BodyPrinter::print(const Threads &threads) {
  if (threads.each > 1) vectors = &threads;
  text.known.collapsed.push_back(collapsedBy(threads, view));
  const Code body = print(threads.body);
  llvm::append_range(*into, threadStart(threads, view, needs, text));
  llvm::append_range(*into, body);
}

void BodyPrinter::print(const For &loop) {
  printLoop(loop);
  if (loop.isKept) into->back().pragma = "#pragma GCC unroll 1";
}

void BodyPrinter::printLoop(const For &loop) {
  switch (loop.over) {
  case For::Over::all:
    return compound(head(nameOf(loop), beginOf(loop.loop), boundOf(loop.loop), "++"), loop.body);
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

std::string BodyPrinter::firstOf(int loop) {
  return view.loops[loop].isLocal ? "0" : text.start(loop);
}

std::string BodyPrinter::beginOf(int loop) {
  const auto found = blockStarts.find(loop);
  return found == blockStarts.end() ? firstOf(loop) : found->second;
}

std::string BodyPrinter::boundOf(int loop) {
  const auto found = blockEnds.find(loop);
  return found == blockEnds.end() ? endOf(loop) : found->second;
}

const std::string &BodyPrinter::nameOf(const For &loop) const { return view.loops[loop.loop].name; }

std::string BodyPrinter::head(const std::string &i, const std::string &from, const std::string &end,
                              const std::string &step) {
  const std::string next = step == "++" ? "++" + i : i + " += " + step;
  return std::string("for (") + text.indexType() + " " + i + " = " + from + "; " + i + " < " + end +
         "; " + next + ")";
}

std::string BodyPrinter::endOf(int loop) {
  return view.loops[loop].isLocal ? text.extent(loop) : text.end(loop);
}

void BodyPrinter::blocks(const For &loop) {
  const std::string begin = beginOf(loop.loop), end = boundOf(loop.loop);
  const std::string size = std::to_string(loop.size);
  std::string to = loop.from + " + " + size;
  Code lines;
  if (!loop.to.empty()) {
    lines.push_back({std::string("const ") + text.indexType() + " " + loop.to + " = " + to + " < " +
                     end + " ? " + to + " : " + end + ";"});
    to = loop.to;
  }
  block(loop, head(loop.from, begin, end, size), to, std::move(lines));
}

// Variables.

std::string BodyPrinter::typeOf(Expr e) { return info(e->type).cpp; }

std::string BodyPrinter::valueOf(Expr e) {
  const bool isPlain = e->kind == Kind::Literal && !text.known.named.count(e);
  return isPlain ? text.literal(e->number, true) : text.value(e).text;
}

std::string BodyPrinter::textOf(const Place &place) {
  if (place.output >= 0)
    return text.element(view.outs[place.output],
                        place.index.empty()
                            ? ArrayRef<Expr>(view.formula.results[place.output].index)
                            : place.index);
  std::string result = place.variable;
  if (!place.turn.empty()) result += "[" + place.turn + "]";
  for (const int loop : place.inBlockOf) {
    const std::string from = beginOf(loop);
    const std::string &i = view.loops[loop].name;
    result += "[" + (from == "0" ? i : i + " - " + from) + "]";
  }
  return result;
}

void BodyPrinter::print(const Let &let) {
  const bool index = isIndex(let.value);
  line("const " + (index ? text.indexType() : typeOf(let.value)) + " " + let.name + " = " +
       (index ? text.index(let.value).text : valueOf(let.value)) + ";");
  if (let.stands) text.known.named[let.value] = let.name;
}

void BodyPrinter::print(const Bind &bind) {
  if (bind.value->kind != Kind::Reduce) {
    text.known.named[bind.value] = textOf(bind.places.front());
    return;
  }
  std::vector<std::string> names;
  for (const Place &place : bind.places)
    names.push_back(textOf(place));
  text.known.reduced[bind.value] = std::move(names);
}

void BodyPrinter::print(const Declare &variable) {
  const std::string type = info(variable.type).cpp;
  const std::string name = variable.name + arrayOf(variable.extents);
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

void BodyPrinter::print(const Store &store) {
  line(textOf(store.to) + " = " + valueOf(store.value) + ";");
}

void BodyPrinter::print(const Copy &copy) {
  line(textOf(copy.to) + " = " + textOf(copy.from) + ";");
}

void BodyPrinter::print(const Raise &raise) { line(raise.flag + " = true;"); }

// Reductions.

std::string BodyPrinter::call(Fn fn, ElementType type, const CppText &left, const CppText &right) {
  const StringRef function = cppFunction(fn, type, type);
  if (!function.empty()) text.need(function);
  return cppCall(fn, type, type, {left, right}).text;
}

void BodyPrinter::print(const Accumulate &more) {
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

std::string BodyPrinter::fma(Expr term, const std::string &sum) {
  text.need("fma");
  return "fma(" + text.argumentOf(term, 0).text + ", " + text.argumentOf(term, 1).text + ", " +
         sum + ")";
}

void BodyPrinter::print(const ReduceOne &one) {
  const ReduceView reduce(one.reduce);
  Expr value = reduce.values[0];
  const std::string whole =
      !one.start ? text.value(value).text
                 : call(*combiner(reduce), value->type, text.value(one.start), text.value(value));
  line("const " + typeOf(value) + " " + one.name + " = " + whole + ";");
  text.known.reduced[one.reduce] = {one.name};
}

void BodyPrinter::print(const Combine &combine) {
  apart([&] {
    text.args = combine.arguments;
    llvm::append_range(*into, print(combine.body));
  });
  text.args.clear();
}

// Structure.

void BodyPrinter::print(const If &either) {
  CodeLine made{"if (" + (either.condition ? text.value(either.condition).text : either.flag) + ")",
                true};
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

void BodyPrinter::print(const Sequence &sequence) {
  apart([&] { llvm::append_range(*into, print(sequence.body)); });
}

Code printBody(const KernelTree &body, const KernelView &view, Needs &needs) {
  Code code;
  for (const NamedConstant &each : body.constants)
    code.push_back({std::string("const ") + info(each.number->type).cpp + " " + each.name + " = " +
                    literalText(each.number->number, true) + ";"});
  llvm::append_range(code, BodyPrinter(body, view, needs).print(body.statements));
  return code;
}

} // namespace shardc
