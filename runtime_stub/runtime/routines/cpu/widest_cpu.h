// SPDX-License-Identifier: Apache-2.0
// A thread of a CPU, and code for as wide registers as its processor has. Compilers for CPUs are
// not asked to find vectors (device/cpu/vector_cpu.h). What is wide is no parameter of a function
// that is called: all is inlined into one that may use such registers.
#pragma once

#include "runtime/routines/team.h"

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {

#define SHARDC_WIDEST inline __attribute__((always_inline))

struct OneThread : Alone {};

#ifdef __x86_64__
template <typename Work>
__attribute__((target("avx512f"))) void by_avx512(const Work &work) {
  work.template run<64>();
}
template <typename Work>
__attribute__((target("avx2"))) void by_avx2(const Work &work) {
  work.template run<32>();
}
#endif
/// Calls work.run<bytes>() for registers of so many bytes.
template <typename Work>
void by_widest(const Work &work) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f")) return by_avx512(work);
  if (__builtin_cpu_supports("avx2")) return by_avx2(work);
#endif
  work.template run<16>();
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
