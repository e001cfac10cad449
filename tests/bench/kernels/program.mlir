// A kernel of each kind that is made for GPUs, for gpu_model: a product, a transpose, sums of columns,
// rows that are picked, a softmax of rows, a stencil.
module @kernels {
  sdy.mesh @mesh = <["x"=2]>
  func.func @main(
      %a: tensor<2048x1024xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %w: tensor<1024x256xf32>,
      %t: tensor<4096x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %table: tensor<32000x512xf32>,
      %ids: tensor<8192x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
      %g: tensor<2048x2048xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
      -> (tensor<2048x256xf32>, tensor<2048x4096xf32>, tensor<2048xf32>, tensor<8192x512xf32>, tensor<2048x1024xf32>, tensor<2048x2048xf32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %p = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<2048x1024xf32>, tensor<1024x256xf32>) -> tensor<2048x256xf32>
    %tt = stablehlo.transpose %t, dims = [1, 0] : (tensor<4096x2048xf32>) -> tensor<2048x4096xf32>
    %c = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096x2048xf32>, tensor<f32>) -> tensor<2048xf32>
    %r = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 512>, indices_are_sorted = false}> : (tensor<32000x512xf32>, tensor<8192x1xi32>) -> tensor<8192x512xf32>
    %m = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<2048x1024xf32>, tensor<f32>) -> tensor<2048xf32>
    %mb = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<2048xf32>) -> tensor<2048x1024xf32>
    %s = stablehlo.subtract %a, %mb : tensor<2048x1024xf32>
    %e = stablehlo.exponential %s : tensor<2048x1024xf32>
    %z = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2048x1024xf32>, tensor<f32>) -> tensor<2048xf32>
    %zb = stablehlo.broadcast_in_dim %z, dims = [0] : (tensor<2048xf32>) -> tensor<2048x1024xf32>
    %q = stablehlo.divide %e, %zb : tensor<2048x1024xf32>
    %up = stablehlo.slice %g [0:2046, 1:2047] : (tensor<2048x2048xf32>) -> tensor<2046x2046xf32>
    %down = stablehlo.slice %g [2:2048, 1:2047] : (tensor<2048x2048xf32>) -> tensor<2046x2046xf32>
    %left = stablehlo.slice %g [1:2047, 0:2046] : (tensor<2048x2048xf32>) -> tensor<2046x2046xf32>
    %right = stablehlo.slice %g [1:2047, 2:2048] : (tensor<2048x2048xf32>) -> tensor<2046x2046xf32>
    %v = stablehlo.add %up, %down : tensor<2046x2046xf32>
    %h = stablehlo.add %left, %right : tensor<2046x2046xf32>
    %vh = stablehlo.add %v, %h : tensor<2046x2046xf32>
    %st = stablehlo.pad %vh, %zero, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<2046x2046xf32>, tensor<f32>) -> tensor<2048x2048xf32>
    return %p, %tt, %c, %r, %q, %st : tensor<2048x256xf32>, tensor<2048x4096xf32>, tensor<2048xf32>, tensor<8192x512xf32>, tensor<2048x1024xf32>, tensor<2048x2048xf32>
  }
}
