module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<1xi32>) -> (tensor<9x64xi32> {jax.result_info = "result[0]"}, tensor<9x64xf32> {jax.result_info = "result[1]"}, tensor<9x64xi32> {jax.result_info = "result[2]"}, tensor<300x256xbf16> {jax.result_info = "result[3]"}) {
    %0 = stablehlo.iota dim = 0 : tensor<5000xi32>
    %1 = stablehlo.reshape %arg0 : (tensor<1xi32>) -> tensor<i32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %3 = stablehlo.add %0, %2 : tensor<5000xi32>
    %c = stablehlo.constant dense<37> : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %5 = stablehlo.multiply %3, %4 : tensor<5000xi32>
    %c_0 = stablehlo.constant dense<13> : tensor<i32>
    %6 = call @remainder(%5, %c_0) : (tensor<5000xi32>, tensor<i32>) -> tensor<5000xi32>
    %c_1 = stablehlo.constant dense<2> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %8 = stablehlo.subtract %6, %7 : tensor<5000xi32>
    %9 = stablehlo.broadcast_in_dim %3, dims = [0] : (tensor<5000xi32>) -> tensor<5000x1xi32>
    %c_2 = stablehlo.constant dense<64> : tensor<i32>
    %10 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5000x1xi32>
    %11 = stablehlo.multiply %9, %10 : tensor<5000x1xi32>
    %12 = stablehlo.iota dim = 1 : tensor<5000x64xi32>
    %13 = stablehlo.broadcast_in_dim %11, dims = [0, 1] : (tensor<5000x1xi32>) -> tensor<5000x64xi32>
    %14 = stablehlo.add %13, %12 : tensor<5000x64xi32>
    %c_3 = stablehlo.constant dense<2654435> : tensor<i32>
    %15 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<5000x64xi32>
    %16 = stablehlo.multiply %14, %15 : tensor<5000x64xi32>
    %c_4 = stablehlo.constant dense<1009> : tensor<i32>
    %17 = call @remainder_0(%16, %c_4) : (tensor<5000x64xi32>, tensor<i32>) -> tensor<5000x64xi32>
    %18 = stablehlo.convert %17 : (tensor<5000x64xi32>) -> tensor<5000x64xf32>
    %cst = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<5000x64xf32>
    %20 = stablehlo.multiply %18, %19 : tensor<5000x64xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<9x64xi32>
    %22 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<5000xi32>) -> tensor<5000x1xi32>
    %23 = "stablehlo.scatter"(%21, %22, %17) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      %38 = stablehlo.add %arg1, %arg2 : tensor<i32>
      stablehlo.return %38 : tensor<i32>
    }) : (tensor<9x64xi32>, tensor<5000x1xi32>, tensor<5000x64xi32>) -> tensor<9x64xi32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %24 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<9x64xf32>
    %25 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<5000xi32>) -> tensor<5000x1xi32>
    %26 = "stablehlo.scatter"(%24, %25, %20) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %38 = stablehlo.add %arg1, %arg2 : tensor<f32>
      stablehlo.return %38 : tensor<f32>
    }) : (tensor<9x64xf32>, tensor<5000x1xi32>, tensor<5000x64xf32>) -> tensor<9x64xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<9x64xi32>
    %28 = stablehlo.broadcast_in_dim %8, dims = [0] : (tensor<5000xi32>) -> tensor<5000x1xi32>
    %29 = "stablehlo.scatter"(%27, %28, %17) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg1: tensor<i32>, %arg2: tensor<i32>):
      stablehlo.return %arg2 : tensor<i32>
    }) : (tensor<9x64xi32>, tensor<5000x1xi32>, tensor<5000x64xi32>) -> tensor<9x64xi32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<bf16>
    %30 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<bf16>) -> tensor<300x256xbf16>
    %c_9 = stablehlo.constant dense<7919> : tensor<i32>
    %31 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %32 = stablehlo.multiply %3, %31 : tensor<5000xi32>
    %c_10 = stablehlo.constant dense<311> : tensor<i32>
    %33 = call @remainder(%32, %c_10) : (tensor<5000xi32>, tensor<i32>) -> tensor<5000xi32>
    %34 = stablehlo.concatenate %20, %20, %20, %20, dim = 1 : (tensor<5000x64xf32>, tensor<5000x64xf32>, tensor<5000x64xf32>, tensor<5000x64xf32>) -> tensor<5000x256xf32>
    %35 = stablehlo.convert %34 : (tensor<5000x256xf32>) -> tensor<5000x256xbf16>
    %36 = stablehlo.broadcast_in_dim %33, dims = [0] : (tensor<5000xi32>) -> tensor<5000x1xi32>
    %37 = "stablehlo.scatter"(%30, %36, %35) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg1: tensor<bf16>, %arg2: tensor<bf16>):
      %38 = stablehlo.add %arg1, %arg2 : tensor<bf16>
      stablehlo.return %38 : tensor<bf16>
    }) : (tensor<300x256xbf16>, tensor<5000x1xi32>, tensor<5000x256xbf16>) -> tensor<300x256xbf16>
    return %23, %26, %29, %37 : tensor<9x64xi32>, tensor<9x64xf32>, tensor<9x64xi32>, tensor<300x256xbf16>
  }
  func.func private @remainder(%arg0: tensor<5000xi32>, %arg1: tensor<i32>) -> tensor<5000xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<5000xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<5000xi32>, tensor<5000xi32>) -> tensor<5000xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<5000xi32>, tensor<5000xi32>) -> tensor<5000xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<5000xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<5000xi1>, tensor<5000xi1>) -> tensor<5000xi1>
    %12 = stablehlo.and %11, %6 : tensor<5000xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5000xi32>
    %14 = stablehlo.add %4, %13 : tensor<5000xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<5000xi1>, tensor<5000xi32>
    return %15 : tensor<5000xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @remainder_0(%arg0: tensor<5000x64xi32>, %arg1: tensor<i32>) -> tensor<5000x64xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5000x64xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<5000x64xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<5000x64xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<5000x64xi32>, tensor<5000x64xi32>) -> tensor<5000x64xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<5000x64xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<5000x64xi32>, tensor<5000x64xi32>) -> tensor<5000x64xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<5000x64xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<5000x64xi1>, tensor<5000x64xi1>) -> tensor<5000x64xi1>
    %12 = stablehlo.and %11, %6 : tensor<5000x64xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<5000x64xi32>
    %14 = stablehlo.add %4, %13 : tensor<5000x64xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<5000x64xi1>, tensor<5000x64xi32>
    return %15 : tensor<5000x64xi32>
  }
}
