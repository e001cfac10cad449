// SPDX-License-Identifier: Apache-2.0
// What `shardc plan` prints: shards with their slices, steps, memory, work repeated.
#include "codegen/bundle.h"

#include "codegen/cpp/literal.h"
#include "codegen/report/facts.h"
#include "codegen/report/text.h"

namespace shardc {

using namespace facts;

/// Shards are listed up to here; `plan --json` has more.
constexpr int64_t kListedShards = 64;
constexpr size_t kLongestName = 20;

static std::string shortened(StringRef name) {
  return name.size() <= kLongestName ? name.str() : name.take_front(kLongestName - 3).str() + "...";
}

/// "m[0:1, 1:4] m[1:4, 0:1]": what a shard has of a tensor.
static std::string boxesOf(const Function &function, Role role, size_t index, StringRef name,
                           int64_t shard) {
  const auto at = coordinatesOf(function, shard);
  std::string out;
  for (const Buffer &buffer : function.buffers) {
    if (buffer.role != role || buffer.index != static_cast<int>(index)) continue;
    out += (out.empty() ? "" : " ") + shortened(name) + text::box(boxAt(buffer.box, function, at));
  }
  return out;
}

static std::vector<std::string> rowOf(const Plan &plan, const Function &function, int64_t shard) {
  std::string makes;
  for (size_t i = 0; i < plan.outputs.size(); ++i) {
    const std::string box = boxesOf(function, Role::output, i, plan.outputs[i].id, shard);
    if (!box.empty()) makes += (makes.empty() ? "" : " ") + box;
  }
  std::vector<std::string> row = {std::to_string(function.firstShard + shard), makes};
  for (size_t i = 0; i < plan.inputs.size(); ++i) {
    const std::string box = boxesOf(function, Role::input, i, plan.inputs[i].id, shard);
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
    std::vector<std::vector<std::string>> rows = {{unit(plan), "makes", "from"}};
    for (int64_t shard = 0; shard < function.shards() && listed < kListedShards; ++shard, ++listed)
      rows.push_back(rowOf(plan, function, shard));
    if (rows.size() > 1) out += "\n" + layOut(rows);
  }
  if (listed < plan.devices())
    out += "  and " + withCommas(plan.devices() - listed) + " more: plan --json has up to 1,024\n";
  return out;
}

/// "c0: all_reduce over model, receives 98,304 bytes, bound 98,304 bytes".
static std::string collectiveText(const Function &function, const Collective &collective) {
  std::vector<std::string> axes;
  for (int c : collective.over)
    axes.push_back(shortened(text::clean(function.coordinates[c].name, 40)));
  std::string out = collective.id + ": " + name(collective.pattern);
  if (!axes.empty()) out += " over " + text::joined(axes);
  out += ", receives " + bytesText(collective.payloadBytes);
  if (collective.times != 1) out += " " + text::count(collective.times, "time");
  return collective.boundBytes == collective.payloadBytes
             ? out
             : out + ", bound " + bytesText(collective.boundBytes);
}

/// When branch `number` is taken.
static std::string branchText(const Function &function, const Step &step, size_t number) {
  if (number > 0 && number + 1 == step.bodies.size()) return "else:";
  const Buffer &decider = function.buffers[step.decider];
  const bool isBoolean = decider.type == ElementType::i1;
  return "where " + decider.name + " is " + (isBoolean ? "true" : std::to_string(number)) + ":";
}

static void addSteps(const Function &function, ArrayRef<Step> steps,
                     std::vector<std::vector<std::string>> &rows) {
  for (const Step &step : steps) {
    const StringRef number = StringRef(step.label).split(' ').first;
    std::vector<std::string> row = {number.str(), text::clean(step.text, 60)};
    if (step.kind == Step::Kind::compute) {
      const Kernel &kernel = function.kernels[step.kernel];
      row.push_back((isAlike(kernel) ? "" : "at most ") + text::count(kernel.flops, "FLOP") + ", " +
                    text::count(kernel.bytes, "byte"));
    } else if (step.kind == Step::Kind::collective) {
      row.push_back(collectiveText(function, function.collectives[step.collective]) +
                    (step.together ? ", at once with the step before" : ""));
    } else if (step.kind == Step::Kind::loop) {
      row.push_back(step.decider < 0 ? text::count(step.trips, "trip") : "");
    }
    rows.push_back(row);
    for (size_t number = 0; number < step.bodies.size(); ++number) {
      if (step.kind == Step::Kind::branch) rows.push_back({"", branchText(function, step, number)});
      addSteps(function, step.bodies[number], rows);
    }
  }
}

static std::string stepsPart(const Plan &plan) {
  std::string out;
  for (const Function &function : plan.functions) {
    std::vector<std::vector<std::string>> rows = {
        {"step", plan.functions.size() > 1 ? "on shards " + shardNumbers(function) : "", "work"}};
    addSteps(function, function.steps, rows);
    out += "\n" + text::columns("  ", rows);
  }
  return out;
}

static std::string fixed2(double value) {
  const int64_t hundredths = static_cast<int64_t>(value * 100 + 0.5);
  const std::string rest = std::to_string(hundredths % 100);
  return withCommas(hundredths / 100) + "." + std::string(2 - rest.size(), '0') + rest;
}

static std::string repeatedPart(const Plan &plan) {
  std::vector<std::string> inputs;
  for (size_t i = 0; i < plan.repeated.inputBytes.size() && i < plan.inputs.size(); ++i)
    if (plan.repeated.inputBytes[i] != 0)
      inputs.push_back(shortened(plan.inputs[i].id) + " " +
                       text::count(plan.repeated.inputBytes[i], "byte"));
  std::string words = plan.repeated.flops == 0
                          ? "no work is done twice"
                          : text::count(plan.repeated.flops, "FLOP") + ", " +
                                fixed2(plan.repeated.workRatio) + " times the work";
  words += inputs.empty() ? "; no input is held twice" : "; held twice: " + text::joined(inputs);
  return text::wrapped("            ", words, "  repeated  ");
}

static std::string totalsPart(const Plan &plan) {
  std::string out = "\n  memory    " + text::count(peakBytes(plan), "byte") + " per " + unit(plan) +
                    "; no order of memory needs less than " + withCommas(liveBytes(plan)) + "\n";
  if (plan.mode == PlanMode::collective) {
    const Moved moved = bytesMoved(plan);
    out += "  received  " + bytesText(moved.payload) + " per device (mean); at least " +
           bytesText(moved.bound) + " must be\n";
  } else if (plan.devices() > 1) {
    out += repeatedPart(plan);
  }
  for (const std::string &warning : plan.warnings)
    out += text::wrapped("            ", text::clean(warning), "  warning   ");
  return out;
}

std::string planTable(const Plan &plan) {
  return text::wrapped("", plan.id + ": " + arrangement(plan)) + shardsPart(plan) +
         stepsPart(plan) + totalsPart(plan);
}

} // namespace shardc
