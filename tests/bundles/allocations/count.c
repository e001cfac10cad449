/* SPDX-License-Identifier: Apache-2.0
   Preloaded: how often the program asks for memory, itself or by the C++ library for it; not what
   other libraries do, as MPI's. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <execinfo.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *memory, size_t bytes);
extern void *__libc_memalign(size_t alignment, size_t bytes);

static atomic_long calls;
static const void *program; /* where it begins */
static _Thread_local int looks;

/* The program's own code, or that of a library that it is written with. */
static int is_program(const void *code) {
  static const char *const own[] = {"allocations.so", "libstdc++.so", "libc.so"};
  Dl_info info;
  if (dladdr(code, &info) == 0 || info.dli_fbase == program) return 1;
  for (size_t k = 0; k < sizeof own / sizeof *own; ++k)
    if (strstr(info.dli_fname, own[k])) return 1;
  return 0;
}

/* Nobody else has called it: a stand-in of a library may use functions that the program has, too.
 */
static void count(void) {
  if (program == NULL || looks) return;
  looks = 1;
  void *frames[64];
  int left = backtrace(frames, 64);
  while (left > 0 && is_program(frames[left - 1]))
    --left;
  calls += left == 0;
  looks = 0;
}

void *malloc(size_t bytes) { return count(), __libc_malloc(bytes); }
void *calloc(size_t number, size_t bytes) { return count(), __libc_calloc(number, bytes); }
void *realloc(void *memory, size_t bytes) { return count(), __libc_realloc(memory, bytes); }
void *aligned_alloc(size_t alignment, size_t bytes) {
  return count(), __libc_memalign(alignment, bytes);
}
int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  count();
  *memory = __libc_memalign(alignment, bytes);
  return *memory ? 0 : ENOMEM;
}
/* operator new, new[] and those of aligned types. */
void *_Znwm(size_t bytes) { return count(), __libc_malloc(bytes); }
void *_Znam(size_t bytes) { return count(), __libc_malloc(bytes); }
void *_ZnwmSt11align_val_t(size_t bytes, size_t alignment) {
  return count(), __libc_memalign(alignment, bytes);
}
void *_ZnamSt11align_val_t(size_t bytes, size_t alignment) {
  return count(), __libc_memalign(alignment, bytes);
}

__attribute__((constructor)) static void begin(void) {
  void *frame;
  backtrace(&frame, 1); /* loads what it needs */
  Dl_info info;
  if (dladdr((const void *)getauxval(AT_ENTRY), &info)) program = info.dli_fbase;
}
__attribute__((destructor)) static void tell(void) { fprintf(stderr, "allocations: %ld\n", calls); }
