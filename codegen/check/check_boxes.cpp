// SPDX-License-Identifier: Apache-2.0
#include "codegen/check/check_boxes.h"

namespace shardc {

const SharedBoxes &CheckedBoxes::of(ArrayRef<Span> spans) {
  std::vector<const void *> key;
  for (const Span &span : spans)
    key.insert(key.end(), {span.lo.values.get(), span.hi.values.get()});
  const auto [own, fresh] = known.try_emplace(std::move(key));
  if (!fresh) return own->second;
  ShardBoxes boxes{grid, {}};
  for (const Span &span : spans)
    boxes.dims.push_back(intervalsOf(grid, span));
  return own->second = std::move(boxes);
}

bool CheckedBoxes::covers(const SharedBoxes &outer, const SharedBoxes &inner) {
  if (outer.get() == inner.get()) return true;
  const auto [own, fresh] = knownCovers.try_emplace({outer.get(), inner.get()});
  if (fresh) own->second = coversEverywhere(outer, inner);
  return own->second;
}

int64_t CheckedBoxes::largest(const SharedBoxes &boxes) {
  const auto [own, fresh] = knownElements.try_emplace(boxes.get());
  if (fresh) own->second = largestVolume(boxes);
  return own->second;
}

std::string CheckedBoxes::first(const SharedBoxes &inner,
                                const std::optional<SharedBoxes> &outer) const {
  int64_t device = 0;
  while (device + 1 < inner.size() &&
         (isEmpty(inner[device]) || (outer && shardc::covers((*outer)[device], inner[device]))))
    ++device;
  return std::to_string(firstShard + device) + ": " + str(inner[device]);
}

} // namespace shardc
