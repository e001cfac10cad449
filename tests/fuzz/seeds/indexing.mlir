func.func public @main(%x: tensor<6x5xf32> {jax.arg_info = "x"}, %u: tensor<2x3xf32>, %i: tensor<i32>, %j: tensor<i64>, %pair: tensor<4x2xi32>, %batch: tensor<6x2x1xi32>) -> (tensor<2x3xf32>, tensor<6x5xf32>, tensor<4xf32>, tensor<6x2xf32>, tensor<11x8xf32>) {
  %0 = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 3] : (tensor<6x5xf32>, tensor<i32>, tensor<i32>) -> tensor<2x3xf32>
  %1 = stablehlo.dynamic_update_slice %x, %u, %j, %j : (tensor<6x5xf32>, tensor<2x3xf32>, tensor<i64>, tensor<i64>) -> tensor<6x5xf32>
  %2 = "stablehlo.gather"(%1, %pair) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0, 1], start_index_map = [1, 0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<4x2xi32>) -> tensor<4xf32>
  %3 = "stablehlo.gather"(%x, %batch) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: 1, 1>}> : (tensor<6x5xf32>, tensor<6x2x1xi32>) -> tensor<6x2xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.pad %x, %z, low = [0, 1], high = [0, 2], interior = [1, 0] : (tensor<6x5xf32>, tensor<f32>) -> tensor<11x8xf32>
  return %0, %1, %2, %3, %4 : tensor<2x3xf32>, tensor<6x5xf32>, tensor<4xf32>, tensor<6x2xf32>, tensor<11x8xf32>
}
