// SPDX-License-Identifier: Apache-2.0
// Which indices of a kernel threads of a CPU may take apart from each other.
#pragma once

#include "codegen/kernel/view/view.h"
#include "runtime/host/cpu/chunks_cpu.h"

#include <optional>

namespace shardc {

struct KernelTree;

/// The outermost loop of a kernel, or a longer one in it, or the rows of a product, counted with
/// those of loops that it has among them, of whose indices a thread takes `size` at a time.
struct Chunks : runtime::Chunks {
  int loop = -1;
};

/// None where shards differ in the loop, where something else comes before it, or where there is
/// too little work for a second thread: a chunk takes ten microseconds.
std::optional<Chunks> chunksOf(const KernelTree &tree, const KernelView &view);

} // namespace shardc
