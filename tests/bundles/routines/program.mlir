// Eigenvectors and singular vectors of matrices in a batch, and what is made of them; sorted rows, and
// spectra of columns.
module @routines {
  func.func @main(%x: tensor<5x4x4xf32>, %y: tensor<260x210xf32>) -> (tensor<5x4x4xf32> {jax.result_info = "v"}, tensor<5x4xf32> {jax.result_info = "w"}, tensor<5x4x4xf32> {jax.result_info = "u"}, tensor<260x210xf32> {jax.result_info = "sorted"}, tensor<260x210xcomplex<f32>> {jax.result_info = "spectra"}) {
    %v:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%x) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<5x4x4xf32>) -> (tensor<5x4x4xf32>, tensor<5x4xf32>, tensor<5xi32>)
    %s:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%x) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<5x4x4xf32>) -> (tensor<5x4x4xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<5x4x4xf32>, tensor<5xi32>)
    %w = stablehlo.add %v#1, %s#1 : tensor<5x4xf32>
    %sorted = "stablehlo.sort"(%y) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %first = stablehlo.compare GT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %first : tensor<i1>
    }) : (tensor<260x210xf32>) -> tensor<260x210xf32>
    %z = stablehlo.convert %y : (tensor<260x210xf32>) -> tensor<260x210xcomplex<f32>>
    %spectra = stablehlo.fft %z, type = FFT, length = [260, 210] : (tensor<260x210xcomplex<f32>>) -> tensor<260x210xcomplex<f32>>
    return %v#0, %w, %s#2, %sorted, %spectra : tensor<5x4x4xf32>, tensor<5x4xf32>, tensor<5x4x4xf32>, tensor<260x210xf32>, tensor<260x210xcomplex<f32>>
  }
}
