// SPDX-License-Identifier: Apache-2.0
// Identifiers of generated code, from the user's names.
#pragma once

#include "llvm/ADT/StringMap.h"

#include <set>
#include <string>

namespace shardc {

/// The name as an identifier of C, C++, CUDA, CMake and the shell: characters outside
/// [A-Za-z0-9_] become `_`, one that starts with a digit gets a leading `_`, one that starts as
/// only names of compilers may (__x, _X) loses it, words reserved anywhere and what looks like a
/// macro (SEEK_SET; not X, W1) get a trailing `_`, at most 40 characters; a path (`p/params/w`) is
/// one word. Never empty; of an identifier it is the same.
std::string identifier(llvm::StringRef name);
/// The same for a program, which is also a namespace, a header, a target of CMake and the prefix of
/// C functions: words that mean something there get a trailing `_` too.
std::string programIdentifier(llvm::StringRef name);

/// What a program's constants begin with, from its identifier, before a `_` and a tensor's name in
/// capitals: MLP for mlp, nx_dot for nx_dot; seek for seek, as SEEK_SET is a macro. No two programs
/// have a constant in common, as each such name says where the program's part ends:
///   no small letter             the first `_`; the program is one word of small letters and digits
///   else, behind the last one   the first `_` that no digit follows
/// A program that would be read wrongly so (NET, net_A, net_) has `_io` behind its name.
std::string programPrefix(llvm::StringRef id);
/// Whether code may call a function of its own so: no word of C++, and no name that headers of the
/// system or of CUDA, or generated text, have.
bool mayNameFunction(llvm::StringRef name);

/// Hands out identifiers that are unique in one scope: the second `x` is `x_2`.
class Names {
public:
  std::string fresh(llvm::StringRef name);
  /// Takes a name that is used by the fixed text around.
  void reserve(llvm::StringRef name) { taken.insert(name.str()); }

private:
  std::set<std::string> taken;
  llvm::StringMap<unsigned> last; // number that an identifier got when it was wanted again
};

} // namespace shardc
