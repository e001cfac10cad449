// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/collectives/collectives.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Collectives between GPUs, of this process and of others, by NCCL.
std::shared_ptr<Collectives> between_gpus(Machine &machine, const Options &options);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
