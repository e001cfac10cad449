// Eigenvectors and singular vectors of matrices in a batch, and what is made of them.
module @routines {
  func.func @main(%x: tensor<5x4x4xf32>) -> (tensor<5x4x4xf32> {jax.result_info = "v"}, tensor<5x4xf32> {jax.result_info = "w"}, tensor<5x4x4xf32> {jax.result_info = "u"}) {
    %v:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<5x4x4xf32>) -> (tensor<5x4x4xf32>, tensor<5x4xf32>, tensor<5xi32>)
    %s:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%x) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<5x4x4xf32>) -> (tensor<5x4x4xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<5x4x4xf32>, tensor<5xi32>)
    %w = stablehlo.add %v#1, %s#1 : tensor<5x4xf32>
    return %v#0, %w, %s#2 : tensor<5x4x4xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>
  }
}
