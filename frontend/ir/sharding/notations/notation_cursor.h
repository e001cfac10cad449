// SPDX-License-Identifier: Apache-2.0
// A place in the text of a notation, which goes on word by word. The first thing that is wrong is
// kept, in words.
#pragma once

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace shardc {

/// What is wrong with a notation.
struct NotationProblem {
  std::string what;
  bool unsupported = false; // rather than wrong
};

/// Blanks may stand between words. Whatever returns false has said what is wrong, but for take()
/// and takeWord(), which look only.
class NotationCursor {
public:
  NotationCursor(llvm::StringRef text, NotationProblem &problem) : rest(text), problem(problem) {}

  /// Goes past a token, or past a whole word, if it comes next.
  bool take(llvm::StringRef token);
  bool takeWord(llvm::StringRef word);
  /// Whether these come next, one after another.
  bool comes(llvm::ArrayRef<llvm::StringRef> tokens) const;

  bool expect(llvm::StringRef token);
  bool expectEnd();
  bool number(int64_t &value);
  /// Numbers up to a closing bracket, maybe none. `what` they are, in messages.
  bool numbers(std::vector<int64_t> &list, llvm::StringRef close, llvm::StringRef what);
  /// What is between two quotes of this kind.
  bool quoted(std::string &text, char quote);
  /// Past "{...}", strings and nested ones included.
  bool skipBraces();

  bool wrong(const std::string &what);
  bool unsupported(const std::string &what);
  /// "expected ... at '...'".
  bool unexpected(const std::string &wanted);

private:
  llvm::StringRef rest;
  NotationProblem &problem;
};

/// "[2,4]", cut where it is long.
std::string listText(llvm::ArrayRef<int64_t> numbers);

} // namespace shardc
