// SPDX-License-Identifier: Apache-2.0
#include "runtime/host/ops/positions.h"

#include "runtime/host/ops/call_room.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

static size_t count_of(const ValuePart &part) {
  size_t count = 0;
  for (const PartDim &dim : part.dims)
    count += dim.position >= 0;
  return count;
}

/// What a device has of each number. All results that anybody reads have all of them.
static List<Interval> positions_of(const List<ValuePart> &results, CallRoom &room) {
  for (const ValuePart &result : results) {
    const size_t count = count_of(result);
    if (count == 0) continue;
    Interval *const positions = room.make<Interval>(count);
    size_t k = 0;
    for (const PartDim &dim : result.dims)
      if (dim.position >= 0) positions[k++] = dim.part;
    return {positions, count};
  }
  return {};
}

/// The parts at a position.
static List<ValuePart> parts_at(const int64_t *at, const List<ValuePart> &parts, CallRoom &room) {
  ValuePart *const own = room.make<ValuePart>(parts.size());
  for (size_t k = 0; k < parts.size(); ++k) {
    const size_t rank = parts[k].dims.size();
    PartDim *const dims = room.make<PartDim>(rank);
    for (size_t d = 0; d < rank; ++d) {
      dims[d] = parts[k].dims[d];
      if (const int number = dims[d].position; number >= 0)
        dims[d].part = {at[number], at[number] + 1};
    }
    own[k] = parts[k];
    own[k].dims = {dims, rank};
  }
  return {own, parts.size()};
}

void for_each_position(const List<ValuePart> &operands, const List<ValuePart> &results,
                       CallOnce call) {
  CallRoom all;
  const List<Interval> positions = positions_of(results, all);
  if (positions.empty()) return call(operands, results);
  int64_t count = 1;
  for (const Interval &each : positions)
    count *= each.size();
  int64_t *const at = all.make<int64_t>(positions.size());
  for (int64_t number = 0; number < count; ++number) {
    int64_t rest = number;
    for (size_t k = positions.size(); k-- > 0; rest /= positions[k].size())
      at[k] = positions[k].lo + rest % positions[k].size();
    CallRoom room;
    call(parts_at(at, operands, room), parts_at(at, results, room));
  }
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
