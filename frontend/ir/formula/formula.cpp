// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/formula/formula.h"

#include "frontend/ir/formula/bounds/index.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/push.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <algorithm>

namespace shardc {

std::optional<SmallVector<Expr, 2>> radix(Expr index) {
  if (constantOf(index) != 0) return {};
  SmallVector<Term, 4> left = terms(index);
  SmallVector<Expr, 2> digits;
  int64_t unit = 1;
  while (!left.empty()) {
    // The next digit from below. One that is always 0 has any factor.
    const auto next = llvm::find_if(left, [&](const Term &term) {
      return term.second->kind == Kind::Loop &&
             (term.first == unit || term.second->numbers[0] == 1);
    });
    if (next == left.end()) return {};
    // Of two that fit, the one of extent 1 comes first: the unit stays.
    const auto single = llvm::find_if(left, [](const Term &term) {
      return term.second->kind == Kind::Loop && term.second->numbers[0] == 1;
    });
    const auto digit = single != left.end() ? single : next;
    unit *= digit->second->numbers[0];
    digits.push_back(digit->second);
    left.erase(digit);
  }
  std::reverse(digits.begin(), digits.end());
  return digits;
}

bool isIdentity(const Formula &formula) {
  const Result &result = formula.results.front();
  return result.value->kind == Kind::Load &&
         formula.operands[result.value->value].shape == result.type.shape &&
         ArrayRef<Expr>(result.value->args) == ArrayRef<Expr>(result.index);
}

Formula onlyResult(const Formula &formula, int result) {
  Formula one = formula;
  one.results = {formula.results[result]};
  return one;
}

// Text.

namespace {

/// What is used more than once and has more parts than these, counted as often as they stand there,
/// is written once, under a name.
constexpr size_t kParts = 16;

/// Writes expressions. Text is linear in the number of different expressions: what they share and
/// is large is a name, which `definitions` explains.
class Printer {
public:
  Printer(const Formula &formula, ArrayRef<Expr> roots) : formula(formula) {
    for (Expr root : roots)
      count(root);
  }

  std::string of(Expr e) {
    if (uses.lookup(e) < 2 || parts.lookup(e) <= kParts) return inside(e);
    const auto [known, fresh] = names.try_emplace(e, "t" + std::to_string(names.size()));
    if (fresh) shared.push_back(e);
    return known->second;
  }

  /// ", where t0 = ..., t1 = ..." of all names that have been written.
  std::string definitions() {
    std::string text;
    for (size_t k = 0; k < shared.size(); ++k) // a definition may use others
      text += (k == 0 ? ", where t" : ", t") + std::to_string(k) + " = " + inside(shared[k]);
    return text;
  }

  std::string list(ArrayRef<Expr> all) {
    if (all.empty()) return "";
    return "[" + joined(all) + "]";
  }

  /// "add(arg0, u[n])": what becomes of what is there, and a value.
  std::string became(Expr body, Expr value) {
    Memo memo;
    return of(rewrite(
        body,
        [&](Expr e) -> Expr {
          if (e->kind != Kind::Arg) return nullptr;
          return e->value == 1 ? value : e;
        },
        memo));
  }

private:
  const Formula &formula;
  llvm::DenseMap<Expr, int> uses;
  llvm::DenseMap<Expr, size_t> parts; // at most kParts + 1
  llvm::DenseMap<Expr, std::string> names;
  std::vector<Expr> shared; // in the order of their names
  llvm::DenseMap<int64_t, std::string> loops;
  llvm::StringSet<> taken; // by loops

  size_t count(Expr e) {
    if (++uses[e] > 1) return parts[e];
    size_t all = 1;
    for (Expr arg : e->args)
      all = std::min(all + count(arg), kParts + 1);
    return parts[e] = all;
  }

  std::string inside(Expr e) {
    switch (e->kind) {
    case Kind::Linear:
      return sum(e);
    case Kind::Loop:
      return loop(e);
    case Kind::Trip:
      return tripName(e->value);
    case Kind::Digit:
      return digit(e);
    case Kind::At:
      return "at(" + of(e->args[0]) + ")";
    case Kind::Pick:
      return "pick(" + of(e->args[0]) + ")";
    case Kind::Literal:
      return number(e->number);
    case Kind::Cast:
      return std::string(info(e->type).name) + "(" + of(e->args[0]) + ")";
    case Kind::Load:
      return "x" + std::to_string(e->value) + list(e->args);
    case Kind::Scalar:
      return call(e);
    case Kind::Select:
      return "select(" + of(e->args[0]) + ", " + of(e->args[1]) + ", " + of(e->args[2]) + ")";
    case Kind::Within:
      return std::to_string(e->numbers[0]) + " <= " + of(e->args[0]) + " < " +
             std::to_string(e->numbers[1]);
    case Kind::Held:
      return of(e->args[0]) + " in " + of(e->args[1]);
    case Kind::Arg:
      return "arg" + std::to_string(e->value);
    case Kind::Call:
      return "routine" + std::to_string(e->numbers[0]) + "." + std::to_string(e->value) + "(" +
             joined(e->args) + ")";
    case Kind::Item:
      return item(e);
    case Kind::Reduce:
      return reduce(e);
    }
    return "";
  }

  std::string joined(ArrayRef<Expr> all) {
    SmallVector<std::string> texts;
    for (Expr e : all)
      texts.push_back(of(e));
    return llvm::join(texts, ", ");
  }

  /// Its name, or where another loop of the text has that, a number behind it: "l_2".
  std::string loop(Expr e) {
    const auto [known, fresh] = loops.try_emplace(e->value);
    if (!fresh) return known->second;
    const size_t at = e->value;
    const bool isNamed = at < formula.loops.size() && !formula.loops[at].name.empty();
    const std::string name = isNamed ? formula.loops[at].name : "i" + std::to_string(at);
    std::string own = name;
    for (int number = 2; !taken.insert(own).second; ++number)
      own = name + "_" + std::to_string(number);
    return known->second = own;
  }

  std::string sum(Expr e) {
    SmallVector<Term, 4> list = terms(e);
    putAddedFirst(list);
    const bool isFirst = list.empty() || (list.front().first < 0 && e->value > 0);
    std::string text = isFirst ? std::to_string(e->value) : "";
    for (auto [factor, part] : list) {
      text += factor < 0 ? (text.empty() ? "-" : " - ") : (text.empty() ? "" : " + ");
      const int64_t size = std::abs(factor);
      text += (size == 1 ? "" : std::to_string(size) + "*") + of(part);
    }
    if (e->value != 0 && !isFirst)
      text += (e->value < 0 ? " - " : " + ") + std::to_string(std::abs(e->value));
    return text;
  }

  std::string digit(Expr e) {
    const int64_t unit = e->numbers[0], size = e->numbers[1];
    std::string text = of(e->args[0]);
    if (e->args[0]->kind == Kind::Linear) text = "(" + text + ")";
    if (unit != 1) text += "/" + std::to_string(unit);
    if (size != 0) text += "%" + std::to_string(size);
    return e->args[0]->kind == Kind::Digit ? "(" + text + ")" : text;
  }

  static std::string number(const Number &n) {
    if (n.type == ElementType::i1) return n.integer != 0 ? "true" : "false";
    if (n.isComplex()) return "(" + real(n.real) + ", " + real(n.imaginary) + ")";
    return n.isFloat() ? real(n.real) : n.digits();
  }
  static std::string real(double n) {
    std::string text(32, '\0');
    text.resize(snprintf(text.data(), text.size(), "%.9g", n));
    return text;
  }

  std::string call(Expr e) {
    const FnInfo &fn = info(static_cast<Fn>(e->value));
    const std::string to = fn.conversion ? std::string("<") + info(e->type).name + ">" : "";
    return fn.name + to + "(" + joined(e->args) + ")";
  }

  /// "fold[n](x[i]; add(arg0, u[n]) where i = at(ids[n]))": in order, from what is first.
  std::string fold(const Pull &pull) {
    SmallVector<Expr, 2> args;
    Expr update = pull.value->kind == Kind::Select && pull.value->args[0] == pull.hit
                      ? pull.value->args[1]
                      : pull.value;
    return "fold" + list(pull.loops) + "(" + of(pull.start) + "; " + became(pull.body, update) +
           " where " + of(pull.hit) + ")";
  }

  std::string item(Expr e) {
    if (const auto pull = pullOf(e)) return fold(*pull);
    const std::string text = of(e->args[0]);
    return e->args[0]->numbers[0] == 1 ? text : text + "." + std::to_string(e->value);
  }

  std::string reduce(Expr e) {
    const ReduceView view(e);
    const std::optional<Fn> fn = combiner(view);
    std::string text = fn ? info(*fn).name : "reduce";
    text += list(view.loops) + "(" + joined(view.values);
    if (!fn) text += "; " + joined(view.combine);
    if (!view.inits.empty()) text += "; " + joined(view.inits);
    return text + ")";
  }
};
} // namespace

std::string tripName(int64_t depth) { return "trip" + (depth == 0 ? "" : std::to_string(depth)); }

std::string str(Expr e, const Formula &formula) {
  Printer printer(formula, e);
  const std::string text = printer.of(e);
  return text + printer.definitions();
}

static SmallVector<Expr, 8> rootsOf(const Formula &formula) {
  SmallVector<Expr, 8> roots;
  for (const Result &result : formula.results) {
    roots.append(result.index.begin(), result.index.end());
    roots.push_back(result.value);
  }
  return roots;
}

std::string str(const Formula &formula) {
  Printer printer(formula, rootsOf(formula));
  std::string text;
  for (size_t k = 0; k < formula.results.size(); ++k) {
    const Result &result = formula.results[k];
    const std::string name = formula.results.size() == 1 ? "y" : "y" + std::to_string(k);
    if (k != 0) text += "\n";
    text += name + printer.list(result.index) + " = ";
    text +=
        isPushed(result) ? printer.became(result.combine, result.value) : printer.of(result.value);
    if (result.where) text += " where " + printer.of(result.where);
  }
  return text + printer.definitions();
}

} // namespace shardc
