module @nx_dot {
  func.func @main(%l: tensor<2x2x3xf32>, %r: tensor<1x1x3x2x2xi32>) -> (tensor<2x2xf32> {shardc.name = "z"}) {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<1x1xf32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [1, 2] : (tensor<1x1xf32>) -> tensor<2x2x3xf32>
    %l1 = stablehlo.add %l, %0 : tensor<2x2x3xf32>
    %x = stablehlo.transpose %l1, dims = [0, 2, 1] : (tensor<2x2x3xf32>) -> tensor<2x3x2xf32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<1x1x3x2x2xi32>
    %r1 = stablehlo.subtract %r, %1 : tensor<1x1x3x2x2xi32>
    %y = stablehlo.reshape %r1 : (tensor<1x1x3x2x2xi32>) -> tensor<3x2x2xi32>
    %yf = stablehlo.convert %y : (tensor<3x2x2xi32>) -> tensor<3x2x2xf32>
    %z = stablehlo.dot_general %x, %yf, contracting_dims = [2, 1] x [1, 0] : (tensor<2x3x2xf32>, tensor<3x2x2xf32>) -> tensor<2x2xf32>
    return %z : tensor<2x2xf32>
  }
}
