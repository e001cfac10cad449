// SPDX-License-Identifier: Apache-2.0
// Outputs into files. Of several processes all call these; the first one writes what is one file,
// and of the others each writes what it has.
#pragma once

#include "runtime/host/session.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

bool is_first(const Options &options);
/// The longest time that a process took, in the first one [s].
double longest(const Options &options, double seconds);

/// A NAME.npy file in a folder, "x/", for each output.
void write_folder(Session &session, const std::vector<Signature> &outputs, const std::string &path,
                  const Options &options);
/// A file for each process, with the blocks of its devices, and owners.json, which says where each
/// block is (docs/bundle.md). The table is there when all is whole.
void write_shards(Session &session, const Program &program, const std::string &folder,
                  const Options &options);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
