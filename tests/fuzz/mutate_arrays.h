// SPDX-License-Identifier: Apache-2.0
// Files of arrays, and changes to them.
#pragma once

#include "tests/fuzz/dice.h"

#include "runtime/io/array.h"

#include <string>
#include <utility>
#include <vector>

namespace shardc::test {

/// An entry of a .npz file: its name with ".npy", and the bytes of its .npy file.
struct ArrayEntry {
  std::string name, npy;
  bool deflated = false;
};
/// A .npz file as NumPy writes it.
std::string npzOf(const std::vector<ArrayEntry> &entries);

/// Arrays with random elements that fit the signatures, stored or deflated.
std::vector<ArrayEntry> randomArrays(Dice &dice, const std::vector<runtime::Signature> &wanted);

/// Changes entries before they are packed: names, headers of .npy, elements; drops, doubles them.
void mutateEntries(Dice &dice, std::vector<ArrayEntry> &entries);
/// Changes bytes of a file: fields of ZIP's headers, single bytes, its end.
void mutateBytes(Dice &dice, std::string &file);

} // namespace shardc::test
