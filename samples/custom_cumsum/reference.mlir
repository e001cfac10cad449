func.func @main(%x: tensor<10x7xf32>) -> tensor<10x7xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = "stablehlo.reduce_window"(%x, %zero) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) {window_dimensions = array<i64: 10, 1>, padding = dense<[[9, 0], [0, 0]]> : tensor<2x2xi64>}
    : (tensor<10x7xf32>, tensor<f32>) -> tensor<10x7xf32>
  return %y : tensor<10x7xf32>
}
