// Eigenvalues and right eigenvectors as cuSOLVER gives them, of real matrices packed: of a pair x + i y and x - i y
// a column is x and the next one y. Whether A times what is packed is what that says: for an eigenvalue a + i b
// a x - b y, and for the one after it, a - i b, a y + b x.
module @packed {
  func.func @main(%a: tensor<3x5x5xf32>, %c: tensor<2x4x4xcomplex<f64>>) -> (tensor<i1> {jax.result_info = "real"}, tensor<i1> {jax.result_info = "complex"}) {
    %true = stablehlo.constant dense<true> : tensor<i1>
    %r:5 = stablehlo.custom_call @cusolver_geev_ffi(%a) {mhlo.backend_config = {left = false, right = true}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3x5xcomplex<f32>>, tensor<3x5x5xf32>, tensor<3x5x5xf32>, tensor<3xi32>)
    %re = stablehlo.real %r#1 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
    %im = stablehlo.imag %r#1 : (tensor<3x5xcomplex<f32>>) -> tensor<3x5xf32>
    %re_all = stablehlo.broadcast_in_dim %re, dims = [0, 2] : (tensor<3x5xf32>) -> tensor<3x5x5xf32>
    %im_all = stablehlo.broadcast_in_dim %im, dims = [0, 2] : (tensor<3x5xf32>) -> tensor<3x5x5xf32>
    %after = stablehlo.slice %r#3 [0:3, 0:5, 1:5] : (tensor<3x5x5xf32>) -> tensor<3x5x4xf32>
    %first = stablehlo.slice %r#3 [0:3, 0:5, 0:1] : (tensor<3x5x5xf32>) -> tensor<3x5x1xf32>
    %next = stablehlo.concatenate %after, %first, dim = 2 : (tensor<3x5x4xf32>, tensor<3x5x1xf32>) -> tensor<3x5x5xf32>
    %before = stablehlo.slice %r#3 [0:3, 0:5, 0:4] : (tensor<3x5x5xf32>) -> tensor<3x5x4xf32>
    %last = stablehlo.slice %r#3 [0:3, 0:5, 4:5] : (tensor<3x5x5xf32>) -> tensor<3x5x1xf32>
    %previous = stablehlo.concatenate %last, %before, dim = 2 : (tensor<3x5x1xf32>, tensor<3x5x4xf32>) -> tensor<3x5x5xf32>
    %zero = stablehlo.constant dense<0.0> : tensor<3x5x5xf32>
    %is_first = stablehlo.compare GT, %im_all, %zero : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xi1>
    %other = stablehlo.select %is_first, %next, %previous : tensor<3x5x5xi1>, tensor<3x5x5xf32>
    %own_part = stablehlo.multiply %re_all, %r#3 : tensor<3x5x5xf32>
    %other_part = stablehlo.multiply %im_all, %other : tensor<3x5x5xf32>
    %said = stablehlo.subtract %own_part, %other_part : tensor<3x5x5xf32>
    %made = stablehlo.dot_general %a, %r#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %off = stablehlo.subtract %made, %said : tensor<3x5x5xf32>
    %size = stablehlo.abs %off : tensor<3x5x5xf32>
    %few = stablehlo.constant dense<1.0e-5> : tensor<3x5x5xf32>
    %near = stablehlo.compare LT, %size, %few : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xi1>
    %real = stablehlo.reduce(%near init: %true) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x5x5xi1>, tensor<i1>) -> tensor<i1>

    %s:5 = stablehlo.custom_call @cusolver_geev_ffi(%c) {mhlo.backend_config = {left = false, right = true}} : (tensor<2x4x4xcomplex<f64>>) -> (tensor<2x4x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>, tensor<2xi32>)
    %values = stablehlo.broadcast_in_dim %s#1, dims = [0, 2] : (tensor<2x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
    %said_c = stablehlo.multiply %values, %s#3 : tensor<2x4x4xcomplex<f64>>
    %made_c = stablehlo.dot_general %c, %s#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x4x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xcomplex<f64>>
    %off_c = stablehlo.subtract %made_c, %said_c : tensor<2x4x4xcomplex<f64>>
    %size_c = stablehlo.abs %off_c : (tensor<2x4x4xcomplex<f64>>) -> tensor<2x4x4xf64>
    %few_c = stablehlo.constant dense<1.0e-12> : tensor<2x4x4xf64>
    %near_c = stablehlo.compare LT, %size_c, %few_c : (tensor<2x4x4xf64>, tensor<2x4x4xf64>) -> tensor<2x4x4xi1>
    %complex = stablehlo.reduce(%near_c init: %true) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x4x4xi1>, tensor<i1>) -> tensor<i1>
    return %real, %complex : tensor<i1>, tensor<i1>
  }
}
