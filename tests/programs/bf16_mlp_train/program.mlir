module @jit_train attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<32x64xf32>, %arg1: tensor<64xf32>, %arg2: tensor<64x16xf32>, %arg3: tensor<16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<24x32xbf16>, %arg6: tensor<24x16xbf16>) -> (tensor<32x64xf32> {jax.result_info = "result[0]"}, tensor<64xf32> {jax.result_info = "result[1]"}, tensor<64x16xf32> {jax.result_info = "result[2]"}, tensor<16xf32> {jax.result_info = "result[3]"}, tensor<16xf32> {jax.result_info = "result[4]"}, tensor<f32> {jax.result_info = "result[5]"}) {
    %0 = stablehlo.convert %arg0 : (tensor<32x64xf32>) -> tensor<32x64xbf16>
    %1 = stablehlo.dot_general %arg5, %0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x32xbf16>, tensor<32x64xbf16>) -> tensor<24x64xbf16>
    %2 = stablehlo.convert %arg1 : (tensor<64xf32>) -> tensor<64xbf16>
    %3 = stablehlo.broadcast_in_dim %2, dims = [1] : (tensor<64xbf16>) -> tensor<1x64xbf16>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x64xbf16>) -> tensor<24x64xbf16>
    %5 = stablehlo.add %1, %4 : tensor<24x64xbf16>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %6 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<bf16>) -> tensor<24x64xbf16>
    %7 = stablehlo.maximum %5, %6 : tensor<24x64xbf16>
    %8 = stablehlo.compare EQ, %5, %7, FLOAT : (tensor<24x64xbf16>, tensor<24x64xbf16>) -> tensor<24x64xi1>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %9 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<bf16>) -> tensor<24x64xbf16>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<bf16>) -> tensor<24x64xbf16>
    %11 = stablehlo.select %8, %9, %10 : tensor<24x64xi1>, tensor<24x64xbf16>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %12 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<bf16>) -> tensor<24x64xbf16>
    %13 = stablehlo.compare EQ, %12, %7, FLOAT : (tensor<24x64xbf16>, tensor<24x64xbf16>) -> tensor<24x64xi1>
    %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<bf16>
    %14 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<bf16>) -> tensor<24x64xbf16>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<bf16>
    %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<bf16>) -> tensor<24x64xbf16>
    %16 = stablehlo.select %13, %14, %15 : tensor<24x64xi1>, tensor<24x64xbf16>
    %17 = stablehlo.divide %11, %16 : tensor<24x64xbf16>
    %18 = stablehlo.convert %arg2 : (tensor<64x16xf32>) -> tensor<64x16xbf16>
    %19 = stablehlo.dot_general %7, %18, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x64xbf16>, tensor<64x16xbf16>) -> tensor<24x16xbf16>
    %20 = stablehlo.convert %19 : (tensor<24x16xbf16>) -> tensor<24x16xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_5) applies stablehlo.add across dimensions = [1] : (tensor<24x16xf32>, tensor<f32>) -> tensor<24xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<24xf32>) -> tensor<24x1xf32>
    %cst_6 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<24x1xf32>
    %24 = stablehlo.divide %22, %23 : tensor<24x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1] : (tensor<24x1xf32>) -> tensor<24x16xf32>
    %26 = stablehlo.subtract %20, %25 : tensor<24x16xf32>
    %27 = stablehlo.multiply %26, %26 : tensor<24x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_7) applies stablehlo.add across dimensions = [1] : (tensor<24x16xf32>, tensor<f32>) -> tensor<24xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<24xf32>) -> tensor<24x1xf32>
    %cst_8 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<24x1xf32>
    %31 = stablehlo.divide %29, %30 : tensor<24x1xf32>
    %cst_9 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<24x1xf32>
    %33 = stablehlo.add %31, %32 : tensor<24x1xf32>
    %34 = stablehlo.rsqrt %33 : tensor<24x1xf32>
    %35 = stablehlo.divide %34, %33 : tensor<24x1xf32>
    %cst_10 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %36 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<24x1xf32>
    %37 = stablehlo.multiply %36, %35 : tensor<24x1xf32>
    %38 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<24x1xf32>) -> tensor<24x16xf32>
    %39 = stablehlo.multiply %26, %38 : tensor<24x16xf32>
    %40 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<24x16xf32>
    %42 = stablehlo.multiply %39, %41 : tensor<24x16xf32>
    %43 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<16xf32>) -> tensor<1x16xf32>
    %44 = stablehlo.broadcast_in_dim %43, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<24x16xf32>
    %45 = stablehlo.add %42, %44 : tensor<24x16xf32>
    %46 = stablehlo.convert %45 : (tensor<24x16xf32>) -> tensor<24x16xbf16>
    %47 = stablehlo.convert %46 : (tensor<24x16xbf16>) -> tensor<24x16xf32>
    %48 = stablehlo.convert %arg6 : (tensor<24x16xbf16>) -> tensor<24x16xf32>
    %49 = stablehlo.subtract %47, %48 : tensor<24x16xf32>
    %50 = stablehlo.multiply %49, %49 : tensor<24x16xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.reduce(%50 init: %cst_11) applies stablehlo.add across dimensions = [0, 1] : (tensor<24x16xf32>, tensor<f32>) -> tensor<f32>
    %cst_12 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %52 = stablehlo.divide %51, %cst_12 : tensor<f32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_14 = stablehlo.constant dense<3.840000e+02> : tensor<f32>
    %53 = stablehlo.divide %cst_13, %cst_14 : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %53, dims = [] : (tensor<f32>) -> tensor<24x16xf32>
    %55 = stablehlo.multiply %49, %54 : tensor<24x16xf32>
    %56 = stablehlo.multiply %54, %49 : tensor<24x16xf32>
    %57 = stablehlo.add %55, %56 : tensor<24x16xf32>
    %58 = stablehlo.convert %57 : (tensor<24x16xf32>) -> tensor<24x16xbf16>
    %59 = stablehlo.convert %58 : (tensor<24x16xbf16>) -> tensor<24x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %60 = stablehlo.reduce(%59 init: %cst_15) applies stablehlo.add across dimensions = [0] : (tensor<24x16xf32>, tensor<f32>) -> tensor<16xf32>
    %61 = stablehlo.reshape %60 : (tensor<16xf32>) -> tensor<1x16xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %62 = stablehlo.reduce(%61 init: %cst_16) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %63 = stablehlo.multiply %39, %59 : tensor<24x16xf32>
    %cst_17 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %64 = stablehlo.reduce(%63 init: %cst_17) applies stablehlo.add across dimensions = [0] : (tensor<24x16xf32>, tensor<f32>) -> tensor<16xf32>
    %65 = stablehlo.reshape %64 : (tensor<16xf32>) -> tensor<1x16xf32>
    %66 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<1x16xf32>) -> tensor<24x16xf32>
    %67 = stablehlo.multiply %59, %66 : tensor<24x16xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %68 = stablehlo.reduce(%65 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<1x16xf32>, tensor<f32>) -> tensor<16xf32>
    %69 = stablehlo.multiply %26, %67 : tensor<24x16xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_19) applies stablehlo.add across dimensions = [1] : (tensor<24x16xf32>, tensor<f32>) -> tensor<24xf32>
    %71 = stablehlo.reshape %70 : (tensor<24xf32>) -> tensor<24x1xf32>
    %72 = stablehlo.broadcast_in_dim %34, dims = [0, 1] : (tensor<24x1xf32>) -> tensor<24x16xf32>
    %73 = stablehlo.multiply %67, %72 : tensor<24x16xf32>
    %74 = stablehlo.multiply %71, %37 : tensor<24x1xf32>
    %cst_20 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<24x1xf32>
    %76 = stablehlo.divide %74, %75 : tensor<24x1xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %77 = stablehlo.reduce(%76 init: %cst_21) applies stablehlo.add across dimensions = [1] : (tensor<24x1xf32>, tensor<f32>) -> tensor<24xf32>
    %78 = stablehlo.broadcast_in_dim %77, dims = [0] : (tensor<24xf32>) -> tensor<24x16xf32>
    %79 = stablehlo.multiply %26, %78 : tensor<24x16xf32>
    %80 = stablehlo.add %73, %79 : tensor<24x16xf32>
    %81 = stablehlo.multiply %78, %26 : tensor<24x16xf32>
    %82 = stablehlo.add %80, %81 : tensor<24x16xf32>
    %83 = stablehlo.negate %82 : tensor<24x16xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %84 = stablehlo.reduce(%83 init: %cst_22) applies stablehlo.add across dimensions = [1] : (tensor<24x16xf32>, tensor<f32>) -> tensor<24xf32>
    %85 = stablehlo.reshape %84 : (tensor<24xf32>) -> tensor<24x1xf32>
    %cst_23 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %86 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<24x1xf32>
    %87 = stablehlo.divide %85, %86 : tensor<24x1xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %88 = stablehlo.reduce(%87 init: %cst_24) applies stablehlo.add across dimensions = [1] : (tensor<24x1xf32>, tensor<f32>) -> tensor<24xf32>
    %89 = stablehlo.broadcast_in_dim %88, dims = [0] : (tensor<24xf32>) -> tensor<24x16xf32>
    %90 = stablehlo.add %82, %89 : tensor<24x16xf32>
    %91 = stablehlo.convert %90 : (tensor<24x16xf32>) -> tensor<24x16xbf16>
    %92 = stablehlo.dot_general %91, %7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x16xbf16>, tensor<24x64xbf16>) -> tensor<16x64xbf16>
    %93 = stablehlo.transpose %92, dims = [1, 0] : (tensor<16x64xbf16>) -> tensor<64x16xbf16>
    %94 = stablehlo.dot_general %91, %18, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<24x16xbf16>, tensor<64x16xbf16>) -> tensor<24x64xbf16>
    %95 = stablehlo.convert %93 : (tensor<64x16xbf16>) -> tensor<64x16xf32>
    %96 = stablehlo.multiply %94, %17 : tensor<24x64xbf16>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %97 = stablehlo.reduce(%96 init: %cst_25) applies stablehlo.add across dimensions = [0] : (tensor<24x64xbf16>, tensor<bf16>) -> tensor<64xbf16>
    %98 = stablehlo.reshape %97 : (tensor<64xbf16>) -> tensor<1x64xbf16>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<bf16>
    %99 = stablehlo.reduce(%98 init: %cst_26) applies stablehlo.add across dimensions = [0] : (tensor<1x64xbf16>, tensor<bf16>) -> tensor<64xbf16>
    %100 = stablehlo.convert %99 : (tensor<64xbf16>) -> tensor<64xf32>
    %101 = stablehlo.dot_general %96, %arg5, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<24x64xbf16>, tensor<24x32xbf16>) -> tensor<64x32xbf16>
    %102 = stablehlo.transpose %101, dims = [1, 0] : (tensor<64x32xbf16>) -> tensor<32x64xbf16>
    %103 = stablehlo.convert %102 : (tensor<32x64xbf16>) -> tensor<32x64xf32>
    %cst_27 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %104 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %105 = stablehlo.multiply %104, %103 : tensor<32x64xf32>
    %106 = stablehlo.subtract %arg0, %105 : tensor<32x64xf32>
    %cst_28 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %107 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %108 = stablehlo.multiply %107, %100 : tensor<64xf32>
    %109 = stablehlo.subtract %arg1, %108 : tensor<64xf32>
    %cst_29 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %110 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<64x16xf32>
    %111 = stablehlo.multiply %110, %95 : tensor<64x16xf32>
    %112 = stablehlo.subtract %arg2, %111 : tensor<64x16xf32>
    %cst_30 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %114 = stablehlo.multiply %113, %68 : tensor<16xf32>
    %115 = stablehlo.subtract %arg3, %114 : tensor<16xf32>
    %cst_31 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %116 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<16xf32>
    %117 = stablehlo.multiply %116, %62 : tensor<16xf32>
    %118 = stablehlo.subtract %arg4, %117 : tensor<16xf32>
    return %106, %109, %112, %115, %118, %52 : tensor<32x64xf32>, tensor<64xf32>, tensor<64x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<f32>
  }
}
