module @rows {
  func.func public @main(%x: tensor<7x5xf32>, %w: tensor<5x4xf32>) -> (tensor<7x4xf32>, tensor<4x7xf32>, tensor<3x4xf32>, tensor<9x4xf32>) {
    %lo = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.dot %x, %w : (tensor<7x5xf32>, tensor<5x4xf32>) -> tensor<7x4xf32>
    %1 = stablehlo.reduce(%0 init: %lo) applies stablehlo.maximum across dimensions = [1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<7xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<7xf32>) -> tensor<7x4xf32>
    %3 = stablehlo.subtract %0, %2 : tensor<7x4xf32>
    %4 = stablehlo.exponential %3 : tensor<7x4xf32>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<7x4xf32>, tensor<f32>) -> tensor<7xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<7xf32>) -> tensor<7x4xf32>
    %7 = stablehlo.divide %4, %6 : tensor<7x4xf32>
    %8 = stablehlo.transpose %7, dims = [1, 0] : (tensor<7x4xf32>) -> tensor<4x7xf32>
    %9 = stablehlo.slice %7 [1:7:2, 0:4] : (tensor<7x4xf32>) -> tensor<3x4xf32>
    %10 = stablehlo.slice %7 [2:4, 0:4] : (tensor<7x4xf32>) -> tensor<2x4xf32>
    %11 = stablehlo.concatenate %7, %10, dim = 0 : (tensor<7x4xf32>, tensor<2x4xf32>) -> tensor<9x4xf32>
    %12:2 = stablehlo.optimization_barrier %8, %9 : tensor<4x7xf32>, tensor<3x4xf32>
    %13 = stablehlo.clamp %zero, %11, %zero : (tensor<f32>, tensor<9x4xf32>, tensor<f32>) -> tensor<9x4xf32>
    %14 = chlo.erf %13 : tensor<9x4xf32> -> tensor<9x4xf32>
    return %7, %12#0, %12#1, %14 : tensor<7x4xf32>, tensor<4x7xf32>, tensor<3x4xf32>, tensor<9x4xf32>
  }
}
