// SPDX-License-Identifier: Apache-2.0
#include "codegen/check/check_collectives.h"

#include "codegen/check/check_groups.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

void CollectiveChecker::move(const Step &step) {
  function.collectives[step.collective].combine ? reduce(step) : exchange(step);
}

bool CollectiveChecker::endsHold(const Step &step, const SharedBoxes &held,
                                 const SharedBoxes &needed) {
  const int from = step.ins.front(), to = step.outs.front();
  if (!contents.holds(from, held)) {
    state.fail(step, "device " + boxes.first(held, contents[from].filled) + " of " +
                         state.nameOf(from) + " is given, which is not held" +
                         contents.whyLost(from));
    return false;
  }
  if (!boxes.covers(state.windowOf(to), needed)) {
    state.fail(step, "device " + boxes.first(needed, state.windowOf(to)) + " is brought to " +
                         state.nameOf(to) + ", which has no room for it");
    return false;
  }
  return true;
}

void CollectiveChecker::exchange(const Step &step) {
  const Collective &collective = function.collectives[step.collective];
  const SharedBoxes held = state.boxesOf(collective.held),
                    needed = state.boxesOf(collective.needed);
  if (!endsHold(step, held, needed)) return;
  const PartialSum sum = contents[step.ins.front()].partial;
  for (int coordinate : collective.over)
    if (sum.over.count(coordinate))
      return state.fail(step, state.nameOf(step.ins.front()) + " is a partial sum on every member");
  if (checked.insert({held.get(), needed.get(), collective.over}).second) {
    if (pairVolume(held, held, collective.over) != countOfAll(held))
      return state.fail(step, "members of a group have the same elements of " +
                                  state.nameOf(step.ins.front()));
    if (pairVolume(needed, held, collective.over) != countOfAll(needed))
      return state.fail(step, "a device needs elements of " + state.nameOf(step.ins.front()) +
                                  " that no member of its group has");
  }
  const Content &from = contents[step.ins.front()];
  contents.fill(step.outs.front(), {needed, sum, from.isZero, from.literal});
}

void CollectiveChecker::reduce(const Step &step) {
  const Collective &collective = function.collectives[step.collective];
  const SharedBoxes held = state.boxesOf(collective.held),
                    needed = state.boxesOf(collective.needed);
  if (!endsHold(step, held, needed)) return;
  const Content &from = contents[step.ins.front()];
  for (int coordinate : collective.over) {
    const std::string axis = "'" + function.coordinates[coordinate].name + "'";
    if (!from.isZero && !from.partial.over.count(coordinate))
      return state.fail(step, state.nameOf(step.ins.front()) + " is combined over " + axis +
                                  ", where all members hold the same");
    if (llvm::any_of(held->dims,
                     [&](const auto &dim) { return llvm::is_contained(dim.over, coordinate); }))
      return state.fail(step, "members of a group over " + axis +
                                  " have partial sums of different boxes of " +
                                  state.nameOf(step.ins.front()));
  }
  const bool isSum = collective.asBits || collective.combine == kSum;
  const ElementType type = function.buffers[step.ins.front()].type;
  const bool isAsMade = collective.asBits
                            ? from.partial.asBits && collective.combine == from.partial.combine
                            : isAs(from.partial, {from.partial.over, *collective.combine}, type);
  if (from.isZero ? !isSum : !isAsMade)
    return state.fail(step, "it does not combine " + state.nameOf(step.ins.front()) +
                                " as its partial sums are made");
  if (!boxes.covers(held, needed))
    return state.fail(step, "device " + boxes.first(needed, held) +
                                " is needed, of which members have no partial sums");
  PartialSum left = from.partial;
  for (int coordinate : collective.over)
    left.over.erase(coordinate);
  if (left.over.empty()) left = {};
  contents.fill(step.outs.front(), {needed, std::move(left)});
}

} // namespace shardc
