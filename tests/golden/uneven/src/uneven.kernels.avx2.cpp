// The kernels of uneven for processors with AVX2 and FMA: -march=x86-64-v3
#ifdef __x86_64__
#define SHARDC_ISA avx2
#include "uneven.kernels.cpp"
#endif
