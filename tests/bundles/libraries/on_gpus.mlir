// Each routine that cuSOLVER and cuBLAS do, of each of its four types. Vectors whose signs are nobody's are
// multiplied to what they are vectors of.
module @on_gpus {
  func.func @main(%s_square: tensor<3x5x5xf32>, %s_tall: tensor<3x7x4xf32>, %s_wide: tensor<3x4x7xf32>, %d_square: tensor<3x5x5xf64>, %d_tall: tensor<3x7x4xf64>, %d_wide: tensor<3x4x7xf64>, %c_square: tensor<3x5x5xcomplex<f32>>, %c_tall: tensor<3x7x4xcomplex<f32>>, %c_wide: tensor<3x4x7xcomplex<f32>>, %z_square: tensor<3x5x5xcomplex<f64>>, %z_tall: tensor<3x7x4xcomplex<f64>>, %z_wide: tensor<3x4x7xcomplex<f64>>)
   -> (tensor<3x5x5xf32> {jax.result_info = "s_cholesky_lower"},
      tensor<3xi32> {jax.result_info = "s_failed_lower"},
      tensor<3x5x5xf32> {jax.result_info = "s_factor_lower"},
      tensor<3x5x5xf32> {jax.result_info = "s_cholesky_upper"},
      tensor<3xi32> {jax.result_info = "s_failed_upper"},
      tensor<3x5x5xf32> {jax.result_info = "s_factor_upper"},
      tensor<3x5x5xf32> {jax.result_info = "s_no_factor"},
      tensor<3x5x5xf32> {jax.result_info = "s_solve_left"},
      tensor<3x5x5xf32> {jax.result_info = "s_solve_right"},
      tensor<3x7x4xf32> {jax.result_info = "s_lu"},
      tensor<3x4xi32> {jax.result_info = "s_pivots"},
      tensor<3xi32> {jax.result_info = "s_no_pivot"},
      tensor<3x7x4xf32> {jax.result_info = "s_qr"},
      tensor<3x7x4xf32> {jax.result_info = "s_q"},
      tensor<3x5xf32> {jax.result_info = "s_eigenvalues"},
      tensor<3xi32> {jax.result_info = "s_no_eigenvalues"},
      tensor<3x5x5xf32> {jax.result_info = "s_of_eigenvectors"},
      tensor<3x4xf32> {jax.result_info = "s_singular_values_tall"},
      tensor<3x7x4xf32> {jax.result_info = "s_of_singular_vectors_tall"},
      tensor<3x4xf32> {jax.result_info = "s_singular_values_wide"},
      tensor<3x4x7xf32> {jax.result_info = "s_of_singular_vectors_wide"},
      tensor<3x4xf32> {jax.result_info = "s_singular_values_full"},
      tensor<3x4x7xf32> {jax.result_info = "s_of_singular_vectors_full"},
      tensor<3x5xf32> {jax.result_info = "s_diagonal"},
      tensor<3x5x5xf64> {jax.result_info = "d_cholesky_lower"},
      tensor<3xi32> {jax.result_info = "d_failed_lower"},
      tensor<3x5x5xf64> {jax.result_info = "d_factor_lower"},
      tensor<3x5x5xf64> {jax.result_info = "d_cholesky_upper"},
      tensor<3xi32> {jax.result_info = "d_failed_upper"},
      tensor<3x5x5xf64> {jax.result_info = "d_factor_upper"},
      tensor<3x5x5xf64> {jax.result_info = "d_no_factor"},
      tensor<3x5x5xf64> {jax.result_info = "d_solve_left"},
      tensor<3x5x5xf64> {jax.result_info = "d_solve_right"},
      tensor<3x7x4xf64> {jax.result_info = "d_lu"},
      tensor<3x4xi32> {jax.result_info = "d_pivots"},
      tensor<3xi32> {jax.result_info = "d_no_pivot"},
      tensor<3x7x4xf64> {jax.result_info = "d_qr"},
      tensor<3x7x4xf64> {jax.result_info = "d_q"},
      tensor<3x5xf64> {jax.result_info = "d_eigenvalues"},
      tensor<3xi32> {jax.result_info = "d_no_eigenvalues"},
      tensor<3x5x5xf64> {jax.result_info = "d_of_eigenvectors"},
      tensor<3x4xf64> {jax.result_info = "d_singular_values_tall"},
      tensor<3x7x4xf64> {jax.result_info = "d_of_singular_vectors_tall"},
      tensor<3x4xf64> {jax.result_info = "d_singular_values_wide"},
      tensor<3x4x7xf64> {jax.result_info = "d_of_singular_vectors_wide"},
      tensor<3x4xf64> {jax.result_info = "d_singular_values_full"},
      tensor<3x4x7xf64> {jax.result_info = "d_of_singular_vectors_full"},
      tensor<3x5xf64> {jax.result_info = "d_diagonal"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_cholesky_lower"},
      tensor<3xi32> {jax.result_info = "c_failed_lower"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_factor_lower"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_cholesky_upper"},
      tensor<3xi32> {jax.result_info = "c_failed_upper"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_factor_upper"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_no_factor"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_solve_left"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_solve_right"},
      tensor<3x7x4xcomplex<f32>> {jax.result_info = "c_lu"},
      tensor<3x4xi32> {jax.result_info = "c_pivots"},
      tensor<3xi32> {jax.result_info = "c_no_pivot"},
      tensor<3x7x4xcomplex<f32>> {jax.result_info = "c_qr"},
      tensor<3x7x4xcomplex<f32>> {jax.result_info = "c_q"},
      tensor<3x5xf32> {jax.result_info = "c_eigenvalues"},
      tensor<3xi32> {jax.result_info = "c_no_eigenvalues"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_of_eigenvectors"},
      tensor<3x4xf32> {jax.result_info = "c_singular_values_tall"},
      tensor<3x7x4xcomplex<f32>> {jax.result_info = "c_of_singular_vectors_tall"},
      tensor<3x4xf32> {jax.result_info = "c_singular_values_wide"},
      tensor<3x4x7xcomplex<f32>> {jax.result_info = "c_of_singular_vectors_wide"},
      tensor<3x4xf32> {jax.result_info = "c_singular_values_full"},
      tensor<3x4x7xcomplex<f32>> {jax.result_info = "c_of_singular_vectors_full"},
      tensor<3x5xf32> {jax.result_info = "c_diagonal"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_cholesky_lower"},
      tensor<3xi32> {jax.result_info = "z_failed_lower"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_factor_lower"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_cholesky_upper"},
      tensor<3xi32> {jax.result_info = "z_failed_upper"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_factor_upper"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_no_factor"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_solve_left"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_solve_right"},
      tensor<3x7x4xcomplex<f64>> {jax.result_info = "z_lu"},
      tensor<3x4xi32> {jax.result_info = "z_pivots"},
      tensor<3xi32> {jax.result_info = "z_no_pivot"},
      tensor<3x7x4xcomplex<f64>> {jax.result_info = "z_qr"},
      tensor<3x7x4xcomplex<f64>> {jax.result_info = "z_q"},
      tensor<3x5xf64> {jax.result_info = "z_eigenvalues"},
      tensor<3xi32> {jax.result_info = "z_no_eigenvalues"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_of_eigenvectors"},
      tensor<3x4xf64> {jax.result_info = "z_singular_values_tall"},
      tensor<3x7x4xcomplex<f64>> {jax.result_info = "z_of_singular_vectors_tall"},
      tensor<3x4xf64> {jax.result_info = "z_singular_values_wide"},
      tensor<3x4x7xcomplex<f64>> {jax.result_info = "z_of_singular_vectors_wide"},
      tensor<3x4xf64> {jax.result_info = "z_singular_values_full"},
      tensor<3x4x7xcomplex<f64>> {jax.result_info = "z_of_singular_vectors_full"},
      tensor<3x5xf64> {jax.result_info = "z_diagonal"},
      tensor<3x5x5xf32> {jax.result_info = "s_square_lu"},
      tensor<3x5xi32> {jax.result_info = "s_square_lu_pivots"},
      tensor<3xi32> {jax.result_info = "s_square_lu_failed"},
      tensor<3x5x5xf64> {jax.result_info = "d_square_lu"},
      tensor<3x5xi32> {jax.result_info = "d_square_lu_pivots"},
      tensor<3xi32> {jax.result_info = "d_square_lu_failed"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_square_lu"},
      tensor<3x5xi32> {jax.result_info = "c_square_lu_pivots"},
      tensor<3xi32> {jax.result_info = "c_square_lu_failed"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_square_lu"},
      tensor<3x5xi32> {jax.result_info = "z_square_lu_pivots"},
      tensor<3xi32> {jax.result_info = "z_square_lu_failed"}) {
    %v1 = stablehlo.iota dim = 1 : tensor<3x5x5xi32>
    %v2 = stablehlo.iota dim = 2 : tensor<3x5x5xi32>
    %v3 = stablehlo.compare EQ, %v1, %v2 : (tensor<3x5x5xi32>, tensor<3x5x5xi32>) -> tensor<3x5x5xi1>
    %v4 = stablehlo.constant dense<1.6e+01> : tensor<3x5x5xf32>
    %v5 = stablehlo.constant dense<0.0> : tensor<3x5x5xf32>
    %v6 = stablehlo.select %v3, %v4, %v5 : tensor<3x5x5xi1>, tensor<3x5x5xf32>
    %v7 = stablehlo.add %s_square, %v6 : tensor<3x5x5xf32>
    %v8:2 = stablehlo.custom_call @lapack_spotrf_ffi(%v7) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3xi32>)
    %v9 = stablehlo.cholesky %v7, lower = true : tensor<3x5x5xf32>
    %v10:2 = stablehlo.custom_call @lapack_spotrf_ffi(%v7) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3xi32>)
    %v11 = stablehlo.cholesky %v7, lower = false : tensor<3x5x5xf32>
    %v12 = stablehlo.cholesky %s_square, lower = true : tensor<3x5x5xf32>
    %v13 = stablehlo.custom_call @lapack_strsm_ffi(%v7, %s_square) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %v14 = stablehlo.custom_call @lapack_strsm_ffi(%v7, %s_square) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %v15:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%s_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf32>) -> (tensor<3x7x4xf32>, tensor<3x4xi32>, tensor<3xi32>)
    %v16:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%s_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf32>) -> (tensor<3x7x4xf32>, tensor<3x4xf32>)
    %v17 = stablehlo.custom_call @lapack_sorgqr_ffi(%v16#0, %v16#1) {mhlo.backend_config = {}} : (tensor<3x7x4xf32>, tensor<3x4xf32>) -> tensor<3x7x4xf32>
    %v18:3 = stablehlo.custom_call @lapack_ssyevd_ffi(%s_square) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3x5xf32>, tensor<3xi32>)
    %v19 = stablehlo.broadcast_in_dim %v18#1, dims = [0, 2] : (tensor<3x5xf32>) -> tensor<3x5x5xf32>
    %v20 = stablehlo.multiply %v18#0, %v19 : tensor<3x5x5xf32>
    %v21 = stablehlo.dot_general %v20, %v18#0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xf32>
    %v22:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%s_tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x7x4xf32>) -> (tensor<3x7x4xf32>, tensor<3x4xf32>, tensor<3x7x4xf32>, tensor<3x4x4xf32>, tensor<3xi32>)
    %v23 = stablehlo.broadcast_in_dim %v22#1, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x7x4xf32>
    %v24 = stablehlo.multiply %v22#2, %v23 : tensor<3x7x4xf32>
    %v25 = stablehlo.dot_general %v24, %v22#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x7x4xf32>, tensor<3x4x4xf32>) -> tensor<3x7x4xf32>
    %v26:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%s_wide) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x4x7xf32>) -> (tensor<3x4x7xf32>, tensor<3x4xf32>, tensor<3x4x4xf32>, tensor<3x4x7xf32>, tensor<3xi32>)
    %v27 = stablehlo.broadcast_in_dim %v26#1, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
    %v28 = stablehlo.multiply %v26#2, %v27 : tensor<3x4x4xf32>
    %v29 = stablehlo.dot_general %v28, %v26#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x7xf32>) -> tensor<3x4x7xf32>
    %v30:5 = stablehlo.custom_call @lapack_sgesdd_ffi(%s_wide) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<3x4x7xf32>) -> (tensor<3x4x7xf32>, tensor<3x4xf32>, tensor<3x4x4xf32>, tensor<3x7x7xf32>, tensor<3xi32>)
    %v31 = stablehlo.slice %v30#3 [0:3, 0:4, 0:7] : (tensor<3x7x7xf32>) -> tensor<3x4x7xf32>
    %v32 = stablehlo.broadcast_in_dim %v30#1, dims = [0, 2] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
    %v33 = stablehlo.multiply %v30#2, %v32 : tensor<3x4x4xf32>
    %v34 = stablehlo.dot_general %v33, %v31, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf32>, tensor<3x4x7xf32>) -> tensor<3x4x7xf32>
    %v35:5 = stablehlo.custom_call @lapack_ssytrd_ffi(%s_square) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3x5xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3xi32>)
    %v36 = stablehlo.iota dim = 1 : tensor<3x5x5xi32>
    %v37 = stablehlo.iota dim = 2 : tensor<3x5x5xi32>
    %v38 = stablehlo.compare EQ, %v36, %v37 : (tensor<3x5x5xi32>, tensor<3x5x5xi32>) -> tensor<3x5x5xi1>
    %v39 = stablehlo.constant dense<1.6e+01> : tensor<3x5x5xf64>
    %v40 = stablehlo.constant dense<0.0> : tensor<3x5x5xf64>
    %v41 = stablehlo.select %v38, %v39, %v40 : tensor<3x5x5xi1>, tensor<3x5x5xf64>
    %v42 = stablehlo.add %d_square, %v41 : tensor<3x5x5xf64>
    %v43:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%v42) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3xi32>)
    %v44 = stablehlo.cholesky %v42, lower = true : tensor<3x5x5xf64>
    %v45:2 = stablehlo.custom_call @lapack_dpotrf_ffi(%v42) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3xi32>)
    %v46 = stablehlo.cholesky %v42, lower = false : tensor<3x5x5xf64>
    %v47 = stablehlo.cholesky %d_square, lower = true : tensor<3x5x5xf64>
    %v48 = stablehlo.custom_call @lapack_dtrsm_ffi(%v42, %d_square) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x5x5xf64>, tensor<3x5x5xf64>) -> tensor<3x5x5xf64>
    %v49 = stablehlo.custom_call @lapack_dtrsm_ffi(%v42, %d_square) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 84 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xf64>, tensor<3x5x5xf64>) -> tensor<3x5x5xf64>
    %v50:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%d_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf64>) -> (tensor<3x7x4xf64>, tensor<3x4xi32>, tensor<3xi32>)
    %v51:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%d_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf64>) -> (tensor<3x7x4xf64>, tensor<3x4xf64>)
    %v52 = stablehlo.custom_call @lapack_dorgqr_ffi(%v51#0, %v51#1) {mhlo.backend_config = {}} : (tensor<3x7x4xf64>, tensor<3x4xf64>) -> tensor<3x7x4xf64>
    %v53:3 = stablehlo.custom_call @lapack_dsyevd_ffi(%d_square) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3x5xf64>, tensor<3xi32>)
    %v54 = stablehlo.broadcast_in_dim %v53#1, dims = [0, 2] : (tensor<3x5xf64>) -> tensor<3x5x5xf64>
    %v55 = stablehlo.multiply %v53#0, %v54 : tensor<3x5x5xf64>
    %v56 = stablehlo.dot_general %v55, %v53#0, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x5x5xf64>, tensor<3x5x5xf64>) -> tensor<3x5x5xf64>
    %v57:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%d_tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x7x4xf64>) -> (tensor<3x7x4xf64>, tensor<3x4xf64>, tensor<3x7x4xf64>, tensor<3x4x4xf64>, tensor<3xi32>)
    %v58 = stablehlo.broadcast_in_dim %v57#1, dims = [0, 2] : (tensor<3x4xf64>) -> tensor<3x7x4xf64>
    %v59 = stablehlo.multiply %v57#2, %v58 : tensor<3x7x4xf64>
    %v60 = stablehlo.dot_general %v59, %v57#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x7x4xf64>, tensor<3x4x4xf64>) -> tensor<3x7x4xf64>
    %v61:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%d_wide) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x4x7xf64>) -> (tensor<3x4x7xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>, tensor<3x4x7xf64>, tensor<3xi32>)
    %v62 = stablehlo.broadcast_in_dim %v61#1, dims = [0, 2] : (tensor<3x4xf64>) -> tensor<3x4x4xf64>
    %v63 = stablehlo.multiply %v61#2, %v62 : tensor<3x4x4xf64>
    %v64 = stablehlo.dot_general %v63, %v61#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf64>, tensor<3x4x7xf64>) -> tensor<3x4x7xf64>
    %v65:5 = stablehlo.custom_call @lapack_dgesdd_ffi(%d_wide) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<3x4x7xf64>) -> (tensor<3x4x7xf64>, tensor<3x4xf64>, tensor<3x4x4xf64>, tensor<3x7x7xf64>, tensor<3xi32>)
    %v66 = stablehlo.slice %v65#3 [0:3, 0:4, 0:7] : (tensor<3x7x7xf64>) -> tensor<3x4x7xf64>
    %v67 = stablehlo.broadcast_in_dim %v65#1, dims = [0, 2] : (tensor<3x4xf64>) -> tensor<3x4x4xf64>
    %v68 = stablehlo.multiply %v65#2, %v67 : tensor<3x4x4xf64>
    %v69 = stablehlo.dot_general %v68, %v66, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xf64>, tensor<3x4x7xf64>) -> tensor<3x4x7xf64>
    %v70:5 = stablehlo.custom_call @lapack_dsytrd_ffi(%d_square) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3x5xf64>, tensor<3x4xf64>, tensor<3x4xf64>, tensor<3xi32>)
    %v71 = stablehlo.iota dim = 1 : tensor<3x5x5xi32>
    %v72 = stablehlo.iota dim = 2 : tensor<3x5x5xi32>
    %v73 = stablehlo.compare EQ, %v71, %v72 : (tensor<3x5x5xi32>, tensor<3x5x5xi32>) -> tensor<3x5x5xi1>
    %v74 = stablehlo.constant dense<(1.6e+01, 0.0)> : tensor<3x5x5xcomplex<f32>>
    %v75 = stablehlo.constant dense<(0.0, 0.0)> : tensor<3x5x5xcomplex<f32>>
    %v76 = stablehlo.select %v73, %v74, %v75 : tensor<3x5x5xi1>, tensor<3x5x5xcomplex<f32>>
    %v77 = stablehlo.add %c_square, %v76 : tensor<3x5x5xcomplex<f32>>
    %v78:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%v77) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3xi32>)
    %v79 = stablehlo.cholesky %v77, lower = true : tensor<3x5x5xcomplex<f32>>
    %v80:2 = stablehlo.custom_call @lapack_cpotrf_ffi(%v77) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3xi32>)
    %v81 = stablehlo.cholesky %v77, lower = false : tensor<3x5x5xcomplex<f32>>
    %v82 = stablehlo.cholesky %c_square, lower = true : tensor<3x5x5xcomplex<f32>>
    %v83 = stablehlo.custom_call @lapack_ctrsm_ffi(%v77, %c_square) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v84 = stablehlo.custom_call @lapack_ctrsm_ffi(%v77, %c_square) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v85:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%c_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f32>>) -> (tensor<3x7x4xcomplex<f32>>, tensor<3x4xi32>, tensor<3xi32>)
    %v86:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%c_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f32>>) -> (tensor<3x7x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>)
    %v87 = stablehlo.custom_call @lapack_cungqr_ffi(%v86#0, %v86#1) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>) -> tensor<3x7x4xcomplex<f32>>
    %v88:3 = stablehlo.custom_call @lapack_cheevd_ffi(%c_square) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3x5xf32>, tensor<3xi32>)
    %v89 = stablehlo.constant dense<0.0> : tensor<3x5xf32>
    %v90 = stablehlo.complex %v88#1, %v89 : tensor<3x5xcomplex<f32>>
    %v91 = stablehlo.broadcast_in_dim %v90, dims = [0, 2] : (tensor<3x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v92 = stablehlo.multiply %v88#0, %v91 : tensor<3x5x5xcomplex<f32>>
    %v93 = stablehlo.real %v88#0 : (tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xf32>
    %v94 = stablehlo.imag %v88#0 : (tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xf32>
    %v95 = stablehlo.negate %v94 : tensor<3x5x5xf32>
    %v96 = stablehlo.complex %v93, %v95 : tensor<3x5x5xcomplex<f32>>
    %v97 = stablehlo.dot_general %v92, %v96, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v98:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%c_tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x7x4xcomplex<f32>>) -> (tensor<3x7x4xcomplex<f32>>, tensor<3x4xf32>, tensor<3x7x4xcomplex<f32>>, tensor<3x4x4xcomplex<f32>>, tensor<3xi32>)
    %v99 = stablehlo.constant dense<0.0> : tensor<3x4xf32>
    %v100 = stablehlo.complex %v98#1, %v99 : tensor<3x4xcomplex<f32>>
    %v101 = stablehlo.broadcast_in_dim %v100, dims = [0, 2] : (tensor<3x4xcomplex<f32>>) -> tensor<3x7x4xcomplex<f32>>
    %v102 = stablehlo.multiply %v98#2, %v101 : tensor<3x7x4xcomplex<f32>>
    %v103 = stablehlo.dot_general %v102, %v98#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x7x4xcomplex<f32>>, tensor<3x4x4xcomplex<f32>>) -> tensor<3x7x4xcomplex<f32>>
    %v104:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%c_wide) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x4x7xcomplex<f32>>) -> (tensor<3x4x7xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4x4xcomplex<f32>>, tensor<3x4x7xcomplex<f32>>, tensor<3xi32>)
    %v105 = stablehlo.constant dense<0.0> : tensor<3x4xf32>
    %v106 = stablehlo.complex %v104#1, %v105 : tensor<3x4xcomplex<f32>>
    %v107 = stablehlo.broadcast_in_dim %v106, dims = [0, 2] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4x4xcomplex<f32>>
    %v108 = stablehlo.multiply %v104#2, %v107 : tensor<3x4x4xcomplex<f32>>
    %v109 = stablehlo.dot_general %v108, %v104#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xcomplex<f32>>, tensor<3x4x7xcomplex<f32>>) -> tensor<3x4x7xcomplex<f32>>
    %v110:5 = stablehlo.custom_call @lapack_cgesdd_ffi(%c_wide) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<3x4x7xcomplex<f32>>) -> (tensor<3x4x7xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4x4xcomplex<f32>>, tensor<3x7x7xcomplex<f32>>, tensor<3xi32>)
    %v111 = stablehlo.slice %v110#3 [0:3, 0:4, 0:7] : (tensor<3x7x7xcomplex<f32>>) -> tensor<3x4x7xcomplex<f32>>
    %v112 = stablehlo.constant dense<0.0> : tensor<3x4xf32>
    %v113 = stablehlo.complex %v110#1, %v112 : tensor<3x4xcomplex<f32>>
    %v114 = stablehlo.broadcast_in_dim %v113, dims = [0, 2] : (tensor<3x4xcomplex<f32>>) -> tensor<3x4x4xcomplex<f32>>
    %v115 = stablehlo.multiply %v110#2, %v114 : tensor<3x4x4xcomplex<f32>>
    %v116 = stablehlo.dot_general %v115, %v111, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xcomplex<f32>>, tensor<3x4x7xcomplex<f32>>) -> tensor<3x4x7xcomplex<f32>>
    %v117:5 = stablehlo.custom_call @lapack_chetrd_ffi(%c_square) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3x5xf32>, tensor<3x4xf32>, tensor<3x4xcomplex<f32>>, tensor<3xi32>)
    %v118 = stablehlo.iota dim = 1 : tensor<3x5x5xi32>
    %v119 = stablehlo.iota dim = 2 : tensor<3x5x5xi32>
    %v120 = stablehlo.compare EQ, %v118, %v119 : (tensor<3x5x5xi32>, tensor<3x5x5xi32>) -> tensor<3x5x5xi1>
    %v121 = stablehlo.constant dense<(1.6e+01, 0.0)> : tensor<3x5x5xcomplex<f64>>
    %v122 = stablehlo.constant dense<(0.0, 0.0)> : tensor<3x5x5xcomplex<f64>>
    %v123 = stablehlo.select %v120, %v121, %v122 : tensor<3x5x5xi1>, tensor<3x5x5xcomplex<f64>>
    %v124 = stablehlo.add %z_square, %v123 : tensor<3x5x5xcomplex<f64>>
    %v125:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%v124) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3xi32>)
    %v126 = stablehlo.cholesky %v124, lower = true : tensor<3x5x5xcomplex<f64>>
    %v127:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%v124) {mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3xi32>)
    %v128 = stablehlo.cholesky %v124, lower = false : tensor<3x5x5xcomplex<f64>>
    %v129 = stablehlo.cholesky %z_square, lower = true : tensor<3x5x5xcomplex<f64>>
    %v130 = stablehlo.custom_call @lapack_ztrsm_ffi(%v124, %z_square) {mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v131 = stablehlo.custom_call @lapack_ztrsm_ffi(%v124, %z_square) {mhlo.backend_config = {diag = 78 : ui8, side = 82 : ui8, trans_x = 67 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v132:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%z_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f64>>) -> (tensor<3x7x4xcomplex<f64>>, tensor<3x4xi32>, tensor<3xi32>)
    %v133:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%z_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f64>>) -> (tensor<3x7x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>)
    %v134 = stablehlo.custom_call @lapack_zungqr_ffi(%v133#0, %v133#1) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>) -> tensor<3x7x4xcomplex<f64>>
    %v135:3 = stablehlo.custom_call @lapack_zheevd_ffi(%z_square) {mhlo.backend_config = {mode = 86 : ui8, uplo = 85 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3x5xf64>, tensor<3xi32>)
    %v136 = stablehlo.constant dense<0.0> : tensor<3x5xf64>
    %v137 = stablehlo.complex %v135#1, %v136 : tensor<3x5xcomplex<f64>>
    %v138 = stablehlo.broadcast_in_dim %v137, dims = [0, 2] : (tensor<3x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v139 = stablehlo.multiply %v135#0, %v138 : tensor<3x5x5xcomplex<f64>>
    %v140 = stablehlo.real %v135#0 : (tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xf64>
    %v141 = stablehlo.imag %v135#0 : (tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xf64>
    %v142 = stablehlo.negate %v141 : tensor<3x5x5xf64>
    %v143 = stablehlo.complex %v140, %v142 : tensor<3x5x5xcomplex<f64>>
    %v144 = stablehlo.dot_general %v139, %v143, batching_dims = [0] x [0], contracting_dims = [2] x [2] : (tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v145:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%z_tall) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x7x4xcomplex<f64>>) -> (tensor<3x7x4xcomplex<f64>>, tensor<3x4xf64>, tensor<3x7x4xcomplex<f64>>, tensor<3x4x4xcomplex<f64>>, tensor<3xi32>)
    %v146 = stablehlo.constant dense<0.0> : tensor<3x4xf64>
    %v147 = stablehlo.complex %v145#1, %v146 : tensor<3x4xcomplex<f64>>
    %v148 = stablehlo.broadcast_in_dim %v147, dims = [0, 2] : (tensor<3x4xcomplex<f64>>) -> tensor<3x7x4xcomplex<f64>>
    %v149 = stablehlo.multiply %v145#2, %v148 : tensor<3x7x4xcomplex<f64>>
    %v150 = stablehlo.dot_general %v149, %v145#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x7x4xcomplex<f64>>, tensor<3x4x4xcomplex<f64>>) -> tensor<3x7x4xcomplex<f64>>
    %v151:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%z_wide) {mhlo.backend_config = {mode = 83 : ui8}} : (tensor<3x4x7xcomplex<f64>>) -> (tensor<3x4x7xcomplex<f64>>, tensor<3x4xf64>, tensor<3x4x4xcomplex<f64>>, tensor<3x4x7xcomplex<f64>>, tensor<3xi32>)
    %v152 = stablehlo.constant dense<0.0> : tensor<3x4xf64>
    %v153 = stablehlo.complex %v151#1, %v152 : tensor<3x4xcomplex<f64>>
    %v154 = stablehlo.broadcast_in_dim %v153, dims = [0, 2] : (tensor<3x4xcomplex<f64>>) -> tensor<3x4x4xcomplex<f64>>
    %v155 = stablehlo.multiply %v151#2, %v154 : tensor<3x4x4xcomplex<f64>>
    %v156 = stablehlo.dot_general %v155, %v151#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xcomplex<f64>>, tensor<3x4x7xcomplex<f64>>) -> tensor<3x4x7xcomplex<f64>>
    %v157:5 = stablehlo.custom_call @lapack_zgesdd_ffi(%z_wide) {mhlo.backend_config = {mode = 65 : ui8}} : (tensor<3x4x7xcomplex<f64>>) -> (tensor<3x4x7xcomplex<f64>>, tensor<3x4xf64>, tensor<3x4x4xcomplex<f64>>, tensor<3x7x7xcomplex<f64>>, tensor<3xi32>)
    %v158 = stablehlo.slice %v157#3 [0:3, 0:4, 0:7] : (tensor<3x7x7xcomplex<f64>>) -> tensor<3x4x7xcomplex<f64>>
    %v159 = stablehlo.constant dense<0.0> : tensor<3x4xf64>
    %v160 = stablehlo.complex %v157#1, %v159 : tensor<3x4xcomplex<f64>>
    %v161 = stablehlo.broadcast_in_dim %v160, dims = [0, 2] : (tensor<3x4xcomplex<f64>>) -> tensor<3x4x4xcomplex<f64>>
    %v162 = stablehlo.multiply %v157#2, %v161 : tensor<3x4x4xcomplex<f64>>
    %v163 = stablehlo.dot_general %v162, %v158, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x4x4xcomplex<f64>>, tensor<3x4x7xcomplex<f64>>) -> tensor<3x4x7xcomplex<f64>>
    %v164:5 = stablehlo.custom_call @lapack_zhetrd_ffi(%z_square) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3x5xf64>, tensor<3x4xf64>, tensor<3x4xcomplex<f64>>, tensor<3xi32>)
    %s_lu:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%s_square) {mhlo.backend_config = {}} : (tensor<3x5x5xf32>) -> (tensor<3x5x5xf32>, tensor<3x5xi32>, tensor<3xi32>)
    %d_lu:3 = stablehlo.custom_call @lapack_dgetrf_ffi(%d_square) {mhlo.backend_config = {}} : (tensor<3x5x5xf64>) -> (tensor<3x5x5xf64>, tensor<3x5xi32>, tensor<3xi32>)
    %c_lu:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%c_square) {mhlo.backend_config = {}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5x5xcomplex<f32>>, tensor<3x5xi32>, tensor<3xi32>)
    %z_lu:3 = stablehlo.custom_call @lapack_zgetrf_ffi(%z_square) {mhlo.backend_config = {}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5x5xcomplex<f64>>, tensor<3x5xi32>, tensor<3xi32>)
    return %v8#0, %v8#1, %v9, %v10#0, %v10#1, %v11, %v12, %v13, %v14, %v15#0, %v15#1, %v15#2, %v16#0, %v17, %v18#1, %v18#2, %v21, %v22#1, %v25, %v26#1, %v29, %v30#1, %v34, %v35#1, %v43#0, %v43#1, %v44, %v45#0, %v45#1, %v46, %v47, %v48, %v49, %v50#0, %v50#1, %v50#2, %v51#0, %v52, %v53#1, %v53#2, %v56, %v57#1, %v60, %v61#1, %v64, %v65#1, %v69, %v70#1, %v78#0, %v78#1, %v79, %v80#0, %v80#1, %v81, %v82, %v83, %v84, %v85#0, %v85#1, %v85#2, %v86#0, %v87, %v88#1, %v88#2, %v97, %v98#1, %v103, %v104#1, %v109, %v110#1, %v116, %v117#1, %v125#0, %v125#1, %v126, %v127#0, %v127#1, %v128, %v129, %v130, %v131, %v132#0, %v132#1, %v132#2, %v133#0, %v134, %v135#1, %v135#2, %v144, %v145#1, %v150, %v151#1, %v156, %v157#1, %v163, %v164#1, %s_lu#0, %s_lu#1, %s_lu#2, %d_lu#0, %d_lu#1, %d_lu#2, %c_lu#0, %c_lu#1, %c_lu#2, %z_lu#0, %z_lu#1, %z_lu#2 : tensor<3x5x5xf32>, tensor<3xi32>, tensor<3x5x5xf32>, tensor<3x5x5xf32>, tensor<3xi32>, tensor<3x5x5xf32>, tensor<3x5x5xf32>, tensor<3x5x5xf32>, tensor<3x5x5xf32>, tensor<3x7x4xf32>, tensor<3x4xi32>, tensor<3xi32>, tensor<3x7x4xf32>, tensor<3x7x4xf32>, tensor<3x5xf32>, tensor<3xi32>, tensor<3x5x5xf32>, tensor<3x4xf32>, tensor<3x7x4xf32>, tensor<3x4xf32>, tensor<3x4x7xf32>, tensor<3x4xf32>, tensor<3x4x7xf32>, tensor<3x5xf32>, tensor<3x5x5xf64>, tensor<3xi32>, tensor<3x5x5xf64>, tensor<3x5x5xf64>, tensor<3xi32>, tensor<3x5x5xf64>, tensor<3x5x5xf64>, tensor<3x5x5xf64>, tensor<3x5x5xf64>, tensor<3x7x4xf64>, tensor<3x4xi32>, tensor<3xi32>, tensor<3x7x4xf64>, tensor<3x7x4xf64>, tensor<3x5xf64>, tensor<3xi32>, tensor<3x5x5xf64>, tensor<3x4xf64>, tensor<3x7x4xf64>, tensor<3x4xf64>, tensor<3x4x7xf64>, tensor<3x4xf64>, tensor<3x4x7xf64>, tensor<3x5xf64>, tensor<3x5x5xcomplex<f32>>, tensor<3xi32>, tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>, tensor<3xi32>, tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>, tensor<3x7x4xcomplex<f32>>, tensor<3x4xi32>, tensor<3xi32>, tensor<3x7x4xcomplex<f32>>, tensor<3x7x4xcomplex<f32>>, tensor<3x5xf32>, tensor<3xi32>, tensor<3x5x5xcomplex<f32>>, tensor<3x4xf32>, tensor<3x7x4xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4x7xcomplex<f32>>, tensor<3x4xf32>, tensor<3x4x7xcomplex<f32>>, tensor<3x5xf32>, tensor<3x5x5xcomplex<f64>>, tensor<3xi32>, tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>, tensor<3xi32>, tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>, tensor<3x4xi32>, tensor<3xi32>, tensor<3x7x4xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>, tensor<3x5xf64>, tensor<3xi32>, tensor<3x5x5xcomplex<f64>>, tensor<3x4xf64>, tensor<3x7x4xcomplex<f64>>, tensor<3x4xf64>, tensor<3x4x7xcomplex<f64>>, tensor<3x4xf64>, tensor<3x4x7xcomplex<f64>>, tensor<3x5xf64>, tensor<3x5x5xf32>, tensor<3x5xi32>, tensor<3xi32>, tensor<3x5x5xf64>, tensor<3x5xi32>, tensor<3xi32>, tensor<3x5x5xcomplex<f32>>, tensor<3x5xi32>, tensor<3xi32>, tensor<3x5x5xcomplex<f64>>, tensor<3x5xi32>, tensor<3xi32>
  }
}
