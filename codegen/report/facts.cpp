// SPDX-License-Identifier: Apache-2.0
#include "codegen/report/facts.h"

#include "codegen/plan/extents.h"
#include "codegen/plan/sum_bits.h"
#include "codegen/report/causes.h"
#include "codegen/report/cut_formula.h"
#include "codegen/report/tensor_parts.h"
#include "codegen/text/literal.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace shardc::facts {

SmallVector<int, 2> dependsOn(const Span &span) { return eitherOf(span.lo.over, span.hi.over); }

std::vector<Interval> rangesOf(const Span &span, const Function &function) {
  return *intervalsOf(gridOf(function), span).values;
}

/// How many ranges the shards have.
static size_t distinctRanges(const Span &span, const Function &function) {
  std::vector<std::pair<int64_t, int64_t>> ranges;
  for (const Interval &range : rangesOf(span, function))
    ranges.push_back({range.lo, range.hi});
  llvm::sort(ranges);
  return static_cast<size_t>(llvm::unique(ranges) - ranges.begin());
}

int64_t largestBytes(const Buffer &buffer, const Function &function) {
  const ShardGrid grid = gridOf(function);
  int64_t bytes = info(buffer.type).bytes;
  for (const Span &span : buffer.box)
    bytes *= extentsOf(grid, span).second;
  return bytes;
}

const Coordinate *sliceOf(const Span &span, const Function &function) {
  const SmallVector<int, 2> over = dependsOn(span);
  if (over.size() != 1) return nullptr;
  const Coordinate &coordinate = function.coordinates[over.front()];
  if (coordinate.cuts.empty()) return nullptr;
  const std::vector<Interval> ranges = rangesOf(span, function);
  for (size_t slice = 0; slice < ranges.size(); ++slice)
    if (ranges[slice].lo != coordinate.cuts[slice] ||
        ranges[slice].hi != coordinate.cuts[slice + 1])
      return nullptr;
  return &coordinate;
}

int64_t peakBytes(const Plan &plan) {
  int64_t most = 0;
  for (const Function &function : plan.functions)
    most = std::max(most, function.arenaBytes);
  return most;
}

int64_t liveBytes(const Plan &plan) {
  int64_t most = 0;
  for (const Function &function : plan.functions)
    most = std::max(most, function.liveBytes);
  return most;
}

using KernelFigure = llvm::function_ref<int64_t(const Kernel &)>;

/// A figure of the kernels that steps run, loops counted; of a branch, the body with most.
static int64_t totalOf(const Function &function, ArrayRef<Step> steps, KernelFigure of) {
  int64_t total = 0;
  for (const Step &step : steps) {
    if (step.kind == Step::Kind::compute) total += of(function.kernels[step.kernel]);
    int64_t bodies = 0;
    for (const std::vector<Step> &body : step.bodies) {
      const int64_t own = totalOf(function, body, of);
      bodies = step.kind == Step::Kind::branch ? std::max(bodies, own) : bodies + own;
    }
    total += step.trips * bodies;
  }
  return total;
}

static bool anyOf(ArrayRef<Step> steps, llvm::function_ref<bool(const Step &)> is) {
  return llvm::any_of(steps, [&](const Step &step) {
    return is(step) || llvm::any_of(step.bodies, [&](const auto &body) { return anyOf(body, is); });
  });
}

bool anyStep(const Plan &plan, llvm::function_ref<bool(const Step &)> is) {
  return llvm::any_of(plan.functions,
                      [&](const Function &function) { return anyOf(function.steps, is); });
}

int64_t flopsPerDevice(const Plan &plan) {
  int64_t most = 0;
  for (const Function &function : plan.functions)
    most = std::max(
        most, totalOf(function, function.steps, [](const Kernel &kernel) { return kernel.flops; }));
  return most;
}

/// A wait has none of its own: it is behind the last step that a collective runs beside.
static void addNumbers(ArrayRef<Step> steps, std::vector<std::string> &numbers) {
  StringRef last;
  for (const Step &step : steps) {
    if (step.kind != Step::Kind::wait) last = StringRef(step.label).split(' ').first;
    numbers.push_back(last.str());
    for (const std::vector<Step> &body : step.bodies)
      addNumbers(body, numbers);
  }
}

std::vector<std::string> stepNumbers(const Function &function) {
  std::vector<std::string> numbers;
  addNumbers(function.steps, numbers);
  return numbers;
}

static int64_t waitsIn(ArrayRef<Step> steps) {
  int64_t count = 0;
  for (const Step &step : steps) {
    count += step.kind == Step::Kind::wait;
    for (const std::vector<Step> &body : step.bodies)
      count += waitsIn(body);
  }
  return count;
}

int64_t stepsOf(const Function &function) {
  return countSteps(function.steps) - waitsIn(function.steps);
}

int64_t launches(const Function &function) {
  return totalOf(function, function.steps, [](const Kernel &) { return 1; });
}

int64_t workOfCall(const Plan &plan) {
  int64_t work = 0;
  for (const Function &function : plan.functions)
    work += function.shards() * totalOf(function, function.steps, [](const Kernel &kernel) {
              return std::max(kernel.flops, kernel.bytes);
            });
  return work;
}

bool hasUnreduced(const Plan &plan) {
  const auto is = [](const PlanTensor &tensor) { return tensor.unreduced.has_value(); };
  return llvm::any_of(plan.inputs, is) || llvm::any_of(plan.outputs, is);
}

bool communicates(const Plan &plan) {
  return llvm::any_of(plan.functions, [](const Function &f) { return !f.collectives.empty(); });
}

bool mayReorder(const Plan &plan, const Collective &collective) {
  return plan.isFast && collective.combine == kSum && !collective.asBits;
}

bool hasFeeds(const Plan &plan) {
  return llvm::any_of(plan.functions, [](const Function &f) { return !f.feeds.empty(); });
}

std::string roundedText(const Plan &plan) {
  constexpr size_t kNamed = 4;
  std::map<SumBits, std::vector<std::string>> rounded;
  for (const Function &function : plan.functions)
    for (auto [collective, bits] : llvm::zip_equal(function.collectives, sumBits(function)))
      if (bits != SumBits::kept) rounded[bits].push_back(collective.id);
  for (auto [output, bits] : llvm::zip_equal(plan.outputs, outputBits(plan)))
    if (bits != SumBits::kept) rounded[bits].push_back("the parts of " + output.id);
  std::vector<std::string> reasons;
  for (auto &[bits, ids] : rounded) {
    const size_t others = ids.size() > kNamed ? ids.size() - kNamed : 0;
    ids.resize(ids.size() - others);
    reasons.push_back(llvm::join(ids, ", ") +
                      (others > 0 ? " and " + std::to_string(others) + " more" : "") + ": " +
                      whyRounded(bits));
  }
  return llvm::join(reasons, "; ");
}

static size_t countCollectives(ArrayRef<Step> steps) {
  size_t count = 0;
  for (const Step &step : steps) {
    count += step.kind == Step::Kind::collective;
    for (const std::vector<Step> &body : step.bodies)
      count += countCollectives(body);
  }
  return count;
}

InexactKernels inexactKernels(const Plan &plan) {
  InexactKernels found;
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels) {
      if (kernel.isAttention) found.attention.push_back(kernel.name);
      if (!kernel.libraries.empty()) found.byLibrary.push_back(kernel.name);
      if (!kernel.tensorFactors) continue;
      const bool isRounded = kernel.tensorFactors == ElementType::f32;
      (isRounded ? found.tf32 : found.tensor).push_back(kernel.name);
    }
  return found;
}

size_t collectiveSteps(const Plan &plan) {
  size_t count = 0;
  for (const Function &function : plan.functions)
    count += countCollectives(function.steps);
  return count;
}

/// In a call, loops counted; of a branch, the body with most.
static Moved movedBy(const Function &function, ArrayRef<Step> steps) {
  Moved moved;
  for (const Step &step : steps) {
    if (step.kind == Step::Kind::collective) {
      const Collective &collective = function.collectives[step.collective];
      moved.payload += collective.payloadBytes * static_cast<double>(collective.times);
      moved.bound += collective.boundBytes * static_cast<double>(collective.times);
    }
    Moved bodies;
    for (const std::vector<Step> &body : step.bodies) {
      const Moved own = movedBy(function, body);
      const bool isOneOf = step.kind == Step::Kind::branch;
      bodies.payload =
          isOneOf ? std::max(bodies.payload, own.payload) : bodies.payload + own.payload;
      bodies.bound = isOneOf ? std::max(bodies.bound, own.bound) : bodies.bound + own.bound;
    }
    moved.payload += bodies.payload;
    moved.bound += bodies.bound;
  }
  return moved;
}

Moved bytesMoved(const Plan &plan) {
  Moved moved;
  for (const Function &function : plan.functions) {
    const Moved own = movedBy(function, function.steps);
    moved.payload += own.payload;
    moved.bound += own.bound;
  }
  return moved;
}

double bytesOfAllBodies(const Plan &plan) {
  double bytes = 0;
  for (const Function &function : plan.functions)
    for (const Collective &collective : function.collectives)
      bytes += collective.payloadBytes * static_cast<double>(collective.times);
  return bytes;
}

Moved bytesFed(const Plan &plan) {
  Moved moved;
  for (const Function &function : plan.functions)
    for (const Feed &feed : function.feeds) {
      const Collective &collective = function.collectives[feed.step.collective];
      moved.payload += collective.payloadBytes;
      moved.bound += collective.boundBytes;
    }
  return moved;
}

/// A slice from every member of the group for what the device combines.
static int64_t workspaceOf(Extents &extents, const Collective &collective, ElementType type) {
  int64_t all = 1, most = 0;
  for (const Span &span : collective.needed) {
    const int64_t extent = extents.of(span).second;
    all *= extent;
    most = std::max(most, extent);
  }
  const int64_t members = collective.groupSize;
  const bool shared = collective.needed == collective.held; // a part of it each
  const int64_t share = shared && most > 0 ? all / most * ((most + members - 1) / members) : all;
  return llvm::alignTo(members * share * info(type).bytes, 256); // as the runtime lays them out
}

static int64_t workspaceOf(const Function &function, Extents &extents, ArrayRef<Step> steps) {
  int64_t most = 0, together = 0;
  for (const Step &step : steps) {
    if (!step.together) together = 0;
    if (step.kind == Step::Kind::collective) {
      const Collective &collective = function.collectives[step.collective];
      const ElementType type = function.buffers[step.ins.front()].type;
      if (collective.combine) together += workspaceOf(extents, collective, type);
      most = std::max(most, together);
    }
    for (const std::vector<Step> &body : step.bodies)
      most = std::max(most, workspaceOf(function, extents, body));
  }
  return most;
}

int64_t collectiveWorkspace(const Plan &plan) {
  int64_t most = 0;
  for (const Function &function : plan.functions) {
    Extents extents(gridOf(function));
    most = std::max(most, workspaceOf(function, extents, function.steps));
    for (const Feed &feed : function.feeds)
      most = std::max(most, workspaceOf(function, extents, feed.step));
  }
  return most;
}

std::string bytesText(double bytes) {
  const int64_t tenths = std::llround(bytes * 10);
  if (tenths % 10 == 0) return text::count(tenths / 10, "byte");
  return withCommas(tenths / 10) + "." + std::to_string(tenths % 10) + " bytes";
}

/// "without partial results dot_general would move 6,912 bytes"
static std::string otherwiseText(const Collective &collective) {
  const WeighedReduction &weighed = *collective.weighed;
  // What an op brings together of its own parts has no other user.
  const bool isOfMaker = collective.combine || !collective.user;
  const Source &op = isOfMaker ? *collective.maker : *collective.user;
  return (weighed.isSplit ? "without partial results "
                          : "with partial results that are combined ") +
         text::clean(op.op, 40) + " would move " + bytesText(weighed.otherwise) +
         (weighed.bytes > weighed.otherwise ? ", and take longer" : "");
}

std::string reasonText(const Collective &collective) {
  const auto said = [&](const std::string &how, const Source &source) {
    const std::string place = text::placesOf(source);
    return how + " by " + text::clean(source.op, 40) + (place.empty() ? "" : " (" + place + ")");
  };
  std::vector<std::string> reasons;
  if (collective.maker) reasons.push_back(said("made", *collective.maker));
  if (collective.user) reasons.push_back(said("needed", *collective.user));
  const std::string cause = reports::causeText(collective.cause);
  std::string all = cause + (cause.empty() || reasons.empty() ? "" : "; ") + text::joined(reasons);
  if (collective.weighed) all += "; " + otherwiseText(collective);
  return all;
}

/// Whether it has so many indices on every shard; of too many shards nobody asks.
static bool hasOneExtent(const Span &span) {
  constexpr size_t kMost = 4096;
  if (span.isUniform()) return true;
  const std::vector<int64_t> &lo = *span.lo.values, &hi = *span.hi.values;
  if (span.lo.over != span.hi.over || lo.size() > kMost) return false;
  for (size_t place = 1; place < lo.size(); ++place)
    if (hi[place] - lo[place] != hi[0] - lo[0]) return false;
  return true;
}

bool isAlike(const Kernel &kernel) {
  const auto isOne = [](const Kernel::Window &window) {
    return llvm::all_of(window.window, hasOneExtent);
  };
  return llvm::all_of(kernel.loops, hasOneExtent) && llvm::all_of(kernel.ins, isOne) &&
         llvm::all_of(kernel.outs, isOne);
}

std::vector<std::string> outputsOf(const Plan &plan, const Function &function) {
  std::vector<std::string> ids;
  const reports::TensorParts parts(function);
  for (const auto &[index, buffers] : parts.all(Role::output))
    ids.push_back(plan.outputs[index].id);
  return ids;
}

std::string valueOf(const Plan &plan, const Buffer &buffer) {
  switch (buffer.role) {
  case Role::input:
    return plan.inputs[buffer.index].id;
  case Role::constant:
    return plan.constants[buffer.index].id;
  case Role::output:
    return plan.outputs[buffer.index].id;
  case Role::temporary:
  case Role::scratch:
    return buffer.name;
  }
  llvm_unreachable("a buffer has a role");
}

std::string shardNumbers(const Function &function) {
  const int64_t last = function.firstShard + function.shards() - 1;
  const std::string first = withCommas(function.firstShard);
  return last == function.firstShard ? first : first + " to " + withCommas(last);
}

std::string meshText(const Plan &plan) {
  std::vector<std::string> axes;
  for (const Mesh &mesh : plan.meshes)
    for (const auto &[axis, size] : mesh.axes)
      axes.push_back(text::clean(axis, 40) + "=" + std::to_string(size));
  return "mesh " + text::joined(axes);
}

std::string arrangement(const Plan &plan) {
  const int64_t devices = plan.devices();
  if (plan.mode == PlanMode::collective)
    return text::count(devices, "device") + ", " + meshText(plan);
  if (devices == 1) return "one device";
  std::string result = withCommas(devices) + " independent shards";
  if (plan.functions.size() == 1) return result;
  std::vector<std::string> parts;
  for (const Function &function : plan.functions)
    parts.push_back(shardNumbers(function) + (function.shards() == 1 ? " makes " : " make ") +
                    text::listed(outputsOf(plan, function)));
  return result + ": " + text::joined(parts);
}

/// How many different ranges the shards have of each dimension.
static void countRanges(const Buffer &buffer, const Function &function,
                        std::vector<size_t> &counts) {
  for (size_t dim = 0; dim < buffer.box.size(); ++dim)
    counts[dim] = std::max(counts[dim], distinctRanges(buffer.box[dim], function));
}

std::string unit(const Plan &plan) {
  return plan.mode == PlanMode::collective || plan.devices() == 1 ? "device" : "shard";
}

/// The axes that cut each dimension: "[data, -]"; of several, major to minor.
static std::string axesOf(const Function &function, const Buffer &buffer) {
  std::vector<std::string> dims;
  for (const Span &span : buffer.box) {
    const auto formula = cutFormula(span, function);
    std::vector<std::string> axes;
    for (int c : formula ? formula->order : dependsOn(span))
      axes.push_back(text::clean(function.coordinates[c].name, 40));
    const std::string all = text::joined(axes);
    dims.push_back(axes.empty() ? "-" : axes.size() == 1 ? all : "(" + all + ")");
  }
  return "[" + text::joined(dims) + "]";
}

static std::string countsText(ArrayRef<size_t> counts) {
  std::vector<std::string> dims;
  for (size_t count : counts)
    dims.push_back(count > 1 ? std::to_string(count) + " slices" : "-");
  return "[" + text::joined(dims) + "]";
}

std::vector<std::string> slicings(const Plan &plan, Role role) {
  const std::vector<PlanTensor> &tensors = role == Role::input ? plan.inputs : plan.outputs;
  std::vector<std::vector<size_t>> counts;
  for (const PlanTensor &tensor : tensors)
    counts.emplace_back(tensor.type.shape.size(), 1);
  std::vector<std::string> texts(tensors.size());
  for (const Function &function : plan.functions)
    for (const Buffer &buffer : function.buffers) {
      if (buffer.role != role || !tensors[buffer.index].sharding.empty()) continue;
      std::string &text = texts[buffer.index];
      if (plan.mode != PlanMode::collective)
        countRanges(buffer, function, counts[buffer.index]);
      else if (text.empty())
        text = axesOf(function, buffer);
    }
  for (auto [text, tensor, count] : llvm::zip_equal(texts, tensors, counts)) {
    if (!tensor.sharding.empty()) text = text::clean(tensor.sharding, 200);
    if (text.empty()) text = countsText(count);
  }
  return texts;
}

} // namespace shardc::facts
