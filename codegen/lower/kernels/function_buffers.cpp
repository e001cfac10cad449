// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/kernels/function_buffers.h"

#include "analysis/boxes/shard_reads.h"

#include <set>

namespace shardc {

FunctionBuffers::FunctionBuffers(const Graph &graph, const Needed &needed, Function &function,
                                 Spans &allSpans)
    : graph(graph), function(function), allSpans(allSpans) {
  for (const char *word : {"d", "shards", "machine", "slot", "buffers", "stream", "step"})
    names.reserve(word);
  std::set<PartRef> used;
  for (const PartRef &part : needed.parts)
    used.insert(homeOf(graph, part));
  std::map<int, int> parts;
  for (const PartRef &part : used)
    ++parts[part.value];
  std::map<int, int> next;
  for (const PartRef &part : used)
    add(part, parts[part.value], next[part.value]++);
}

/// The part of an output value that holds the output's box is the output.
static Role roleOf(const GraphValue &value, const GraphPart &part) {
  if (value.kind == GraphValue::Kind::input) return Role::input;
  if (value.kind == GraphValue::Kind::constant) return Role::constant;
  if (value.output < 0 || &part != outputPart(value)) return Role::temporary;
  return Role::output;
}

void FunctionBuffers::add(PartRef part, int count, int number) {
  const GraphValue &value = graph.values[part.value];
  Buffer buffer;
  const std::string suffix = count > 1 ? "_" + std::to_string(number) : "";
  buffer.name = names.fresh(identifier(value.name) + suffix);
  buffer.value = value.name;
  buffer.type = value.type.type;
  buffer.shape = value.type.shape;
  const GraphPart &boxes = value.parts[part.part];
  buffer.role = roleOf(value, boxes);
  buffer.box = spans(buffer.role == Role::output ? value.outputBoxes : boxes.boxes);
  buffer.window = spans(boxes.windows);
  buffer.index = value.output >= 0 ? value.output : value.index;
  if (buffer.role == Role::temporary) buffer.index = -1;
  buffer.part = number;
  buffer.bytes = mostElements(boxes.windows) * info(buffer.type).bytes;
  numbers[part] = static_cast<int>(function.buffers.size());
  windows.push_back(boxes.windows);
  function.buffers.push_back(std::move(buffer));
}

/// Of the shard that has most.
int64_t FunctionBuffers::mostElements(const SharedBoxes &boxes) {
  const auto [known, fresh] = knownElements.try_emplace(boxes.get(), 0);
  if (fresh) known->second = largestVolume(boxes);
  return known->second;
}

const SmallVector<Span, 4> &FunctionBuffers::spans(const SharedBoxes &perShard) {
  const auto [known, fresh] = knownSpans.try_emplace(perShard.get());
  if (fresh) known->second = allSpans.of(perShard->dims);
  return known->second;
}

Kernel::Window FunctionBuffers::windowOf(int number) const {
  const Buffer &b = function.buffers[number];
  return {b.name, b.type, b.shape, b.window};
}

} // namespace shardc
