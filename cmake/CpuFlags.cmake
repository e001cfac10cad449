# What compilers are told about a bundle's text for CPUs: by its own CMakeLists.txt, by
# shardc_add_library() and by shardc's engine.

# Integers wrap around, and no multiply-add is fused but where the text says so: the same bits on every
# machine. Nothing looks at errno or at floating-point exceptions.
set(SHARDC_CPU_FLAGS -fwrapv -ffp-contract=off -fno-math-errno -fno-trapping-math)
# Vectors are written where they matter (runtime/device/cpu/vector_cpu.h); those that GCC 12 makes are
# wrong at times: of loops, which cannot be told beforehand, and of straight lines, where it fuses the
# products and differences of complex numbers whatever -ffp-contract says.
set(SHARDC_GNU_FLAGS -fno-tree-vectorize)

# Kernels once more for each set of instructions.
set(SHARDC_AVX2_FLAGS -march=x86-64-v3)
set(SHARDC_AVX512_FLAGS -march=x86-64-v4 -mprefer-vector-width=512)
