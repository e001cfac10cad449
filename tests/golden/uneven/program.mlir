module @uneven {
  func.func @main(%x: tensor<10x6xf32>, %w: tensor<6x7xf32>, %b: tensor<7xf32>) -> (tensor<10x7xf32> {shardc.name = "y"}) {
    %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<10x6xf32>, tensor<6x7xf32>) -> tensor<10x7xf32>
    %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<7xf32>) -> tensor<10x7xf32>
    %y = stablehlo.add %p, %0 : tensor<10x7xf32>
    return %y : tensor<10x7xf32>
  }
}
