// SPDX-License-Identifier: Apache-2.0
// Text to factors' names for each dimension, with groups and compounds: Shardy's
// #sdy.op_sharding_rule and custom_partitioning's "i j, j k -> i k" come to the same. What it says
// of shapes is for rule_for.cpp.
#include "frontend/ir/sharding/notations/op_rule.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardc {

using llvm::StringRef;

namespace {

constexpr std::pair<FactorKind, StringRef> kKinds[] = {
    {FactorKind::reduction, "reduction"},
    {FactorKind::whole, "need_replication"},
    {FactorKind::permutation, "permutation"},
    {FactorKind::communicator, "communicator"},
};

/// Reads either notation. Places are those of characters, from 1.
class RuleReader {
public:
  RuleReader(StringRef text, NotationProblem &problem) : text(text), problem(problem) {}

  bool people(WrittenRule &rule) {
    if (!values(rule.operands)) return false;
    if (!takes("->")) return wrong("expected '->' in front of the results");
    return values(rule.results) && notes(rule) && (ends() || wrong("expected the end of the rule"));
  }

  bool shardy(WrittenRule &rule) {
    SmallVector<std::string, 8> raw; // factors of a dimension, not yet apart
    return expect("<") && tensors(rule.operands) && expect("->") && tensors(rule.results) &&
           notes(rule) && (!takes(",") || expect("custom")) && expect(">") && takeApart(rule);
  }

private:
  StringRef text;
  NotationProblem &problem;
  size_t at = 0;

  bool wrong(const std::string &what) {
    const std::string where = ", at character " + std::to_string(std::min(at, text.size()) + 1);
    problem.what = what + where + " of '" + shown(text) + "'";
    return false;
  }
  void skipBlanks() {
    while (at < text.size() && llvm::isSpace(text[at]))
      ++at;
  }
  bool comes(StringRef token) {
    skipBlanks();
    return text.substr(at).starts_with(token);
  }
  bool takes(StringRef token) {
    if (!comes(token)) return false;
    at += token.size();
    return true;
  }
  bool expect(StringRef token) { return takes(token) || wrong("expected '" + token.str() + "'"); }
  bool ends() {
    skipBlanks();
    return at == text.size();
  }

  /// A letter, then letters, digits and '_'.
  bool name(std::string &factor) {
    skipBlanks();
    const StringRef rest = text.substr(at);
    if (rest.empty() || !llvm::isAlpha(rest[0]))
      return wrong(rest.empty() || !llvm::isDigit(rest[0])
                       ? "expected a factor, such as 'i'"
                       : "a factor begins with a letter, and this with a digit");
    factor = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; }).str();
    at += factor.size();
    return true;
  }

  bool number(int64_t &value) {
    skipBlanks();
    const StringRef digits = text.substr(at).take_while(llvm::isDigit);
    if (digits.empty() || digits.getAsInteger(10, value)) return wrong("expected a number");
    at += digits.size();
    return true;
  }

  // As people write it.

  /// Values between commas; nothing is one scalar.
  bool values(SmallVectorImpl<WrittenRule::Value> &list) {
    do {
      if (!value(list.emplace_back())) return false;
    } while (takes(","));
    return true;
  }

  bool value(WrittenRule::Value &value) {
    while (!ends() && !comes(",") && !comes("->") && !comes("{") && !noteComes()) {
      if (comes("...")) {
        if (!batch(value)) return false;
      } else if (!dimension(value.dims.emplace_back())) {
        return false;
      }
    }
    return true;
  }

  /// "reduction={"
  bool noteComes() {
    return llvm::any_of(kKinds, [&](const auto &row) { return comes(row.second.str() + "="); });
  }

  bool batch(WrittenRule::Value &value) {
    if (value.batch >= 0 || !value.dims.empty())
      return wrong("'...' comes first, and once, in a value");
    (void)takes("...");
    value.batch = 0;
    return at >= text.size() || !llvm::isDigit(text[at]) || number(value.batch);
  }

  bool dimension(WrittenRule::Dimension &factors) {
    if (!takes("(")) return name(factors.emplace_back());
    while (!takes(")")) {
      if (comes("(")) return wrong("brackets do not stand in brackets");
      if (ends() || !name(factors.emplace_back()))
        return wrong(ends() ? "expected ')'" : "expected a factor or ')'");
    }
    return factors.size() > 1 || wrong("brackets are around two factors or more");
  }

  // In Shardy's words.

  /// "([i, jk], [])"
  bool tensors(SmallVectorImpl<WrittenRule::Value> &list) {
    if (!expect("(")) return false;
    if (takes(")")) return true;
    do {
      if (!tensor(list.emplace_back())) return false;
    } while (takes(","));
    return expect(")");
  }
  bool tensor(WrittenRule::Value &value) {
    if (!expect("[")) return false;
    if (takes("]")) return true;
    do {
      if (!name(value.dims.emplace_back().emplace_back())) return false;
    } while (takes(","));
    return expect("]");
  }

  /// Factors of a dimension stand side by side: "ij" is i and j, as no factor is called so.
  bool takeApart(WrittenRule &rule) {
    for (auto *list : {&rule.operands, &rule.results})
      for (WrittenRule::Value &value : *list)
        for (WrittenRule::Dimension &dim : value.dims)
          if (!takeApart(rule, dim)) return false;
    return true;
  }
  bool takeApart(const WrittenRule &rule, WrittenRule::Dimension &dim) {
    const std::string all = dim.front();
    StringRef rest = all;
    dim.clear();
    while (!rest.empty()) {
      StringRef longest;
      for (const auto &[factor, size] : rule.sizes)
        if (rest.starts_with(factor) && factor.size() > longest.size()) longest = factor;
      if (longest.empty()) return wrong("'" + all + "' is not made of factors that have sizes");
      dim.push_back(longest.str());
      rest = rest.drop_front(longest.size());
    }
    return true;
  }

  // What both have: "{i=2, j=4} reduction={j}".

  bool notes(WrittenRule &rule) {
    if (comes("{") && !sizes(rule)) return false;
    while (true) {
      const auto *kind = llvm::find_if(kKinds, [&](const auto &row) { return comes(row.second); });
      if (kind == std::end(kKinds)) break;
      (void)takes(kind->second);
      if (!expect("=") || !names(rule, kind->first)) return false;
    }
    if (!comes("blocked_propagation")) return true;
    problem.unsupported = true;
    return wrong("factors along which shardings are kept from flowing are not supported");
  }

  bool sizes(WrittenRule &rule) {
    (void)takes("{");
    if (takes("}")) return true;
    do {
      std::string factor;
      int64_t size = 0;
      if (!name(factor) || !expect("=") || !number(size)) return false;
      if (size < 1) return wrong("a factor has a size of 1 or more");
      if (!rule.sizes.try_emplace(factor, size).second)
        return wrong("factor '" + factor + "' has two sizes");
    } while (takes(","));
    return expect("}");
  }

  bool names(WrittenRule &rule, FactorKind kind) {
    if (!expect("{")) return false;
    if (takes("}")) return true;
    do {
      std::string factor;
      if (!name(factor)) return false;
      if (!setKind(rule, factor, kind, problem)) return false;
    } while (takes(","));
    return expect("}");
  }
};

} // namespace

std::optional<WrittenRule> readRule(StringRef text, NotationProblem &problem) {
  WrittenRule rule;
  if (!RuleReader(text, problem).people(rule)) return std::nullopt;
  return rule;
}

std::optional<WrittenRule> readShardyRule(StringRef text, NotationProblem &problem) {
  WrittenRule rule;
  if (!RuleReader(text, problem).shardy(rule)) return std::nullopt;
  return rule;
}

bool setKind(WrittenRule &rule, const std::string &factor, FactorKind kind,
             NotationProblem &problem) {
  if (rule.kinds.try_emplace(factor, kind).second) return true;
  problem.what = "factor '" + factor + "' is of two kinds, or named twice";
  return false;
}

static std::string valuesText(ArrayRef<SmallVector<DimFactors, 4>> values,
                              ArrayRef<Factor> factors) {
  std::vector<std::string> texts;
  for (const auto &dims : values) {
    std::vector<std::string> own;
    for (const DimFactors &dim : dims) {
      std::vector<std::string> names;
      for (int factor : dim.factors)
        names.push_back(factors[factor].name);
      own.push_back(names.size() == 1 ? names[0] : "(" + llvm::join(names, " ") + ")");
    }
    texts.push_back(llvm::join(own, " "));
  }
  return llvm::join(texts, ", ");
}

std::string writtenText(const Rule &rule) {
  std::string text =
      valuesText(rule.operands, rule.factors) + " -> " + valuesText(rule.results, rule.factors);
  std::vector<std::string> sizes;
  for (const Factor &factor : rule.factors)
    sizes.push_back(factor.name + "=" + std::to_string(factor.size));
  text += " {" + llvm::join(sizes, ", ") + "}";
  for (const auto &[kind, word] : kKinds) {
    std::vector<std::string> names;
    for (const Factor &factor : rule.factors)
      if (factor.kind == kind) names.push_back(factor.name);
    if (!names.empty()) text += " " + word.str() + "={" + llvm::join(names, ", ") + "}";
  }
  return text;
}

} // namespace shardc
