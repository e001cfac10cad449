module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>, %arg1: tensor<12x12xf32>, %arg2: tensor<12x12xf32>, %arg3: tensor<12x12xf32>, %arg4: tensor<12x12xf32>, %arg5: tensor<12x12xf64>, %arg6: tensor<12x12xf64>, %arg7: tensor<12x12xf64>, %arg8: tensor<12x12xf64>, %arg9: tensor<12x12xf64>, %arg10: tensor<12x12xi32>, %arg11: tensor<12x12xi32>) -> (tensor<12x12xf32> {jax.result_info = "result[0]"}, tensor<12x12xf32> {jax.result_info = "result[1]"}, tensor<12x12xf32> {jax.result_info = "result[2]"}, tensor<12x12xf32> {jax.result_info = "result[3]"}, tensor<12x12xf32> {jax.result_info = "result[4]"}, tensor<12x12xf32> {jax.result_info = "result[5]"}, tensor<12x12xf32> {jax.result_info = "result[6]"}, tensor<12x12xf32> {jax.result_info = "result[7]"}, tensor<12x12xf32> {jax.result_info = "result[8]"}, tensor<12x12xf32> {jax.result_info = "result[9]"}, tensor<12x12xf32> {jax.result_info = "result[10]"}, tensor<12x12xf32> {jax.result_info = "result[11]"}, tensor<12x12xf32> {jax.result_info = "result[12]"}, tensor<12x12xf32> {jax.result_info = "result[13]"}, tensor<12x12xf32> {jax.result_info = "result[14]"}, tensor<12x12xf32> {jax.result_info = "result[15]"}, tensor<12x12xf32> {jax.result_info = "result[16]"}, tensor<12x12xf32> {jax.result_info = "result[17]"}, tensor<12x12xf32> {jax.result_info = "result[18]"}, tensor<12x12xf64> {jax.result_info = "result[19]"}, tensor<12x12xf64> {jax.result_info = "result[20]"}, tensor<12x12xf64> {jax.result_info = "result[21]"}, tensor<12x12xf64> {jax.result_info = "result[22]"}, tensor<12x12xf64> {jax.result_info = "result[23]"}, tensor<12x12xf64> {jax.result_info = "result[24]"}, tensor<12x12xf64> {jax.result_info = "result[25]"}, tensor<12x12xf64> {jax.result_info = "result[26]"}, tensor<12x12xf64> {jax.result_info = "result[27]"}, tensor<12x12xf64> {jax.result_info = "result[28]"}, tensor<12x12xf64> {jax.result_info = "result[29]"}, tensor<12x12xf64> {jax.result_info = "result[30]"}, tensor<12x12xf64> {jax.result_info = "result[31]"}, tensor<12x12xf64> {jax.result_info = "result[32]"}, tensor<12x12xf64> {jax.result_info = "result[33]"}, tensor<12x12xf64> {jax.result_info = "result[34]"}, tensor<12x12xf64> {jax.result_info = "result[35]"}, tensor<12x12xf64> {jax.result_info = "result[36]"}, tensor<12x12xf64> {jax.result_info = "result[37]"}, tensor<12x12xi32> {jax.result_info = "result[38]"}) {
    %0 = chlo.asin %arg0 : tensor<12x12xf32> -> tensor<12x12xf32>
    %1 = chlo.acos %arg0 : tensor<12x12xf32> -> tensor<12x12xf32>
    %2 = chlo.atanh %arg0 : tensor<12x12xf32> -> tensor<12x12xf32>
    %3 = chlo.erf_inv %arg0 : tensor<12x12xf32> -> tensor<12x12xf32>
    %4 = chlo.sinh %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %5 = chlo.cosh %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %6 = chlo.atan %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %7 = chlo.asinh %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %8 = chlo.acosh %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %9 = chlo.erfc %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %10 = chlo.square %arg0 : tensor<12x12xf32> -> tensor<12x12xf32>
    %11 = chlo.lgamma %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %12 = chlo.digamma %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %13 = chlo.bessel_i1e %arg1 : tensor<12x12xf32> -> tensor<12x12xf32>
    %14 = chlo.zeta %arg2, %arg1 : tensor<12x12xf32>, tensor<12x12xf32> -> tensor<12x12xf32>
    %15 = chlo.polygamma %arg3, %arg1 : tensor<12x12xf32>, tensor<12x12xf32> -> tensor<12x12xf32>
    %16 = chlo.next_after %arg4, %arg1 : tensor<12x12xf32>, tensor<12x12xf32> -> tensor<12x12xf32>
    %17 = stablehlo.reduce_precision %arg4, format = e5m7 : tensor<12x12xf32>
    %18 = stablehlo.reduce_precision %arg4, format = e8m0 : tensor<12x12xf32>
    %19 = chlo.asin %arg5 : tensor<12x12xf64> -> tensor<12x12xf64>
    %20 = chlo.acos %arg5 : tensor<12x12xf64> -> tensor<12x12xf64>
    %21 = chlo.atanh %arg5 : tensor<12x12xf64> -> tensor<12x12xf64>
    %22 = chlo.erf_inv %arg5 : tensor<12x12xf64> -> tensor<12x12xf64>
    %23 = chlo.sinh %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %24 = chlo.cosh %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %25 = chlo.atan %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %26 = chlo.asinh %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %27 = chlo.acosh %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %28 = chlo.erfc %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %29 = chlo.square %arg5 : tensor<12x12xf64> -> tensor<12x12xf64>
    %30 = chlo.lgamma %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %31 = chlo.digamma %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %32 = chlo.bessel_i1e %arg6 : tensor<12x12xf64> -> tensor<12x12xf64>
    %33 = chlo.zeta %arg7, %arg6 : tensor<12x12xf64>, tensor<12x12xf64> -> tensor<12x12xf64>
    %34 = chlo.polygamma %arg8, %arg6 : tensor<12x12xf64>, tensor<12x12xf64> -> tensor<12x12xf64>
    %35 = chlo.next_after %arg9, %arg6 : tensor<12x12xf64>, tensor<12x12xf64> -> tensor<12x12xf64>
    %36 = stablehlo.reduce_precision %arg9, format = e5m7 : tensor<12x12xf64>
    %37 = stablehlo.reduce_precision %arg9, format = e8m0 : tensor<12x12xf64>
    %38 = chlo.mulhi %arg10, %arg11 : tensor<12x12xi32>, tensor<12x12xi32> -> tensor<12x12xi32>
    return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, %32, %33, %34, %35, %36, %37, %38 : tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf32>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xf64>, tensor<12x12xi32>
  }
}
