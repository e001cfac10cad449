// SPDX-License-Identifier: Apache-2.0
// The ops of StableHLO that shardc compiles, in their published syntax.
include "frontend/ir/Base.td"
include "frontend/ir/Enums.td"
include "frontend/ir/Manual.td"
include "mlir/IR/OpAsmInterface.td"

def StablehloDialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::shardc::stablehlo";
  let useDefaultAttributePrinterParser = 0;
  let extraClassDeclaration = [{
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef name) const override;
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;
    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type, ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

//===-- attributes ----------------------------------------------------------------------------===//
def Direction : EnumAttr<StablehloDialect, DirectionEnum, "comparison_direction">;
def CompareType : EnumAttr<StablehloDialect, CompareTypeEnum, "comparison_type">;
def Precision : EnumAttr<StablehloDialect, PrecisionEnum, "precision">;
def RngAlgorithmEnum : I32EnumAttr<"RngAlgorithm", "", [
    I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>, I32EnumAttrCase<"PHILOX", 2>]> {
  let cppNamespace = "::shardc::stablehlo";
  let genSpecializedAttr = 0;
}
def RngAlgorithm : EnumAttr<StablehloDialect, RngAlgorithmEnum, "rng_algorithm">;
def RngDistributionEnum : I32EnumAttr<"RngDistribution", "", [
    I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]> {
  let cppNamespace = "::shardc::stablehlo";
  let genSpecializedAttr = 0;
}
def RngDistribution : EnumAttr<StablehloDialect, RngDistributionEnum, "rng_distribution">;
def TransposeEnum : I32EnumAttr<"Transpose", "", [
    I32EnumAttrCase<"TRANSPOSE_INVALID", 0>, I32EnumAttrCase<"NO_TRANSPOSE", 1>,
    I32EnumAttrCase<"TRANSPOSE", 2>, I32EnumAttrCase<"ADJOINT", 3>]> {
  let cppNamespace = "::shardc::stablehlo";
  let genSpecializedAttr = 0;
}
def Transpose : EnumAttr<StablehloDialect, TransposeEnum, "transpose">;
def FftTypeEnum : I32EnumAttr<"FftType", "", [
    I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>, I32EnumAttrCase<"RFFT", 2>,
    I32EnumAttrCase<"IRFFT", 3>]> {
  let cppNamespace = "::shardc::stablehlo";
  let genSpecializedAttr = 0;
}
def FftType : EnumAttr<StablehloDialect, FftTypeEnum, "fft_type">;

// Lists of dimensions that may be left out, which is the same as empty.
class Struct<string name, string keyword, dag fields> : AttrDef<StablehloDialect, name> {
  let mnemonic = keyword;
  let parameters = fields;
  let assemblyFormat = "`<` struct(params) `>`";
}
def List : OptionalParameter<"::mlir::DenseI64ArrayAttr">;
def ChannelHandle : Struct<"ChannelHandle", "channel_handle",
    (ins "int64_t":$handle, "int64_t":$type)>;
def DotAlgorithm : Struct<"DotAlgorithm", "dot_algorithm",
    (ins "::mlir::Type":$lhs_precision_type, "::mlir::Type":$rhs_precision_type,
         "::mlir::Type":$accumulation_type, "int64_t":$lhs_component_count,
         "int64_t":$rhs_component_count, "int64_t":$num_primitive_operations,
         "bool":$allow_imprecise_accumulation)>;
def DotDimensions : Struct<"DotDimensions", "dot",
    (ins List:$lhs_batching_dimensions, List:$rhs_batching_dimensions,
         List:$lhs_contracting_dimensions, List:$rhs_contracting_dimensions)>;
def GatherDimensions : Struct<"GatherDimensions", "gather",
    (ins List:$offset_dims, List:$collapsed_slice_dims, List:$operand_batching_dims,
         List:$start_indices_batching_dims, List:$start_index_map,
         DefaultValuedParameter<"int64_t", "0">:$index_vector_dim)>;
def ScatterDimensions : Struct<"ScatterDimensions", "scatter",
    (ins List:$update_window_dims, List:$inserted_window_dims, List:$input_batching_dims,
         List:$scatter_indices_batching_dims, List:$scatter_dims_to_operand_dims,
         DefaultValuedParameter<"int64_t", "0">:$index_vector_dim)>;

def ConvDimensions : AttrDef<StablehloDialect, "ConvDimensions"> {
  let mnemonic = "conv"; // <[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>
  let parameters = (ins "int64_t":$input_batch, "int64_t":$input_feature,
      "::mlir::DenseI64ArrayAttr":$input_spatial, "int64_t":$kernel_input_feature,
      "int64_t":$kernel_output_feature, "::mlir::DenseI64ArrayAttr":$kernel_spatial,
      "int64_t":$output_batch, "int64_t":$output_feature,
      "::mlir::DenseI64ArrayAttr":$output_spatial);
  let hasCustomAssemblyFormat = 1;
}

// Of windows: what is left out is 1, 0 or false for each dimension.
def OptionalNumbers : OptionalAttr<Numbers>;
def Padding : OptionalAttr<I64ElementsAttr>;

defvar functionType = "functional-type(operands, results)";

//===-- classes -------------------------------------------------------------------------------===//
// `T` where all types agree, else a function type.
class Elementwise<string mnemonic, string value, dag operands, dag attributes = (ins)>
    : ElementwiseOp<StablehloDialect, mnemonic, value, operands, attributes> {
  defvar names = !foreach(i, !range(!size(operands)), !getdagname(operands, i));
  let assemblyFormat = "$" # !interleave(names, " `,` $") # " attr-dict `:` custom<Types>(type($"
    # !interleave(names, "), type($") # "), type($result))";
}
class Unary<string mnemonic, string value> : Elementwise<mnemonic, value, (ins T:$operand)>;
// The transcendental ones say how exact they should be.
class Rounded<string mnemonic, string value>
    : Elementwise<mnemonic, value, (ins T:$operand), (ins OptionalAttr<AnyAttr>:$result_accuracy)>;
class Binary<string mnemonic, string value>
    : Elementwise<mnemonic, value, (ins T:$lhs, T:$rhs)>;

// The formula is in ops/, in the file of its family. The format ends with a function type unless it
// ends otherwise.
class Irregular<string mnemonic, dag args, string format = "", string end = functionType,
                list<Trait> traits = []>
    : FormulaOp<StablehloDialect, mnemonic,
                !listconcat([DeclareOpInterfaceMethods<ShardableOp>], traits)> {
  let arguments = args;
  let results = (outs T:$result);
  let assemblyFormat = !if(!empty(format), ?, format # " attr-dict `:` " # end);
}

// Those that only text has: JSON has other words for them, or they stand for others.
class TextOnly<string mnemonic, dag args, string format, list<Trait> traits,
               string end = functionType>
    : Op<StablehloDialect, mnemonic, !listconcat([Pure], traits)> {
  let arguments = args;
  let results = (outs Any:$result);
  let assemblyFormat = format # " attr-dict `:` " # end;
}

//===-- elementwise ---------------------------------------------------------------------------===//
def AbsOp        : Unary<"abs",                   "b.size(b.withSign(x[0]))">;
def CbrtOp       : Rounded<"cbrt",                "b.cubeRoot(x[0])">;
def CeilOp       : Unary<"ceil",                  "b.ceil(x[0])">;
def CosineOp     : Rounded<"cosine",              "b.cos(x[0])">;
def ClzOp        : Unary<"count_leading_zeros",   "b.clz(x[0])">;
def ExpOp        : Rounded<"exponential",         "b.exp(x[0])">;
def Expm1Op      : Rounded<"exponential_minus_one", "b.expm1(x[0])">;
def FloorOp      : Unary<"floor",                 "b.floor(x[0])">;
def ImagOp       : Unary<"imag",                  "b.partOf(x[0], false)">;
def LogOp        : Rounded<"log",                 "b.log(x[0])">;
def Log1pOp      : Rounded<"log_plus_one",        "b.log1p(x[0])">;
def LogisticOp   : Rounded<"logistic",            "b.logistic(x[0])">;
def NegateOp     : Unary<"negate",                "b.neg(x[0])">;
def NotOp        : Unary<"not",                   "b.bitNot(x[0])">;
def PopcntOp     : Unary<"popcnt",                "b.popcnt(x[0])">;
def RealOp       : Unary<"real",                  "b.partOf(x[0], true)">;
def RoundAfzOp   : Unary<"round_nearest_afz",     "b.roundAway(x[0])">;
def RoundEvenOp  : Unary<"round_nearest_even",    "b.roundEven(x[0])">;
def RsqrtOp      : Rounded<"rsqrt",               "b.rsqrt(x[0])">;
def SignOp       : Unary<"sign",                  "b.sign(b.withSign(x[0]))">;
def SineOp       : Rounded<"sine",                "b.sin(x[0])">;
def SqrtOp       : Rounded<"sqrt",                "b.sqrt(x[0])">;
def TanOp        : Rounded<"tan",                 "b.tan(x[0])">;
def TanhOp       : Rounded<"tanh",                "b.tanh(x[0])">;

def AddOp        : Binary<"add",                  "b.add(x[0], x[1])">;
def AndOp        : Binary<"and",                  "b.bitAnd(x[0], x[1])">;
def Atan2Op      : Binary<"atan2",                "b.angle(x[0], x[1])">;
def DivideOp     : Binary<"divide",               "b.div(x[0], x[1])">;
def MaximumOp    : Binary<"maximum",              "b.larger(x[0], x[1])">;
def MinimumOp    : Binary<"minimum",              "b.smaller(x[0], x[1])">;
def MultiplyOp   : Binary<"multiply",             "b.mul(x[0], x[1])">;
def OrOp         : Binary<"or",                   "b.bitOr(x[0], x[1])">;
def PowerOp      : Binary<"power",                "b.pow(x[0], x[1])">;
def RemainderOp  : Binary<"remainder",            "b.rem(x[0], x[1])">;
def ShiftLeftOp  : Binary<"shift_left",           "b.shiftLeft(x[0], x[1])">;
def ShiftRightArithmeticOp : Binary<"shift_right_arithmetic", "b.shiftRight(x[0], x[1])">;
def ShiftRightLogicalOp    : Binary<"shift_right_logical",    "b.shiftRightLogical(x[0], x[1])">;
def SubtractOp   : Binary<"subtract",             "b.sub(x[0], x[1])">;
def XorOp        : Binary<"xor",                  "b.bitXor(x[0], x[1])">;

def ComplexOp : ElementwiseOp<StablehloDialect, "complex", "b.complex(x[0], x[1])",
                              (ins T:$lhs, T:$rhs), (ins)> {
  let assemblyFormat = "$lhs `,` $rhs attr-dict `:` "
    "custom<ComplexTypes>(type($lhs), type($rhs), type($result))";
}

//===-- elementwise, with something of its own ------------------------------------------------===//
def IsFiniteOp : Irregular<"is_finite", (ins Any:$x), "$x"> { let broadcasts = 1; }
def ConvertOp : Irregular<"convert", (ins Any:$operand),
    "$operand", "custom<Types>(type($operand), type($result))"> {
  let declares = "type";
}
def CompareOp : Irregular<"compare",
    (ins T:$lhs, T:$rhs, Direction:$comparison_direction, OptionalAttr<CompareType>:$compare_type),
    "custom<Enum>($comparison_direction) `,` $lhs `,` $rhs (`,` custom<Enum>($compare_type)^)?"> {
  let broadcasts = 1;
}
def SelectOp : Irregular<"select", (ins Predicate:$pred, T:$on_true, T:$on_false),
    "$pred `,` $on_true `,` $on_false",
    "custom<SelectTypes>(type($pred), type($on_true), type($on_false), type($result))"> {
  let broadcasts = 1;
}
def ClampOp : Irregular<"clamp", (ins T:$min, T:$operand, T:$max),
    "$min `,` $operand `,` $max",
    "custom<Types>(type($min), type($operand), type($max), type($result))"> {
  let broadcasts = 1;
}
def ReducePrecisionOp : Irregular<"reduce_precision",
    (ins T:$operand, Count:$exponent_bits, Count:$mantissa_bits),
    "$operand `,` `format` `=` custom<Digits>($exponent_bits, $mantissa_bits)",
    "custom<Types>(type($operand), type($result))"> {
  let example = "exponent_bits: 5; mantissa_bits: 10";
}
def MapOp : FormulaOp<StablehloDialect, "map", [DeclareOpInterfaceMethods<ShardableOp>]> {
  let arguments = (ins Variadic<T>:$inputs, Dimensions:$dimensions);
  let results = (outs T:$result);
  let regions = (region AnyRegion:$computation);
}
def BitcastConvertOp : Irregular<"bitcast_convert", (ins Any:$operand), "$operand"> {
  let declares = "type";
}

//===-- constants -----------------------------------------------------------------------------===//
def ConstantOp : FormulaOp<StablehloDialect, "constant",
    [DeclareOpInterfaceMethods<ShardableOp, ["formula", "constantData"]>,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let arguments = (ins ElementsAttr:$value);
  let results = (outs T:$output);
  let assemblyFormat = "attr-dict custom<Value>($value, type($output))";
}
def IotaOp : Irregular<"iota", (ins Dimension:$iota_dimension),
    "`dim` `=` custom<Integer>($iota_dimension)", "type($result)"> {
  let declares = "shape type";
}

def GetDimensionSizeOp : Irregular<"get_dimension_size", (ins Any:$operand, Dimension:$dimension),
    "$operand `,` `dim` `=` custom<Integer>($dimension)">;

//===-- movement ------------------------------------------------------------------------------===//
def BroadcastInDimOp : Irregular<"broadcast_in_dim",
    (ins T:$operand, Dimensions:$broadcast_dimensions),
    "$operand `,` `dims` `=` $broadcast_dimensions"> {
  let declares = "shape";
}
def BroadcastOp : Irregular<"broadcast", (ins T:$operand, Numbers:$broadcast_sizes),
    "$operand `,` `sizes` `=` $broadcast_sizes">;
def ReshapeOp : Irregular<"reshape", (ins T:$operand), "$operand"> {
  let declares = "shape";
}
def TransposeOp : Irregular<"transpose", (ins T:$operand, Dimensions:$permutation),
    "$operand `,` `dims` `=` $permutation">;
def ReverseOp : Irregular<"reverse", (ins T:$operand, Dimensions:$dimensions),
    "$operand `,` `dims` `=` $dimensions", "custom<Types>(type($operand), type($result))">;
def SliceOp : Irregular<"slice",
    (ins T:$operand, Numbers:$start_indices, Numbers:$limit_indices, Ones:$strides),
    "$operand custom<Ranges>($start_indices, $limit_indices, $strides)">;
def PadOp : Irregular<"pad",
    (ins T:$operand, T:$padding_value, Numbers:$edge_padding_low, Numbers:$edge_padding_high,
         Zeros:$interior_padding),
    "$operand `,` $padding_value `,` `low` `=` $edge_padding_low `,` `high` `=` $edge_padding_high"
    " `,` `interior` `=` $interior_padding">;
def ConcatenateOp : Irregular<"concatenate", (ins Variadic<T>:$inputs, Dimension:$dimension),
    "custom<Operands>($inputs) `dim` `=` custom<Integer>($dimension)", functionType,
    [DeclareOpInterfaceMethods<ExpandableOp>]>;

//===-- indexing ------------------------------------------------------------------------------===//
def DynamicSliceOp : Irregular<"dynamic_slice",
    (ins T:$operand, Variadic<Indices>:$start_indices, Numbers:$slice_sizes),
    "$operand `,` custom<Operands>($start_indices) `sizes` `=` $slice_sizes">;
def DynamicUpdateSliceOp : Irregular<"dynamic_update_slice",
    (ins T:$operand, T:$update, Variadic<Indices>:$start_indices),
    "$operand `,` $update (`,` $start_indices^)?">;
def GatherOp : Irregular<"gather",
    (ins T:$operand, Indices:$start_indices, GatherDimensions:$dimension_numbers,
         Numbers:$slice_sizes, DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted)> {
  let example = "offset_dims: [1]; collapsed_slice_dims: [0]; start_index_map: [0]; "
      "index_vector_dim: 1; slice_sizes: [1, 3]";
}
def ScatterOp : FormulaOp<StablehloDialect, "scatter",
    [SameVariadicOperandSize, DeclareOpInterfaceMethods<ShardableOp>,
     DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Variadic<T>:$inputs, Indices:$scatter_indices, Variadic<T>:$updates,
      ScatterDimensions:$scatter_dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$unique_indices);
  let results = (outs Variadic<T>:$results);
  let regions = (region AnyRegion:$update_computation);
  let example = "update_window_dims: [1]; inserted_window_dims: [0]; "
      "scatter_dims_to_operand_dims: [0]; index_vector_dim: 1";
}

def TorchIndexSelectOp : Irregular<"torch_index_select",
    (ins T:$operand, Indices:$index, Dimension:$dim, ConfinedAttr<I64Attr, []>:$batch_dims)>;

//===-- contraction ---------------------------------------------------------------------------===//
def DotGeneralOp : ContractionOp<StablehloDialect, "dot_general",
    "signature(b)", "b.sumOfProducts(x[0], x[1])",
    (ins DotDimensions:$dot_dimension_numbers, OptionalAttr<ArrayAttr>:$precision_config,
         OptionalAttr<AnyAttr>:$algorithm)> {
  let declarations = "std::string signature(::shardc::FormulaBuilder &b);";
  let assemblyFormat = "$lhs `,` $rhs `,` custom<DotDimensions>($dot_dimension_numbers)"
    " `` custom<Precision>($precision_config, $algorithm)"
    " attr-dict `:` functional-type(operands, results)";
}
def DotOp : ContractionOp<StablehloDialect, "dot", "signature(b)",
    "b.sumOfProducts(x[0], x[1])", (ins OptionalAttr<ArrayAttr>:$precision_config)> {
  let declarations = "std::string signature(::shardc::FormulaBuilder &b);";
  let assemblyFormat = "$lhs `,` $rhs `` custom<Precision>($precision_config)"
    " attr-dict `:` functional-type(operands, results)";
}

// A JSON program says 'einsum' of what is made of other ops.
def EinsumOp : TextOnly<"einsum", (ins Any:$lhs, Any:$rhs, StrAttr:$einsum_config),
    "$lhs `,` $rhs `,` `config` `=` $einsum_config", [DeclareOpInterfaceMethods<ShardableOp>]>;
def UnaryEinsumOp : TextOnly<"unary_einsum", (ins Any:$operand, StrAttr:$einsum_config),
    "$operand `,` `config` `=` $einsum_config", [DeclareOpInterfaceMethods<ShardableOp>]>;
def Groups : ConfinedAttr<I64Attr, []> { let description = "1"; }
def ConvolutionOp : Irregular<"convolution",
    (ins T:$lhs, T:$rhs, OptionalNumbers:$window_strides, Padding:$padding,
         OptionalNumbers:$lhs_dilation, OptionalNumbers:$rhs_dilation,
         OptionalAttr<DenseBoolArrayAttr>:$window_reversal, ConvDimensions:$dimension_numbers,
         Groups:$feature_group_count, Groups:$batch_group_count,
         OptionalAttr<ArrayAttr>:$precision_config),
    "`(` operands `)` `dim_numbers` `=` custom<ConvDimensions>($dimension_numbers) `,`"
    " `window` `=` `{` custom<ConvWindow>($window_strides, $padding, $lhs_dilation, $rhs_dilation,"
    " $window_reversal) `}`", functionType, [DeclareOpInterfaceMethods<ExpandableOp>]> {
  let example = "dim_numbers: [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]";
}

//===-- reduction -----------------------------------------------------------------------------===//
def ReduceOp : FormulaOp<StablehloDialect, "reduce",
    [SameVariadicOperandSize, DeclareOpInterfaceMethods<ShardableOp>]> {
  let arguments = (ins Variadic<T>:$inputs, Variadic<T>:$init_values, Dimensions:$dimensions);
  let results = (outs Variadic<T>:$results);
  let regions = (region AnyRegion:$body);
  let hasCustomAssemblyFormat = 1;
}

def ReduceWindowOp : FormulaOp<StablehloDialect, "reduce_window",
    [SameVariadicOperandSize, DeclareOpInterfaceMethods<ShardableOp>,
     DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Variadic<T>:$inputs, Variadic<T>:$init_values, Numbers:$window_dimensions,
                       OptionalNumbers:$window_strides, OptionalNumbers:$base_dilations,
                       OptionalNumbers:$window_dilations, Padding:$padding);
  let results = (outs Variadic<T>:$results);
  let regions = (region AnyRegion:$body);
  let example = "window_dimensions: [2]";
}

// Written in ops/reductions/select_and_scatter.cpp.
def SelectAndScatterOp : FormulaOp<StablehloDialect, "select_and_scatter",
    [DeclareOpInterfaceMethods<ShardableOp>, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins T:$operand, T:$source, T:$init_value, OptionalNumbers:$window_dimensions,
                       OptionalNumbers:$window_strides, Padding:$padding);
  let results = (outs T:$result);
  let regions = (region AnyRegion:$select, AnyRegion:$scatter);
  let regionsTake = "pairs";
}

// The two that it becomes: the number of what is selected of each window, and what is scattered to
// elements by these.
class OfSelected<string mnemonic, dag args, dag inside>
    : Op<StablehloDialect, mnemonic,
         [Pure, DeclareOpInterfaceMethods<ShardableOp, ["formula"]>,
          DeclareOpInterfaceMethods<StandInOp>]> {
  let arguments = !con(args, (ins OptionalNumbers:$window_dimensions,
                                  OptionalNumbers:$window_strides, Padding:$padding));
  let results = (outs Any:$result);
  let regions = inside;
}
def SelectInWindowsOp
    : OfSelected<"select_in_windows", (ins Any:$operand), (region AnyRegion:$select)>;
def ScatterToSelectedOp
    : OfSelected<"scatter_to_selected", (ins Any:$source, Any:$selected, Any:$init_value),
                 (region AnyRegion:$scatter)>;

//===-- normalisation -------------------------------------------------------------------------===//
// These stand for elementwise ops and sums. Written in ops/reductions/batch_norm.cpp.
class BatchNorm<string mnemonic, dag args, dag outs>
    : FormulaOp<StablehloDialect, "batch_norm_" # mnemonic,
                [DeclareOpInterfaceMethods<ExpandableOp, ["inferResults"]>]> {
  let arguments = !con(args, (ins F32Attr:$epsilon, Dimension:$feature_index));
  let results = outs;
  let hasVerifier = 1;
}
def BatchNormTrainingOp : BatchNorm<"training", (ins T:$operand, T:$scale, T:$offset),
    (outs T:$output, T:$batch_mean, T:$batch_var)>;
def BatchNormInferenceOp : BatchNorm<"inference",
    (ins T:$operand, T:$scale, T:$offset, T:$mean, T:$variance), (outs T:$result)>;
def BatchNormGradOp : BatchNorm<"grad",
    (ins T:$operand, T:$scale, T:$mean, T:$variance, T:$grad_output),
    (outs T:$grad_operand, T:$grad_scale, T:$grad_offset)>;

//===-- algorithms ----------------------------------------------------------------------------===//
// These stand for loops of other ops (frontend/ir/expansions). Written in
// ops/programs/algorithms.cpp.
class Algorithm<string mnemonic, dag args, dag outs, list<Trait> more = []>
    : FormulaOp<StablehloDialect, mnemonic,
                !listconcat([DeclareOpInterfaceMethods<ExpandableOp, ["inferResults"]>], more)> {
  let arguments = args;
  let results = outs;
  let hasVerifier = 1;
}
def CholeskyOp : Algorithm<"cholesky",
    (ins T:$a, DefaultValuedOptionalAttr<BoolAttr, "false">:$lower), (outs Any:$result)> {
  let assemblyFormat = "$a (`,` `lower` `=` $lower^)? attr-dict `:` custom<Types>(type($a), "
    "type($result))";
}
def FftOp : Algorithm<"fft", (ins T:$operand, FftType:$fft_type, Numbers:$fft_length),
    (outs Any:$result)> {
  let assemblyFormat = "$operand `,` `type` `=` custom<Enum>($fft_type) `,` `length` `=` $fft_length "
    "attr-dict `:` functional-type(operands, results)";
  let example = "fft_length: [3]";
}
def TriangularSolveOp : Algorithm<"triangular_solve",
    (ins T:$a, T:$b, BoolAttr:$left_side, BoolAttr:$lower, BoolAttr:$unit_diagonal,
         Transpose:$transpose_a), (outs Any:$result)>;
def SortOp : Algorithm<"sort",
    (ins Variadic<Any>:$inputs, LastDimension:$dimension,
         DefaultValuedOptionalAttr<BoolAttr, "false">:$is_stable), (outs Variadic<Any>:$results)> {
  let regions = (region AnyRegion:$comparator);
  let regionsTake = "pairs of each";
}

// The operand, no device having a part of the `dimensions`: how what `mnemonic`, an algorithm, is
// replaced by begins and ends.
def WholeOp : Op<StablehloDialect, "whole",
    [Pure, DeclareOpInterfaceMethods<ShardableOp, ["formula"]>, StandInOp]> {
  let arguments = (ins Any:$input, DenseI64ArrayAttr:$dimensions, StrAttr:$mnemonic);
  let results = (outs Any:$result);
}

// What is left of a scan once blocks' totals are scanned (expansions/scans.h): each element, or what
// is before it, from where its block of `size` begins, behind what is before the block.
def ScanBlocksOp : Op<StablehloDialect, "scan_blocks",
    [Pure, DeclareOpInterfaceMethods<ShardableOp, ["formula"]>,
     DeclareOpInterfaceMethods<StandInOp>]> {
  let arguments = (ins Any:$input, Any:$before, Any:$nothing, I64Attr:$dimension, I64Attr:$size,
                       UnitAttr:$from_end, UnitAttr:$to_before);
  let results = (outs Any:$result);
  let regions = (region AnyRegion:$body);
}

//===-- random numbers ------------------------------------------------------------------------===//
// Written in ops/elements/random_bits.cpp and expansions/random_numbers.cpp.
def RngBitGeneratorOp : FormulaOp<StablehloDialect, "rng_bit_generator",
    [DeclareOpInterfaceMethods<ShardableOp>]> {
  let declares = "shape type";
  let example = "dtype: ui32";
  let arguments = (ins Any:$initial_state, RngAlgorithm:$rng_algorithm);
  let results = (outs Any:$output_state, Any:$output);
  let assemblyFormat = "$initial_state `,` `algorithm` `=` custom<Enum>($rng_algorithm) attr-dict `:`"
      " functional-type(operands, results)";
}
def RngOp : ListedOp<StablehloDialect, "rng", [DeclareOpInterfaceMethods<ExpandableOp>]> {
  let declares = "shape";
  let arguments = (ins T:$a, T:$b, Indices:$shape, RngDistribution:$rng_distribution);
  let results = (outs Any:$result);
  let assemblyFormat = "$a `,` $b `,` $shape `,` `distribution` `=` custom<Enum>($rng_distribution)"
      " attr-dict `:` functional-type(operands, results)";
  let hasVerifier = 1;
}

//===-- control flow --------------------------------------------------------------------------===//
// Regions take turns; what they compute is not a formula. Written in ops/programs/control.cpp.
class Control<string mnemonic, string take, dag args, dag parts, list<Trait> more = []>
    : FormulaOp<StablehloDialect, mnemonic, [DeclareOpInterfaceMethods<DataFlowOp>] # more> {
  let arguments = args;
  let results = (outs Variadic<Any>:$results);
  let regions = parts;
  let regionsTake = take;
}
def WhileOp : Control<"while", "operands", (ins Variadic<Any>:$operand),
    (region AnyRegion:$cond, AnyRegion:$body),
    [DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let hasCustomAssemblyFormat = 1;
}
def CaseOp : Control<"case", "nothing", (ins Indices:$index),
    (region VariadicRegion<AnyRegion>:$branches)>;
def IfOp : Control<"if", "nothing", (ins Predicate:$pred),
    (region AnyRegion:$true_branch, AnyRegion:$false_branch)>;

//===-- collectives ---------------------------------------------------------------------------===//
// Only regions of sdy.manual_computation have them, so they are not in the registry.
class Collective<string mnemonic, dag args, dag parts = (region)>
    : Op<StablehloDialect, mnemonic, [DeclareOpInterfaceMethods<CollectiveOp>]> {
  let arguments = !con((ins Variadic<Any>:$operands), args,
                       (ins OptionalAttr<AnyAttr>:$channel_handle));
  let results = (outs Variadic<Any>:$results);
  let regions = parts;
}
// Among groups of devices, all of one size.
class Grouped<string mnemonic, dag args, dag parts = (region)>
    : Collective<mnemonic, !con(args, (ins AnyAttr:$replica_groups)), parts>;
// Whose groups are of devices only where they say so.
class GroupedByIds<string mnemonic, dag args, dag parts = (region)>
    : Grouped<mnemonic, !con(args, (ins UnitAttr:$use_global_device_ids)), parts>;
def AllReduceOp : GroupedByIds<"all_reduce", (ins), (region AnyRegion:$computation)>;
def AllGatherOp : GroupedByIds<"all_gather", (ins I64Attr:$all_gather_dim)>;
def ReduceScatterOp : GroupedByIds<"reduce_scatter", (ins I64Attr:$scatter_dimension),
                                   (region AnyRegion:$computation)>;
def AllToAllOp : Grouped<"all_to_all", (ins I64Attr:$split_dimension, I64Attr:$concat_dimension,
                                            I64Attr:$split_count)>;
def CollectivePermuteOp : Collective<"collective_permute", (ins AnyAttr:$source_target_pairs)>;
def CollectiveBroadcastOp : Grouped<"collective_broadcast", (ins)>;
def PartitionIdOp : Op<StablehloDialect, "partition_id",
                       [DeclareOpInterfaceMethods<CollectiveOp>]> {
  let results = (outs Any:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}

//===-- numbers as operands -------------------------------------------------------------------===//
// Where these are known, the ops stand for those that have them as attributes. Written in
// ops/movement/dynamic_shapes.cpp.
class Dynamic<string mnemonic, dag args, string format = "operands">
    : TextOnly<mnemonic, args, format, [DeclareOpInterfaceMethods<ExpandableOp>]>;
def DynamicBroadcastInDimOp : Dynamic<"dynamic_broadcast_in_dim",
    (ins Any:$operand, Any:$output_dimensions, Numbers:$broadcast_dimensions,
         OptionalNumbers:$known_expanding_dimensions,
         OptionalNumbers:$known_nonexpanding_dimensions),
    "$operand `,` $output_dimensions `,` `dims` `=` $broadcast_dimensions">;
def DynamicIotaOp : Dynamic<"dynamic_iota", (ins Any:$output_shape, I64Attr:$iota_dimension),
    "$output_shape `,` `dim` `=` custom<Integer>($iota_dimension)">;
def DynamicReshapeOp : Dynamic<"dynamic_reshape", (ins Any:$operand, Any:$output_shape)>;
def DynamicPadOp : Dynamic<"dynamic_pad",
    (ins Any:$operand, Any:$padding_value, Any:$edge_padding_low, Any:$edge_padding_high,
         Any:$interior_padding)>;
def RealDynamicSliceOp : Dynamic<"real_dynamic_slice",
    (ins Any:$operand, Any:$start_indices, Any:$limit_indices, Any:$strides)>;
def DynamicConvOp : Op<StablehloDialect, "dynamic_conv",
    [Pure, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Any:$lhs, Any:$rhs, Any:$padding, OptionalNumbers:$window_strides,
      OptionalNumbers:$lhs_dilation, OptionalNumbers:$rhs_dilation,
      OptionalAttr<DenseBoolArrayAttr>:$window_reversal, ConvDimensions:$dimension_numbers,
      Groups:$feature_group_count, Groups:$batch_group_count,
      OptionalAttr<ArrayAttr>:$precision_config);
  let results = (outs Any:$result);
}
def DynamicGatherOp : Op<StablehloDialect, "dynamic_gather",
    [Pure, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Any:$operand, Any:$start_indices, Any:$slice_sizes,
      GatherDimensions:$dimension_numbers,
      DefaultValuedOptionalAttr<BoolAttr, "false">:$indices_are_sorted);
  let results = (outs Any:$result);
}

// Of replicas there is one.
def ReplicaIdOp : Op<StablehloDialect, "replica_id",
                     [Pure, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let results = (outs Any:$result);
  let assemblyFormat = "attr-dict `:` type($result)";
}
def CrossReplicaSumOp : Op<StablehloDialect, "cross-replica-sum",
                           [Pure, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Any:$operand, AnyAttr:$replica_groups);
  let results = (outs Any:$result);
}

//===-- tuples --------------------------------------------------------------------------------===//
// Reading a program takes them apart (ir/tuples.h).
def TupleOp : Op<StablehloDialect, "tuple", [Pure]> {
  let arguments = (ins Variadic<Any>:$val);
  let results = (outs Any:$result);
  let assemblyFormat = "$val attr-dict `:` custom<Tuple>(type($val), type($result))";
}
def GetTupleElementOp : Op<StablehloDialect, "get_tuple_element", [Pure]> {
  let arguments = (ins Any:$operand, I32Attr:$index);
  let results = (outs Any:$result);
  let assemblyFormat = "$operand `[` $index `]` attr-dict `:` functional-type(operands, results)";
}

//===-- the rest ------------------------------------------------------------------------------===//
def OptimizationBarrierOp : FormulaOp<StablehloDialect, "optimization_barrier",
    [DeclareOpInterfaceMethods<ShardableOp>, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins Variadic<Any>:$operand);
  let results = (outs Variadic<Any>:$result);
  let assemblyFormat = "attr-dict custom<Barrier>($operand, type($operand), type($result))";
}
// What it is made of is a function; reading a program makes it a call of that.
def CompositeOp : Op<StablehloDialect, "composite", [Pure]> {
  let arguments = (ins Variadic<Any>:$inputs, StrAttr:$name,
                       OptionalAttr<DictionaryAttr>:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition, OptionalAttr<I32Attr>:$version);
  let results = (outs Variadic<Any>:$results);
  let assemblyFormat = "$name $inputs attr-dict `:` functional-type(operands, results)";
}
def ReturnOp : FormulaOp<StablehloDialect, "return", [Terminator]> {
  let arguments = (ins Variadic<Any>:$results);
  let assemblyFormat = "attr-dict ($results^ `:` type($results))?";
}
