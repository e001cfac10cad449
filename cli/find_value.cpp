// SPDX-License-Identifier: Apache-2.0
// What people type for a value is tried in three ways, and the first that finds something counts:
// the whole name, as the program, JAX, the plan or a number spells it; a line, with or without its
// file and column; the end of a name, of whole words before single letters. Where that finds
// several values, or none, those that come near are listed with their places.
#include "cli/find_value.h"

#include "analysis/program/data_flow.h"
#include "codegen/lower/text/program_text.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/names.h"
#include "runtime/io/lookup.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;

namespace shardc {

using llvm::ArrayRef;
using llvm::StringRef;

std::vector<NamedValue> valuesOf(ModuleOp program) {
  std::vector<NamedValue> values;
  func::FuncOp entry = entryOf(program);
  ProgramText text(program);
  for (BlockArgument input : entry.getArguments())
    values.push_back({inputName(entry, input.getArgNumber()), input});
  forEachOp(entry.front(), [&](Operation *op) {
    for (OpResult result : op->getResults())
      values.push_back({text.nameOf(result), result, {}, valueName(result).has_value()});
  });
  const auto returned = entry.front().getTerminator()->getOperands();
  for (auto [number, value] : llvm::enumerate(returned))
    values.push_back({outputName(entry, number), value, number});
  return values;
}

/// "arg3", "out0": what an input or output is called by its number.
static std::string numbered(const NamedValue &value) {
  if (value.output) return "out" + std::to_string(*value.output);
  auto input = dyn_cast<BlockArgument>(value.value);
  return input ? "arg" + std::to_string(input.getArgNumber()) : "";
}

static SmallVector<StringRef, 8> wordsOf(StringRef name) {
  SmallVector<StringRef, 8> words;
  const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_' || (c & 0x80); };
  while (!name.empty()) {
    const StringRef word = name.take_while(isWord);
    if (!word.empty()) words.push_back(word);
    name = name.drop_front(word.size()).drop_until(isWord);
  }
  return words;
}

static bool endsWithWords(StringRef name, ArrayRef<StringRef> words) {
  const auto own = wordsOf(name);
  return !words.empty() && ArrayRef<StringRef>(own).take_back(words.size()) == words;
}

namespace {

/// A line as it is typed.
struct Place {
  StringRef file; // or the end of its path; "": any
  unsigned line = 0;
  std::optional<unsigned> column;

  bool fits(FileLineColLoc at) const {
    const StringRef path = at.getFilename();
    const bool isFile = file.empty() || path == file || path.ends_with(("/" + file).str());
    return isFile && at.getLine() == line && (!column || at.getColumn() == *column);
  }
};

} // namespace

static std::optional<Place> placeFrom(StringRef typed) {
  unsigned last = 0, before = 0;
  const auto [rest, end] = typed.rsplit(':');
  if (!typed.getAsInteger(10, last)) return Place{"", last, {}};
  if (rest.size() == typed.size() || end.getAsInteger(10, last)) return std::nullopt;
  const auto [file, middle] = rest.rsplit(':');
  if (!rest.getAsInteger(10, before)) return Place{"", before, last};
  if (file.size() < rest.size() && !middle.getAsInteger(10, before))
    return Place{file, before, last};
  return Place{rest, last, {}};
}

template <typename Is>
static std::vector<NamedValue> allThat(ArrayRef<NamedValue> values, Is is) {
  std::vector<NamedValue> chosen;
  llvm::copy_if(values, std::back_inserter(chosen), is);
  return chosen;
}

/// Whether a value comes from there in any way: through calls and what ops were made of, too.
static bool comesFrom(const Place &place, Location loc) {
  const auto look = [&](Location part) {
    const auto file = dyn_cast<FileLineColLoc>(part);
    return file && place.fits(file) ? WalkResult::interrupt() : WalkResult::advance();
  };
  return loc->walk(look).wasInterrupted();
}

static std::vector<NamedValue> atPlace(const Place &place, ArrayRef<NamedValue> values) {
  const auto made = allThat(values, [&](const NamedValue &value) {
    const auto at = fileLocation(value.value.getLoc());
    return !value.output && at && place.fits(*at);
  });
  if (!made.empty()) return made;
  return allThat(values, [&](const NamedValue &value) {
    return !value.output && comesFrom(place, value.value.getLoc());
  });
}

static std::vector<NamedValue> byName(StringRef typed, ArrayRef<NamedValue> values) {
  const std::string path = runtime::pathOf(typed.str()), id = identifier(path);
  const auto exact = allThat(values, [&](const NamedValue &value) {
    return value.name == path || identifier(value.name) == id;
  });
  if (!exact.empty()) return exact;
  return allThat(values, [&](const NamedValue &value) { return numbered(value) == typed; });
}

static std::vector<NamedValue> byEnd(StringRef typed, ArrayRef<NamedValue> values) {
  const std::string path = runtime::pathOf(typed.str());
  const auto words = wordsOf(path);
  const auto whole = allThat(values, [&](const NamedValue &value) {
    return value.ownName && endsWithWords(value.name, words);
  });
  if (!whole.empty()) return whole;
  return allThat(values, [&](const NamedValue &value) {
    return value.ownName && StringRef(value.name).ends_with(typed);
  });
}

/// Whether a name, or a line with a column where there are several, can tell these apart.
static bool differInName(ArrayRef<NamedValue> values) {
  return llvm::any_of(values, [&](const NamedValue &one) { return one.name != values[0].name; });
}
static bool differInPlace(ArrayRef<NamedValue> values) {
  return llvm::any_of(values, [&](const NamedValue &one) {
    return fileLocation(one.value.getLoc()) != fileLocation(values[0].value.getLoc());
  });
}

/// The nearest names, or else those that have it in them.
static std::vector<NamedValue> nearTo(StringRef typed, ArrayRef<NamedValue> values) {
  std::vector<StringRef> names;
  for (const NamedValue &value : values)
    names.push_back(value.name);
  const StringRef nearest = closest(typed, names);
  return allThat(values, [&](const NamedValue &value) {
    return nearest.empty() ? StringRef(value.name).contains_insensitive(typed)
                           : value.name == nearest;
  });
}

FoundValues findValues(StringRef typed, ArrayRef<NamedValue> values) {
  if (auto named = byName(typed, values); !named.empty()) return {std::move(named), {}};
  if (const auto place = placeFrom(typed)) {
    auto there = atPlace(*place, values);
    if (!there.empty() && differInPlace(there)) return {{}, std::move(there), true};
    if (!there.empty()) return {std::move(there), {}};
  }
  auto ends = byEnd(typed, values);
  if (ends.empty()) return {{}, nearTo(typed, values)};
  if (differInName(ends)) return {{}, std::move(ends), true};
  return {std::move(ends), {}};
}

Told noteOf(const NamedValue &value) {
  Told note;
  note.severity = DiagnosticSeverity::Note;
  note.message =
      (value.output ? "output '" : "'") + value.name + "' " + typeOf(value.value.getType())->str();
  if (const auto at = fileLocation(value.value.getLoc())) {
    note.file = at->getFilename().str();
    note.line = at->getLine();
    note.column = at->getColumn();
  }
  return note;
}

} // namespace shardc
