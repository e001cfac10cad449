module @jit_f attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<11x7xf32>, %arg1: tensor<7xi32>, %arg2: tensor<8xi32>, %arg3: tensor<8xi32>, %arg4: tensor<8x7xf32>, %arg5: tensor<8xf32>, %arg6: tensor<8x3x2xf32>) -> (tensor<11x7xf32> {jax.result_info = "result[0]"}, tensor<11x7xf32> {jax.result_info = "result[1]"}, tensor<11x7xf32> {jax.result_info = "result[2]"}, tensor<11x7xf32> {jax.result_info = "result[3]"}, tensor<7xi32> {jax.result_info = "result[4]"}, tensor<11x7xf32> {jax.result_info = "result[5]"}, tensor<8x7xf32> {jax.result_info = "result[6]"}, tensor<11x7xf32> {jax.result_info = "result[7]"}, tensor<8xf32> {jax.result_info = "result[8]"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %1 = stablehlo.compare LT, %arg2, %0, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %3 = stablehlo.add %arg2, %2 : tensor<8xi32>
    %4 = stablehlo.select %1, %3, %arg2 : tensor<8xi1>, tensor<8xi32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %6 = "stablehlo.scatter"(%arg0, %5, %arg4) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      stablehlo.return %arg8 : tensor<f32>
    }) : (tensor<11x7xf32>, tensor<8x1xi32>, tensor<8x7xf32>) -> tensor<11x7xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %8 = stablehlo.compare LT, %arg2, %7, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_2 = stablehlo.constant dense<11> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %10 = stablehlo.add %arg2, %9 : tensor<8xi32>
    %11 = stablehlo.select %8, %10, %arg2 : tensor<8xi1>, tensor<8xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %13 = stablehlo.compare LT, %arg3, %12, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_4 = stablehlo.constant dense<7> : tensor<i32>
    %14 = stablehlo.broadcast_in_dim %c_4, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %15 = stablehlo.add %arg3, %14 : tensor<8xi32>
    %16 = stablehlo.select %13, %15, %arg3 : tensor<8xi1>, tensor<8xi32>
    %17 = stablehlo.broadcast_in_dim %11, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %18 = stablehlo.broadcast_in_dim %16, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %19 = stablehlo.concatenate %17, %18, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
    %20 = "stablehlo.scatter"(%6, %19, %arg5) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %81 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %81 : tensor<f32>
    }) : (tensor<11x7xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<11x7xf32>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.broadcast_in_dim %c_5, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %22 = stablehlo.compare LT, %arg2, %21, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_6 = stablehlo.constant dense<11> : tensor<i32>
    %23 = stablehlo.broadcast_in_dim %c_6, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %24 = stablehlo.add %arg2, %23 : tensor<8xi32>
    %25 = stablehlo.select %22, %24, %arg2 : tensor<8xi1>, tensor<8xi32>
    %26 = stablehlo.broadcast_in_dim %25, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %27 = "stablehlo.scatter"(%arg0, %26, %arg4) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %81 = stablehlo.maximum %arg7, %arg8 : tensor<f32>
      stablehlo.return %81 : tensor<f32>
    }) : (tensor<11x7xf32>, tensor<8x1xi32>, tensor<8x7xf32>) -> tensor<11x7xf32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %28 = stablehlo.broadcast_in_dim %c_7, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %29 = stablehlo.compare LT, %arg3, %28, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_8 = stablehlo.constant dense<7> : tensor<i32>
    %30 = stablehlo.broadcast_in_dim %c_8, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %31 = stablehlo.add %arg3, %30 : tensor<8xi32>
    %32 = stablehlo.select %29, %31, %arg3 : tensor<8xi1>, tensor<8xi32>
    %33 = stablehlo.broadcast_in_dim %32, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %34 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<8xf32>) -> tensor<11x8xf32>
    %35 = "stablehlo.scatter"(%arg0, %33, %34) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %81 = stablehlo.minimum %arg7, %arg8 : tensor<f32>
      stablehlo.return %81 : tensor<f32>
    }) : (tensor<11x7xf32>, tensor<8x1xi32>, tensor<11x8xf32>) -> tensor<11x7xf32>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %36 = stablehlo.broadcast_in_dim %c_9, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %37 = stablehlo.compare LT, %arg2, %36, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_10 = stablehlo.constant dense<11> : tensor<i32>
    %38 = stablehlo.broadcast_in_dim %c_10, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %39 = stablehlo.add %arg2, %38 : tensor<8xi32>
    %40 = stablehlo.select %37, %39, %arg2 : tensor<8xi1>, tensor<8xi32>
    %c_11 = stablehlo.constant dense<0> : tensor<i32>
    %41 = stablehlo.broadcast_in_dim %c_11, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %42 = stablehlo.compare LT, %arg3, %41, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_12 = stablehlo.constant dense<7> : tensor<i32>
    %43 = stablehlo.broadcast_in_dim %c_12, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %44 = stablehlo.add %arg3, %43 : tensor<8xi32>
    %45 = stablehlo.select %42, %44, %arg3 : tensor<8xi1>, tensor<8xi32>
    %46 = stablehlo.broadcast_in_dim %40, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %47 = stablehlo.broadcast_in_dim %45, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %48 = stablehlo.concatenate %46, %47, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
    %49 = "stablehlo.scatter"(%arg0, %48, %arg5) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %81 = stablehlo.multiply %arg7, %arg8 : tensor<f32>
      stablehlo.return %81 : tensor<f32>
    }) : (tensor<11x7xf32>, tensor<8x2xi32>, tensor<8xf32>) -> tensor<11x7xf32>
    %c_13 = stablehlo.constant dense<0> : tensor<i32>
    %50 = stablehlo.broadcast_in_dim %c_13, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %51 = stablehlo.compare LT, %arg3, %50, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_14 = stablehlo.constant dense<7> : tensor<i32>
    %52 = stablehlo.broadcast_in_dim %c_14, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %53 = stablehlo.add %arg3, %52 : tensor<8xi32>
    %54 = stablehlo.select %51, %53, %arg3 : tensor<8xi1>, tensor<8xi32>
    %55 = stablehlo.broadcast_in_dim %54, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %56 = "stablehlo.scatter"(%arg1, %55, %arg2) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<i32>, %arg8: tensor<i32>):
      %81 = stablehlo.add %arg7, %arg8 : tensor<i32>
      stablehlo.return %81 : tensor<i32>
    }) : (tensor<7xi32>, tensor<8x1xi32>, tensor<8xi32>) -> tensor<7xi32>
    %c_15 = stablehlo.constant dense<0> : tensor<i32>
    %c_16 = stablehlo.constant dense<8> : tensor<i32>
    %57 = call @clip(%arg2, %c_15, %c_16) : (tensor<8xi32>, tensor<i32>, tensor<i32>) -> tensor<8xi32>
    %c_17 = stablehlo.constant dense<0> : tensor<i32>
    %c_18 = stablehlo.constant dense<5> : tensor<i32>
    %58 = call @clip(%arg3, %c_17, %c_18) : (tensor<8xi32>, tensor<i32>, tensor<i32>) -> tensor<8xi32>
    %59 = stablehlo.broadcast_in_dim %57, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %60 = stablehlo.broadcast_in_dim %58, dims = [0] : (tensor<8xi32>) -> tensor<8x1xi32>
    %61 = stablehlo.concatenate %59, %60, dim = 1 : (tensor<8x1xi32>, tensor<8x1xi32>) -> tensor<8x2xi32>
    %62 = "stablehlo.scatter"(%arg0, %61, %arg6) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 1>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %81 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %81 : tensor<f32>
    }) : (tensor<11x7xf32>, tensor<8x2xi32>, tensor<8x3x2xf32>) -> tensor<11x7xf32>
    %63 = stablehlo.slice %arg0 [0:8, 0:7] : (tensor<11x7xf32>) -> tensor<8x7xf32>
    %64 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<8xi32>) -> tensor<1x8xi32>
    %65 = stablehlo.broadcast_in_dim %64, dims = [0, 1] : (tensor<1x8xi32>) -> tensor<8x8xi32>
    %66 = stablehlo.slice %arg4 [0:8, 0:1] : (tensor<8x7xf32>) -> tensor<8x1xf32>
    %67 = stablehlo.broadcast_in_dim %arg5, dims = [1] : (tensor<8xf32>) -> tensor<1x8xf32>
    %68 = stablehlo.broadcast_in_dim %66, dims = [0, 1] : (tensor<8x1xf32>) -> tensor<8x8xf32>
    %69 = stablehlo.broadcast_in_dim %67, dims = [0, 1] : (tensor<1x8xf32>) -> tensor<8x8xf32>
    %70 = stablehlo.multiply %68, %69 : tensor<8x8xf32>
    %c_19 = stablehlo.constant dense<0> : tensor<i32>
    %71 = stablehlo.broadcast_in_dim %c_19, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %72 = stablehlo.compare LT, %65, %71, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
    %c_20 = stablehlo.constant dense<7> : tensor<i32>
    %73 = stablehlo.broadcast_in_dim %c_20, dims = [] : (tensor<i32>) -> tensor<8x8xi32>
    %74 = stablehlo.add %65, %73 : tensor<8x8xi32>
    %75 = stablehlo.select %72, %74, %65 : tensor<8x8xi1>, tensor<8x8xi32>
    %76 = stablehlo.broadcast_in_dim %75, dims = [0, 1] : (tensor<8x8xi32>) -> tensor<8x8x1xi32>
    %77 = "stablehlo.scatter"(%63, %76, %70) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg7: tensor<f32>, %arg8: tensor<f32>):
      %81 = stablehlo.add %arg7, %arg8 : tensor<f32>
      stablehlo.return %81 : tensor<f32>
    }) : (tensor<8x7xf32>, tensor<8x8x1xi32>, tensor<8x8xf32>) -> tensor<8x7xf32>
    %c_21 = stablehlo.constant dense<11> : tensor<i32>
    %78 = call @remainder(%arg2, %c_21) : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %79 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %c_22 = stablehlo.constant dense<0> : tensor<i32>
    %80:5 = stablehlo.while(%iterArg = %78, %iterArg_23 = %arg4, %iterArg_24 = %c_22, %iterArg_25 = %arg0, %iterArg_26 = %79) : tensor<8xi32>, tensor<8x7xf32>, tensor<i32>, tensor<11x7xf32>, tensor<8xf32>
    cond {
      %c_27 = stablehlo.constant dense<8> : tensor<i32>
      %81 = stablehlo.compare LT, %iterArg_24, %c_27, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %81 : tensor<i1>
    } do {
      %81 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_24) : (tensor<8xi32>, tensor<i32>) -> tensor<i32>
      %82 = func.call @dynamic_index_in_dim_0(%iterArg_23, %iterArg_24) : (tensor<8x7xf32>, tensor<i32>) -> tensor<7xf32>
      %83:2 = func.call @closed_call(%iterArg_25, %81, %82) : (tensor<11x7xf32>, tensor<i32>, tensor<7xf32>) -> (tensor<11x7xf32>, tensor<f32>)
      %84 = func.call @dynamic_update_index_in_dim(%iterArg_26, %83#1, %iterArg_24) : (tensor<8xf32>, tensor<f32>, tensor<i32>) -> tensor<8xf32>
      %c_27 = stablehlo.constant dense<1> : tensor<i32>
      %85 = stablehlo.add %iterArg_24, %c_27 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_23, %85, %83#0, %84 : tensor<8xi32>, tensor<8x7xf32>, tensor<i32>, tensor<11x7xf32>, tensor<8xf32>
    }
    return %20, %27, %35, %49, %56, %62, %77, %80#3, %80#4 : tensor<11x7xf32>, tensor<11x7xf32>, tensor<11x7xf32>, tensor<11x7xf32>, tensor<7xi32>, tensor<11x7xf32>, tensor<8x7xf32>, tensor<11x7xf32>, tensor<8xf32>
  }
  func.func private @clip(%arg0: tensor<8xi32>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<8xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %2 = stablehlo.maximum %1, %arg0 : tensor<8xi32>
    %3 = stablehlo.convert %arg2 : tensor<i32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %5 = stablehlo.minimum %4, %2 : tensor<8xi32>
    return %5 : tensor<8xi32>
  }
  func.func private @remainder(%arg0: tensor<8xi32>, %arg1: tensor<i32>) -> tensor<8xi32> {
    %0 = stablehlo.convert %arg1 : tensor<i32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.compare EQ, %0, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %2 = call @_where(%1, %c_0, %0) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %4 = stablehlo.remainder %arg0, %3 : tensor<8xi32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.broadcast_in_dim %c_1, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %6 = stablehlo.compare NE, %4, %5, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_2 = stablehlo.constant dense<0> : tensor<i32>
    %7 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %8 = stablehlo.compare LT, %4, %7, SIGNED : (tensor<8xi32>, tensor<8xi32>) -> tensor<8xi1>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.compare LT, %2, %c_3, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<i1>) -> tensor<8xi1>
    %11 = stablehlo.compare NE, %8, %10, UNSIGNED : (tensor<8xi1>, tensor<8xi1>) -> tensor<8xi1>
    %12 = stablehlo.and %11, %6 : tensor<8xi1>
    %13 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<8xi32>
    %14 = stablehlo.add %4, %13 : tensor<8xi32>
    %15 = stablehlo.select %12, %14, %4 : tensor<8xi1>, tensor<8xi32>
    return %15 : tensor<8xi32>
  }
  func.func private @_where(%arg0: tensor<i1>, %arg1: tensor<i32>, %arg2: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<i1>, tensor<i32>
    return %0 : tensor<i32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<8xi32>, %arg1: tensor<i32>) -> tensor<i32> {
    %0 = stablehlo.dynamic_slice %arg0, %arg1, sizes = [1] : (tensor<8xi32>, tensor<i32>) -> tensor<1xi32>
    %1 = stablehlo.reshape %0 : (tensor<1xi32>) -> tensor<i32>
    return %1 : tensor<i32>
  }
  func.func private @dynamic_index_in_dim_0(%arg0: tensor<8x7xf32>, %arg1: tensor<i32>) -> tensor<7xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, sizes = [1, 7] : (tensor<8x7xf32>, tensor<i32>, tensor<i32>) -> tensor<1x7xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x7xf32>) -> tensor<7xf32>
    return %1 : tensor<7xf32>
  }
  func.func private @closed_call(%arg0: tensor<11x7xf32>, %arg1: tensor<i32>, %arg2: tensor<7xf32>) -> (tensor<11x7xf32>, tensor<f32>) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.compare LT, %arg1, %c, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_0 = stablehlo.constant dense<11> : tensor<i32>
    %1 = stablehlo.add %arg1, %c_0 : tensor<i32>
    %2 = stablehlo.select %0, %1, %arg1 : tensor<i1>, tensor<i32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %4 = "stablehlo.scatter"(%arg0, %3, %arg2) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      stablehlo.return %arg4 : tensor<f32>
    }) : (tensor<11x7xf32>, tensor<1xi32>, tensor<7xf32>) -> tensor<11x7xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %5 = stablehlo.compare LT, %arg1, %c_1, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_2 = stablehlo.constant dense<11> : tensor<i32>
    %6 = stablehlo.add %arg1, %c_2 : tensor<i32>
    %7 = stablehlo.select %5, %6, %arg1 : tensor<i1>, tensor<i32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %c_3 = stablehlo.constant dense<0> : tensor<i32>
    %9 = stablehlo.broadcast_in_dim %c_3, dims = [] : (tensor<i32>) -> tensor<1xi32>
    %10 = stablehlo.concatenate %8, %9, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %11 = "stablehlo.scatter"(%4, %10, %cst) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1]>, unique_indices = true}> ({
    ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
      %21 = stablehlo.add %arg3, %arg4 : tensor<f32>
      stablehlo.return %21 : tensor<f32>
    }) : (tensor<11x7xf32>, tensor<2xi32>, tensor<f32>) -> tensor<11x7xf32>
    %c_4 = stablehlo.constant dense<0> : tensor<i32>
    %12 = stablehlo.compare LT, %arg1, %c_4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<11> : tensor<i32>
    %13 = stablehlo.add %arg1, %c_5 : tensor<i32>
    %14 = stablehlo.select %12, %13, %arg1 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %15 = stablehlo.compare LT, %c_6, %c_7, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_8 = stablehlo.constant dense<0> : tensor<i32>
    %c_9 = stablehlo.constant dense<7> : tensor<i32>
    %16 = stablehlo.add %c_8, %c_9 : tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %17 = stablehlo.select %15, %16, %c_10 : tensor<i1>, tensor<i32>
    %18 = stablehlo.dynamic_slice %11, %14, %17, sizes = [1, 7] : (tensor<11x7xf32>, tensor<i32>, tensor<i32>) -> tensor<1x7xf32>
    %19 = stablehlo.reshape %18 : (tensor<1x7xf32>) -> tensor<7xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_11) applies stablehlo.add across dimensions = [0] : (tensor<7xf32>, tensor<f32>) -> tensor<f32>
    return %11, %20 : tensor<11x7xf32>, tensor<f32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<8xf32>, %arg1: tensor<f32>, %arg2: tensor<i32>) -> tensor<8xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [] : (tensor<f32>) -> tensor<1xf32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2 : (tensor<8xf32>, tensor<1xf32>, tensor<i32>) -> tensor<8xf32>
    return %1 : tensor<8xf32>
  }
}
