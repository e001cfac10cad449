func.func public @main(%arg0: tensor<2x3xf32>, %arg1: tensor<0x3xf32>, %arg2: tensor<f64>) -> (tensor<2x3xf32>, tensor<0x3xf32>, tensor<2x1x1x1x1x1x1x1x1x1x1x3xf32>, tensor<9xi1>, tensor<3xi64>, tensor<f64>, tensor<f32>) {
  %cst = stablehlo.constant dense<[[1.0, -2.5e-3, 0x7FC00000], [0xFF800000, 0.0, -0.0]]> : tensor<2x3xf32>
  %hex = stablehlo.constant dense<"0x0000803F000000400000404000008040"> : tensor<2x2xf32>
  %bits = stablehlo.constant dense<"0x010001000001010001"> : tensor<9xi1>
  %true = stablehlo.constant dense<true> : tensor<9xi1>
  %longs = stablehlo.constant dense<[9223372036854775807, -9223372036854775808, 0]> : tensor<3xi64>
  %none = stablehlo.constant dense<> : tensor<0x3xf32>
  %inf = stablehlo.constant dense<0x7FF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.add %cst, %arg0 : tensor<2x3xf32>
  %1 = stablehlo.add %none, %arg1 : tensor<0x3xf32>
  %2 = stablehlo.reshape %0 : (tensor<2x3xf32>) -> tensor<2x1x1x1x1x1x1x1x1x1x1x3xf32>
  %3 = stablehlo.xor %bits, %true : tensor<9xi1>
  %4 = stablehlo.minimum %inf, %arg2 : tensor<f64>
  %5 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<0x3xf32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %2, %3, %longs, %4, %5 : tensor<2x3xf32>, tensor<0x3xf32>, tensor<2x1x1x1x1x1x1x1x1x1x1x3xf32>, tensor<9xi1>, tensor<3xi64>, tensor<f64>, tensor<f32>
}
