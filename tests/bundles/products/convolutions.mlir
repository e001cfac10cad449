// Convolutions with strides, dilations, groups and paddings, their gradients, and one between other ops. As JAX
// prints them.
module @convolutions attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<8x14x14x8xf32>, %arg1: tensor<3x3x8x16xf32>, %arg2: tensor<8x6x13x12xf32>, %arg3: tensor<10x6x3x3xf32>, %arg4: tensor<8x9x9x16xf32>, %arg5: tensor<3x3x4x16xf32>, %arg6: tensor<3x3x1x16xf32>, %arg7: tensor<8x7x7x16xf32>) -> (tensor<8x9x9x16xf32> {jax.result_info = "result['depthwise']"}, tensor<8x10x12x13xf32> {jax.result_info = "result['dilated']"}, tensor<10x6x3x3xf32> {jax.result_info = "result['dilated_dw']"}, tensor<8x6x13x12xf32> {jax.result_info = "result['dilated_dx']"}, tensor<8x12x12x16xf32> {jax.result_info = "result['fused']"}, tensor<8x9x9x16xf32> {jax.result_info = "result['grouped']"}, tensor<3x3x4x16xf32> {jax.result_info = "result['grouped_dw']"}, tensor<8x9x9x16xf32> {jax.result_info = "result['grouped_dx']"}, tensor<8x7x7x16xf32> {jax.result_info = "result['strided']"}, tensor<3x3x8x16xf32> {jax.result_info = "result['strided_dw']"}, tensor<8x14x14x8xf32> {jax.result_info = "result['strided_dx']"}) {
    %0 = stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x8xf32>, tensor<3x3x8x16xf32>) -> tensor<8x7x7x16xf32>
    %1 = stablehlo.convolution(%arg2, %arg3) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 1], [2, 3]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x6x13x12xf32>, tensor<10x6x3x3xf32>) -> tensor<8x10x12x13xf32>
    %2 = stablehlo.convolution(%arg4, %arg5) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x9x9x16xf32>, tensor<3x3x4x16xf32>) -> tensor<8x9x9x16xf32>
    %3 = stablehlo.convolution(%arg4, %arg6) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 16 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x9x9x16xf32>, tensor<3x3x1x16xf32>) -> tensor<8x9x9x16xf32>
    %4 = stablehlo.convolution(%arg0, %arg7) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x8xf32>, tensor<8x7x7x16xf32>) -> tensor<3x3x8x16xf32>
    %5 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x8x16xf32>
    %6 = stablehlo.convolution(%arg7, %5) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x7x7x16xf32>, tensor<3x3x8x16xf32>) -> tensor<8x14x14x8xf32>
    %7 = stablehlo.convolution(%arg4, %2) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 4 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x9x9x16xf32>, tensor<8x9x9x16xf32>) -> tensor<3x3x4x16xf32>
    %8 = stablehlo.reshape %arg5 : (tensor<3x3x4x16xf32>) -> tensor<3x3x4x4x4xf32>
    %9 = stablehlo.transpose %8, dims = [0, 1, 3, 2, 4] : (tensor<3x3x4x4x4xf32>) -> tensor<3x3x4x4x4xf32>
    %10 = stablehlo.reshape %9 : (tensor<3x3x4x4x4xf32>) -> tensor<3x3x16x4xf32>
    %11 = stablehlo.reverse %10, dims = [0, 1] : tensor<3x3x16x4xf32>
    %12 = stablehlo.convolution(%2, %11) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 4 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x9x9x16xf32>, tensor<3x3x16x4xf32>) -> tensor<8x9x9x16xf32>
    %13 = stablehlo.convolution(%arg2, %1) dim_numbers = [f, b, 0, 1]x[i, o, 0, 1]->[f, b, 0, 1], window = {stride = [2, 2], pad = [[2, 1], [2, 3]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x6x13x12xf32>, tensor<8x10x12x13xf32>) -> tensor<10x6x3x3xf32>
    %14 = stablehlo.reverse %arg3, dims = [2, 3] : tensor<10x6x3x3xf32>
    %15 = stablehlo.convolution(%1, %14) dim_numbers = [b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1], window = {stride = [1, 1], pad = [[2, 3], [2, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x10x12x13xf32>, tensor<10x6x3x3xf32>) -> tensor<8x6x13x12xf32>
    %cst = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x8xf32>
    %17 = stablehlo.multiply %arg0, %16 : tensor<8x14x14x8xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x14x14x8xf32>
    %19 = stablehlo.subtract %17, %18 : tensor<8x14x14x8xf32>
    %20 = call @relu(%19) : (tensor<8x14x14x8xf32>) -> tensor<8x14x14x8xf32>
    %21 = stablehlo.convolution(%20, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<8x14x14x8xf32>, tensor<3x3x8x16xf32>) -> tensor<8x12x12x16xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x12x12x16xf32>
    %23 = stablehlo.add %21, %22 : tensor<8x12x12x16xf32>
    %24 = call @relu_0(%23) : (tensor<8x12x12x16xf32>) -> tensor<8x12x12x16xf32>
    return %3, %1, %13, %15, %24, %2, %7, %12, %0, %4, %6 : tensor<8x9x9x16xf32>, tensor<8x10x12x13xf32>, tensor<10x6x3x3xf32>, tensor<8x6x13x12xf32>, tensor<8x12x12x16xf32>, tensor<8x9x9x16xf32>, tensor<3x3x4x16xf32>, tensor<8x9x9x16xf32>, tensor<8x7x7x16xf32>, tensor<3x3x8x16xf32>, tensor<8x14x14x8xf32>
  }
  func.func private @relu(%arg0: tensor<8x14x14x8xf32>) -> tensor<8x14x14x8xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x14x14x8xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x14x14x8xf32>
    return %1 : tensor<8x14x14x8xf32>
  }
  func.func private @relu_0(%arg0: tensor<8x12x12x16xf32>) -> tensor<8x12x12x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<8x12x12x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<8x12x12x16xf32>
    return %1 : tensor<8x12x12x16xf32>
  }
}
