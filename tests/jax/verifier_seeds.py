# SPDX-License-Identifier: Apache-2.0
"""Valid ops to change at random: those of programs, and one or more of each op that no program has."""
import dataclasses
import re

REDUCER = """({{
  ^bb0(%a: tensor<{0}>, %b: tensor<{0}>):
    %r = "stablehlo.{1}"(%a, %b) : (tensor<{0}>, tensor<{0}>) -> tensor<{0}>
    "stablehlo.return"(%r) : (tensor<{0}>) -> ()
  }})"""
COMPARISON = """({{
  ^bb0(%a: tensor<{0}>, %b: tensor<{0}>):
    %r = "stablehlo.compare"(%a, %b) <{{comparison_direction = #stablehlo<comparison_direction GE>}}> : (tensor<{0}>, tensor<{0}>) -> tensor<i1>
    "stablehlo.return"(%r) : (tensor<i1>) -> ()
  }})"""
ADD, LARGEST, AT_LEAST = REDUCER.format("f32", "add"), REDUCER.format("i32", "maximum"), COMPARISON.format("f32")
CONVOLUTION = ("dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, "
               "feature_group_count = 1 : i64, batch_group_count = 1 : i64, "
               "precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision HIGHEST>]")
NORM = "epsilon = 1.000000e-03 : f32, feature_index = 2 : i64"

WRITTEN = [
    f'"stablehlo.batch_norm_inference" <{{{NORM}}}> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>',
    f'"stablehlo.batch_norm_training" <{{{NORM}}}> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)',
    f'"stablehlo.batch_norm_grad" <{{{NORM}}}> : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>)',
    '"stablehlo.bitcast_convert" : (tensor<2x3xf32>) -> tensor<2x3x4xi8>',
    '"stablehlo.bitcast_convert" : (tensor<2x2xui16>) -> tensor<2xui32>',
    '"stablehlo.broadcast" <{broadcast_sizes = array<i64: 2, 3>}> : (tensor<4xf32>) -> tensor<2x3x4xf32>',
    '"stablehlo.cbrt" : (tensor<4xf32>) -> tensor<4xf32>',
    '"stablehlo.cholesky" <{lower = true}> : (tensor<2x3x3xf32>) -> tensor<2x3x3xf32>',
    '"stablehlo.clamp" : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>',
    '"stablehlo.clamp" : (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>',
    '"stablehlo.compare" <{comparison_direction = #stablehlo<comparison_direction EQ>, compare_type = #stablehlo<comparison_type TOTALORDER>}> : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>',
    '"stablehlo.complex" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xcomplex<f32>>',
    '"stablehlo.concatenate" <{dimension = 1 : i64}> : (tensor<2x3xf32>, tensor<2x0xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>',
    f'"stablehlo.convolution" <{{{CONVOLUTION}, window_strides = array<i64: 2, 1>, padding = dense<[[1, 1], [0, 2]]> : tensor<2x2xi64>, lhs_dilation = array<i64: 1, 2>, rhs_dilation = array<i64: 2, 1>, window_reversal = array<i1: false, true>}}> : (tensor<2x8x9x4xf32>, tensor<3x3x4x5xf32>) -> tensor<2x3x17x5xf32>',
    f'"stablehlo.convolution" <{{{CONVOLUTION.replace("feature_group_count = 1", "feature_group_count = 2")}}}> : (tensor<2x8x9x4xf32>, tensor<3x3x2x6xf32>) -> tensor<2x6x7x6xf32>',
    f'"stablehlo.convolution" <{{{CONVOLUTION.replace("batch_group_count = 1", "batch_group_count = 2")}}}> : (tensor<4x8x9x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x7x6xf32>',
    '"stablehlo.dot" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
    '"stablehlo.dot_general" <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], algorithm = #stablehlo.dot_algorithm<lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>}> : (tensor<2x3x4xf32>, tensor<4x2x5xf32>) -> tensor<2x3x5xf32>',
    '"stablehlo.dynamic_slice" <{slice_sizes = array<i64: 1, 2>}> : (tensor<3x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x2xf32>',
    '"stablehlo.dynamic_update_slice" : (tensor<3x4xf32>, tensor<1x2xf32>, tensor<i32>, tensor<i32>) -> tensor<3x4xf32>',
    '"stablehlo.einsum" <{einsum_config = "ab,bc->ac"}> : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>',
    '"stablehlo.unary_einsum" <{einsum_config = "ab->a"}> : (tensor<2x3xf32>) -> tensor<2xf32>',
    '"stablehlo.exponential" <{result_accuracy = #stablehlo.result_accuracy<ulps = 4, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}> : (tensor<4xf32>) -> tensor<4xf32>',
    '"stablehlo.fft" <{fft_type = #stablehlo<fft_type FFT>, fft_length = array<i64: 4>}> : (tensor<2x4xcomplex<f32>>) -> tensor<2x4xcomplex<f32>>',
    '"stablehlo.fft" <{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: 2, 4>}> : (tensor<3x2x4xf32>) -> tensor<3x2x3xcomplex<f32>>',
    '"stablehlo.fft" <{fft_type = #stablehlo<fft_type IRFFT>, fft_length = array<i64: 4>}> : (tensor<2x3xcomplex<f64>>) -> tensor<2x4xf64>',
    '"stablehlo.gather" <{dimension_numbers = #stablehlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, slice_sizes = array<i64: 1, 2, 2>, indices_are_sorted = false}> : (tensor<3x4x2xi32>, tensor<2x3x2xi64>) -> tensor<2x3x2x2xi32>',
    '"stablehlo.gather" <{dimension_numbers = #stablehlo.gather<offset_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>, indices_are_sorted = true}> : (tensor<3x4xf32>, tensor<3x1xi32>) -> tensor<3x2xf32>',
    '"stablehlo.get_dimension_size" <{dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<i32>',
    '"stablehlo.iota" <{iota_dimension = 1 : i64}> : () -> tensor<2x3xi32>',
    '"stablehlo.is_finite" : (tensor<4xf32>) -> tensor<4xi1>',
    '"stablehlo.map" <{dimensions = array<i64: 0, 1>}> ' + ADD + ' : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>',
    '"stablehlo.optimization_barrier" : (tensor<2xf32>, tensor<3xi32>) -> (tensor<2xf32>, tensor<3xi32>)',
    '"stablehlo.pad" <{edge_padding_low = array<i64: 0, -1>, edge_padding_high = array<i64: 2, 1>, interior_padding = array<i64: 1, 0>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<5x3xf32>',
    '"stablehlo.reduce_precision" <{exponent_bits = 5 : i32, mantissa_bits = 2 : i32}> : (tensor<4xf32>) -> tensor<4xf32>',
    '"stablehlo.reduce" <{dimensions = array<i64: 0, 2>}> ' + LARGEST + ' : (tensor<2x3x4xi32>, tensor<i32>) -> tensor<3xi32>',
    '"stablehlo.reduce_window" <{window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 1, 2>, base_dilations = array<i64: 2, 1>, window_dilations = array<i64: 1, 2>, padding = dense<[[1, 0], [2, 2]]> : tensor<2x2xi64>}> ' + ADD + ' : (tensor<4x6xf32>, tensor<f32>) -> tensor<7x3xf32>',
    '"stablehlo.replica_id" : () -> tensor<ui32>',
    '"stablehlo.reverse" <{dimensions = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>',
    '"stablehlo.rng" <{rng_distribution = #stablehlo<rng_distribution NORMAL>}> : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2x3xf32>',
    '"stablehlo.rng_bit_generator" <{rng_algorithm = #stablehlo<rng_algorithm PHILOX>}> : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x3xui32>)',
    '"stablehlo.rng_bit_generator" <{rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xui16>)',
    '"stablehlo.scatter" <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false, unique_indices = true}> ' + ADD + ' : (tensor<5x2xf32>, tensor<3x1xi32>, tensor<3x2xf32>) -> tensor<5x2xf32>',
    '"stablehlo.scatter" <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>, indices_are_sorted = true, unique_indices = false}> ' + LARGEST + ' : (tensor<3x4xi32>, tensor<3x1xui8>, tensor<3x2xi32>) -> tensor<3x4xi32>',
    '"stablehlo.select" : (tensor<i1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>',
    '"stablehlo.select_and_scatter" <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 1>, padding = dense<[[0, 0], [1, 0]]> : tensor<2x2xi64>}> ' + AT_LEAST[:-1] + ', ' + ADD[1:] + ' : (tensor<4x3xf32>, tensor<2x3xf32>, tensor<f32>) -> tensor<4x3xf32>',
    '"stablehlo.slice" <{start_indices = array<i64: 1, 0>, limit_indices = array<i64: 3, 4>, strides = array<i64: 1, 2>}> : (tensor<3x5xf32>) -> tensor<2x2xf32>',
    '"stablehlo.sort" <{dimension = 1 : i64, is_stable = true}> ({\n  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):\n    %r = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>\n    "stablehlo.return"(%r) : (tensor<i1>) -> ()\n  }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)',
    '"stablehlo.torch_index_select" <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>',
    '"stablehlo.transpose" <{permutation = array<i64: 2, 0, 1>}> : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>',
    '"stablehlo.triangular_solve" <{left_side = true, lower = true, unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x3x3xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>',
    '"chlo.conj" : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>',
    '"chlo.erf" : (tensor<4xf32>) -> tensor<4xf32>',
    '"chlo.is_inf" : (tensor<4xf32>) -> tensor<4xi1>',
    '"chlo.top_k" <{k = 2 : i64}> : (tensor<3x4xf32>) -> (tensor<3x2xf32>, tensor<3x2xi32>)',
    '"chlo.next_after" : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>',
]


@dataclasses.dataclass
class Op:
    """An op in generic form, in parts that can be changed."""
    name: str
    attributes: list  # of [name, text]
    regions: str      # "({ ... }, { ... })" or ""
    operands: list    # types
    results: list

    def text(self, inherent="<{{{0}}}>"):
        arguments = ", ".join(f"%x{i}: {t}" for i, t in enumerate(self.operands))
        given = ", ".join(f"%x{i}" for i in range(len(self.operands)))
        attributes = ", ".join(f"{name} = {text}" if text else name for name, text in self.attributes)
        count, results = len(self.results), ", ".join(self.results)
        left = "" if count == 0 else "%y = " if count == 1 else f"%y:{count} = "
        named = ", ".join(f"%y#{i}" if count > 1 else "%y" for i in range(count))
        parts = [f"{left}{self.name}({given})"]
        # Properties stand before regions, attributes of the older form behind them.
        if attributes and inherent.startswith("<"):
            parts.append(inherent.format(attributes))
        parts.append(self.regions)
        if attributes and not inherent.startswith("<"):
            parts.append(inherent.format(attributes))
        parts.append(f": ({', '.join(self.operands)}) -> ({results})")
        return (f"func.func @main({arguments}) -> ({results}) {{\n  {' '.join(p for p in parts if p)}\n"
                f"  func.return{' ' + named + ' : ' + results if count else ''}\n}}\n")


def closing(text, begin):
    """Where what opens at `begin` is closed."""
    pairs, depth, i = {"(": ")", "[": "]", "{": "}", "<": ">"}, [], begin
    while i < len(text):
        c = text[i]
        if c == '"':
            i = text.index('"', i + 1)
        elif c in pairs:
            depth.append(pairs[c])
        elif depth and c == depth[-1] and text[i - 1:i + 1] != "->":
            depth.pop()
            if not depth:
                return i
        i += 1
    raise ValueError("nothing closes it")


def split(text):
    """At commas that stand in no brackets."""
    pieces, begin, i = [], 0, 0
    while i < len(text):
        if text[i] in "([{<":
            i = closing(text, i)
        elif text[i] == '"':
            i = text.index('"', i + 1)
        elif text[i] == ",":
            pieces.append(text[begin:i].strip())
            begin = i + 1
        i += 1
    return [*pieces, text[begin:].strip()] if text[begin:].strip() else pieces


def parsed(text):
    """An op as it is written above, or as MLIR prints its generic form."""
    at = text.index('"', text.index('"') + 1) + 1
    name, rest = text[text.index('"'):at], text[at:].lstrip()
    if rest.startswith("(%") or rest.startswith("()"):
        rest = rest[closing(rest, 0) + 1:].lstrip()
    attributes, regions = [], ""
    if rest.startswith("<{"):
        end = closing(rest, 0)
        attributes = [(part.split(" = ", 1) + [""])[:2] for part in split(rest[2:end - 1])]
        rest = rest[end + 1:].lstrip()
    if rest.startswith("({"):
        end = closing(rest, 0)
        regions, rest = rest[:end + 1], rest[end + 1:].lstrip()
    if rest.startswith("{"):
        rest = rest[closing(rest, 0) + 1:].lstrip()  # discardable attributes
    assert rest.startswith(": ("), text
    end = closing(rest, 2)
    operands, results = split(rest[3:end]), rest[end + 1:].split("->", 1)[1].strip()
    results = split(results[1:-1]) if results.startswith("(") else [results]
    return Op(name, attributes, regions, operands, results)


def uses_outside(op):
    """Whether its regions use values or functions from outside."""
    if "@" in op.regions:
        return True
    made = set(re.findall(r"(%\w+)(?=:)|(%\w+)(?:, %\w+)*(?::\d+)? =", op.regions))
    names = {name for pair in made for name in pair if name}
    return any(used.split("#")[0] not in names for used in re.findall(r"%\w+", op.regions))
