module @jit_calls attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4x6xf32>, %arg1: tensor<6x2xf32>) -> (tensor<4x2xf32> {jax.result_info = "result[0]"}, tensor<4xf32>) {
    %0 = call @dot(%arg0, %arg1) : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
    %1:2 = func.call @twice(%0) : (tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4xf32>)
    %2 = stablehlo.add %1#0, %0 : tensor<4x2xf32>
    return %2, %1#1 : tensor<4x2xf32>, tensor<4xf32>
  }
  func.func private @dot(%arg0: tensor<4x6xf32>, %arg1: tensor<6x2xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST] : (tensor<4x6xf32>, tensor<6x2xf32>) -> tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
  func.func private @twice(%arg0: tensor<4x2xf32>) -> (tensor<4x2xf32>, tensor<4xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.add %arg0, %arg0 : tensor<4x2xf32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<4x2xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = call @once(%0) : (tensor<4x2xf32>) -> tensor<4x2xf32>
    return %2, %1 : tensor<4x2xf32>, tensor<4xf32>
  }
  func.func private @once(%arg0: tensor<4x2xf32>) -> tensor<4x2xf32> {
    %0 = stablehlo.negate %arg0 : tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }
}
