module @residual {
  func.func @main(%x: tensor<5x4xf32>, %w: tensor<4x4xf32>) -> (tensor<5x4xf32> {shardc.name = "z"}) {
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<5x4xf32>, tensor<4x4xf32>) -> tensor<5x4xf32>
    %z = stablehlo.add %x, %y : tensor<5x4xf32>
    return %z : tensor<5x4xf32>
  }
}
