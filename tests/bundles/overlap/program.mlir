module @overlap {
  sdy.mesh @mesh = <["x"=4]>
  func.func public @main(
      %x: tensor<16x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("x"),
      %w1: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>} loc("w1"),
      %w2: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("w2"),
      %w3: tensor<32x30xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>} loc("w3"))
      -> (tensor<16x30xf32> {jax.result_info = "y", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
          tensor<32xf32> {jax.result_info = "sum", sdy.sharding = #sdy.sharding<@mesh, [{}]>},
          tensor<16x32xf32> {jax.result_info = "state", sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %a = stablehlo.dot_general %x, %w1, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
    %h1 = stablehlo.tanh %a : tensor<16x32xf32>
    %sum = stablehlo.reduce(%h1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<16x32xf32>, tensor<f32>) -> tensor<32xf32>
    %b = stablehlo.dot_general %h1, %w2, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x32xf32>) -> tensor<16x32xf32>
    %h2 = stablehlo.tanh %b : tensor<16x32xf32>
    %y = stablehlo.dot_general %h2, %w3, contracting_dims = [1] x [0] : (tensor<16x32xf32>, tensor<32x30xf32>) -> tensor<16x30xf32>
    %state:2 = sdy.manual_computation(%h2, %x) in_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>]
        out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{"x"}, {}]>] manual_axes={"x"} (%c: tensor<4x32xf32>, %d: tensor<4x32xf32>) {
      %first = stablehlo.constant dense<0> : tensor<i32>
      %end = stablehlo.constant dense<3> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %r:3 = stablehlo.while(%i = %first, %m = %c, %n = %d) : tensor<i32>, tensor<4x32xf32>, tensor<4x32xf32>
      cond {
        %more = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %more : tensor<i1>
      } do {
        %next = stablehlo.add %i, %one : tensor<i32>
        %moved = "stablehlo.collective_permute"(%m) {source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>,
            channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>} : (tensor<4x32xf32>) -> tensor<4x32xf32>
        %gram = stablehlo.dot_general %m, %m, contracting_dims = [0] x [0] : (tensor<4x32xf32>, tensor<4x32xf32>) -> tensor<32x32xf32>
        %more = stablehlo.dot_general %n, %gram, contracting_dims = [1] x [0] : (tensor<4x32xf32>, tensor<32x32xf32>) -> tensor<4x32xf32>
        %bounded = stablehlo.tanh %more : tensor<4x32xf32>
        stablehlo.return %next, %moved, %bounded : tensor<i32>, tensor<4x32xf32>, tensor<4x32xf32>
      }
      sdy.return %r#1, %r#2 : tensor<4x32xf32>, tensor<4x32xf32>
    } : (tensor<16x32xf32>, tensor<16x32xf32>) -> (tensor<16x32xf32>, tensor<16x32xf32>)
    return %y, %sum, %state#1 : tensor<16x30xf32>, tensor<32xf32>, tensor<16x32xf32>
  }
}
