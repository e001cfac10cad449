// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/tensor.h"

#include "frontend/config/pattern.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/names.h"
#include "frontend/ir/word.h"
#include "runtime/io/lookup.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

namespace shardc::config {

using llvm::ArrayRef;
using llvm::StringRef;

std::string Tensor::shownName() const {
  return std::string(what) + " '" + shown(name.empty() ? numbered : name) + "'";
}

static std::vector<int64_t> shapeOf(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  return tensor ? tensor.getShape().vec() : std::vector<int64_t>();
}

/// A name that several tensors share stands for none of them.
static void dropSharedNames(std::vector<Tensor> &tensors) {
  llvm::StringMap<size_t> uses;
  for (const Tensor &tensor : tensors)
    ++uses[tensor.name];
  for (Tensor &tensor : tensors)
    if (uses[tensor.name] > 1) tensor.name.clear();
}

std::vector<Tensor> inputsOf(mlir::func::FuncOp entry) {
  std::vector<Tensor> result;
  for (mlir::BlockArgument argument : entry.getArguments()) {
    unsigned number = argument.getArgNumber();
    std::vector<int64_t> shape = shapeOf(argument.getType());
    llvm::SmallVector<std::string> dims = dimensionNames(entry, number);
    dims.resize(shape.size());
    result.push_back({"input",
                      inputName(entry, number),
                      "arg" + std::to_string(number),
                      shape,
                      {dims.begin(), dims.end()},
                      argument.getLoc()});
  }
  dropSharedNames(result);
  return result;
}

std::vector<Tensor> outputsOf(mlir::func::FuncOp entry) {
  std::vector<Tensor> result;
  for (auto [number, type] : llvm::enumerate(entry.getResultTypes())) {
    std::vector<int64_t> shape = shapeOf(type);
    std::vector<std::string> dims(shape.size());
    result.push_back({"output", outputName(entry, number), "out" + std::to_string(number), shape,
                      dims, entry.getLoc()});
  }
  dropSharedNames(result);
  return result;
}

/// "; it has 'x', 'y'", as far as that helps.
static std::string listed(ArrayRef<StringRef> names) {
  constexpr size_t most = 8;
  std::string result;
  for (StringRef name : names.take_front(most))
    result += (result.empty() ? "; it has '" : ", '") + shown(name) + "'";
  return result + (names.size() > most ? " and more" : "");
}

static std::vector<runtime::Signature> signaturesOf(ArrayRef<Tensor> tensors) {
  std::vector<runtime::Signature> signatures(tensors.size());
  for (auto [signature, tensor] : llvm::zip(signatures, tensors))
    signature.name = tensor.name.empty() ? tensor.numbered : tensor.name;
  return signatures;
}

static runtime::Side sideOf(StringRef what) {
  if (what == "input") return runtime::Side::input;
  return what == "output" ? runtime::Side::output : runtime::Side::inside;
}

/// "arg0", "out1".
static bool isNumbered(StringRef name) {
  const bool isSide = name.consume_front("arg") || name.consume_front("out");
  return isSide && !name.empty() && llvm::all_of(name, llvm::isDigit);
}

namespace {

/// Finds tensors by what they are called.
class Index {
public:
  Index(ArrayRef<Tensor> tensors, StringRef what)
      : tensors(tensors), what(what), lookup(signaturesOf(tensors), sideOf(what)) {}

  /// The tensor that is called so, or the two that may be meant.
  runtime::Found called(StringRef name) const {
    const runtime::Found found = lookup.find(name.str());
    // Values inside the program are words, and JAX has paths.
    return found.index < 0 && what == "value" ? lookup.find(wordOf(name)) : found;
  }

  /// The tensors that a pattern fits: their names, or their paths behind the first part.
  std::vector<size_t> matching(StringRef typed) const {
    const std::string pattern = runtime::pathOf(typed.str());
    std::vector<size_t> result;
    for (auto [number, tensor] : llvm::enumerate(tensors)) {
      StringRef name = tensor.name;
      bool byOwnName = !name.empty() && (fitsPattern(pattern, name) || fitsPattern(typed, name) ||
                                         fitsPattern(pattern, name.split('/').second));
      // "arg*" is for tensors that have no other name, too, but "a*" must not find arg0 that is x.
      bool byNumber = tensor.name.empty() && fitsPattern(pattern, tensor.numbered);
      if (byOwnName || byNumber) result.push_back(number);
    }
    return result;
  }

  mlir::LogicalResult ambiguous(json::Value name, runtime::Found found) const {
    return report(name.loc(), Diag::ambiguous_name)
           << "'" << shown(name.string()) << "' may be " << tensors[found.index].shownName()
           << " or '" << shown(tensors[found.other].name) << "'; write more of the name";
  }

  mlir::LogicalResult unknown(json::Value name) const {
    std::vector<StringRef> names;
    for (const Tensor &tensor : tensors)
      names.push_back(tensor.name.empty() ? tensor.numbered : tensor.name);
    std::string guess = didYouMean(name.string(), names);
    Report wrong = report(name.loc(), Diag::unknown_name);
    if (isPattern(name.string()))
      wrong << "no " << what << " fits the pattern '" << shown(name.string()) << "'";
    else
      wrong << "the program has no " << what << " '" << shown(name.string()) << "'"
            << (guess.empty() ? listed(names) : guess);
    if (what == "value" && isNumbered(name.string()))
      wrong << "; inputs and outputs stand under \"inputs\" and \"outputs\"";
    return wrong;
  }

private:
  ArrayRef<Tensor> tensors;
  StringRef what; // one of them
  runtime::Lookup lookup;
};

/// Each pattern is held against every name.
class PatternLimit {
public:
  /// Counts one more; tells of the first that is too many.
  bool reached(json::Value pattern) {
    if (++patterns == mostPatterns + 1)
      report(pattern.loc(), Diag::too_large) << "more than " << mostPatterns << " patterns";
    return isOver();
  }
  bool isOver() const { return patterns > mostPatterns; }

private:
  size_t patterns = 0;
};

/// An entry that fits a tensor, and how well.
struct Candidate {
  json::Member member;
  size_t weight;
  bool tied;
  json::Member other; // that ties
};

class Matcher {
public:
  /// `what`: "inputs", "outputs" or "values".
  Matcher(ArrayRef<Tensor> tensors, StringRef what, const ErrorLimit &errors)
      : tensors(tensors), index(tensors, what.drop_back()), errors(errors), best(tensors.size()) {}

  std::vector<std::optional<Entry>> match(json::Value entries);

private:
  void offer(size_t tensor, json::Member member, size_t weight);
  void place(json::Member member);
  void reportUnused(json::Value entries) const;

  ArrayRef<Tensor> tensors;
  Index index;
  const ErrorLimit &errors;
  std::vector<std::optional<Candidate>> best;
  PatternLimit limit;
};

} // namespace

void Matcher::offer(size_t tensor, json::Member member, size_t weight) {
  std::optional<Candidate> &held = best[tensor];
  if (held && held->weight > weight) return;
  if (held && held->weight == weight) {
    held->tied = true;
    held->other = member;
    return;
  }
  held = Candidate{member, weight, false, member};
}

void Matcher::place(json::Member member) {
  StringRef key = member.key();
  const runtime::Found found = index.called(key);
  if (found.other >= 0) return (void)index.ambiguous(member.keyValue, found);
  if (found.index >= 0) return offer(found.index, member, exactWeight);
  if (!isPattern(key)) return (void)index.unknown(member.keyValue);
  if (limit.reached(member.keyValue)) return;
  std::vector<size_t> fitting = index.matching(key);
  if (fitting.empty()) (void)index.unknown(member.keyValue);
  for (size_t tensor : fitting)
    offer(tensor, member, patternWeight(key));
}

/// An entry that always gives way to others would be ignored.
void Matcher::reportUnused(json::Value entries) const {
  llvm::StringSet<> used;
  for (const std::optional<Candidate> &held : best)
    if (held) used.insert(held->member.key());
  for (const std::optional<Candidate> &held : best)
    if (held && held->tied) used.insert(held->other.key());
  for (json::Member member : entries.members()) {
    if (used.contains(member.key()) || errors.full()) continue;
    if (index.called(member.key()).index < 0 && index.matching(member.key()).empty()) continue;
    report(member.keyLoc(), Diag::unused_entry)
        << "every " << tensors.front().what << " that '" << shown(member.key())
        << "' fits has a more specific entry";
  }
}

std::vector<std::optional<Entry>> Matcher::match(json::Value entries) {
  for (json::Member member : entries.members()) {
    if (errors.full()) break;
    place(member);
  }
  std::vector<std::optional<Entry>> result(tensors.size());
  llvm::StringSet<> told;
  for (auto [number, held] : llvm::enumerate(best)) {
    if (!held) continue;
    result[number] = Entry{held->member.value, held->member.keyLoc()};
    if (!held->tied || !told.insert(held->other.key()).second) continue;
    Report tie = report(held->other.keyLoc(), Diag::ambiguous_name);
    tie << "'" << shown(held->member.key()) << "' and '" << shown(held->other.key())
        << "' both fit " << tensors[number].shownName() << ", and neither is more specific";
    tie.note(held->member.keyLoc()) << "the other one";
  }
  if (!limit.isOver()) reportUnused(entries);
  return result;
}

static std::vector<std::optional<Entry>> inOrder(json::Value entries, ArrayRef<Tensor> tensors,
                                                 StringRef what) {
  std::vector<std::optional<Entry>> result(tensors.size());
  if (entries.size() != tensors.size()) {
    report(entries.loc(), Diag::wrong_count)
        << "'" << what << "' is a list of " << entries.size() << ", and the program has "
        << tensors.size() << " " << what << "; give one entry for each";
    return result;
  }
  for (size_t i = 0; i < tensors.size(); ++i)
    if (!entries[i].is(json::Kind::null)) result[i] = Entry{entries[i], entries[i].loc()};
  return result;
}

std::vector<std::optional<Entry>> matchEntries(json::Value entries, ArrayRef<Tensor> tensors,
                                               StringRef what, const ErrorLimit &errors) {
  if (entries.is(json::Kind::array)) return inOrder(entries, tensors, what);
  if (entries.is(json::Kind::object)) return Matcher(tensors, what, errors).match(entries);
  (void)wrongKind(entries, "'" + what + "'", "an object by name, or a list in order");
  return std::vector<std::optional<Entry>>(tensors.size());
}

std::vector<bool> findTensors(json::Value list, ArrayRef<Tensor> tensors,
                              const ErrorLimit &errors) {
  std::vector<bool> marked(tensors.size());
  const Index index(tensors, "input");
  PatternLimit limit;
  for (json::Value name : list.elements()) {
    if (errors.full()) break;
    if (!name.asString("the name of an input")) continue;
    const runtime::Found found = index.called(name.string());
    if (found.other >= 0) {
      (void)index.ambiguous(name, found);
      continue;
    }
    if (found.index >= 0) {
      marked[found.index] = true;
      continue;
    }
    const bool mayFit = isPattern(name.string());
    if (mayFit && limit.reached(name)) break;
    const std::vector<size_t> fitting =
        mayFit ? index.matching(name.string()) : std::vector<size_t>();
    if (fitting.empty()) (void)index.unknown(name);
    for (size_t tensor : fitting)
      marked[tensor] = true;
  }
  return marked;
}

static mlir::LogicalResult unknownDimension(json::Value key, const Tensor &tensor) {
  Report wrong = report(key.loc(), Diag::unknown_dimension);
  wrong << tensor.shownName() << " has no dimension '" << shown(key.string()) << "'";
  size_t rank = tensor.shape.size();
  StringRef typed = key.string();
  std::vector<StringRef> names;
  for (const std::string &name : tensor.dims)
    if (!name.empty()) names.push_back(name);
  std::string guess = didYouMean(typed, names);
  if (!guess.empty())
    wrong << guess;
  else if (rank == 0)
    wrong << "; it is a scalar";
  else
    wrong << "; it has dimensions 0 to " << rank - 1;
  return wrong;
}

std::optional<int64_t> findDimension(json::Value key, const Tensor &tensor) {
  StringRef typed = key.string();
  int64_t rank = tensor.shape.size(), index;
  bool isIndex = !typed.getAsInteger(10, index);
  if (isIndex && index >= -rank && index < rank) return index < 0 ? index + rank : index;
  // A name that two dimensions share stands for neither.
  auto named = llvm::find(tensor.dims, typed);
  bool found = !isIndex && !typed.empty() && named != tensor.dims.end();
  if (found && llvm::count(tensor.dims, typed) == 1) return named - tensor.dims.begin();
  (void)unknownDimension(key, tensor);
  return std::nullopt;
}

} // namespace shardc::config
