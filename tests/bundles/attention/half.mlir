module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<10x72x8x18xf32>, %arg1: tensor<10x72x8x18xf32>, %arg2: tensor<10x72x8x24xf32>) -> (tensor<10x72x8x24xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<10x72x8x18xf32>, tensor<10x72x8x18xf32>) -> tensor<10x8x72x72xf32>
    %cst = stablehlo.constant dense<2.500000e-01> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x8x72x72xf32>
    %2 = stablehlo.multiply %0, %1 : tensor<10x8x72x72xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst_0) applies stablehlo.maximum across dimensions = [3] : (tensor<10x8x72x72xf32>, tensor<f32>) -> tensor<10x8x72xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<10x8x72xf32>) -> tensor<10x8x72x1xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2, 3] : (tensor<10x8x72x1xf32>) -> tensor<10x8x72x72xf32>
    %6 = stablehlo.subtract %2, %5 : tensor<10x8x72x72xf32>
    %7 = stablehlo.exponential %6 : tensor<10x8x72x72xf32>
    %8 = stablehlo.slice %7 [0:10, 0:8, 0:72, 0:36] : (tensor<10x8x72x72xf32>) -> tensor<10x8x72x36xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%8 init: %cst_1) applies stablehlo.add across dimensions = [3] : (tensor<10x8x72x36xf32>, tensor<f32>) -> tensor<10x8x72xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1, 2] : (tensor<10x8x72xf32>) -> tensor<10x8x72x1xf32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [0, 1, 2, 3] : (tensor<10x8x72x1xf32>) -> tensor<10x8x72x72xf32>
    %12 = stablehlo.divide %7, %11 : tensor<10x8x72x72xf32>
    %13 = stablehlo.dot_general %arg2, %12, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<10x72x8x24xf32>, tensor<10x8x72x72xf32>) -> tensor<10x8x24x72xf32>
    %14 = stablehlo.transpose %13, dims = [0, 3, 1, 2] : (tensor<10x8x24x72xf32>) -> tensor<10x72x8x24xf32>
    return %14 : tensor<10x72x8x24xf32>
  }
}

