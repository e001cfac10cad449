// SPDX-License-Identifier: Apache-2.0
#include "tests/support/random_sharding.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::test {

using Json = nlohmann::ordered_json;

static const char *const kNames[] = {"x", "y", "z"};

static const std::vector<std::vector<int64_t>> &meshes() {
  static const std::vector<std::vector<int64_t>> all = {
      {2},    {3},    {4},    {5},    {6},    {7},    {8},    {12},      {2, 2},
      {2, 3}, {3, 2}, {4, 2}, {2, 4}, {1, 2}, {6, 2}, {1, 7}, {2, 2, 2}, {3, 1, 2}};
  return all;
}

RandomMesh::RandomMesh(std::mt19937 &random)
    : RandomMesh(random, meshes()[random() % meshes().size()], true) {}

RandomMesh::RandomMesh(std::mt19937 &random, const std::vector<int64_t> &sizes, bool subAxes)
    : random(random), sizes(sizes), subAxes(subAxes), pieces(cutAxes()) {}

std::vector<std::string> RandomMesh::cutAxes() {
  std::vector<std::string> cut;
  for (size_t axis = 0; axis < sizes.size(); ++axis) {
    const std::string name = kNames[axis];
    if (!subAxes || chance(60)) {
      cut.push_back(name);
      continue;
    }
    for (int64_t before = 1; before < sizes[axis];) {
      const int64_t rest = sizes[axis] / before;
      std::vector<int64_t> divisors;
      for (int64_t divisor = 2; divisor <= rest; ++divisor)
        if (rest % divisor == 0) divisors.push_back(divisor);
      const int64_t size = divisors[below(static_cast<int64_t>(divisors.size()))];
      cut.push_back(size == sizes[axis]
                        ? name
                        : name + ":(" + std::to_string(before) + ")" + std::to_string(size));
      before *= size;
    }
  }
  return cut;
}

std::string RandomMesh::text() const {
  std::string mesh;
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    mesh += (axis ? ", " : "") + std::string(kNames[axis]) + "=" + std::to_string(sizes[axis]);
  return mesh;
}

Json RandomMesh::json() {
  if (chance(85)) return text();
  Json axes = Json::array(), ids = Json::array();
  for (size_t axis = 0; axis < sizes.size(); ++axis)
    axes.push_back({kNames[axis], sizes[axis]});
  for (int64_t device = 0; device < devices(); ++device) {
    ids.push_back(device);
    std::swap(ids.back(), ids[below(device + 1)]);
  }
  return {{"axes", axes}, {"device_ids", ids}};
}

int64_t RandomMesh::devices() const {
  int64_t count = 1;
  for (const int64_t size : sizes)
    count *= size;
  return count;
}

Json RandomMesh::sharding(size_t rank, bool closed) {
  if (!closed && rank > 0 && chance(6)) return {{"device", below(devices())}};
  const bool nests = !subAxes || chance(80);
  std::vector<std::string> order = nests ? pieces : cutAxes();
  for (size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[below(static_cast<int64_t>(k))]);
  std::vector<Json> axes(rank, Json::array());
  Json replicated = Json::array(), priorities = Json::array(), dims = Json::array();
  Json unreduced = Json::array();
  for (const std::string &piece : order) {
    if (rank > 0 && chance(65))
      axes[below(static_cast<int64_t>(rank))].push_back(piece);
    else if (!closed && chance(10))
      replicated.push_back(piece);
    else if (!closed && nests && chance(20))
      unreduced.push_back(piece);
  }
  // An axis of size 1 counts as none, and a closed dimension without axes has no priority.
  const bool anyPriority = !closed && !llvm::is_contained(sizes, 1) && chance(10);
  for (Json &list : axes) {
    if (!closed && chance(40)) list.push_back("?");
    dims.push_back(list.empty() ? Json() : list.size() == 1 ? list[0] : list);
    priorities.push_back(anyPriority && !list.empty() ? Json(below(3)) : Json());
  }
  if (replicated.empty() && unreduced.empty() && !anyPriority) return dims;
  Json made = {{"dims", dims}, {"replicated", replicated}};
  const char *kinds[] = {"sum", "max", "min"};
  if (!unreduced.empty()) made["unreduced"][kinds[below(3)]] = unreduced;
  if (anyPriority) made["priority"] = priorities;
  return made;
}

} // namespace shardc::test
