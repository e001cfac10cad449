// SPDX-License-Identifier: Apache-2.0
// plan.json, and `shardc plan --json`: the plan for other tools. One line per entry, keys in a
// fixed order.
#include "codegen/bundle.h"

#include "codegen/plan/sum_bits.h"
#include "codegen/report/causes.h"
#include "codegen/report/cut_formula.h"
#include "codegen/report/facts.h"
#include "codegen/report/libraries.h"
#include "codegen/report/tensor_parts.h"
#include "codegen/report/times/times.h"
#include "frontend/json_text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <map>

namespace shardc {

using json::Line;
using reports::TensorParts;

/// Shards are listed one by one up to here; beyond, by what they follow from.
constexpr int64_t kListedShards = 1024;

static std::string range(int64_t lo, int64_t hi) {
  return "[" + std::to_string(lo) + ", " + std::to_string(hi) + "]";
}

static std::string boxJson(const Box &box) {
  return json::list(box, [](const Interval &dim) { return range(dim.lo, dim.hi); });
}

static std::string slicesOf(ArrayRef<int64_t> cuts) {
  return json::list(llvm::seq<size_t>(0, cuts.size() - 1),
                    [&](size_t k) { return range(cuts[k], cuts[k + 1]); });
}

/// {"over": ["model"], "by": "sum"}, and of an output whether the combination has the bits of one
/// device.
static std::string unreducedJson(const Function &function, const Unreduced &unreduced,
                                 std::optional<SumBits> bits) {
  const auto name = [&](int c) { return json::quoted(function.coordinates[c].name); };
  Line line;
  line.raw("over", json::list(unreduced.over, name));
  line.string("by", combinerInfo(unreduced.combine)->word.str());
  if (bits) line.raw("keeps_bits", bits == SumBits::kept ? "true" : "false");
  if (bits && bits != SumBits::kept) line.string("why_rounded", whyRounded(*bits));
  return line.str();
}

/// `bits`: of what an output's parts are combined to.
static std::string tensorJson(const Plan &plan, const PlanTensor &tensor,
                              std::optional<SumBits> bits = std::nullopt) {
  Line slices;
  for (const auto &[dimension, cuts] : tensor.slices)
    if (cuts.size() > 2) slices.raw(std::to_string(dimension), slicesOf(cuts));
  Line line;
  line.string("name", tensor.name).string("id", tensor.id);
  line.string("dtype", info(tensor.type.type).name).raw("shape", json::numbers(tensor.type.shape));
  line.raw("slices", slices.str());
  if (tensor.donated) line.raw("donated", "true");
  if (tensor.unreduced)
    line.raw("unreduced", unreducedJson(plan.functions.front(), *tensor.unreduced, bits));
  return line.str();
}

static std::string constantJson(const PlanConstant &constant) {
  return Line()
      .string("name", constant.name)
      .string("id", constant.id)
      .string("dtype", info(constant.type.type).name)
      .raw("shape", json::numbers(constant.type.shape))
      .number("bytes", constant.type.bytes())
      .str();
}

/// What the user calls the device at a place of the mesh.
static int64_t deviceId(const Plan &plan, int64_t number) {
  if (plan.meshes.empty() || plan.meshes.front().deviceIds.empty()) return number;
  return plan.meshes.front().deviceIds[number];
}

/// "args" and "reducer": what `box` says of the parts of each input, and of each output.
static std::pair<Line, Line> tensorsJson(const Plan &plan, const TensorParts &parts,
                                         llvm::function_ref<std::string(const Buffer *)> box) {
  Line args, reducer;
  for (const auto &[index, list] : parts.all(Role::input))
    args.raw(plan.inputs[index].name, json::list(list, box));
  for (const auto &[index, list] : parts.all(Role::output))
    reducer.raw(plan.outputs[index].name, box(list.front()));
  return {args, reducer};
}

static std::string shardJson(const Plan &plan, const Function &function, const TensorParts &parts,
                             int64_t number) {
  const auto at = coordinatesOf(function, number);
  Line coordinates;
  for (size_t c = 0; c < at.size(); ++c)
    coordinates.number(function.coordinates[c].name, at[c]);
  const auto box = [&](const Buffer *buffer) { return boxJson(boxAt(buffer->box, function, at)); };
  const auto [args, reducer] = tensorsJson(plan, parts, box);
  Line line;
  line.number("device", function.firstShard + number);
  if (const int64_t id = deviceId(plan, number); id != number) line.number("device_id", id);
  return line.raw("coordinates", coordinates.str())
      .raw("args", args.str())
      .string("function", function.name)
      .raw("reducer", reducer.str())
      .str();
}

/// A range as its formula: [lo, hi]; the axes (major to minor) that cut an extent, and what is held
/// beside that; or the coordinates that it depends on, and what the only place has that has
/// anything, or a table over them, row-major.
static std::string spanJson(const Function &function, const Span &span) {
  if (span.isUniform()) return range(span.lo.literal(), span.hi.literal());
  const auto name = [&](int c) { return json::quoted(function.coordinates[c].name); };
  if (const auto formula = facts::cutFormula(span, function)) {
    Line line;
    line.raw("over", json::list(formula->order, name)).number("cut", formula->extent);
    if (formula->isWide()) line.raw("beside", range(formula->below, formula->above));
    return line.str();
  }
  const SmallVector<int, 2> over = facts::dependsOn(span);
  if (const auto lone = facts::loneRange(span, function))
    return Line()
        .raw("over", json::list(over, name))
        .number("only", lone->place)
        .raw("range", range(lone->range.lo, lone->range.hi))
        .str();
  const std::vector<Interval> table = facts::rangesOf(span, function);
  return Line()
      .raw("over", json::list(over, name))
      .raw("ranges", json::list(table, [](const Interval &r) { return range(r.lo, r.hi); }))
      .str();
}

/// What a coordinate is: slices, or an axis with a size.
static std::string coordinateJson(const Coordinate &coordinate) {
  Line line;
  line.string("name", coordinate.name);
  if (coordinate.cuts.empty()) return line.number("size", coordinate.count()).str();
  return line.raw("slices", slicesOf(coordinate.cuts)).str();
}

/// The texts of a function's ranges: of equal ones made once.
class SpanTexts {
public:
  explicit SpanTexts(const Function &function) : function(function) {}

  std::string box(ArrayRef<Span> spans) {
    return json::list(spans, [&](const Span &span) {
      const auto [text, fresh] = known.try_emplace({span.lo.values.get(), span.hi.values.get()});
      if (fresh) text->second = spanJson(function, span);
      return text->second;
    });
  }

private:
  const Function &function;
  std::map<std::pair<const void *, const void *>, std::string> known;
};

static std::string functionJson(const Plan &plan, const Function &function) {
  SpanTexts texts(function);
  const auto box = [&](const Buffer *buffer) { return texts.box(buffer->box); };
  const auto [args, reducer] = tensorsJson(plan, TensorParts(function), box);
  return Line()
      .raw("devices", range(function.firstShard, function.firstShard + function.shards()))
      .raw("coordinates", json::list(function.coordinates, coordinateJson))
      .raw("args", args.str())
      .string("function", function.name)
      .raw("reducer", reducer.str())
      .str();
}

static std::string shardsJson(const Plan &plan) {
  std::vector<std::string> lines;
  for (const Function &function : plan.functions) {
    if (plan.devices() > kListedShards) {
      lines.push_back(functionJson(plan, function));
      continue;
    }
    const TensorParts parts(function);
    for (int64_t shard = 0; shard < function.shards(); ++shard)
      lines.push_back(shardJson(plan, function, parts, shard));
  }
  return json::lines(lines);
}

/// Lines that are known, each once.
static std::string sourcesJson(ArrayRef<Source> sources) {
  std::vector<std::string> places;
  for (const Source &source : sources) {
    const std::string place = source.file + ":" + std::to_string(source.line);
    if (source.line != 0 && !llvm::is_contained(places, place)) places.push_back(place);
  }
  return json::list(places, [](const std::string &place) { return json::quoted(place); });
}

/// `body`: which of those of the step around them they are, where a value decides.
static void addSteps(const Function &function, ArrayRef<Step> steps,
                     std::vector<std::string> &lines, std::optional<size_t> body = std::nullopt) {
  const auto name = [&](int buffer) { return json::quoted(function.buffers[buffer].name); };
  for (const Step &step : steps) {
    const StringRef number = StringRef(step.label).split(' ').first;
    Line line;
    line.string("step", number);
    if (step.kind == Step::Kind::compute) {
      const Kernel &kernel = function.kernels[step.kernel];
      line.string("do", kernel.name).string("text", step.text).string("function", function.name);
      line.raw("shards", range(function.firstShard, function.firstShard + function.shards()));
      line.raw("results", json::list(step.outs, name)).raw("reads", json::list(step.ins, name));
      line.raw("source", sourcesJson(sourcesOf(function, step))).number("flops", kernel.flops);
      if (step.together) line.raw("together", "true");
    } else if (step.kind == Step::Kind::collective) {
      const Collective &collective = function.collectives[step.collective];
      line.string("do", shardc::name(collective.pattern)).string("text", step.text);
      line.string("function", function.name).string("collective", collective.id);
      line.raw("results", json::list(step.outs, name)).raw("reads", json::list(step.ins, name));
      if (step.together) line.raw("together", "true");
      if (step.runsOn) line.raw("runs_on", "true");
    } else if (step.kind == Step::Kind::wait) {
      line.string("do", "wait").string("text", step.text).string("function", function.name);
      line.string("collective", function.collectives[step.collective].id);
    } else {
      line.string("do", step.kind == Step::Kind::loop     ? "loop"
                        : step.kind == Step::Kind::branch ? "branch"
                        : step.kind == Step::Kind::swap   ? "swap"
                                                          : "collective");
      line.string("text", step.text).string("function", function.name).number("trips", step.trips);
      if (step.decider >= 0) line.string("decider", function.buffers[step.decider].name);
    }
    if (body) line.number("body", static_cast<int64_t>(*body));
    lines.push_back(line.str());
    for (const auto &[place, own] : llvm::enumerate(step.bodies))
      addSteps(function, own, lines,
               step.decider >= 0 ? std::optional<size_t>(place) : std::nullopt);
  }
}

static std::string bufferJson(const Function &function, const Buffer &buffer,
                              ArrayRef<std::string> steps, SpanTexts &texts) {
  const bool isFree = comesAndGoes(buffer.role) || buffer.donated || buffer.over >= 0;
  const std::string live =
      isFree && !steps.empty() ? steps[buffer.firstStep] + "-" + steps[buffer.lastStep] : "always";
  return Line()
      .string("name", buffer.name)
      .string("function", function.name)
      .string("value", buffer.value)
      .string("dtype", info(buffer.type).name)
      .number("bytes", buffer.bytes)
      .number("offset", buffer.offset)
      .raw("window", texts.box(buffer.window))
      .string("live", live)
      .str();
}

/// The numbers of the steps that do each kernel.
static void addLabels(ArrayRef<Step> steps, std::vector<std::vector<std::string>> &perKernel) {
  for (const Step &step : steps) {
    if (step.kind == Step::Kind::compute)
      perKernel[step.kernel].push_back(json::quoted(StringRef(step.label).split(' ').first));
    for (const std::vector<Step> &body : step.bodies)
      addLabels(body, perKernel);
  }
}

/// What a routine is told beside its operands.
static std::string attributesJson(ArrayRef<RoutineAttribute> attributes) {
  Line line;
  for (const RoutineAttribute &each : attributes) {
    if (const auto *text = std::get_if<std::string>(&each.value))
      line.string(each.name, *text);
    else if (const auto *number = std::get_if<double>(&each.value))
      line.raw(each.name, json::number(*number));
    else
      line.number(each.name, std::get<int64_t>(each.value));
  }
  return line.str();
}

static std::string kernelJson(const Plan &plan, const Function &function, const Kernel &kernel,
                              ArrayRef<std::string> steps) {
  Line line;
  line.string("name", kernel.name)
      .string("function", function.name)
      .string("formula", str(kernel.formula))
      .number("bytes", kernel.bytes)
      .number("flops", kernel.flops)
      .raw("steps", json::list(steps, [](const auto &label) { return label; }));
  if (kernel.call && !plan.routines[kernel.call->routine].attributes.empty())
    line.raw("attributes", attributesJson(plan.routines[kernel.call->routine].attributes));
  if (kernel.call && kernel.call->talksOver)
    line.raw("communicator", json::list(*kernel.call->talksOver, [&](int c) {
               return json::quoted(function.coordinates[c].name);
             }));
  return line.str();
}

static void addKernels(const Plan &plan, const Function &function,
                       std::vector<std::string> &lines) {
  std::vector<std::vector<std::string>> steps(function.kernels.size());
  addLabels(function.steps, steps);
  for (auto [kernel, labels] : llvm::zip_equal(function.kernels, steps))
    lines.push_back(kernelJson(plan, function, kernel, labels));
}

static std::string collectiveJson(const Plan &plan, const Function &function,
                                  const Collective &collective, SumBits bits, SpanTexts &texts) {
  const auto axis = [&](int c) { return json::quoted(function.coordinates[c].name); };
  std::vector<Source> because;
  for (const std::optional<Source> &source : {collective.maker, collective.user})
    if (source) because.push_back(*source);
  Line line;
  line.string("id", collective.id)
      .string("kind", name(collective.pattern))
      .string("value", collective.value)
      .raw("axes", json::list(collective.over, axis))
      .number("group_size", collective.groupSize)
      .number("times", collective.times)
      .raw("payload_bytes", json::number(collective.payloadBytes))
      .raw("wire_bytes", json::number(collective.wireBytes))
      .raw("bound_bytes", json::number(collective.boundBytes))
      .raw("because", sourcesJson(because))
      .string("cause", reports::causeText(collective.cause))
      .raw("held", texts.box(collective.held))
      .raw("needed", texts.box(collective.needed));
  if (collective.combine) line.string("combine", combinerInfo(*collective.combine)->word.str());
  if (facts::mayReorder(plan, collective)) line.raw("any_order", "true");
  if (collective.weighed) line.raw("otherwise_bytes", json::number(collective.weighed->otherwise));
  if (collective.combine) line.raw("keeps_bits", bits == SumBits::kept ? "true" : "false");
  if (bits != SumBits::kept) line.string("why_rounded", whyRounded(bits));
  return line.str();
}

static void addCollectives(const Plan &plan, const Function &function, SpanTexts &texts,
                           std::vector<std::string> &lines) {
  for (auto [collective, bits] : llvm::zip_equal(function.collectives, sumBits(function)))
    lines.push_back(collectiveJson(plan, function, collective, bits, texts));
}

static const char *nameOf(PlanValue::Kind kind) {
  switch (kind) {
  case PlanValue::Kind::input:
    return "input";
  case PlanValue::Kind::made:
    return "made";
  case PlanValue::Kind::output:
    return "output";
  }
  llvm_unreachable("a value has a kind");
}

static std::string valueJson(const PlanValue &value, ArrayRef<std::string> shardings) {
  return Line()
      .string("name", value.name)
      .string("kind", nameOf(value.kind))
      .raw("shape", json::numbers(value.shape))
      .raw("sharding", shardings[value.sharding])
      .str();
}

static std::string valuesJson(const Plan &plan) {
  const std::vector<std::string> shardings = json::each(plan.shardings, shardingJson);
  return json::lines(
      json::each(plan.values, [&](const PlanValue &value) { return valueJson(value, shardings); }));
}

static std::string repeatedJson(const Plan &plan) {
  Line bytes;
  for (size_t i = 0; i < plan.repeated.inputBytes.size() && i < plan.inputs.size(); ++i)
    bytes.number(plan.inputs[i].name, plan.repeated.inputBytes[i]);
  const auto stepJson = [](const Repeated::Work &step) {
    return Line().string("step", step.label).number("flops", step.flops).str();
  };
  return Line()
      .number("flops", plan.repeated.flops)
      .raw("work_ratio", json::number(plan.repeated.workRatio))
      .raw("by", json::list(plan.repeated.steps, stepJson))
      .raw("input_bytes", bytes.str())
      .str();
}

static StringRef modeName(PlanMode mode) {
  switch (mode) {
  case PlanMode::oneDevice:
    return "one device";
  case PlanMode::independent:
    return "independent";
  case PlanMode::collective:
    return "collective";
  }
  llvm_unreachable("a plan has a mode");
}

static std::string pricedSumJson(const facts::PricedSum &sum) {
  const facts::SumPrice &price = sum.price;
  return Line()
      .string("collective", sum.id)
      .raw("bytes_in_order", json::number(price.bytesInOrder))
      .raw("seconds_in_order", json::number(price.secondsInOrder))
      .raw("bytes_by_nccl", json::number(price.bytesByNccl))
      .raw("seconds_by_nccl", json::number(price.secondsByNccl))
      .str();
}

static std::string secondsJson(const Plan &plan) {
  const facts::Times times = facts::timesOf(plan);
  Line collectives;
  for (auto [collective, seconds] :
       llvm::zip_equal(plan.functions.front().collectives, times.collectives))
    collectives.raw(collective.id, json::number(seconds));
  return Line()
      .raw("work", json::number(times.working))
      .raw("moves", json::number(times.moving))
      .raw("call", json::number(times.all))
      .raw("collectives", collectives.str())
      .raw("sums", json::list(times.sums, pricedSumJson))
      .str();
}

static std::string feedsJson(const Plan &plan) {
  std::vector<std::string> lines;
  for (const Function &function : plan.functions)
    for (const Feed &feed : function.feeds)
      lines.push_back(Line()
                          .string("output", plan.outputs[feed.output].id)
                          .string("input", plan.inputs[feed.input].id)
                          .string("collective", function.collectives[feed.step.collective].id)
                          .str());
  return json::lines(lines);
}

static std::string libraryJson(const facts::LibraryUse &use) {
  return Line()
      .string("name", use.library->name)
      .raw("kernels", json::list(use.kernels, json::quoted))
      .str();
}

std::string planJson(const Plan &plan) {
  std::vector<std::string> steps, collectives, buffers, kernels;
  for (const Function &function : plan.functions) {
    SpanTexts texts(function);
    addSteps(function, function.steps, steps);
    addCollectives(plan, function, texts, collectives);
    const std::vector<std::string> numbers = facts::stepNumbers(function);
    for (const Buffer &buffer : function.buffers)
      buffers.push_back(bufferJson(function, buffer, numbers, texts));
    addKernels(plan, function, kernels);
  }
  const facts::Moved moved = facts::bytesMoved(plan);
  json::Object out;
  out.add("shardc", "1").add("name", json::quoted(plan.name)).add("id", json::quoted(plan.id));
  out.add("mode", json::quoted(modeName(plan.mode)));
  out.add("devices", std::to_string(plan.devices()));
  if (!plan.gpus.empty())
    out.add("gpus", json::list(plan.gpus, [](int64_t gpu) { return std::to_string(gpu); }));
  if (!plan.processes.empty())
    out.add("processes",
            json::list(plan.processes, [](int64_t process) { return std::to_string(process); }));
  out.add("machine", json::quoted(plan.machine.name));
  const auto inputJson = [&](const PlanTensor &input) { return tensorJson(plan, input); };
  out.add("inputs", json::lines(json::each(plan.inputs, inputJson)));
  std::vector<std::string> outputs;
  for (auto [output, bits] : llvm::zip_equal(plan.outputs, outputBits(plan)))
    outputs.push_back(tensorJson(plan, output, bits));
  out.add("outputs", json::lines(outputs));
  out.add("constants", json::lines(json::each(plan.constants, constantJson)));
  out.add("shards", shardsJson(plan));
  out.add("values", valuesJson(plan));
  out.add("steps", json::lines(steps));
  out.add("collectives", json::lines(collectives));
  out.add("bytes_moved", json::number(moved.payload));
  out.add("bytes_bound", json::number(moved.bound));
  if (facts::hasFeeds(plan)) out.add("feeds", feedsJson(plan));
  if (plan.tellsTimes && plan.devices() <= facts::kTimedDevices)
    out.add("seconds", secondsJson(plan));
  if (plan.otherWay)
    out.add(plan.otherWay->passesOn ? "bytes_moved_if_passed_on" : "bytes_moved_if_not_passed_on",
            json::number(plan.otherWay->bytes));
  out.add("keeps_bits", keepsBits(plan) ? "true" : "false");
  if (plan.isFast) {
    const auto [attention, tf32, tensor, byLibrary] = facts::inexactKernels(plan);
    std::vector<std::string> inexact;
    for (const auto &names : {attention, tf32, tensor, byLibrary})
      llvm::copy_if(names, std::back_inserter(inexact), [&](const std::string &name) {
        return !llvm::is_contained(inexact, name); // tensor cores do attention, too
      });
    out.add("inexact_kernels", json::list(inexact, json::quoted));
  }
  if (const auto uses = facts::libraryUses(plan); !uses.empty())
    out.add("libraries", json::lines(json::each(uses, libraryJson)));
  out.add("repeated", repeatedJson(plan));
  out.add("buffers", json::lines(buffers));
  out.add("peak_bytes_per_device", std::to_string(facts::peakBytes(plan)));
  out.add("live_bytes_per_device", std::to_string(facts::liveBytes(plan)));
  out.add("workspace_bytes_per_device",
          Line().number("cuda", facts::collectiveWorkspace(plan)).number("cpu", 0).str());
  out.add("flops_per_device", std::to_string(facts::flopsPerDevice(plan)));
  out.add("kernels", json::lines(kernels));
  out.add("warnings", json::lines(json::each(plan.warnings, [](const std::string &warning) {
            return json::quoted(warning);
          })));
  return out.str();
}

} // namespace shardc
