module @jit_step attributes {mhlo.num_partitions = 8 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["data"=2, "model"=4]> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg1: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg2: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg3: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg4: tensor<i1> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg5: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<12x12xf32> {jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<12xf32> {jax.result_info = "result[1]", sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, tensor<f32> {jax.result_info = "result[2]", sdy.sharding = #sdy.sharding<@mesh, []>}) {
    %0 = sdy.constant dense<0> : tensor<i32>
    %1 = sdy.constant dense<0.000000e+00> : tensor<f32>
    %2:7 = stablehlo.while(%iterArg = %arg3, %iterArg_0 = %arg1, %iterArg_1 = %arg2, %iterArg_2 = %0, %iterArg_3 = %0, %iterArg_4 = %arg0, %iterArg_5 = %1) : tensor<8xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<f32> attributes {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>, <@mesh, [{"model"}, {}]>, <@mesh, [{"model"}]>, <@mesh, []>, <@mesh, []>, <@mesh, [{"data"}, {"model"}]>, <@mesh, []>]>}
    cond {
      %12 = sdy.constant dense<5> : tensor<i32>
      %13 = stablehlo.compare LT, %iterArg_2, %12, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %13 : tensor<i1>
    } do {
      %12:3 = func.call @closed_call(%iterArg, %iterArg_0, %iterArg_1, %iterArg_3, %iterArg_4, %iterArg_5) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, []>, <@mesh, [{"data"}, {"model"}]>, <@mesh, []>]>} : (tensor<8xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<12x12xf32>, tensor<f32>) -> (tensor<i32>, tensor<12x12xf32>, tensor<f32>)
      %13 = sdy.constant dense<1> : tensor<i32>
      %14 = stablehlo.add %iterArg_2, %13 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_0, %iterArg_1, %14, %12#0, %12#1, %12#2 : tensor<8xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<f32>
    }
    %3 = stablehlo.reduce(%2#5 init: %1) applies stablehlo.add across dimensions = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>]>} : (tensor<12x12xf32>, tensor<f32>) -> tensor<12xf32>
    %4 = call @argmax(%3) : (tensor<12xf32>) -> tensor<i32>
    %5 = sdy.constant dense<4> : tensor<i32>
    %6 = call @floor_divide(%4, %5) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %7 = sdy.constant dense<2> : tensor<i32>
    %8 = stablehlo.clamp %0, %6, %7 : tensor<i32>
    %9 = "stablehlo.case"(%8) ({
      %12 = sdy.constant dense<0.000000e+00> : tensor<f32>
      %13 = stablehlo.reduce(%2#5 init: %12) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>]>} : (tensor<12x12xf32>, tensor<f32>) -> tensor<12xf32>
      stablehlo.return %13 : tensor<12xf32>
    }, {
      %12 = stablehlo.transpose %2#5, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}, {"data"}]>]>} : (tensor<12x12xf32>) -> tensor<12x12xf32>
      %13 = sdy.constant dense<0.000000e+00> : tensor<f32>
      %14 = stablehlo.reduce(%12 init: %13) applies stablehlo.add across dimensions = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>]>} : (tensor<12x12xf32>, tensor<f32>) -> tensor<12xf32>
      stablehlo.return %14 : tensor<12xf32>
    }, {
      %12 = stablehlo.slice %2#5 [0:12, 0:1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}, {}]>]>} : (tensor<12x12xf32>) -> tensor<12x1xf32>
      %13 = stablehlo.reshape %12 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>]>} : (tensor<12x1xf32>) -> tensor<12xf32>
      %14 = sdy.constant dense<2.000000e+00> : tensor<f32>
      %15 = stablehlo.broadcast_in_dim %14, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>]>} : (tensor<f32>) -> tensor<12xf32>
      %16 = stablehlo.multiply %13, %15 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>]>} : tensor<12xf32>
      stablehlo.return %16 : tensor<12xf32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>]>} : (tensor<i32>) -> tensor<12xf32>
    %10 = stablehlo.convert %arg4 : (tensor<i1>) -> tensor<i32>
    %11 = "stablehlo.case"(%10) ({
      %12 = stablehlo.transpose %2#5, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<12x12xf32>) -> tensor<12x12xf32>
      %13 = stablehlo.broadcast_in_dim %9, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"model"}]>]>} : (tensor<12xf32>) -> tensor<1x12xf32>
      %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<1x12xf32>) -> tensor<12x12xf32>
      %15 = stablehlo.add %12, %14 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
      stablehlo.return %15 : tensor<12x12xf32>
    }, {
      %12 = sdy.constant dense<0xFF800000> : tensor<f32>
      %13 = stablehlo.reduce(%2#5 init: %12) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
      %14 = stablehlo.compare GT, %13, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %15 = stablehlo.convert %14 : (tensor<i1>) -> tensor<i32>
      %16 = "stablehlo.case"(%15) ({
        %17 = stablehlo.broadcast_in_dim %9, dims = [0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {}]>]>} : (tensor<12xf32>) -> tensor<12x1xf32>
        %18 = stablehlo.broadcast_in_dim %17, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<12x1xf32>) -> tensor<12x12xf32>
        %19 = stablehlo.subtract %2#5, %18 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
        stablehlo.return %19 : tensor<12x12xf32>
      }, {
        %17 = stablehlo.broadcast_in_dim %arg5, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<f32>) -> tensor<12x12xf32>
        %18 = stablehlo.divide %2#5, %17 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
        stablehlo.return %18 : tensor<12x12xf32>
      }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<i32>) -> tensor<12x12xf32>
      stablehlo.return %16 : tensor<12x12xf32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<i32>) -> tensor<12x12xf32>
    return %11, %9, %2#6 : tensor<12x12xf32>, tensor<12xf32>, tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg1: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}]>}, %arg2: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}, %arg3: tensor<i32> {sdy.sharding = #sdy.sharding<@mesh, []>}, %arg4: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, %arg5: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<i32>, tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"model"}]>}, tensor<f32>) {
    %0 = sdy.constant dense<1> : tensor<i32>
    %1 = stablehlo.add %arg3, %0 : tensor<i32>
    %2 = sdy.constant dense<0> : tensor<i32>
    %3 = stablehlo.compare LT, %arg3, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.convert %arg3 : tensor<i32>
    %5 = sdy.constant dense<8> : tensor<i32>
    %6 = stablehlo.add %4, %5 : tensor<i32>
    %7 = stablehlo.select %3, %6, %arg3 : tensor<i1>, tensor<i32>
    %8 = stablehlo.dynamic_slice %arg0, %7, sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
    %9 = stablehlo.reshape %8 : (tensor<1xi32>) -> tensor<i32>
    %10 = sdy.constant dense<3> : tensor<i32>
    %11 = stablehlo.clamp %2, %9, %10 : tensor<i32>
    %12:2 = "stablehlo.case"(%11) ({
      %14 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
      %15 = stablehlo.tanh %14 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
      %16 = sdy.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.reduce(%arg4 init: %16) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %15, %17 : tensor<12x12xf32>, tensor<f32>
    }, {
      %14 = stablehlo.transpose %arg4, dims = [1, 0] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<12x12xf32>) -> tensor<12x12xf32>
      %15 = sdy.constant dense<5.000000e-01> : tensor<f32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<f32>) -> tensor<12x12xf32>
      %17 = stablehlo.multiply %16, %14 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
      %18 = stablehlo.broadcast_in_dim %arg2, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"model"}]>]>} : (tensor<12xf32>) -> tensor<1x12xf32>
      %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<1x12xf32>) -> tensor<12x12xf32>
      %20 = stablehlo.subtract %17, %19 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
      %21 = sdy.constant dense<0xFF800000> : tensor<f32>
      %22 = stablehlo.reduce(%arg4 init: %21) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %20, %22 : tensor<12x12xf32>, tensor<f32>
    }, {
      %14 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
      %15 = stablehlo.broadcast_in_dim %arg2, dims = [1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"model"}]>]>} : (tensor<12xf32>) -> tensor<1x12xf32>
      %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<1x12xf32>) -> tensor<12x12xf32>
      %17 = stablehlo.multiply %arg4, %16 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
      %18 = stablehlo.dot_general %17, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
      %19 = stablehlo.add %14, %18 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
      %20 = stablehlo.multiply %arg4, %arg4 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>]>} : tensor<12x12xf32>
      %21 = sdy.constant dense<0.000000e+00> : tensor<f32>
      %22 = stablehlo.reduce(%20 init: %21) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
      %23 = sdy.constant dense<1.440000e+02> : tensor<f32>
      %24 = stablehlo.divide %22, %23 : tensor<f32>
      stablehlo.return %19, %24 : tensor<12x12xf32>, tensor<f32>
    }, {
      %14 = sdy.constant dense<0.000000e+00> : tensor<f32>
      stablehlo.return %arg4, %14 : tensor<12x12xf32>, tensor<f32>
    }) {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"data"}, {"model"}]>, <@mesh, []>]>} : (tensor<i32>) -> (tensor<12x12xf32>, tensor<f32>)
    %13 = stablehlo.add %arg5, %12#1 : tensor<f32>
    return %1, %12#0, %13 : tensor<i32>, tensor<12x12xf32>, tensor<f32>
  }
  func.func private @argmax(%arg0: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}]>}) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"model"}]>]>} : tensor<12xi32>
    %1 = sdy.constant dense<0xFF800000> : tensor<f32>
    %2 = sdy.constant dense<0> : tensor<i32>
    %3:2 = stablehlo.reduce(%arg0 init: %1), (%0 init: %2) across dimensions = [0] : (tensor<12xf32>, tensor<12xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %4 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %5 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.or %4, %5 : tensor<i1>
      %7 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %8 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %9 = stablehlo.and %7, %8 : tensor<i1>
      %10 = stablehlo.or %6, %9 : tensor<i1>
      %11 = stablehlo.select %6, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %12 = stablehlo.select %10, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %11, %12 : tensor<f32>, tensor<i32>
    }
    return %3#1 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @floor_divide(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.divide %arg0, %0 : tensor<i32>
    %2 = stablehlo.sign %arg0 : tensor<i32>
    %3 = stablehlo.sign %0 : tensor<i32>
    %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.remainder %arg0, %0 : tensor<i32>
    %6 = sdy.constant dense<0> : tensor<i32>
    %7 = stablehlo.compare NE, %5, %6, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %8 = stablehlo.and %4, %7 : tensor<i1>
    %9 = sdy.constant dense<1> : tensor<i32>
    %10 = stablehlo.subtract %1, %9 : tensor<i32>
    %11 = call @_where(%8, %10, %1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %11 : tensor<i32>
  }
}

