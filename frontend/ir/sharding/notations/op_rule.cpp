// SPDX-License-Identifier: Apache-2.0
// A rule is read in three steps: text to factors' names for each dimension, with groups and
// compounds (Shardy's #sdy.op_sharding_rule and custom_partitioning's "i j, j k -> i k" come to the
// same); names to kinds; and, for the shapes of an op, sizes to factors, where each dimension gives
// at most one equation with one unknown.
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

/// Puts sizes to a rule, and says what does not fit.
class RuleMaker {
public:
  RuleMaker(const WrittenRule &written, NotationProblem &problem)
      : written(written), problem(problem) {}

  std::optional<Rule> run(Shapes operands, Shapes results) {
    if (!count(written.operands.size(), operands.size(), "operand") ||
        !count(written.results.size(), results.size(), "result") ||
        !read(written.operands, operands, "operand", rule.operands) ||
        !read(written.results, results, "result", rule.results) ||
        !settleSizes(operands, results) || !settleKinds())
      return std::nullopt;
    return std::move(rule);
  }

private:
  const WrittenRule &written;
  NotationProblem &problem;
  Rule rule; // a size of 0 is not known yet
  std::map<int64_t, SmallVector<int64_t, 4>> batches;

  bool wrong(const std::string &what) {
    problem.what = what;
    return false;
  }

  bool count(size_t has, size_t wants, StringRef what) {
    if (has == wants) return true;
    return wrong("the rule has " + std::to_string(has) + " " + what.str() + (has == 1 ? "" : "s") +
                 ", and the op " + std::to_string(wants));
  }

  int factor(const std::string &name) {
    const auto *known =
        llvm::find_if(rule.factors, [&](const Factor &each) { return each.name == name; });
    if (known != rule.factors.end()) return static_cast<int>(known - rule.factors.begin());
    const auto size = written.sizes.find(name);
    rule.factors.push_back(
        {name, size == written.sizes.end() ? 0 : size->second, FactorKind::parallel});
    return static_cast<int>(rule.factors.size()) - 1;
  }

  bool read(ArrayRef<WrittenRule::Value> values, Shapes shapes, StringRef what,
            SmallVectorImpl<SmallVector<DimFactors, 4>> &dims) {
    for (auto [number, pair] : llvm::enumerate(llvm::zip_equal(values, shapes))) {
      auto &[value, shape] = pair;
      const std::string name = what.str() + " " + std::to_string(number);
      if (!readBatch(value, shape, name, dims.emplace_back())) return false;
      for (const WrittenRule::Dimension &dim : value.dims) {
        DimFactors &own = dims.back().emplace_back();
        for (const std::string &each : dim)
          own.factors.push_back(factor(each));
      }
      if (!onceEach(dims.back(), name)) return false;
    }
    return true;
  }

  bool readBatch(const WrittenRule::Value &value, ArrayRef<int64_t> shape, const std::string &name,
                 SmallVectorImpl<DimFactors> &dims) {
    const size_t own = value.dims.size(), rank = shape.size();
    if (value.batch < 0)
      return own == rank || wrong("the rule has " + std::to_string(own) +
                                  (own == 1 ? " dimension" : " dimensions") + " for " + name +
                                  ", which has " + std::to_string(rank));
    if (own > rank)
      return wrong("the rule has " + std::to_string(own) + " dimensions and '...' for " + name +
                   ", which has " + std::to_string(rank));
    const ArrayRef<int64_t> batch = shape.take_front(rank - own);
    const auto [known, fresh] = batches.try_emplace(value.batch, batch.begin(), batch.end());
    if (!fresh && ArrayRef<int64_t>(known->second) != batch)
      return wrong("'...' is " + listText(batch) + " of " + name + ", and " +
                   listText(known->second) + " of a value before it");
    for (size_t dim = 0; dim < batch.size(); ++dim) {
      const std::string which = value.batch == 0 ? "" : std::to_string(value.batch) + "_";
      dims.push_back({{factor("batch" + which + std::to_string(dim))}});
    }
    return true;
  }

  bool onceEach(ArrayRef<DimFactors> dims, const std::string &name) {
    SmallVector<int, 8> seen;
    for (const DimFactors &dim : dims)
      for (int each : dim.factors) {
        if (llvm::is_contained(seen, each))
          return wrong("factor '" + rule.factors[each].name + "' is twice in " + name);
        seen.push_back(each);
      }
    return true;
  }

  /// Factors that are a dimension, then what is left of compounds.
  bool settleSizes(Shapes operands, Shapes results) {
    for (bool alone : {true, false})
      if (!settle(rule.operands, operands, "operand", alone) ||
          !settle(rule.results, results, "result", alone))
        return false;
    for (const auto &[name, size] : written.sizes)
      if (llvm::none_of(rule.factors,
                        [&, &name = name](const Factor &f) { return f.name == name; }))
        return wrong("factor '" + name + "' has a size, and is not in the rule");
    return true;
  }

  bool settle(ArrayRef<SmallVector<DimFactors, 4>> values, Shapes shapes, StringRef what,
              bool alone) {
    for (auto [number, pair] : llvm::enumerate(llvm::zip_equal(values, shapes)))
      for (auto [dim, factors] : llvm::enumerate(std::get<0>(pair)))
        if ((factors.factors.size() == 1) == alone &&
            !settle(factors, std::get<1>(pair)[dim],
                    "dimension " + std::to_string(dim) + " of " + what.str() + " " +
                        std::to_string(number)))
          return false;
    return true;
  }

  bool settle(const DimFactors &dim, int64_t extent, const std::string &where) {
    int64_t product = 1;
    Factor *open = nullptr;
    for (int number : dim.factors) {
      Factor &each = rule.factors[number];
      if (each.size == 0 && open)
        return wrong("the sizes of factors '" + open->name + "' and '" + each.name + "' of " +
                     where + " have to be given, or of one of them");
      if (each.size == 0) open = &each;
      product *= std::max<int64_t>(each.size, 1);
    }
    if (open && extent % product == 0) {
      open->size = extent / product;
      if (open->size > 0) return true;
    }
    return product == extent ||
           wrong(where + " has " + std::to_string(extent) +
                 " indices, and its factors in the rule make " + std::to_string(product));
  }

  static bool isIn(ArrayRef<DimFactors> dims, int factor) {
    return llvm::any_of(
        dims, [&](const DimFactors &dim) { return llvm::is_contained(dim.factors, factor); });
  }

  bool settleKinds() {
    for (const auto &[name, kind] : written.kinds) {
      auto *own = llvm::find_if(rule.factors,
                                [&, &name = name](const Factor &f) { return f.name == name; });
      if (own == rule.factors.end()) return wrong("factor '" + name + "' is not in the rule");
      own->kind = kind;
    }
    for (auto [number, factor] : llvm::enumerate(rule.factors))
      if (!settleKind(factor, static_cast<int>(number))) return false;
    return true;
  }

  bool settleKind(const Factor &factor, int number) {
    const size_t of =
        llvm::count_if(rule.results, [&](ArrayRef<DimFactors> dims) { return isIn(dims, number); });
    const std::string name = "factor '" + factor.name + "'";
    if (factor.kind == FactorKind::whole) return true;
    if (factor.kind == FactorKind::permutation) {
      problem.unsupported = true;
      return wrong(name + " is a permutation, and a routine that moves data itself is not "
                          "supported; say \"need_replication\"");
    }
    if (factor.kind == FactorKind::reduction)
      return of == 0 || wrong(name + " is a reduction, and a result has it");
    if (of == rule.results.size()) return true;
    return wrong(name + " is in " + (of == 0 ? "no result" : "some results alone") +
                 "; say whether it is a \"reduction\", or needs replication");
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

std::optional<Rule> ruleFor(const WrittenRule &written, Shapes operands, Shapes results,
                            NotationProblem &problem) {
  return RuleMaker(written, problem).run(operands, results);
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
