// SPDX-License-Identifier: Apache-2.0
// Writing HLO's shardings: the devices of each tile in a list, and the list as an iota where it is
// made of digits (digits.h), which are then its reshape and its transpose.
#include "frontend/ir/sharding/notations/hlo_sharding.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

static std::string commas(llvm::ArrayRef<int64_t> numbers) {
  std::string text;
  for (const int64_t number : numbers)
    text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

/// "<=[2,4]T(1,0)": the digits' sizes, major first, and which of them counts when.
static std::string iotaText(const Digits &digits, int64_t devices) {
  if (digits.size() < 2) return "<=[" + std::to_string(devices) + "]";
  Digits shape = digits;
  llvm::sort(shape, [](const Digit &a, const Digit &b) { return a.stride > b.stride; });
  std::vector<int64_t> sizes, order;
  for (const Digit &digit : shape)
    sizes.push_back(digit.size);
  for (const Digit &digit : llvm::reverse(digits))
    order.push_back(llvm::find(shape, digit) - shape.begin());
  return "<=[" + commas(sizes) + "]T(" + commas(order) + ")";
}

/// What HLO has no words for.
static std::string unsayable(const MeshedSharding &given) {
  const auto hasPriority = [](const DimSharding &dim) { return dim.priority > 0; };
  if (llvm::any_of(given.sharding.dims, hasPriority)) return "a priority";
  if (!given.sharding.replicated.empty()) return "axes that stay replicated";
  if (given.sharding.unreducedBy != UnreducedBy::sum)
    return "parts that are combined by max or min";
  return "";
}

std::optional<std::string> hloText(const MeshedSharding &given, NotationProblem &problem) {
  if (const auto device = onlyDevice(given))
    return "{maximal device=" + std::to_string(*device) + "}";
  const std::string without = unsayable(given);
  if (!without.empty()) {
    problem = {"HLO has no word for " + without + "; spec and sdy have"};
    return std::nullopt;
  }
  const Mesh &mesh = given.mesh;
  std::vector<int64_t> tiles;
  AxisList all = given.sharding.used();
  for (const DimSharding &dim : given.sharding.dims)
    tiles.push_back(product(dim.axes));
  const int64_t unreduced = product(given.sharding.unreduced);
  all.append(given.sharding.unreduced.begin(), given.sharding.unreduced.end());
  const int64_t copies = mesh.devices() / product(all);
  if (copies == mesh.devices()) return "{replicated}";
  const std::vector<int64_t> devices = devicesByBlock(all, mesh, {"", {{"", mesh.devices()}}, {}});
  std::string last;
  if (unreduced > 1) {
    tiles.push_back(unreduced);
    last = copies > 1 ? " last_tile_dims={unreduced, replicated}" : " last_tile_dims={unreduced}";
  } else if (copies > 1) {
    last = " last_tile_dim_replicate";
  }
  if (copies > 1) tiles.push_back(copies);
  const std::optional<Digits> digits = digitsOf(devices);
  return "{devices=[" + commas(tiles) + "]" +
         (digits ? iotaText(*digits, mesh.devices()) : commas(devices)) + last + "}";
}

} // namespace shardc
