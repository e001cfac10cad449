// SPDX-License-Identifier: Apache-2.0
#include "codegen/plan.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cassert>

namespace shardc {

int64_t Bound::max() const { return *llvm::max_element(values); }
int64_t Bound::min() const { return *llvm::min_element(values); }

int64_t Function::shards() const {
  int64_t count = 1;
  for (const Coordinate &coordinate : coordinates)
    count *= coordinate.count();
  return count;
}

int64_t Plan::devices() const {
  int64_t count = 0;
  for (const Function &function : functions)
    count = std::max(count, function.firstShard + function.shards());
  return std::max<int64_t>(count, 1);
}

SmallVector<int64_t, 4> coordinatesOf(const Function &function, int64_t number) {
  SmallVector<int64_t, 4> at(function.coordinates.size());
  for (size_t c = at.size(); c-- > 0;) {
    const int64_t count = function.coordinates[c].count();
    at[c] = number % count;
    number /= count;
  }
  return at;
}

/// The place in `over`'s row-major table.
static int64_t placeOf(ArrayRef<int> over, const Function &function,
                       ArrayRef<int64_t> coordinates) {
  int64_t place = 0;
  for (int c : over)
    place = place * function.coordinates[c].count() + coordinates[c];
  return place;
}

int64_t valueAt(const Bound &bound, const Function &function, ArrayRef<int64_t> coordinates) {
  return bound.values[placeOf(bound.over, function, coordinates)];
}

Interval spanAt(const Span &span, const Function &function, ArrayRef<int64_t> coordinates) {
  return {valueAt(span.lo, function, coordinates), valueAt(span.hi, function, coordinates), 1};
}

Box boxAt(ArrayRef<Span> spans, const Function &function, ArrayRef<int64_t> coordinates) {
  Box box;
  for (const Span &span : spans)
    box.push_back(spanAt(span, function, coordinates));
  return box;
}

int64_t countSteps(ArrayRef<Step> steps) {
  int64_t count = 0;
  for (const Step &step : steps) {
    ++count;
    for (const std::vector<Step> &body : step.bodies)
      count += countSteps(body);
  }
  return count;
}

/// Whether a value changes when only coordinate `c` does.
static bool dependsOn(int c, const Function &function, ArrayRef<int64_t> perShard) {
  int64_t stride = 1;
  for (const Coordinate &inner : ArrayRef(function.coordinates).drop_front(c + 1))
    stride *= inner.count();
  const int64_t count = function.coordinates[c].count();
  for (int64_t shard = 0; shard < static_cast<int64_t>(perShard.size()); ++shard)
    if (shard / stride % count != 0 && perShard[shard] != perShard[shard - stride]) return true;
  return false;
}

Bound boundOf(const Function &function, ArrayRef<int64_t> perShard) {
  assert(static_cast<int64_t>(perShard.size()) == function.shards() && "one value per shard");
  Bound bound;
  int64_t places = 1;
  for (int c = 0; c < static_cast<int>(function.coordinates.size()); ++c) {
    if (!dependsOn(c, function, perShard)) continue;
    bound.over.push_back(c);
    places *= function.coordinates[c].count();
  }
  std::vector<int64_t> values(places);
  for (int64_t shard = 0; shard < static_cast<int64_t>(perShard.size()); ++shard)
    values[placeOf(bound.over, function, coordinatesOf(function, shard))] = perShard[shard];
  bound.values = std::move(values);
  return bound;
}

} // namespace shardc
