// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "runtime/host/cpu/chunks_cpu.h"
#include "runtime/host/function_ref.h"
#include "runtime/host/stream.h"

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

/// A step begins on the stream's device; messages call it `step`, which lives as long as the
/// program. Throws where the session has failed or its limit has passed.
void begin(Stream &stream, const char *step);

/// Calls body(from, to) for all indices of the loop: at once, or where threads have nothing else to
/// do, chunk by chunk with their help.
void divide(Stream &stream, Chunks chunks, FunctionRef<void(int64_t, int64_t)> body);

/// Runs a kernel of the CPU target: a function that is its loops.
template <typename... Parameters>
void launch(Stream &stream, const char *step, void (*kernel)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  begin(stream, step);
  kernel(arguments...);
}

/// One of whose loops threads may share.
template <typename... Parameters>
void launch(Stream &stream, const char *step, void (*kernel)(int64_t, int64_t, Parameters...),
            Chunks chunks, std::type_identity_t<Parameters>... arguments) {
  begin(stream, step);
  divide(stream, chunks, [&](int64_t from, int64_t to) { kernel(from, to, arguments...); });
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
