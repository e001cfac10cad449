// Neighbouring pieces of a loop, each with a variable for the one index that a device has of another.
func.func @main(%signal: tensor<3x4xf32>) -> tensor<3x2x2xf32> {
  %first = stablehlo.slice %signal [0:3, 0:2] : (tensor<3x4xf32>) -> tensor<3x2xf32>
  %second = stablehlo.slice %signal [0:3, 2:4] : (tensor<3x4xf32>) -> tensor<3x2xf32>
  %left = stablehlo.reshape %first : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  %right = stablehlo.reshape %second : (tensor<3x2xf32>) -> tensor<3x1x2xf32>
  %frames = stablehlo.concatenate %left, %right, dim = 1 : (tensor<3x1x2xf32>, tensor<3x1x2xf32>) -> tensor<3x2x2xf32>
  %count = stablehlo.iota dim = 2 : tensor<3x2x2xf32>
  %scaled = stablehlo.multiply %frames, %count : tensor<3x2x2xf32>
  return %scaled : tensor<3x2x2xf32>
}
