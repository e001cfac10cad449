// g++ 12 at -O3 loses the last two rows for AVX2 and AVX-512, where one loop chooses between the two.
func.func @main(%left: tensor<6x2xi32>, %right: tensor<6x2xi32>) -> tensor<12x2xi32> {
  %joined = stablehlo.concatenate %left, %right, dim = 0
    : (tensor<6x2xi32>, tensor<6x2xi32>) -> tensor<12x2xi32>
  return %joined : tensor<12x2xi32>
}
