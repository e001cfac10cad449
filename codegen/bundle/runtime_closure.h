// SPDX-License-Identifier: Apache-2.0
// Which of the runtime's files a bundle has: those that its own files include, what these include,
// and the sources of the headers among them.
#pragma once

#include "codegen/bundle.h"
#include "codegen/cpp/kernels.h"
#include "codegen/runtime_files.h"

namespace shardc::bundle {

/// Whether a file of the runtime is for this target; most are for both.
bool isFor(StringRef path, Target target);
/// Whether it is for the way in which kernels for GPUs are linked; most are for both.
bool isFor(StringRef path, GpuKernels gpu);

/// Whether a file of the runtime is for others to include, and no source.
bool isHeader(StringRef path);

/// The runtime's files that these need, sorted by path. A source is of the header that it includes
/// first; where several are of one, each is of a back end that the options have, or not taken.
std::vector<RuntimeFile> runtimeFor(ArrayRef<BundleFile> own, const BundleOptions &options);
/// The headers alone that a file and the others include.
std::vector<RuntimeFile> runtimeHeadersFor(ArrayRef<BundleFile> own);

} // namespace shardc::bundle
