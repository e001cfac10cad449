// SPDX-License-Identifier: Apache-2.0
// A line on a terminal that says what takes so long.
#pragma once

#include "cli/options/options.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

namespace shardc {

/// From two seconds on, a line on standard error that is written anew until the work is done:
/// "shardc: reshard (2 of 5 stages done), 12 s". None where standard error is no terminal, or one
/// that cannot go back to the beginning of a line (TERM=dumb); none with NO_COLOR, -v or messages
/// as JSON. What others print does not mix with it if `hide` is called before.
class Progress {
public:
  explicit Progress(const CommandOptions &options);
  ~Progress();
  Progress(const Progress &) = delete;

  /// What is being done from now on. `unit` ("stage") is counted: `done` of `of`, if that is known;
  /// "": nothing is.
  void begin(const std::string &what, const std::string &unit = "", int64_t done = 0,
             std::optional<int64_t> of = std::nullopt);
  /// One more of the unit is done.
  void advance();
  /// Takes the line away until something begins or advances.
  void hide();
  /// Takes it away for good.
  void end();

private:
  using Clock = std::chrono::steady_clock;
  void draw();
  void erase();
  std::string text() const;

  const Clock::time_point start = Clock::now();
  std::mutex mutex; // of all below
  std::condition_variable ends;
  bool over = false, hidden = true, drawn = false;
  std::string what, unit;
  int64_t done = 0;
  std::optional<int64_t> of;
  std::thread thread; // none where there is nothing to draw on
};

} // namespace shardc
