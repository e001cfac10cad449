module @jit_attention attributes {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["ring"=4]> {stablehlo.mesh = {axes = [{name = "ring", size = 4 : i64}]}}
  func.func public @main(%arg0: tensor<32x8xf32>, %arg1: tensor<32x8xf32>, %arg2: tensor<32x8xf32>) -> (tensor<32x8xf32> {jax.result_info = "result"}) {
    %0 = sdy.manual_computation(%arg0, %arg1, %arg2) in_shardings=[<@mesh, [{"ring"}, {}]>, <@mesh, [{"ring"}, {}]>, <@mesh, [{"ring"}, {}]>] out_shardings=[<@mesh, [{"ring"}, {}]>] manual_axes={"ring"} (%arg3: tensor<8x8xf32>, %arg4: tensor<8x8xf32>, %arg5: tensor<8x8xf32>) {
      %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8xf32>
      %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %3 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      %4 = stablehlo.transpose %arg4, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
      %5 = stablehlo.dot_general %arg3, %4, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      %cst_2 = stablehlo.constant dense<8.000000e+00> : tensor<f32>
      %6 = stablehlo.sqrt %cst_2 : tensor<f32>
      %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
      %8 = stablehlo.divide %5, %7 : tensor<8x8xf32>
      %cst_3 = stablehlo.constant dense<0xFF800000> : tensor<f32>
      %9 = stablehlo.reduce(%8 init: %cst_3) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
      %10 = stablehlo.convert %1 : tensor<8xf32>
      %11 = stablehlo.maximum %10, %9 : tensor<8xf32>
      %12 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
      %13 = stablehlo.broadcast_in_dim %12, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
      %14 = stablehlo.subtract %8, %13 : tensor<8x8xf32>
      %15 = stablehlo.exponential %14 : tensor<8x8xf32>
      %16 = stablehlo.convert %1 : tensor<8xf32>
      %17 = stablehlo.subtract %16, %11 : tensor<8xf32>
      %18 = stablehlo.exponential %17 : tensor<8xf32>
      %19 = stablehlo.multiply %2, %18 : tensor<8xf32>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
      %20 = stablehlo.reduce(%15 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
      %21 = stablehlo.add %19, %20 : tensor<8xf32>
      %22 = stablehlo.broadcast_in_dim %18, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
      %23 = stablehlo.broadcast_in_dim %22, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
      %24 = stablehlo.multiply %3, %23 : tensor<8x8xf32>
      %25 = stablehlo.dot_general %15, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
      %26 = stablehlo.add %24, %25 : tensor<8x8xf32>
      %c = stablehlo.constant dense<0> : tensor<i32>
      %27:7 = stablehlo.while(%iterArg = %arg3, %iterArg_5 = %c, %iterArg_6 = %arg4, %iterArg_7 = %arg5, %iterArg_8 = %11, %iterArg_9 = %21, %iterArg_10 = %26) : tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>
      cond {
        %c_11 = stablehlo.constant dense<3> : tensor<i32>
        %31 = stablehlo.compare LT, %iterArg_5, %c_11, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %31 : tensor<i1>
      } do {
        %31:5 = func.call @closed_call(%iterArg, %iterArg_6, %iterArg_7, %iterArg_8, %iterArg_9, %iterArg_10) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>)
        %c_11 = stablehlo.constant dense<1> : tensor<i32>
        %32 = stablehlo.add %iterArg_5, %c_11 : tensor<i32>
        stablehlo.return %iterArg, %32, %31#0, %31#1, %31#2, %31#3, %31#4 : tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>
      }
      %28 = stablehlo.broadcast_in_dim %27#5, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
      %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
      %30 = stablehlo.divide %27#6, %29 : tensor<8x8xf32>
      sdy.return %30 : tensor<8x8xf32>
    } : (tensor<32x8xf32>, tensor<32x8xf32>, tensor<32x8xf32>) -> tensor<32x8xf32>
    return %0 : tensor<32x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x8xf32>, %arg1: tensor<8x8xf32>, %arg2: tensor<8x8xf32>, %arg3: tensor<8xf32>, %arg4: tensor<8xf32>, %arg5: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>) {
    %0 = "stablehlo.collective_permute"(%arg1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = "stablehlo.collective_permute"(%arg2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, source_target_pairs = dense<[[0, 1], [1, 2], [2, 3], [3, 0]]> : tensor<4x2xi64>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.transpose %0, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %3 = stablehlo.dot_general %arg0, %2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %cst = stablehlo.constant dense<8.000000e+00> : tensor<f32>
    %4 = stablehlo.sqrt %cst : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %6 = stablehlo.divide %3, %5 : tensor<8x8xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_0) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %8 = stablehlo.maximum %arg3, %7 : tensor<8xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.subtract %6, %10 : tensor<8x8xf32>
    %12 = stablehlo.exponential %11 : tensor<8x8xf32>
    %13 = stablehlo.subtract %arg3, %8 : tensor<8xf32>
    %14 = stablehlo.exponential %13 : tensor<8xf32>
    %15 = stablehlo.multiply %arg4, %14 : tensor<8xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.reduce(%12 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
    %17 = stablehlo.add %15, %16 : tensor<8xf32>
    %18 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<8xf32>) -> tensor<8x1xf32>
    %19 = stablehlo.broadcast_in_dim %18, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %20 = stablehlo.multiply %arg5, %19 : tensor<8x8xf32>
    %21 = stablehlo.dot_general %12, %1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %22 = stablehlo.add %20, %21 : tensor<8x8xf32>
    return %0, %1, %8, %17, %22 : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8x8xf32>
  }
}
