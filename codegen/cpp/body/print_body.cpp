// SPDX-License-Identifier: Apache-2.0
// Statements are printed in their order, a function for each kind. What `Let`, `Bind` and
// `ReduceOne` name is put into what the writer of expressions knows, and at the end of a loop's
// body, a branch or a sequence that is put back as it was: so names reach as far as variables of
// C++ do.
#include "codegen/cpp/body/print_body.h"

#include "codegen/cpp/body/body_printer.h"
#include "codegen/cpp/threads.h"
#include "codegen/text/literal.h"
#include "frontend/ir/formula/bounds/intervals.h"
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

// Loops.

void BodyPrinter::print(const Threads &threads) {
  if (threads.each > 1) vectors = &threads;
  threadsOfBlock = threads.block;
  text.known.collapsed.push_back(collapsedBy(threads, view));
  const Code body = print(threads.body);
  llvm::append_range(*into, threadStart(threads, view, needs, text));
  llvm::append_range(*into, body);
}

void BodyPrinter::print(const For &loop) {
  switch (loop.over) {
  case For::Over::all:
    return indices(loop, beginOf(loop), endOf(loop));
  case For::Over::blocks:
    return blocks(loop);
  case For::Over::block:
    return indices(loop, blockStarts[loop.loop], blockEnds[loop.loop]);
  case For::Over::lane: {
    const std::string from = beginOf(loop.loop);
    return compound(head(nameOf(loop), from == "0" ? loop.from : from + " + " + loop.from,
                         boundOf(loop.loop), std::to_string(loop.size)),
                    loop.body);
  }
  }
}

/// The head of a function, the last argument of a call.
static CodeLine lambdaIn(const std::string &head) {
  CodeLine made{head, true};
  made.open = " {";
  made.close = "});";
  return made;
}

/// How many indices there are, where that is a number; else "".
static std::string countOf(StringRef from, StringRef to) {
  StringRef more = to;
  int64_t lo = 0, hi = 0;
  if (more.consume_front(from) && more.consume_front(" + ") && !more.getAsInteger(10, hi))
    return more.str();
  const bool areNumbers = !from.getAsInteger(10, lo) && !to.getAsInteger(10, hi);
  return areNumbers ? std::to_string(hi - lo) : "";
}

/// One after the other, or neighbours at once:
/// in_vectors<float, 512>(0, [&](auto j) { store(y, i * 512 + j, load(x, j)); });
/// in_lanes<float, 64>(0, [&](auto j, auto lane) { store(lanes, lane, load(lanes, lane) + load(x,
/// j)); });
void BodyPrinter::indices(const For &loop, const std::string &from, const std::string &to) {
  apart([&] {
    if (loop.piece)
      for (Env &env : text.known.environments)
        env.loops[loop.loop] = intersection(env.loops[loop.loop], *loop.piece);
    if (!loop.inVectors) {
      // Compilers see how many there are only where no sum could wrap around.
      const bool isBlock = StringRef(to).starts_with(from + " + ") || endsOfBlocks.contains(to);
      const bool isExact = loop.writtenOut != 0 && isBlock;
      compound(head(nameOf(loop), from, to, "++", isExact ? " != " : " < "), loop.body);
      // Where in_blocks() says how many there are compilers need no word, and some take none.
      if (loop.writtenOut != 0 && !countOf(from, to).empty())
        into->back().pragma = "#pragma GCC unroll " + std::to_string(loop.writtenOut);
      return;
    }
    const bool hasLanes = !loop.lane.empty();
    const std::string called = hasLanes ? "in_lanes" : "in_vectors";
    text.need(called);
    const std::string count = countOf(from, to), type = info(*loop.inVectors).cpp;
    const std::string head =
        count.empty() ? type + ">(" + from + ", " + to : type + ", " + count + ">(" + from;
    CodeLine made = lambdaIn(called + "<" + head + ", [&](auto " + nameOf(loop) +
                             (hasLanes ? ", auto " + loop.lane : "") + ")");
    text.vectorLoop = loop.loop;
    lane = loop.lane;
    // What has been bound before is of the loop's indices from here on.
    for (const auto &[value, own] : places)
      if (text.isKnown(value)) bind(value, own);
    made.body = print(loop.body);
    text.vectorLoop = -1;
    lane.clear();
    declaredVectors.clear();
    into->push_back(std::move(made));
  });
}

/// Whether no thread takes a part of it, and no shard has none of it.
bool BodyPrinter::isRunByAll(const For &loop) const {
  return !blockStarts.count(loop.loop) &&
         llvm::none_of(view.cases, [&](const Case &each) { return each.loops[loop.loop].empty(); });
}

/// Of a piece: shards may begin after it does, and threads take a part of it.
std::string BodyPrinter::beginOf(const For &loop) {
  const std::string begin = beginOf(loop.loop);
  const auto beginsAt = [&](const Case *each) { return each->loops[loop.loop].lo; };
  if (!loop.piece) return begin;
  const int64_t lo = loop.piece->lo;
  if (llvm::all_of(view.busy, [&](const Case *each) { return beginsAt(each) >= lo; })) return begin;
  const std::string piece = std::to_string(lo - view.base(loop.loop, *view.busy.front()));
  if (isRunByAll(loop) &&
      llvm::all_of(view.busy, [&](const Case *each) { return beginsAt(each) <= lo; }))
    return piece;
  text.need("max");
  return std::string("max<") + text.indexType() + ">(" + begin + ", " + piece + ")";
}

std::string BodyPrinter::endOf(const For &loop) {
  const std::string end = boundOf(loop.loop);
  const auto endsAt = [&](const Case *each) { return each->loops[loop.loop].hi; };
  if (!loop.piece) return end;
  const int64_t hi = loop.piece->hi;
  if (llvm::all_of(view.busy, [&](const Case *each) { return endsAt(each) <= hi; })) return end;
  const std::string piece = std::to_string(hi - view.base(loop.loop, *view.busy.front()));
  if (isRunByAll(loop) &&
      llvm::all_of(view.busy, [&](const Case *each) { return endsAt(each) >= hi; }))
    return piece;
  text.need("min");
  return std::string("min<") + text.indexType() + ">(" + end + ", " + piece + ")";
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

CodeLine BodyPrinter::head(const std::string &i, const std::string &from, const std::string &end,
                           const std::string &step, const char *before) {
  const std::string next = step == "++" ? "++" + i : i + " += " + step;
  return {std::string("for (") + text.indexType() + " " + i + " = " + from + "; " + i + before +
              end + "; " + next + ")",
          true};
}

std::string BodyPrinter::endOf(int loop) {
  return view.loops[loop].isLocal ? text.extent(loop) : text.end(loop);
}

void BodyPrinter::blocks(const For &loop) {
  const std::string begin = beginOf(loop.loop), end = boundOf(loop.loop);
  const std::string size = std::to_string(loop.size), type = text.indexType();
  const std::string to = loop.from + " + " + size;
  if (loop.to.empty()) return block(loop, head(loop.from, begin, end, size), to);
  if (!loop.inBlocks)
    return block(loop, head(loop.from, begin, end, size), loop.to,
                 {{"const " + type + " " + loop.to + " = " + to + " < " + end + " ? " + to + " : " +
                   end + ";"}});
  text.need("in_blocks");
  endsOfBlocks.insert(loop.to);
  const std::string count = countOf(begin, end);
  const std::string head =
      count.empty() ? size + ">(" + begin + ", " + end : size + ", " + count + ">(" + begin;
  block(loop,
        lambdaIn("in_blocks<" + head + ", [&](" + type + " " + loop.from + ", auto " + loop.to +
                 ") SHARDC_INLINED"),
        loop.to);
}

// Variables.

std::string BodyPrinter::typeOf(Expr e) { return info(e->type).cpp; }

std::string BodyPrinter::valueOf(Expr e) {
  const bool isPlain = e->kind == Kind::Literal && !text.known.named.count(e);
  return isPlain ? text.literal(e->number, true) : text.value(e).text;
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
    return line(type + " " + name + " = " + storedOf(variable.value) + ";");
  }
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
  const bool isStored = !more.term.variable.empty();
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
  const If::Turn &turn = either.turn;
  if (!turn.index) return either.flag;
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
