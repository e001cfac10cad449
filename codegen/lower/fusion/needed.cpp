// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fusion/needed.h"

#include <map>

namespace shardc {

namespace {

class Follower {
public:
  Follower(const Graph &graph, ArrayRef<PartReads> computed) : graph(graph) {
    for (const PartReads &one : computed) {
      const int into = graph.values[one.part.value].into;
      reads[one.part] = one.reads;
      if (into >= 0) writers[{into, one.part.part}].push_back(one.part);
    }
    for (int control = 0; control < static_cast<int>(graph.controls.size()); ++control) {
      for (int cell : graph.controls[control].cells)
        controlOf[cell] = control;
      for (const auto &[cell, value] : graph.controls[control].next)
        nextOf[cell].push_back(value);
    }
  }

  Needed run(ArrayRef<PartRef> outputs) {
    for (const PartRef &output : outputs)
      need(output);
    while (!next.empty())
      follow(next.pop_back_val());
    return std::move(needed);
  }

private:
  void need(PartRef part) {
    if (needed.parts.insert(part).second) next.push_back(part);
  }

  void needControl(int control) {
    if (control < 0 || !needed.controls.insert(control).second) return;
    const GraphControl &own = graph.controls[control];
    if (own.decider >= 0) need({own.decider, 0});
    needControl(graph.regions[own.region]);
  }

  void follow(PartRef part) {
    const GraphValue &value = graph.values[part.value];
    needControl(graph.regions[value.region]);
    if (value.kind == GraphValue::Kind::moved) need({value.operands.front(), 0});
    if (value.kind == GraphValue::Kind::cell) return followCell(part);
    for (const PartRef &read : reads[part])
      need(read);
  }

  void followCell(PartRef part) {
    const int control = controlOf.at(part.value);
    needControl(control);
    for (const PartRef &writer : writers[part])
      need(writer);
    for (int value : nextOf[part.value])
      need({value, part.part});
  }

  const Graph &graph;
  std::map<PartRef, ArrayRef<PartRef>> reads;
  std::map<PartRef, SmallVector<PartRef, 2>> writers; // of cells
  std::map<int, int> controlOf;                       // of cells
  std::map<int, SmallVector<int, 1>> nextOf;          // what takes the places of cells
  Needed needed;
  SmallVector<PartRef, 16> next;
};

} // namespace

Needed neededFor(const Graph &graph, ArrayRef<PartRef> outputs, ArrayRef<PartReads> computed) {
  return Follower(graph, computed).run(outputs);
}

} // namespace shardc
