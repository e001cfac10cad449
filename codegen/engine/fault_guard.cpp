// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/fault_guard.h"

#include <csignal>
#include <cstring>

#include <unistd.h>

namespace shardc {

// Signal handlers reach nothing but variables of this kind.
static thread_local const char *guarded = nullptr;

static constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};

/// Handlers have a stack of their own: that of the thread may be what has overflowed.
namespace {
struct HandlerStack {
  HandlerStack() {
    const stack_t own = {.ss_sp = memory, .ss_flags = 0, .ss_size = sizeof memory};
    sigaltstack(&own, nullptr);
  }
  ~HandlerStack() {
    const stack_t none = {.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
    sigaltstack(&none, nullptr);
  }
  alignas(16) char memory[16 * 1024];
};
} // namespace

static void say(const char *text) { (void)!write(STDERR_FILENO, text, std::strlen(text)); }

static void endIn(int signal) {
  if (!guarded) { // not ours: what would have happened happens when the instruction is done again
    std::signal(signal, SIG_DFL);
    return;
  }
  say("shardc: internal error: ");
  say(guarded);
  say(signal == SIGFPE   ? " computes what the processor cannot"
      : signal == SIGILL ? " has an instruction that the processor lacks"
                         : " reaches memory that is not its own");
  say("; please report this with the program\n");
  _exit(70);
}

static bool installHandlers() {
  struct sigaction action = {};
  action.sa_handler = endIn;
  action.sa_flags = SA_ONSTACK;
  for (const int signal : kSignals)
    sigaction(signal, &action, nullptr);
  return true;
}

FaultGuard::FaultGuard(const std::string &what) : before(guarded) {
  [[maybe_unused]] static const bool installed = installHandlers();
  [[maybe_unused]] thread_local const HandlerStack stack;
  guarded = what.c_str();
}

FaultGuard::~FaultGuard() { guarded = before; }

} // namespace shardc
