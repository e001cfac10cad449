// Terms whose exponentials are computed side by side, a row ahead of the sum: each is still rounded only once added.
func.func @main(%scores: tensor<5x16xf32>, %values: tensor<3x16xf32>) -> tensor<5x3xf32> {
  %weights = stablehlo.exponential %scores : tensor<5x16xf32>
  %product = stablehlo.dot_general %weights, %values, contracting_dims = [1] x [1]
    : (tensor<5x16xf32>, tensor<3x16xf32>) -> tensor<5x3xf32>
  return %product : tensor<5x3xf32>
}
