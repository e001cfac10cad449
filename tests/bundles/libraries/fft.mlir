// Transforms of each kind, of 1 to 3 dimensions and of several lengths.
module @fft {
  func.func @main(%c_lines: tensor<3x2x12xcomplex<f32>>, %c_prime: tensor<3x17xcomplex<f32>>, %c_planes: tensor<3x6x10xcomplex<f32>>, %c_real: tensor<3x2x4x6x7xf32>, %c_even: tensor<3x5x8xf32>, %z_lines: tensor<3x2x12xcomplex<f64>>, %z_prime: tensor<3x17xcomplex<f64>>, %z_planes: tensor<3x6x10xcomplex<f64>>, %z_real: tensor<3x2x4x6x7xf64>, %z_even: tensor<3x5x8xf64>)
   -> (tensor<3x2x12xcomplex<f32>> {jax.result_info = "c_lines_forwards"},
      tensor<3x2x12xcomplex<f32>> {jax.result_info = "c_lines_backwards"},
      tensor<3x17xcomplex<f32>> {jax.result_info = "c_prime_forwards"},
      tensor<3x6x10xcomplex<f32>> {jax.result_info = "c_planes_backwards"},
      tensor<3x2x4x6x4xcomplex<f32>> {jax.result_info = "c_half"},
      tensor<3x2x4x6x7xf32> {jax.result_info = "c_again"},
      tensor<3x5x5xcomplex<f32>> {jax.result_info = "c_even_half"},
      tensor<3x5x8xf32> {jax.result_info = "c_even_again"},
      tensor<3x2x12xcomplex<f64>> {jax.result_info = "z_lines_forwards"},
      tensor<3x2x12xcomplex<f64>> {jax.result_info = "z_lines_backwards"},
      tensor<3x17xcomplex<f64>> {jax.result_info = "z_prime_forwards"},
      tensor<3x6x10xcomplex<f64>> {jax.result_info = "z_planes_backwards"},
      tensor<3x2x4x6x4xcomplex<f64>> {jax.result_info = "z_half"},
      tensor<3x2x4x6x7xf64> {jax.result_info = "z_again"},
      tensor<3x5x5xcomplex<f64>> {jax.result_info = "z_even_half"},
      tensor<3x5x8xf64> {jax.result_info = "z_even_again"}) {
    %v1 = stablehlo.fft %c_lines, type = FFT, length = [12] : (tensor<3x2x12xcomplex<f32>>) -> tensor<3x2x12xcomplex<f32>>
    %v2 = stablehlo.fft %c_lines, type = IFFT, length = [12] : (tensor<3x2x12xcomplex<f32>>) -> tensor<3x2x12xcomplex<f32>>
    %v3 = stablehlo.fft %c_prime, type = FFT, length = [17] : (tensor<3x17xcomplex<f32>>) -> tensor<3x17xcomplex<f32>>
    %v4 = stablehlo.fft %c_planes, type = IFFT, length = [6, 10] : (tensor<3x6x10xcomplex<f32>>) -> tensor<3x6x10xcomplex<f32>>
    %v5 = stablehlo.fft %c_real, type = RFFT, length = [4, 6, 7] : (tensor<3x2x4x6x7xf32>) -> tensor<3x2x4x6x4xcomplex<f32>>
    %v6 = stablehlo.fft %v5, type = IRFFT, length = [4, 6, 7] : (tensor<3x2x4x6x4xcomplex<f32>>) -> tensor<3x2x4x6x7xf32>
    %v7 = stablehlo.fft %c_even, type = RFFT, length = [8] : (tensor<3x5x8xf32>) -> tensor<3x5x5xcomplex<f32>>
    %v8 = stablehlo.fft %v7, type = IRFFT, length = [8] : (tensor<3x5x5xcomplex<f32>>) -> tensor<3x5x8xf32>
    %v9 = stablehlo.fft %z_lines, type = FFT, length = [12] : (tensor<3x2x12xcomplex<f64>>) -> tensor<3x2x12xcomplex<f64>>
    %v10 = stablehlo.fft %z_lines, type = IFFT, length = [12] : (tensor<3x2x12xcomplex<f64>>) -> tensor<3x2x12xcomplex<f64>>
    %v11 = stablehlo.fft %z_prime, type = FFT, length = [17] : (tensor<3x17xcomplex<f64>>) -> tensor<3x17xcomplex<f64>>
    %v12 = stablehlo.fft %z_planes, type = IFFT, length = [6, 10] : (tensor<3x6x10xcomplex<f64>>) -> tensor<3x6x10xcomplex<f64>>
    %v13 = stablehlo.fft %z_real, type = RFFT, length = [4, 6, 7] : (tensor<3x2x4x6x7xf64>) -> tensor<3x2x4x6x4xcomplex<f64>>
    %v14 = stablehlo.fft %v13, type = IRFFT, length = [4, 6, 7] : (tensor<3x2x4x6x4xcomplex<f64>>) -> tensor<3x2x4x6x7xf64>
    %v15 = stablehlo.fft %z_even, type = RFFT, length = [8] : (tensor<3x5x8xf64>) -> tensor<3x5x5xcomplex<f64>>
    %v16 = stablehlo.fft %v15, type = IRFFT, length = [8] : (tensor<3x5x5xcomplex<f64>>) -> tensor<3x5x8xf64>
    return %v1, %v2, %v3, %v4, %v5, %v6, %v7, %v8, %v9, %v10, %v11, %v12, %v13, %v14, %v15, %v16 : tensor<3x2x12xcomplex<f32>>, tensor<3x2x12xcomplex<f32>>, tensor<3x17xcomplex<f32>>, tensor<3x6x10xcomplex<f32>>, tensor<3x2x4x6x4xcomplex<f32>>, tensor<3x2x4x6x7xf32>, tensor<3x5x5xcomplex<f32>>, tensor<3x5x8xf32>, tensor<3x2x12xcomplex<f64>>, tensor<3x2x12xcomplex<f64>>, tensor<3x17xcomplex<f64>>, tensor<3x6x10xcomplex<f64>>, tensor<3x2x4x6x4xcomplex<f64>>, tensor<3x2x4x6x7xf64>, tensor<3x5x5xcomplex<f64>>, tensor<3x5x8xf64>
  }
}
