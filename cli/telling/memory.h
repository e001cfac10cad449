// SPDX-License-Identifier: Apache-2.0
// What happens where there is too little memory.
#pragma once

namespace shardc {

/// From here on an allocation that fails ends the process: a line on standard error, exit code 5.
/// Nothing is unwound: containers that were about to grow are in no state to be destroyed.
void endWhenOutOfMemory();

/// Bytes that this process may have: what the machine has, and the limits that it is under.
double mostMemory();

} // namespace shardc
