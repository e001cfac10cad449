// Each routine that LAPACK does, of each of its four types. Vectors whose signs are nobody's are not
// results.
module @libraries {
  func.func @main(%s_square: tensor<3x5x5xf32>, %s_tall: tensor<3x7x4xf32>, %d_square: tensor<3x5x5xf64>, %d_tall: tensor<3x7x4xf64>, %c_square: tensor<3x5x5xcomplex<f32>>, %c_tall: tensor<3x7x4xcomplex<f32>>, %z_square: tensor<3x5x5xcomplex<f64>>, %z_tall: tensor<3x7x4xcomplex<f64>>)
   -> (tensor<3x5x5xf32> {jax.result_info = "s_cholesky_lower"},
      tensor<3xi32> {jax.result_info = "s_failed_lower"},
      tensor<3x5x5xf32> {jax.result_info = "s_cholesky_upper"},
      tensor<3xi32> {jax.result_info = "s_failed_upper"},
      tensor<3x5x5xf32> {jax.result_info = "s_solve_left"},
      tensor<3x5x5xf32> {jax.result_info = "s_solve_right"},
      tensor<3x7x4xf32> {jax.result_info = "s_lu"},
      tensor<3x4xi32> {jax.result_info = "s_pivots"},
      tensor<3x7x4xf32> {jax.result_info = "s_qr"},
      tensor<3x7x4xf32> {jax.result_info = "s_q"},
      tensor<3x5xf32> {jax.result_info = "s_eigenvalues"},
      tensor<3xi32> {jax.result_info = "s_eigenvalues_failed"},
      tensor<3x4xf32> {jax.result_info = "s_singular_values"},
      tensor<3x5x5xf32> {jax.result_info = "s_hessenberg"},
      tensor<3x5xf32> {jax.result_info = "s_diagonal"},
      tensor<3x5x5xf64> {jax.result_info = "d_cholesky_lower"},
      tensor<3xi32> {jax.result_info = "d_failed_lower"},
      tensor<3x5x5xf64> {jax.result_info = "d_cholesky_upper"},
      tensor<3xi32> {jax.result_info = "d_failed_upper"},
      tensor<3x5x5xf64> {jax.result_info = "d_solve_left"},
      tensor<3x5x5xf64> {jax.result_info = "d_solve_right"},
      tensor<3x7x4xf64> {jax.result_info = "d_lu"},
      tensor<3x4xi32> {jax.result_info = "d_pivots"},
      tensor<3x7x4xf64> {jax.result_info = "d_qr"},
      tensor<3x7x4xf64> {jax.result_info = "d_q"},
      tensor<3x5xf64> {jax.result_info = "d_eigenvalues"},
      tensor<3xi32> {jax.result_info = "d_eigenvalues_failed"},
      tensor<3x4xf64> {jax.result_info = "d_singular_values"},
      tensor<3x5x5xf64> {jax.result_info = "d_hessenberg"},
      tensor<3x5xf64> {jax.result_info = "d_diagonal"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_cholesky_lower"},
      tensor<3xi32> {jax.result_info = "c_failed_lower"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_cholesky_upper"},
      tensor<3xi32> {jax.result_info = "c_failed_upper"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_solve_left"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_solve_right"},
      tensor<3x7x4xcomplex<f32>> {jax.result_info = "c_lu"},
      tensor<3x4xi32> {jax.result_info = "c_pivots"},
      tensor<3x7x4xcomplex<f32>> {jax.result_info = "c_qr"},
      tensor<3x7x4xcomplex<f32>> {jax.result_info = "c_q"},
      tensor<3x5xf32> {jax.result_info = "c_eigenvalues"},
      tensor<3xi32> {jax.result_info = "c_eigenvalues_failed"},
      tensor<3x4xf32> {jax.result_info = "c_singular_values"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_hessenberg"},
      tensor<3x5xf32> {jax.result_info = "c_diagonal"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_cholesky_lower"},
      tensor<3xi32> {jax.result_info = "z_failed_lower"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_cholesky_upper"},
      tensor<3xi32> {jax.result_info = "z_failed_upper"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_solve_left"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_solve_right"},
      tensor<3x7x4xcomplex<f64>> {jax.result_info = "z_lu"},
      tensor<3x4xi32> {jax.result_info = "z_pivots"},
      tensor<3x7x4xcomplex<f64>> {jax.result_info = "z_qr"},
      tensor<3x7x4xcomplex<f64>> {jax.result_info = "z_q"},
      tensor<3x5xf64> {jax.result_info = "z_eigenvalues"},
      tensor<3xi32> {jax.result_info = "z_eigenvalues_failed"},
      tensor<3x4xf64> {jax.result_info = "z_singular_values"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_hessenberg"},
      tensor<3x5xf64> {jax.result_info = "z_diagonal"}) {
    %row = stablehlo.iota dim = 1 : tensor<3x5x5xi32>
    %column = stablehlo.iota dim = 2 : tensor<3x5x5xi32>
    %diagonal = stablehlo.compare EQ, %row, %column : (tensor<3x5x5xi32>, tensor<3x5x5xi32>) -> tensor<3x5x5xi1>
    %v1 = stablehlo.constant dense<1.6e+01> : tensor<3x5x5xf32>
    %v2 = stablehlo.constant dense<0.0> : tensor<3x5x5xf32>
    %v3 = stablehlo.select %diagonal, %v1, %v2 : tensor<3x5x5xi1>, tensor<3x5x5xf32>
    %v4 = stablehlo.add %s_square, %v3 : tensor<3x5x5xf32>
    %v5:2 = stablehlo.custom_call @lapack_spotrf_ffi(%v4) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3xi32>)
    %v6:2 = stablehlo.custom_call @lapack_spotrf_ffi(%v4) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3xi32>)
    %v7 = stablehlo.custom_call @lapack_strsm_ffi(%v4, %s_square) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %v8 = stablehlo.custom_call @lapack_strsm_ffi(%v4, %s_square) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %v9:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%s_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf32>) -> (tensor<3x7x4xf32>, tensor<3x4xi32>, tensor<3xi32>)
    %v10:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%s_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf32>) -> (tensor<3x7x4xf32>, tensor<3x4xf32>)
    %v11 = stablehlo.custom_call @lapack_sorgqr_ffi(%v10#0, %v10#1) {mhlo.backend_config = {}} : (tensor<3x7x4xf32>, tensor<3x4xf32>) -> tensor<3x7x4xf32>
    %v12:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%s_square) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3x5xf32>, tensor<3xi32>)
    %v13:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%s_tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x7x4xf32>) -> (tensor<3x7x4xf32>, tensor<3x4xf32>, tensor<3x7x4xf32>, tensor<3x4x4xf32>, tensor<3xi32>)
    %v14:3 = stablehlo.custom_call @lapack_sgehrd_ffi(%s_square) {mhlo.backend_config = {high = 5 : i32, low = 1 : i32}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3x4xf32>, tensor<3xi32>)
    %v15:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%s_square) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3xi32>)
    %v16 = stablehlo.constant dense<1.6e+01> : tensor<3x5x5xf64>
    %v17 = stablehlo.constant dense<0.0> : tensor<3x5x5xf64>
    %v18 = stablehlo.select %diagonal, %v16, %v17 : tensor<3x5x5xi1>, tensor<3x5x5xf64>
    %v19 = stablehlo.add %d_square, %v18 : tensor<3x5x5xf64>
    %v20:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%v19) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3xi32>)
    %v21:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%v19) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3xi32>)
    %v22 = stablehlo.custom_call @lapack_dtrsm_ffi(%v19, %d_square) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x5x5xf64>, tensor<3x5x5xf64>) -> tensor<3x5x5xf64>
    %v23 = stablehlo.custom_call @lapack_dtrsm_ffi(%v19, %d_square) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xf64>, tensor<3x5x5xf64>) -> tensor<3x5x5xf64>
    %v24:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%d_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf64>) -> (tensor<3x7x4xf64>, tensor<3x4xi32>, tensor<3xi32>)
    %v25:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%d_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf64>) -> (tensor<3x7x4xf64>, tensor<3x4xf64>)
    %v26 = stablehlo.custom_call @lapack_dorgqr_ffi(%v25#0, %v25#1) {mhlo.backend_config = {}} : (tensor<3x7x4xf64>, tensor<3x4xf64>) -> tensor<3x7x4xf64>
    %v27:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%d_square) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3x5xf64>, tensor<3xi32>)
    %v28:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%d_tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x7x4xf64>) -> (tensor<3x7x4xf64>, tensor<3x4xf64>, tensor<3x7x4xf64>, tensor<3x4x4xf64>, tensor<3xi32>)
    %v29:3 = stablehlo.custom_call @lapack_dgehrd_ffi(%d_square) {mhlo.backend_config = {high = 5 : i32, low = 1 : i32}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3x4xf64>, tensor<3xi32>)
    %v30:5 = stablehlo.custom_call @lapack_dsytrd_ffi(%d_square) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3x5xf64>, tensor<3x4xf64>, tensor<3x4xf64>, tensor<3xi32>)
    %v31 = stablehlo.constant dense<(1.6e+01, 0.0)> : tensor<3x5x5xcomplex<f32>>
    %v32 = stablehlo.constant dense<(0.0, 0.0)> : tensor<3x5x5xcomplex<f32>>
    %v33 = stablehlo.select %diagonal, %v31, %v32 : tensor<3x5x5xi1>, tensor<3x5x5xcomplex<f32>>
    %v34 = stablehlo.add %c_square, %v33 : tensor<3x5x5xcomplex<f32>>
    %v35:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%v34) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3xi32>)
    %v36:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%v34) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3xi32>)
    %v37 = stablehlo.custom_call @lapack_ctrsm_ffi(%v34, %c_square) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v38 = stablehlo.custom_call @lapack_ctrsm_ffi(%v34, %c_square) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v39:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%c_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f32>>) -> (tensor<3x7x4xcomplex<f32>>, tensor<3x4xi32>, tensor<3xi32>)
    %v40:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%c_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f32>>) -> (tensor<3x7x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>)
    %v41 = stablehlo.custom_call @lapack_cungqr_ffi(%v40#0, %v40#1) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<3x7x4xcomplex<f32>>
    %v42:3 = stablehlo.custom_call @lapack_cheevd_ffi(%c_square) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3x5xf32>, tensor<3xi32>)
    %v43:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%c_tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x7x4xcomplex<f32>>) -> (tensor<3x7x4xcomplex<f32>>, tensor<3x4xf32>, tensor<3x7x4xcomplex<f32>>, tensor<3x4x4xcomplex<f32>>, tensor<3xi32>)
    %v44:3 = stablehlo.custom_call @lapack_cgehrd_ffi(%c_square) {mhlo.backend_config = {high = 5 : i32, low = 1 : i32}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3x4xcomplex<f32>>, tensor<3xi32>)
    %v45:5 = stablehlo.custom_call @lapack_chetrd_ffi(%c_square) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3x5xf32>, tensor<3x4xf32>, tensor<3x4xcomplex<f32>>, tensor<3xi32>)
    %v46 = stablehlo.constant dense<(1.6e+01, 0.0)> : tensor<3x5x5xcomplex<f64>>
    %v47 = stablehlo.constant dense<(0.0, 0.0)> : tensor<3x5x5xcomplex<f64>>
    %v48 = stablehlo.select %diagonal, %v46, %v47 : tensor<3x5x5xi1>, tensor<3x5x5xcomplex<f64>>
    %v49 = stablehlo.add %z_square, %v48 : tensor<3x5x5xcomplex<f64>>
    %v50:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%v49) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3xi32>)
    %v51:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%v49) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3xi32>)
    %v52 = stablehlo.custom_call @lapack_ztrsm_ffi(%v49, %z_square) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v53 = stablehlo.custom_call @lapack_ztrsm_ffi(%v49, %z_square) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v54:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%z_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f64>>) -> (tensor<3x7x4xcomplex<f64>>, tensor<3x4xi32>, tensor<3xi32>)
    %v55:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%z_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f64>>) -> (tensor<3x7x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>)
    %v56 = stablehlo.custom_call @lapack_zungqr_ffi(%v55#0, %v55#1) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>) -> tensor<3x7x4xcomplex<f64>>
    %v57:3 = stablehlo.custom_call @lapack_zheevd_ffi(%z_square) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3x5xf64>, tensor<3xi32>)
    %v58:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%z_tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x7x4xcomplex<f64>>) -> (tensor<3x7x4xcomplex<f64>>, tensor<3x4xf64>, tensor<3x7x4xcomplex<f64>>, tensor<3x4x4xcomplex<f64>>, tensor<3xi32>)
    %v59:3 = stablehlo.custom_call @lapack_zgehrd_ffi(%z_square) {mhlo.backend_config = {high = 5 : i32, low = 1 : i32}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3x4xcomplex<f64>>, tensor<3xi32>)
    %v60:5 = stablehlo.custom_call @lapack_zhetrd_ffi(%z_square) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3x5xf64>, tensor<3x4xf64>, tensor<3x4xcomplex<f64>>, tensor<3xi32>)
    return %v5#0, %v5#1, %v6#0, %v6#1, %v7, %v8, %v9#0, %v9#1, %v10#0, %v11, %v12#1, %v12#2, %v13#1, %v14#0, %v15#1, %v20#0, %v20#1, %v21#0, %v21#1, %v22, %v23, %v24#0, %v24#1, %v25#0, %v26, %v27#1, %v27#2, %v28#1, %v29#0, %v30#1, %v35#0, %v35#1, %v36#0, %v36#1, %v37, %v38, %v39#0, %v39#1, %v40#0, %v41, %v42#1, %v42#2, %v43#1, %v44#0, %v45#1, %v50#0, %v50#1, %v51#0, %v51#1, %v52, %v53, %v54#0, %v54#1, %v55#0, %v56, %v57#1, %v57#2, %v58#1, %v59#0, %v60#1 : tensor<3x5x5xf32>, tensor<3xi32>, tensor<3x5x5xf32>, tensor<3xi32>, tensor<3x5x5xf32>, tensor<3x5x5xf32>, tensor<3x7x4xf32>, tensor<3x4xi32>, tensor<3x7x4xf32>, tensor<3x7x4xf32>, tensor<3x5xf32>, tensor<3xi32>, tensor<3x4xf32>, tensor<3x5x5xf32>, tensor<3x5xf32>, tensor<3x5x5xf64>, tensor<3xi32>, tensor<3x5x5xf64>, tensor<3xi32>, tensor<3x5x5xf64>, tensor<3x5x5xf64>, tensor<3x7x4xf64>, tensor<3x4xi32>, tensor<3x7x4xf64>, tensor<3x7x4xf64>, tensor<3x5xf64>, tensor<3xi32>, tensor<3x4xf64>, tensor<3x5x5xf64>, tensor<3x5xf64>, tensor<3x5x5xcomplex<f32>>, tensor<3xi32>, tensor<3x5x5xcomplex<f32>>, tensor<3xi32>, tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>, tensor<3x7x4xcomplex<f32>>, tensor<3x4xi32>, tensor<3x7x4xcomplex<f32>>, tensor<3x7x4xcomplex<f32>>, tensor<3x5xf32>, tensor<3xi32>, tensor<3x4xf32>, tensor<3x5x5xcomplex<f32>>, tensor<3x5xf32>, tensor<3x5x5xcomplex<f64>>, tensor<3xi32>, tensor<3x5x5xcomplex<f64>>, tensor<3xi32>, tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>, tensor<3x4xi32>, tensor<3x7x4xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>, tensor<3x5xf64>, tensor<3xi32>, tensor<3x4xf64>, tensor<3x5x5xcomplex<f64>>, tensor<3x5xf64>
  }
}
