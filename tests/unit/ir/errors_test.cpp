// SPDX-License-Identifier: Apache-2.0
// What each op says where its parts do not fit together.
#include "tests/unit/ir/program.h"

#include "gtest/gtest.h"

namespace shardc::test {
namespace {

struct Row {
  const char *inputs, *line, *result, *error; // a part of "id: message"
};

const Row kRows[] = {
    {"%x: tensor<2xf32>, %y: tensor<2xi32>",
     "%r = stablehlo.add %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>", "tensor<2xf32>",
     "type-mismatch: stablehlo.add"},
    {"%x: tensor<2xf32>, %y: tensor<3xf32>",
     "%r = stablehlo.add %x, %y : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>", "tensor<2xf32>",
     "shape-mismatch: stablehlo.add"},
    {"%x: tensor<2x3xf32>, %y: tensor<2xf32>",
     "%r = chlo.broadcast_add %x, %y : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "shape-mismatch: chlo.broadcast_add: operand 1 is f32[2], whose 2 does"},
    {"%x: tensor<2x3xf32>, %y: tensor<2xf32>",
     "%r = chlo.broadcast_add %x, %y {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, "
     "tensor<2xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "bad-dimension: chlo.broadcast_add: dimension 2 of 'broadcast_dimensions'"},
    {"%x: tensor<2xf32>",
     "%r = \"chlo.constant_like\"(%x) <{value = 2 : i32}> : (tensor<2xf32>) -> tensor<2xf32>",
     "tensor<2xf32>",
     "unsupported-attribute: chlo.constant_like: 'value' has to be a number of f32"},
    {"%x: tensor<2xi32>", "%r = stablehlo.sqrt %x : tensor<2xi32>", "tensor<2xi32>",
     "wrong-type: stablehlo.sqrt: it is not defined for i32"},
    {"%x: tensor<2xf32>", "%r = chlo.square %x : tensor<2xf32> -> tensor<3xf32>", "tensor<3xf32>",
     "shape-mismatch: chlo.square: result 0"},
    {"%x: tensor<2xi32>", "%r = chlo.square %x : tensor<2xi32> -> tensor<2xi32>", "tensor<2xi32>",
     "wrong-type: chlo.square: it is not defined for i32"},
    {"%x: tensor<2xui32>", "%r = stablehlo.abs %x : tensor<2xui32>", "tensor<2xui32>",
     "wrong-type: stablehlo.abs: it is not defined for ui32"},
    {"%x: tensor<2xf32>, %i: tensor<f32>",
     "%r, %s = \"stablehlo.reduce\"(%x, %i) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): "
     "stablehlo.return %a : tensor<f32> }) {dimensions = array<i64: 0>} : "
     "(tensor<2xf32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)",
     "tensor<f32>", "shape-mismatch: stablehlo.reduce: it has 2 results, not the 1 that it makes"},
    {"%x: tensor<2xf32>, %i: tensor<f32>",
     "%r = \"stablehlo.reduce\"(%x, %i, %i) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): "
     "stablehlo.return %a : tensor<f32> }) {dimensions = array<i64: 0>} : "
     "(tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>",
     "tensor<f32>", "wrong-count: stablehlo.reduce: it has 3 operands, no init for each input"},
    {"%x: tensor<2xf32>, %i: tensor<1xi32>, %u: tensor<f32>",
     "%r = \"stablehlo.scatter\"(%x, %i, %u, %u) ({ ^bb0(%a: tensor<f32>, %b: tensor<f32>): "
     "stablehlo.return %b : tensor<f32> }) {scatter_dimension_numbers = "
     "#stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>} : "
     "(tensor<2xf32>, tensor<1xi32>, tensor<f32>, tensor<f32>) -> tensor<2xf32>",
     "tensor<2xf32>", "wrong-count: stablehlo.scatter: it has 4 operands, no updates for each"},
    {"%x: tensor<2x2xf32>, %i: tensor<i32>, %j: tensor<ui32>",
     "%r = stablehlo.dynamic_slice %x, %i, %j, sizes = [1, 1] : "
     "(tensor<2x2xf32>, tensor<i32>, tensor<ui32>) -> tensor<1x1xf32>",
     "tensor<1x1xf32>", "type-mismatch: stablehlo.dynamic_slice: operand 1 is i32"},
    {"%x: tensor<2x2xf32>",
     "%r, %s = \"stablehlo.cholesky\"(%x) : (tensor<2x2xf32>) -> (tensor<2x2xf32>, "
     "tensor<2x2xf32>)",
     "tensor<2x2xf32>", "requires one result"},
    {"%r: tensor<2x2xf32>", "\"stablehlo.cholesky\"(%r) : (tensor<2x2xf32>) -> ()",
     "tensor<2x2xf32>", "requires one result"},
    {"%x: tensor<64xf32>", "%r = \"stablehlo.sort\"(%x) : (tensor<64xf32>) -> tensor<64xf32>",
     "tensor<64xf32>", "requires one region"},
    {"%x: tensor<2xi1>, %y: tensor<2xi1>", "%r = stablehlo.divide %x, %y : tensor<2xi1>",
     "tensor<2xi1>", "wrong-type: stablehlo.divide"},
    {"%x: tensor<2xi32>", "%r = stablehlo.is_finite %x : (tensor<2xi32>) -> tensor<2xi1>",
     "tensor<2xi1>", "wrong-type: stablehlo.is_finite"},
    {"%x: tensor<2xi32>", "%r = stablehlo.convert %x : (tensor<2xi32>) -> tensor<3xf32>",
     "tensor<3xf32>", "shape-mismatch: stablehlo.convert"},
    {"%x: tensor<3xi32>", "%r = stablehlo.bitcast_convert %x : (tensor<3xi32>) -> tensor<3xf64>",
     "tensor<3xf64>",
     "shape-mismatch: stablehlo.bitcast_convert: its operand's last dimension has to have the 2 "
     "i32 "
     "that a f64 is made of"},
    {"%x: tensor<2xi32>", "%r = stablehlo.bitcast_convert %x : (tensor<2xi32>) -> tensor<2x2xi8>",
     "tensor<2x2xi8>", "shape-mismatch: stablehlo.bitcast_convert"},
    {"%x: tensor<2xi1>", "%r = stablehlo.bitcast_convert %x : (tensor<2xi1>) -> tensor<2xi8>",
     "tensor<2xi8>", "wrong-type: stablehlo.bitcast_convert: it is not defined for i1"},
    {"%x: tensor<2xf32>", "%r = stablehlo.reduce_precision %x, format = e0m7 : tensor<2xf32>",
     "tensor<2xf32>", "bad-attribute: stablehlo.reduce_precision: 'exponent_bits' is 0"},
    {"%x: tensor<2xi32>", "%r = stablehlo.reduce_precision %x, format = e8m7 : tensor<2xi32>",
     "tensor<2xi32>", "type-mismatch: stablehlo.reduce_precision"},
    {"%x: tensor<2xf32>", "%r = stablehlo.reduce_precision %x, format = m7e8 : tensor<2xf32>",
     "tensor<2xf32>", "expected bits of exponent and mantissa, as in e8m7"},
    {"%x: tensor<2xi32>", "%r = chlo.lgamma %x : tensor<2xi32> -> tensor<2xi32>", "tensor<2xi32>",
     "wrong-type: chlo.lgamma: it is not defined for i32"},
    {"%x: tensor<2xi32>, %y: tensor<2xi32>",
     "%r = stablehlo.compare LT, %x, %y, FLOAT : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>",
     "tensor<2xi1>", "bad-attribute: stablehlo.compare: 'compare_type' FLOAT"},
    {"%p: tensor<3xi1>, %x: tensor<2xi32>",
     "%r = stablehlo.select %p, %x, %x : tensor<3xi1>, "
     "tensor<2xi32>",
     "tensor<2xi32>", "shape-mismatch: stablehlo.select: 'pred'"},
    {"%p: tensor<i32>, %x: tensor<2xi32>",
     "%r = stablehlo.select %p, %x, %x : tensor<i32>, tensor<2xi32>", "tensor<2xi32>",
     "type-mismatch: stablehlo.select: its predicate"},
    {"%l: tensor<3xf32>, %x: tensor<2xf32>",
     "%r = stablehlo.clamp %l, %x, %x : (tensor<3xf32>, tensor<2xf32>, tensor<2xf32>) -> "
     "tensor<2xf32>",
     "tensor<2xf32>", "shape-mismatch: stablehlo.clamp: 'min'"},
    {"",
     "%r = \"stablehlo.constant\"() <{value = dense<[1, 2]> : tensor<2xi32>}> : () -> "
     "tensor<3xi32>",
     "tensor<3xi32>", "shape-mismatch: stablehlo.constant"},
    {"", "%r = stablehlo.iota dim = 2 : tensor<2x3xi32>", "tensor<2x3xi32>",
     "bad-dimension: stablehlo.iota: dimension 2 of 'iota_dimension' is not in 0..1"},
    {"%x: tensor<2xf32>",
     "%r = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2xf32>) -> tensor<3xf32>",
     "tensor<3xf32>", "shape-mismatch: stablehlo.broadcast_in_dim: dimension 0 has 2"},
    {"%x: tensor<2x2xf32>",
     "%r = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<2x2xf32>) -> tensor<2x2xf32>",
     "tensor<2x2xf32>", "bad-bounds: stablehlo.broadcast_in_dim"},
    {"%x: tensor<2x3xf32>", "%r = stablehlo.reshape %x : (tensor<2x3xf32>) -> tensor<5xf32>",
     "tensor<5xf32>", "shape-mismatch: stablehlo.reshape: f32[2, 3] has 6 elements"},
    {"%x: tensor<2x3xf32>",
     "%r = stablehlo.transpose %x, dims = [1, 1] : (tensor<2x3xf32>) -> tensor<3x2xf32>",
     "tensor<3x2xf32>", "bad-dimension: stablehlo.transpose: dimension 1 appears twice"},
    {"%x: tensor<2x3xf32>", "%r = stablehlo.reverse %x, dims = [-1] : tensor<2x3xf32>",
     "tensor<2x3xf32>", "bad-dimension: stablehlo.reverse"},
    {"%x: tensor<4xf32>", "%r = stablehlo.slice %x [1:5] : (tensor<4xf32>) -> tensor<4xf32>",
     "tensor<4xf32>", "bad-bounds: stablehlo.slice: 1:5:1 does not lie in dimension 0 of 4"},
    {"%x: tensor<4xf32>", "%r = stablehlo.slice %x [0:4:0] : (tensor<4xf32>) -> tensor<4xf32>",
     "tensor<4xf32>", "bad-bounds: stablehlo.slice"},
    {"%x: tensor<4xf32>, %v: tensor<f32>",
     "%r = stablehlo.pad %x, %v, low = [-9], high = [0], interior = [0] : (tensor<4xf32>, "
     "tensor<f32>) -> tensor<4xf32>",
     "tensor<4xf32>", "bad-bounds: stablehlo.pad"},
    {"%x: tensor<4xf32>, %v: tensor<f32>",
     "%r = stablehlo.pad %x, %v, low = [9223372036854775807], high = [0], interior = [1] : "
     "(tensor<4xf32>, tensor<f32>) -> tensor<4xf32>",
     "tensor<4xf32>", "bad-bounds: stablehlo.pad"},
    {"%x: tensor<4x4xf32>, %v: tensor<f32>",
     "%r = stablehlo.pad %x, %v, low = [200000000000000, 200000000000000], high = [0, 0], interior "
     "= [0, 0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>",
     "tensor<4x4xf32>", "too-many-elements: stablehlo.pad"},
    {"%x: tensor<2x3xf32>, %y: tensor<2x2xf32>",
     "%r = stablehlo.concatenate %x, %y, dim = 0 : (tensor<2x3xf32>, tensor<2x2xf32>) -> "
     "tensor<4x3xf32>",
     "tensor<4x3xf32>", "shape-mismatch: stablehlo.concatenate"},
    {"%x: tensor<2x3xf32>, %v: tensor<f32>",
     "%r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [2] : "
     "(tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>",
     "tensor<2xf32>", "bad-dimension: stablehlo.reduce"},
    {"%x: tensor<2x3xf32>, %v: tensor<i32>",
     "%r = stablehlo.reduce(%x init: %v) applies stablehlo.add across dimensions = [1] : "
     "(tensor<2x3xf32>, tensor<i32>) -> tensor<2xf32>",
     "tensor<2xf32>", "type-mismatch: stablehlo.reduce"},
    {"%x: tensor<2x3xf32>, %v: tensor<f32>",
     "%r = stablehlo.reduce(%x init: %v) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) "
     "-> tensor<2xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) { stablehlo.return %a, %b : "
     "tensor<f32>, tensor<f32> }",
     "tensor<2xf32>", "wrong-region: stablehlo.reduce"},
    {"%x: tensor<2x3xf32>, %v: tensor<f32>",
     "%r = stablehlo.reduce(%x init: %v) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) "
     "-> tensor<2xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) { %c = stablehlo.add %a, %v : "
     "tensor<f32> stablehlo.return %c : tensor<f32> }",
     "tensor<2xf32>", "wrong-region: stablehlo.reduce: its body uses a value from outside"},
    {"%x: tensor<2x3xf32>, %v: tensor<f32>",
     "%r = stablehlo.reduce(%x init: %v) across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) "
     "-> tensor<2xf32> reducer(%a: tensor<f32>, %b: tensor<f32>) { %c = func.call @g(%a, %b) : "
     "(tensor<f32>, tensor<f32>) -> tensor<f32> stablehlo.return %c : tensor<f32> }",
     "tensor<2xf32>", "wrong-region: stablehlo.reduce: its body calls 'g', which has no such body"},
    {"%x: tensor<2x3xf32>, %w: tensor<4x5xf32>",
     "%r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, "
     "tensor<4x5xf32>) -> tensor<2x5xf32>",
     "tensor<2x5xf32>", "shape-mismatch: stablehlo.dot_general: dimension 0 of operand 1 is 4"},
    {"%x: tensor<2x3xf32>, %w: tensor<3x5xf32>",
     "%r = stablehlo.dot_general %x, %w, contracting_dims = [1, 0] x [0] : (tensor<2x3xf32>, "
     "tensor<3x5xf32>) -> tensor<2x5xf32>",
     "tensor<2x5xf32>", "bad-attribute: stablehlo.dot_general"},
    {"%x: tensor<2x3x4xf32>, %w: tensor<4xf32>",
     "%r = stablehlo.dot %x, %w : (tensor<2x3x4xf32>, tensor<4xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "shape-mismatch: stablehlo.dot"},
    {"%x: tensor<4xf32>, %i: tensor<i32>",
     "%r = stablehlo.dynamic_slice %x, %i, sizes = [5] : (tensor<4xf32>, tensor<i32>) -> "
     "tensor<5xf32>",
     "tensor<5xf32>", "bad-bounds: stablehlo.dynamic_slice"},
    {"%x: tensor<4xf32>, %i: tensor<f32>",
     "%r = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<4xf32>, tensor<f32>) -> "
     "tensor<2xf32>",
     "tensor<2xf32>", "wrong-type: stablehlo.dynamic_slice"},
    {"%x: tensor<4xf32>, %u: tensor<5xf32>, %i: tensor<i32>",
     "%r = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<4xf32>, tensor<5xf32>, tensor<i32>) "
     "-> tensor<4xf32>",
     "tensor<4xf32>", "bad-bounds: stablehlo.dynamic_update_slice"},
    {"%x: tensor<7x3xf32>, %i: tensor<5x1xi32>",
     "%r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
     "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = "
     "array<i64: 2, 3>}> : (tensor<7x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>",
     "tensor<5x3xf32>", "bad-bounds: stablehlo.gather"},
    {"%x: tensor<7x3xf32>, %i: tensor<5x1xi32>",
     "%r = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
     "collapsed_slice_dims = [0], start_index_map = [0, 1], index_vector_dim = 1>, slice_sizes = "
     "array<i64: 1, 3>}> : (tensor<7x3xf32>, tensor<5x1xi32>) -> tensor<5x3xf32>",
     "tensor<5x3xf32>", "bad-attribute: stablehlo.gather"},
    {"%x: tensor<2xf32>",
     "%r:2 = \"stablehlo.optimization_barrier\"(%x) : (tensor<2xf32>) -> (tensor<2xf32>, "
     "tensor<2xf32>)",
     "tensor<2xf32>, tensor<2xf32>", "wrong-op: stablehlo.optimization_barrier"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x3x4xf32>) -> tensor<2x4x4xf32>",
     "tensor<2x4x4xf32>", "shape-mismatch: stablehlo.convolution: result 0"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x2x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x2x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>",
     "shape-mismatch: stablehlo.convolution: its kernel takes 2 features, and a group of the input "
     "has 3"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xi32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x3x4xi32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>", "type-mismatch: stablehlo.convolution"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x1x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x3x1x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>",
     "shape-mismatch: stablehlo.convolution: its operands have to have one rank"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>",
     "bad-dimension: stablehlo.convolution: 'dimension_numbers' have 2 input dimensions, and there "
     "are 3"},
    {"%x: tensor<2x5x4xf32>, %w: tensor<3x2x3xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x5x4xf32>, "
     "tensor<3x2x3xf32>) -> tensor<2x3x3xf32>",
     "tensor<2x3x3xf32>",
     "shape-mismatch: stablehlo.convolution: its kernel's output features are 3, which "
     "'feature_group_count' 2 does not divide"},
    {"%x: tensor<3x5x2xf32>, %w: tensor<3x2x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<3x5x2xf32>, "
     "tensor<3x2x4xf32>) -> tensor<1x3x4xf32>",
     "tensor<1x3x4xf32>",
     "shape-mismatch: stablehlo.convolution: its batch is 3, which 'batch_group_count' 2"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 2 : i64, feature_group_count = 2 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>", "bad-attribute: stablehlo.convolution"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 0 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>", "bad-attribute: stablehlo.convolution"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
     "{stride = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<2x5x3xf32>, tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>",
     "bad-bounds: stablehlo.convolution: 'window_strides' has 2 numbers for 1 dimensions"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
     "{rhs_dilate = [0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<2x5x3xf32>, tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>",
     "bad-bounds: stablehlo.convolution: 'rhs_dilation' has to have positive numbers, not 0"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
     "{pad = [[0, 0], [0, 0]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<2x5x3xf32>, tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>", "bad-bounds: stablehlo.convolution: 'padding'"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
     "{reverse = [true, true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<2x5x3xf32>, tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>", "bad-bounds: stablehlo.convolution: 'window_reversal'"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<0x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, "
     "tensor<0x3x4xf32>) -> tensor<2x6x4xf32>",
     "tensor<2x6x4xf32>", "bad-bounds: stablehlo.convolution: 'window_dimensions'"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, b]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>",
     "mlir: custom op 'stablehlo.convolution' expected numbers of spatial dimensions, and 'b' and "
     "'f' once each"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 1, f]x[0, i, o]->[b, 0, f], window = {} "
     "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x5x3xf32>, "
     "tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>",
     "mlir: custom op 'stablehlo.convolution' spatial dimensions are numbered from 0"},
    {"%x: tensor<2x5x3xf32>, %w: tensor<3x3x4xf32>",
     "%r = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = "
     "{stride = [1], stride = [1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : "
     "(tensor<2x5x3xf32>, tensor<3x3x4xf32>) -> tensor<2x3x4xf32>",
     "tensor<2x3x4xf32>", "mlir: custom op 'stablehlo.convolution' 'stride' is given twice"},
    {"%x: tensor<2x4xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.reduce_window\"(%x, %v) <{window_dimensions = array<i64: 2>}> ({\n  "
     "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = stablehlo.add %a, %b : tensor<f32>\n    "
     "stablehlo.return %c : tensor<f32>\n  }) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>",
     "tensor<2x4xf32>",
     "bad-bounds: stablehlo.reduce_window: 'window_dimensions' has 1 numbers for 2"},
    {"%x: tensor<2x4xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.reduce_window\"(%x, %v) <{window_dimensions = array<i64: 2, 0>}> ({\n  "
     "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = stablehlo.add %a, %b : tensor<f32>\n    "
     "stablehlo.return %c : tensor<f32>\n  }) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>",
     "tensor<2x4xf32>", "bad-bounds: stablehlo.reduce_window"},
    {"%x: tensor<2x4xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.reduce_window\"(%x, %v) <{window_dimensions = array<i64: 1, 2>, padding = "
     "dense<0> : tensor<2xi64>}> ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = "
     "stablehlo.add %a, %b : tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  }) : "
     "(tensor<2x4xf32>, tensor<f32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "bad-bounds: stablehlo.reduce_window: 'padding'"},
    {"%x: tensor<2x4xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.reduce_window\"(%x, %v) <{window_dimensions = array<i64: 1, 2>}> ({\n  "
     "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = stablehlo.add %a, %b : tensor<f32>\n    "
     "stablehlo.return %c : tensor<f32>\n  }) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>",
     "tensor<2x4xf32>", "shape-mismatch: stablehlo.reduce_window: result 0"},
    {"%x: tensor<2x4xf32>, %v: tensor<i32>",
     "%r = \"stablehlo.reduce_window\"(%x, %v) <{window_dimensions = array<i64: 1, 2>}> ({\n  "
     "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = stablehlo.add %a, %b : tensor<f32>\n    "
     "stablehlo.return %c : tensor<f32>\n  }) : (tensor<2x4xf32>, tensor<i32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "type-mismatch: stablehlo.reduce_window"},
    {"%x: tensor<2x4xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.reduce_window\"(%x, %v) <{window_dimensions = array<i64: 1, 2>, "
     "window_strides = array<i64: 1, -1>}> ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = "
     "stablehlo.add %a, %b : tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  }) : "
     "(tensor<2x4xf32>, tensor<f32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "bad-bounds: stablehlo.reduce_window"},
    {"%x: tensor<6xf32>, %s: tensor<2xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.select_and_scatter\"(%x, %s, %v) <{window_dimensions = array<i64: 2>, "
     "window_strides = array<i64: 2>}> ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = "
     "stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    "
     "stablehlo.return %c : tensor<i1>\n  }, {\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c "
     "= stablehlo.add %a, %b : tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  }) : "
     "(tensor<6xf32>, tensor<2xf32>, tensor<f32>) -> tensor<6xf32>",
     "tensor<6xf32>",
     "shape-mismatch: stablehlo.select_and_scatter: its source has 2 elements in dimension 0, and "
     "there are 3 windows"},
    {"%x: tensor<6xf32>, %s: tensor<3xf32>, %v: tensor<f32>",
     "%r = \"stablehlo.select_and_scatter\"(%x, %s, %v) <{window_dimensions = array<i64: 2>, "
     "window_strides = array<i64: 2>}> ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = "
     "stablehlo.add %a, %b : tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  }, {\n  "
     "^bb0(%a: tensor<f32>, %b: tensor<f32>):\n    %c = stablehlo.add %a, %b : tensor<f32>\n    "
     "stablehlo.return %c : tensor<f32>\n  }) : (tensor<6xf32>, tensor<3xf32>, tensor<f32>) -> "
     "tensor<6xf32>",
     "tensor<6xf32>", "wrong-region: stablehlo.select_and_scatter"},
    {"%x: tensor<2x3xf32>",
     "%r = \"stablehlo.map\"(%x) <{dimensions = array<i64: 1, 0>}> ({\n  ^bb0(%a: tensor<f32>):\n  "
     "  %c = stablehlo.abs %a : tensor<f32>\n    stablehlo.return %c : tensor<f32>\n  }) : "
     "(tensor<2x3xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "bad-attribute: stablehlo.map: 'dimensions'"},
    {"%x: tensor<2x3xf32>",
     "%r = stablehlo.broadcast %x, sizes = [-1] : (tensor<2x3xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "bad-bounds: stablehlo.broadcast"},
    {"%x: tensor<2x3xf32>",
     "%r = stablehlo.get_dimension_size %x, dim = 2 : (tensor<2x3xf32>) -> tensor<i32>",
     "tensor<i32>", "bad-dimension: stablehlo.get_dimension_size"},
    {"%x: tensor<2x3xf32>, %w: tensor<3x4xf32>",
     "%r = stablehlo.einsum %x, %w, config = \"ij,jk->il\" : (tensor<2x3xf32>, tensor<3x4xf32>) -> "
     "tensor<2x4xf32>",
     "tensor<2x4xf32>", "bad-attribute: stablehlo.einsum: 'einsum_config'"},
    {"%x: tensor<2x3xf32>, %w: tensor<4x4xf32>",
     "%r = stablehlo.einsum %x, %w, config = \"ij,jk->ik\" : (tensor<2x3xf32>, tensor<4x4xf32>) -> "
     "tensor<2x4xf32>",
     "tensor<2x4xf32>", "shape-mismatch: stablehlo.einsum"},
    {"%x: tensor<2x3xf32>, %n: tensor<4xi32>",
     "%r = \"stablehlo.torch_index_select\"(%x, %n) <{dim = 0 : i64, batch_dims = 1 : i64}> : "
     "(tensor<2x3xf32>, tensor<4xi32>) -> tensor<4x3xf32>",
     "tensor<4x3xf32>", "bad-dimension: stablehlo.torch_index_select: 'batch_dims'"},
    {"%x: tensor<2x3xf32>, %s: tensor<3xf32>",
     "%r = \"stablehlo.batch_norm_inference\"(%x, %s, %s, %s, %s) <{epsilon = 0.0 : f32, "
     "feature_index = 0 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, "
     "tensor<3xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "shape-mismatch: stablehlo.batch_norm_inference: operand 1 has to be"},
    {"%x: tensor<2x3xf32>, %s: tensor<3xf32>",
     "%r = \"stablehlo.batch_norm_inference\"(%x, %s, %s, %s, %s) <{epsilon = 0.0 : f32, "
     "feature_index = 2 : i64}> : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, "
     "tensor<3xf32>) -> tensor<2x3xf32>",
     "tensor<2x3xf32>", "bad-dimension: stablehlo.batch_norm_inference"},
    {"%x: tensor<3x3xf32>",
     "%r:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 65 : "
     "ui8}} "
     ": (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)",
     "tensor<3x3xf32>, tensor<i32>", "wrong-value: custom_call @lapack_spotrf_ffi: 'uplo'"},
    {"%x: tensor<2x3xf32>",
     "%r:2 = stablehlo.custom_call @lapack_spotrf_ffi(%x) {mhlo.backend_config = {uplo = 76 : "
     "ui8}} "
     ": (tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<i32>)",
     "tensor<2x3xf32>, tensor<i32>",
     "shape-mismatch: custom_call @lapack_spotrf_ffi: what it takes"},
    {"%x: tensor<3x3xf32>, %y: tensor<2x3xf32>",
     "%r = stablehlo.custom_call @lapack_strsm_ffi(%x, %y) {mhlo.backend_config = {diag = 78 : "
     "ui8, "
     "side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, tensor<2x3xf32>) "
     "-> tensor<2x3xf32>",
     "tensor<2x3xf32>", "shape-mismatch: custom_call @lapack_strsm_ffi: what it takes"},
    {"%x: tensor<3x3xf32>, %y: tensor<3x3xf32>",
     "%r = stablehlo.custom_call @lapack_strsm_ffi(%x, %y) {secret = 1 : i32, mhlo.backend_config "
     "= "
     "{diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 76 : ui8}} : (tensor<3x3xf32>, "
     "tensor<3x3xf32>) -> tensor<3x3xf32>",
     "tensor<3x3xf32>", "unsupported-attribute: custom_call @lapack_strsm_ffi: attribute 'secret'"},
    {"%x: tensor<2xf32>",
     "%r = stablehlo.composite \"a.b\" %x {decomposition = @nowhere} : (tensor<2xf32>) -> "
     "tensor<2xf32>",
     "tensor<2xf32>", "unknown-function: function '@nowhere'"},
    // What a region of the op itself defines.
    {"%n: tensor<i32>",
     "%r = stablehlo.while(%i = %j) : tensor<i32> cond {\n"
     "  %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
     "  stablehlo.return %p : tensor<i1>\n} do {\n"
     "  %j = stablehlo.add %i, %n : tensor<i32>\n  stablehlo.return %j : tensor<i32>\n}",
     "tensor<i32>", "mlir: use of undeclared SSA value name"},
    {"%x: tensor<2xi32>",
     "%r = stablehlo.reduce(%x init: %c) across dimensions = [0] : (tensor<2xi32>, tensor<i32>) -> "
     "tensor<i32>\n reducer(%a: tensor<i32>, %b: tensor<i32>) {\n"
     "  %c = stablehlo.add %a, %b : tensor<i32>\n  stablehlo.return %c : tensor<i32>\n}",
     "tensor<i32>", "mlir: use of undeclared SSA value name"},
};

TEST(Errors, NameTheOpAndWhatIsWrong) {
  for (const Row &row : kRows) {
    const Program program(oneOp(row.inputs, row.line, row.result));
    EXPECT_FALSE(program.module) << row.line;
    EXPECT_NE(program.error().find(row.error), std::string::npos)
        << row.line << "\nexpected: " << row.error << "\ngot: " << program.error();
    ASSERT_FALSE(program.told.empty()) << row.line;
    EXPECT_EQ(program.told[0].line, 2u) << row.line;
  }
}

TEST(Errors, ProposeTheConvertWhereTypesDiffer) {
  const Program program(
      oneOp("%x: tensor<2xf32>, %y: tensor<2xi32>",
            "%r = stablehlo.add %x, %y : (tensor<2xf32>, tensor<2xi32>) -> tensor<2xf32>",
            "tensor<2xf32>"));
  ASSERT_EQ(program.told.size(), 1u);
  ASSERT_EQ(program.told[0].notes.size(), 1u);
  EXPECT_NE(program.told[0].notes[0].message.find("convert operand 1 to f32"), std::string::npos);
}

/// Of ops that are alike one is verified, and a body is part of what an op is.
TEST(Errors, AreFoundInABodyOfAnOpThatIsElseLikeOneBefore) {
  std::string text =
      "func.func public @main(%x: tensor<4x8xf32>, %n: tensor<f32>) -> tensor<4xf32> {\n";
  for (const char *body : {"%l, %r", "%l, %n"})
    text += "  %" + std::string(body).substr(5) +
            "_sum = \"stablehlo.reduce\"(%x, %n) <{dimensions = array<i64: 1>}> ({\n"
            "  ^bb0(%l: tensor<f32>, %r: tensor<f32>):\n"
            "    %s = stablehlo.add " +
            std::string(body) +
            " : tensor<f32>\n"
            "    stablehlo.return %s : tensor<f32>\n"
            "  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>\n";
  const Program program(text + "  return %r_sum : tensor<4xf32>\n}\n");
  EXPECT_EQ(
      program.error(),
      "wrong-region: stablehlo.reduce: its body uses a value from outside: pass it as an operand");
  EXPECT_EQ(program.told[0].line, 7u);
}

} // namespace
} // namespace shardc::test
