// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/reading/samples.h"

namespace shardc::test {

namespace {

/// A value of an attribute that any op, function, argument, ... may have; "" is to leave it out.
struct Values {
  Carrier carrier;
  const char *name, *some, *other, *refused;
};

constexpr const char *kSplitRows = R"(#sdy.sharding<@mesh, [{"a"}, {}]>)";
constexpr const char *kSplitColumns = R"(#sdy.sharding<@mesh, [{}, {"a"}]>)";
constexpr const char *kRowsOfHlo = R"("{devices=[2,1]<=[2]}")";
constexpr const char *kColumnsOfHlo = R"("{devices=[1,2]<=[2]}")";
constexpr const char *kNotes = R"({note = "x"})";
constexpr const char *kPlacingNotes = R"({_xla_compute_type = "host"})";

const Values kValues[] = {
    {Carrier::module, "mhlo.num_partitions", "2 : i32", "4 : i32", "0 : i32"},
    {Carrier::module, "mhlo.num_replicas", "1 : i32", "", "2 : i32"},
    {Carrier::module, "mhlo.is_dynamic", "false", "", "true"},
    {Carrier::module, "jax.uses_shape_polymorphism", "false", "", "true"},
    {Carrier::module, "mhlo.use_auto_spmd_partitioning", "false", "", "true"},
    {Carrier::module, "mhlo.cross_program_prefetches", "[]", "", ""},
    {Carrier::module, "mhlo.input_output_alias", "[]", "", "[{output_index = array<i64: 0>}]"},
    {Carrier::module, "mhlo.frontend_attributes", kNotes, "", R"({xla.sdy.meshes = "{}"})"},
    {Carrier::module, "mhlo.spmd_output_sharding", "", "", R"("{replicated}")"},
    {Carrier::module, "mhlo.spmd_parameters_shardings", "", "", R"(["{replicated}"])"},
    {Carrier::module, "mhlo.xla_entry_computation_parameter_layouts", "", "", "[]"},
    {Carrier::module, "mhlo.xla_entry_computation_parameter_tiles", "", "", "[]"},
    {Carrier::module, "mhlo.xla_entry_computation_result_layout", "", "", "[]"},
    {Carrier::module, "mhlo.xla_entry_computation_result_tiles", "", "", "[]"},
    {Carrier::function, "mhlo.frontend_attributes", kNotes, "", kPlacingNotes},
    {Carrier::function, "execution_thread", "", "", R"("host")"},
    {Carrier::argument, "sdy.sharding", kSplitRows, kSplitColumns, R"("{replicated}")"},
    {Carrier::argument, "shardc.name", R"("u")", R"("v")", "1 : i32"},
    {Carrier::argument, "shardc.dims", R"(["i", "j"])", R"(["k", "l"])", ""},
    {Carrier::argument, "jax.buffer_donor", "true", "false", "1 : i32"},
    {Carrier::argument, "tf.aliasing_output", "0 : i32", "", "9 : i32"},
    {Carrier::argument, "jax.arg_info", R"("x")", "", ""},
    {Carrier::argument, "jax.global_constant", "", "", R"("x")"},
    {Carrier::argument, "mhlo.frontend_attributes", kNotes, "", kPlacingNotes},
    {Carrier::argument, "mhlo.is_same_data_across_replicas", "true", "", ""},
    {Carrier::argument, "mhlo.layout_mode", R"("default")", "", R"("{0,1}")"},
    {Carrier::argument, "mhlo.memory_kind", R"("device")", "", R"("pinned_host")"},
    {Carrier::argument, "mhlo.sharding", kRowsOfHlo, kColumnsOfHlo, "1 : i32"},
    {Carrier::result, "sdy.sharding", kSplitRows, kSplitColumns, R"("{replicated}")"},
    {Carrier::result, "jax.result_info", R"("result['y']")", R"("result['z']")", "1 : i32"},
    {Carrier::result, "shardc.name", R"("y")", R"("z")", "1 : i32"},
    {Carrier::result, "mhlo.frontend_attributes", kNotes, "", kPlacingNotes},
    {Carrier::result, "mhlo.layout_mode", R"("auto")", "", R"("{0,1}")"},
    {Carrier::result, "mhlo.memory_kind", R"("device")", "", R"("pinned_host")"},
    {Carrier::result, "mhlo.sharding", kRowsOfHlo, kColumnsOfHlo, "1 : i32"},
    {Carrier::mesh, "stablehlo.mesh", R"({axes = [{name = "a", size = 2 : i64}]})", "",
     R"({axes = [{name = "a", size = 4 : i64}]})"},
    {Carrier::op, "sdy.sharding", R"(#sdy.sharding_per_value<[<@mesh, [{"a"}, {}]>]>)",
     R"(#sdy.sharding_per_value<[<@mesh, [{}, {"a"}]>]>)", kSplitRows},
    {Carrier::op, "mhlo.frontend_attributes", kNotes, "", kPlacingNotes},
    {Carrier::op, "mhlo.sharding", kRowsOfHlo, kColumnsOfHlo, "1 : i32"},
    {Carrier::op, "sdy.sharding_origins", R"({a = "self"})", "", ""},
    {Carrier::op, "sdy.propagation_edges", "[]", "", ""},
    {Carrier::op, "sdy.sharding_rule", "", "", R"x("([i]) -> ([i])")x"},
};

/// A program of one op whose carrier of this kind has the hole.
std::string programFor(Carrier carrier) {
  auto hole = [&](Carrier here, const char *around) {
    return carrier == here ? std::string(around) : std::string();
  };
  return "module @m" + hole(Carrier::module, " attributes {$}") +
         " {\n  sdy.mesh @mesh = <[\"a\"=2]>" + hole(Carrier::mesh, " {$}") +
         "\n  func.func public @main(%x: tensor<8x4xf32>" + hole(Carrier::argument, " {$}") +
         ") -> (tensor<8x4xf32>" + hole(Carrier::result, " {$}") + ")" +
         hole(Carrier::function, " attributes {$}") + " {\n    %0 = stablehlo.tanh %x" +
         hole(Carrier::op, " {$}") +
         " : tensor<8x4xf32>\n    return %0 : tensor<8x4xf32>\n  }\n}\n";
}

/// An attribute that an op has by its definition. `result` is the type of %r, which `lines` make of
/// x f32[8, 4], y f32[4, 8], s f32[4, 4] and i i32.
struct OfOp {
  const char *op, *name, *result, *lines, *some, *other, *refused;
};

constexpr const char *kAdd = "({\n ^bb0(%e: tensor<f32>, %f: tensor<f32>):\n"
                             "  %g = stablehlo.add %e, %f : tensor<f32>\n"
                             "  stablehlo.return %g : tensor<f32>\n})";
constexpr const char *kGroup = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>";
constexpr const char *kChannel = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>";

/// A region along the axis, in which %l f32[4, 4] becomes %q of the type.
std::string inRegion(const std::string &line, const std::string &type, const std::string &out) {
  return "%r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"a\"}, {}]>] "
         "out_shardings=[<@mesh, " +
         out + ">] manual_axes={\"a\"} (%l: tensor<4x4xf32>) {\n" + line +
         "\n  sdy.return %q : " + type + "\n} : (tensor<8x4xf32>) -> tensor<8x4xf32>";
}

std::vector<OfOp> ofOps() {
  static const std::string collectives[] = {
      inRegion("%q = \"stablehlo.all_gather\"(%l) <{$, " + std::string(kGroup) + ", " + kChannel +
                   ", use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<8x4xf32>",
               "tensor<8x4xf32>", "[{}, {}]"),
      inRegion("%p = \"stablehlo.all_to_all\"(%l) <{split_dimension = 1 : i64, $, " +
                   std::string(kGroup) + ", " + kChannel +
                   "}> : (tensor<4x4xf32>) -> tensor<8x2xf32>\n"
                   "%q = stablehlo.reshape %p : (tensor<8x2xf32>) -> tensor<4x4xf32>",
               "tensor<4x4xf32>", "[{\"a\"}, {}]"),
      inRegion("%q = \"stablehlo.all_to_all\"(%l) <{concat_dimension = 0 : i64, split_count = 2 : "
               "i64, $, " +
                   std::string(kGroup) + ", " + kChannel +
                   "}> : (tensor<4x4xf32>) -> tensor<4x4xf32>",
               "tensor<4x4xf32>", "[{\"a\"}, {}]"),
      inRegion("%q = \"stablehlo.collective_permute\"(%l) <{$, " + std::string(kChannel) +
                   "}> : (tensor<4x4xf32>) -> tensor<4x4xf32>",
               "tensor<4x4xf32>", "[{\"a\"}, {}]"),
      inRegion("%p = \"stablehlo.reduce_scatter\"(%l) <{$, " + std::string(kGroup) + ", " +
                   kChannel + ", use_global_device_ids}> " + kAdd +
                   " : (tensor<4x4xf32>) -> tensor<2x4xf32>\n"
                   "%q = stablehlo.concatenate %p, %p, dim = 0 : (tensor<2x4xf32>, "
                   "tensor<2x4xf32>) -> tensor<4x4xf32>",
               "tensor<4x4xf32>", "[{\"a\"}, {}]"),
      inRegion("%q = \"stablehlo.all_reduce\"(%l) <{$}> " + std::string(kAdd) +
                   " : (tensor<4x4xf32>) -> tensor<4x4xf32>",
               "tensor<4x4xf32>", "[{\"a\"}, {}]"),
  };
  static const auto scattered = [](const std::string &map) {
    return "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], "
           "inserted_window_dims = [0], scatter_dims_to_operand_dims = [" +
           map + "], index_vector_dim = 1>";
  };
  static const std::string pushed = scattered("0, 1"), turned = scattered("1, 0"),
                           beside = scattered("0, 7"),
                           sorted = "indices_are_sorted = true, " + pushed,
                           unique = pushed + ", unique_indices = true";
  static const std::string full = std::string(kGroup) + ", " + kChannel + ", use_global_device_ids";
  static const std::string otherChannel =
      std::string(kGroup) +
      ", channel_handle = #stablehlo.channel_handle<handle = 7, type = 0>, use_global_device_ids";
  static const std::string toHost =
      std::string(kGroup) +
      ", channel_handle = #stablehlo.channel_handle<handle = 1, type = 3>, use_global_device_ids";
  static const std::string alone =
      std::string("replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, ") + kChannel +
      ", use_global_device_ids";
  static const std::string noIds = std::string(kGroup) + ", " + kChannel;
  static const std::string
      convDims = "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>",
      counts = ", batch_group_count = 1 : i64, feature_group_count = 1 : i64",
      conv = convDims + counts,
      otherDims = "dimension_numbers = #stablehlo.conv<[b, 0, f]x[i, 0, o]->[b, "
                  "0, f]>" +
                  counts,
      byBatches = convDims + ", batch_group_count = 2 : i64, feature_group_count = 1 : i64",
      byFeatures = convDims + ", batch_group_count = 1 : i64, feature_group_count = 2 : i64",
      leftDilated = conv + ", lhs_dilation = array<i64: 2>",
      rightDilated = conv + ", rhs_dilation = array<i64: 3>",
      padded = conv + ", padding = dense<[[1, 0]]> : tensor<1x2xi64>",
      precise = conv + ", precision_config = [#stablehlo<precision HIGHEST>, "
                       "#stablehlo<precision HIGHEST>]",
      reversed = conv + ", window_reversal = array<i1: true, false>",
      strided = conv + ", window_strides = array<i64: 2>";
  static const std::string pairs = "window_dimensions = array<i64: 2, 1>",
                           apart = pairs + ", window_strides = array<i64: 2, 1>";
  static const std::string windows[] = {
      "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = \"stablehlo.reduce_window\"(%x, %z) "
      "<{$}> " +
          std::string(kAdd) + " : (tensor<8x4xf32>, tensor<f32>) -> tensor<7x4xf32>",
      "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = "
      "\"stablehlo.select_and_scatter\"(%x, %s, %z) <{$}> ({\n^bb0(%p: tensor<f32>, %q: "
      "tensor<f32>):\n  %o = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> "
      "tensor<i1>\n  stablehlo.return %o : tensor<i1>\n}, " +
          std::string(kAdd).substr(1) +
          " : (tensor<8x4xf32>, tensor<4x4xf32>, tensor<f32>) -> tensor<8x4xf32>",
  };
  static const auto dilatedBy = [](const char *what) {
    return pairs + ", " + what + " = array<i64: 2, 1>";
  };
  static const std::string baseDilated = dilatedBy("base_dilations"),
                           windowDilated = dilatedBy("window_dilations"),
                           windowStrided = dilatedBy("window_strides"),
                           rowsPadded = ", padding = dense<[[1, 0], [0, 0]]> : tensor<2x2xi64>",
                           pairsPadded = pairs + rowsPadded,
                           apartPadded =
                               apart + ", padding = dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>",
                           threes = "window_dimensions = array<i64: 3, 1>",
                           threesApart = threes + ", window_strides = array<i64: 2, 1>";
  const char *x = "tensor<8x4xf32>";
  const char *convolution =
      "%l = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<2x4x4xf32>\n"
      "%k = stablehlo.constant dense<1.0> : tensor<2x4x4xf32>\n"
      "%r = \"stablehlo.convolution\"(%l, %k) <{$}> : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> "
      "tensor<2x3x4xf32>";
  const char *dynamicConvolution =
      "%l = stablehlo.reshape %x : (tensor<8x4xf32>) -> tensor<2x4x4xf32>\n"
      "%k = stablehlo.constant dense<1.0> : tensor<2x4x4xf32>\n"
      "%n = stablehlo.constant dense<0> : tensor<1x2xi32>\n"
      "%r = \"stablehlo.dynamic_conv\"(%l, %k, %n) <{$}> : (tensor<2x4x4xf32>, "
      "tensor<2x4x4xf32>, tensor<1x2xi32>) -> tensor<2x3x4xf32>";
  const char *training =
      "%c = stablehlo.constant dense<1.0> : tensor<4xf32>\n%r, %m, %v = "
      "\"stablehlo.batch_norm_training\"(%x, %c, %c) <{$}> : (tensor<8x4xf32>, tensor<4xf32>, "
      "tensor<4xf32>) -> (tensor<8x4xf32>, tensor<4xf32>, tensor<4xf32>)";
  const char *inference =
      "%c = stablehlo.constant dense<1.0> : tensor<4xf32>\n%r = "
      "\"stablehlo.batch_norm_inference\"(%x, %c, %c, %c, %c) <{$}> : (tensor<8x4xf32>, "
      "tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<8x4xf32>";
  const char *gradient =
      "%c = stablehlo.constant dense<1.0> : tensor<4xf32>\n%r, %m, %v = "
      "\"stablehlo.batch_norm_grad\"(%x, %c, %c, %c, %x) <{$}> : (tensor<8x4xf32>, "
      "tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8x4xf32>) -> (tensor<8x4xf32>, "
      "tensor<4xf32>, tensor<4xf32>)";
  const char *rows = "epsilon = 1.0e-3 : f32, feature_index = 1 : i64";
  const char *columns = "epsilon = 1.0e-3 : f32, feature_index = 0 : i64";
  const char *noFloat = "epsilon = 1 : i64, feature_index = 1 : i64";
  const char *matrix =
      "%q = stablehlo.slice %x [0:4, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>\n";
  static const std::string cholesky =
      matrix + std::string("%r = \"stablehlo.cholesky\"(%q) <{lower = $}> : (tensor<4x4xf32>) -> "
                           "tensor<4x4xf32>");
  static const std::string solve =
      matrix + std::string("%b = stablehlo.constant dense<2.0> : tensor<4x4xf32>\n%r = "
                           "\"stablehlo.triangular_solve\"(%q, %b) <{$}> : (tensor<4x4xf32>, "
                           "tensor<4x4xf32>) -> tensor<4x4xf32>");
  static const auto solveBy = [](const char *left, const char *lower, const char *turns,
                                 const char *unit) {
    return "left_side = " + std::string(left) + ", lower = " + lower +
           ", transpose_a = #stablehlo<transpose " + turns + ">, unit_diagonal = " + unit;
  };
  static const std::string solvePlainly = solveBy("true", "true", "NO_TRANSPOSE", "false"),
                           solveRight = solveBy("false", "true", "NO_TRANSPOSE", "false"),
                           solveUpper = solveBy("true", "false", "NO_TRANSPOSE", "false"),
                           solveTurned = solveBy("true", "true", "TRANSPOSE", "false"),
                           solveWithOnes = solveBy("true", "true", "NO_TRANSPOSE", "true"),
                           solveByNothing = solveBy("true", "true", "TRANSPOSE_INVALID", "false");
  const char *fourier = "%c = stablehlo.complex %x, %x : tensor<8x4xcomplex<f32>>\n%r = "
                        "\"stablehlo.fft\"(%c) <{$}> : "
                        "(tensor<8x4xcomplex<f32>>) -> tensor<8x4xcomplex<f32>>";
  static const auto fourierBy = [](const char *type, const char *lengths) {
    return "fft_length = array<i64: " + std::string(lengths) +
           ">, fft_type = #stablehlo<fft_type " + type + ">";
  };
  static const std::string fourierOfRows = fourierBy("FFT", "4"),
                           fourierOfAll = fourierBy("FFT", "8, 4"),
                           fourierBack = fourierBy("IFFT", "4"),
                           fourierOfLess = fourierBy("FFT", "2"),
                           fourierOfReal = fourierBy("RFFT", "4");
  const char *sort =
      "%r = \"stablehlo.sort\"(%x) <{$}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n  %o = "
      "stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n  "
      "stablehlo.return %o : tensor<i1>\n}) : (tensor<8x4xf32>) -> tensor<8x4xf32>";
  const char *largest = "%r, %w = \"chlo.top_k\"(%x) <{k = $}> : (tensor<8x4xf32>) -> "
                        "(tensor<8x2xf32>, tensor<8x2xi32>)";
  static const auto raggedBy = [](const std::string &contracting, const std::string &more) {
    return "%n = stablehlo.constant dense<[1, 2]> : tensor<2xi32>\n%w = "
           "stablehlo.broadcast_in_dim %s, dims = [1, 2] : (tensor<4x4xf32>) -> "
           "tensor<2x4x4xf32>\n%r = \"chlo.ragged_dot\"(%s, %w, %n) "
           "<{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], "
           "rhs_contracting_dimensions = [" +
           contracting + "], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>" + more +
           "}> : (tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<2xi32>) -> tensor<4x4xf32>";
  };
  static const std::string ragged = raggedBy("$", ""), raggedPrecision = raggedBy("1", "$");
  const char *composite =
      "%r = \"stablehlo.composite\"(%x) <{$}> : (tensor<8x4xf32>) -> tensor<8x4xf32>";
  const char *twice = "name = \"my.f\", decomposition = @twice";
  const char *select = "%w = stablehlo.constant dense<[0, 2]> : tensor<2xi32>\n%r = "
                       "\"stablehlo.torch_index_select\"(%x, %w) <{$}> : (tensor<8x4xf32>, "
                       "tensor<2xi32>) -> tensor<2x4xf32>";
  const char *dynamic = "%n = stablehlo.constant dense<[4, 4, 4]> : tensor<3xi64>\n%r = "
                        "\"stablehlo.dynamic_broadcast_in_dim\"(%s, %n) <{$}> : (tensor<4x4xf32>, "
                        "tensor<3xi64>) -> tensor<4x4x4xf32>";
  static const std::string
      gatherRows = "dimension_numbers = #stablehlo.gather<offset_dims = [1], "
                   "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = "
                   "1>",
      gatherColumns = "dimension_numbers = #stablehlo.gather<offset_dims = [1], "
                      "collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim "
                      "= 1>",
      sortedRows = gatherRows + ", indices_are_sorted = true";
  const char *dynamicGather =
      "%w = stablehlo.constant dense<[[0], [2], [1]]> : tensor<3x1xi32>\n%n = stablehlo.constant "
      "dense<[1, 4]> : tensor<2xi64>\n%r = \"stablehlo.dynamic_gather\"(%s, %w, %n) <{$}> : "
      "(tensor<4x4xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x4xf32>";
  const char *gather = "%w = stablehlo.constant dense<[[0, 1], [2, 2]]> : tensor<2x2xi32>\n%r = "
                       "\"stablehlo.gather\"(%x, %w) <{$}> : (tensor<8x4xf32>, tensor<2x2xi32>) -> "
                       "tensor<2x4x1xf32>";
  const char *scatter =
      "%w = stablehlo.constant dense<[[0, 1], [2, 2]]> : tensor<2x2xi32>\n"
      "%u = stablehlo.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>\n"
      "%r = \"stablehlo.scatter\"(%x, %w, %u) <{$}> ({\n^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
      "  stablehlo.return %q : tensor<f32>\n}) : (tensor<8x4xf32>, tensor<2x2xi32>, "
      "tensor<2x2xf32>) -> tensor<8x4xf32>";
  return {
      {"func.call", "arg_attrs", x,
       "%r = \"func.call\"(%x) <{callee = @twice$}> : (tensor<8x4xf32>) -> tensor<8x4xf32>", "", "",
       ", arg_attrs = [{sdy.sharding = 1 : i32}]"},
      {"func.call", "res_attrs", x,
       "%r = \"func.call\"(%x) <{callee = @twice$}> : (tensor<8x4xf32>) -> tensor<8x4xf32>", "", "",
       ", res_attrs = [{sdy.sharding = 1 : i32}]"},
      {"func.call", "callee", x, "%r = func.call @$(%x) : (tensor<8x4xf32>) -> tensor<8x4xf32>",
       "twice", "square", ""},
      {"func.call", "no_inline", x,
       "%r = \"func.call\"(%x) <{callee = @twice$}> : (tensor<8x4xf32>) -> tensor<8x4xf32>", "",
       ", no_inline", ""},
      {"sdy.manual_computation", "in_shardings", x,
       "%r = sdy.manual_computation(%s, %x) in_shardings=[<@mesh, $>, <@mesh, [{\"a\"}, {}]>] "
       "out_shardings=[<@mesh, [{\"a\"}, {}]>] manual_axes={\"a\"} (%l: tensor<4x4xf32>, %m: "
       "tensor<4x4xf32>) {\n %q = stablehlo.add %l, %m : tensor<4x4xf32>\n sdy.return %q : "
       "tensor<4x4xf32>\n} : (tensor<4x4xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>",
       "[{}, {}]", "[{}, {}]", "[{\"b\"}, {}]"},
      {"sdy.manual_computation", "out_shardings", x,
       "%r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"a\"}, {}]>] "
       "out_shardings=[<@mesh, "
       "$>] manual_axes={\"a\"} (%l: tensor<4x4xf32>) {\n %q = stablehlo.concatenate %l, %l, dim = "
       "0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>\n sdy.return %q : "
       "tensor<8x4xf32>\n} : (tensor<8x4xf32>) -> tensor<8x4xf32>",
       "[{}, {}]", "[{}, {}]", "[{\"a\"}, {}]"},
      {"sdy.manual_computation", "manual_axes", x,
       "%r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{}, {}]>] out_shardings=[<@mesh, "
       "[{}, "
       "{}]>] manual_axes={$} (%l: tensor<8x4xf32>) {\n %q = stablehlo.tanh %l : tensor<8x4xf32>\n "
       "sdy.return %q : tensor<8x4xf32>\n} : (tensor<8x4xf32>) -> tensor<8x4xf32>",
       "\"a\"", "\"a\"", "\"b\""},
      {"sdy.all_gather", "gathering_axes", x,
       "%r = sdy.all_gather [$, {}] %x out_sharding=<@mesh, [{}, {}]> : tensor<8x4xf32>", "{\"a\"}",
       "{}", "{\"b\"}"},
      {"sdy.all_gather", "out_sharding", x,
       "%r = sdy.all_gather [{\"a\"}, {}] %x out_sharding=<@mesh, $> : tensor<8x4xf32>", "[{}, {}]",
       "[{\"a\"}, {}]", "[{}]"},
      {"sdy.all_reduce", "out_sharding", x,
       "%u = sdy.replicated_to_unreduced {\"a\"} %x out_sharding=<@mesh, [{}, {}], "
       "unreduced={\"a\"}> : tensor<8x4xf32>\n%r = sdy.all_reduce {\"a\"} %u out_sharding=<@mesh, "
       "$> : tensor<8x4xf32>",
       "[{}, {}]", "[{\"a\"}, {}]", "[{}]"},
      {"sdy.all_reduce", "reduction_axes", x,
       "%u = sdy.replicated_to_unreduced {\"a\"} %x out_sharding=<@mesh, [{}, {}], "
       "unreduced={\"a\"}> : tensor<8x4xf32>\n%r = sdy.all_reduce $ %u out_sharding=<@mesh, [{}, "
       "{}]> : tensor<8x4xf32>",
       "{\"a\"}", "{\"a\"}", "{\"b\"}"},
      {"sdy.all_slice", "out_sharding", x,
       "%r = sdy.all_slice [{\"a\"}, {}] %x out_sharding=<@mesh, $> : tensor<8x4xf32>",
       "[{\"a\"}, {}]", "[{}, {}]", "[{}]"},
      {"sdy.all_slice", "slicing_axes", x,
       "%r = sdy.all_slice [$, {}] %x out_sharding=<@mesh, [{\"a\"}, {}]> : tensor<8x4xf32>",
       "{\"a\"}", "{}", "{\"b\"}"},
      {"sdy.all_to_all", "out_sharding", x,
       "%r = sdy.all_to_all [{\"a\"}: 0->1] %x out_sharding=<@mesh, $> : tensor<8x4xf32>",
       "[{}, {\"a\"}]", "[{\"a\"}, {}]", "[{}]"},
      {"sdy.all_to_all", "params", x,
       "%r = sdy.all_to_all [{\"a\"}: $->1] %x out_sharding=<@mesh, [{}, {\"a\"}]> : "
       "tensor<8x4xf32>",
       "0", "1", "2"},
      {"sdy.collective_permute", "out_sharding", x,
       "%r = sdy.collective_permute %x out_sharding=<@mesh, $> : tensor<8x4xf32>", "[{\"a\"}, {}]",
       "[{}, {\"a\"}]", "[{}]"},
      {"sdy.constant", "value", x,
       "%c = sdy.constant dense<$> : tensor<8x4xf32>\n%r = stablehlo.add %x, %c : tensor<8x4xf32>",
       "1.0", "2.0", ""},
      {"sdy.data_flow_edge", "sharding", x,
       "%r = sdy.data_flow_edge %x sharding=<@mesh, $> : tensor<8x4xf32>", "[{\"a\"}, {}]",
       "[{}, {\"a\"}]", "[{}]"},
      {"sdy.func_data_flow_edge", "sharding", x,
       "%r = sdy.func_data_flow_edge %x sharding=<@mesh, $> : tensor<8x4xf32>", "[{\"a\"}, {}]",
       "[{}, {\"a\"}]", "[{}]"},
      {"sdy.named_computation", "in_shardings", x,
       "%r = sdy.named_computation<\"f\">(%x) in_shardings=[<@mesh, $>] out_shardings=[<@mesh, "
       "[{}, {}]>] (%l: tensor<8x4xf32>) {\n %q = stablehlo.tanh %l : tensor<8x4xf32>\n sdy.return "
       "%q : tensor<8x4xf32>\n} : (tensor<8x4xf32>) -> tensor<8x4xf32>",
       "[{\"a\"}, {}]", "[{}, {\"a\"}]", "[{}]"},
      {"sdy.named_computation", "name", x,
       "%r = sdy.named_computation<\"$\">(%x) in_shardings=[<@mesh, [{}, {}]>] "
       "out_shardings=[<@mesh, [{}, {}]>] (%l: tensor<8x4xf32>) {\n %q = stablehlo.tanh %l : "
       "tensor<8x4xf32>\n sdy.return %q : tensor<8x4xf32>\n} : (tensor<8x4xf32>) -> "
       "tensor<8x4xf32>",
       "f", "g", ""},
      {"sdy.named_computation", "out_shardings", x,
       "%r = sdy.named_computation<\"f\">(%x) in_shardings=[<@mesh, [{}, {}]>] "
       "out_shardings=[<@mesh, $>] (%l: tensor<8x4xf32>) {\n %q = stablehlo.tanh %l : "
       "tensor<8x4xf32>\n sdy.return %q : tensor<8x4xf32>\n} : (tensor<8x4xf32>) -> "
       "tensor<8x4xf32>",
       "[{\"a\"}, {}]", "[{}, {\"a\"}]", "[{}]"},
      {"sdy.propagation_barrier", "allowed_direction", x,
       "%t = sdy.reshard %x <@mesh, [{\"a\"}, {}]> : tensor<8x4xf32>\n%b = sdy.propagation_barrier "
       "%t allowed_direction=$ : tensor<8x4xf32>\n%r = stablehlo.tanh %b : tensor<8x4xf32>",
       "NONE", "FORWARD", "BOTH"},
      {"sdy.reduce_scatter", "out_sharding", x,
       "%r = sdy.reduce_scatter [{\"a\"}, {}] %x out_sharding=<@mesh, $> : tensor<8x4xf32>",
       "[{\"a\"}, {}]", "[{}, {}]", "[{}]"},
      {"sdy.reduce_scatter", "reduce_scatter_axes", x,
       "%r = sdy.reduce_scatter [$, {}] %x out_sharding=<@mesh, [{\"a\"}, {}]> : tensor<8x4xf32>",
       "{\"a\"}", "{}", "{\"b\"}"},
      {"sdy.replicated_to_unreduced", "axes", x,
       "%u = sdy.replicated_to_unreduced $ %x out_sharding=<@mesh, [{}, {}], unreduced={\"a\"}> : "
       "tensor<8x4xf32>\n%r = sdy.all_reduce {\"a\"} %u out_sharding=<@mesh, [{}, {}]> : "
       "tensor<8x4xf32>",
       "{\"a\"}", "{\"a\"}", "{\"b\"}"},
      {"sdy.replicated_to_unreduced", "out_sharding", x,
       "%u = sdy.replicated_to_unreduced {\"a\"} %x out_sharding=<@mesh, [{}, {}]$> : "
       "tensor<8x4xf32>\n%r = sdy.all_reduce {\"a\"} %u out_sharding=<@mesh, [{}, {}]> : "
       "tensor<8x4xf32>",
       ", unreduced={\"a\"}", "", ", unreduced={\"b\"}"},
      {"sdy.sharded_to_unreduced", "axes", x,
       "%u = sdy.sharded_to_unreduced [$, {}] %x out_sharding=<@mesh, [{}, {}], unreduced={\"a\"}> "
       ": tensor<8x4xf32>\n%r = sdy.all_reduce {\"a\"} %u out_sharding=<@mesh, [{}, {}]> : "
       "tensor<8x4xf32>",
       "{\"a\"}", "{}", "{\"b\"}"},
      {"sdy.sharded_to_unreduced", "out_sharding", x,
       "%u = sdy.sharded_to_unreduced [{\"a\"}, {}] %x out_sharding=<@mesh, [{}, {}]$> : "
       "tensor<8x4xf32>\n%r = sdy.all_reduce {\"a\"} %u out_sharding=<@mesh, [{}, {}]> : "
       "tensor<8x4xf32>",
       ", unreduced={\"a\"}", "", ", unreduced={\"b\"}"},
      {"sdy.reshard", "sharding", x, "%r = sdy.reshard %x <@mesh, $> : tensor<8x4xf32>",
       "[{\"a\"}, {}]", "[{}, {\"a\"}]", "[{}]"},
      {"sdy.sharding_constraint", "sharding", x,
       "%r = sdy.sharding_constraint %x <@mesh, $> : tensor<8x4xf32>", "[{\"a\"}, {}]",
       "[{}, {\"a\"}]", "[{}]"},
      {"sdy.sharding_group", "group_id", "tensor<4x4xf32>",
       "%t = stablehlo.tanh %s : tensor<4x4xf32>\n"
       "%k = stablehlo.slice %x [0:4, 0:4] : (tensor<8x4xf32>) -> tensor<4x4xf32>\n"
       "%u = sdy.sharding_constraint %k <@mesh, [{\"a\"}, {}]> : tensor<4x4xf32>\n"
       "sdy.sharding_group %t group_id=1 : tensor<4x4xf32>\n"
       "sdy.sharding_group %u group_id=$ : tensor<4x4xf32>\n"
       "%v = stablehlo.transpose %u, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>\n"
       "%r = stablehlo.add %t, %v : tensor<4x4xf32>",
       "1", "2", ""},
      {"stablehlo.all_gather", "all_gather_dim", x, collectives[0].c_str(),
       "all_gather_dim = 0 : i64", "all_gather_dim = 0 : i64", "all_gather_dim = 2 : i64"},
      {"stablehlo.all_to_all", "concat_dimension", x, collectives[1].c_str(),
       "split_count = 2 : i64, concat_dimension = 0 : i64",
       "split_count = 2 : i64, concat_dimension = 0 : i64",
       "split_count = 2 : i64, concat_dimension = 2 : i64"},
      {"stablehlo.all_to_all", "split_count", x, collectives[1].c_str(),
       "split_count = 2 : i64, concat_dimension = 0 : i64",
       "split_count = 2 : i64, concat_dimension = 0 : i64",
       "split_count = 4 : i64, concat_dimension = 0 : i64"},
      {"stablehlo.all_to_all", "split_dimension", x, collectives[2].c_str(),
       "split_dimension = 0 : i64", "split_dimension = 0 : i64", "split_dimension = 5 : i64"},
      {"stablehlo.collective_permute", "source_target_pairs", x, collectives[3].c_str(),
       "source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>",
       "source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>",
       "source_target_pairs = dense<[[0, 9]]> : tensor<1x2xi64>"},
      {"stablehlo.reduce_scatter", "scatter_dimension", x, collectives[4].c_str(),
       "scatter_dimension = 0 : i64", "scatter_dimension = 0 : i64", "scatter_dimension = 3 : i64"},
      {"", "channel_handle", x, collectives[5].c_str(), full.c_str(), otherChannel.c_str(),
       toHost.c_str()},
      {"", "replica_groups", x, collectives[5].c_str(), full.c_str(), alone.c_str(), ""},
      {"", "use_global_device_ids", x, collectives[5].c_str(), full.c_str(), noIds.c_str(), ""},
      {"", "result_accuracy", x,
       "%r = \"stablehlo.exponential\"(%x) <{$}> : (tensor<8x4xf32>) -> tensor<8x4xf32>", "",
       "result_accuracy = #stablehlo.result_accuracy<mode = "
       "#stablehlo.result_accuracy_mode<DEFAULT>>",
       "result_accuracy = #stablehlo.result_accuracy<mode = "
       "#stablehlo.result_accuracy_mode<HIGHEST>>"},
      {"stablehlo.batch_norm_grad", "epsilon", x, gradient, rows, noFloat, ""},
      {"stablehlo.batch_norm_grad", "feature_index", x, gradient, rows, columns, ""},
      {"stablehlo.batch_norm_inference", "epsilon", x, inference, rows, noFloat, ""},
      {"stablehlo.batch_norm_inference", "feature_index", x, inference, rows, columns, ""},
      {"stablehlo.batch_norm_training", "epsilon", x, training, rows, noFloat, ""},
      {"stablehlo.batch_norm_training", "feature_index", x, training, rows, columns, ""},
      {"chlo.top_k", "k", "tensor<8x2xf32>", largest, "2", "3", ""},
      {"stablehlo.cholesky", "lower", "tensor<4x4xf32>", cholesky.c_str(), "true", "false", ""},
      {"stablehlo.fft", "fft_length", "tensor<8x4xcomplex<f32>>", fourier, fourierOfRows.c_str(),
       fourierOfAll.c_str(), fourierOfLess.c_str()},
      {"stablehlo.fft", "fft_type", "tensor<8x4xcomplex<f32>>", fourier, fourierOfRows.c_str(),
       fourierBack.c_str(), fourierOfReal.c_str()},
      {"stablehlo.sort", "dimension", x, sort, "dimension = 0 : i64", "dimension = 1 : i64", ""},
      {"stablehlo.sort", "is_stable", x, sort, "is_stable = false", "is_stable = true", ""},
      {"stablehlo.triangular_solve", "left_side", "tensor<4x4xf32>", solve.c_str(),
       solvePlainly.c_str(), solveRight.c_str(), ""},
      {"stablehlo.triangular_solve", "lower", "tensor<4x4xf32>", solve.c_str(),
       solvePlainly.c_str(), solveUpper.c_str(), ""},
      {"stablehlo.triangular_solve", "transpose_a", "tensor<4x4xf32>", solve.c_str(),
       solvePlainly.c_str(), solveTurned.c_str(), solveByNothing.c_str()},
      {"stablehlo.triangular_solve", "unit_diagonal", "tensor<4x4xf32>", solve.c_str(),
       solvePlainly.c_str(), solveWithOnes.c_str(), ""},
      {"stablehlo.broadcast", "broadcast_sizes", "tensor<2x4x4xf32>",
       "%r = \"stablehlo.broadcast\"(%s) <{broadcast_sizes = array<i64: $>}> : (tensor<4x4xf32>) "
       "-> tensor<2x4x4xf32>",
       "2", "3", ""},
      {"stablehlo.composite", "composite_attributes", x, composite, twice,
       "name = \"my.f\", decomposition = @twice, composite_attributes = {n = 1 : i32}", ""},
      {"stablehlo.composite", "decomposition", x, composite, twice,
       "name = \"my.f\", decomposition = @square", ""},
      {"stablehlo.composite", "name", x, composite, twice,
       "name = \"my.g\", decomposition = @twice", ""},
      {"stablehlo.composite", "version", x, composite, twice,
       "name = \"my.f\", decomposition = @twice, version = 2 : i32", ""},
      {"stablehlo.convolution", "batch_group_count", "tensor<2x3x4xf32>", convolution, conv.c_str(),
       byBatches.c_str(), ""},
      {"stablehlo.convolution", "dimension_numbers", "tensor<2x3x4xf32>", convolution, conv.c_str(),
       otherDims.c_str(), ""},
      {"stablehlo.convolution", "feature_group_count", "tensor<2x3x4xf32>", convolution,
       conv.c_str(), byFeatures.c_str(), ""},
      {"stablehlo.convolution", "lhs_dilation", "tensor<2x3x4xf32>", convolution, conv.c_str(),
       leftDilated.c_str(), ""},
      {"stablehlo.convolution", "padding", "tensor<2x3x4xf32>", convolution, conv.c_str(),
       padded.c_str(), ""},
      {"stablehlo.convolution", "precision_config", "tensor<2x3x4xf32>", convolution, conv.c_str(),
       precise.c_str(), ""},
      {"stablehlo.convolution", "rhs_dilation", "tensor<2x3x4xf32>", convolution, conv.c_str(),
       rightDilated.c_str(), ""},
      {"stablehlo.convolution", "window_reversal", "tensor<2x3x4xf32>", convolution, conv.c_str(),
       reversed.c_str(), ""},
      {"stablehlo.convolution", "window_strides", "tensor<2x3x4xf32>", convolution, conv.c_str(),
       strided.c_str(), ""},
      {"stablehlo.einsum", "einsum_config", x,
       "%r = \"stablehlo.einsum\"(%x, %s) <{einsum_config = \"$\"}> : (tensor<8x4xf32>, "
       "tensor<4x4xf32>) -> tensor<8x4xf32>",
       "ij,jk->ik", "ij,jk->ki", ""},
      {"stablehlo.dynamic_broadcast_in_dim", "broadcast_dimensions", "tensor<4x4x4xf32>", dynamic,
       "broadcast_dimensions = array<i64: 0, 1>", "broadcast_dimensions = array<i64: 0, 2>", ""},
      {"stablehlo.dynamic_broadcast_in_dim", "known_expanding_dimensions", "tensor<4x4x4xf32>",
       dynamic, "broadcast_dimensions = array<i64: 0, 1>",
       "broadcast_dimensions = array<i64: 0, 1>, known_expanding_dimensions = array<i64: 0>", ""},
      {"stablehlo.dynamic_broadcast_in_dim", "known_nonexpanding_dimensions", "tensor<4x4x4xf32>",
       dynamic, "broadcast_dimensions = array<i64: 0, 1>",
       "broadcast_dimensions = array<i64: 0, 1>, known_nonexpanding_dimensions = array<i64: 1>",
       ""},
      {"stablehlo.dynamic_conv", "batch_group_count", "tensor<2x3x4xf32>", dynamicConvolution,
       conv.c_str(), byBatches.c_str(), ""},
      {"stablehlo.dynamic_conv", "dimension_numbers", "tensor<2x3x4xf32>", dynamicConvolution,
       conv.c_str(), otherDims.c_str(), ""},
      {"stablehlo.dynamic_conv", "feature_group_count", "tensor<2x3x4xf32>", dynamicConvolution,
       conv.c_str(), byFeatures.c_str(), ""},
      {"stablehlo.dynamic_conv", "lhs_dilation", "tensor<2x3x4xf32>", dynamicConvolution,
       conv.c_str(), leftDilated.c_str(), ""},
      {"stablehlo.dynamic_conv", "precision_config", "tensor<2x3x4xf32>", dynamicConvolution,
       conv.c_str(), precise.c_str(), ""},
      {"stablehlo.dynamic_conv", "rhs_dilation", "tensor<2x3x4xf32>", dynamicConvolution,
       conv.c_str(), rightDilated.c_str(), ""},
      {"stablehlo.dynamic_conv", "window_reversal", "tensor<2x3x4xf32>", dynamicConvolution,
       conv.c_str(), reversed.c_str(), ""},
      {"stablehlo.dynamic_conv", "window_strides", "tensor<2x3x4xf32>", dynamicConvolution,
       conv.c_str(), strided.c_str(), ""},
      {"stablehlo.dynamic_gather", "dimension_numbers", "tensor<3x4xf32>", dynamicGather,
       gatherRows.c_str(), gatherRows.c_str(), gatherColumns.c_str()},
      {"stablehlo.dynamic_gather", "indices_are_sorted", "tensor<3x4xf32>", dynamicGather,
       gatherRows.c_str(), sortedRows.c_str(), ""},
      {"stablehlo.dynamic_iota", "iota_dimension", x,
       "%n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>\n"
       "%r = \"stablehlo.dynamic_iota\"(%n) <{iota_dimension = $ : i64}> : (tensor<2xi64>) -> "
       "tensor<8x4xf32>",
       "0", "1", ""},
      {"stablehlo.get_tuple_element", "index", x,
       "%n = stablehlo.negate %x : tensor<8x4xf32>\n"
       "%t = stablehlo.tuple %x, %n : tuple<tensor<8x4xf32>, tensor<8x4xf32>>\n"
       "%r = \"stablehlo.get_tuple_element\"(%t) <{index = $ : i32}> : "
       "(tuple<tensor<8x4xf32>, tensor<8x4xf32>>) -> tensor<8x4xf32>",
       "0", "1", "2"},
      {"stablehlo.get_dimension_size", "dimension", "tensor<i32>",
       "%r = \"stablehlo.get_dimension_size\"(%x) <{dimension = $ : i64}> : (tensor<8x4xf32>) -> "
       "tensor<i32>",
       "0", "2", ""},
      {"stablehlo.map", "dimensions", x,
       "%r = \"stablehlo.map\"(%x) <{dimensions = array<i64: $>}> ({\n^bb0(%p: tensor<f32>):\n  %q "
       "= stablehlo.tanh %p : tensor<f32>\n  stablehlo.return %q : tensor<f32>\n}) : "
       "(tensor<8x4xf32>) -> tensor<8x4xf32>",
       "0, 1", "1, 0", ""},
      {"stablehlo.reduce_window", "base_dilations", "tensor<7x4xf32>", windows[0].c_str(),
       pairs.c_str(), baseDilated.c_str(), ""},
      {"stablehlo.reduce_window", "padding", "tensor<7x4xf32>", windows[0].c_str(), pairs.c_str(),
       pairsPadded.c_str(), ""},
      {"stablehlo.reduce_window", "window_dilations", "tensor<7x4xf32>", windows[0].c_str(),
       pairs.c_str(), windowDilated.c_str(), ""},
      {"stablehlo.reduce_window", "window_dimensions", "tensor<7x4xf32>", windows[0].c_str(),
       pairs.c_str(), threes.c_str(), ""},
      {"stablehlo.reduce_window", "window_strides", "tensor<7x4xf32>", windows[0].c_str(),
       pairs.c_str(), windowStrided.c_str(), ""},
      {"stablehlo.rng", "rng_distribution", x,
       "%a = stablehlo.constant dense<1.0> : tensor<f32>\n"
       "%n = stablehlo.constant dense<[8, 4]> : tensor<2xi64>\n"
       "%r = \"stablehlo.rng\"(%a, %a, %n) <{rng_distribution = #stablehlo<rng_distribution $>}> : "
       "(tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<8x4xf32>",
       "UNIFORM", "NORMAL", ""},
      {"stablehlo.rng_bit_generator", "rng_algorithm", "tensor<8xui32>",
       "%k = stablehlo.constant dense<[1, 2]> : tensor<2xui64>\n"
       "%next, %r = \"stablehlo.rng_bit_generator\"(%k) <{rng_algorithm = #stablehlo<rng_algorithm "
       "$>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<8xui32>)",
       "DEFAULT", "THREE_FRY", ""},
      {"stablehlo.select_and_scatter", "padding", x, windows[1].c_str(), apart.c_str(),
       apartPadded.c_str(), ""},
      {"stablehlo.select_and_scatter", "window_dimensions", x, windows[1].c_str(), apart.c_str(),
       threesApart.c_str(), ""},
      {"stablehlo.select_and_scatter", "window_strides", x, windows[1].c_str(), apart.c_str(),
       pairs.c_str(), ""},
      {"stablehlo.torch_index_select", "batch_dims", "tensor<2x4xf32>", select,
       "dim = 0 : i64, batch_dims = 0 : i64", "dim = 0 : i64, batch_dims = 1 : i64", ""},
      {"stablehlo.torch_index_select", "dim", "tensor<2x4xf32>", select,
       "dim = 0 : i64, batch_dims = 0 : i64", "dim = 1 : i64, batch_dims = 0 : i64", ""},
      {"stablehlo.unary_einsum", "einsum_config", "tensor<8xf32>",
       "%r = \"stablehlo.unary_einsum\"(%x) <{einsum_config = \"$\"}> : (tensor<8x4xf32>) -> "
       "tensor<8xf32>",
       "ij->i", "ij->j", ""},
      {"stablehlo.reduce_precision", "exponent_bits", x,
       "%r = \"stablehlo.reduce_precision\"(%x) <{exponent_bits = $ : i32, mantissa_bits = 7 : "
       "i32}> : (tensor<8x4xf32>) -> tensor<8x4xf32>",
       "8", "0", ""},
      {"stablehlo.reduce_precision", "mantissa_bits", x,
       "%r = \"stablehlo.reduce_precision\"(%x) <{exponent_bits = 8 : i32, mantissa_bits = $ : "
       "i32}> : (tensor<8x4xf32>) -> tensor<8x4xf32>",
       "7", "-1", ""},
      {"stablehlo.broadcast_in_dim", "broadcast_dimensions", "tensor<4x4x4xf32>",
       "%r = stablehlo.broadcast_in_dim %s, dims = $ : (tensor<4x4xf32>) -> tensor<4x4x4xf32>",
       "[0, 1]", "[0, 2]", "[0, 3]"},
      {"stablehlo.compare", "compare_type", "tensor<8x4xi1>",
       "%r = stablehlo.compare LT, %x, %x$ : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>",
       "", ", TOTALORDER", ", SIGNED"},
      {"stablehlo.compare", "comparison_direction", "tensor<8x4xi1>",
       "%t = stablehlo.tanh %x : tensor<8x4xf32>\n%r = stablehlo.compare $, %x, %t : "
       "(tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>",
       "LT", "LE", "XX"},
      {"stablehlo.concatenate", "dimension", "tensor<4x8xf32>",
       "%t = stablehlo.concatenate %s, %s, dim = $ : (tensor<4x4xf32>, tensor<4x4xf32>) -> "
       "tensor<4x8xf32>\n%r = stablehlo.add %t, %y : tensor<4x8xf32>",
       "1", "1", "0"},
      {"chlo.broadcast_compare", "compare_type", "tensor<8x4xi1>",
       "%r = chlo.broadcast_compare %x, %x {comparison_direction = #chlo<comparison_direction "
       "LT>$} "
       ": (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x4xi1>",
       "", ", compare_type = #chlo<comparison_type TOTALORDER>",
       ", compare_type = #chlo<comparison_type SIGNED>"},
      {"chlo.broadcast_compare", "comparison_direction", "tensor<8x4xi1>",
       "%t = stablehlo.tanh %x : tensor<8x4xf32>\n%r = chlo.broadcast_compare %x, %t "
       "{comparison_direction = #chlo<comparison_direction $>} : (tensor<8x4xf32>, "
       "tensor<8x4xf32>) -> tensor<8x4xi1>",
       "LT", "LE", "XX"},
      {"chlo.ragged_dot", "precision_config", "tensor<4x4xf32>", raggedPrecision.c_str(), "",
       ", precision_config = [#chlo<precision HIGH>, #chlo<precision HIGH>]", ""},
      {"chlo.ragged_dot", "ragged_dot_dimension_numbers", "tensor<4x4xf32>", ragged.c_str(), "1",
       "2", "3"},
      {"chlo.constant", "value", "tensor<2xf32>", "%r = chlo.constant $ : tensor<2xf32>",
       "dense<1.0>", "dense<2.0>", "dense<[1.0]>"},
      {"chlo.constant_like", "value", x,
       "%r = \"chlo.constant_like\"(%x) <{value = $}> : (tensor<8x4xf32>) -> tensor<8x4xf32>",
       "1.0 : f32", "2.0 : f32", "1 : i32"},
      {"stablehlo.constant", "value", "tensor<2xf32>", "%r = stablehlo.constant $ : tensor<2xf32>",
       "dense<1.0>", "dense<2.0>", "dense<[1.0]>"},
      {"stablehlo.dot", "precision_config", "tensor<8x8xf32>",
       "%r = stablehlo.dot %x, %y$ : (tensor<8x4xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>", "",
       ", precision = [HIGHEST, DEFAULT]", ", precision = [EXACT, DEFAULT]"},
      {"stablehlo.dot_general", "algorithm", "tensor<8x8xf32>",
       "%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]$ : (tensor<8x4xf32>, "
       "tensor<4x8xf32>) -> tensor<8x8xf32>",
       "",
       ", algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = "
       "f32, "
       "lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, "
       "allow_imprecise_accumulation = false>",
       ", algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = "
       "f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, "
       "allow_imprecise_accumulation = false>"},
      {"stablehlo.dot_general", "dot_dimension_numbers", "tensor<4x4xf32>",
       "%r = stablehlo.dot_general %s, %s, contracting_dims = $ : (tensor<4x4xf32>, "
       "tensor<4x4xf32>) -> tensor<4x4xf32>",
       "[1] x [0]", "[0] x [0]", "[2] x [0]"},
      {"", "shardc.rows", "tensor<8x8xf32>",
       "%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] {$} : (tensor<8x4xf32>, "
       "tensor<4x8xf32>) -> tensor<8x8xf32>",
       "shardc.rows = array<i64: 1, 0>", "shardc.rows = array<i64: 1, 0>",
       "shardc.rows = array<i64: 1, 2>"},
      {"stablehlo.dot_general", "precision_config", "tensor<8x8xf32>",
       "%r = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0]$ : (tensor<8x4xf32>, "
       "tensor<4x8xf32>) -> tensor<8x8xf32>",
       "", ", precision = [HIGHEST, DEFAULT]", ", precision = [EXACT, DEFAULT]"},
      {"stablehlo.dynamic_slice", "slice_sizes", "tensor<2x4xf32>",
       "%t = stablehlo.dynamic_slice %x, %i, %i, sizes = [$, 4] : (tensor<8x4xf32>, tensor<i32>, "
       "tensor<i32>) -> tensor<$x4xf32>\n%r = stablehlo.slice %t [0:2, 0:4] : (tensor<$x4xf32>) -> "
       "tensor<2x4xf32>",
       "2", "3", "9"},
      {"stablehlo.gather", "dimension_numbers", "tensor<2x4x1xf32>", gather,
       "slice_sizes = array<i64: 4, 1>, dimension_numbers = #stablehlo.gather<offset_dims = [1, "
       "2], "
       "start_index_map = [0, 1], index_vector_dim = 1>",
       "slice_sizes = array<i64: 4, 1>, dimension_numbers = #stablehlo.gather<offset_dims = [1, "
       "2], "
       "start_index_map = [1, 0], index_vector_dim = 1>",
       "slice_sizes = array<i64: 4, 1>, dimension_numbers = #stablehlo.gather<offset_dims = [1, "
       "2], "
       "start_index_map = [0, 7], index_vector_dim = 1>"},
      {"stablehlo.gather", "indices_are_sorted", "tensor<2x4x1xf32>", gather,
       "slice_sizes = array<i64: 4, 1>, dimension_numbers = #stablehlo.gather<offset_dims = [1, "
       "2], "
       "start_index_map = [0, 1], index_vector_dim = 1>",
       "indices_are_sorted = true, slice_sizes = array<i64: 4, 1>, dimension_numbers = "
       "#stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], index_vector_dim = 1>",
       ""},
      {"stablehlo.gather", "slice_sizes", "tensor<2x4x1xf32>", gather,
       "dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], "
       "index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>",
       "dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], "
       "index_vector_dim = 1>, slice_sizes = array<i64: 4, 1>",
       "dimension_numbers = #stablehlo.gather<offset_dims = [1, 2], start_index_map = [0, 1], "
       "index_vector_dim = 1>, slice_sizes = array<i64: 9, 1>"},
      {"stablehlo.scatter", "indices_are_sorted", x, scatter, pushed.c_str(), sorted.c_str(), ""},
      {"stablehlo.scatter", "scatter_dimension_numbers", x, scatter, pushed.c_str(), turned.c_str(),
       beside.c_str()},
      {"stablehlo.scatter", "unique_indices", x, scatter, pushed.c_str(), unique.c_str(), ""},
      {"stablehlo.iota", "iota_dimension", "tensor<4x4xi32>",
       "%r = stablehlo.iota dim = $ : tensor<4x4xi32>", "0", "1", "2"},
      {"stablehlo.pad", "edge_padding_low", "tensor<9x4xf32>",
       "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = stablehlo.pad %x, %z, low = [$], "
       "high "
       "= [0, 0], interior = [0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<9x4xf32>",
       "1, 0", "1, 0", "1"},
      {"stablehlo.pad", "edge_padding_high", "tensor<9x4xf32>",
       "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = stablehlo.pad %x, %z, $, interior = "
       "[0, 0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<9x4xf32>",
       "low = [1, 0], high = [0, 0]", "low = [0, 0], high = [1, 0]", "low = [0, 0], high = [2, 0]"},
      {"stablehlo.pad", "interior_padding", "tensor<15x4xf32>",
       "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = stablehlo.pad %x, %z, $ : "
       "(tensor<8x4xf32>, tensor<f32>) -> tensor<15x4xf32>",
       "low = [0, 0], high = [0, 0], interior = [1, 0]",
       "low = [0, 0], high = [7, 0], interior = [0, 0]",
       "low = [0, 0], high = [0, 0], interior = [-1, 0]"},
      {"stablehlo.reduce", "dimensions", "tensor<4xf32>",
       "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%r = stablehlo.reduce(%s init: %z) "
       "applies "
       "stablehlo.add across dimensions = [$] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>",
       "0", "1", "2"},
      {"stablehlo.reverse", "dimensions", x,
       "%r = stablehlo.reverse %x, dims = [$] : tensor<8x4xf32>", "0", "1", "2"},
      {"stablehlo.slice", "start_indices", "tensor<2x4xf32>",
       "%r = stablehlo.slice %x [$, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>", "0:2", "1:3",
       "-1:1"},
      {"stablehlo.slice", "limit_indices", "tensor<2x4xf32>",
       "%r = stablehlo.slice %x [$, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>", "6:8", "5:7",
       "7:9"},
      {"stablehlo.slice", "strides", "tensor<2x4xf32>",
       "%r = stablehlo.slice %x [$, 0:4] : (tensor<8x4xf32>) -> tensor<2x4xf32>", "0:8:4", "0:7:6",
       "0:8:0"},
      {"stablehlo.transpose", "permutation", "tensor<4x4xf32>",
       "%r = stablehlo.transpose %s, dims = [$] : (tensor<4x4xf32>) -> tensor<4x4xf32>", "0, 1",
       "1, 0", "1, 1"},
  };
}

std::string programFor(const OfOp &sample) {
  const std::string type = sample.result;
  return std::string("module @m {\n  sdy.mesh @mesh = <[\"a\"=2]>\n  func.func public "
                     "@main(%x: tensor<8x4xf32>, %y: tensor<4x8xf32>, %s: tensor<4x4xf32>, "
                     "%i: tensor<i32>) -> ") +
         type + " {\n" + sample.lines + "\nreturn %r : " + type +
         "\n}\nfunc.func private @twice(%v: tensor<8x4xf32>) -> tensor<8x4xf32> {\n"
         "  %w = stablehlo.add %v, %v : tensor<8x4xf32>\n  return %w : tensor<8x4xf32>\n}\n"
         "func.func private @square(%v: tensor<8x4xf32>) -> tensor<8x4xf32> {\n"
         "  %w = stablehlo.multiply %v, %v : tensor<8x4xf32>\n  return %w : "
         "tensor<8x4xf32>\n}\n}\n";
}

std::string given(const char *name, const char *value) {
  return *value ? std::string(name) + " = " + value : "";
}

/// An op of a matrix and of as many numbers as it has rows, or columns. Its operands are of `type`.
Sample broadcasting(const std::string &op, const std::string &type, const std::string &result,
                    const std::string &more = "") {
  const std::string matrix = "tensor<4x4x" + type + ">", numbers = "tensor<4x" + type + ">";
  const std::string made = "tensor<4x4x" + result + ">";
  const std::string lines = "%v = stablehlo.iota dim = 0 : " + numbers +
                            "\n%m = stablehlo.convert %s : (tensor<4x4xf32>) -> " + matrix +
                            "\n%r = " + op + " %m, %v {broadcast_dimensions = array<i64: $>" +
                            more + "} : (" + matrix + ", " + numbers + ") -> " + made;
  const OfOp sample = {op.c_str(), "broadcast_dimensions", made.c_str(), lines.c_str(), "", "", ""};
  return {Carrier::op, op, sample.name, programFor(sample), "0", "1", ""};
}

std::vector<Sample> broadcastings() {
  std::vector<Sample> all = {
      broadcasting("chlo.broadcast_complex", "f32", "complex<f32>"),
      broadcasting("chlo.broadcast_compare", "f32", "i1",
                   ", comparison_direction = #chlo<comparison_direction LT>")};
  for (const char *name : {"add", "atan2", "divide", "maximum", "minimum", "multiply", "next_after",
                           "polygamma", "power", "remainder", "subtract", "zeta"})
    all.push_back(broadcasting(std::string("chlo.broadcast_") + name, "f32", "f32"));
  for (const char *name :
       {"and", "or", "shift_left", "shift_right_arithmetic", "shift_right_logical", "xor"})
    all.push_back(broadcasting(std::string("chlo.broadcast_") + name, "i32", "i32"));
  return all;
}

} // namespace

std::vector<Sample> samples() {
  std::vector<Sample> all = broadcastings();
  for (const Values &v : kValues)
    all.push_back({v.carrier, "", v.name, programFor(v.carrier), given(v.name, v.some),
                   given(v.name, v.other), given(v.name, v.refused)});
  for (const OfOp &of : ofOps())
    all.push_back({Carrier::op, of.op, of.name, programFor(of), of.some, of.other, of.refused});
  return all;
}

} // namespace shardc::test
