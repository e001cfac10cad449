"builtin.module"() <{sym_name = "generic"}> ({
  "func.func"() <{function_type = (tensor<3x4xf32>, tensor<5x1xi32>) -> (tensor<5x4xf32>, tensor<3xf32>, tensor<3xi32>), sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<3x4xf32>, %arg1: tensor<5x1xi32>):
    %0 = "stablehlo.gather"(%arg0, %arg1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 4>}> : (tensor<3x4xf32>, tensor<5x1xi32>) -> tensor<5x4xf32>
    %1 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<3x4xi32>
    %2 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %4:2 = "stablehlo.reduce"(%arg0, %1, %2, %3) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %i: tensor<i32>, %b: tensor<f32>, %j: tensor<i32>):
      %5 = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction GT>, compare_type = #stablehlo<comparison_type FLOAT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %7 = "stablehlo.compare"(%i, %j) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %8 = "stablehlo.and"(%6, %7) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %9 = "stablehlo.or"(%5, %8) : (tensor<i1>, tensor<i1>) -> tensor<i1>
      %10 = "stablehlo.select"(%5, %a, %b) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %11 = "stablehlo.select"(%9, %i, %j) : (tensor<i1>, tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%10, %11) : (tensor<f32>, tensor<i32>) -> ()
    }) : (tensor<3x4xf32>, tensor<3x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
    "func.return"(%0, %4#0, %4#1) : (tensor<5x4xf32>, tensor<3xf32>, tensor<3xi32>) -> ()
  }) : () -> ()
}) : () -> ()
