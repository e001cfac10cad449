// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/start/processes.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// The same processes, which compare what has come with a checksum of what was sent: what one sends
/// another at once is followed by eight bytes more. All have to do that, or none.
std::shared_ptr<Processes> with_checked_messages(std::shared_ptr<Processes> processes);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
