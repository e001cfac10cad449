// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/place.h"

#include "frontend/diagnostics.h"

namespace shardc {

namespace config {

using json::Value;

/// No machine has more.
static constexpr int64_t mostGpus = 1024;

Gpus readPlace(Value root) {
  Gpus gpus;
  const std::optional<Value> place = root.find("place");
  if (!place || !place->asObject("'place'") ||
      mlir::failed(place->onlyKeys({"gpus", "processes"}, "'place'")))
    return gpus;
  if (std::optional<Value> processes = place->find("processes"))
    report(processes->loc(), Diag::unsupported_key)
        << "'processes' is not supported yet: one process has all devices";
  std::optional<Value> list = place->find("gpus");
  if (list) list = list->asArray("'gpus'");
  if (!list) return gpus;
  gpus.loc = list->loc();
  for (Value number : list->elements()) {
    const std::optional<int64_t> gpu = number.asInteger("a GPU");
    if (gpu && (*gpu < 0 || *gpu >= mostGpus))
      report(number.loc(), Diag::wrong_value)
          << "GPUs are counted from 0, and up to " << mostGpus - 1 << ", not " << *gpu;
    gpus.numbers.push_back(gpu.value_or(0));
  }
  return gpus;
}

} // namespace config

bool fitsGpus(const Gpus &gpus, int64_t devices) {
  if (!gpus.loc || static_cast<int64_t>(gpus.numbers.size()) == devices) return true;
  report(*gpus.loc, Diag::wrong_count)
      << "'gpus' lists " << gpus.numbers.size() << " GPUs, and there are " << devices
      << (devices == 1 ? " device" : " devices") << "; give the number of a GPU for each";
  return false;
}

} // namespace shardc
