// SPDX-License-Identifier: Apache-2.0
// Processes that find each other by TCP: whoever starts them says in the environment which number
// each has, of how many, and where they meet.
#pragma once

#include "runtime/host/start/processes.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Whether the environment says so (SHARDC_COORDINATOR).
bool are_started_plainly();
/// All of them. The first listens where it is told, and takes those that have the job's token; then
/// each is connected with each. Throws where one does not come within the limit, or where the
/// environment does not say all that is needed. Where another process ends before this one is done
/// with it, this one ends: with an error where it waits, else within a second.
std::shared_ptr<Processes> join_by_tcp(std::chrono::milliseconds limit);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
