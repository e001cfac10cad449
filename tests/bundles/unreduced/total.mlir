// As JAX lowers jax.sharding.reshard(parts, P("a", None)).
module @total attributes {mhlo.num_partitions = 4 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=2]>
  func.func public @main(
      %arg0: tensor<4x6xf32>
        {sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}], unreduced={"b"}>} loc("parts"))
      -> (tensor<4x6xf32> {jax.result_info = "y",
          sdy.sharding = #sdy.sharding<@mesh, [{"a"}, {}]>}) {
    %0 = sdy.sharding_constraint %arg0 <@mesh, [{"a"}, {}]> : tensor<4x6xf32>
    return %0 : tensor<4x6xf32>
  }
}
