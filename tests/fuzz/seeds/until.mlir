func.func public @main(%x: tensor<6xi32>) -> (tensor<6xi32>, tensor<i32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %limit = stablehlo.constant dense<20> : tensor<i32>
  %0:2 = stablehlo.while(%sum = %zero, %v = %x) : tensor<i32>, tensor<6xi32>
  cond {
    %less = stablehlo.compare LT, %sum, %limit : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<6xi32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %next = stablehlo.add %v, %one : tensor<6xi32>
    %s = stablehlo.reduce(%next init: %c) applies stablehlo.add across dimensions = [0] : (tensor<6xi32>, tensor<i32>) -> tensor<i32>
    %m = stablehlo.maximum %s, %sum : tensor<i32>
    %up = stablehlo.constant dense<3> : tensor<i32>
    %t = stablehlo.add %m, %up : tensor<i32>
    stablehlo.return %t, %next : tensor<i32>, tensor<6xi32>
  }
  return %0#1, %0#0 : tensor<6xi32>, tensor<i32>
}
