// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/sources/movements.h"

#include "codegen/plan/names.h"
#include "frontend/ir/formula/expressions/combiners.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

#include <unordered_map>

namespace shardc::bundle {

namespace {
/// Collects what the steps of a function move.
class Collector {
public:
  explicit Collector(const Function &function) : function(function) {
    for (const Kernel &kernel : function.kernels)
      names.reserve(kernel.name);
    list.of.resize(function.collectives.size(), -1);
  }

  Movements collect() {
    add(function.steps);
    for (const Feed &feed : function.feeds)
      add(feed.step);
    return std::move(list);
  }

private:
  const Function &function;
  Names names;
  Movements list;
  std::unordered_map<size_t, SmallVector<int, 1>> byHash;

  void add(ArrayRef<Step> steps) {
    for (const Step &step : steps) {
      if (step.kind == Step::Kind::collective) add(step);
      for (const std::vector<Step> &body : step.bodies)
        add(body);
    }
  }

  void add(const Step &step) {
    const Collective &collective = function.collectives[step.collective];
    const Buffer &from = function.buffers[step.ins.front()];
    const Buffer &into = function.buffers[step.outs.front()];
    auto &alike = byHash[hashOf(collective)];
    const auto *same = llvm::find_if(alike, [&](int number) {
      const Movement &other = list.all[number];
      const Collective &c = *other.collective;
      return c.pattern == collective.pattern && c.over == collective.over &&
             c.combine == collective.combine && c.asBits == collective.asBits &&
             c.held == collective.held && c.needed == collective.needed &&
             other.heldWindow.spans == from.window && other.neededWindow.spans == into.window;
    });
    const bool isNew = same == alike.end();
    if (isNew) alike.push_back(static_cast<int>(list.all.size()));
    list.of[step.collective] = isNew ? alike.back() : *same;
    if (isNew) list.all.push_back(make(collective, from, into));
    Movement &movement = list.all[list.of[step.collective]];
    if (into.role == Role::input)
      movement.feeds.push_back(into.name);
    else
      movement.steps.push_back(step.label);
  }

  /// Of a few of the numbers: most that differ do so there.
  static size_t hashOf(const Collective &collective) {
    size_t hash = llvm::hash_value(collective.pattern);
    for (const SmallVector<Span, 4> *spans : {&collective.held, &collective.needed})
      for (const Span &span : *spans)
        hash = llvm::hash_combine(hash, span.lo.values.size(), (*span.lo.values).back(),
                                  (*span.hi.values).back());
    return hash;
  }

  Movement make(const Collective &collective, const Buffer &from, const Buffer &into) {
    std::string name = shardc::name(collective.pattern) + std::string("_over");
    for (int c : collective.over)
      name += "_" + identifier(function.coordinates[c].name);
    if (collective.over.empty()) name = shardc::name(collective.pattern) + std::string("_alone");
    name = names.fresh(name);
    return {name,
            &collective,
            boxOf(from, collective.held, "held_in_" + name),
            boxOf(from, from.window, ""),
            boxOf(into, collective.needed, "needed_in_" + name),
            boxOf(into, into.window, "")};
  }

  static BoxName boxOf(const Buffer &buffer, const SmallVector<Span, 4> &spans,
                       const std::string &otherwise) {
    if (spans == buffer.box) return {"box_" + buffer.name, spans};
    if (spans == buffer.window) return {"window_" + buffer.name, spans};
    return {otherwise, spans};
  }
};
} // namespace

Movements movementsOf(const Function &function) { return Collector(function).collect(); }

std::string tableType(const Collective &collective) {
  return collective.combine ? "Reduction" : "Exchange";
}

std::string axesText(const Function &function, const Collective &collective) {
  std::vector<std::string> axes;
  for (int c : collective.over)
    axes.push_back("\"" + text::clean(function.coordinates[c].name, 40) + "\"");
  return text::listed(axes);
}

std::string movementDeclarations(const Parts &parts, const Function &function) {
  std::string out;
  for (const Movement &movement : parts.movements(function).all)
    out += "extern const " + tableType(*movement.collective) + " " + movement.name + ";\n";
  if (out.empty()) return "";
  return "/// How devices exchange data: in which groups, which boxes.\n" + out + "\n";
}

std::string combineText(Fn fn) { return combinerInfo(fn)->collective.str(); }

std::string groupText(const Function &function, ArrayRef<int> over) {
  std::vector<std::string> names, sizes, axes;
  for (const Coordinate &coordinate : function.coordinates)
    sizes.push_back(std::to_string(coordinate.count()));
  for (int c : over) {
    names.push_back(text::clean(function.coordinates[c].name, 40));
    axes.push_back(std::to_string(c));
  }
  return "{.name = " + text::quoted(text::joined(names)) + ", .mesh = {" + text::joined(sizes) +
         "}, .axes = {" + text::joined(axes) + "}}";
}

/// "step 3 v7", "steps 3 v7 and 9 v20", "steps 3 v7, 9 v20, 12 v31 and 61 more"
static std::string namedText(const std::string &what, ArrayRef<std::string> labels) {
  constexpr size_t kNamed = 3;
  std::vector<std::string> named;
  for (const std::string &label : labels.take_front(kNamed))
    named.push_back(text::clean(label, 80));
  const size_t count = labels.size();
  if (count > kNamed) named.push_back(std::to_string(count - kNamed) + " more");
  return what + (count == 1 ? " " : "s ") + text::listed(named);
}

/// "step 3 v7", "step 3 v7, and input a between calls"
static std::string stepsText(const Movement &movement) {
  std::vector<std::string> parts;
  if (!movement.steps.empty()) parts.push_back(namedText("step", movement.steps));
  if (!movement.feeds.empty())
    parts.push_back(namedText("input", movement.feeds) + " between calls");
  return text::joined(parts, ", and ");
}

static std::string boxesText(const BoxName &box, const BoxName &window) {
  return "{.box = " + box.name + ", .window = " + window.name + "}";
}

std::string movementDefinitions(const Parts &parts, const Function &function) {
  std::string out;
  for (const Movement &movement : parts.movements(function).all) {
    const Collective &collective = *movement.collective;
    std::vector<std::string> fields = {".group = " + groupText(function, collective.over)};
    if (collective.combine) {
      fields.push_back(".combine = Combine::" + combineText(*collective.combine));
      if (collective.asBits) fields.push_back(".as_bits = true");
    }
    fields.push_back(".held = " + boxesText(movement.held, movement.heldWindow));
    fields.push_back(".needed = " + boxesText(movement.needed, movement.neededWindow));
    if (mayReorder(parts.plan, collective)) fields.push_back(".any_order = true");
    out += text::wrapped("// ", "For " + stepsText(movement) + ", among devices " +
                                    groupsText(function, collective) + ".");
    out += text::braced("const " + tableType(collective) + " " + movement.name + " = {", fields,
                        "};") +
           "\n";
  }
  return out.empty() ? ""
                     : "// What moves: the boxes that devices hold and need, each with the "
                       "window of its buffer.\n\n" +
                           out + "\n";
}

} // namespace shardc::bundle
