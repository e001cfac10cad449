module @beside {
  func.func public @main(%x: tensor<4x1000xf32> loc("x"), %a: tensor<2x8xf32> loc("a"))
      -> (tensor<4x1000xf32> {jax.result_info = "moved"}, tensor<2x8xf32> {jax.result_info = "slept"}) {
    %moved = stablehlo.negate %x : tensor<4x1000xf32>
    %slept = stablehlo.custom_call @dawdle(%a) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    return %moved, %slept : tensor<4x1000xf32>, tensor<2x8xf32>
  }
}
