// SPDX-License-Identifier: Apache-2.0
#include "cli/telling/progress.h"

#include "cli/telling/quiet_thread.h"

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace shardc {

/// What is over sooner needs no line.
static constexpr auto kPatience = std::chrono::seconds(2);
static constexpr auto kBetweenDrawings = std::chrono::milliseconds(100);

/// Whether a line can be shown and written anew.
static bool canRewrite(const CommandOptions &options) {
  if (options.verbose || options.jsonDiagnostics || isatty(STDERR_FILENO) == 0) return false;
  if (std::getenv("NO_COLOR")) return false;
  const char *terminal = std::getenv("TERM");
  return terminal && *terminal != 0 && std::string_view(terminal) != "dumb";
}

Progress::Progress(const CommandOptions &options) {
  if (!canRewrite(options)) return;
  thread = quietThread([this] {
    std::unique_lock lock(mutex);
    ends.wait_for(lock, kPatience, [this] { return over; });
    while (!over) {
      draw();
      ends.wait_for(lock, kBetweenDrawings, [this] { return over; });
    }
  });
}

Progress::~Progress() {
  if (!thread.joinable()) return;
  end();
  thread.join();
}

void Progress::begin(const std::string &newWhat, const std::string &newUnit, int64_t newDone,
                     std::optional<int64_t> newOf) {
  const std::lock_guard lock(mutex);
  what = newWhat;
  unit = newUnit;
  done = newDone;
  of = newOf;
  hidden = false;
}

void Progress::advance() {
  const std::lock_guard lock(mutex);
  ++done;
  hidden = false;
}

void Progress::hide() {
  const std::lock_guard lock(mutex);
  hidden = true;
  erase();
}

void Progress::end() {
  const std::lock_guard lock(mutex);
  over = true;
  erase();
  ends.notify_one();
}

std::string Progress::text() const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - start);
  std::string line = "shardc: " + what;
  if (!unit.empty()) {
    line += " (" + std::to_string(done);
    if (of) line += " of " + std::to_string(*of);
    line += " " + unit + (of.value_or(done) == 1 ? "" : "s") + " done)";
  }
  return line + ", " + std::to_string(seconds.count()) + " s";
}

void Progress::draw() {
  if (hidden) return;
  std::fprintf(stderr, "\r%s\x1b[K", text().c_str());
  drawn = true;
}

void Progress::erase() {
  if (drawn) std::fputs("\r\x1b[K", stderr);
  drawn = false;
}

} // namespace shardc
