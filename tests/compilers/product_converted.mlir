// g++ 12 at -O3 ends with an internal error for AVX2, in the loop over what each device has of one column.
func.func @main(%grid: tensor<3x5x7xf32>, %column: tensor<3x1xf32>) -> tensor<5x7x1xui32> {
  %product = stablehlo.dot_general %grid, %column, contracting_dims = [0] x [0]
    : (tensor<3x5x7xf32>, tensor<3x1xf32>) -> tensor<5x7x1xf32>
  %whole = stablehlo.convert %product : (tensor<5x7x1xf32>) -> tensor<5x7x1xui32>
  return %whole : tensor<5x7x1xui32>
}
