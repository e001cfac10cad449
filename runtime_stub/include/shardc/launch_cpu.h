// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stream.h"

#include <functional>
#include <type_traits>

// Of `baseline::x`, `avx2::x` and `avx512::x`, which are the same compiled for other instructions,
// the one for the processor that this runs on. All give the same bits; without fma in hardware
// products are slow.
#ifdef __x86_64__
#define SHARDC_FOR_PROCESSOR(x)                                                                    \
  (shardc::runtime::instructions() == shardc::runtime::Instructions::avx512 ? avx512::x            \
   : shardc::runtime::instructions() == shardc::runtime::Instructions::avx2 ? avx2::x              \
                                                                            : baseline::x)
#else
#define SHARDC_FOR_PROCESSOR(x) ((void)shardc::runtime::instructions(), baseline::x)
#endif

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

/// Sets of instructions: those of every processor, of x86-64-v3, of x86-64-v4.
enum class Instructions { baseline, avx2, avx512 };
/// What kernels use: all that the processor has, or what the environment's SHARDC_ISA names. Throws
/// where the processor does not have it.
Instructions instructions();

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
