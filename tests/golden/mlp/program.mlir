module @mlp {
  func.func @main(%x: tensor<10x16xf32> {shardc.dims = ["row", "feature"]}, %w1: tensor<16x32xf32>, %b1: tensor<32xf32>, %w2: tensor<32x8xf32>) -> (tensor<10x8xf32> {shardc.name = "y"}) {
    %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<10x16xf32>, tensor<16x32xf32>) -> tensor<10x32xf32>
    %0 = stablehlo.broadcast_in_dim %b1, dims = [1] : (tensor<32xf32>) -> tensor<10x32xf32>
    %1 = stablehlo.add %a, %0 : tensor<10x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<10x32xf32>
    %h = stablehlo.maximum %1, %2 : tensor<10x32xf32>
    %logits = stablehlo.dot_general %h, %w2, contracting_dims = [1] x [0] : (tensor<10x32xf32>, tensor<32x8xf32>) -> tensor<10x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %3 = stablehlo.reduce(%logits init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<10x8xf32>, tensor<f32>) -> tensor<10xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<10xf32>) -> tensor<10x8xf32>
    %5 = stablehlo.subtract %logits, %4 : tensor<10x8xf32>
    %6 = stablehlo.exponential %5 : tensor<10x8xf32>
    %7 = stablehlo.reduce(%6 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<10x8xf32>, tensor<f32>) -> tensor<10xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<10xf32>) -> tensor<10x8xf32>
    %y = stablehlo.divide %6, %8 : tensor<10x8xf32>
    return %y : tensor<10x8xf32>
  }
}
