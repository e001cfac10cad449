// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stream.h"

#include <functional>
#include <type_traits>

// Before a kernel: it is compiled for several sets of instructions, and the processor that it runs
// on gets its own. All give the same bits, but without fma in hardware products are slow. The
// function is not static: Clang 22 would not emit all that it uses. Sanitizers start before the
// choice is made.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SHARDC_ONE_TARGET
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) ||                         \
    __has_feature(memory_sanitizer)
#define SHARDC_ONE_TARGET
#endif
#endif
#if defined(__clang__) ? __clang_major__ < 22 : __GNUC__ < 12
#define SHARDC_ONE_TARGET // target_clones knows no such names, or is not heeded
#endif
#if defined(__x86_64__) && defined(__GLIBC__) && !defined(SHARDC_ONE_TARGET)
#define SHARDC_KERNEL __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define SHARDC_KERNEL
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Adds `work` to the stream. `step` is what messages call it, and lives as long as the program.
void enqueue(Stream &stream, const char *step, std::function<void()> work);

/// A place where streams wait for each other, any number of times. Must live as long as they work.
struct Meeting;
std::shared_ptr<Meeting> arrange_meeting(std::vector<int> devices);
/// Adds to the stream of one of these devices: what follows begins when all of them have come. No
/// thread waits meanwhile. To come for different steps is a failure.
void meet(Stream &stream, const char *step, std::shared_ptr<Meeting> meeting);

/// Runs a kernel of the CPU target: a function that is its loops.
template <typename... Parameters>
void launch(Stream &stream, const char *step, void (*kernel)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  enqueue(stream, step, [=] { kernel(arguments...); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
