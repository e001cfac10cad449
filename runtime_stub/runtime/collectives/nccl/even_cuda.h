// SPDX-License-Identifier: Apache-2.0
// Which collectives are those of libraries: all members of all groups give, or take, as much.
#pragma once

#include "runtime/collectives/collectives_routes.h"

#include <optional>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Per member of a group a box of as many elements, in the order of the members.
struct EvenBoxes {
  std::vector<int> devices;
  std::vector<Box> boxes;      // what each gives of a gather, or is given of a sum
  std::vector<Box> from, into; // windows
};

/// Of routes of all devices: all members need what all hold. None where it is otherwise, or uneven.
std::optional<std::vector<EvenBoxes>> even_gather(const std::vector<ExchangeRoute> &routes);
/// In all groups members are given the same of a sum, so that the boxes are equal, or in all each
/// is given a box of its own.
std::optional<std::vector<EvenBoxes>> even_sum(const std::vector<ReductionRoute> &routes);

/// NCCL's number of a type that it adds up; none of others.
std::optional<int> nccl_type(Type type);

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
