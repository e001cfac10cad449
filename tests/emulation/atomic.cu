// SPDX-License-Identifier: Apache-2.0
// A kernel that the emulation must refuse to compile.
#include "runtime/host/cuda/launch_cuda.h"

__global__ void count(int *at) { atomicAdd(at, 1); }
