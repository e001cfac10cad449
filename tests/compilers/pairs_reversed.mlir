// g++ 12 at -O3 adds up other elements than these: pairs that it reads backwards.
func.func @main(%pairs: tensor<6x3x2xf64>) -> tensor<3xf64> {
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %turned = stablehlo.reverse %pairs, dims = [2] : tensor<6x3x2xf64>
  %sums = stablehlo.reduce(%turned init: %zero) applies stablehlo.add across dimensions = [0, 2]
    : (tensor<6x3x2xf64>, tensor<f64>) -> tensor<3xf64>
  return %sums : tensor<3xf64>
}
