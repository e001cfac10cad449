module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<12x12xf32>, %arg1: tensor<12x12xf32>, %arg2: tensor<12xf32>, %arg3: tensor<8xi32>, %arg4: tensor<i1>, %arg5: tensor<f32>) -> (tensor<12x12xf32> {jax.result_info = "result[0]"}, tensor<12xf32> {jax.result_info = "result[1]"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0:7 = stablehlo.while(%iterArg = %arg3, %iterArg_5 = %arg1, %iterArg_6 = %arg2, %iterArg_7 = %c_0, %iterArg_8 = %c, %iterArg_9 = %arg0, %iterArg_10 = %cst) : tensor<8xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<f32>
    cond {
      %c_11 = stablehlo.constant dense<5> : tensor<i32>
      %8 = stablehlo.compare LT, %iterArg_7, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %8 : tensor<i1>
    } do {
      %8:3 = func.call @closed_call(%iterArg, %iterArg_5, %iterArg_6, %iterArg_8, %iterArg_9, %iterArg_10) : (tensor<8xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<12x12xf32>, tensor<f32>) -> (tensor<i32>, tensor<12x12xf32>, tensor<f32>)
      %c_11 = stablehlo.constant dense<1> : tensor<i32>
      %9 = stablehlo.add %iterArg_7, %c_11 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_5, %iterArg_6, %9, %8#0, %8#1, %8#2 : tensor<8xi32>, tensor<12x12xf32>, tensor<12xf32>, tensor<i32>, tensor<i32>, tensor<12x12xf32>, tensor<f32>
    }
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0#5 init: %cst_1) applies stablehlo.add across dimensions = [0] : (tensor<12x12xf32>, tensor<f32>) -> tensor<12xf32>
    %2 = call @argmax(%1) : (tensor<12xf32>) -> tensor<i32>
    %c_2 = stablehlo.constant dense<4> : tensor<i32>
    %3 = call @floor_divide(%2, %c_2) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %c_4 = stablehlo.constant dense<2> : tensor<i32>
    %4 = stablehlo.clamp %c_3, %3, %c_4 : tensor<i32>
    %5 = "stablehlo.case"(%4) ({
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %8 = stablehlo.reduce(%0#5 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<12xf32>
      stablehlo.return %8 : tensor<12xf32>
    }, {
      %8 = stablehlo.transpose %0#5, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
      %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %9 = stablehlo.reduce(%8 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<12xf32>
      stablehlo.return %9 : tensor<12xf32>
    }, {
      %8 = stablehlo.slice %0#5 [0:12, 0:1] : (tensor<12x12xf32>) -> tensor<12x1xf32>
      %9 = stablehlo.reshape %8 : (tensor<12x1xf32>) -> tensor<12xf32>
      %cst_5 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
      %10 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<12xf32>
      %11 = stablehlo.multiply %9, %10 : tensor<12xf32>
      stablehlo.return %11 : tensor<12xf32>
    }) : (tensor<i32>) -> tensor<12xf32>
    %6 = stablehlo.convert %arg4 : (tensor<i1>) -> tensor<i32>
    %7 = "stablehlo.case"(%6) ({
      %8 = stablehlo.transpose %0#5, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
      %9 = stablehlo.broadcast_in_dim %5, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
      %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<12x12xf32>
      %11 = stablehlo.add %8, %10 : tensor<12x12xf32>
      stablehlo.return %11 : tensor<12x12xf32>
    }, {
      %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %8 = stablehlo.reduce(%0#5 init: %cst_5) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
      %9 = stablehlo.compare GT, %8, %arg5, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %10 = stablehlo.convert %9 : (tensor<i1>) -> tensor<i32>
      %11 = "stablehlo.case"(%10) ({
        %12 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<12xf32>) -> tensor<12x1xf32>
        %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<12x1xf32>) -> tensor<12x12xf32>
        %14 = stablehlo.subtract %0#5, %13 : tensor<12x12xf32>
        stablehlo.return %14 : tensor<12x12xf32>
      }, {
        %12 = stablehlo.broadcast_in_dim %arg5, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
        %13 = stablehlo.divide %0#5, %12 : tensor<12x12xf32>
        stablehlo.return %13 : tensor<12x12xf32>
      }) : (tensor<i32>) -> tensor<12x12xf32>
      stablehlo.return %11 : tensor<12x12xf32>
    }) : (tensor<i32>) -> tensor<12x12xf32>
    return %7, %5, %0#6 : tensor<12x12xf32>, tensor<12xf32>, tensor<f32>
  }
  func.func private @closed_call(%arg0: tensor<8xi32>, %arg1: tensor<12x12xf32>, %arg2: tensor<12xf32>, %arg3: tensor<i32>, %arg4: tensor<12x12xf32>, %arg5: tensor<f32>) -> (tensor<i32>, tensor<12x12xf32>, tensor<f32>) {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.add %arg3, %c : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare LT, %arg3, %c_0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %2 = stablehlo.convert %arg3 : tensor<i32>
    %c_1 = stablehlo.constant dense<8> : tensor<i32>
    %3 = stablehlo.add %2, %c_1 : tensor<i32>
    %4 = stablehlo.select %1, %3, %arg3 : tensor<i1>, tensor<i32>
    %5 = stablehlo.dynamic_slice %arg0, %4, sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
    %6 = stablehlo.reshape %5 : (tensor<1xi32>) -> tensor<i32>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %c_3 = stablehlo.constant dense<3> : tensor<i32>
    %7 = stablehlo.clamp %c_2, %6, %c_3 : tensor<i32>
    %8:2 = "stablehlo.case"(%7) ({
      %10 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
      %11 = stablehlo.tanh %10 : tensor<12x12xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %12 = stablehlo.reduce(%arg4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %11, %12 : tensor<12x12xf32>, tensor<f32>
    }, {
      %10 = stablehlo.transpose %arg4, dims = [1, 0] : (tensor<12x12xf32>) -> tensor<12x12xf32>
      %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
      %11 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12x12xf32>
      %12 = stablehlo.multiply %11, %10 : tensor<12x12xf32>
      %13 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
      %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<12x12xf32>
      %15 = stablehlo.subtract %12, %14 : tensor<12x12xf32>
      %cst_4 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %16 = stablehlo.reduce(%arg4 init: %cst_4) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %15, %16 : tensor<12x12xf32>, tensor<f32>
    }, {
      %10 = stablehlo.dot_general %arg4, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
      %11 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<1x12xf32>) -> tensor<12x12xf32>
      %13 = stablehlo.multiply %arg4, %12 : tensor<12x12xf32>
      %14 = stablehlo.dot_general %13, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<12x12xf32>, tensor<12x12xf32>) -> tensor<12x12xf32>
      %15 = stablehlo.add %10, %14 : tensor<12x12xf32>
      %16 = stablehlo.multiply %arg4, %arg4 : tensor<12x12xf32>
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %17 = stablehlo.reduce(%16 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<12x12xf32>, tensor<f32>) -> tensor<f32>
      %cst_4 = stablehlo.constant dense<1.440000e+02> : tensor<f32>
      %18 = stablehlo.divide %17, %cst_4 : tensor<f32>
      stablehlo.return %15, %18 : tensor<12x12xf32>, tensor<f32>
    }, {
      %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      stablehlo.return %arg4, %cst : tensor<12x12xf32>, tensor<f32>
    }) : (tensor<i32>) -> (tensor<12x12xf32>, tensor<f32>)
    %9 = stablehlo.add %arg5, %8#1 : tensor<f32>
    return %0, %8#0, %9 : tensor<i32>, tensor<12x12xf32>, tensor<f32>
  }
  func.func private @argmax(%arg0: tensor<12xf32>) -> tensor<i32> {
    %0 = stablehlo.iota dim = 0 : tensor<12xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [0] : (tensor<12xf32>, tensor<12xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<i32>
  }
  func.func private @floor_divide(%arg0: tensor<i32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.divide %arg0, %0 : tensor<i32>
    %2 = stablehlo.sign %arg0 : tensor<i32>
    %3 = stablehlo.sign %0 : tensor<i32>
    %4 = stablehlo.compare NE, %2, %3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.remainder %arg0, %0 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %6 = stablehlo.compare NE, %5, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %7 = stablehlo.and %4, %6 : tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %8 = stablehlo.subtract %1, %c_0 : tensor<i32>
    %9 = call @_where(%7, %8, %1) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    return %9 : tensor<i32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
}
