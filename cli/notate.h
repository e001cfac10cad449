// SPDX-License-Identifier: Apache-2.0
// What verbs print in the notation that --notation names.
#pragma once

#include "analysis/mesh/explain_mesh.h"
#include "cli/driver.h"

namespace shardc {

/// Writes shardings of a compile in the notation that is asked for.
class Notator {
public:
  /// Fails where a notation is asked for, and there is no mesh that it could be about.
  explicit Notator(Compilation &c);

  /// Writes the sharding of the value of a name; null where the usual notation is asked for. The
  /// notator has to outlive it.
  ShardingWriter writer();
  /// Writes the shardings that are printed of the plan: as JSON those of all values.
  void notatePlan();
  /// 0, or the exit code of what went wrong first, which has been told.
  int code() const { return failure; }

private:
  void cannotSay(llvm::StringRef name, llvm::StringRef why);
  void notate(const PlanValue &value, PlanTensor *tensor);

  Compilation &c;
  int failure = 0;
};

} // namespace shardc
