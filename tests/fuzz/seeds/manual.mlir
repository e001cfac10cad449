sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%arg0: tensor<8x4xf32>, %arg1: tensor<8xi32>) -> (tensor<8x4xf32>, tensor<4x4xf32>, tensor<8xi32>) {
  %0:2 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{"x"}, {}]>, <@mesh, [{}, {}]>] manual_axes={"x"} (%a: tensor<4x4xf32>) {
    %s = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({
    ^bb0(%l: tensor<f32>, %r: tensor<f32>):
      %t = stablehlo.add %l, %r : tensor<f32>
      stablehlo.return %t : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %p = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 2], [2, 0], [1, 3], [3, 1]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %q = stablehlo.subtract %p, %s : tensor<4x4xf32>
    sdy.return %q, %s : tensor<4x4xf32>, tensor<4x4xf32>
  } : (tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<4x4xf32>)
  %1 = sdy.manual_computation(%arg1) in_shardings=[<@mesh, [{"x", "y"}]>] out_shardings=[<@mesh, [{"x", "y"}]>] manual_axes={"x", "y"} (%b: tensor<2xi32>) {
    %g = "stablehlo.all_gather"(%b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> : (tensor<2xi32>) -> tensor<8xi32>
    %sc = "stablehlo.reduce_scatter"(%g) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, use_global_device_ids}> ({
    ^bb0(%l: tensor<i32>, %r: tensor<i32>):
      %t = stablehlo.maximum %l, %r : tensor<i32>
      stablehlo.return %t : tensor<i32>
    }) : (tensor<8xi32>) -> tensor<2xi32>
    %x = "stablehlo.all_to_all"(%sc) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<2xi32>) -> tensor<2xi32>
    %id = stablehlo.partition_id : tensor<ui32>
    %i = stablehlo.convert %id : (tensor<ui32>) -> tensor<i32>
    %w = stablehlo.broadcast_in_dim %i, dims = [] : (tensor<i32>) -> tensor<2xi32>
    %y = stablehlo.add %x, %w : tensor<2xi32>
    sdy.return %y : tensor<2xi32>
  } : (tensor<8xi32>) -> tensor<8xi32>
  return %0#0, %0#1, %1 : tensor<8x4xf32>, tensor<4x4xf32>, tensor<8xi32>
}
