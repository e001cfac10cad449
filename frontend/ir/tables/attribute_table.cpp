// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/tables/attribute_table.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;

namespace shardc {

// The values that rows are about.

static bool isFalse(Operation *, Attribute value) {
  auto flag = dyn_cast<BoolAttr>(value);
  return flag && !flag.getValue();
}
static bool isOne(Operation *, Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getValue().isOne();
}
static bool isPositive(Operation *, Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getValue().isStrictlyPositive();
}
static bool isFlag(Operation *, Attribute value) { return isa<BoolAttr>(value); }
static bool isEmptyList(Operation *, Attribute value) {
  auto list = dyn_cast<ArrayAttr>(value);
  return list && list.empty();
}
/// The number of a result of the function.
static bool isResult(Operation *function, Attribute value) {
  auto number = dyn_cast<IntegerAttr>(value);
  return number && number.getValue().ult(cast<func::FuncOp>(function).getNumResults());
}
static bool isText(Operation *, Attribute value) { return isa<StringAttr>(value); }
static bool isUsualLayout(Operation *, Attribute value) {
  auto text = dyn_cast<StringAttr>(value);
  return text && (text == "default" || text == "auto");
}
static bool isDeviceMemory(Operation *, Attribute value) {
  auto text = dyn_cast<StringAttr>(value);
  return text && text == "device";
}
static bool isSharding(Operation *, Attribute value) { return isa<sdy::ShardingAttr>(value); }
static bool isPerResult(Operation *op, Attribute value) {
  auto list = dyn_cast<sdy::ShardingPerValueAttr>(value);
  return list && list.getShardings().size() == op->getNumResults();
}

/// Notes for XLA's passes are anybody's; some of them order something.
static bool isNotes(Operation *, Attribute value) {
  auto notes = dyn_cast<DictionaryAttr>(value);
  return notes && llvm::none_of(notes, [](NamedAttribute note) {
           const StringRef name = note.getName();
           return name.starts_with("xla.sdy.") || name == "_xla_compute_type" ||
                  name == "_xla_buffer_placement";
         });
}

/// {axes = [{name = "data", size = 2 : i64}]}, of the same mesh.
static bool copiesMesh(Operation *op, Attribute value) {
  auto copy = dyn_cast<DictionaryAttr>(value);
  auto axes = copy ? copy.getAs<ArrayAttr>("axes") : ArrayAttr();
  auto mesh = dyn_cast<sdy::MeshOp>(op);
  if (!axes || !mesh || copy.size() != 1 || axes.size() != mesh.getMesh().getAxes().size())
    return false;
  return llvm::all_of(llvm::zip_equal(axes, mesh.getMesh().getAxes()), [](auto pair) {
    auto [written, axis] = pair;
    auto fields = dyn_cast<DictionaryAttr>(written);
    auto name = fields ? fields.template getAs<StringAttr>("name") : StringAttr();
    auto size = fields ? fields.template getAs<IntegerAttr>("size") : IntegerAttr();
    return name && size && name == axis.getName() && size.getInt() == axis.getSize();
  });
}

/// An algorithm that is the multiplication and addition of the operands' own type.
static bool isPlainAlgorithm(Operation *op, Attribute value) {
  auto algorithm = dyn_cast<stablehlo::DotAlgorithmAttr>(value);
  if (!algorithm) return false;
  const Type own = getElementTypeOrSelf(op->getResult(0).getType());
  const Type types[] = {algorithm.getLhsPrecisionType(), algorithm.getRhsPrecisionType(),
                        algorithm.getAccumulationType()};
  return llvm::all_of(types, [&](Type type) { return type == own; }) &&
         algorithm.getLhsComponentCount() == 1 && algorithm.getRhsComponentCount() == 1 &&
         algorithm.getNumPrimitiveOperations() == 1;
}
/// A dimension of each factor.
static bool isOfFactors(Operation *op, Attribute value) {
  const auto rows = dyn_cast<DenseI64ArrayAttr>(value);
  if (!isa<stablehlo::DotGeneralOp>(op) || !rows || rows.size() != 2) return false;
  return llvm::all_of(llvm::zip_equal(rows.asArrayRef(), op->getOperandTypes()), [](auto pair) {
    auto [row, type] = pair;
    auto factor = dyn_cast<RankedTensorType>(type);
    return factor && row >= 0 && row < factor.getRank();
  });
}
/// By default, and with no tolerances.
static bool isUsualAccuracy(Operation *, Attribute value) {
  auto opaque = dyn_cast<OpaqueAttr>(value);
  const StringRef text = opaque ? opaque.getAttrData() : "";
  return text.contains("result_accuracy_mode<DEFAULT>") &&
         text.find_first_of("123456789") == StringRef::npos;
}
/// Without a channel, groups are of replicas. Types other than 0 and 1 speak to the host.
static bool isDeviceChannel(Operation *, Attribute value) {
  auto channel = dyn_cast<stablehlo::ChannelHandleAttr>(value);
  return channel && channel.getHandle() > 0 && (channel.getType() == 0 || channel.getType() == 1);
}

static constexpr Carrier kModule = Carrier::module, kFunction = Carrier::function,
                         kArgument = Carrier::argument, kResult = Carrier::result,
                         kMesh = Carrier::mesh, kOp = Carrier::op;
static constexpr Treatment kHonoured = Treatment::honoured, kNoEffect = Treatment::noEffect,
                           kRefused = Treatment::refused;

static constexpr const char *kGspmd =
    "it is in the notation of GSPMD; lower with jax_use_shardy_partitioner, or drop it and give "
    "the sharding in a config";
static constexpr const char *kLayouts =
    "arrays of a bundle are row-major; only the default layout is supported";
static constexpr const char *kMemory = "values lie in the memory of their device";
static constexpr const char *kNotes =
    "notes for passes of XLA; those that place data or work, or carry shardings, are not supported";
static constexpr const char *kOneAccuracy =
    "functions have one accuracy, whatever is asked for; only DEFAULT is supported";
static constexpr const char *kTheFormula = "part of the op's formula";
static constexpr const char *kOnTheMesh = "how the value lies on the mesh";
static constexpr const char *kItsOperand = "how the operand lies";

static const AttributeRow kRows[] = {
    {kModule, "", "mhlo.num_partitions", kHonoured,
     "compared with the number of devices that are planned", isPositive},
    {kModule, "", "mhlo.num_replicas", kNoEffect,
     "one replica; more are not supported: make them an axis of the mesh", isOne},
    {kModule, "", "mhlo.is_dynamic", kNoEffect, "shapes are static", isFalse},
    {kModule, "", "jax.uses_shape_polymorphism", kNoEffect, "shapes are static", isFalse},
    {kModule, "", "mhlo.use_auto_spmd_partitioning", kNoEffect,
     "whether GSPMD may choose shardings; only false is supported", isFalse},
    {kModule, "", "mhlo.cross_program_prefetches", kNoEffect, "where XLA may prefetch"},
    {kModule, "", "mhlo.input_output_alias", kNoEffect,
     "what is donated is said of arguments, by tf.aliasing_output; only the empty list is "
     "supported",
     isEmptyList},
    {kModule, "", "mhlo.frontend_attributes", kNoEffect, kNotes, isNotes},
    {kModule, "", "mhlo.spmd_output_sharding", kRefused, kGspmd},
    {kModule, "", "mhlo.spmd_parameters_shardings", kRefused, kGspmd},
    {kModule, "", "mhlo.xla_entry_computation_parameter_layouts", kRefused, kLayouts},
    {kModule, "", "mhlo.xla_entry_computation_parameter_tiles", kRefused, kLayouts},
    {kModule, "", "mhlo.xla_entry_computation_result_layout", kRefused, kLayouts},
    {kModule, "", "mhlo.xla_entry_computation_result_tiles", kRefused, kLayouts},

    {kFunction, "", "mhlo.frontend_attributes", kNoEffect, kNotes, isNotes},
    {kFunction, "", "execution_thread", kRefused, "functions run on the threads of their device"},

    {kArgument, "", "sdy.sharding", kHonoured, kOnTheMesh, isSharding},
    {kArgument, "", "shardc.dims", kHonoured, "names of dimensions"},
    {kArgument, "", "shardc.name", kHonoured, "the name of the input", isText},
    {kArgument, "", "jax.buffer_donor", kHonoured, "whether the input is donated", isFlag},
    {kArgument, "", "tf.aliasing_output", kHonoured,
     "the number of the output that a donated input becomes", isResult},
    {kArgument, "", "jax.arg_info", kNoEffect, "a note on the argument"},
    {kArgument, "", "mhlo.frontend_attributes", kNoEffect, kNotes, isNotes},
    {kArgument, "", "mhlo.is_same_data_across_replicas", kNoEffect, "there is one replica"},
    {kArgument, "", "mhlo.layout_mode", kNoEffect, kLayouts, isUsualLayout},
    {kArgument, "", "mhlo.memory_kind", kNoEffect, kMemory, isDeviceMemory},
    {kArgument, "", "mhlo.sharding", kHonoured, "how the value lies on devices", isText},
    {kArgument, "", "jax.global_constant", kRefused, "only programs without it say what it holds"},

    {kResult, "", "sdy.sharding", kHonoured, kOnTheMesh, isSharding},
    {kResult, "", "jax.result_info", kHonoured, "the name of the output", isText},
    {kResult, "", "shardc.name", kHonoured, "the name of the output", isText},
    {kResult, "", "mhlo.frontend_attributes", kNoEffect, kNotes, isNotes},
    {kResult, "", "mhlo.layout_mode", kNoEffect, kLayouts, isUsualLayout},
    {kResult, "", "mhlo.memory_kind", kNoEffect, kMemory, isDeviceMemory},
    {kResult, "", "mhlo.sharding", kHonoured, "how the value lies on devices", isText},

    {kMesh, "", "stablehlo.mesh", kNoEffect, "the same mesh once more", copiesMesh},

    {kOp, "", "sdy.sharding", kHonoured, "how the results lie on the mesh", isPerResult},
    {kOp, "", "mhlo.frontend_attributes", kNoEffect, kNotes, isNotes},
    {kOp, "", "sdy.sharding_origins", kNoEffect, "notes of Shardy for people"},
    {kOp, "", "sdy.propagation_edges", kNoEffect, "notes of Shardy for people"},
    {kOp, "", "mhlo.sharding", kHonoured, "how the results lie on devices", isText},
    {kOp, "", "shardc.rows", kHonoured,
     "of each factor of a dot_general the dimension that has neighbours in memory", isOfFactors},
    {kOp, "", "sdy.sharding_rule", kRefused, "ops have the rule that follows from their formula"},

    {kOp, "", "channel_handle", kNoEffect,
     "which channel of XLA carries the data; only those between devices are supported",
     isDeviceChannel},
    {kOp, "", "replica_groups", kHonoured, kTheFormula},
    {kOp, "", "result_accuracy", kNoEffect, kOneAccuracy, isUsualAccuracy},
    {kOp, "", "use_global_device_ids", kHonoured, "groups are of devices, not of replicas"},

    {kOp, "func.call", "arg_attrs", kRefused, "what is said of arguments stands on the function"},
    {kOp, "func.call", "callee", kHonoured, "the function that is called"},
    {kOp, "func.call", "no_inline", kNoEffect, "calls are always put in place"},
    {kOp, "func.call", "res_attrs", kRefused, "what is said of results stands on the function"},
    {kOp, "sdy.all_gather", "gathering_axes", kHonoured, kItsOperand},
    {kOp, "sdy.all_gather", "out_sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.all_reduce", "out_sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.all_reduce", "reduction_axes", kHonoured, "over which the operand is unreduced"},
    {kOp, "sdy.all_slice", "out_sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.all_slice", "slicing_axes", kHonoured, kItsOperand},
    {kOp, "sdy.all_to_all", "out_sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.all_to_all", "params", kHonoured, kItsOperand},
    {kOp, "sdy.collective_permute", "out_sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.constant", "value", kHonoured, kTheFormula},
    {kOp, "sdy.data_flow_edge", "sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.func_data_flow_edge", "sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.manual_computation", "in_shardings", kHonoured, "what devices hold of the operands"},
    {kOp, "sdy.manual_computation", "out_shardings", kHonoured, "what devices hold of the results"},
    {kOp, "sdy.manual_computation", "manual_axes", kHonoured,
     "axes along which devices are told apart"},
    {kOp, "sdy.named_computation", "in_shardings", kHonoured, "how the operands lie on the mesh"},
    {kOp, "sdy.named_computation", "name", kNoEffect, "its body is put in its place"},
    {kOp, "sdy.named_computation", "out_shardings", kHonoured, "how the results lie on the mesh"},
    {kOp, "sdy.propagation_barrier", "allowed_direction", kHonoured, "which way shardings pass it"},
    {kOp, "sdy.reduce_scatter", "out_sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.reduce_scatter", "reduce_scatter_axes", kHonoured, kItsOperand},
    {kOp, "sdy.replicated_to_unreduced", "axes", kHonoured, kItsOperand},
    {kOp, "sdy.replicated_to_unreduced", "out_sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.reshard", "sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.sharded_to_unreduced", "axes", kHonoured, kItsOperand},
    {kOp, "sdy.sharded_to_unreduced", "out_sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.sharding_constraint", "sharding", kHonoured, kOnTheMesh},
    {kOp, "sdy.sharding_group", "group_id", kHonoured, "values of a group lie alike"},

    {kOp, "chlo.broadcast_add", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_and", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_atan2", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_compare", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_compare", "compare_type", kHonoured, "whether floats have a total order"},
    {kOp, "chlo.broadcast_compare", "comparison_direction", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_complex", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_divide", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_maximum", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_minimum", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_multiply", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_next_after", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_or", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_polygamma", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_power", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_remainder", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_shift_left", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_shift_right_arithmetic", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_shift_right_logical", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_subtract", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_xor", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.broadcast_zeta", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "chlo.constant", "value", kHonoured, kTheFormula},
    {kOp, "chlo.constant_like", "value", kHonoured, kTheFormula},
    {kOp, "chlo.ragged_dot", "precision_config", kNoEffect,
     "products are in the operands' own precision, which is HIGHEST"},
    {kOp, "chlo.ragged_dot", "ragged_dot_dimension_numbers", kHonoured, "what is of a group"},
    {kOp, "chlo.top_k", "k", kHonoured, "how many of the largest there are"},
    {kOp, "stablehlo.all_gather", "all_gather_dim", kHonoured, kTheFormula},
    {kOp, "stablehlo.all_to_all", "concat_dimension", kHonoured, kTheFormula},
    {kOp, "stablehlo.all_to_all", "split_count", kHonoured, "compared with the size of the groups"},
    {kOp, "stablehlo.all_to_all", "split_dimension", kHonoured, kTheFormula},
    {kOp, "stablehlo.batch_norm_grad", "epsilon", kHonoured, kTheFormula},
    {kOp, "stablehlo.batch_norm_grad", "feature_index", kHonoured, kTheFormula},
    {kOp, "stablehlo.batch_norm_inference", "epsilon", kHonoured, kTheFormula},
    {kOp, "stablehlo.batch_norm_inference", "feature_index", kHonoured, kTheFormula},
    {kOp, "stablehlo.batch_norm_training", "epsilon", kHonoured, kTheFormula},
    {kOp, "stablehlo.batch_norm_training", "feature_index", kHonoured, kTheFormula},
    {kOp, "stablehlo.broadcast", "broadcast_sizes", kHonoured, kTheFormula},
    {kOp, "stablehlo.broadcast_in_dim", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "stablehlo.cholesky", "lower", kHonoured, "which triangle is read"},
    {kOp, "stablehlo.collective_permute", "source_target_pairs", kHonoured, kTheFormula},
    {kOp, "stablehlo.compare", "compare_type", kHonoured, "whether floats have a total order"},
    {kOp, "stablehlo.compare", "comparison_direction", kHonoured, kTheFormula},
    {kOp, "stablehlo.composite", "composite_attributes", kNoEffect,
     "what it is made of is taken as it is, with these in it already"},
    {kOp, "stablehlo.composite", "decomposition", kHonoured, "the function that is called"},
    {kOp, "stablehlo.composite", "name", kNoEffect, "what it is made of is put in its place"},
    {kOp, "stablehlo.composite", "version", kNoEffect, "what it is made of is put in its place"},
    {kOp, "stablehlo.concatenate", "dimension", kHonoured, kTheFormula},
    {kOp, "stablehlo.constant", "value", kHonoured, kTheFormula},
    {kOp, "stablehlo.convolution", "batch_group_count", kHonoured, kTheFormula},
    {kOp, "stablehlo.convolution", "dimension_numbers", kHonoured, kTheFormula},
    {kOp, "stablehlo.convolution", "feature_group_count", kHonoured, kTheFormula},
    {kOp, "stablehlo.convolution", "lhs_dilation", kHonoured, kTheFormula},
    {kOp, "stablehlo.convolution", "padding", kHonoured, kTheFormula},
    {kOp, "stablehlo.convolution", "precision_config", kNoEffect,
     "products are in the operands' own precision, which is HIGHEST"},
    {kOp, "stablehlo.convolution", "rhs_dilation", kHonoured, kTheFormula},
    {kOp, "stablehlo.convolution", "window_reversal", kHonoured, kTheFormula},
    {kOp, "stablehlo.convolution", "window_strides", kHonoured, kTheFormula},
    {kOp, "stablehlo.dot", "precision_config", kNoEffect,
     "products are in the operands' own precision, which is HIGHEST"},
    {kOp, "stablehlo.dot_general", "algorithm", kNoEffect,
     "products are of the operands' own type; only the algorithm that says so is supported",
     isPlainAlgorithm},
    {kOp, "stablehlo.dot_general", "dot_dimension_numbers", kHonoured, kTheFormula},
    {kOp, "stablehlo.dot_general", "precision_config", kNoEffect,
     "products are in the operands' own precision, which is HIGHEST"},
    {kOp, "stablehlo.dynamic_broadcast_in_dim", "broadcast_dimensions", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_broadcast_in_dim", "known_expanding_dimensions", kNoEffect,
     "its result says which dimensions expand"},
    {kOp, "stablehlo.dynamic_broadcast_in_dim", "known_nonexpanding_dimensions", kNoEffect,
     "its result says which dimensions expand"},
    {kOp, "stablehlo.dynamic_conv", "batch_group_count", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_conv", "dimension_numbers", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_conv", "feature_group_count", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_conv", "lhs_dilation", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_conv", "precision_config", kNoEffect,
     "products are in the operands' own precision, which is HIGHEST"},
    {kOp, "stablehlo.dynamic_conv", "rhs_dilation", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_conv", "window_reversal", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_conv", "window_strides", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_gather", "dimension_numbers", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_gather", "indices_are_sorted", kNoEffect,
     "what is known about indices does not change what is gathered"},
    {kOp, "stablehlo.dynamic_iota", "iota_dimension", kHonoured, kTheFormula},
    {kOp, "stablehlo.dynamic_slice", "slice_sizes", kHonoured, kTheFormula},
    {kOp, "stablehlo.einsum", "einsum_config", kHonoured, kTheFormula},
    {kOp, "stablehlo.fft", "fft_length", kHonoured, "the dimensions that are transformed"},
    {kOp, "stablehlo.fft", "fft_type", kHonoured, "which way, and whether a side is real"},
    {kOp, "stablehlo.gather", "dimension_numbers", kHonoured, kTheFormula},
    {kOp, "stablehlo.gather", "indices_are_sorted", kNoEffect,
     "what is known about indices does not change what is gathered"},
    {kOp, "stablehlo.gather", "slice_sizes", kHonoured, kTheFormula},
    {kOp, "stablehlo.get_dimension_size", "dimension", kHonoured, kTheFormula},
    {kOp, "stablehlo.get_tuple_element", "index", kHonoured, "which part of the tuple it is"},
    {kOp, "stablehlo.iota", "iota_dimension", kHonoured, kTheFormula},
    {kOp, "stablehlo.map", "dimensions", kHonoured, kTheFormula},
    {kOp, "stablehlo.pad", "edge_padding_high", kHonoured, kTheFormula},
    {kOp, "stablehlo.pad", "edge_padding_low", kHonoured, kTheFormula},
    {kOp, "stablehlo.pad", "interior_padding", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce", "dimensions", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce_precision", "exponent_bits", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce_precision", "mantissa_bits", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce_scatter", "scatter_dimension", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce_window", "base_dilations", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce_window", "padding", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce_window", "window_dilations", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce_window", "window_dimensions", kHonoured, kTheFormula},
    {kOp, "stablehlo.reduce_window", "window_strides", kHonoured, kTheFormula},
    {kOp, "stablehlo.reverse", "dimensions", kHonoured, kTheFormula},
    {kOp, "stablehlo.rng", "rng_distribution", kHonoured, "which numbers are how likely"},
    {kOp, "stablehlo.rng_bit_generator", "rng_algorithm", kHonoured, kTheFormula},
    {kOp, "stablehlo.scatter", "indices_are_sorted", kNoEffect,
     "what is known about indices does not change where updates go"},
    {kOp, "stablehlo.scatter", "scatter_dimension_numbers", kHonoured, kTheFormula},
    {kOp, "stablehlo.scatter", "unique_indices", kNoEffect,
     "updates of one element are taken in their order, whether there are such or not"},
    {kOp, "stablehlo.select_and_scatter", "padding", kHonoured, kTheFormula},
    {kOp, "stablehlo.select_and_scatter", "window_dimensions", kHonoured, kTheFormula},
    {kOp, "stablehlo.select_and_scatter", "window_strides", kHonoured, kTheFormula},
    {kOp, "stablehlo.sort", "dimension", kHonoured, "along which elements are sorted"},
    {kOp, "stablehlo.sort", "is_stable", kNoEffect, "equal elements stay in order anyway"},
    {kOp, "stablehlo.slice", "limit_indices", kHonoured, kTheFormula},
    {kOp, "stablehlo.slice", "start_indices", kHonoured, kTheFormula},
    {kOp, "stablehlo.slice", "strides", kHonoured, kTheFormula},
    {kOp, "stablehlo.torch_index_select", "batch_dims", kHonoured, kTheFormula},
    {kOp, "stablehlo.torch_index_select", "dim", kHonoured, kTheFormula},
    {kOp, "stablehlo.transpose", "permutation", kHonoured, kTheFormula},
    {kOp, "stablehlo.triangular_solve", "left_side", kHonoured,
     "on which side of the unknowns 'a' is"},
    {kOp, "stablehlo.triangular_solve", "lower", kHonoured, "which triangle is read"},
    {kOp, "stablehlo.triangular_solve", "transpose_a", kHonoured, "whether 'a' is transposed"},
    {kOp, "stablehlo.triangular_solve", "unit_diagonal", kHonoured, "whether the diagonal is ones"},
    {kOp, "stablehlo.unary_einsum", "einsum_config", kHonoured, kTheFormula},
};

llvm::ArrayRef<AttributeRow> attributeTable() { return kRows; }

const AttributeRow *attributeRow(Carrier carrier, StringRef op, StringRef name) {
  const AttributeRow *found = llvm::find_if(kRows, [&](const AttributeRow &row) {
    return row.carrier == carrier && row.op == op && row.name == name;
  });
  return found == std::end(kRows) ? nullptr : found;
}

StringRef nameOf(Carrier carrier) {
  switch (carrier) {
  case Carrier::module:
    return "the module";
  case Carrier::function:
    return "a function";
  case Carrier::argument:
    return "an argument";
  case Carrier::result:
    return "a result";
  case Carrier::mesh:
    return "a mesh";
  case Carrier::op:
    return "an op";
  }
  llvm_unreachable("all carriers are above");
}

static Carrier carrierOf(Operation *op) {
  if (isa<ModuleOp>(op)) return Carrier::module;
  if (isa<func::FuncOp>(op)) return Carrier::function;
  return isa<sdy::MeshOp>(op) ? Carrier::mesh : Carrier::op;
}

namespace {

/// What is wrong with an attribute, the first place where it is, and how many there are.
struct Finding {
  Diag id;
  std::string what;
  Location loc;
  int places = 0;
};

class AttributeChecker {
public:
  void check(Operation *op) {
    const Carrier carrier = carrierOf(op);
    for (NamedAttribute given : op->getDiscardableAttrs())
      judge(carrier, op, given, op->getLoc());
    for (const auto &[name, row] : conditional(op->getName()))
      if (auto value = op->getInherentAttr(name); value && *value)
        judgeValue(*row, op, {name, *value}, op->getLoc());
    if (auto function = dyn_cast<func::FuncOp>(op)) checkSignature(function);
  }

  LogicalResult tell() const {
    for (const Finding &finding : findings) {
      Report error = report(finding.loc, finding.id);
      error << finding.what;
      if (finding.places > 1) error << "; " << finding.places << " places, this is the first";
    }
    return success(findings.empty());
  }

private:
  using Conditional = SmallVector<std::pair<StringAttr, const AttributeRow *>, 2>;

  void checkSignature(func::FuncOp function);
  void judge(Carrier carrier, Operation *op, NamedAttribute given, Location loc);
  void judgeValue(const AttributeRow &row, Operation *op, NamedAttribute given, Location loc);
  void find(Diag id, const std::string &what, Location loc);
  const Conditional &conditional(OperationName op);

  std::vector<Finding> findings; // one for each cause
  llvm::StringMap<size_t> known; // their numbers
  llvm::DenseMap<OperationName, Conditional> conditionalOf;
};

} // namespace

/// Attributes of the op's definition of which some values are not supported.
const AttributeChecker::Conditional &AttributeChecker::conditional(OperationName op) {
  const auto [at, fresh] = conditionalOf.try_emplace(op);
  if (!fresh || !op.isRegistered()) return at->second;
  for (StringAttr name : op.getRegisteredInfo()->getAttributeNames()) {
    const AttributeRow *row = attributeRow(Carrier::op, op.getStringRef(), name);
    if (!row) row = attributeRow(Carrier::op, "", name);
    if (row && (row->takes || row->treatment == Treatment::refused))
      at->second.emplace_back(name, row);
  }
  return at->second;
}

void AttributeChecker::checkSignature(func::FuncOp function) {
  auto judgeAll = [&](Carrier carrier, DictionaryAttr attributes, Location loc) {
    for (NamedAttribute given : attributes ? attributes.getValue() : ArrayRef<NamedAttribute>())
      judge(carrier, function, given, loc);
  };
  for (BlockArgument argument : function.getArguments())
    judgeAll(Carrier::argument, function.getArgAttrDict(argument.getArgNumber()),
             argument.getLoc());
  for (unsigned result = 0; result < function.getNumResults(); ++result)
    judgeAll(Carrier::result, function.getResultAttrDict(result), function.getLoc());
}

void AttributeChecker::find(Diag id, const std::string &what, Location loc) {
  const auto [at, fresh] = known.try_emplace(what, findings.size());
  if (fresh) findings.push_back({id, what, loc});
  ++findings[at->second].places;
}

void AttributeChecker::judge(Carrier carrier, Operation *op, NamedAttribute given, Location loc) {
  const StringRef name = given.getName();
  // Only names with a dialect may stand on any op.
  const AttributeRow *row = attributeRow(carrier, "", name);
  if (row && (carrier != Carrier::op || name.contains('.')))
    return judgeValue(*row, op, given, loc);
  const std::string what = "attribute '" + shown(name) + "' of " + nameOf(carrier).str();
  if (name.contains('.'))
    return find(Diag::unsupported_attribute,
                what + " is not known here, and nothing is passed over; remove it if nothing "
                       "depends on it",
                loc);
  find(Diag::unknown_attribute,
       "'" + op->getName().getStringRef().str() + "' has no attribute '" + shown(name) + "'", loc);
}

void AttributeChecker::judgeValue(const AttributeRow &row, Operation *op, NamedAttribute given,
                                  Location loc) {
  const bool taken =
      row.treatment != Treatment::refused && (!row.takes || row.takes(op, given.getValue()));
  if (taken) return;
  std::string value;
  llvm::raw_string_ostream(value) << given.getValue();
  const std::string what =
      "attribute '" + shown(given.getName()) + "' of " + nameOf(row.carrier).str();
  if (row.treatment == Treatment::honoured)
    return find(Diag::bad_attribute, what + " cannot be " + shown(value) + ": " + row.why, loc);
  const std::string is = row.takes ? " = " + shown(value) : "";
  find(Diag::unsupported_attribute, what + is + " is not supported: " + row.why, loc);
}

LogicalResult checkAttributes(ModuleOp program) {
  AttributeChecker checker;
  program->walk<WalkOrder::PreOrder>([&](Operation *op) { checker.check(op); });
  return checker.tell();
}

} // namespace shardc
