// SPDX-License-Identifier: Apache-2.0
// Processes that MPI has started. Only builds that have MPI compile this.
#pragma once

#include "runtime/host/start/processes.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// All of MPI_COMM_WORLD. Starts MPI where the program has not, and ends it with the object then.
/// Where either takes longer than the limit, as when another process is stopped, the process ends
/// with a line about it: MPI itself would wait for ever.
std::shared_ptr<Processes> join_mpi(std::chrono::milliseconds limit);
/// Those of an `MPI_Comm` of a program that uses MPI itself, which outlives the object.
std::shared_ptr<Processes> join_mpi(const void *communicator);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
