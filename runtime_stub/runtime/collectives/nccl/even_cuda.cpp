// SPDX-License-Identifier: Apache-2.0
#include "runtime/collectives/nccl/even_cuda.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Whether the first box of the first group has as many elements as all others, and some.
static bool are_even(const std::vector<EvenBoxes> &groups) {
  const int64_t count = elements(groups.front().boxes.front());
  return count > 0 && std::all_of(groups.begin(), groups.end(), [&](const EvenBoxes &group) {
           return group.boxes.size() > 1 &&
                  std::all_of(group.boxes.begin(), group.boxes.end(),
                              [&](const Box &box) { return elements(box) == count; });
         });
}

static std::optional<EvenBoxes> gather_of(const ExchangeRoute &route) {
  EvenBoxes group = {route.devices, {}, route.from, route.into};
  for (const ExchangeRoute::Fetch &fetch : route.fetches.front())
    group.boxes.push_back(fetch.box);
  if (group.boxes.size() != route.devices.size()) return std::nullopt;
  for (const std::vector<ExchangeRoute::Fetch> &fetches : route.fetches) {
    if (fetches.size() != group.boxes.size()) return std::nullopt;
    for (size_t k = 0; k < fetches.size(); ++k)
      if (!same_box(fetches[k].box, group.boxes[k])) return std::nullopt;
  }
  return group;
}

std::optional<std::vector<EvenBoxes>> even_gather(const std::vector<ExchangeRoute> &routes) {
  std::vector<EvenBoxes> groups;
  for (const ExchangeRoute &route : routes) {
    std::optional<EvenBoxes> group = gather_of(route);
    if (!group) return std::nullopt;
    groups.push_back(std::move(*group));
  }
  if (!are_even(groups)) return std::nullopt;
  return groups;
}

std::optional<std::vector<EvenBoxes>> even_sum(const std::vector<ReductionRoute> &routes) {
  const bool alike = routes.front().alike;
  std::vector<EvenBoxes> groups;
  for (const ReductionRoute &route : routes) {
    if (route.alike != alike) return std::nullopt;
    groups.push_back({route.devices,
                      alike ? std::vector<Box>(route.devices.size(), route.all) : route.shares,
                      route.from, route.into});
  }
  if (!are_even(groups)) return std::nullopt;
  return groups;
}

std::optional<int> nccl_type(Type type) {
  constexpr Type types[] = {Type::i8,   Type::ui8, Type::i32, Type::ui32, Type::i64,
                            Type::ui64, Type::f16, Type::f32, Type::f64,  Type::bf16};
  const auto *found = std::find(std::begin(types), std::end(types), type);
  if (found == std::end(types)) return std::nullopt;
  return static_cast<int>(found - types);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
