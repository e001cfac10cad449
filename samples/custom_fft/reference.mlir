func.func @main(%x: tensor<6x20xcomplex<f32>>) -> tensor<6x20xcomplex<f32>> {
  %y = stablehlo.fft %x, type = FFT, length = [20] : (tensor<6x20xcomplex<f32>>) -> tensor<6x20xcomplex<f32>>
  return %y : tensor<6x20xcomplex<f32>>
}
