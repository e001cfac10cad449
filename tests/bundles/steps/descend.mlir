module @descend {
  func.func public @main(%w: tensor<512xf32> {shardc.name = "w"}, %m: tensor<512xf32> {shardc.name = "m"})
      -> (tensor<512xf32> {shardc.name = "w"}, tensor<512xf32> {shardc.name = "m"},
          tensor<f32> {shardc.name = "loss"}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %half = stablehlo.constant dense<0.5> : tensor<512xf32>
    %kept = stablehlo.multiply %m, %half : tensor<512xf32>
    %next_m = stablehlo.add %kept, %w : tensor<512xf32>
    %change = stablehlo.multiply %next_m, %half : tensor<512xf32>
    %next_w = stablehlo.subtract %w, %change : tensor<512xf32>
    %square = stablehlo.multiply %next_w, %next_w : tensor<512xf32>
    %loss = stablehlo.reduce(%square init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<512xf32>, tensor<f32>) -> tensor<f32>
    return %next_w, %next_m, %loss : tensor<512xf32>, tensor<512xf32>, tensor<f32>
  }
}
