// A device without the one query has nothing to read for its scores.
func.func @main(%mask: tensor<16xi1>, %query: tensor<1x3x4xf32>, %keys: tensor<3x16x4xf32>) -> tensor<3x1x16xf32> {
  %scores = stablehlo.dot_general %query, %keys, batching_dims = [1] x [0], contracting_dims = [2] x [2]
    : (tensor<1x3x4xf32>, tensor<3x16x4xf32>) -> tensor<3x1x16xf32>
  %all = stablehlo.broadcast_in_dim %mask, dims = [2] : (tensor<16xi1>) -> tensor<3x1x16xi1>
  %low = stablehlo.constant dense<-1.0e+30> : tensor<3x1x16xf32>
  %masked = stablehlo.select %all, %scores, %low : tensor<3x1x16xi1>, tensor<3x1x16xf32>
  return %masked : tensor<3x1x16xf32>
}
