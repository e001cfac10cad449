// Products that fill no tile, one with rows of several batches and one whose terms devices share out.
module @tensors attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=2]>
  func.func public @main(
      %x: tensor<2x150x72xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>},
      %w: tensor<72x283xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
      %v: tensor<100x283xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>},
      %large: tensor<2200x44xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
      %wide: tensor<44x1500xf32>,
      %narrow: tensor<600x44xf32>)
      -> (tensor<2x150x100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"data"}, {}]>},
          tensor<2200x1500xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>},
          tensor<2200x600xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}) {
    %h = stablehlo.dot_general %x, %w, contracting_dims = [2] x [0]
        : (tensor<2x150x72xf32>, tensor<72x283xf32>) -> tensor<2x150x283xf32>
    %t = stablehlo.tanh %h : tensor<2x150x283xf32>
    %y = stablehlo.dot_general %t, %v, contracting_dims = [2] x [1]
        : (tensor<2x150x283xf32>, tensor<100x283xf32>) -> tensor<2x150x100xf32>
    %z = stablehlo.dot_general %large, %wide, contracting_dims = [1] x [0]
        : (tensor<2200x44xf32>, tensor<44x1500xf32>) -> tensor<2200x1500xf32>
    %u = stablehlo.dot_general %large, %narrow, contracting_dims = [1] x [1]
        : (tensor<2200x44xf32>, tensor<600x44xf32>) -> tensor<2200x600xf32>
    return %y, %z, %u : tensor<2x150x100xf32>, tensor<2200x1500xf32>, tensor<2200x600xf32>
  }
}
