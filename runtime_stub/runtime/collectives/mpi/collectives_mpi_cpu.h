// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/collectives/collectives.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Collectives between devices of several processes; `threads` does those that stay in this one.
/// Only builds that have MPI compile this.
std::shared_ptr<Collectives>
between_processes(Machine &machine, std::shared_ptr<Collectives> threads, const Options &options);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
