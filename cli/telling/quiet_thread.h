// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <thread>

#include <pthread.h>
#include <signal.h>

namespace shardc {

/// A thread that no signal interrupts: those to the process go to the thread that does the work,
/// which knows what it has to tidy up.
template <typename Body>
std::thread quietThread(Body body) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  std::thread thread(std::move(body));
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return thread;
}

} // namespace shardc
