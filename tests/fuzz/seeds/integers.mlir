func.func public @main(%a: tensor<8xi32>, %b: tensor<8xi32>, %u: tensor<8xui32>, %l: tensor<8xi64>) -> (tensor<8xi32>, tensor<8xui32>, tensor<8xi64>, tensor<8xf32>, tensor<8xi1>) {
  %0 = stablehlo.divide %a, %b : tensor<8xi32>
  %1 = stablehlo.remainder %0, %b : tensor<8xi32>
  %2 = stablehlo.shift_left %1, %a : tensor<8xi32>
  %3 = stablehlo.shift_right_arithmetic %2, %b : tensor<8xi32>
  %4 = stablehlo.power %3, %b : tensor<8xi32>
  %5 = stablehlo.count_leading_zeros %u : tensor<8xui32>
  %6 = stablehlo.shift_right_logical %u, %5 : tensor<8xui32>
  %7 = stablehlo.popcnt %l : tensor<8xi64>
  %8 = stablehlo.convert %7 : (tensor<8xi64>) -> tensor<8xf32>
  %9 = stablehlo.bitcast_convert %8 : (tensor<8xf32>) -> tensor<8xi32>
  %10 = stablehlo.add %4, %9 : tensor<8xi32>
  %11 = stablehlo.compare NE, %6, %u, UNSIGNED : (tensor<8xui32>, tensor<8xui32>) -> tensor<8xi1>
  return %10, %6, %7, %8, %11 : tensor<8xi32>, tensor<8xui32>, tensor<8xi64>, tensor<8xf32>, tensor<8xi1>
}
