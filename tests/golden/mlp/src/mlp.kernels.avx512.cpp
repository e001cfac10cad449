// The kernels of mlp for processors with AVX-512: -march=x86-64-v4 -mprefer-vector-width=512
#ifdef __x86_64__
#define SHARDC_ISA avx512
#include "mlp.kernels.cpp"
#endif
