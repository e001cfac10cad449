// SPDX-License-Identifier: Apache-2.0
// OpenBLAS shares one matrix out to all processors, and by what they wait for each other small ones
// take longer than one thread alone takes for them: LU of 256 by 256 25 times as long by two
// threads. It is found while the program runs, as what LAPACK's name stands for is chosen where it
// runs.
#pragma once

#include "runtime/namespace.h"

#include <cstdint>
#include <dlfcn.h>
#include <mutex>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// What goes to threads of a library's own: matrices of more elements. It depends on a matrix
/// alone, not on how many a device has, as the number of threads may change bits.
constexpr int64_t kElementsForOneThread = 512 * 512;

/// While there are some, OpenBLAS works by the threads that call it; other libraries as they like.
class OneThreadEach {
public:
  OneThreadEach() {
    State &state = the_state();
    const std::lock_guard lock(state.mutex);
    if (state.users++ > 0 || !state.get || !state.set) return;
    state.before = state.get();
    state.set(1);
  }
  ~OneThreadEach() {
    State &state = the_state();
    const std::lock_guard lock(state.mutex);
    if (--state.users == 0 && state.get && state.set) state.set(state.before);
  }
  OneThreadEach(const OneThreadEach &) = delete;
  OneThreadEach &operator=(const OneThreadEach &) = delete;

private:
  struct State {
    std::mutex mutex;
    int users = 0, before = 1;
    int (*get)() = reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, "openblas_get_num_threads"));
    void (*set)(int) = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT,
                                                             "openblas_set_num_threads"));
  };
  static State &the_state() {
    static State state;
    return state;
  }
};

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
