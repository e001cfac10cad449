// SPDX-License-Identifier: Apache-2.0
#include "frontend/libraries.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace shardc {

using llvm::StringRef;

namespace {

enum class On : uint8_t { cpp, cuda };

/// That a library does a routine, or does not.
struct Done {
  StringRef routine, library;
  StringRef number = ""; // a call's, where it does not; "": it does
};
/// And a form of kernels.
struct FormDone {
  LibraryForm form;
  StringRef library;
  LibraryTypes types;
  bool hasEpilogues;
};

} // namespace

static constexpr Library kLibraries[] = {
#define SHARDC_LIBRARY(name, title, on, loops, package, target)                                    \
  {#name, title, On::on == On::cuda, loops, package, target},
#include "runtime/libraries/libraries.def"
};
static constexpr Done kDone[] = {
#define SHARDC_BY_LIBRARY(routine, library) {#routine, #library},
#include "runtime/libraries/libraries.def"
};

static constexpr Done kNotDone[] = {
#define SHARDC_NOT_BY_LIBRARY(routine, library, number) {#routine, #library, #number},
#include "runtime/libraries/libraries.def"
};

static constexpr FormDone kFormsDone[] = {
#define SHARDC_FORM_BY_LIBRARY(form, library, types, epilogues)                                    \
  {LibraryForm::form, #library, LibraryTypes::types, epilogues},
#include "runtime/libraries/libraries.def"
};

StringRef nameOf(LibraryForm form) {
  switch (form) {
  case LibraryForm::product:
    return "products";
  case LibraryForm::convolution:
    return "convolutions";
  }
  return "";
}

llvm::ArrayRef<Library> libraries() { return kLibraries; }

std::optional<Libraries> librariesNamed(StringRef words) {
  llvm::SmallVector<StringRef, 4> names;
  if (words != "none") words.split(names, ',');
  const bool wantsAll = words == "auto";
  Libraries chosen;
  for (const Library &each : libraries())
    if (wantsAll ? !each.replacesLoops : llvm::is_contained(names, each.name))
      chosen.push_back(&each);
  const auto isKnown = [](StringRef name) {
    return llvm::any_of(libraries(), [&](const Library &each) { return each.name == name; });
  };
  if (!wantsAll && !llvm::all_of(names, isKnown)) return std::nullopt;
  return chosen;
}

Libraries thatDo(StringRef routine, const Libraries &chosen) {
  Libraries able;
  llvm::copy_if(chosen, std::back_inserter(able), [&](const Library *library) {
    return llvm::any_of(kDone, [&](const Done &done) {
      return done.routine == routine && done.library == library->name;
    });
  });
  return able;
}

bool leavesOut(const Library &library, StringRef routine, StringRef number) {
  return llvm::any_of(kNotDone, [&](const Done &none) {
    return none.routine == routine && none.library == library.name && none.number == number;
  });
}

/// Null: it does none of them.
static const FormDone *findDone(const Library &library, LibraryForm form) {
  const auto *found = llvm::find_if(kFormsDone, [&](const FormDone &done) {
    return done.form == form && done.library == library.name;
  });
  return found == std::end(kFormsDone) ? nullptr : found;
}

Libraries thatDo(LibraryForm form, const Libraries &chosen) {
  Libraries able;
  llvm::copy_if(chosen, std::back_inserter(able),
                [&](const Library *library) { return findDone(*library, form) != nullptr; });
  return able;
}

LibraryTypes typesOf(const Library &library, LibraryForm form) {
  return findDone(library, form)->types;
}

bool hasEpilogues(const Library &library, LibraryForm form) {
  return findDone(library, form)->hasEpilogues;
}

Libraries thatDoKernelsAlone() {
  Libraries alone;
  for (const Library &each : libraries())
    if (llvm::none_of(kDone, [&](const Done &done) { return done.library == each.name; }))
      alone.push_back(&each);
  return alone;
}

} // namespace shardc
