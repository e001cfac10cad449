// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/program.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Lets the GPUs of these devices reach each other's memory, so that copies between them go
/// straight. A line for people about those that cannot; "" where all can.
std::string enable_peers(std::vector<Slot> &slots);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
