// SPDX-License-Identifier: Apache-2.0
// Counts each step of a bundle on its first device, and writes a line of JSON for each into the
// file that the environment's COUNTS names. CACHES names one with what a block of each kernel has
// of the first cache, a line "kernel bytes" each.
#define EMULATION_LOCAL
#include "../runtime/device.h"
#include "counter.h"

#include <cstdlib>
#include <cxxabi.h>
#include <dlfcn.h>
#include <fstream>
#include <memory>
#include <set>

namespace emulation {

/// "rsqrt_0" of a function `jit_f::gpu::rsqrt_0(float const *)`.
static std::string nameOf(const void *kernel) {
  Dl_info info = {};
  if (!dladdr(kernel, &info) || !info.dli_sname) return "?";
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status), &std::free);
  std::string name = status == 0 ? text.get() : info.dli_sname;
  name.resize(std::min(name.find('('), name.size()));
  return name.substr(name.rfind(':') + 1);
}

static Share shareOf(const std::string &kernel) {
  std::ifstream file(std::getenv("CACHES") ? std::getenv("CACHES") : "");
  std::string name;
  for (Share share; file >> name >> share.cache;)
    if (name == kernel) return share;
  return {};
}

static std::string textOf(const std::map<int, double> &loads) {
  std::string text;
  for (const auto &[between, count] : loads)
    text +=
        (text.empty() ? "[" : ", [") + std::to_string(between) + ", " + std::to_string(count) + "]";
  return "[" + text + "]";
}

static void write(const std::string &kernel, const char *step, const Counts &counts) {
  std::ofstream file(std::getenv("COUNTS") ? std::getenv("COUNTS") : "/dev/stderr", std::ios::app);
  file << "{\"kernel\": \"" << kernel << "\", \"step\": \"" << step << '"';
  const std::pair<const char *, double> numbers[] = {
      {"blocks", counts.blocks},
      {"threads", counts.threads},
      {"working", counts.working},
      {"sectors", counts.sectors},
      {"fewest_sectors", counts.fewestSectors},
      {"copied_sectors", counts.copiedSectors},
      {"missed", counts.missed},
      {"shared_requests", counts.sharedRequests},
      {"wavefronts", counts.wavefronts},
      {"fewest_wavefronts", counts.fewestWavefronts},
      {"meetings", counts.meetings},
      {"shared_loads", counts.sharedLoads},
      {"races", static_cast<double>(counts.races)},
  };
  for (const auto &[name, number] : numbers)
    file << ", \"" << name << "\": " << std::to_string(number);
  file << ", \"cached_loads\": " << textOf(counts.cachedLoads)
       << ", \"missed_loads\": " << textOf(counts.missedLoads) << "}\n";
}

void launched(const void *kernel, const char *step, int device, dim3 grid, dim3 block,
              const std::function<void()> &thread) {
  static std::set<std::string> counted;
  if (device != 0) return;
  const std::string name = nameOf(kernel);
  const bool isNew = counted.insert(name + " " + step).second;
  const int64_t blocks = int64_t{grid.x} * grid.y * grid.z;
  if (!isNew && blocks > kSampledBlocks) return;
  gridDim = grid;
  blockDim = block;
  const Counts counts = countGrid(thread, shareOf(name));
  if (isNew) write(name, step, counts);
}

} // namespace emulation
