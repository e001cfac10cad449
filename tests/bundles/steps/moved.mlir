module @moved {
  func.func public @main(%u: tensor<5x6xf32> loc("u"), %v: tensor<5x6xf32> loc("v"),
                         %w: tensor<5x6xf32> loc("w"), %s: tensor<6xf32> loc("s"))
      -> (tensor<5x6xf32> {jax.result_info = "result['u']"},
          tensor<5x6xf32> {jax.result_info = "result['v']"},
          tensor<5x6xf32> {jax.result_info = "result['w']"},
          tensor<6xf32> {jax.result_info = "result['s']"}) {
    %row = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<6xf32>) -> tensor<5x6xf32>
    %0 = stablehlo.add %u, %row : tensor<5x6xf32>
    %1 = stablehlo.add %v, %row : tensor<5x6xf32>
    %2 = stablehlo.subtract %w, %row : tensor<5x6xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.reduce(%w init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<5x6xf32>, tensor<f32>) -> tensor<6xf32>
    return %0, %1, %2, %3 : tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<6xf32>
  }
}
