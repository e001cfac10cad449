// What cuSOLVER alone does, of each of its four types. Each result: whether what it gives makes what it was
// given.
module @gpus_alone {
  func.func @main(%s_square: tensor<3x5x5xf32>, %s_tall: tensor<3x7x4xf32>, %d_square: tensor<3x5x5xf64>, %d_tall: tensor<3x7x4xf64>, %c_square: tensor<3x5x5xcomplex<f32>>, %c_tall: tensor<3x7x4xcomplex<f32>>, %z_square: tensor<3x5x5xcomplex<f64>>, %z_tall: tensor<3x7x4xcomplex<f64>>)
   -> (tensor<i1> {jax.result_info = "s_right_vectors"},
      tensor<i1> {jax.result_info = "s_reflections_left"},
      tensor<i1> {jax.result_info = "s_reflections_right"},
      tensor<i1> {jax.result_info = "d_right_vectors"},
      tensor<i1> {jax.result_info = "d_reflections_left"},
      tensor<i1> {jax.result_info = "d_reflections_right"},
      tensor<i1> {jax.result_info = "c_right_vectors"},
      tensor<i1> {jax.result_info = "c_reflections_left"},
      tensor<i1> {jax.result_info = "c_reflections_right"},
      tensor<i1> {jax.result_info = "z_right_vectors"},
      tensor<i1> {jax.result_info = "z_reflections_left"},
      tensor<i1> {jax.result_info = "z_reflections_right"}) {
    %v1:5 = stablehlo.custom_call @lapack_sgeev_ffi(%s_square) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<3x5x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>, tensor<3xi32>)
    %v2 = stablehlo.complex %v1#0, %v1#1 : tensor<3x5xcomplex<f32>>
    %v3 = stablehlo.constant dense<0.0> : tensor<3x5x5xf32>
    %v4 = stablehlo.complex %s_square, %v3 : tensor<3x5x5xcomplex<f32>>
    %v5 = stablehlo.dot_general %v4, %v1#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v6 = stablehlo.broadcast_in_dim %v2, dims = [0, 2] : (tensor<3x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v7 = stablehlo.multiply %v1#3, %v6 : tensor<3x5x5xcomplex<f32>>
    %v8 = stablehlo.subtract %v5, %v7 : tensor<3x5x5xcomplex<f32>>
    %v9 = stablehlo.abs %v8 : (tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xf32>
    %v10 = stablehlo.constant dense<1.0e-04> : tensor<3x5x5xf32>
    %v11 = stablehlo.compare LT, %v9, %v10 : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xi1>
    %v12 = stablehlo.constant dense<true> : tensor<i1>
    %v13 = stablehlo.reduce(%v11 init: %v12) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v14:2 = stablehlo.custom_call @lapack_sgeqrf_ffi(%s_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf32>) -> (tensor<3x7x4xf32>, tensor<3x4xf32>)
    %v15 = stablehlo.custom_call @lapack_sormqr_ffi(%v14#0, %v14#1, %s_tall) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<3x7x4xf32>, tensor<3x4xf32>, tensor<3x7x4xf32>) -> tensor<3x7x4xf32>
    %v16 = stablehlo.iota dim = 1 : tensor<3x7x4xi32>
    %v17 = stablehlo.iota dim = 2 : tensor<3x7x4xi32>
    %v18 = stablehlo.compare LE, %v16, %v17 : (tensor<3x7x4xi32>, tensor<3x7x4xi32>) -> tensor<3x7x4xi1>
    %v19 = stablehlo.constant dense<0.0> : tensor<3x7x4xf32>
    %v20 = stablehlo.select %v18, %v14#0, %v19 : tensor<3x7x4xi1>, tensor<3x7x4xf32>
    %v21 = stablehlo.subtract %v15, %v20 : tensor<3x7x4xf32>
    %v22 = stablehlo.abs %v21 : tensor<3x7x4xf32>
    %v23 = stablehlo.constant dense<1.0e-04> : tensor<3x7x4xf32>
    %v24 = stablehlo.compare LT, %v22, %v23 : (tensor<3x7x4xf32>, tensor<3x7x4xf32>) -> tensor<3x7x4xi1>
    %v25 = stablehlo.constant dense<true> : tensor<i1>
    %v26 = stablehlo.reduce(%v24 init: %v25) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v27 = stablehlo.transpose %s_tall, dims = [0, 2, 1] : (tensor<3x7x4xf32>) -> tensor<3x4x7xf32>
    %v28 = stablehlo.custom_call @lapack_sormqr_ffi(%v14#0, %v14#1, %v27) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<3x7x4xf32>, tensor<3x4xf32>, tensor<3x4x7xf32>) -> tensor<3x4x7xf32>
    %v29 = stablehlo.custom_call @lapack_sormqr_ffi(%v14#0, %v14#1, %v28) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<3x7x4xf32>, tensor<3x4xf32>, tensor<3x4x7xf32>) -> tensor<3x4x7xf32>
    %v30 = stablehlo.subtract %v29, %v27 : tensor<3x4x7xf32>
    %v31 = stablehlo.abs %v30 : tensor<3x4x7xf32>
    %v32 = stablehlo.constant dense<1.0e-04> : tensor<3x4x7xf32>
    %v33 = stablehlo.compare LT, %v31, %v32 : (tensor<3x4x7xf32>, tensor<3x4x7xf32>) -> tensor<3x4x7xi1>
    %v34 = stablehlo.constant dense<true> : tensor<i1>
    %v35 = stablehlo.reduce(%v33 init: %v34) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x4x7xi1>, tensor<i1>) -> tensor<i1>
    %v36:5 = stablehlo.custom_call @lapack_dgeev_ffi(%d_square) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<3x5x5xf64>) -> (tensor<3x5xf64>, tensor<3x5xf64>, tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>, tensor<3xi32>)
    %v37 = stablehlo.complex %v36#0, %v36#1 : tensor<3x5xcomplex<f64>>
    %v38 = stablehlo.constant dense<0.0> : tensor<3x5x5xf64>
    %v39 = stablehlo.complex %d_square, %v38 : tensor<3x5x5xcomplex<f64>>
    %v40 = stablehlo.dot_general %v39, %v36#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v41 = stablehlo.broadcast_in_dim %v37, dims = [0, 2] : (tensor<3x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v42 = stablehlo.multiply %v36#3, %v41 : tensor<3x5x5xcomplex<f64>>
    %v43 = stablehlo.subtract %v40, %v42 : tensor<3x5x5xcomplex<f64>>
    %v44 = stablehlo.abs %v43 : (tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xf64>
    %v45 = stablehlo.constant dense<1.0e-04> : tensor<3x5x5xf64>
    %v46 = stablehlo.compare LT, %v44, %v45 : (tensor<3x5x5xf64>, tensor<3x5x5xf64>) -> tensor<3x5x5xi1>
    %v47 = stablehlo.constant dense<true> : tensor<i1>
    %v48 = stablehlo.reduce(%v46 init: %v47) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v49:2 = stablehlo.custom_call @lapack_dgeqrf_ffi(%d_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xf64>) -> (tensor<3x7x4xf64>, tensor<3x4xf64>)
    %v50 = stablehlo.custom_call @lapack_dormqr_ffi(%v49#0, %v49#1, %d_tall) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<3x7x4xf64>, tensor<3x4xf64>, tensor<3x7x4xf64>) -> tensor<3x7x4xf64>
    %v51 = stablehlo.iota dim = 1 : tensor<3x7x4xi32>
    %v52 = stablehlo.iota dim = 2 : tensor<3x7x4xi32>
    %v53 = stablehlo.compare LE, %v51, %v52 : (tensor<3x7x4xi32>, tensor<3x7x4xi32>) -> tensor<3x7x4xi1>
    %v54 = stablehlo.constant dense<0.0> : tensor<3x7x4xf64>
    %v55 = stablehlo.select %v53, %v49#0, %v54 : tensor<3x7x4xi1>, tensor<3x7x4xf64>
    %v56 = stablehlo.subtract %v50, %v55 : tensor<3x7x4xf64>
    %v57 = stablehlo.abs %v56 : tensor<3x7x4xf64>
    %v58 = stablehlo.constant dense<1.0e-04> : tensor<3x7x4xf64>
    %v59 = stablehlo.compare LT, %v57, %v58 : (tensor<3x7x4xf64>, tensor<3x7x4xf64>) -> tensor<3x7x4xi1>
    %v60 = stablehlo.constant dense<true> : tensor<i1>
    %v61 = stablehlo.reduce(%v59 init: %v60) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v62 = stablehlo.transpose %d_tall, dims = [0, 2, 1] : (tensor<3x7x4xf64>) -> tensor<3x4x7xf64>
    %v63 = stablehlo.custom_call @lapack_dormqr_ffi(%v49#0, %v49#1, %v62) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<3x7x4xf64>, tensor<3x4xf64>, tensor<3x4x7xf64>) -> tensor<3x4x7xf64>
    %v64 = stablehlo.custom_call @lapack_dormqr_ffi(%v49#0, %v49#1, %v63) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<3x7x4xf64>, tensor<3x4xf64>, tensor<3x4x7xf64>) -> tensor<3x4x7xf64>
    %v65 = stablehlo.subtract %v64, %v62 : tensor<3x4x7xf64>
    %v66 = stablehlo.abs %v65 : tensor<3x4x7xf64>
    %v67 = stablehlo.constant dense<1.0e-04> : tensor<3x4x7xf64>
    %v68 = stablehlo.compare LT, %v66, %v67 : (tensor<3x4x7xf64>, tensor<3x4x7xf64>) -> tensor<3x4x7xi1>
    %v69 = stablehlo.constant dense<true> : tensor<i1>
    %v70 = stablehlo.reduce(%v68 init: %v69) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x4x7xi1>, tensor<i1>) -> tensor<i1>
    %v71:4 = stablehlo.custom_call @lapack_cgeev_ffi(%c_square) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<3x5x5xcomplex<f32>>) -> (tensor<3x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>, tensor<3xi32>)
    %v72 = stablehlo.dot_general %c_square, %v71#2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x5xcomplex<f32>>, tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v73 = stablehlo.broadcast_in_dim %v71#0, dims = [0, 2] : (tensor<3x5xcomplex<f32>>) -> tensor<3x5x5xcomplex<f32>>
    %v74 = stablehlo.multiply %v71#2, %v73 : tensor<3x5x5xcomplex<f32>>
    %v75 = stablehlo.subtract %v72, %v74 : tensor<3x5x5xcomplex<f32>>
    %v76 = stablehlo.abs %v75 : (tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x5xf32>
    %v77 = stablehlo.constant dense<1.0e-04> : tensor<3x5x5xf32>
    %v78 = stablehlo.compare LT, %v76, %v77 : (tensor<3x5x5xf32>, tensor<3x5x5xf32>) -> tensor<3x5x5xi1>
    %v79 = stablehlo.constant dense<true> : tensor<i1>
    %v80 = stablehlo.reduce(%v78 init: %v79) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v81:2 = stablehlo.custom_call @lapack_cgeqrf_ffi(%c_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f32>>) -> (tensor<3x7x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>)
    %v82 = stablehlo.custom_call @lapack_cunmqr_ffi(%v81#0, %v81#1, %c_tall) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<3x7x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>, tensor<3x7x4xcomplex<f32>>) -> tensor<3x7x4xcomplex<f32>>
    %v83 = stablehlo.iota dim = 1 : tensor<3x7x4xi32>
    %v84 = stablehlo.iota dim = 2 : tensor<3x7x4xi32>
    %v85 = stablehlo.compare LE, %v83, %v84 : (tensor<3x7x4xi32>, tensor<3x7x4xi32>) -> tensor<3x7x4xi1>
    %v86 = stablehlo.constant dense<(0.0, 0.0)> : tensor<3x7x4xcomplex<f32>>
    %v87 = stablehlo.select %v85, %v81#0, %v86 : tensor<3x7x4xi1>, tensor<3x7x4xcomplex<f32>>
    %v88 = stablehlo.subtract %v82, %v87 : tensor<3x7x4xcomplex<f32>>
    %v89 = stablehlo.abs %v88 : (tensor<3x7x4xcomplex<f32>>) -> tensor<3x7x4xf32>
    %v90 = stablehlo.constant dense<1.0e-04> : tensor<3x7x4xf32>
    %v91 = stablehlo.compare LT, %v89, %v90 : (tensor<3x7x4xf32>, tensor<3x7x4xf32>) -> tensor<3x7x4xi1>
    %v92 = stablehlo.constant dense<true> : tensor<i1>
    %v93 = stablehlo.reduce(%v91 init: %v92) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v94 = stablehlo.transpose %c_tall, dims = [0, 2, 1] : (tensor<3x7x4xcomplex<f32>>) -> tensor<3x4x7xcomplex<f32>>
    %v95 = stablehlo.custom_call @lapack_cunmqr_ffi(%v81#0, %v81#1, %v94) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<3x7x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>, tensor<3x4x7xcomplex<f32>>) -> tensor<3x4x7xcomplex<f32>>
    %v96 = stablehlo.custom_call @lapack_cunmqr_ffi(%v81#0, %v81#1, %v95) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<3x7x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>, tensor<3x4x7xcomplex<f32>>) -> tensor<3x4x7xcomplex<f32>>
    %v97 = stablehlo.subtract %v96, %v94 : tensor<3x4x7xcomplex<f32>>
    %v98 = stablehlo.abs %v97 : (tensor<3x4x7xcomplex<f32>>) -> tensor<3x4x7xf32>
    %v99 = stablehlo.constant dense<1.0e-04> : tensor<3x4x7xf32>
    %v100 = stablehlo.compare LT, %v98, %v99 : (tensor<3x4x7xf32>, tensor<3x4x7xf32>) -> tensor<3x4x7xi1>
    %v101 = stablehlo.constant dense<true> : tensor<i1>
    %v102 = stablehlo.reduce(%v100 init: %v101) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x4x7xi1>, tensor<i1>) -> tensor<i1>
    %v103:4 = stablehlo.custom_call @lapack_zgeev_ffi(%z_square) {mhlo.backend_config = {compute_left = 78 : ui8, compute_right = 86 : ui8}} : (tensor<3x5x5xcomplex<f64>>) -> (tensor<3x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>, tensor<3xi32>)
    %v104 = stablehlo.dot_general %z_square, %v103#2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<3x5x5xcomplex<f64>>, tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v105 = stablehlo.broadcast_in_dim %v103#0, dims = [0, 2] : (tensor<3x5xcomplex<f64>>) -> tensor<3x5x5xcomplex<f64>>
    %v106 = stablehlo.multiply %v103#2, %v105 : tensor<3x5x5xcomplex<f64>>
    %v107 = stablehlo.subtract %v104, %v106 : tensor<3x5x5xcomplex<f64>>
    %v108 = stablehlo.abs %v107 : (tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x5xf64>
    %v109 = stablehlo.constant dense<1.0e-04> : tensor<3x5x5xf64>
    %v110 = stablehlo.compare LT, %v108, %v109 : (tensor<3x5x5xf64>, tensor<3x5x5xf64>) -> tensor<3x5x5xi1>
    %v111 = stablehlo.constant dense<true> : tensor<i1>
    %v112 = stablehlo.reduce(%v110 init: %v111) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v113:2 = stablehlo.custom_call @lapack_zgeqrf_ffi(%z_tall) {mhlo.backend_config = {}} : (tensor<3x7x4xcomplex<f64>>) -> (tensor<3x7x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>)
    %v114 = stablehlo.custom_call @lapack_zunmqr_ffi(%v113#0, %v113#1, %z_tall) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<3x7x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>, tensor<3x7x4xcomplex<f64>>) -> tensor<3x7x4xcomplex<f64>>
    %v115 = stablehlo.iota dim = 1 : tensor<3x7x4xi32>
    %v116 = stablehlo.iota dim = 2 : tensor<3x7x4xi32>
    %v117 = stablehlo.compare LE, %v115, %v116 : (tensor<3x7x4xi32>, tensor<3x7x4xi32>) -> tensor<3x7x4xi1>
    %v118 = stablehlo.constant dense<(0.0, 0.0)> : tensor<3x7x4xcomplex<f64>>
    %v119 = stablehlo.select %v117, %v113#0, %v118 : tensor<3x7x4xi1>, tensor<3x7x4xcomplex<f64>>
    %v120 = stablehlo.subtract %v114, %v119 : tensor<3x7x4xcomplex<f64>>
    %v121 = stablehlo.abs %v120 : (tensor<3x7x4xcomplex<f64>>) -> tensor<3x7x4xf64>
    %v122 = stablehlo.constant dense<1.0e-04> : tensor<3x7x4xf64>
    %v123 = stablehlo.compare LT, %v121, %v122 : (tensor<3x7x4xf64>, tensor<3x7x4xf64>) -> tensor<3x7x4xi1>
    %v124 = stablehlo.constant dense<true> : tensor<i1>
    %v125 = stablehlo.reduce(%v123 init: %v124) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v126 = stablehlo.transpose %z_tall, dims = [0, 2, 1] : (tensor<3x7x4xcomplex<f64>>) -> tensor<3x4x7xcomplex<f64>>
    %v127 = stablehlo.custom_call @lapack_zunmqr_ffi(%v113#0, %v113#1, %v126) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<3x7x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>, tensor<3x4x7xcomplex<f64>>) -> tensor<3x4x7xcomplex<f64>>
    %v128 = stablehlo.custom_call @lapack_zunmqr_ffi(%v113#0, %v113#1, %v127) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<3x7x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>, tensor<3x4x7xcomplex<f64>>) -> tensor<3x4x7xcomplex<f64>>
    %v129 = stablehlo.subtract %v128, %v126 : tensor<3x4x7xcomplex<f64>>
    %v130 = stablehlo.abs %v129 : (tensor<3x4x7xcomplex<f64>>) -> tensor<3x4x7xf64>
    %v131 = stablehlo.constant dense<1.0e-04> : tensor<3x4x7xf64>
    %v132 = stablehlo.compare LT, %v130, %v131 : (tensor<3x4x7xf64>, tensor<3x4x7xf64>) -> tensor<3x4x7xi1>
    %v133 = stablehlo.constant dense<true> : tensor<i1>
    %v134 = stablehlo.reduce(%v132 init: %v133) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<3x4x7xi1>, tensor<i1>) -> tensor<i1>
    return %v13, %v26, %v35, %v48, %v61, %v70, %v80, %v93, %v102, %v112, %v125, %v134 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
  }
}
