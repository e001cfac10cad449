// SPDX-License-Identifier: Apache-2.0
// A text is read by descent, a function for each level of precedence, into postfix, which is worked
// out on a stack. Numbers stay at most one above the largest size, so that nothing overflows.
#include "frontend/size_formula.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace shardc {

using llvm::StringRef;

namespace {

/// sum: product + product; product: factor * factor / number; factor: a number, a name, a sum in
/// brackets. A name is a factor's of a rule, or operands[0][1], or results[0][1].
class SizeReader {
public:
  SizeReader(StringRef text, std::string &wrong) : text(text), wrong(wrong) {}

  std::optional<SizeFormula> run() {
    if (!sum() || !atEnd()) return std::nullopt;
    return std::move(made);
  }

private:
  StringRef text;
  std::string &wrong;
  SizeFormula made;
  size_t at = 0;
  int depth = 0;

  bool refuse(const std::string &what) {
    wrong = what + ", at character " + std::to_string(at + 1) + " of '" + text.str() + "'";
    return false;
  }
  bool comes(char c) {
    while (at < text.size() && llvm::isSpace(text[at]))
      ++at;
    return at < text.size() && text[at] == c;
  }
  bool take(char c) {
    const bool does = comes(c);
    at += does;
    return does;
  }
  bool atEnd() {
    return (comes(0), at == text.size()) || refuse("expected '+', '*', '/' or the end");
  }

  bool sum() {
    constexpr int kDeepest = 50;
    if (++depth > kDeepest) return refuse("brackets are nested too deeply");
    if (!product()) return false;
    while (take('+')) {
      if (!product()) return false;
      made.push_back({SizeTerm::Kind::sum});
    }
    --depth;
    return true;
  }

  bool product() {
    if (!factor()) return false;
    while (comes('*') || comes('/')) {
      const auto kind = take('*') ? SizeTerm::Kind::product : SizeTerm::Kind::quotient;
      if (kind == SizeTerm::Kind::quotient && !take('/')) return false;
      if (!factor()) return false;
      const SizeTerm &by = made.back();
      if (kind == SizeTerm::Kind::quotient && (by.kind != SizeTerm::Kind::number || by.number == 0))
        return refuse("what is divided by is a number, and not 0");
      made.push_back({kind});
    }
    return true;
  }

  bool factor() {
    if (take('(')) return sum() && (take(')') || refuse("expected ')'"));
    const StringRef rest = text.substr(at);
    if (!rest.empty() && llvm::isDigit(rest[0])) return number();
    if (!rest.empty() && (llvm::isAlpha(rest[0]) || rest[0] == '_')) return name();
    return refuse("expected a number, a factor of the rule, or 'operands[0][0]'");
  }

  bool number() {
    const StringRef digits = text.substr(at).take_while(llvm::isDigit);
    SizeTerm term;
    if (digits.getAsInteger(10, term.number) || term.number > kLargestSize)
      return refuse("the number is too large");
    at += digits.size();
    made.push_back(std::move(term));
    return true;
  }

  bool name() {
    const auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_' || c == '[' || c == ']'; };
    SizeTerm term{SizeTerm::Kind::extent};
    term.name = text.substr(at).take_while(isPart).str();
    at += term.name.size();
    made.push_back(std::move(term));
    return true;
  }
};

} // namespace

std::optional<SizeFormula> readSize(StringRef text, std::string &wrong) {
  return SizeReader(text, wrong).run();
}

/// Of two numbers that are no more than kLargestSize.
static int64_t combined(SizeTerm::Kind kind, int64_t a, int64_t b) {
  const auto limited = [](double value) {
    return static_cast<int64_t>(std::min(value, static_cast<double>(kLargestSize) + 1));
  };
  if (kind == SizeTerm::Kind::sum) return limited(static_cast<double>(a) + static_cast<double>(b));
  if (kind == SizeTerm::Kind::quotient) return (a + b - 1) / b;
  const bool isLarge =
      static_cast<double>(a) * static_cast<double>(b) > static_cast<double>(kLargestSize);
  return isLarge ? kLargestSize + 1 : a * b;
}

std::optional<int64_t> sizeOf(const SizeFormula &size,
                              llvm::function_ref<int64_t(const LocalExtent &)> extentOf) {
  std::vector<int64_t> stack;
  for (const SizeTerm &term : size) {
    if (term.kind == SizeTerm::Kind::number || term.kind == SizeTerm::Kind::extent) {
      stack.push_back(term.kind == SizeTerm::Kind::number ? term.number : extentOf(term.extent));
      continue;
    }
    const int64_t b = stack.back();
    stack.pop_back();
    stack.back() = combined(term.kind, stack.back(), b);
    if (stack.back() > kLargestSize) return std::nullopt;
  }
  return stack.empty() ? 0 : stack.back();
}

} // namespace shardc
