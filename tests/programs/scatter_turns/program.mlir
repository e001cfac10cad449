module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<40x64xf32>, %arg1: tensor<300xi32>, %arg2: tensor<300x64xf32>, %arg3: tensor<6x7x32xi32>, %arg4: tensor<120x2xi32>, %arg5: tensor<120x32xi32>, %arg6: tensor<300x64xi32>) -> (tensor<40x64xf32> {jax.result_info = "result[0]"}, tensor<6x7x32xi32> {jax.result_info = "result[1]"}, tensor<40x64xf32> {jax.result_info = "result[2]"}, tensor<40x64xf32> {jax.result_info = "result[3]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<300xi32>
    %1 = stablehlo.compare LT, %arg1, %0, SIGNED : (tensor<300xi32>, tensor<300xi32>) -> tensor<300xi1>
    %c_0 = stablehlo.constant dense<40> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<300xi32>
    %3 = stablehlo.add %arg1, %2 : tensor<300xi32>
    %4 = stablehlo.select %1, %3, %arg1 : tensor<300xi1>, tensor<300xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<300xi32>) -> tensor<300x1xi32>
    %6 = "stablehlo.scatter"(%arg0, %5, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %45 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %45 : tensor<f32>
    }) : (tensor<40x64xf32>, tensor<300x1xi32>, tensor<300x64xf32>) -> tensor<40x64xf32>
    %7 = stablehlo.slice %arg4 [0:120, 0:1] : (tensor<120x2xi32>) -> tensor<120x1xi32>
    %8 = stablehlo.reshape %7 : (tensor<120x1xi32>) -> tensor<120xi32>
    %9 = stablehlo.slice %arg4 [0:120, 1:2] : (tensor<120x2xi32>) -> tensor<120x1xi32>
    %10 = stablehlo.reshape %9 : (tensor<120x1xi32>) -> tensor<120xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %11 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<120xi32>
    %12 = stablehlo.compare LT, %8, %11, SIGNED : (tensor<120xi32>, tensor<120xi32>) -> tensor<120xi1>
    %c_2 = stablehlo.constant dense<6> : tensor<i32>
    %13 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<120xi32>
    %14 = stablehlo.add %8, %13 : tensor<120xi32>
    %15 = stablehlo.select %12, %14, %8 : tensor<120xi1>, tensor<120xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %16 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<120xi32>
    %17 = stablehlo.compare LT, %10, %16, SIGNED : (tensor<120xi32>, tensor<120xi32>) -> tensor<120xi1>
    %c_4 = stablehlo.constant dense<7> : tensor<i32>
    %18 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<120xi32>
    %19 = stablehlo.add %10, %18 : tensor<120xi32>
    %20 = stablehlo.select %17, %19, %10 : tensor<120xi1>, tensor<120xi32>
    %21 = stablehlo.broadcast_in_dim %15, dims = [0] : (tensor<120xi32>) -> tensor<120x1xi32>
    %22 = stablehlo.broadcast_in_dim %20, dims = [0] : (tensor<120xi32>) -> tensor<120x1xi32>
    %23 = stablehlo.concatenate %21, %22, dim = 1 : (tensor<120x1xi32>, tensor<120x1xi32>) -> tensor<120x2xi32>
    %24 = "stablehlo.scatter"(%arg3, %23, %arg5) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<i32>, %arg8: tensor<i32>):
      %45 = stablehlo.maximum %arg7, %arg8 : tensor<i32>
      stablehlo.return %45 : tensor<i32>
    }) : (tensor<6x7x32xi32>, tensor<120x2xi32>, tensor<120x32xi32>) -> tensor<6x7x32xi32>
    %25 = stablehlo.slice %arg1 [0:100] : (tensor<300xi32>) -> tensor<100xi32>
    %26 = stablehlo.slice %arg2 [0:100, 0:64] : (tensor<300x64xf32>) -> tensor<100x64xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %27 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<100xi32>
    %28 = stablehlo.compare LT, %25, %27, SIGNED : (tensor<100xi32>, tensor<100xi32>) -> tensor<100xi1>
    %c_6 = stablehlo.constant dense<40> : tensor<i32>
    %29 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<100xi32>
    %30 = stablehlo.add %25, %29 : tensor<100xi32>
    %31 = stablehlo.select %28, %30, %25 : tensor<100xi1>, tensor<100xi32>
    %32 = stablehlo.broadcast_in_dim %31, dims = [0] : (tensor<100xi32>) -> tensor<100x1xi32>
    %33 = "stablehlo.scatter"(%arg0, %32, %26) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %45 = stablehlo.multiply %arg7, %arg8 : tensor<f32>
      stablehlo.return %45 : tensor<f32>
    }) : (tensor<40x64xf32>, tensor<100x1xi32>, tensor<100x64xf32>) -> tensor<40x64xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %34 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<300x64xi32>
    %35 = stablehlo.compare LT, %arg6, %34, SIGNED : (tensor<300x64xi32>, tensor<300x64xi32>) -> tensor<300x64xi1>
    %c_8 = stablehlo.constant dense<40> : tensor<i32>
    %36 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<300x64xi32>
    %37 = stablehlo.add %arg6, %36 : tensor<300x64xi32>
    %38 = stablehlo.select %35, %37, %arg6 : tensor<300x64xi1>, tensor<300x64xi32>
    %39 = stablehlo.transpose %38, dims = [1, 0] : (tensor<300x64xi32>) -> tensor<64x300xi32>
    %40 = stablehlo.broadcast_in_dim %39, dims = [0, 1] : (tensor<64x300xi32>) -> tensor<64x300x1xi32>
    %41 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<40x64xf32>) -> tensor<64x40xf32>
    %42 = stablehlo.transpose %arg2, dims = [1, 0] : (tensor<300x64xf32>) -> tensor<64x300xf32>
    %43 = "stablehlo.scatter"(%41, %40, %42) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %45 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %45 : tensor<f32>
    }) : (tensor<64x40xf32>, tensor<64x300x1xi32>, tensor<64x300xf32>) -> tensor<64x40xf32>
    %44 = stablehlo.transpose %43, dims = [1, 0] : (tensor<64x40xf32>) -> tensor<40x64xf32>
    return %6, %24, %33, %44 : tensor<40x64xf32>, tensor<6x7x32xi32>, tensor<40x64xf32>, tensor<40x64xf32>
  }
}
