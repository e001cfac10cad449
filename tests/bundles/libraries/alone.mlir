// What LAPACK alone does, of each of its four types. Each result: whether what it gives makes what it
// was given.
module @alone {
  func.func @main(%s: tensor<2x5x5xf32>, %s_tall: tensor<2x7x4xf32>, %d: tensor<2x5x5xf64>, %d_tall: tensor<2x7x4xf64>, %c: tensor<2x5x5xcomplex<f32>>, %c_tall: tensor<2x7x4xcomplex<f32>>, %z: tensor<2x5x5xcomplex<f64>>, %z_tall: tensor<2x7x4xcomplex<f64>>)
   -> (tensor<i1> {jax.result_info = "s_right_vectors"},
      tensor<i1> {jax.result_info = "s_left_vectors"},
      tensor<i1> {jax.result_info = "s_schur"},
      tensor<i1> {jax.result_info = "s_pivoted_qr"},
      tensor<i1> {jax.result_info = "s_reflections_left"},
      tensor<i1> {jax.result_info = "s_reflections_right"},
      tensor<i1> {jax.result_info = "s_tridiagonal"},
      tensor<i1> {jax.result_info = "d_right_vectors"},
      tensor<i1> {jax.result_info = "d_left_vectors"},
      tensor<i1> {jax.result_info = "d_schur"},
      tensor<i1> {jax.result_info = "d_pivoted_qr"},
      tensor<i1> {jax.result_info = "d_reflections_left"},
      tensor<i1> {jax.result_info = "d_reflections_right"},
      tensor<i1> {jax.result_info = "d_tridiagonal"},
      tensor<i1> {jax.result_info = "c_right_vectors"},
      tensor<i1> {jax.result_info = "c_left_vectors"},
      tensor<i1> {jax.result_info = "c_schur"},
      tensor<i1> {jax.result_info = "c_pivoted_qr"},
      tensor<i1> {jax.result_info = "c_reflections_left"},
      tensor<i1> {jax.result_info = "c_reflections_right"},
      tensor<i1> {jax.result_info = "c_tridiagonal"},
      tensor<i1> {jax.result_info = "z_right_vectors"},
      tensor<i1> {jax.result_info = "z_left_vectors"},
      tensor<i1> {jax.result_info = "z_schur"},
      tensor<i1> {jax.result_info = "z_pivoted_qr"},
      tensor<i1> {jax.result_info = "z_reflections_left"},
      tensor<i1> {jax.result_info = "z_reflections_right"},
      tensor<i1> {jax.result_info = "z_tridiagonal"}) {
    %v1:5 = stablehlo.custom_call @lapack_sgeev_ffi(%s) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x5x5xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>, tensor<2xi32>)
    %v2 = stablehlo.complex %v1#0, %v1#1 : tensor<2x5xcomplex<f32>>
    %v3 = stablehlo.constant dense<0.0> : tensor<2x5x5xf32>
    %v4 = stablehlo.complex %s, %v3 : tensor<2x5x5xcomplex<f32>>
    %v5 = stablehlo.dot_general %v4, %v1#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %v6 = stablehlo.broadcast_in_dim %v2, dims = [0, 2] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %v7 = stablehlo.multiply %v1#3, %v6 : tensor<2x5x5xcomplex<f32>>
    %v8 = stablehlo.subtract %v5, %v7 : tensor<2x5x5xcomplex<f32>>
    %v9 = stablehlo.abs %v8 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v10 = stablehlo.constant dense<1.0e-04> : tensor<2x5x5xf32>
    %v11 = stablehlo.compare LT, %v9, %v10 : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xi1>
    %v12 = stablehlo.constant dense<true> : tensor<i1>
    %v13 = stablehlo.reduce(%v11 init: %v12) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v14 = stablehlo.real %v4 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v15 = stablehlo.imag %v4 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v16 = stablehlo.negate %v15 : tensor<2x5x5xf32>
    %v17 = stablehlo.complex %v14, %v16 : tensor<2x5x5xcomplex<f32>>
    %v18 = stablehlo.dot_general %v17, %v1#2, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %v19 = stablehlo.real %v6 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v20 = stablehlo.imag %v6 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v21 = stablehlo.negate %v20 : tensor<2x5x5xf32>
    %v22 = stablehlo.complex %v19, %v21 : tensor<2x5x5xcomplex<f32>>
    %v23 = stablehlo.multiply %v1#2, %v22 : tensor<2x5x5xcomplex<f32>>
    %v24 = stablehlo.subtract %v18, %v23 : tensor<2x5x5xcomplex<f32>>
    %v25 = stablehlo.abs %v24 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v26 = stablehlo.constant dense<1.0e-04> : tensor<2x5x5xf32>
    %v27 = stablehlo.compare LT, %v25, %v26 : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xi1>
    %v28 = stablehlo.constant dense<true> : tensor<i1>
    %v29 = stablehlo.reduce(%v27 init: %v28) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v30:6 = stablehlo.custom_call @lapack_sgees_ffi(%s) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x5x5xf32>) -> (tensor<2x5x5xf32>, tensor<2x5x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2xi32>, tensor<2xi32>)
    %v31 = stablehlo.dot_general %s, %v30#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
    %v32 = stablehlo.dot_general %v30#1, %v30#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
    %v33 = stablehlo.subtract %v31, %v32 : tensor<2x5x5xf32>
    %v34 = stablehlo.abs %v33 : (tensor<2x5x5xf32>) -> tensor<2x5x5xf32>
    %v35 = stablehlo.constant dense<1.0e-04> : tensor<2x5x5xf32>
    %v36 = stablehlo.compare LT, %v34, %v35 : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xi1>
    %v37 = stablehlo.constant dense<true> : tensor<i1>
    %v38 = stablehlo.reduce(%v36 init: %v37) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v39 = stablehlo.constant dense<0> : tensor<2x4xi32>
    %v40:3 = stablehlo.custom_call @lapack_sgeqp3_ffi(%s_tall, %v39) {mhlo.backend_config = {}} : (tensor<2x7x4xf32>, tensor<2x4xi32>) -> (tensor<2x7x4xf32>, tensor<2x4xi32>, tensor<2x4xf32>)
    %v41 = stablehlo.constant dense<1> : tensor<2x4xi32>
    %v42 = stablehlo.subtract %v40#1, %v41 : tensor<2x4xi32>
    %v43 = stablehlo.iota dim = 1 : tensor<2x4x4xi32>
    %v44 = stablehlo.broadcast_in_dim %v42, dims = [0, 2] : (tensor<2x4xi32>) -> tensor<2x4x4xi32>
    %v45 = stablehlo.compare EQ, %v43, %v44 : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> tensor<2x4x4xi1>
    %v46 = stablehlo.convert %v45 : (tensor<2x4x4xi1>) -> tensor<2x4x4xf32>
    %v47 = stablehlo.dot_general %s_tall, %v46, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x7x4xf32>, tensor<2x4x4xf32>) -> tensor<2x7x4xf32>
    %v48 = stablehlo.custom_call @lapack_sormqr_ffi(%v40#0, %v40#2, %v47) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<2x7x4xf32>, tensor<2x4xf32>, tensor<2x7x4xf32>) -> tensor<2x7x4xf32>
    %v49 = stablehlo.iota dim = 1 : tensor<2x7x4xi32>
    %v50 = stablehlo.iota dim = 2 : tensor<2x7x4xi32>
    %v51 = stablehlo.compare LE, %v49, %v50 : (tensor<2x7x4xi32>, tensor<2x7x4xi32>) -> tensor<2x7x4xi1>
    %v52 = stablehlo.constant dense<0.0> : tensor<2x7x4xf32>
    %v53 = stablehlo.select %v51, %v40#0, %v52 : tensor<2x7x4xi1>, tensor<2x7x4xf32>
    %v54 = stablehlo.subtract %v48, %v53 : tensor<2x7x4xf32>
    %v55 = stablehlo.abs %v54 : (tensor<2x7x4xf32>) -> tensor<2x7x4xf32>
    %v56 = stablehlo.constant dense<1.0e-04> : tensor<2x7x4xf32>
    %v57 = stablehlo.compare LT, %v55, %v56 : (tensor<2x7x4xf32>, tensor<2x7x4xf32>) -> tensor<2x7x4xi1>
    %v58 = stablehlo.constant dense<true> : tensor<i1>
    %v59 = stablehlo.reduce(%v57 init: %v58) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v60 = stablehlo.custom_call @lapack_sormqr_ffi(%v40#0, %v40#2, %v48) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<2x7x4xf32>, tensor<2x4xf32>, tensor<2x7x4xf32>) -> tensor<2x7x4xf32>
    %v61 = stablehlo.subtract %v60, %v47 : tensor<2x7x4xf32>
    %v62 = stablehlo.abs %v61 : (tensor<2x7x4xf32>) -> tensor<2x7x4xf32>
    %v63 = stablehlo.constant dense<1.0e-04> : tensor<2x7x4xf32>
    %v64 = stablehlo.compare LT, %v62, %v63 : (tensor<2x7x4xf32>, tensor<2x7x4xf32>) -> tensor<2x7x4xi1>
    %v65 = stablehlo.constant dense<true> : tensor<i1>
    %v66 = stablehlo.reduce(%v64 init: %v65) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v67 = stablehlo.transpose %s_tall, dims = [0, 2, 1] : (tensor<2x7x4xf32>) -> tensor<2x4x7xf32>
    %v68 = stablehlo.custom_call @lapack_sormqr_ffi(%v40#0, %v40#2, %v67) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<2x7x4xf32>, tensor<2x4xf32>, tensor<2x4x7xf32>) -> tensor<2x4x7xf32>
    %v69 = stablehlo.custom_call @lapack_sormqr_ffi(%v40#0, %v40#2, %v68) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<2x7x4xf32>, tensor<2x4xf32>, tensor<2x4x7xf32>) -> tensor<2x4x7xf32>
    %v70 = stablehlo.subtract %v69, %v67 : tensor<2x4x7xf32>
    %v71 = stablehlo.abs %v70 : (tensor<2x4x7xf32>) -> tensor<2x4x7xf32>
    %v72 = stablehlo.constant dense<1.0e-04> : tensor<2x4x7xf32>
    %v73 = stablehlo.compare LT, %v71, %v72 : (tensor<2x4x7xf32>, tensor<2x4x7xf32>) -> tensor<2x4x7xi1>
    %v74 = stablehlo.constant dense<true> : tensor<i1>
    %v75 = stablehlo.reduce(%v73 init: %v74) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x4x7xi1>, tensor<i1>) -> tensor<i1>
    %v76 = stablehlo.slice %s [0:2, 0:1, 0:5] : (tensor<2x5x5xf32>) -> tensor<2x1x5xf32>
    %v77 = stablehlo.reshape %v76 : (tensor<2x1x5xf32>) -> tensor<2x5xf32>
    %v78 = stablehlo.slice %s [0:2, 1:2, 0:5] : (tensor<2x5x5xf32>) -> tensor<2x1x5xf32>
    %v79 = stablehlo.reshape %v78 : (tensor<2x1x5xf32>) -> tensor<2x5xf32>
    %v80 = stablehlo.slice %s [0:2, 2:3, 0:5] : (tensor<2x5x5xf32>) -> tensor<2x1x5xf32>
    %v81 = stablehlo.reshape %v80 : (tensor<2x1x5xf32>) -> tensor<2x5xf32>
    %v82 = stablehlo.constant dense<4.0> : tensor<2x5xf32>
    %v83 = stablehlo.add %v79, %v82 : tensor<2x5xf32>
    %v84 = stablehlo.slice %s [0:2, 0:5, 0:3] : (tensor<2x5x5xf32>) -> tensor<2x5x3xf32>
    %v85:5 = stablehlo.custom_call @lapack_sgtsv_ffi(%v77, %v83, %v81, %v84) {mhlo.backend_config = {}} : (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5x3xf32>) -> (tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5xf32>, tensor<2x5x3xf32>, tensor<2xi32>)
    %v86 = stablehlo.constant dense<0.0> : tensor<f32>
    %v87 = stablehlo.pad %v85#3, %v86, low = [0, 1, 0], high = [0, -1, 0], interior = [0, 0, 0] : (tensor<2x5x3xf32>, tensor<f32>) -> tensor<2x5x3xf32>
    %v88 = stablehlo.pad %v85#3, %v86, low = [0, -1, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x5x3xf32>, tensor<f32>) -> tensor<2x5x3xf32>
    %v89 = stablehlo.broadcast_in_dim %v77, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x3xf32>
    %v90 = stablehlo.multiply %v89, %v87 : tensor<2x5x3xf32>
    %v91 = stablehlo.broadcast_in_dim %v83, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x3xf32>
    %v92 = stablehlo.multiply %v91, %v85#3 : tensor<2x5x3xf32>
    %v93 = stablehlo.broadcast_in_dim %v81, dims = [0, 1] : (tensor<2x5xf32>) -> tensor<2x5x3xf32>
    %v94 = stablehlo.multiply %v93, %v88 : tensor<2x5x3xf32>
    %v95 = stablehlo.add %v90, %v92 : tensor<2x5x3xf32>
    %v96 = stablehlo.add %v95, %v94 : tensor<2x5x3xf32>
    %v97 = stablehlo.subtract %v96, %v84 : tensor<2x5x3xf32>
    %v98 = stablehlo.abs %v97 : (tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
    %v99 = stablehlo.constant dense<1.0e-04> : tensor<2x5x3xf32>
    %v100 = stablehlo.compare LT, %v98, %v99 : (tensor<2x5x3xf32>, tensor<2x5x3xf32>) -> tensor<2x5x3xi1>
    %v101 = stablehlo.constant dense<true> : tensor<i1>
    %v102 = stablehlo.reduce(%v100 init: %v101) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x3xi1>, tensor<i1>) -> tensor<i1>
    %v103:5 = stablehlo.custom_call @lapack_dgeev_ffi(%d) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x5x5xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>, tensor<2xi32>)
    %v104 = stablehlo.complex %v103#0, %v103#1 : tensor<2x5xcomplex<f64>>
    %v105 = stablehlo.constant dense<0.0> : tensor<2x5x5xf64>
    %v106 = stablehlo.complex %d, %v105 : tensor<2x5x5xcomplex<f64>>
    %v107 = stablehlo.dot_general %v106, %v103#3, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xcomplex<f64>>
    %v108 = stablehlo.broadcast_in_dim %v104, dims = [0, 2] : (tensor<2x5xcomplex<f64>>) -> tensor<2x5x5xcomplex<f64>>
    %v109 = stablehlo.multiply %v103#3, %v108 : tensor<2x5x5xcomplex<f64>>
    %v110 = stablehlo.subtract %v107, %v109 : tensor<2x5x5xcomplex<f64>>
    %v111 = stablehlo.abs %v110 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v112 = stablehlo.constant dense<1.0e-12> : tensor<2x5x5xf64>
    %v113 = stablehlo.compare LT, %v111, %v112 : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xi1>
    %v114 = stablehlo.constant dense<true> : tensor<i1>
    %v115 = stablehlo.reduce(%v113 init: %v114) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v116 = stablehlo.real %v106 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v117 = stablehlo.imag %v106 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v118 = stablehlo.negate %v117 : tensor<2x5x5xf64>
    %v119 = stablehlo.complex %v116, %v118 : tensor<2x5x5xcomplex<f64>>
    %v120 = stablehlo.dot_general %v119, %v103#2, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xcomplex<f64>>
    %v121 = stablehlo.real %v108 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v122 = stablehlo.imag %v108 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v123 = stablehlo.negate %v122 : tensor<2x5x5xf64>
    %v124 = stablehlo.complex %v121, %v123 : tensor<2x5x5xcomplex<f64>>
    %v125 = stablehlo.multiply %v103#2, %v124 : tensor<2x5x5xcomplex<f64>>
    %v126 = stablehlo.subtract %v120, %v125 : tensor<2x5x5xcomplex<f64>>
    %v127 = stablehlo.abs %v126 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v128 = stablehlo.constant dense<1.0e-12> : tensor<2x5x5xf64>
    %v129 = stablehlo.compare LT, %v127, %v128 : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xi1>
    %v130 = stablehlo.constant dense<true> : tensor<i1>
    %v131 = stablehlo.reduce(%v129 init: %v130) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v132:6 = stablehlo.custom_call @lapack_dgees_ffi(%d) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x5x5xf64>) -> (tensor<2x5x5xf64>, tensor<2x5x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2xi32>, tensor<2xi32>)
    %v133 = stablehlo.dot_general %d, %v132#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xf64>
    %v134 = stablehlo.dot_general %v132#1, %v132#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xf64>
    %v135 = stablehlo.subtract %v133, %v134 : tensor<2x5x5xf64>
    %v136 = stablehlo.abs %v135 : (tensor<2x5x5xf64>) -> tensor<2x5x5xf64>
    %v137 = stablehlo.constant dense<1.0e-12> : tensor<2x5x5xf64>
    %v138 = stablehlo.compare LT, %v136, %v137 : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xi1>
    %v139 = stablehlo.constant dense<true> : tensor<i1>
    %v140 = stablehlo.reduce(%v138 init: %v139) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v141 = stablehlo.constant dense<0> : tensor<2x4xi32>
    %v142:3 = stablehlo.custom_call @lapack_dgeqp3_ffi(%d_tall, %v141) {mhlo.backend_config = {}} : (tensor<2x7x4xf64>, tensor<2x4xi32>) -> (tensor<2x7x4xf64>, tensor<2x4xi32>, tensor<2x4xf64>)
    %v143 = stablehlo.constant dense<1> : tensor<2x4xi32>
    %v144 = stablehlo.subtract %v142#1, %v143 : tensor<2x4xi32>
    %v145 = stablehlo.iota dim = 1 : tensor<2x4x4xi32>
    %v146 = stablehlo.broadcast_in_dim %v144, dims = [0, 2] : (tensor<2x4xi32>) -> tensor<2x4x4xi32>
    %v147 = stablehlo.compare EQ, %v145, %v146 : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> tensor<2x4x4xi1>
    %v148 = stablehlo.convert %v147 : (tensor<2x4x4xi1>) -> tensor<2x4x4xf64>
    %v149 = stablehlo.dot_general %d_tall, %v148, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x7x4xf64>, tensor<2x4x4xf64>) -> tensor<2x7x4xf64>
    %v150 = stablehlo.custom_call @lapack_dormqr_ffi(%v142#0, %v142#2, %v149) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<2x7x4xf64>, tensor<2x4xf64>, tensor<2x7x4xf64>) -> tensor<2x7x4xf64>
    %v151 = stablehlo.iota dim = 1 : tensor<2x7x4xi32>
    %v152 = stablehlo.iota dim = 2 : tensor<2x7x4xi32>
    %v153 = stablehlo.compare LE, %v151, %v152 : (tensor<2x7x4xi32>, tensor<2x7x4xi32>) -> tensor<2x7x4xi1>
    %v154 = stablehlo.constant dense<0.0> : tensor<2x7x4xf64>
    %v155 = stablehlo.select %v153, %v142#0, %v154 : tensor<2x7x4xi1>, tensor<2x7x4xf64>
    %v156 = stablehlo.subtract %v150, %v155 : tensor<2x7x4xf64>
    %v157 = stablehlo.abs %v156 : (tensor<2x7x4xf64>) -> tensor<2x7x4xf64>
    %v158 = stablehlo.constant dense<1.0e-12> : tensor<2x7x4xf64>
    %v159 = stablehlo.compare LT, %v157, %v158 : (tensor<2x7x4xf64>, tensor<2x7x4xf64>) -> tensor<2x7x4xi1>
    %v160 = stablehlo.constant dense<true> : tensor<i1>
    %v161 = stablehlo.reduce(%v159 init: %v160) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v162 = stablehlo.custom_call @lapack_dormqr_ffi(%v142#0, %v142#2, %v150) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<2x7x4xf64>, tensor<2x4xf64>, tensor<2x7x4xf64>) -> tensor<2x7x4xf64>
    %v163 = stablehlo.subtract %v162, %v149 : tensor<2x7x4xf64>
    %v164 = stablehlo.abs %v163 : (tensor<2x7x4xf64>) -> tensor<2x7x4xf64>
    %v165 = stablehlo.constant dense<1.0e-12> : tensor<2x7x4xf64>
    %v166 = stablehlo.compare LT, %v164, %v165 : (tensor<2x7x4xf64>, tensor<2x7x4xf64>) -> tensor<2x7x4xi1>
    %v167 = stablehlo.constant dense<true> : tensor<i1>
    %v168 = stablehlo.reduce(%v166 init: %v167) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v169 = stablehlo.transpose %d_tall, dims = [0, 2, 1] : (tensor<2x7x4xf64>) -> tensor<2x4x7xf64>
    %v170 = stablehlo.custom_call @lapack_dormqr_ffi(%v142#0, %v142#2, %v169) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<2x7x4xf64>, tensor<2x4xf64>, tensor<2x4x7xf64>) -> tensor<2x4x7xf64>
    %v171 = stablehlo.custom_call @lapack_dormqr_ffi(%v142#0, %v142#2, %v170) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<2x7x4xf64>, tensor<2x4xf64>, tensor<2x4x7xf64>) -> tensor<2x4x7xf64>
    %v172 = stablehlo.subtract %v171, %v169 : tensor<2x4x7xf64>
    %v173 = stablehlo.abs %v172 : (tensor<2x4x7xf64>) -> tensor<2x4x7xf64>
    %v174 = stablehlo.constant dense<1.0e-12> : tensor<2x4x7xf64>
    %v175 = stablehlo.compare LT, %v173, %v174 : (tensor<2x4x7xf64>, tensor<2x4x7xf64>) -> tensor<2x4x7xi1>
    %v176 = stablehlo.constant dense<true> : tensor<i1>
    %v177 = stablehlo.reduce(%v175 init: %v176) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x4x7xi1>, tensor<i1>) -> tensor<i1>
    %v178 = stablehlo.slice %d [0:2, 0:1, 0:5] : (tensor<2x5x5xf64>) -> tensor<2x1x5xf64>
    %v179 = stablehlo.reshape %v178 : (tensor<2x1x5xf64>) -> tensor<2x5xf64>
    %v180 = stablehlo.slice %d [0:2, 1:2, 0:5] : (tensor<2x5x5xf64>) -> tensor<2x1x5xf64>
    %v181 = stablehlo.reshape %v180 : (tensor<2x1x5xf64>) -> tensor<2x5xf64>
    %v182 = stablehlo.slice %d [0:2, 2:3, 0:5] : (tensor<2x5x5xf64>) -> tensor<2x1x5xf64>
    %v183 = stablehlo.reshape %v182 : (tensor<2x1x5xf64>) -> tensor<2x5xf64>
    %v184 = stablehlo.constant dense<4.0> : tensor<2x5xf64>
    %v185 = stablehlo.add %v181, %v184 : tensor<2x5xf64>
    %v186 = stablehlo.slice %d [0:2, 0:5, 0:3] : (tensor<2x5x5xf64>) -> tensor<2x5x3xf64>
    %v187:5 = stablehlo.custom_call @lapack_dgtsv_ffi(%v179, %v185, %v183, %v186) {mhlo.backend_config = {}} : (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5x3xf64>) -> (tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5x3xf64>, tensor<2xi32>)
    %v188 = stablehlo.constant dense<0.0> : tensor<f64>
    %v189 = stablehlo.pad %v187#3, %v188, low = [0, 1, 0], high = [0, -1, 0], interior = [0, 0, 0] : (tensor<2x5x3xf64>, tensor<f64>) -> tensor<2x5x3xf64>
    %v190 = stablehlo.pad %v187#3, %v188, low = [0, -1, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x5x3xf64>, tensor<f64>) -> tensor<2x5x3xf64>
    %v191 = stablehlo.broadcast_in_dim %v179, dims = [0, 1] : (tensor<2x5xf64>) -> tensor<2x5x3xf64>
    %v192 = stablehlo.multiply %v191, %v189 : tensor<2x5x3xf64>
    %v193 = stablehlo.broadcast_in_dim %v185, dims = [0, 1] : (tensor<2x5xf64>) -> tensor<2x5x3xf64>
    %v194 = stablehlo.multiply %v193, %v187#3 : tensor<2x5x3xf64>
    %v195 = stablehlo.broadcast_in_dim %v183, dims = [0, 1] : (tensor<2x5xf64>) -> tensor<2x5x3xf64>
    %v196 = stablehlo.multiply %v195, %v190 : tensor<2x5x3xf64>
    %v197 = stablehlo.add %v192, %v194 : tensor<2x5x3xf64>
    %v198 = stablehlo.add %v197, %v196 : tensor<2x5x3xf64>
    %v199 = stablehlo.subtract %v198, %v186 : tensor<2x5x3xf64>
    %v200 = stablehlo.abs %v199 : (tensor<2x5x3xf64>) -> tensor<2x5x3xf64>
    %v201 = stablehlo.constant dense<1.0e-12> : tensor<2x5x3xf64>
    %v202 = stablehlo.compare LT, %v200, %v201 : (tensor<2x5x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xi1>
    %v203 = stablehlo.constant dense<true> : tensor<i1>
    %v204 = stablehlo.reduce(%v202 init: %v203) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x3xi1>, tensor<i1>) -> tensor<i1>
    %v205:4 = stablehlo.custom_call @lapack_cgeev_ffi(%c) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x5x5xcomplex<f32>>) -> (tensor<2x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>, tensor<2xi32>)
    %v206 = stablehlo.dot_general %c, %v205#2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %v207 = stablehlo.broadcast_in_dim %v205#0, dims = [0, 2] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %v208 = stablehlo.multiply %v205#2, %v207 : tensor<2x5x5xcomplex<f32>>
    %v209 = stablehlo.subtract %v206, %v208 : tensor<2x5x5xcomplex<f32>>
    %v210 = stablehlo.abs %v209 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v211 = stablehlo.constant dense<1.0e-04> : tensor<2x5x5xf32>
    %v212 = stablehlo.compare LT, %v210, %v211 : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xi1>
    %v213 = stablehlo.constant dense<true> : tensor<i1>
    %v214 = stablehlo.reduce(%v212 init: %v213) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v215 = stablehlo.real %c : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v216 = stablehlo.imag %c : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v217 = stablehlo.negate %v216 : tensor<2x5x5xf32>
    %v218 = stablehlo.complex %v215, %v217 : tensor<2x5x5xcomplex<f32>>
    %v219 = stablehlo.dot_general %v218, %v205#1, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %v220 = stablehlo.real %v207 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v221 = stablehlo.imag %v207 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v222 = stablehlo.negate %v221 : tensor<2x5x5xf32>
    %v223 = stablehlo.complex %v220, %v222 : tensor<2x5x5xcomplex<f32>>
    %v224 = stablehlo.multiply %v205#1, %v223 : tensor<2x5x5xcomplex<f32>>
    %v225 = stablehlo.subtract %v219, %v224 : tensor<2x5x5xcomplex<f32>>
    %v226 = stablehlo.abs %v225 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v227 = stablehlo.constant dense<1.0e-04> : tensor<2x5x5xf32>
    %v228 = stablehlo.compare LT, %v226, %v227 : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xi1>
    %v229 = stablehlo.constant dense<true> : tensor<i1>
    %v230 = stablehlo.reduce(%v228 init: %v229) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v231:5 = stablehlo.custom_call @lapack_cgees_ffi(%c) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x5x5xcomplex<f32>>) -> (tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>, tensor<2xi32>, tensor<2xi32>)
    %v232 = stablehlo.dot_general %c, %v231#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %v233 = stablehlo.dot_general %v231#1, %v231#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xcomplex<f32>>, tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xcomplex<f32>>
    %v234 = stablehlo.subtract %v232, %v233 : tensor<2x5x5xcomplex<f32>>
    %v235 = stablehlo.abs %v234 : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x5xf32>
    %v236 = stablehlo.constant dense<1.0e-04> : tensor<2x5x5xf32>
    %v237 = stablehlo.compare LT, %v235, %v236 : (tensor<2x5x5xf32>, tensor<2x5x5xf32>) -> tensor<2x5x5xi1>
    %v238 = stablehlo.constant dense<true> : tensor<i1>
    %v239 = stablehlo.reduce(%v237 init: %v238) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v240 = stablehlo.constant dense<0> : tensor<2x4xi32>
    %v241:3 = stablehlo.custom_call @lapack_cgeqp3_ffi(%c_tall, %v240) {mhlo.backend_config = {}} : (tensor<2x7x4xcomplex<f32>>, tensor<2x4xi32>) -> (tensor<2x7x4xcomplex<f32>>, tensor<2x4xi32>, tensor<2x4xcomplex<f32>>)
    %v242 = stablehlo.constant dense<1> : tensor<2x4xi32>
    %v243 = stablehlo.subtract %v241#1, %v242 : tensor<2x4xi32>
    %v244 = stablehlo.iota dim = 1 : tensor<2x4x4xi32>
    %v245 = stablehlo.broadcast_in_dim %v243, dims = [0, 2] : (tensor<2x4xi32>) -> tensor<2x4x4xi32>
    %v246 = stablehlo.compare EQ, %v244, %v245 : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> tensor<2x4x4xi1>
    %v247 = stablehlo.convert %v246 : (tensor<2x4x4xi1>) -> tensor<2x4x4xcomplex<f32>>
    %v248 = stablehlo.dot_general %c_tall, %v247, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x7x4xcomplex<f32>>, tensor<2x4x4xcomplex<f32>>) -> tensor<2x7x4xcomplex<f32>>
    %v249 = stablehlo.custom_call @lapack_cunmqr_ffi(%v241#0, %v241#2, %v248) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<2x7x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x7x4xcomplex<f32>>) -> tensor<2x7x4xcomplex<f32>>
    %v250 = stablehlo.iota dim = 1 : tensor<2x7x4xi32>
    %v251 = stablehlo.iota dim = 2 : tensor<2x7x4xi32>
    %v252 = stablehlo.compare LE, %v250, %v251 : (tensor<2x7x4xi32>, tensor<2x7x4xi32>) -> tensor<2x7x4xi1>
    %v253 = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x7x4xcomplex<f32>>
    %v254 = stablehlo.select %v252, %v241#0, %v253 : tensor<2x7x4xi1>, tensor<2x7x4xcomplex<f32>>
    %v255 = stablehlo.subtract %v249, %v254 : tensor<2x7x4xcomplex<f32>>
    %v256 = stablehlo.abs %v255 : (tensor<2x7x4xcomplex<f32>>) -> tensor<2x7x4xf32>
    %v257 = stablehlo.constant dense<1.0e-04> : tensor<2x7x4xf32>
    %v258 = stablehlo.compare LT, %v256, %v257 : (tensor<2x7x4xf32>, tensor<2x7x4xf32>) -> tensor<2x7x4xi1>
    %v259 = stablehlo.constant dense<true> : tensor<i1>
    %v260 = stablehlo.reduce(%v258 init: %v259) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v261 = stablehlo.custom_call @lapack_cunmqr_ffi(%v241#0, %v241#2, %v249) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<2x7x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x7x4xcomplex<f32>>) -> tensor<2x7x4xcomplex<f32>>
    %v262 = stablehlo.subtract %v261, %v248 : tensor<2x7x4xcomplex<f32>>
    %v263 = stablehlo.abs %v262 : (tensor<2x7x4xcomplex<f32>>) -> tensor<2x7x4xf32>
    %v264 = stablehlo.constant dense<1.0e-04> : tensor<2x7x4xf32>
    %v265 = stablehlo.compare LT, %v263, %v264 : (tensor<2x7x4xf32>, tensor<2x7x4xf32>) -> tensor<2x7x4xi1>
    %v266 = stablehlo.constant dense<true> : tensor<i1>
    %v267 = stablehlo.reduce(%v265 init: %v266) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v268 = stablehlo.transpose %c_tall, dims = [0, 2, 1] : (tensor<2x7x4xcomplex<f32>>) -> tensor<2x4x7xcomplex<f32>>
    %v269 = stablehlo.custom_call @lapack_cunmqr_ffi(%v241#0, %v241#2, %v268) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<2x7x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x4x7xcomplex<f32>>) -> tensor<2x4x7xcomplex<f32>>
    %v270 = stablehlo.custom_call @lapack_cunmqr_ffi(%v241#0, %v241#2, %v269) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<2x7x4xcomplex<f32>>, tensor<2x4xcomplex<f32>>, tensor<2x4x7xcomplex<f32>>) -> tensor<2x4x7xcomplex<f32>>
    %v271 = stablehlo.subtract %v270, %v268 : tensor<2x4x7xcomplex<f32>>
    %v272 = stablehlo.abs %v271 : (tensor<2x4x7xcomplex<f32>>) -> tensor<2x4x7xf32>
    %v273 = stablehlo.constant dense<1.0e-04> : tensor<2x4x7xf32>
    %v274 = stablehlo.compare LT, %v272, %v273 : (tensor<2x4x7xf32>, tensor<2x4x7xf32>) -> tensor<2x4x7xi1>
    %v275 = stablehlo.constant dense<true> : tensor<i1>
    %v276 = stablehlo.reduce(%v274 init: %v275) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x4x7xi1>, tensor<i1>) -> tensor<i1>
    %v277 = stablehlo.slice %c [0:2, 0:1, 0:5] : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x1x5xcomplex<f32>>
    %v278 = stablehlo.reshape %v277 : (tensor<2x1x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
    %v279 = stablehlo.slice %c [0:2, 1:2, 0:5] : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x1x5xcomplex<f32>>
    %v280 = stablehlo.reshape %v279 : (tensor<2x1x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
    %v281 = stablehlo.slice %c [0:2, 2:3, 0:5] : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x1x5xcomplex<f32>>
    %v282 = stablehlo.reshape %v281 : (tensor<2x1x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
    %v283 = stablehlo.constant dense<(4.0, 0.0)> : tensor<2x5xcomplex<f32>>
    %v284 = stablehlo.add %v280, %v283 : tensor<2x5xcomplex<f32>>
    %v285 = stablehlo.slice %c [0:2, 0:5, 0:3] : (tensor<2x5x5xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>>
    %v286:5 = stablehlo.custom_call @lapack_cgtsv_ffi(%v278, %v284, %v282, %v285) {mhlo.backend_config = {}} : (tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>, tensor<2x5x3xcomplex<f32>>) -> (tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>, tensor<2x5xcomplex<f32>>, tensor<2x5x3xcomplex<f32>>, tensor<2xi32>)
    %v287 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f32>>
    %v288 = stablehlo.pad %v286#3, %v287, low = [0, 1, 0], high = [0, -1, 0], interior = [0, 0, 0] : (tensor<2x5x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x5x3xcomplex<f32>>
    %v289 = stablehlo.pad %v286#3, %v287, low = [0, -1, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x5x3xcomplex<f32>>, tensor<complex<f32>>) -> tensor<2x5x3xcomplex<f32>>
    %v290 = stablehlo.broadcast_in_dim %v278, dims = [0, 1] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>>
    %v291 = stablehlo.multiply %v290, %v288 : tensor<2x5x3xcomplex<f32>>
    %v292 = stablehlo.broadcast_in_dim %v284, dims = [0, 1] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>>
    %v293 = stablehlo.multiply %v292, %v286#3 : tensor<2x5x3xcomplex<f32>>
    %v294 = stablehlo.broadcast_in_dim %v282, dims = [0, 1] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5x3xcomplex<f32>>
    %v295 = stablehlo.multiply %v294, %v289 : tensor<2x5x3xcomplex<f32>>
    %v296 = stablehlo.add %v291, %v293 : tensor<2x5x3xcomplex<f32>>
    %v297 = stablehlo.add %v296, %v295 : tensor<2x5x3xcomplex<f32>>
    %v298 = stablehlo.subtract %v297, %v285 : tensor<2x5x3xcomplex<f32>>
    %v299 = stablehlo.abs %v298 : (tensor<2x5x3xcomplex<f32>>) -> tensor<2x5x3xf32>
    %v300 = stablehlo.constant dense<1.0e-04> : tensor<2x5x3xf32>
    %v301 = stablehlo.compare LT, %v299, %v300 : (tensor<2x5x3xf32>, tensor<2x5x3xf32>) -> tensor<2x5x3xi1>
    %v302 = stablehlo.constant dense<true> : tensor<i1>
    %v303 = stablehlo.reduce(%v301 init: %v302) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x3xi1>, tensor<i1>) -> tensor<i1>
    %v304:4 = stablehlo.custom_call @lapack_zgeev_ffi(%z) {mhlo.backend_config = {compute_left = 86 : ui8, compute_right = 86 : ui8}} : (tensor<2x5x5xcomplex<f64>>) -> (tensor<2x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>, tensor<2xi32>)
    %v305 = stablehlo.dot_general %z, %v304#2, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xcomplex<f64>>
    %v306 = stablehlo.broadcast_in_dim %v304#0, dims = [0, 2] : (tensor<2x5xcomplex<f64>>) -> tensor<2x5x5xcomplex<f64>>
    %v307 = stablehlo.multiply %v304#2, %v306 : tensor<2x5x5xcomplex<f64>>
    %v308 = stablehlo.subtract %v305, %v307 : tensor<2x5x5xcomplex<f64>>
    %v309 = stablehlo.abs %v308 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v310 = stablehlo.constant dense<1.0e-12> : tensor<2x5x5xf64>
    %v311 = stablehlo.compare LT, %v309, %v310 : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xi1>
    %v312 = stablehlo.constant dense<true> : tensor<i1>
    %v313 = stablehlo.reduce(%v311 init: %v312) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v314 = stablehlo.real %z : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v315 = stablehlo.imag %z : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v316 = stablehlo.negate %v315 : tensor<2x5x5xf64>
    %v317 = stablehlo.complex %v314, %v316 : tensor<2x5x5xcomplex<f64>>
    %v318 = stablehlo.dot_general %v317, %v304#1, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xcomplex<f64>>
    %v319 = stablehlo.real %v306 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v320 = stablehlo.imag %v306 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v321 = stablehlo.negate %v320 : tensor<2x5x5xf64>
    %v322 = stablehlo.complex %v319, %v321 : tensor<2x5x5xcomplex<f64>>
    %v323 = stablehlo.multiply %v304#1, %v322 : tensor<2x5x5xcomplex<f64>>
    %v324 = stablehlo.subtract %v318, %v323 : tensor<2x5x5xcomplex<f64>>
    %v325 = stablehlo.abs %v324 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v326 = stablehlo.constant dense<1.0e-12> : tensor<2x5x5xf64>
    %v327 = stablehlo.compare LT, %v325, %v326 : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xi1>
    %v328 = stablehlo.constant dense<true> : tensor<i1>
    %v329 = stablehlo.reduce(%v327 init: %v328) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v330:5 = stablehlo.custom_call @lapack_zgees_ffi(%z) {mhlo.backend_config = {mode = 86 : ui8, sort = 78 : ui8}} : (tensor<2x5x5xcomplex<f64>>) -> (tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2xi32>, tensor<2xi32>)
    %v331 = stablehlo.dot_general %z, %v330#1, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xcomplex<f64>>
    %v332 = stablehlo.dot_general %v330#1, %v330#0, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x5x5xcomplex<f64>>, tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xcomplex<f64>>
    %v333 = stablehlo.subtract %v331, %v332 : tensor<2x5x5xcomplex<f64>>
    %v334 = stablehlo.abs %v333 : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x5xf64>
    %v335 = stablehlo.constant dense<1.0e-12> : tensor<2x5x5xf64>
    %v336 = stablehlo.compare LT, %v334, %v335 : (tensor<2x5x5xf64>, tensor<2x5x5xf64>) -> tensor<2x5x5xi1>
    %v337 = stablehlo.constant dense<true> : tensor<i1>
    %v338 = stablehlo.reduce(%v336 init: %v337) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x5xi1>, tensor<i1>) -> tensor<i1>
    %v339 = stablehlo.constant dense<0> : tensor<2x4xi32>
    %v340:3 = stablehlo.custom_call @lapack_zgeqp3_ffi(%z_tall, %v339) {mhlo.backend_config = {}} : (tensor<2x7x4xcomplex<f64>>, tensor<2x4xi32>) -> (tensor<2x7x4xcomplex<f64>>, tensor<2x4xi32>, tensor<2x4xcomplex<f64>>)
    %v341 = stablehlo.constant dense<1> : tensor<2x4xi32>
    %v342 = stablehlo.subtract %v340#1, %v341 : tensor<2x4xi32>
    %v343 = stablehlo.iota dim = 1 : tensor<2x4x4xi32>
    %v344 = stablehlo.broadcast_in_dim %v342, dims = [0, 2] : (tensor<2x4xi32>) -> tensor<2x4x4xi32>
    %v345 = stablehlo.compare EQ, %v343, %v344 : (tensor<2x4x4xi32>, tensor<2x4x4xi32>) -> tensor<2x4x4xi1>
    %v346 = stablehlo.convert %v345 : (tensor<2x4x4xi1>) -> tensor<2x4x4xcomplex<f64>>
    %v347 = stablehlo.dot_general %z_tall, %v346, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<2x7x4xcomplex<f64>>, tensor<2x4x4xcomplex<f64>>) -> tensor<2x7x4xcomplex<f64>>
    %v348 = stablehlo.custom_call @lapack_zunmqr_ffi(%v340#0, %v340#2, %v347) {mhlo.backend_config = {left = true, transpose = true}} : (tensor<2x7x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x7x4xcomplex<f64>>) -> tensor<2x7x4xcomplex<f64>>
    %v349 = stablehlo.iota dim = 1 : tensor<2x7x4xi32>
    %v350 = stablehlo.iota dim = 2 : tensor<2x7x4xi32>
    %v351 = stablehlo.compare LE, %v349, %v350 : (tensor<2x7x4xi32>, tensor<2x7x4xi32>) -> tensor<2x7x4xi1>
    %v352 = stablehlo.constant dense<(0.0, 0.0)> : tensor<2x7x4xcomplex<f64>>
    %v353 = stablehlo.select %v351, %v340#0, %v352 : tensor<2x7x4xi1>, tensor<2x7x4xcomplex<f64>>
    %v354 = stablehlo.subtract %v348, %v353 : tensor<2x7x4xcomplex<f64>>
    %v355 = stablehlo.abs %v354 : (tensor<2x7x4xcomplex<f64>>) -> tensor<2x7x4xf64>
    %v356 = stablehlo.constant dense<1.0e-12> : tensor<2x7x4xf64>
    %v357 = stablehlo.compare LT, %v355, %v356 : (tensor<2x7x4xf64>, tensor<2x7x4xf64>) -> tensor<2x7x4xi1>
    %v358 = stablehlo.constant dense<true> : tensor<i1>
    %v359 = stablehlo.reduce(%v357 init: %v358) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v360 = stablehlo.custom_call @lapack_zunmqr_ffi(%v340#0, %v340#2, %v348) {mhlo.backend_config = {left = true, transpose = false}} : (tensor<2x7x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x7x4xcomplex<f64>>) -> tensor<2x7x4xcomplex<f64>>
    %v361 = stablehlo.subtract %v360, %v347 : tensor<2x7x4xcomplex<f64>>
    %v362 = stablehlo.abs %v361 : (tensor<2x7x4xcomplex<f64>>) -> tensor<2x7x4xf64>
    %v363 = stablehlo.constant dense<1.0e-12> : tensor<2x7x4xf64>
    %v364 = stablehlo.compare LT, %v362, %v363 : (tensor<2x7x4xf64>, tensor<2x7x4xf64>) -> tensor<2x7x4xi1>
    %v365 = stablehlo.constant dense<true> : tensor<i1>
    %v366 = stablehlo.reduce(%v364 init: %v365) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x7x4xi1>, tensor<i1>) -> tensor<i1>
    %v367 = stablehlo.transpose %z_tall, dims = [0, 2, 1] : (tensor<2x7x4xcomplex<f64>>) -> tensor<2x4x7xcomplex<f64>>
    %v368 = stablehlo.custom_call @lapack_zunmqr_ffi(%v340#0, %v340#2, %v367) {mhlo.backend_config = {left = false, transpose = false}} : (tensor<2x7x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x4x7xcomplex<f64>>) -> tensor<2x4x7xcomplex<f64>>
    %v369 = stablehlo.custom_call @lapack_zunmqr_ffi(%v340#0, %v340#2, %v368) {mhlo.backend_config = {left = false, transpose = true}} : (tensor<2x7x4xcomplex<f64>>, tensor<2x4xcomplex<f64>>, tensor<2x4x7xcomplex<f64>>) -> tensor<2x4x7xcomplex<f64>>
    %v370 = stablehlo.subtract %v369, %v367 : tensor<2x4x7xcomplex<f64>>
    %v371 = stablehlo.abs %v370 : (tensor<2x4x7xcomplex<f64>>) -> tensor<2x4x7xf64>
    %v372 = stablehlo.constant dense<1.0e-12> : tensor<2x4x7xf64>
    %v373 = stablehlo.compare LT, %v371, %v372 : (tensor<2x4x7xf64>, tensor<2x4x7xf64>) -> tensor<2x4x7xi1>
    %v374 = stablehlo.constant dense<true> : tensor<i1>
    %v375 = stablehlo.reduce(%v373 init: %v374) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x4x7xi1>, tensor<i1>) -> tensor<i1>
    %v376 = stablehlo.slice %z [0:2, 0:1, 0:5] : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x1x5xcomplex<f64>>
    %v377 = stablehlo.reshape %v376 : (tensor<2x1x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
    %v378 = stablehlo.slice %z [0:2, 1:2, 0:5] : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x1x5xcomplex<f64>>
    %v379 = stablehlo.reshape %v378 : (tensor<2x1x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
    %v380 = stablehlo.slice %z [0:2, 2:3, 0:5] : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x1x5xcomplex<f64>>
    %v381 = stablehlo.reshape %v380 : (tensor<2x1x5xcomplex<f64>>) -> tensor<2x5xcomplex<f64>>
    %v382 = stablehlo.constant dense<(4.0, 0.0)> : tensor<2x5xcomplex<f64>>
    %v383 = stablehlo.add %v379, %v382 : tensor<2x5xcomplex<f64>>
    %v384 = stablehlo.slice %z [0:2, 0:5, 0:3] : (tensor<2x5x5xcomplex<f64>>) -> tensor<2x5x3xcomplex<f64>>
    %v385:5 = stablehlo.custom_call @lapack_zgtsv_ffi(%v377, %v383, %v381, %v384) {mhlo.backend_config = {}} : (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5x3xcomplex<f64>>) -> (tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5xcomplex<f64>>, tensor<2x5x3xcomplex<f64>>, tensor<2xi32>)
    %v386 = stablehlo.constant dense<(0.0, 0.0)> : tensor<complex<f64>>
    %v387 = stablehlo.pad %v385#3, %v386, low = [0, 1, 0], high = [0, -1, 0], interior = [0, 0, 0] : (tensor<2x5x3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2x5x3xcomplex<f64>>
    %v388 = stablehlo.pad %v385#3, %v386, low = [0, -1, 0], high = [0, 1, 0], interior = [0, 0, 0] : (tensor<2x5x3xcomplex<f64>>, tensor<complex<f64>>) -> tensor<2x5x3xcomplex<f64>>
    %v389 = stablehlo.broadcast_in_dim %v377, dims = [0, 1] : (tensor<2x5xcomplex<f64>>) -> tensor<2x5x3xcomplex<f64>>
    %v390 = stablehlo.multiply %v389, %v387 : tensor<2x5x3xcomplex<f64>>
    %v391 = stablehlo.broadcast_in_dim %v383, dims = [0, 1] : (tensor<2x5xcomplex<f64>>) -> tensor<2x5x3xcomplex<f64>>
    %v392 = stablehlo.multiply %v391, %v385#3 : tensor<2x5x3xcomplex<f64>>
    %v393 = stablehlo.broadcast_in_dim %v381, dims = [0, 1] : (tensor<2x5xcomplex<f64>>) -> tensor<2x5x3xcomplex<f64>>
    %v394 = stablehlo.multiply %v393, %v388 : tensor<2x5x3xcomplex<f64>>
    %v395 = stablehlo.add %v390, %v392 : tensor<2x5x3xcomplex<f64>>
    %v396 = stablehlo.add %v395, %v394 : tensor<2x5x3xcomplex<f64>>
    %v397 = stablehlo.subtract %v396, %v384 : tensor<2x5x3xcomplex<f64>>
    %v398 = stablehlo.abs %v397 : (tensor<2x5x3xcomplex<f64>>) -> tensor<2x5x3xf64>
    %v399 = stablehlo.constant dense<1.0e-12> : tensor<2x5x3xf64>
    %v400 = stablehlo.compare LT, %v398, %v399 : (tensor<2x5x3xf64>, tensor<2x5x3xf64>) -> tensor<2x5x3xi1>
    %v401 = stablehlo.constant dense<true> : tensor<i1>
    %v402 = stablehlo.reduce(%v400 init: %v401) applies stablehlo.and across dimensions = [0, 1, 2] : (tensor<2x5x3xi1>, tensor<i1>) -> tensor<i1>
    return %v13, %v29, %v38, %v59, %v66, %v75, %v102, %v115, %v131, %v140, %v161, %v168, %v177, %v204, %v214, %v230, %v239, %v260, %v267, %v276, %v303, %v313, %v329, %v338, %v359, %v366, %v375, %v402 : tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>, tensor<i1>
  }
}
