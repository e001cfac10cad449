module @turn {
  func.func public @main(%a: tensor<6xf32> loc("a"), %b: tensor<6xf32> loc("b"),
                         %c: tensor<6xf32> loc("c"), %x: tensor<6xf32> loc("x"))
      -> (tensor<6xf32> {jax.result_info = "result['b']"},
          tensor<6xf32> {jax.result_info = "result['c']"},
          tensor<6xf32> {jax.result_info = "result['a']"},
          tensor<f32> {jax.result_info = "result['sum']"}) {
    %0 = stablehlo.add %a, %x : tensor<6xf32>
    %1 = stablehlo.multiply %b, %x : tensor<6xf32>
    %2 = stablehlo.subtract %c, %x : tensor<6xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %3 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<6xf32>, tensor<f32>) -> tensor<f32>
    return %0, %1, %2, %3 : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<f32>
  }
}
