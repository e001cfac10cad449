// SPDX-License-Identifier: Apache-2.0
// Who lies where while steps are followed.
#pragma once

#include "codegen/plan/plan.h"

#include <map>

namespace shardc {

/// The memory of buffers in which something is. Nothing is asked of lifetimes: what is written
/// takes the place of all that lay there. Buffers that trade places have the memory of all of them.
class UsedMemory {
public:
  explicit UsedMemory(const Function &function);

  /// Two buffers that trade places and are not of one size, or lie over each other, in words.
  std::optional<std::string> wrongSwap() const;
  /// Whether what is written into one is written into the other.
  bool isShared(int a, int b) const;
  /// Buffers that lie where `buffer` does, and in which something may be.
  SmallVector<int, 2> lieUnder(int buffer) const;
  /// Buffers in which something is never lie over each other.
  void setUsed(int buffer, bool isUsed);
  /// All that lose what is in them when some are written, beside these.
  std::vector<int> losing(ArrayRef<int> written) const;

private:
  struct Place {
    int64_t end;
    int owner; // a buffer, for all that it trades places with
  };
  void joinSwaps(ArrayRef<Step> steps);
  ArrayRef<int> tradersOf(int buffer) const { return traders[owners[buffer]]; }

  const Function &function;
  std::vector<int> owners;                  // per buffer, the first that it trades places with
  std::vector<SmallVector<int, 1>> traders; // per owner
  std::vector<bool> inUse;                  // per buffer
  std::vector<int> users;                   // per owner, how many are in use
  std::map<int64_t, Place> used;            // by offset
};

/// Whether a step may write an output over an input that it reads: its kernel reads each element
/// before it writes it, and says so.
bool isOverwritten(const Function &function, const Step &step, int input, int output);

} // namespace shardc
