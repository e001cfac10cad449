// SPDX-License-Identifier: Apache-2.0
// Writes how long each kernel of a process took on its GPU, by CUPTI. The driver loads
// it where the environment says CUDA_INJECTION64_PATH=libtrace.so; lines go to the file of TRACE:
//
//   NANOSECONDS NAME     in the order in which they ended; kernels run one at a time
//   mark NAME            where the process called trace_mark
//
// Kernels alone on the GPU, also those of several streams: what is measured is the kernel.
#include <cstdio>
#include <cstdlib>

#include <cupti.h>
#include <cxxabi.h>

static FILE *trace;

static void CUPTIAPI give(uint8_t **buffer, size_t *size, size_t *most) {
  *size = 1 << 22;
  *buffer = static_cast<uint8_t *>(std::aligned_alloc(8, *size));
  *most = 0;
}

static void writeKernel(const CUpti_ActivityKernel9 &kernel) {
  int failed = 0;
  char *name = abi::__cxa_demangle(kernel.name, nullptr, nullptr, &failed);
  std::fprintf(trace, "%llu %s\n", static_cast<unsigned long long>(kernel.end - kernel.start),
               failed ? kernel.name : name);
  std::free(name);
}

static void CUPTIAPI take(CUcontext, uint32_t, uint8_t *buffer, size_t, size_t valid) {
  CUpti_Activity *record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS)
    if (record->kind == CUPTI_ACTIVITY_KIND_KERNEL)
      writeKernel(*reinterpret_cast<CUpti_ActivityKernel9 *>(record));
  std::free(buffer);
}

static void finish() {
  cuptiActivityFlushAll(1);
  std::fclose(trace);
}

extern "C" void trace_mark(const char *name) {
  cuptiActivityFlushAll(1);
  std::fprintf(trace, "mark %s\n", name);
}

extern "C" int InitializeInjection() {
  const char *file = std::getenv("TRACE");
  trace = std::fopen(file ? file : "/dev/null", "w");
  if (!trace) return 0;
  cuptiActivityRegisterCallbacks(give, take);
  cuptiActivityEnable(CUPTI_ACTIVITY_KIND_KERNEL);
  std::atexit(finish);
  return 1;
}
