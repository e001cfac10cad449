// SPDX-License-Identifier: Apache-2.0
// What stages take.
#pragma once

#include "cli/options/options.h"

#include "mlir/Support/LLVM.h"

#include <chrono>
#include <string>
#include <vector>

namespace shardc {

/// Collects seconds and the peak of resident memory [bytes] per stage; says them as they end if
/// verbose, and writes them as JSON to a file if one is given.
class Timings {
public:
  explicit Timings(const CommandOptions &options) : options(options) {}

  /// Times what happens while it lives.
  class Clock {
  public:
    Clock(Timings &timings, std::string name);
    ~Clock();
    Clock(const Clock &) = delete;

  private:
    Timings &timings;
    std::string name;
    std::chrono::steady_clock::time_point begin;
  };
  Clock start(std::string name) { return Clock(*this, std::move(name)); }

  /// Fails, having said so, where the file cannot be written.
  mlir::LogicalResult write() const;

private:
  struct Entry {
    std::string name;
    double seconds;
    int64_t peakBytes;
  };
  const CommandOptions &options;
  std::vector<Entry> entries;
};

} // namespace shardc
