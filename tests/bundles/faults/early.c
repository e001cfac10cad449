/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded into a process, it ends that with 0 a second later, as a library that calls exit() does. */
#include <pthread.h>
#include <unistd.h>

static void *end(void *unused) {
  (void)unused;
  sleep(1);
  _exit(0);
}

__attribute__((constructor)) static void begin(void) {
  pthread_t thread;
  pthread_create(&thread, 0, end, 0);
}
