module @jit_attend attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<2x12x32xbf16>, %arg1: tensor<32x32xbf16>, %arg2: tensor<32x32xbf16>, %arg3: tensor<32x32xbf16>, %arg4: tensor<32x32xbf16>, %arg5: tensor<32xf32>, %arg6: tensor<32xf32>) -> (tensor<2x12x32xbf16> {jax.result_info = "result[0]"}, tensor<f32> {jax.result_info = "result[1]"}, tensor<2x4xf16> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<2x12x32xbf16>) -> tensor<2x12x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_0 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %4 = stablehlo.divide %2, %3 : tensor<2x12x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %6 = stablehlo.subtract %0, %5 : tensor<2x12x32xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<2x12x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.reduce(%7 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<2x12x32xf32>, tensor<f32>) -> tensor<2x12xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<2x12xf32>) -> tensor<2x12x1xf32>
    %cst_2 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %11 = stablehlo.divide %9, %10 : tensor<2x12x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<2x12x1xf32>
    %13 = stablehlo.add %11, %12 : tensor<2x12x1xf32>
    %14 = stablehlo.rsqrt %13 : tensor<2x12x1xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1, 2] : (tensor<2x12x1xf32>) -> tensor<2x12x32xf32>
    %16 = stablehlo.multiply %6, %15 : tensor<2x12x32xf32>
    %17 = stablehlo.broadcast_in_dim %arg5, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %19 = stablehlo.multiply %16, %18 : tensor<2x12x32xf32>
    %20 = stablehlo.broadcast_in_dim %arg6, dims = [2] : (tensor<32xf32>) -> tensor<1x1x32xf32>
    %21 = stablehlo.broadcast_in_dim %20, dims = [0, 1, 2] : (tensor<1x1x32xf32>) -> tensor<2x12x32xf32>
    %22 = stablehlo.add %19, %21 : tensor<2x12x32xf32>
    %23 = stablehlo.convert %22 : (tensor<2x12x32xf32>) -> tensor<2x12x32xbf16>
    %24 = stablehlo.dot_general %23, %arg1, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xbf16>, tensor<32x32xbf16>) -> tensor<2x12x32xbf16>
    %25 = stablehlo.reshape %24 : (tensor<2x12x32xbf16>) -> tensor<2x12x4x8xbf16>
    %26 = stablehlo.transpose %25, dims = [0, 2, 1, 3] : (tensor<2x12x4x8xbf16>) -> tensor<2x4x12x8xbf16>
    %27 = stablehlo.dot_general %23, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xbf16>, tensor<32x32xbf16>) -> tensor<2x12x32xbf16>
    %28 = stablehlo.reshape %27 : (tensor<2x12x32xbf16>) -> tensor<2x12x4x8xbf16>
    %29 = stablehlo.transpose %28, dims = [0, 2, 1, 3] : (tensor<2x12x4x8xbf16>) -> tensor<2x4x12x8xbf16>
    %30 = stablehlo.dot_general %23, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xbf16>, tensor<32x32xbf16>) -> tensor<2x12x32xbf16>
    %31 = stablehlo.reshape %30 : (tensor<2x12x32xbf16>) -> tensor<2x12x4x8xbf16>
    %32 = stablehlo.transpose %31, dims = [0, 2, 1, 3] : (tensor<2x12x4x8xbf16>) -> tensor<2x4x12x8xbf16>
    %33 = stablehlo.transpose %29, dims = [0, 1, 3, 2] : (tensor<2x4x12x8xbf16>) -> tensor<2x4x8x12xbf16>
    %34 = stablehlo.dot_general %26, %33, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x8xbf16>, tensor<2x4x8x12xbf16>) -> tensor<2x4x12x12xbf16>
    %35 = stablehlo.convert %34 : (tensor<2x4x12x12xbf16>) -> tensor<2x4x12x12xf16>
    %cst_4 = stablehlo.constant dense<3.500980e-01> : tensor<f16>
    %36 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f16>) -> tensor<2x4x12x12xf16>
    %37 = stablehlo.multiply %35, %36 : tensor<2x4x12x12xf16>
    %cst_5 = stablehlo.constant dense<0xFC00> : tensor<f16>
    %38 = stablehlo.reduce(%37 init: %cst_5) applies stablehlo.maximum across dimensions = [3] : (tensor<2x4x12x12xf16>, tensor<f16>) -> tensor<2x4x12xf16>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1, 2] : (tensor<2x4x12xf16>) -> tensor<2x4x12x1xf16>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf16>) -> tensor<2x4x12x12xf16>
    %41 = stablehlo.subtract %37, %40 : tensor<2x4x12x12xf16>
    %42 = stablehlo.exponential %41 : tensor<2x4x12x12xf16>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f16>
    %43 = stablehlo.reduce(%42 init: %cst_6) applies stablehlo.add across dimensions = [3] : (tensor<2x4x12x12xf16>, tensor<f16>) -> tensor<2x4x12xf16>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1, 2] : (tensor<2x4x12xf16>) -> tensor<2x4x12x1xf16>
    %45 = stablehlo.broadcast_in_dim %44, dims = [0, 1, 2, 3] : (tensor<2x4x12x1xf16>) -> tensor<2x4x12x12xf16>
    %46 = stablehlo.divide %42, %45 : tensor<2x4x12x12xf16>
    %47 = stablehlo.convert %46 : (tensor<2x4x12x12xf16>) -> tensor<2x4x12x12xbf16>
    %48 = stablehlo.dot_general %47, %32, batching_dims = [0, 1] x [0, 1], contracting_dims = [3] x [2], precision = [DEFAULT, DEFAULT] : (tensor<2x4x12x12xbf16>, tensor<2x4x12x8xbf16>) -> tensor<2x4x12x8xbf16>
    %49 = stablehlo.transpose %48, dims = [0, 2, 1, 3] : (tensor<2x4x12x8xbf16>) -> tensor<2x12x4x8xbf16>
    %50 = stablehlo.reshape %49 : (tensor<2x12x4x8xbf16>) -> tensor<2x12x32xbf16>
    %51 = stablehlo.dot_general %50, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<2x12x32xbf16>, tensor<32x32xbf16>) -> tensor<2x12x32xbf16>
    %52 = stablehlo.tanh %51 : tensor<2x12x32xbf16>
    %53 = stablehlo.add %arg0, %52 : tensor<2x12x32xbf16>
    %54 = stablehlo.convert %47 : (tensor<2x4x12x12xbf16>) -> tensor<2x4x12x12xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = stablehlo.reduce(%54 init: %cst_7) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<2x4x12x12xf32>, tensor<f32>) -> tensor<f32>
    %cst_8 = stablehlo.constant dense<0x7C00> : tensor<f16>
    %56 = stablehlo.reduce(%41 init: %cst_8) applies stablehlo.minimum across dimensions = [2, 3] : (tensor<2x4x12x12xf16>, tensor<f16>) -> tensor<2x4xf16>
    return %53, %55, %56 : tensor<2x12x32xbf16>, tensor<f32>, tensor<2x4xf16>
  }
}
