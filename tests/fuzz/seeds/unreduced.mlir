sdy.mesh @m = <["a"=2, "b"=3], device_ids=[5, 4, 3, 2, 1, 0]>
func.func public @main(%arg0: tensor<6x4xi32> {sdy.sharding = #sdy.sharding<@m, [{"b"}, {"a"}]>}, %arg1: tensor<4x9xi32>) -> tensor<6x9xi32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<6x4xi32>, tensor<4x9xi32>) -> tensor<6x9xi32>
  %1 = sdy.sharding_constraint %0 <@m, [{"b"}, {}], unreduced={"a"}> : tensor<6x9xi32>
  %2 = stablehlo.add %1, %1 : tensor<6x9xi32>
  return %2 : tensor<6x9xi32>
}
