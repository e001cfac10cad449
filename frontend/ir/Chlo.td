// SPDX-License-Identifier: Apache-2.0
// The ops of CHLO that shardc compiles, in their published syntax.
include "frontend/ir/Base.td"
include "frontend/ir/Enums.td"
include "frontend/ir/Manual.td"

def ChloDialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::shardc::chlo";
  let extraClassDeclaration = [{
    std::optional<ParseOpHook> getParseOperationHook(::llvm::StringRef name) const override;
    ::mlir::Attribute parseAttribute(::mlir::DialectAsmParser &parser,
                                     ::mlir::Type type) const override;
    void printAttribute(::mlir::Attribute attr,
                        ::mlir::DialectAsmPrinter &printer) const override;
  }];
}

// The enumerators are StableHLO's, the attributes are not.
class Enum<EnumAttrInfo enumerators, string attribute, string keyword>
    : EnumAttr<ChloDialect, enumerators, keyword> {
  let constBuilderCall = "::shardc::chlo::" # attribute # "::get($_builder.getContext(), $0)";
}
def Direction : Enum<DirectionEnum, "DirectionAttr", "comparison_direction">;
def CompareType : Enum<CompareTypeEnum, "CompareTypeAttr", "comparison_type">;
def Precision : Enum<PrecisionEnum, "PrecisionAttr", "precision">;

def List : OptionalParameter<"::mlir::DenseI64ArrayAttr">;
def RaggedDotDimensions : AttrDef<ChloDialect, "RaggedDotDimensions"> {
  let mnemonic = "ragged_dot";
  let parameters = (ins List:$lhs_batching_dimensions, List:$rhs_batching_dimensions,
      List:$lhs_contracting_dimensions, List:$rhs_contracting_dimensions,
      List:$lhs_ragged_dimensions, List:$rhs_group_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

class Unary<string mnemonic, string value>
    : ElementwiseOp<ChloDialect, mnemonic, value, (ins T:$operand), (ins)> {
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}
class Binary<string mnemonic, string value>
    : ElementwiseOp<ChloDialect, mnemonic, value, (ins T:$lhs, T:$rhs), (ins)> {
  let assemblyFormat =
      "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)";
}

def AcosOp       : Unary<"acos",        "b.acos(x[0])">;
def AcoshOp      : Unary<"acosh",       "b.acosh(x[0])">;
def AsinOp       : Unary<"asin",        "b.asin(x[0])">;
def AsinhOp      : Unary<"asinh",       "b.asinh(x[0])">;
def AtanOp       : Unary<"atan",        "b.atan(x[0])">;
def AtanhOp      : Unary<"atanh",       "b.atanh(x[0])">;
def BesselI1eOp  : Unary<"bessel_i1e",  "b.besselI1e(x[0])">;
def ConjOp       : Unary<"conj",        "b.conjugate(x[0])">;
def CoshOp       : Unary<"cosh",        "b.cosh(x[0])">;
def DigammaOp    : Unary<"digamma",     "b.digamma(x[0])">;
def ErfOp        : Unary<"erf",         "b.erf(x[0])">;
def ErfInvOp     : Unary<"erf_inv",     "b.erfInv(x[0])">;
def ErfcOp       : Unary<"erfc",        "b.erfc(x[0])">;
def IsInfOp      : Unary<"is_inf",      "b.isInf(x[0])">;
def IsNegInfOp   : Unary<"is_neg_inf",  "b.isNegInf(x[0])">;
def IsPosInfOp   : Unary<"is_pos_inf",  "b.isPosInf(x[0])">;
def LgammaOp     : Unary<"lgamma",      "b.lgamma(x[0])">;
def SinhOp       : Unary<"sinh",        "b.sinh(x[0])">;
def SquareOp     : Unary<"square",      "b.square(x[0])">;
def TanOp        : Unary<"tan",         "b.tan(x[0])">;

def MulhiOp      : Binary<"mulhi",      "b.mulHigh(x[0], x[1])">;
def NextAfterOp  : Binary<"next_after", "b.nextAfter(x[0], x[1])">;
def PolygammaOp  : Binary<"polygamma",  "b.polygamma(x[0], x[1])">;
def ZetaOp       : Binary<"zeta",       "b.zeta(x[0], x[1])">;

// It stands for a sort. Written in ops/programs/algorithms.cpp.
def TopKOp : FormulaOp<ChloDialect, "top_k",
    [DeclareOpInterfaceMethods<ExpandableOp, ["inferResults"]>]> {
  let arguments = (ins T:$operand, I64Attr:$k);
  let results = (outs Any:$values, Any:$indices);
  let assemblyFormat = "`(` $operand `,` `k` `=` $k `)` attr-dict `:` type($operand) `->` `(` "
    "type($values) `,` type($indices) `)`";
  let example = "k: 1";
  let hasVerifier = 1;
}

//===-- those that only text has: JSON has StableHLO's --------------------------------------===//
class TextOnly<string mnemonic, dag args, string format = "", list<string> methods = []>
    : Op<ChloDialect, mnemonic, [Pure, DeclareOpInterfaceMethods<ShardableOp, methods>]> {
  let arguments = args;
  let results = (outs T:$result);
  let assemblyFormat = !if(!empty(format), ?, format);
}

// Of operands whose shapes are made one as NumPy does, or as the attribute says of the operand of
// fewer dimensions.
class Broadcasting<string mnemonic, string value, dag attributes = (ins)>
    : TextOnly<"broadcast_" # mnemonic,
               !con((ins T:$lhs, T:$rhs, OptionalAttr<Numbers>:$broadcast_dimensions), attributes),
               "$lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($result)"> {
  let extraClassDefinition =
      "::mlir::LogicalResult $cppClass::formula(::shardc::FormulaBuilder &b) {\n"
    # "  const auto [shape, index, x] = broadcast(b, getBroadcastDimensions());\n"
    # "  return b.failed ? ::mlir::failure() : b.result(shape, index, " # value # ");\n}\n";
}
def BroadcastAddOp       : Broadcasting<"add",        "b.add(x[0], x[1])">;
def BroadcastAndOp       : Broadcasting<"and",        "b.bitAnd(x[0], x[1])">;
def BroadcastAtan2Op     : Broadcasting<"atan2",      "b.angle(x[0], x[1])">;
def BroadcastComplexOp   : Broadcasting<"complex",    "b.complex(x[0], x[1])">;
def BroadcastDivideOp    : Broadcasting<"divide",     "b.div(x[0], x[1])">;
def BroadcastMaximumOp   : Broadcasting<"maximum",    "b.larger(x[0], x[1])">;
def BroadcastMinimumOp   : Broadcasting<"minimum",    "b.smaller(x[0], x[1])">;
def BroadcastMultiplyOp  : Broadcasting<"multiply",   "b.mul(x[0], x[1])">;
def BroadcastNextAfterOp : Broadcasting<"next_after", "b.nextAfter(x[0], x[1])">;
def BroadcastOrOp        : Broadcasting<"or",         "b.bitOr(x[0], x[1])">;
def BroadcastPolygammaOp : Broadcasting<"polygamma",  "b.polygamma(x[0], x[1])">;
def BroadcastPowerOp     : Broadcasting<"power",      "b.pow(x[0], x[1])">;
def BroadcastRemainderOp : Broadcasting<"remainder",  "b.rem(x[0], x[1])">;
def BroadcastShiftLeftOp : Broadcasting<"shift_left", "b.shiftLeft(x[0], x[1])">;
def BroadcastShiftRightArithmeticOp
    : Broadcasting<"shift_right_arithmetic", "b.shiftRight(x[0], x[1])">;
def BroadcastShiftRightLogicalOp
    : Broadcasting<"shift_right_logical", "b.shiftRightLogical(x[0], x[1])">;
def BroadcastSubtractOp  : Broadcasting<"subtract",   "b.sub(x[0], x[1])">;
def BroadcastXorOp       : Broadcasting<"xor",        "b.bitXor(x[0], x[1])">;
def BroadcastZetaOp      : Broadcasting<"zeta",       "b.zeta(x[0], x[1])">;
def BroadcastCompareOp   : Broadcasting<"compare",
    "stablehlo::compared(b, x, getComparisonDirection(), getCompareType())",
    (ins Direction:$comparison_direction, OptionalAttr<CompareType>:$compare_type)>;

// Its formula is in ops/elements/broadcasting.cpp.
def BroadcastSelectOp
    : TextOnly<"broadcast_select", (ins Predicate:$pred, T:$on_true, T:$on_false),
               "$pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,` "
               "type($on_true) `,` type($on_false) `)` `->` type($result)">;

def ConstantOp : TextOnly<"constant", (ins ElementsAttr:$value),
    "attr-dict custom<Value>($value, type($result))", ["formula", "constantData"]>;
// A number in place of each element. It has no pretty form.
def ConstantLikeOp : TextOnly<"constant_like", (ins AnyAttr:$value, T:$operand)>;

// Products of groups of rows, as many as numbers say. It stands for a dot_general of what is of
// each group; written in ops/programs/ragged_dot.cpp. It has no pretty form.
def RaggedDotOp : Op<ChloDialect, "ragged_dot",
                     [Pure, DeclareOpInterfaceMethods<ExpandableOp>]> {
  let arguments = (ins T:$lhs, T:$rhs, Any:$group_sizes,
      RaggedDotDimensions:$ragged_dot_dimension_numbers, OptionalAttr<AnyAttr>:$precision_config);
  let results = (outs Any:$result);
  let hasVerifier = 1;
}
