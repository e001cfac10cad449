module @own {
  sdy.mesh @mesh = <["p"=2, "q"=2]>
  func.func public @main(
      %x: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"p"}, {}]>} loc("x"),
      %v: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"q"}]>} loc("v"),
      %k: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"p"}]>} loc("k"))
      -> (tensor<8x6xf32> {jax.result_info = "rows", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
          tensor<8x4xf32> {jax.result_info = "columns", sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
          tensor<5xf32> {jax.result_info = "uneven", sdy.sharding = #sdy.sharding<@mesh, [{}]>},
          tensor<6xf32> {jax.result_info = "sum", sdy.sharding = #sdy.sharding<@mesh, [{}]>},
          tensor<6xf32> {jax.result_info = "parts", sdy.sharding = #sdy.sharding<@mesh, [{"p"}]>}) {
    %rows = stablehlo.add %x, %x : tensor<8x6xf32>
    %columns = stablehlo.multiply %v, %v : tensor<8x4xf32>
    %uneven = stablehlo.add %k, %k : tensor<5xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    %squares = stablehlo.multiply %x, %x : tensor<8x6xf32>
    %parts = stablehlo.reduce(%squares init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>
    return %rows, %columns, %uneven, %sum, %parts : tensor<8x6xf32>, tensor<8x4xf32>, tensor<5xf32>, tensor<6xf32>, tensor<6xf32>
  }
}
