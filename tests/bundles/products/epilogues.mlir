// Products of which cuBLASLt does the rest: activations, biases, what is added, in f32 and bf16, in batches and in
// place. And such as it does not: `turned` has a bias for rows, `twice` more than an activation, `near` another
// constant than gelu's, and `narrow` columns that there is no algorithm for.
module @epilogues {
  func.func public @main(%x: tensor<100x48xf32>, %w: tensor<48x64xf32>, %b: tensor<64xf32>, %c: tensor<100x64xf32>, %rows: tensor<100xf32>, %d: tensor<64x48xf32> {tf.aliasing_output = 5 : i32}, %xs: tensor<6x100x24xf32>, %ws: tensor<6x24x20xf32>, %bs: tensor<6x20xf32>, %u: tensor<48x61xf32>, %e: tensor<61xf32>, %xh: tensor<100x48xbf16>, %wh: tensor<48x64xbf16>, %bh: tensor<64xbf16>, %p: tensor<100x64xf32>, %q: tensor<100x48xf32>) -> (tensor<100x64xf32> {jax.result_info = "relu"}, tensor<100x64xf32> {jax.result_info = "gelu"}, tensor<100x64xf32> {jax.result_info = "scaled"}, tensor<100x64xf32> {jax.result_info = "both"}, tensor<100x64xbf16> {jax.result_info = "halves"}, tensor<64x48xf32> {jax.result_info = "grown"}, tensor<6x100x20xf32> {jax.result_info = "heads"}, tensor<100x64xf32> {jax.result_info = "turned"}, tensor<100x64xf32> {jax.result_info = "twice"}, tensor<100x64xf32> {jax.result_info = "near"}, tensor<100x61xf32> {jax.result_info = "narrow"}) {
    %bias = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<64xf32>) -> tensor<100x64xf32>
    %0 = call @product(%x, %w) : (tensor<100x48xf32>, tensor<48x64xf32>) -> tensor<100x64xf32>
    %1 = stablehlo.add %0, %bias : tensor<100x64xf32>
    %relu = call @relu(%1) : (tensor<100x64xf32>) -> tensor<100x64xf32>

    %double = stablehlo.add %x, %x : tensor<100x48xf32>
    %2 = call @product(%double, %w) : (tensor<100x48xf32>, tensor<48x64xf32>) -> tensor<100x64xf32>
    %3 = stablehlo.add %bias, %2 : tensor<100x64xf32>
    %factor = stablehlo.constant dense<4.471500e-02> : tensor<f32>
    %gelu = call @gelu(%3, %factor) : (tensor<100x64xf32>, tensor<f32>) -> tensor<100x64xf32>

    %half = stablehlo.constant dense<5.000000e-01> : tensor<100x64xf32>
    %cube = stablehlo.multiply %double, %x : tensor<100x48xf32>
    %4 = call @product(%cube, %w) : (tensor<100x48xf32>, tensor<48x64xf32>) -> tensor<100x64xf32>
    %scaled = stablehlo.multiply %half, %4 : tensor<100x64xf32>

    %more = stablehlo.subtract %x, %cube : tensor<100x48xf32>
    %5 = call @product(%more, %w) : (tensor<100x48xf32>, tensor<48x64xf32>) -> tensor<100x64xf32>
    %6 = stablehlo.multiply %half, %c : tensor<100x64xf32>
    %7 = stablehlo.subtract %6, %5 : tensor<100x64xf32>
    %both = stablehlo.add %7, %bias : tensor<100x64xf32>

    %8 = stablehlo.dot_general %xh, %wh, contracting_dims = [1] x [0] : (tensor<100x48xbf16>, tensor<48x64xbf16>) -> tensor<100x64xbf16>
    %9 = stablehlo.broadcast_in_dim %bh, dims = [1] : (tensor<64xbf16>) -> tensor<100x64xbf16>
    %10 = stablehlo.add %8, %9 : tensor<100x64xbf16>
    %zeros = stablehlo.constant dense<0.000000e+00> : tensor<100x64xbf16>
    %halves = stablehlo.maximum %10, %zeros : tensor<100x64xbf16>

    %11 = stablehlo.dot_general %p, %q, contracting_dims = [0] x [0] : (tensor<100x64xf32>, tensor<100x48xf32>) -> tensor<64x48xf32>
    %grown = stablehlo.add %d, %11 : tensor<64x48xf32>

    %12 = stablehlo.dot_general %xs, %ws, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x100x24xf32>, tensor<6x24x20xf32>) -> tensor<6x100x20xf32>
    %13 = stablehlo.broadcast_in_dim %bs, dims = [0, 2] : (tensor<6x20xf32>) -> tensor<6x100x20xf32>
    %heads = stablehlo.add %12, %13 : tensor<6x100x20xf32>

    %column = stablehlo.broadcast_in_dim %rows, dims = [0] : (tensor<100xf32>) -> tensor<100x64xf32>
    %fourth = stablehlo.multiply %cube, %x : tensor<100x48xf32>
    %14 = call @product(%fourth, %w) : (tensor<100x48xf32>, tensor<48x64xf32>) -> tensor<100x64xf32>
    %turned = stablehlo.add %14, %column : tensor<100x64xf32>

    %fifth = stablehlo.multiply %fourth, %x : tensor<100x48xf32>
    %15 = call @product(%fifth, %w) : (tensor<100x48xf32>, tensor<48x64xf32>) -> tensor<100x64xf32>
    %16 = call @relu(%15) : (tensor<100x64xf32>) -> tensor<100x64xf32>
    %twice = stablehlo.add %16, %bias : tensor<100x64xf32>

    %sixth = stablehlo.multiply %fifth, %x : tensor<100x48xf32>
    %17 = call @product(%sixth, %w) : (tensor<100x48xf32>, tensor<48x64xf32>) -> tensor<100x64xf32>
    %other = stablehlo.constant dense<4.490000e-02> : tensor<f32>
    %near = call @gelu(%17, %other) : (tensor<100x64xf32>, tensor<f32>) -> tensor<100x64xf32>

    %18 = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<100x48xf32>, tensor<48x61xf32>) -> tensor<100x61xf32>
    %19 = stablehlo.broadcast_in_dim %e, dims = [1] : (tensor<61xf32>) -> tensor<100x61xf32>
    %narrow = stablehlo.add %18, %19 : tensor<100x61xf32>
    return %relu, %gelu, %scaled, %both, %halves, %grown, %heads, %turned, %twice, %near, %narrow : tensor<100x64xf32>, tensor<100x64xf32>, tensor<100x64xf32>, tensor<100x64xf32>, tensor<100x64xbf16>, tensor<64x48xf32>, tensor<6x100x20xf32>, tensor<100x64xf32>, tensor<100x64xf32>, tensor<100x64xf32>, tensor<100x61xf32>
  }
  func.func private @product(%x: tensor<100x48xf32>, %w: tensor<48x64xf32>) -> tensor<100x64xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<100x48xf32>, tensor<48x64xf32>) -> tensor<100x64xf32>
    return %0 : tensor<100x64xf32>
  }
  func.func private @relu(%x: tensor<100x64xf32>) -> tensor<100x64xf32> {
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<100x64xf32>
    %0 = stablehlo.maximum %x, %zero : tensor<100x64xf32>
    return %0 : tensor<100x64xf32>
  }
  func.func private @gelu(%x: tensor<100x64xf32>, %of_cubes: tensor<f32>) -> tensor<100x64xf32> {
    %0 = stablehlo.multiply %x, %x : tensor<100x64xf32>
    %1 = stablehlo.multiply %x, %0 : tensor<100x64xf32>
    %2 = stablehlo.broadcast_in_dim %of_cubes, dims = [] : (tensor<f32>) -> tensor<100x64xf32>
    %3 = stablehlo.multiply %2, %1 : tensor<100x64xf32>
    %4 = stablehlo.add %x, %3 : tensor<100x64xf32>
    %root = stablehlo.constant dense<0.797884583> : tensor<100x64xf32>
    %5 = stablehlo.multiply %root, %4 : tensor<100x64xf32>
    %6 = stablehlo.tanh %5 : tensor<100x64xf32>
    %one = stablehlo.constant dense<1.000000e+00> : tensor<100x64xf32>
    %7 = stablehlo.add %one, %6 : tensor<100x64xf32>
    %half = stablehlo.constant dense<5.000000e-01> : tensor<100x64xf32>
    %8 = stablehlo.multiply %half, %7 : tensor<100x64xf32>
    %9 = stablehlo.multiply %x, %8 : tensor<100x64xf32>
    return %9 : tensor<100x64xf32>
  }
}
