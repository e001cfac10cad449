// Products as libraries know them: each factor and the result either way, a batch by strides, a result that is
// used at once, all types that BLAS has. As JAX prints them.
module @products attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<50x40xf32>, %arg1: tensor<40x56xf32>, %arg2: tensor<40x50xf32>, %arg3: tensor<6x48x3x24xf32>, %arg4: tensor<6x48x3x24xf32>, %arg5: tensor<48x32xf64>, %arg6: tensor<40x32xf64>, %arg7: tensor<40x24xcomplex<f32>>, %arg8: tensor<24x40xcomplex<f32>>, %arg9: tensor<24x40xcomplex<f64>>, %arg10: tensor<24x48xcomplex<f64>>) -> (tensor<56x50xf32> {jax.result_info = "result['backwards']"}, tensor<40x40xcomplex<f32>> {jax.result_info = "result['complexes']"}, tensor<48x40xf64> {jax.result_info = "result['doubles']"}, tensor<50x56xf32> {jax.result_info = "result['layer']"}, tensor<50x56xf32> {jax.result_info = "result['plain']"}, tensor<6x3x48x48xf32> {jax.result_info = "result['scores']"}, tensor<50x56xf32> {jax.result_info = "result['turned']"}, tensor<6x48x3x24xf32> {jax.result_info = "result['values']"}, tensor<40x48xcomplex<f64>> {jax.result_info = "result['wide']"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<50x40xf32>, tensor<40x56xf32>) -> tensor<50x56xf32>
    %1 = stablehlo.dot_general %arg2, %arg1, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<40x50xf32>, tensor<40x56xf32>) -> tensor<50x56xf32>
    %2 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<50x40xf32>, tensor<40x56xf32>) -> tensor<50x56xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<50x56xf32>) -> tensor<56x50xf32>
    %4 = stablehlo.dot_general %arg3, %arg4, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x48x3x24xf32>, tensor<6x48x3x24xf32>) -> tensor<6x3x48x48xf32>
    %5 = stablehlo.dot_general %arg3, %arg4, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x48x3x24xf32>, tensor<6x48x3x24xf32>) -> tensor<6x3x48x48xf32>
    %6 = stablehlo.dot_general %arg4, %5, batching_dims = [0, 2] x [0, 1], contracting_dims = [1] x [3], precision = [DEFAULT, DEFAULT] : (tensor<6x48x3x24xf32>, tensor<6x3x48x48xf32>) -> tensor<6x3x24x48xf32>
    %7 = stablehlo.transpose %6, dims = [0, 3, 1, 2] : (tensor<6x3x24x48xf32>) -> tensor<6x48x3x24xf32>
    %8 = stablehlo.dot_general %arg5, %arg6, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<48x32xf64>, tensor<40x32xf64>) -> tensor<48x40xf64>
    %9 = stablehlo.dot_general %arg7, %arg8, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<40x24xcomplex<f32>>, tensor<24x40xcomplex<f32>>) -> tensor<40x40xcomplex<f32>>
    %10 = stablehlo.dot_general %arg9, %arg10, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x40xcomplex<f64>>, tensor<24x48xcomplex<f64>>) -> tensor<40x48xcomplex<f64>>
    %11 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<50x40xf32>, tensor<40x56xf32>) -> tensor<50x56xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<50x56xf32>
    %13 = stablehlo.add %11, %12 : tensor<50x56xf32>
    %14 = call @relu(%13) : (tensor<50x56xf32>) -> tensor<50x56xf32>
    %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<50x56xf32>
    %16 = stablehlo.multiply %14, %15 : tensor<50x56xf32>
    return %3, %9, %8, %16, %0, %4, %1, %7, %10 : tensor<56x50xf32>, tensor<40x40xcomplex<f32>>, tensor<48x40xf64>, tensor<50x56xf32>, tensor<50x56xf32>, tensor<6x3x48x48xf32>, tensor<50x56xf32>, tensor<6x48x3x24xf32>, tensor<40x48xcomplex<f64>>
  }
  func.func private @relu(%arg0: tensor<50x56xf32>) -> tensor<50x56xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<50x56xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<50x56xf32>
    return %1 : tensor<50x56xf32>
  }
}
