module @control {
  func.func public @main(%x: tensor<4x3xf32> loc("x"), %n: tensor<i32>, %p: tensor<i1>) -> (tensor<4x3xf32> {jax.result_info = "result['y']"}, tensor<i32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %five = stablehlo.constant dense<5> : tensor<i32>
    %0:3 = stablehlo.while(%i = %zero, %a = %x, %b = %x) : tensor<i32>, tensor<4x3xf32>, tensor<4x3xf32>
    cond {
      %more = stablehlo.compare LT, %i, %five, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %j = stablehlo.add %i, %one : tensor<i32>
      %c = stablehlo.add %a, %x : tensor<4x3xf32>
      stablehlo.return %j, %b, %c : tensor<i32>, tensor<4x3xf32>, tensor<4x3xf32>
    }
    %1 = "stablehlo.case"(%n) ({
      %t = stablehlo.tanh %0#1 : tensor<4x3xf32>
      stablehlo.return %t : tensor<4x3xf32>
    }, {
      %r = stablehlo.reverse %0#2, dims = [0] : tensor<4x3xf32>
      stablehlo.return %r : tensor<4x3xf32>
    }) : (tensor<i32>) -> tensor<4x3xf32>
    %2 = "stablehlo.if"(%p) ({
      stablehlo.return %1 : tensor<4x3xf32>
    }, {
      %s = stablehlo.subtract %1, %x : tensor<4x3xf32>
      stablehlo.return %s : tensor<4x3xf32>
    }) : (tensor<i1>) -> tensor<4x3xf32>
    return %2, %0#0 : tensor<4x3xf32>, tensor<i32>
  }
}
