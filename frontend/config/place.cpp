// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/place.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace config {

using json::Value;

static constexpr int64_t mostGpus = 1024; // no machine has more
static constexpr int64_t mostProcesses = 65536;

/// A number from 0 up to `most` - 1 for each device. `what`: "GPUs"; `one`: "a GPU".
static DevicePlaces::List readNumbers(Value place, StringRef key, StringRef what, StringRef one,
                                      int64_t most) {
  DevicePlaces::List read;
  std::optional<Value> list = place.find(key);
  if (list) list = list->asArray(("'" + key + "'").str());
  if (!list) return read;
  read.loc = list->loc();
  for (Value number : list->elements()) {
    const std::optional<int64_t> given = number.asInteger(one);
    if (given && (*given < 0 || *given >= most))
      report(number.loc(), Diag::wrong_value)
          << what << " are counted from 0, and up to " << most - 1 << ", not " << *given;
    read.numbers.push_back(given.value_or(0));
  }
  return read;
}

/// A process without a device would have nothing to do.
static void requireAll(const DevicePlaces::List &processes) {
  if (processes.numbers.empty()) return;
  const int64_t last = *llvm::max_element(processes.numbers);
  for (int64_t number = 0; number < last; ++number)
    if (!llvm::is_contained(processes.numbers, number)) {
      report(*processes.loc, Diag::wrong_value)
          << "'processes' places a device in process " << last << " and none in " << number
          << "; number them without gaps";
      return;
    }
}

DevicePlaces readPlace(Value root) {
  DevicePlaces read;
  const std::optional<Value> place = root.find("place");
  if (!place || !place->asObject("'place'") ||
      mlir::failed(place->onlyKeys({"gpus", "processes", "hosts"}, "'place'")))
    return read;
  read.gpus = readNumbers(*place, "gpus", "GPUs", "a GPU", mostGpus);
  read.processes = readNumbers(*place, "processes", "processes", "a process", mostProcesses);
  requireAll(read.processes);
  read.hosts = readNumbers(*place, "hosts", "hosts", "a host", mostProcesses);
  return read;
}

} // namespace config

static bool fits(const DevicePlaces::List &list, StringRef key, StringRef what, StringRef one,
                 int64_t devices) {
  if (!list.loc || static_cast<int64_t>(list.numbers.size()) == devices) return true;
  report(*list.loc, Diag::wrong_count)
      << "'" << key << "' lists " << list.numbers.size() << " " << what << ", and there are "
      << devices << (devices == 1 ? " device" : " devices") << "; give the number of a " << one
      << " for each";
  return false;
}

bool fits(const DevicePlaces &place, int64_t devices) {
  const bool gpus = fits(place.gpus, "gpus", "GPUs", "GPU", devices);
  const bool hosts = fits(place.hosts, "hosts", "hosts", "host", devices);
  return fits(place.processes, "processes", "processes", "process", devices) && gpus && hosts;
}

} // namespace shardc
