module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<20x12xf32>, %arg1: tensor<12xf32>) -> (tensor<f32> {jax.result_info = "result[0]"}, tensor<20x12xf32> {jax.result_info = "result[1]"}, tensor<20x12xf32> {jax.result_info = "result[2]"}, tensor<12xf32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<20x12xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<20x12xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<20x12xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<20x12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %5:8 = stablehlo.while(%iterArg = %arg0, %iterArg_13 = %arg1, %iterArg_14 = %c, %iterArg_15 = %0, %iterArg_16 = %1, %iterArg_17 = %2, %iterArg_18 = %3, %iterArg_19 = %4) : tensor<20x12xf32>, tensor<12xf32>, tensor<i32>, tensor<12xf32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<20x12xf32>
    cond {
      %c_20 = stablehlo.constant dense<20> : tensor<i32>
      %18 = stablehlo.compare LT, %iterArg_14, %c_20, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %18 : tensor<i1>
    } do {
      %18 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_14) : (tensor<20x12xf32>, tensor<i32>) -> tensor<12xf32>
      %19:5 = func.call @closed_call(%iterArg_13, %iterArg_15, %18) : (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>)
      %20 = func.call @dynamic_update_index_in_dim(%iterArg_16, %19#1, %iterArg_14) : (tensor<20x12xf32>, tensor<12xf32>, tensor<i32>) -> tensor<20x12xf32>
      %21 = func.call @dynamic_update_index_in_dim(%iterArg_17, %19#2, %iterArg_14) : (tensor<20x12xf32>, tensor<12xf32>, tensor<i32>) -> tensor<20x12xf32>
      %22 = func.call @dynamic_update_index_in_dim(%iterArg_18, %19#3, %iterArg_14) : (tensor<20x12xf32>, tensor<12xf32>, tensor<i32>) -> tensor<20x12xf32>
      %23 = func.call @dynamic_update_index_in_dim(%iterArg_19, %19#4, %iterArg_14) : (tensor<20x12xf32>, tensor<12xf32>, tensor<i32>) -> tensor<20x12xf32>
      %c_20 = stablehlo.constant dense<1> : tensor<i32>
      %24 = stablehlo.add %iterArg_14, %c_20 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_13, %24, %19#0, %20, %21, %22, %23 : tensor<20x12xf32>, tensor<12xf32>, tensor<i32>, tensor<12xf32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<20x12xf32>
    }
    %6 = stablehlo.multiply %5#4, %5#4 : tensor<20x12xf32>
    %cst_4 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<20x12xf32>
    %8 = stablehlo.multiply %7, %5#4 : tensor<20x12xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.reduce(%6 init: %cst_5) applies stablehlo.add across dimensions = [0, 1] : (tensor<20x12xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<2.400000e+02> : tensor<f32>
    %10 = stablehlo.divide %9, %cst_6 : tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_8 = stablehlo.constant dense<2.400000e+02> : tensor<f32>
    %11 = stablehlo.divide %cst_7, %cst_8 : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %11, dims = [] : (tensor<f32>) -> tensor<20x12xf32>
    %13 = stablehlo.multiply %12, %8 : tensor<20x12xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<20x12xf32>
    %c_12 = stablehlo.constant dense<0> : tensor<i32>
    %17:9 = stablehlo.while(%iterArg = %13, %iterArg_13 = %5#5, %iterArg_14 = %5#6, %iterArg_15 = %5#7, %iterArg_16 = %arg1, %iterArg_17 = %c_12, %iterArg_18 = %15, %iterArg_19 = %14, %iterArg_20 = %16) : tensor<20x12xf32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<12xf32>, tensor<i32>, tensor<12xf32>, tensor<12xf32>, tensor<20x12xf32>
    cond {
      %c_21 = stablehlo.constant dense<20> : tensor<i32>
      %18 = stablehlo.compare LT, %iterArg_17, %c_21, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %18 : tensor<i1>
    } do {
      %c_21 = stablehlo.constant dense<20> : tensor<i32>
      %18 = stablehlo.subtract %c_21, %iterArg_17 : tensor<i32>
      %c_22 = stablehlo.constant dense<1> : tensor<i32>
      %19 = stablehlo.subtract %18, %c_22 : tensor<i32>
      %20 = func.call @dynamic_index_in_dim(%iterArg, %19) : (tensor<20x12xf32>, tensor<i32>) -> tensor<12xf32>
      %21 = func.call @dynamic_index_in_dim(%iterArg_13, %19) : (tensor<20x12xf32>, tensor<i32>) -> tensor<12xf32>
      %22 = func.call @dynamic_index_in_dim(%iterArg_14, %19) : (tensor<20x12xf32>, tensor<i32>) -> tensor<12xf32>
      %23 = func.call @dynamic_index_in_dim(%iterArg_15, %19) : (tensor<20x12xf32>, tensor<i32>) -> tensor<12xf32>
      %24:3 = func.call @closed_call_0(%iterArg_16, %iterArg_18, %iterArg_19, %20, %21, %22, %23) : (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>)
      %25 = func.call @dynamic_update_index_in_dim(%iterArg_20, %24#2, %19) : (tensor<20x12xf32>, tensor<12xf32>, tensor<i32>) -> tensor<20x12xf32>
      %c_23 = stablehlo.constant dense<1> : tensor<i32>
      %26 = stablehlo.add %iterArg_17, %c_23 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_13, %iterArg_14, %iterArg_15, %iterArg_16, %26, %24#0, %24#1, %25 : tensor<20x12xf32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<12xf32>, tensor<i32>, tensor<12xf32>, tensor<12xf32>, tensor<20x12xf32>
    }
    return %10, %5#4, %17#8, %17#6 : tensor<f32>, tensor<20x12xf32>, tensor<20x12xf32>, tensor<12xf32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<20x12xf32>, %arg1: tensor<i32>) -> tensor<12xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 12] : (tensor<20x12xf32>, tensor<i32>, tensor<i32>) -> tensor<1x12xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x12xf32>) -> tensor<12xf32>
    return %1 : tensor<12xf32>
  }
  func.func private @closed_call(%arg0: tensor<12xf32>, %arg1: tensor<12xf32>, %arg2: tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) {
    %0 = stablehlo.multiply %arg1, %arg0 : tensor<12xf32>
    %1 = stablehlo.add %0, %arg2 : tensor<12xf32>
    %2 = stablehlo.tanh %1 : tensor<12xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<12xf32>
    %4 = stablehlo.subtract %3, %2 : tensor<12xf32>
    return %2, %2, %arg1, %2, %4 : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<20x12xf32>, %arg1: tensor<12xf32>, %arg2: tensor<i32>) -> tensor<20x12xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<12xf32>) -> tensor<1x12xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c : (tensor<20x12xf32>, tensor<1x12xf32>, tensor<i32>, tensor<i32>) -> tensor<20x12xf32>
    return %1 : tensor<20x12xf32>
  }
  func.func private @closed_call_0(%arg0: tensor<12xf32>, %arg1: tensor<12xf32>, %arg2: tensor<12xf32>, %arg3: tensor<12xf32>, %arg4: tensor<12xf32>, %arg5: tensor<12xf32>, %arg6: tensor<12xf32>) -> (tensor<12xf32>, tensor<12xf32>, tensor<12xf32>) {
    %0 = stablehlo.add %arg2, %arg3 : tensor<12xf32>
    %1 = stablehlo.multiply %0, %arg6 : tensor<12xf32>
    %2 = stablehlo.multiply %1, %arg5 : tensor<12xf32>
    %3 = stablehlo.add %1, %2 : tensor<12xf32>
    %4 = stablehlo.multiply %arg4, %3 : tensor<12xf32>
    %5 = stablehlo.add %arg1, %4 : tensor<12xf32>
    %6 = stablehlo.multiply %3, %arg0 : tensor<12xf32>
    return %5, %6, %3 : tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
  }
}
