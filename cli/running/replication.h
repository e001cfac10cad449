// SPDX-License-Identifier: Apache-2.0
// What manual regions say is the same on several devices, looked at while the program runs.
#pragma once

#include "cli/driver.h"
#include "codegen/interp/run_plan.h"
#include "runtime/io/array.h"

namespace shardc {

/// Compiles and runs the program again for each device that another one speaks for, with that one's
/// value. Throws runtime::Error where an output differs from `outputs`: then devices do not have
/// alike what the program says they have; and where there is too much to look at.
void checkReplication(Compilation &compilation, ArrayRef<HostTensor> inputs,
                      ArrayRef<runtime::Array> outputs);

} // namespace shardc
