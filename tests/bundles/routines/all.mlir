// A call of each of the runtime's routines, for batches that are split: what is factorised has a large
// diagonal, and its mirror image of each element.
module @all {
  func.func @main(%x: tensor<5x6x6xf32>, %b: tensor<5x6x7xf32>, %y: tensor<6x130xf32>, %p: tensor<5x4xi32>) -> (
      tensor<5x6x6xf32>, tensor<5x6x7xf32>, tensor<5x6x6xf32>, tensor<5x6xi32>, tensor<5x6xi32>,
      tensor<5x6x7xf32>, tensor<5x6x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6x6xf64>,
      tensor<5x6xf32>, tensor<6x130xf32>, tensor<6x130xcomplex<f32>>) {
    %row = stablehlo.iota dim = 1 : tensor<5x6x6xi32>
    %column = stablehlo.iota dim = 2 : tensor<5x6x6xi32>
    %diagonal = stablehlo.compare EQ, %row, %column : (tensor<5x6x6xi32>, tensor<5x6x6xi32>) -> tensor<5x6x6xi1>
    %large = stablehlo.constant dense<16.0> : tensor<5x6x6xf32>
    %turned = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<5x6x6xf32>) -> tensor<5x6x6xf32>
    %mean = stablehlo.add %x, %turned : tensor<5x6x6xf32>
    %a = stablehlo.select %diagonal, %large, %mean : tensor<5x6x6xi1>, tensor<5x6x6xf32>
    %wide = stablehlo.convert %a : (tensor<5x6x6xf32>) -> tensor<5x6x6xf64>

    %l = stablehlo.cholesky %a, lower = true : tensor<5x6x6xf32>
    %s = "stablehlo.triangular_solve"(%l, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<5x6x6xf32>, tensor<5x6x7xf32>) -> tensor<5x6x7xf32>
    %lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%x) {mhlo.backend_config = {}} : (tensor<5x6x6xf32>) -> (tensor<5x6x6xf32>, tensor<5x6xi32>, tensor<5xi32>)
    %order = stablehlo.custom_call @cu_lu_pivots_to_permutation(%p) {mhlo.backend_config = {}} : (tensor<5x4xi32>) -> tensor<5x6xi32>
    %qr:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%b) {mhlo.backend_config = {}} : (tensor<5x6x7xf32>) -> (tensor<5x6x7xf32>, tensor<5x6xf32>)
    %q0 = stablehlo.slice %qr#0 [0:5, 0:6, 0:6] : (tensor<5x6x7xf32>) -> tensor<5x6x6xf32>
    %q = stablehlo.custom_call @lapack_sorgqr_ffi(%q0, %qr#1) {mhlo.backend_config = {}} : (tensor<5x6x6xf32>, tensor<5x6xf32>) -> tensor<5x6x6xf32>
    %v:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%a) {mhlo.backend_config = {mode = 86 : ui8, uplo = 76 : ui8}} : (tensor<5x6x6xf32>) -> (tensor<5x6x6xf32>, tensor<5x6xf32>, tensor<5xi32>)
    %u:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%b) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<5x6x7xf32>) -> (tensor<5x6x7xf32>, tensor<5x6xf32>, tensor<5x6x6xf32>, tensor<5x6x7xf32>, tensor<5xi32>)
    %h:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%wide) {mhlo.backend_config = {low = 1 : i32, high = 6 : i32}} : (tensor<5x6x6xf64>) -> (tensor<5x6x6xf64>, tensor<5x5xf64>, tensor<5xi32>)
    %t:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<5x6x6xf32>) -> (tensor<5x6x6xf32>, tensor<5x6xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5xi32>)
    %sorted = "stablehlo.sort"(%y) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%m: tensor<f32>, %n: tensor<f32>):
      %first = stablehlo.compare GT, %m, %n, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %first : tensor<i1>
    }) : (tensor<6x130xf32>) -> tensor<6x130xf32>
    %z = stablehlo.convert %y : (tensor<6x130xf32>) -> tensor<6x130xcomplex<f32>>
    %spectra = stablehlo.fft %z, type = FFT, length = [130] : (tensor<6x130xcomplex<f32>>) -> tensor<6x130xcomplex<f32>>
    return %l, %s, %lu#0, %lu#1, %order, %qr#0, %q, %v#1, %u#1, %h#0, %t#1, %sorted, %spectra :
      tensor<5x6x6xf32>, tensor<5x6x7xf32>, tensor<5x6x6xf32>, tensor<5x6xi32>, tensor<5x6xi32>,
      tensor<5x6x7xf32>, tensor<5x6x6xf32>, tensor<5x6xf32>, tensor<5x6xf32>, tensor<5x6x6xf64>,
      tensor<5x6xf32>, tensor<6x130xf32>, tensor<6x130xcomplex<f32>>
  }
}
