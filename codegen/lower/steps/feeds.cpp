// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/steps/feeds.h"

#include "codegen/lower/steps/buffer_uses.h"
#include "runtime/io/lookup.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

class Feeds {
public:
  explicit Feeds(Plan &plan)
      : plan(plan), function(plan.functions.front()), grid(gridOf(function)) {}

  void add() {
    const runtime::Lookup inputs(namesOf(plan.inputs), runtime::Side::input);
    for (const auto &[output, tensor] : llvm::enumerate(plan.outputs)) {
      const runtime::Found found = inputs.find(tensor.name);
      const bool isOne = found.index >= 0 && found.other < 0;
      if (isOne && tensor.type == plan.inputs[found.index].type)
        add(static_cast<int>(output), found.index);
    }
  }

private:
  static std::vector<runtime::Signature> namesOf(ArrayRef<PlanTensor> tensors) {
    std::vector<runtime::Signature> names;
    for (const PlanTensor &tensor : tensors)
      names.push_back({tensor.id, {}, {}, tensor.name});
    return names;
  }

  ShardBoxes boxesOf(const Buffer &buffer) const {
    ShardBoxes boxes{grid, {}};
    for (const Span &span : buffer.box)
      boxes.dims.push_back(intervalsOf(grid, span));
    return boxes;
  }

  void add(int output, int input) {
    const auto &left = plan.outputs[output].unreduced;
    const int from = bufferOf(function, Role::output, output),
              into = bufferOf(function, Role::input, input);
    if (plan.inputs[input].unreduced || from < 0 || into < 0) return;
    const Buffer &source = function.buffers[from], &target = function.buffers[into];
    if (!left && source.box == target.box && source.window == target.window) return;
    const ShardBoxes held = boxesOf(source), needed = boxesOf(target);
    if (left && !coversEverywhere(held, needed)) return;
    const Move move = left ? reductionTo(needed, left->over) : exchangeBetween(held, needed);
    Collective made = collective(move, source, target);
    if (left) made.combine = left->combine;
    Feed feed{output, input, {}};
    feed.step.kind = Step::Kind::collective;
    feed.step.label = "feed " + target.name;
    feed.step.text = target.name + " = " + name(made.pattern) + "(" + source.name + ")";
    feed.step.ins.push_back(from);
    feed.step.outs.push_back(into);
    feed.step.collective = static_cast<int>(function.collectives.size());
    function.collectives.push_back(std::move(made));
    function.feeds.push_back(std::move(feed));
  }

  Collective collective(const Move &move, const Buffer &source, const Buffer &target) const {
    const double bytes = info(source.type).bytes;
    Collective made;
    made.id = "f" + std::to_string(function.feeds.size());
    made.pattern = move.over.empty() ? Pattern::exchange : move.pattern; // nothing but copies
    made.value = source.value;
    made.over = move.over;
    made.held = source.box;
    made.needed = target.box;
    made.groupSize = grid.size(move.over);
    made.times = 0;
    made.payloadBytes = made.wireBytes = move.payload * bytes;
    made.boundBytes = move.bound * bytes;
    return made;
  }

  Plan &plan;
  Function &function;
  const ShardGrid grid;
};

} // namespace

void addFeeds(Plan &plan) { Feeds(plan).add(); }

} // namespace shardc
