module @annotated {
  sdy.mesh @mesh = <["x"=4, "y"=2]>
  func.func public @main(%arg0: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {?}]>}, %arg1: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", ?}p1, {}], replicated={"x":(1)2}>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, tensor<8x12xf32>) {
    %0 = stablehlo.tanh %arg0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x":(1)2, ?}, {?}]>]>} : tensor<8x12xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{?}, {"y"}]> : tensor<8x12xf32>
    %2 = stablehlo.dot_general %1, %arg1, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
    %3 = sdy.reshard %2 <@mesh, [{}, {"x":(2)2}]> : tensor<8x6xf32>
    sdy.sharding_group %0 group_id=0 : tensor<8x12xf32>
    sdy.sharding_group %arg0 group_id=0 : tensor<8x12xf32>
    return %3, %0 : tensor<8x6xf32>, tensor<8x12xf32>
  }
}
