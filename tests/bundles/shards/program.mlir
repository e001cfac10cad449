// Of every kind of element a value, each of which moves to the output of its name.
module @kinds {
  func.func public @main(%f: tensor<5x6xf32> loc("f"), %h: tensor<7x2xbf16> loc("h"),
                         %n: tensor<6xi4> loc("n"), %t: tensor<3x3xi1> loc("t"),
                         %c: tensor<4xcomplex<f64>> loc("c"), %s: tensor<f64> loc("s"),
                         %e: tensor<0x3xi8> loc("e"), %q: tensor<9xf8E4M3FNUZ> loc("q"))
      -> (tensor<5x6xf32> {jax.result_info = "result['f']"},
          tensor<7x2xbf16> {jax.result_info = "result['h']"},
          tensor<6xi4> {jax.result_info = "result['n']"},
          tensor<3x3xi1> {jax.result_info = "result['t']"},
          tensor<4xcomplex<f64>> {jax.result_info = "result['c']"},
          tensor<f64> {jax.result_info = "result['s']"},
          tensor<0x3xi8> {jax.result_info = "result['e']"},
          tensor<9xf8E4M3FNUZ> {jax.result_info = "result['q']"}) {
    %0 = stablehlo.add %f, %f : tensor<5x6xf32>
    %1 = stablehlo.add %h, %h : tensor<7x2xbf16>
    %2 = stablehlo.add %n, %n : tensor<6xi4>
    %3 = stablehlo.not %t : tensor<3x3xi1>
    %4 = stablehlo.add %c, %c : tensor<4xcomplex<f64>>
    %5 = stablehlo.add %s, %s : tensor<f64>
    %6 = stablehlo.add %e, %e : tensor<0x3xi8>
    %7 = stablehlo.add %q, %q : tensor<9xf8E4M3FNUZ>
    return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<5x6xf32>, tensor<7x2xbf16>, tensor<6xi4>,
        tensor<3x3xi1>, tensor<4xcomplex<f64>>, tensor<f64>, tensor<0x3xi8>, tensor<9xf8E4M3FNUZ>
  }
}
