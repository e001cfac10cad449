// SPDX-License-Identifier: Apache-2.0
// A screen of what a plan does. Movements are told by cause, those of one cause together; tensors
// whose names differ in numbers alone, and that have one type and sharding, are a row; of rows and
// steps the heaviest are shown, and the rest is counted.
#include "codegen/report/plan_summary.h"

#include "codegen/plan/sum_bits.h"
#include "codegen/report/causes.h"
#include "codegen/report/facts.h"
#include "codegen/report/libraries.h"
#include "codegen/report/name_patterns.h"
#include "codegen/report/tensor_parts.h"
#include "codegen/report/times/times.h"
#include "codegen/text/literal.h"
#include "codegen/text/text.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace shardc::reports {

using namespace facts;

using Row = std::vector<std::string>;

/// What begins the lines below a label of the totals.
static constexpr StringRef kBelow = "            ";
/// Of names in a table.
constexpr size_t kLongestName = 42;

// Totals.

static std::string fixed2(double value) {
  const int64_t hundredths = static_cast<int64_t>(value * 100 + 0.5);
  const std::string rest = std::to_string(hundredths % 100);
  return withCommas(hundredths / 100) + "." + std::string(2 - rest.size(), '0') + rest;
}

/// "140 FLOPs, 1.01 times the work: 120 by step 2 logits, 20 by step 3 y".
static std::string repeatedWork(const Repeated &repeated, size_t most) {
  if (repeated.flops == 0) return "no work is done twice";
  const std::string all =
      text::count(repeated.flops, "FLOP") + ", " + fixed2(repeated.workRatio) + " times the work";
  if (repeated.steps.size() == 1)
    return all + ": by step " + shortened(repeated.steps[0].label, 24);
  std::vector<std::string> steps;
  for (const Repeated::Work &step : repeated.steps)
    steps.push_back(withCommas(step.flops) + " by step " + shortened(step.label, 24));
  if (steps.size() > most) {
    const size_t rest = steps.size() - (most - 1);
    steps.resize(most - 1);
    steps.push_back(std::to_string(rest) + " others");
  }
  return all + ": " + text::joined(steps);
}

static std::string repeatedPart(const Plan &plan, size_t most) {
  std::vector<std::string> inputs;
  for (size_t i = 0; i < plan.repeated.inputBytes.size() && i < plan.inputs.size(); ++i)
    if (plan.repeated.inputBytes[i] != 0)
      inputs.push_back(shortened(plan.inputs[i].id, 20) + " " +
                       text::count(plan.repeated.inputBytes[i], "byte"));
  if (inputs.size() > most) {
    const size_t rest = inputs.size() - (most - 1);
    inputs.resize(most - 1);
    inputs.push_back(std::to_string(rest) + " others");
  }
  std::string words = repeatedWork(plan.repeated, std::min<size_t>(most, 3));
  if (plan.mode == PlanMode::independent)
    words += inputs.empty() ? "; no input is held twice" : "; held twice: " + text::joined(inputs);
  return text::wrapped(kBelow, words, "  repeated  ");
}

/// Of the moves that were chosen: others may need fewer.
static std::string leastText(const Moved &moved) {
  if (moved.payload == 0) return "";
  const bool isLeast = moved.payload <= moved.bound;
  return "; these moves need " + (isLeast ? "no fewer" : bytesText(moved.bound));
}

static std::string receivedPart(const Plan &plan, size_t mostCauses) {
  const Moved moved = bytesMoved(plan);
  const bool isOfSome = moved.payload < bytesOfAllBodies(plan);
  return "  received  " + bytesText(moved.payload) + " per device (mean)" +
         (isOfSome ? ", in the costliest branches" : "") + leastText(moved) + "\n" +
         causesText(plan, kBelow, mostCauses);
}

/// What is moved beside that where outputs become inputs.
static std::string fedPart(const Plan &plan) {
  if (!hasFeeds(plan)) return "";
  const Moved moved = bytesFed(plan);
  std::map<std::string, std::vector<std::string>> byPattern;
  for (const Feed &feed : plan.functions.front().feeds) {
    const Collective &each = plan.functions.front().collectives[feed.step.collective];
    byPattern[name(each.pattern)].push_back(shortened(plan.inputs[feed.input].id, 20));
  }
  std::vector<std::string> moves;
  constexpr size_t kNamed = 3;
  for (auto &[pattern, inputs] : byPattern) {
    const size_t others = inputs.size() > kNamed ? inputs.size() - kNamed : 0;
    inputs.resize(inputs.size() - others);
    if (others > 0) inputs.push_back(std::to_string(others) + " others");
    moves.push_back(pattern + " of " + text::listed(inputs));
  }
  return text::wrapped(kBelow,
                       "between calls (--steps) " + bytesText(moved.payload) + " by " +
                           text::listed(moves) + ", whose outputs lie otherwise" + leastText(moved),
                       "  fed       ");
}

/// "w by w_new, b by b_new and 2 others".
static std::string someOf(std::vector<std::string> names) {
  constexpr size_t kNamed = 3;
  const size_t others = names.size() > kNamed ? names.size() - kNamed : 0;
  names.resize(names.size() - others);
  if (others > 0) names.push_back(std::to_string(others) + (others == 1 ? " other" : " others"));
  return text::listed(names);
}

/// What becomes of the memory of donated inputs.
static std::string donatedPart(const Plan &plan) {
  std::map<int, int> overwritten; // inputs by outputs, where that is so on some shards
  for (const Function &function : plan.functions)
    for (const Buffer &buffer : function.buffers)
      if (buffer.over >= 0) overwritten[function.buffers[buffer.over].index] = buffer.index;
  std::vector<std::string> over, others;
  for (const auto &[number, input] : llvm::enumerate(plan.inputs)) {
    if (!input.donated) continue;
    const auto output = overwritten.find(static_cast<int>(number));
    const std::string name = shortened(pathOf(input.name), 24);
    if (output == overwritten.end()) {
      others.push_back(name);
      continue;
    }
    const std::string by = shortened(pathOf(plan.outputs[output->second].name), 24);
    over.push_back(by == name ? name : name + " by " + by);
  }
  if (over.empty() && others.empty()) return "";
  std::string words = over.empty() ? "" : "overwritten by outputs: " + someOf(over);
  if (!others.empty()) words += (over.empty() ? "" : "; ") + ("free once read: " + someOf(others));
  return text::wrapped(kBelow, words, "  donated   ");
}

/// Which of two ways partial sums go, and what the other would take.
static std::string otherWayText(const Plan &plan) {
  if (!plan.otherWay) return "";
  const OtherWay &other = *plan.otherWay;
  const std::string way =
      other.passesOn
          ? "; partial sums are combined where they are made, to pass them on would move "
          : "; to combine each partial sum where it is made would move ";
  const double more = other.bytes - bytesMoved(plan).payload;
  const bool isAsMuch = std::abs(more) < 1e-6 * other.bytes;
  if (more > 0 && !isAsMuch) return way + bytesText(more) + " more";
  return way + (isAsMuch ? "as much" : bytesText(-more) + " less") +
         (other.isSlower ? ", and take longer by the work that is repeated" : "");
}

/// Whether outputs have the bits of one device, and where partial sums are combined.
static std::string sumsPart(const Plan &plan) {
  const auto combines = [](const Collective &each) { return each.combine.has_value(); };
  const auto any = [&](const Function &each) { return llvm::any_of(each.collectives, combines); };
  const auto isLeft = [](const PlanTensor &each) { return each.unreduced.has_value(); };
  if (llvm::none_of(plan.functions, any) && llvm::none_of(plan.outputs, isLeft)) return "";
  std::string words = "as on one device, bit for bit";
  if (!keepsBits(plan)) words = "rounded otherwise than on one device by " + roundedText(plan);
  return text::wrapped(kBelow, words + otherWayText(plan), "  sums      ");
}

/// Which kernels are exact, where not all have to be.
static std::string numericsPart(const Plan &plan) {
  if (!plan.isFast) return "";
  const auto [attention, tf32, tensor, byLibrary] = inexactKernels(plan);
  std::string words = "fast: ";
  if (!attention.empty())
    words += "the sums of " + text::listed(attention) + " have an order of their own; ";
  if (!tf32.empty())
    words += "on GPUs tensor cores do " + text::listed(tf32) +
             ", with factors rounded to TF32 and an order of their own; ";
  if (!tensor.empty())
    words += "on GPUs tensor cores do " + text::listed(tensor) + ", with an order of their own; ";
  if (!byLibrary.empty())
    words += "libraries may do " + text::listed(byLibrary) + ", with an order of their own; ";
  std::vector<std::string> sums;
  for (const Function &function : plan.functions)
    for (const Collective &collective : function.collectives)
      if (mayReorder(plan, collective)) sums.push_back(collective.id);
  if (!sums.empty())
    words += "between GPUs NCCL may add up " + text::listed(sums) + " in an order of its own; ";
  words += attention.empty() && tf32.empty() && tensor.empty() && byLibrary.empty()
               ? "all kernels are exact nevertheless"
               : "all other kernels are exact";
  return text::wrapped(kBelow, words, "  numerics  ");
}

/// What is somebody else's code where it is found, and rounds as that does.
static std::string librariesPart(const Plan &plan) {
  std::vector<std::string> parts;
  bool isNeeded = false;
  for (const LibraryUse &use : libraryUses(plan)) {
    parts.push_back((use.library->isForGpus ? "on GPUs " : "on CPUs ") + use.library->title.str() +
                    " does " + text::listed(use.kernels));
    isNeeded = isNeeded || use.isNeeded;
  }
  if (parts.empty()) return "";
  const std::string otherwise =
      isNeeded
          ? ", with bits of its own; bundles do not build without it"
          : ", with bits of its own, in bundles that find it when they are built; the runtime's "
            "own code does elsewhere";
  return text::wrapped(kBelow, llvm::join(parts, "; ") + otherwise, "  libraries ");
}

/// "c0 and c1: in order, as here, 24 bytes and 20.0 us a call; by NCCL's own (--numerics fast) 12
/// bytes and 10.0 us": what a GPU receives of sums, and how long they take, in both ways; of the
/// sums in branches, those of the costliest.
static std::string sumsPricePart(const Plan &plan, const Times &times) {
  constexpr size_t kNamed = 4;
  std::vector<std::string> ids;
  for (const PricedSum &sum : times.sums)
    ids.push_back(sum.id);
  if (ids.empty()) return "";
  const SumPrice &all = times.allSums;
  if (ids.size() > kNamed) ids = {ids.front(), std::to_string(ids.size() - 1) + " others"};
  return text::wrapped(kBelow,
                       text::listed(ids) + ": in order" + (plan.isFast ? "" : ", as here,") + " " +
                           bytesText(all.bytesInOrder) + " and " + timeText(all.secondsInOrder) +
                           " a call; by NCCL's own" +
                           (plan.isFast ? ", as here, " : " (--numerics fast) ") +
                           bytesText(all.bytesByNccl) + " and " + timeText(all.secondsByNccl),
                       "  NCCL      ");
}

/// "12.3 us of a call, as h100's numbers have it: 2.0 us of work, 10.3 us of moves".
static std::string timesPart(const Plan &plan) {
  if (!plan.tellsTimes) return "";
  if (plan.devices() > kTimedDevices)
    return "  time      not estimated for more than " + withCommas(kTimedDevices) + " devices\n";
  const Times times = timesOf(plan);
  std::string words = "about " + timeText(times.all) + " a call by the numbers of " +
                      text::clean(plan.machine.name, 20);
  if (communicates(plan))
    words += ": " + timeText(times.working) + " of work, " + timeText(times.moving) + " of moves";
  if (const double hidden = times.working + times.moving - times.all; hidden > 1e-9)
    words += ", of which work hides " + timeText(hidden);
  return text::wrapped(kBelow, words, "  time      ") + sumsPricePart(plan, times);
}

/// "my_op 72 bytes, while it works": what calls of somebody's code have for themselves.
static std::string scratchPart(const Plan &plan) {
  std::map<std::string, int64_t> most; // by the routine's name
  bool isChecked = false;
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels) {
      if (!kernel.call || kernel.call->memoryBytes() == 0) continue;
      int64_t &bytes = most[plan.routines[kernel.call->routine].name];
      bytes = std::max(bytes, kernel.call->memoryBytes());
      isChecked = isChecked || kernel.call->roomBytes > 0;
    }
  if (most.empty()) return "";
  std::vector<std::string> parts;
  for (const auto &[name, bytes] : most)
    parts.push_back(text::clean(name, 40) + " " + text::count(bytes, "byte"));
  return text::wrapped(kBelow,
                       text::listed(parts) + ", while it works" +
                           (isChecked ? "; with room for copies, as it is checked" : ""),
                       "  scratch   ");
}

/// "my_op 512 bytes": arrays in which calls are given parts of even sizes.
static std::string padPart(const Plan &plan) {
  std::map<std::string, int64_t> most; // by the routine's name
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels)
      if (kernel.call && kernel.call->padBytes > 0) {
        int64_t &bytes = most[plan.routines[kernel.call->routine].name];
        bytes = std::max(bytes, kernel.call->padBytes);
      }
  std::vector<std::string> parts;
  for (const auto &[name, bytes] : most)
    parts.push_back(text::clean(name, 40) + " " + text::count(bytes, "byte"));
  if (parts.empty()) return "";
  return text::wrapped(kBelow,
                       text::listed(parts) +
                           ", of the scratch memory: copies of uneven parts, all of one size",
                       "  padded    ");
}

/// What kind of code a call is.
static std::string kindOf(const Routine &routine) {
  if (routine.each && routine.each->factors.empty()) return "device code, called once";
  if (routine.each) return "device code, called for each " + text::listed(routine.each->factors);
  if (routine.header.empty()) return "host code, called with a stream";
  if (routine.needsLibrary) return "host code, a library's";
  std::vector<std::string> titles;
  for (const Library *library : routine.libraries)
    titles.push_back(library->title.str());
  return "device code, called for each member of a batch" +
         (titles.empty()
              ? ""
              : ", or, where a bundle is built with it, host code of " + text::listed(titles));
}

/// "my_op is host code, called with a stream": of what kernels call.
static std::string codePart(const Plan &plan) {
  std::map<std::string, std::set<std::string>> names; // by kind
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels)
      if (kernel.call) {
        const Routine &routine = plan.routines[kernel.call->routine];
        names[kindOf(routine)].insert(text::clean(routine.name, 40));
      }
  std::vector<std::string> parts;
  for (const auto &[kind, of] : names)
    parts.push_back(text::listed(std::vector<std::string>(of.begin(), of.end())) +
                    (of.size() > 1 ? " are " : " is ") + kind);
  return parts.empty() ? "" : text::wrapped(kBelow, llvm::join(parts, "; "), "  code      ");
}

std::string totalsPart(const Plan &plan, size_t mostRows) {
  std::string out = "\n";
  if (plan.mode == PlanMode::collective)
    out += receivedPart(plan, mostRows) + fedPart(plan) + sumsPart(plan);
  out += numericsPart(plan) + librariesPart(plan);
  out += "  memory    " + text::count(peakBytes(plan), "byte") + " per " + unit(plan) +
         "; no order of memory needs less than " + withCommas(liveBytes(plan)) + "\n";
  out += donatedPart(plan);
  out += codePart(plan) + scratchPart(plan) + padPart(plan);
  out += "  work      " + text::count(flopsPerDevice(plan), "FLOP") + " per " + unit(plan) + "\n";
  out += timesPart(plan);
  if (plan.mode == PlanMode::independent || plan.repeated.flops > 0)
    out += repeatedPart(plan, mostRows);
  const size_t told = plan.warnings.size() > mostRows ? mostRows - 1 : plan.warnings.size();
  for (const std::string &warning : ArrayRef(plan.warnings).take_front(told))
    out += text::wrapped(kBelow, text::clean(warning), "  warning   ");
  if (told < plan.warnings.size())
    out +=
        "  warnings  " + withCommas(static_cast<int64_t>(plan.warnings.size() - told)) + " more\n";
  return out;
}

// Inputs and outputs.

namespace {

/// Tensors that are told as one.
struct Alike {
  std::vector<std::string> names;
  std::string type, cut;
  int64_t bytes = 0; // of each, on the device that has most
};

} // namespace

/// Of each input or output what the device has that has most [bytes].
static std::vector<int64_t> bytesHeld(const Plan &plan, Role role, size_t count) {
  std::vector<int64_t> most(count);
  for (const Function &function : plan.functions) {
    const TensorParts parts(function);
    for (const auto &[index, buffers] : parts.all(role)) {
      int64_t bytes = 0;
      for (const Buffer *buffer : buffers)
        bytes += largestBytes(*buffer, function);
      most[index] = std::max(most[index], bytes);
    }
  }
  return most;
}

/// Inputs or outputs, each alone or those that differ in nothing but numbers in names.
static std::vector<Alike> alikeOf(const Plan &plan, Role role, bool grouped) {
  const auto &tensors = role == Role::input ? plan.inputs : plan.outputs;
  const std::vector<std::string> cuts = slicings(plan, role);
  const std::vector<int64_t> bytes = bytesHeld(plan, role, tensors.size());
  llvm::MapVector<std::string, Alike, std::map<std::string, unsigned>> rows;
  for (size_t index = 0; index < tensors.size(); ++index) {
    const TensorSpec &spec = tensors[index].type;
    const std::string name = pathOf(tensors[index].name);
    const std::string type = text::dtype(spec) + text::shape(spec.shape);
    const std::string key = grouped ? skeletonOf(name) + '\0' + type + '\0' + cuts[index] + '\0' +
                                          std::to_string(bytes[index])
                                    : std::to_string(index);
    Alike &alike = rows.try_emplace(key, Alike{{}, type, cuts[index], bytes[index]}).first->second;
    alike.names.push_back(name);
  }
  std::vector<Alike> list;
  for (auto &[key, alike] : rows)
    list.push_back(std::move(alike));
  return list;
}

/// Moves all but the `most` with the most bytes into `left`; both keep their order.
static void keepLargest(std::vector<Alike> &tensors, size_t most, std::vector<Alike> &left) {
  if (tensors.size() <= most) return;
  const auto bytes = [&](size_t k) {
    return tensors[k].bytes * static_cast<int64_t>(tensors[k].names.size());
  };
  auto order = llvm::to_vector(llvm::seq<size_t>(0, tensors.size()));
  llvm::stable_sort(order, [&](size_t a, size_t b) { return bytes(a) > bytes(b); });
  std::vector<bool> kept(tensors.size());
  for (size_t k : ArrayRef(order).take_front(most - 1))
    kept[k] = true;
  std::vector<Alike> largest;
  for (size_t k = 0; k < tensors.size(); ++k)
    (kept[k] ? largest : left).push_back(std::move(tensors[k]));
  tensors = std::move(largest);
}

static Row rowOf(const Alike &alike) {
  const std::string times =
      alike.names.size() == 1 ? "" : std::to_string(alike.names.size()) + " x ";
  return {times + patternOf(alike.names), alike.type, alike.cut, times + withCommas(alike.bytes)};
}

static void addTensors(const Plan &plan, Role role, bool grouped, size_t mostRows,
                       std::vector<Row> &rows) {
  std::vector<Alike> tensors = alikeOf(plan, role, grouped), left;
  keepLargest(tensors, mostRows, left);
  if (tensors.empty()) return;
  const bool isFirst = rows.empty();
  rows.push_back({role == Role::input ? "input" : "output"});
  if (isFirst) rows.back().insert(rows.back().end(), {"type", "cut by", "bytes per " + unit(plan)});
  for (const Alike &alike : tensors)
    rows.push_back(rowOf(alike));
  size_t names = 0;
  int64_t bytes = 0;
  for (const Alike &alike : left) {
    names += alike.names.size();
    bytes += alike.bytes * static_cast<int64_t>(alike.names.size());
  }
  if (names > 0) rows.push_back({std::to_string(names) + " others", "", "", withCommas(bytes)});
}

/// To what the other columns leave of a line.
static void shortenNames(std::vector<Row> &rows) {
  std::vector<size_t> widths;
  for (const Row &row : rows)
    for (size_t column = 1; column < row.size(); ++column) {
      widths.resize(std::max(widths.size(), column));
      widths[column - 1] = std::max(widths[column - 1], row[column].size());
    }
  constexpr size_t kLeast = 20, kBetween = 2;
  size_t taken = kBetween;
  for (const size_t width : widths)
    taken += kBetween + width;
  const size_t left = text::kColumns - std::min(taken, text::kColumns);
  for (Row &row : rows)
    row[0] = shortened(row[0], std::clamp(left, kLeast, kLongestName));
}

std::string tensorsPart(const Plan &plan, bool grouped, size_t mostRows) {
  std::vector<Row> rows;
  addTensors(plan, Role::input, grouped, mostRows, rows);
  addTensors(plan, Role::output, grouped, mostRows, rows);
  shortenNames(rows);
  return rows.empty() ? "" : "\n" + text::columns("  ", rows);
}

std::string whyPart(const Plan &plan, size_t mostRows) {
  const size_t told = plan.whyCut.size() > mostRows ? mostRows - 1 : plan.whyCut.size();
  const std::string below = kBelow.str() + "  ";
  std::string out = plan.whyCut.empty() ? "" : "\n";
  for (const auto &[number, sentence] : llvm::enumerate(ArrayRef(plan.whyCut).take_front(told)))
    out += text::wrapped(below, text::clean(sentence), number == 0 ? "  why       " : kBelow.str());
  if (told < plan.whyCut.size())
    out += kBelow.str() + "and " + withCommas(static_cast<int64_t>(plan.whyCut.size() - told)) +
           " more\n";
  return out;
}

// Work.

namespace {

/// A kernel with all of its steps, loops counted.
struct Work {
  std::vector<std::string> values; // that its steps make
  std::string text;                // of the first
  ElementType type = ElementType::f32;
  int64_t flops = 0, bytes = 0;

  size_t steps() const { return values.size(); }
};

/// The work of every kernel of a function, in the order of first steps.
class WorkOf {
public:
  explicit WorkOf(const Function &function) : function(function) { add(function.steps, 1); }
  llvm::MapVector<int, Work> kernels;

private:
  void add(ArrayRef<Step> steps, int64_t times) {
    for (const Step &step : steps) {
      if (step.kind == Step::Kind::compute) addStep(step, times);
      for (const std::vector<Step> &body : step.bodies)
        add(body, times * step.trips);
    }
  }

  void addStep(const Step &step, int64_t times) {
    Work &work = kernels[step.kernel];
    if (work.values.empty()) work.text = step.text;
    work.values.push_back(endOfPath(pathOf(function.buffers[step.outs.front()].value)));
    work.type = function.kernels[step.kernel].outs.front().type;
    work.flops += times * function.kernels[step.kernel].flops;
    work.bytes += times * function.kernels[step.kernel].bytes;
  }

  const Function &function;
};

} // namespace

static bool areAlike(ArrayRef<std::string> names) {
  return llvm::all_of(names, [&](const std::string &name) {
    return skeletonOf(name) == skeletonOf(names.front());
  });
}

/// "v100 = dot_general(v99, arg1)"; where the value has a path of JAX, that is better than the
/// identifiers that were made of such: "layers_{0..11}/up/dot_general = add(...), 4 ops".
static std::string textOf(const Work &work) {
  const StringRef first = work.values.front();
  if (!first.contains('/')) return text::clean(work.text, 60);
  const std::string name = areAlike(work.values) ? patternOf(work.values) : first.str();
  const StringRef ops = StringRef(work.text).split(" = ").second.split(" on ").first;
  return text::clean(shortened(name, kLongestName) + " = " + ops.str(), 60);
}

static Row rowOf(const Work &work, const std::string &text) {
  return {std::to_string(work.steps()), withCommas(work.flops), withCommas(work.bytes), text};
}

std::string heaviestPart(const Plan &plan, size_t mostRows) {
  std::vector<Work> all;
  for (const Function &function : plan.functions)
    for (auto &[kernel, work] : WorkOf(function).kernels)
      all.push_back(work);
  const auto cost = [&](const Work &work) {
    return static_cast<double>(work.flops) / plan.machine.operationsOf(work.type) +
           static_cast<double>(work.bytes) / plan.machine.memoryBandwidth;
  };
  llvm::stable_sort(all, [&](const Work &a, const Work &b) { return cost(a) > cost(b); });
  const size_t told = all.size() > mostRows ? mostRows - 1 : all.size();
  std::vector<Row> rows = {
      {"steps", "FLOPs", "bytes",
       "heaviest kernels on " + text::clean(plan.machine.name, 20) + ", by their first step"}};
  for (const Work &work : ArrayRef(all).take_front(told))
    rows.push_back(rowOf(work, textOf(work)));
  Work rest;
  for (const Work &work : ArrayRef(all).drop_front(told)) {
    rest.values.insert(rest.values.end(), work.values.begin(), work.values.end());
    rest.flops += work.flops;
    rest.bytes += work.bytes;
  }
  if (told < all.size())
    rows.push_back(rowOf(rest, std::to_string(all.size() - told) + " other kernels"));
  return "\n" + text::columns("  ", rows);
}

} // namespace shardc::reports
