// SPDX-License-Identifier: Apache-2.0
#include "cli/telling/timings.h"

#include "cli/io/write_file.h"
#include "cli/telling/tell.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <sys/resource.h>

namespace shardc {

static int64_t peakBytes() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss * int64_t{1024};
}

Timings::Clock::Clock(Timings &timings, std::string name)
    : timings(timings), name(std::move(name)), begin(std::chrono::steady_clock::now()) {}

Timings::Clock::~Clock() {
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  if (timings.options.verbose)
    say(timings.options, "timing", llvm::formatv("{0,-12} {1:f3} s", name, took.count()).str());
  timings.entries.push_back({std::move(name), took.count(), peakBytes()});
}

mlir::LogicalResult Timings::write() const {
  if (options.timings.empty()) return mlir::success();
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "{\"stages\": [";
  for (const Entry &entry : entries)
    out << (&entry == &entries.front() ? "\n" : ",\n")
        << llvm::formatv("  {{\"name\": \"{0}\", \"seconds\": {1:f6}, \"peak_bytes\": {2}}",
                         entry.name, entry.seconds, entry.peakBytes);
  out << "\n]}\n";
  llvm::Error error = writeFile(options.timings, text);
  if (!error) return mlir::success();
  environmentError(options, llvm::toString(std::move(error)));
  return mlir::failure();
}

} // namespace shardc
