// SPDX-License-Identifier: Apache-2.0
// Memory that the runtime's routines need for themselves while they work.
#pragma once

#include "runtime/op.h"

#include "llvm/ADT/StringRef.h"

namespace shardc {

struct RoutineScratch {
  int64_t ofShare = 0; // on CPUs, for what a thread does [bytes]
  int64_t shares = 1;  // of which there may be so many, for a thread each
  int64_t onGpus = 0;  // for all at once [bytes]
};

/// What a routine of routines.def needs for a call, of which values' types, extents and numbers are
/// looked at.
RoutineScratch routineScratch(llvm::StringRef name, const shardc_call &call);

} // namespace shardc
