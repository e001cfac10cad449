// SPDX-License-Identifier: Apache-2.0
// Statements are printed in their order, a function for each kind. What `Let`, `Bind` and
// `ReduceOne` name is put into what the writer of expressions knows, and at the end of a loop's
// body, a branch or a sequence that is put back as it was: so names reach as far as variables of
// C++ do.
#include "codegen/cpp/body/print_body.h"

#include "codegen/cpp/body/body_printer.h"
#include "codegen/text/literal.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

/// " += " where C++ has such an operator for the function; else "".
static std::string assignmentOf(Fn fn, ElementType type) {
  StringRef text = info(fn).cpp(type);
  const bool isOperator = text.consume_front("x ") && text.consume_back(" y") && text.size() == 1;
  return isOperator && combinerInfo(fn) ? " " + text.str() + "= " : "";
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
      const auto isIt = [&](const auto &known) { return known.second == one->loop; };
      if (llvm::any_of(declared, isIt)) continue; // pieces of one index have no braces
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

void BodyPrinter::compound(CodeLine head, const Statements &body, Code lines) {
  apart([&] { llvm::append_range(lines, print(body)); });
  head.body = std::move(lines);
  into->push_back(std::move(head));
}

CodeLine BodyPrinter::onOneLine(CodeLine lambda, const char *end) {
  constexpr size_t kRoom = 92; // with what is around it
  const bool isShort = lambda.body.size() == 1 && !lambda.body[0].compound &&
                       lambda.text.size() + lambda.body[0].text.size() < kRoom;
  if (isShort) return {lambda.text + " { " + lambda.body[0].text + " " + end};
  lambda.close = end;
  return lambda;
}

// Variables.

std::string BodyPrinter::typeOf(Expr e) { return info(e->type).cpp; }

std::string BodyPrinter::valueOf(Expr e) {
  const bool isPlain = e->kind == Kind::Literal && !text.known.named.count(e);
  return isPlain ? text.literal(e->number, true) : text.value(e).text;
}

/// "&x[i]", or "zeros_unless(i > 0, &x[i - 1])": where a chunk lies.
std::string BodyPrinter::chunk(Expr factor) {
  if (factor->kind != Kind::Select) return "&" + valueOf(factor);
  text.need("zeros_unless");
  return "zeros_unless(" + valueOf(factor->args[0]) + ", &" + valueOf(factor->args[1]) + ")";
}

/// For a place of its type.
std::string BodyPrinter::storedOf(Expr e) {
  return e->kind == Kind::Literal ? valueOf(e) : text.stored(e).text;
}

std::array<std::string, 2> BodyPrinter::elementOf(const Place &place) {
  if (place.output >= 0) {
    const ParameterView &parameter = view.outs[place.output];
    return {parameter.window, text.indices(parameter, indexOf(place, view.formula))};
  }
  SmallVector<std::string, 2> indices;
  if (!place.turn.empty()) indices.push_back(place.turn);
  for (const int loop : place.inBlockOf) {
    if (loop == text.vectorLoop && !lane.empty()) {
      indices.push_back(lane);
      continue;
    }
    const std::string from = beginOf(loop);
    const std::string &i = view.loops[loop].name;
    indices.push_back(from == "0" ? i : i + " - " + from);
  }
  std::string array = place.variable;
  for (size_t k = 0; k + 1 < indices.size(); ++k)
    array += "[" + indices[k] + "]";
  return {array, indices.empty() ? "" : indices.back()};
}

bool BodyPrinter::isInVectors(const Place &place) const {
  if (place.output < 0) return llvm::is_contained(place.inBlockOf, text.vectorLoop);
  return llvm::any_of(indexOf(place, view.formula), [&](Expr e) { return text.isVector(e); });
}

std::string BodyPrinter::textOf(const Place &place) {
  if (place.output >= 0) return text.element(view.outs[place.output], indexOf(place, view.formula));
  const auto [array, index] = elementOf(place);
  if (index.empty()) return array;
  if (!isInVectors(place)) return array + "[" + index + "]";
  text.need("load");
  return "load(" + array + ", " + index + ")";
}

void BodyPrinter::assign(const Place &to, const std::string &value) {
  if (!isInVectors(to)) return line(textOf(to) + " = " + value + ";");
  text.need("store");
  const auto [array, index] = elementOf(to);
  line("store(" + array + ", " + index + ", " + value + ");");
}

void BodyPrinter::print(const Let &let) {
  const bool index = isIndex(let.value), isAuto = text.isVector(let.value);
  const std::string type = isAuto ? "auto" : index ? text.indexType() : typeOf(let.value);
  line("const " + type + " " + let.name + " = " +
       (index    ? text.index(let.value).text
        : isAuto ? valueOf(let.value)
                 : storedOf(let.value)) +
       ";");
  if (let.stands) text.known.named[let.value] = let.name;
}

void BodyPrinter::print(const Bind &each) {
  places[each.value] = each.places;
  bind(each.value, each.places);
}

void BodyPrinter::bind(Expr value, const SmallVector<Place, 2> &own) {
  if (value->kind != Kind::Reduce) {
    text.known.named[value] = textOf(own.front());
    return;
  }
  std::vector<std::string> names;
  for (const Place &place : own)
    names.push_back(textOf(place));
  text.known.reduced[value] = std::move(names);
}

void BodyPrinter::print(const Declare &variable) {
  const std::string type = info(variable.type).cpp;
  const std::string name = variable.name + arrayOf(variable.extents);
  if (variable.isShared) return line("__shared__ " + type + " " + name + ";");
  if (variable.isVector) {
    declaredVectors.insert(variable.name);
    const std::string zero = text.literal(ofNoBits(variable.type), false);
    return line("auto " + name + " = " + text.spread(zero) + ";");
  }
  switch (variable.start) {
  case Declare::Start::none:
    return line(type + " " + name + ";");
  case Declare::Start::blank:
    return line(type + " " + name + " = " + type + "();");
  case Declare::Start::zeros:
    return line(type + " " + name + " = {};");
  case Declare::Start::value:
    if (!variable.extents.empty()) return filled(variable, name);
    return line(type + " " + name + " = " + storedOf(variable.value) + ";");
  }
}

void BodyPrinter::filled(const Declare &lanes, const std::string &name) {
  text.need("fill_lanes");
  line(std::string(info(lanes.type).cpp) + " " + name + ";");
  line("fill_lanes(" + lanes.name + ", " + storedOf(lanes.value) + ");");
}

void BodyPrinter::print(const Store &store) {
  const std::string value = storedOf(store.value);
  const bool isSpread = declaredVectors.contains(store.to.variable) && !text.isVector(store.value);
  assign(store.to, isSpread ? text.spread(value) : value);
}

void BodyPrinter::print(const Copy &copy) {
  line(textOf(copy.to) + " = " + textOf(copy.from) + ";");
}

void BodyPrinter::print(const Raise &raise) { line(raise.flag + " = true;"); }

// Reductions.

std::string BodyPrinter::call(Fn fn, ElementType type, const CppText &left, const CppText &right) {
  const StringRef function = cppFunction(fn, type, type);
  if (!function.empty()) text.need(function);
  const std::string made = cppCall(fn, type, type, {left, right}).text;
  const bool isInt = info(type).isSmall && isPromoted(fn, type, type);
  return isInt ? std::string(info(type).cpp) + "(" + made + ")" : made;
}

void BodyPrinter::print(const Accumulate &more) {
  const ElementType type = more.value->type;
  const std::string to = textOf(more.into), sign = assignmentOf(more.fn, type);
  const bool isStored = !more.term.isNone();
  if (!isStored && isTerm(more.value)) return assign(more.into, fma(more.value, to));
  if (!more.valueFirst && !sign.empty() && !isInVectors(more.into))
    return line(to + sign + (isStored ? textOf(more.term) : storedOf(more.value)) + ";");
  const CppText value = isStored ? CppText{textOf(more.term)} : text.value(more.value);
  assign(more.into,
         more.valueFirst ? call(more.fn, type, value, {to}) : call(more.fn, type, {to}, value));
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

std::string BodyPrinter::conditionOf(const If &either) {
  if (either.condition) return text.value(either.condition).text;
  return either.turn.index ? turnOf(either.turn) : either.flag;
}

std::string BodyPrinter::turnOf(const If::Turn &turn) {
  return parenthesised(text.index(turn.index), Level::product) + " % " + std::to_string(turn.of) +
         " == " + turn.slot;
}

void BodyPrinter::print(const If &either) {
  CodeLine made{"if (" + conditionOf(either) + ")", true};
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
