// SPDX-License-Identifier: Apache-2.0
// What reports and bundles say of a plan, worked out from it.
#pragma once

#include "codegen/plan/plan.h"

namespace shardc::facts {

/// The coordinates that a range depends on, ascending.
SmallVector<int, 2> dependsOn(const Span &span);
/// The ranges for all combinations of the slices of those coordinates, row-major.
std::vector<Interval> rangesOf(const Span &span, const Function &function);
/// Of the shard that has most of a buffer's box [bytes].
int64_t largestBytes(const Buffer &buffer, const Function &function);
/// The coordinate whose slices a range is, if there is one.
const Coordinate *sliceOf(const Span &span, const Function &function);

/// Of the shard that needs most [bytes]: its arena, and the most that is live at once.
int64_t peakBytes(const Plan &plan);
int64_t liveBytes(const Plan &plan);
/// Of the shard that works most, loops counted.
int64_t flopsPerDevice(const Plan &plan);
/// Of all shards: FLOPs, or bytes where a kernel has more of those.
int64_t workOfCall(const Plan &plan);
/// How many kernels a device launches in a call; of a branch, the body with most.
int64_t launches(const Function &function);
/// The numbers of steps, "3" or "7.1", in the order in which the tree is read.
std::vector<std::string> stepNumbers(const Function &function);
/// How many steps there are, bodies included; waits are parts of the steps that they wait for.
int64_t stepsOf(const Function &function);
/// Whether shards exchange data.
bool communicates(const Plan &plan);
/// Whether an input or output is left unreduced.
bool hasUnreduced(const Plan &plan);
/// Which collectives do not keep the bits of one device, and why: "c0, c2: partial sums are passed
/// on before they are combined".
std::string roundedText(const Plan &plan);
/// Whether libraries may add up what a collective combines in an order of their own.
bool mayReorder(const Plan &plan, const Collective &collective);
/// Whether outputs move to the inputs that they become in the next call.
bool hasFeeds(const Plan &plan);
/// How many steps are collectives.
size_t collectiveSteps(const Plan &plan);
/// The kernels that do not give the language's bits (--numerics fast), by name.
struct InexactKernels {
  std::vector<std::string> attention; // whose sums have an order of their own
  std::vector<std::string> tf32;      // products by tensor cores that round factors, on GPUs
  std::vector<std::string> tensor;    // those that do not
  std::vector<std::string> byLibrary; // that a library does where a bundle is built with it
};
InexactKernels inexactKernels(const Plan &plan);
/// What a device receives in a call, mean over devices, and the least that is possible [bytes]; of
/// a branch, in the body with most.
struct Moved {
  double payload = 0, bound = 0;
};
Moved bytesMoved(const Plan &plan);
/// What it would receive if a branch did all of its bodies: what causes add up to.
double bytesOfAllBodies(const Plan &plan);
/// The same between two calls, where outputs become inputs.
Moved bytesFed(const Plan &plan);
/// What collectives need on GPUs beside the buffers: room for what a device combines [bytes].
int64_t collectiveWorkspace(const Plan &plan);
/// "98,304 bytes", "22.5 bytes".
std::string bytesText(double bytes);
/// "made by dot_general (train.py:9), needed by add (train.py:11)".
std::string reasonText(const Collective &collective);
/// The devices of each group: "{0, 1}, {2, 3}"; of many the first, and how many there are.
std::string groupsText(const Function &function, const Collective &collective);
/// Whether any step is so, in bodies too.
bool anyStep(const Plan &plan, llvm::function_ref<bool(const Step &)> is);
/// Whether the shards of a function do the same amount of a kernel's work.
bool isAlike(const Kernel &kernel);

/// The identifier of what a buffer is a part of: an input, a constant, an output; else its own.
std::string valueOf(const Plan &plan, const Buffer &buffer);
/// Identifiers of the outputs that a function makes, in order.
std::vector<std::string> outputsOf(const Plan &plan, const Function &function);
/// "0 to 3", "4".
std::string shardNumbers(const Function &function);
/// What people call that which runs a plan: "shard", or "device" in the collective mode.
std::string unit(const Plan &plan);
/// "mesh data=2, model=4", of the collective mode.
std::string meshText(const Plan &plan);
/// "8 devices, mesh data=2, model=4", "8 independent shards: 0 to 3 make z, 4 to 7 make s", "one
/// device".
std::string arrangement(const Plan &plan);
/// Into how many ranges the shards cut each dimension of every input or output: "[2 slices, -]"; by
/// which axes in the collective mode: "[data, -]".
std::vector<std::string> slicings(const Plan &plan, Role role);

} // namespace shardc::facts
