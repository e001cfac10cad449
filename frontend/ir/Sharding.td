// SPDX-License-Identifier: Apache-2.0
// Shardy's meshes and shardings, in their published syntax.
include "frontend/ir/Base.td"
include "frontend/ir/Manual.td"
include "mlir/IR/SymbolInterfaces.td"

def SdyDialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::shardc::sdy";
  let extraClassDeclaration = [{
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef name) const override;
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;
    void registerAttributes();
  }];
}

//===-- attributes ----------------------------------------------------------------------------===//
class SdyAttr<string name, string keyword, dag fields> : AttrDef<SdyDialect, name> {
  let mnemonic = keyword;
  let parameters = fields;
  let hasCustomAssemblyFormat = 1;
}
class List<string attr> : ArrayRefParameter<"::shardc::sdy::" # attr>;

def MeshAxis : SdyAttr<"MeshAxis", "mesh_axis", (ins StringRefParameter<>:$name, "int64_t":$size)> {
  let summary = "\"x\"=2";
}
def Mesh : SdyAttr<"Mesh", "mesh", (ins List<"MeshAxisAttr">:$axes,
                                        ArrayRefParameter<"int64_t">:$device_ids)> {
  let summary = "<[\"x\"=2, \"y\"=4]>; device_ids are a permutation, or one device without axes";
}
def AxisRef : SdyAttr<"AxisRef", "axis_ref", (ins StringRefParameter<>:$name, "int64_t":$before,
                                                  "int64_t":$size)> {
  let summary = "\"x\", or \"x\":(before)size, a part of it; the whole axis has size 0";
}
def DimensionSharding : SdyAttr<"DimensionSharding", "dimension_sharding",
    (ins List<"AxisRefAttr">:$axes, "bool":$closed, "int64_t":$priority)> {
  let summary = "{\"x\", ?}p1; without a priority, it is -1";
}
def Sharding : SdyAttr<"Sharding", "sharding",
    (ins "::mlir::Attribute":$mesh, List<"DimensionShardingAttr">:$dims,
         List<"AxisRefAttr">:$replicated, List<"AxisRefAttr">:$unreduced,
         StringRefParameter<>:$reduction)> {
  let summary = "<@mesh, [{\"x\"}, {?}], replicated={\"y\"}, unreduced=max{\"z\"}>; mesh is a "
                "symbol or a #sdy.mesh; reduction is empty, max or min";
}
def ShardingPerValue : SdyAttr<"ShardingPerValue", "sharding_per_value",
                               (ins List<"ShardingAttr">:$shardings)>;
def ManualAxes : SdyAttr<"ManualAxes", "manual_axes",
                         (ins "::shardc::sdy::DimensionShardingAttr":$list)> {
  let summary = "{\"x\", \"y\":(1)2}; Shardy writes no parts of axes there";
}

def AxisRefList : SdyAttr<"AxisRefList", "axis_ref_list",
                          (ins "::shardc::sdy::DimensionShardingAttr":$list)> {
  let summary = "{\"x\", \"y\":(1)2}";
}
def ListOfAxisRefLists : SdyAttr<"ListOfAxisRefLists", "list_of_axis_ref_lists",
                                 (ins List<"DimensionShardingAttr">:$lists)> {
  let summary = "[{\"x\"}, {}]: axes of each dimension";
}
def AllToAllParamList : SdyAttr<"AllToAllParamList", "all_to_all_param_list",
    (ins List<"DimensionShardingAttr">:$axes, ArrayRefParameter<"int64_t">:$sources,
         ArrayRefParameter<"int64_t">:$targets)> {
  let summary = "[{\"x\"}: 0->1]: axes, and the dimensions that lose and get them";
}

//===-- ops -----------------------------------------------------------------------------------===//
def MeshOp : Op<SdyDialect, "mesh", [Symbol]> {
  let arguments = (ins SymbolNameAttr:$sym_name, Mesh:$mesh);
  let assemblyFormat = "$sym_name `=` custom<Stripped>($mesh) attr-dict";
}

// What says where a value lies; its elements are those of its operand.
class Placing<string mnemonic>
    : Op<SdyDialect, mnemonic,
         [Pure, DeclareOpInterfaceMethods<ShardableOp, ["formula", "givenSharding"]>]> {
  let arguments = (ins Any:$input, Sharding:$sharding);
  let results = (outs Any:$result);
  let assemblyFormat = "$input custom<Stripped>($sharding) attr-dict `:` "
                       "custom<OneType>(type($input), type($result))";
  let extraClassDefinition = [{
    ::mlir::LogicalResult $cppClass::formula(::shardc::FormulaBuilder &b) {
      auto x = b.elementwise();
      return b.failed ? ::mlir::failure() : b.result(x[0]);
    }
    ::mlir::Attribute $cppClass::givenSharding(unsigned) { return getSharding(); }
  }];
}
def ShardingConstraintOp : Placing<"sharding_constraint">;
def ReshardOp : Placing<"reshard">;

def ShardingGroupOp : Op<SdyDialect, "sharding_group",
                         [DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Any:$input, I64Attr:$group_id);
  let assemblyFormat = "$input `group_id` `` `=` `` $group_id attr-dict `:` type($input)";
}
// What a member of a group becomes: a value that others read in place of it.
def GroupMemberOp : Op<SdyDialect, "group_member",
    [Pure, DeclareOpInterfaceMethods<ShardableOp, ["formula"]>,
     DeclareOpInterfaceMethods<AlikeOp>]> {
  let arguments = (ins Any:$input, I64Attr:$group_id);
  let results = (outs Any:$result);
}
// What says how axes move: how the operand lies follows from how the result does. Its elements are
// the operand's; what is unreduced is the sum already.
class Resharding<string mnemonic, dag axes, string format>
    : Op<SdyDialect, mnemonic, [Pure, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = !con(axes, (ins Any:$tensor, Sharding:$out_sharding));
  let results = (outs Any:$result);
  let assemblyFormat = format # "$tensor `out_sharding` `` `=` `` custom<Stripped>($out_sharding) "
      "attr-dict `:` custom<OneType>(type($tensor), type($result))";
}
def AllGatherOp : Resharding<"all_gather", (ins ListOfAxisRefLists:$gathering_axes),
                             "custom<Stripped>($gathering_axes) ">;
def AllSliceOp : Resharding<"all_slice", (ins ListOfAxisRefLists:$slicing_axes),
                            "custom<Stripped>($slicing_axes) ">;
def AllToAllOp : Resharding<"all_to_all", (ins AllToAllParamList:$params),
                            "custom<Stripped>($params) ">;
def CollectivePermuteOp : Resharding<"collective_permute", (ins), "">;
def AllReduceOp : Resharding<"all_reduce", (ins AxisRefList:$reduction_axes),
                             "custom<Stripped>($reduction_axes) ">;
def ReduceScatterOp : Resharding<"reduce_scatter", (ins ListOfAxisRefLists:$reduce_scatter_axes),
                                 "custom<Stripped>($reduce_scatter_axes) ">;
def ShardedToUnreducedOp : Resharding<"sharded_to_unreduced", (ins ListOfAxisRefLists:$axes),
                                      "custom<Stripped>($axes) ">;
def ReplicatedToUnreducedOp : Resharding<"replicated_to_unreduced", (ins AxisRefList:$axes),
                                         "custom<Stripped>($axes) ">;

def SdyConstantOp : Op<SdyDialect, "constant", [Pure, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Any:$output);
  let assemblyFormat = "attr-dict custom<TypedValue>($value, type($output))";
}
// `allowed_direction`: NONE, FORWARD or BACKWARD.
def PropagationBarrierOp : Op<SdyDialect, "propagation_barrier",
    [Pure, DeclareOpInterfaceMethods<ShardableOp, ["formula", "passes"]>]> {
  let arguments = (ins Any:$input, StrAttr:$allowed_direction);
  let results = (outs Any:$result);
  let assemblyFormat = "$input `allowed_direction` `` `=` `` custom<Direction>($allowed_direction) "
      "attr-dict `:` custom<OneType>(type($input), type($result))";
}
// Where values meet that flow into a loop, or through a call: notes of Shardy's propagation.
class Edge<string mnemonic>
    : Op<SdyDialect, mnemonic, [Pure, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Any:$input, OptionalAttr<Sharding>:$sharding);
  let results = (outs Any:$result);
  let assemblyFormat = "$input custom<OptionalSharding>($sharding) attr-dict `:` "
      "custom<OneType>(type($input), type($result))";
}
def DataFlowEdgeOp : Edge<"data_flow_edge">;
def FuncDataFlowEdgeOp : Edge<"func_data_flow_edge">;
def NamedComputationOp : Op<SdyDialect, "named_computation",
                            [DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins StrAttr:$name, Variadic<Any>:$operands,
                       OptionalAttr<ShardingPerValue>:$in_shardings,
                       OptionalAttr<ShardingPerValue>:$out_shardings);
  let results = (outs Variadic<Any>:$results);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
}
def ManualComputationOp : Op<SdyDialect, "manual_computation",
                             [DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Variadic<Any>:$tensors, ShardingPerValue:$in_shardings,
                       ShardingPerValue:$out_shardings, ManualAxes:$manual_axes);
  let results = (outs Variadic<Any>:$results);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
}
// Not published: the place of a position on axes of a map, the first of them major.
def ManualIndexOp : Op<SdyDialect, "manual_index", [Pure, DeclareOpInterfaceMethods<CollectiveOp>]> {
  let arguments = (ins StrArrayAttr:$axes);
  let results = (outs Any:$result);
}
def SdyReturnOp : Op<SdyDialect, "return", [Pure, Terminator]> {
  let arguments = (ins Variadic<Any>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}

// Not published: a constraint in words of a JSON program, `json`, until the config brings the mesh.
// `dims`: names of the value's dimensions; `mesh`: whose axes they are, if not the config's.
def PlacedLaterOp : Op<SdyDialect, "placed_later",
    [Pure, DeclareOpInterfaceMethods<ShardableOp, ["formula"]>]> {
  let arguments = (ins Any:$input, StrAttr:$json, StrArrayAttr:$dims, OptionalAttr<StrAttr>:$mesh);
  let results = (outs Any:$result);
}
// Not published: custom_call @SPMDFullToShardShape and @SPMDShardToFullShape, until their meshes are
// known (manual_calls.h).
class Boundary<string mnemonic> : Op<SdyDialect, mnemonic, [Pure]> {
  let arguments = (ins Any:$input);
  let results = (outs Any:$result);
}
def ManualEnterOp : Boundary<"manual_enter">;
def ManualLeaveOp : Boundary<"manual_leave">;

// Not published: a custom_call that the config has an entry for (custom_ops.h). `rule`: as
// writtenText() has it; `combine`: of partial results, a word; `flops`: for each combination of the
// factors' indices, 0 where nobody says; `given`: what the call told its code;
// `places`: the case whose shardings its code works with, if it is one; `routine`: what computes it,
// by number.
def CustomOp : Op<SdyDialect, "custom_op",
    [Pure, DeclareOpInterfaceMethods<ShardableOp, ["formula"]>]> {
  let arguments = (ins Variadic<Any>:$inputs, StrAttr:$target, StrAttr:$rule, StrAttr:$combine,
                       F64Attr:$flops, DictionaryAttr:$given, OptionalAttr<StrAttr>:$places,
                       I64Attr:$routine);
  let results = (outs Variadic<Any>:$results);
  let assemblyFormat = "$target `(` $inputs `)` `rule` `` `=` `` $rule `combine` `` `=` `` $combine "
      "`flops` `` `=` `` $flops `given` `` `=` `` $given (`places` `` `=` `` $places^)? `routine` `` `=` `` $routine attr-dict `:` functional-type($inputs, $results)";
}

//===-- what manual computations become -------------------------------------------------------===//
// Not published: values over all devices, whose leading dimensions are mesh axes (manual.h).
// `mnemonic`: of the op of the program whose work it does.
class OverDevices<string mnemonic, list<string> methods = ["formula", "givenSharding"]>
    : Op<SdyDialect, mnemonic, [Pure, StandInOp, DeclareOpInterfaceMethods<ShardableOp, methods>]>;

// The op in the region, on each device. `dims`: per input the leading dimensions that it has.
def ManualOpOp : OverDevices<"manual_op", ["formula", "givenSharding", "passes"]> {
  let arguments = (ins Variadic<Any>:$inputs, DenseI64ArrayAttr:$leading, ArrayAttr:$dims,
                       ShardingPerValue:$shardings, StrAttr:$mnemonic);
  let results = (outs Variadic<Any>:$results);
  let regions = (region AnyRegion:$body);
}
// For all loops of `extents`: result[to] = input[from]. An index is a list of loops, major first.
def ManualMoveOp : OverDevices<"manual_move"> {
  let arguments = (ins Any:$input, DenseI64ArrayAttr:$extents, ArrayAttr:$from, ArrayAttr:$to,
                       Sharding:$sharding, StrAttr:$mnemonic);
  let results = (outs Any:$result);
}
// Combines what lies along the leading dimensions `dims`.
def ManualReduceOp : OverDevices<"manual_reduce"> {
  let arguments = (ins Any:$input, DenseI64ArrayAttr:$dims, Sharding:$sharding,
                       StrAttr:$mnemonic);
  let results = (outs Any:$result);
  let regions = (region AnyRegion:$body);
}
// Along the leading dimensions `dims`, place k has what place sources[k] had; -1: zeros.
def ManualPermuteOp : OverDevices<"manual_permute"> {
  let arguments = (ins Any:$input, DenseI64ArrayAttr:$dims, DenseI64ArrayAttr:$sources,
                       Sharding:$sharding, StrAttr:$mnemonic);
  let results = (outs Any:$result);
}
// The number of each device.
def ManualPlaceOp : OverDevices<"manual_place", ["formula"]> {
  let arguments = (ins DenseI64ArrayAttr:$extents, DenseI64ArrayAttr:$units,
                       StrAttr:$mnemonic);
  let results = (outs Any:$result);
}
