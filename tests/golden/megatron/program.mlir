module @megatron {
  func.func @main(%x: tensor<8x32xf32> {shardc.dims = ["token", "feature"]}, %w1: tensor<32x64xf32>, %b1: tensor<64xf32>, %w2: tensor<64x32xf32>, %b2: tensor<32xf32>) -> (tensor<8x32xf32> {shardc.name = "y"}) {
    %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<8x32xf32>, tensor<32x64xf32>) -> tensor<8x64xf32>
    %0 = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<64xf32>) -> tensor<8x64xf32>
    %1 = stablehlo.add %a, %0 : tensor<8x64xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x64xf32>
    %h = stablehlo.maximum %1, %2 : tensor<8x64xf32>
    %o = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x32xf32>) -> tensor<8x32xf32>
    %3 = stablehlo.broadcast_in_dim %b2, dims = [1] : (tensor<32xf32>) -> tensor<8x32xf32>
    %4 = stablehlo.add %o, %3 : tensor<8x32xf32>
    %y = stablehlo.add %4, %x : tensor<8x32xf32>
    return %y : tensor<8x32xf32>
  }
}
