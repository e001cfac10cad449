module @train {
  func.func public @main(%w: tensor<16xf32> {shardc.name = "w"})
      -> (tensor<16xf32> {shardc.name = "w"}, tensor<f32> {shardc.name = "loss"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %rate = stablehlo.constant dense<0.9990234375> : tensor<16xf32>
    %next = stablehlo.multiply %w, %rate : tensor<16xf32>
    %square = stablehlo.multiply %next, %next : tensor<16xf32>
    %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16xf32>, tensor<f32>) -> tensor<f32>
    return %next, %loss : tensor<16xf32>, tensor<f32>
  }
}
