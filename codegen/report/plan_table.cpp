// SPDX-License-Identifier: Apache-2.0
// What `shardc plan` prints: what matters of the whole first, then shards with their slices, and
// steps. What does not fit on a screen is shortened, the least telling first.
#include "codegen/bundle.h"

#include "codegen/report/facts.h"
#include "codegen/report/plan_summary.h"
#include "codegen/report/schedules.h"
#include "codegen/report/tensor_parts.h"
#include "codegen/report/times/times.h"
#include "codegen/text/literal.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardc {

using namespace facts;
using reports::TensorParts;

/// Shards are listed up to here; `plan --json` has more.
constexpr int64_t kShownShards = 64;
constexpr size_t kLongestCell = 20;
/// Of a screen.
constexpr size_t kScreenLines = 45;
/// Of a screen, sentences.
constexpr size_t kReasons = 8;

static std::string shortened(StringRef name) {
  return name.size() <= kLongestCell ? name.str() : name.take_front(kLongestCell - 3).str() + "...";
}

/// "m[0:1, 1:4] m[1:4, 0:1]": what a shard has of a tensor.
static std::string boxesOf(const Function &function, const TensorParts::Parts &parts,
                           StringRef name, ArrayRef<int64_t> coordinates) {
  std::string out;
  for (const Buffer *buffer : parts)
    out += (out.empty() ? "" : " ") + shortened(name) +
           text::box(boxAt(buffer->box, function, coordinates));
  return out;
}

static std::vector<std::string> rowOf(const Plan &plan, const Function &function,
                                      const TensorParts &parts, int64_t shard) {
  const auto at = coordinatesOf(function, shard);
  std::string makes;
  for (size_t i = 0; i < plan.outputs.size(); ++i) {
    const std::string box = boxesOf(function, parts.of(Role::output, i), plan.outputs[i].id, at);
    if (!box.empty()) makes += (makes.empty() ? "" : " ") + box;
  }
  std::vector<std::string> row = {std::to_string(function.firstShard + shard), makes};
  for (size_t i = 0; i < plan.inputs.size(); ++i) {
    const std::string box = boxesOf(function, parts.of(Role::input, i), plan.inputs[i].id, at);
    if (!box.empty()) row.push_back(box);
  }
  return row;
}

/// Rows as columns where they fit, else an entry a line.
static std::string layOut(std::vector<std::vector<std::string>> rows) {
  const std::string table = text::columns("  ", rows);
  bool fits = true;
  for (StringRef rest = table; !rest.empty(); rest = rest.split('\n').second)
    fits &= rest.split('\n').first.size() <= text::kColumns;
  if (fits) return table;
  std::string out;
  for (const auto &row : rows) {
    if (row.size() < 2) continue;
    out += text::wrapped("  ", row[0] + "  " + row[1]);
    for (size_t i = 2; i < row.size(); ++i)
      out += text::wrapped("       ", row[i]);
  }
  return out;
}

static std::string shardsPart(const Plan &plan) {
  std::string out;
  int64_t listed = 0;
  for (const Function &function : plan.functions) {
    const TensorParts parts(function);
    std::vector<std::vector<std::string>> rows = {{unit(plan), "makes", "from"}};
    for (int64_t shard = 0; shard < function.shards() && listed < kShownShards; ++shard, ++listed)
      rows.push_back(rowOf(plan, function, parts, shard));
    if (rows.size() > 1) out += "\n" + layOut(rows);
  }
  if (listed < plan.devices())
    out += "  and " + withCommas(plan.devices() - listed) + " more: plan --json has up to 1,024\n";
  return out;
}

/// "c0: all_reduce over model, receives 98,304 bytes, bound 98,304 bytes".
static std::string collectiveText(const Function &function, const Collective &collective,
                                  std::optional<double> seconds) {
  std::vector<std::string> axes;
  for (int c : collective.over)
    axes.push_back(shortened(text::clean(function.coordinates[c].name, 40)));
  std::string out = collective.id + ": " + name(collective.pattern);
  if (!axes.empty()) out += " over " + text::joined(axes);
  out += ", receives " + bytesText(collective.payloadBytes);
  if (collective.times != 1) out += " " + text::count(collective.times, "time");
  if (seconds) out += " in about " + timeText(*seconds);
  return collective.boundBytes == collective.payloadBytes
             ? out
             : out + ", bound " + bytesText(collective.boundBytes);
}

/// ", communicates over p": what it moves then nobody knows.
static std::string talkText(const Function &function, const Kernel &kernel) {
  if (!kernel.call || !kernel.call->talksOver) return "";
  std::vector<std::string> axes;
  for (const int c : *kernel.call->talksOver)
    axes.push_back(shortened(text::clean(function.coordinates[c].name, 40)));
  return ", communicates" + (axes.empty() ? " with nobody" : " over " + text::joined(axes));
}

/// When branch `number` is taken.
static std::string branchText(const Function &function, const Step &step, size_t number) {
  if (number > 0 && number + 1 == step.bodies.size()) return "else:";
  const Buffer &decider = function.buffers[step.decider];
  const bool isBoolean = decider.type == ElementType::i1;
  return "where " + decider.name + " is " + (isBoolean ? "true" : std::to_string(number)) + ":";
}

static void addSteps(const Function &function, ArrayRef<Step> steps, const Times *times,
                     std::vector<std::vector<std::string>> &rows) {
  std::string last; // collective: those that are done at once follow each other
  for (const Step &step : steps) {
    const StringRef number = StringRef(step.label).split(' ').first;
    const bool isWait = step.kind == Step::Kind::wait;
    std::vector<std::string> row = {isWait ? "" : number.str(), text::clean(step.text, 60)};
    if (step.kind == Step::Kind::compute) {
      const Kernel &kernel = function.kernels[step.kernel];
      row.push_back((isAlike(kernel) ? "" : "at most ") + text::count(kernel.flops, "FLOP") + ", " +
                    text::count(kernel.bytes, "byte") + talkText(function, kernel));
    } else if (step.kind == Step::Kind::collective) {
      const Collective &collective = function.collectives[step.collective];
      row.push_back(collectiveText(function, collective,
                                   times ? std::optional(times->collectives[step.collective])
                                         : std::nullopt) +
                    (step.together ? ", with " + last : "") + (step.runsOn ? "; runs on" : ""));
      last = collective.id;
    } else if (step.kind == Step::Kind::loop) {
      row.push_back(step.decider < 0 ? text::count(step.trips, "trip") : "");
    }
    rows.push_back(row);
    for (auto [body, inside] : llvm::enumerate(step.bodies)) {
      if (step.kind == Step::Kind::branch) rows.push_back({"", branchText(function, step, body)});
      addSteps(function, inside, times, rows);
    }
  }
}

/// Shortens what steps do where the rest leaves less of a line.
static void fitInLines(std::vector<std::vector<std::string>> &rows) {
  constexpr size_t kLeast = 20, kMost = 60, kBetween = 6; // in front, and between columns
  size_t label = 0, work = 0;
  for (const auto &row : rows) {
    label = std::max(label, row[0].size());
    if (row.size() > 2) work = std::max(work, row[2].size());
  }
  const size_t taken = std::min(label + work + kBetween, text::kColumns);
  for (auto &row : rows)
    row[1] = text::clean(row[1], std::clamp(text::kColumns - taken, kLeast, kMost));
}

static std::string stepsPart(const Plan &plan) {
  std::string out;
  const bool isTimed = plan.tellsTimes && communicates(plan) && plan.devices() <= kTimedDevices;
  const std::optional<Times> times = isTimed ? std::optional(timesOf(plan)) : std::nullopt;
  for (const Function &function : plan.functions) {
    std::vector<std::vector<std::string>> rows = {
        {"step", plan.functions.size() > 1 ? "on shards " + shardNumbers(function) : "", "work"}};
    addSteps(function, function.steps, times ? &*times : nullptr, rows);
    fitInLines(rows);
    out += "\n" + text::columns("  ", rows);
  }
  return out;
}

static std::string headPart(const Plan &plan) {
  constexpr size_t kFunctions = 8;
  const std::string what = plan.functions.size() <= kFunctions
                               ? arrangement(plan)
                               : withCommas(plan.devices()) + " independent shards";
  return text::wrapped("", plan.id + ": " + what);
}

static std::string everything(const Plan &plan, size_t mostReasons) {
  return headPart(plan) + reports::totalsPart(plan, reports::kAllRows) +
         reports::tensorsPart(plan, /*grouped=*/false, reports::kAllRows) +
         reports::whyPart(plan, mostReasons) + shardsPart(plan) + stepsPart(plan);
}

static std::string moreText(const Plan &plan, const std::string &what) {
  return "\n  -v shows " + what + "the boxes of " + text::count(plan.devices(), unit(plan)) + "\n";
}

/// Without the boxes of every shard: how inputs and outputs are cut says as much.
static std::string withoutShards(const Plan &plan) {
  return headPart(plan) + reports::totalsPart(plan, reports::kAllRows) +
         reports::tensorsPart(plan, /*grouped=*/false, reports::kAllRows) +
         reports::whyPart(plan, kReasons) + stepsPart(plan) + moreText(plan, "");
}

/// No part has more rows than that.
static std::string inRows(const Plan &plan, size_t most) {
  int64_t steps = 0;
  for (const Function &function : plan.functions)
    steps += stepsOf(function);
  return headPart(plan) + reports::totalsPart(plan, most) +
         reports::tensorsPart(plan, /*grouped=*/true, most) +
         reports::whyPart(plan, std::min(most, kReasons)) + reports::heaviestPart(plan, most) +
         moreText(plan, "all " + text::count(plan.inputs.size(), "input") + " and " +
                            text::count(steps, "step") + ", and ");
}

static bool fits(StringRef text) { return text.count('\n') <= kScreenLines; }

std::string planTable(const Plan &plan, Detail detail) {
  // Nothing is laid out that cannot fit.
  const size_t least = plan.inputs.size() + plan.outputs.size();
  if (detail == Detail::all)
    return everything(plan, reports::kAllRows) + reports::schedulesPart(plan);
  if (least + static_cast<size_t>(plan.devices()) < kScreenLines)
    if (const std::string text = everything(plan, kReasons); fits(text)) return text;
  if (least < kScreenLines)
    if (const std::string text = withoutShards(plan); fits(text)) return text;
  for (size_t rows = 12; rows > 2; --rows)
    if (const std::string text = inRows(plan, rows); fits(text)) return text;
  return inRows(plan, 2);
}

} // namespace shardc
