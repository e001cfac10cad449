// As JAX lowers jnp.einsum("ij,jk->ik", x, w, out_sharding=P("a", None, unreduced={"b"})).
module @product attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=2]>
  func.func public @main(
      %arg0: tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {"b"}]>} loc("x"),
      %arg1: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"b"}, {}]>} loc("w"))
      -> (tensor<4x6xf32> {jax.result_info = "parts",
          sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0]
      : (tensor<4x8xf32>, tensor<8x6xf32>) -> tensor<4x6xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"a"}, {}], unreduced={"b"}> : tensor<4x6xf32>
    return %1 : tensor<4x6xf32>
  }
}
