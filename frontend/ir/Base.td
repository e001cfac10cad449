// SPDX-License-Identifier: Apache-2.0
// The classes that make an op one line. Every op of class `ListedOp` also lists its parts, from
// which registry.cpp makes its table.
#ifndef SHARDC_BASE
#define SHARDC_BASE

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "frontend/ir/Interfaces.td"

// Operands and results. Any type is taken here: formulas report those that are not supported. The
// summary says what the element type has to do with the other operands' (OperandRole).
class Tensor<string role> : Type<CPred<"true">, role>;
def T : Tensor<"same">;
def Indices : Tensor<"index">;
def Predicate : Tensor<"predicate">;
def Any : Tensor<"any">;

// Numbers. The description is what the registry reads: "dimensions", or a default for each
// dimension of operand 0.
class Integers<string detail = ""> : ConfinedAttr<DenseI64ArrayAttr, []> {
  let description = detail;
}
def Numbers : Integers;
def Dimensions : Integers<"dimensions">;
def Zeros : Integers<"0...">;
def Ones : Integers<"1...">;
def Dimension : ConfinedAttr<I64Attr, []> { let description = "dimensions"; }
def LastDimension : DefaultValuedOptionalAttr<I64Attr, "-1"> { let description = "dimensions"; }
// A number of 32 bits.
def Count : ConfinedAttr<I32Attr, []> {
  let description = "32 bits";
  let returnType = "int64_t";
  let convertFromStorage = "$_self.getInt()";
}

// An op of the registry.
class ListedOp<Dialect dialect, string mnemonic, list<Trait> traits>
    : Op<dialect, mnemonic, traits> {
  bit broadcasts = 0;   // may be given operands that NumPy would broadcast
  string declares = ""; // of "shape type": what of its result cannot be inferred
  // Of the operands; or "pairs" of the first's, "pairs of each", "operands", or "nothing".
  string regionsTake = "elements";
  // Of attributes that not any number or text is right for, and of what JSON says of the result:
  // "k: 1; name: text".
  string example = "";
  code declarations = "";
  code definitions = "";

  let extraClassDeclaration = "static ::shardc::OpParts parts();\n" # declarations;
  let extraClassDefinition = "::shardc::OpParts $cppClass::parts() {\n  return {{"
    # !interleave(!foreach(i, !range(!size(arguments)), "{\"" # !getdagname(arguments, i) # "\", "
        # !if(!initialized(!getdagarg<Attr>(arguments, i)),
              "::shardc::PartKind::attribute, \"" # !getdagarg<Attr>(arguments, i).storageType
                # "\", \"" # !getdagarg<Attr>(arguments, i).description # "\", "
                # !getdagarg<Attr>(arguments, i).isOptional,
              !if(!initialized(!getdagarg<Variadic>(arguments, i)),
                  "::shardc::PartKind::variadic, \""
                    # !getdagarg<Variadic>(arguments, i).baseType.summary # "\", \"\", 0",
                  "::shardc::PartKind::operand, \""
                    # !getdagarg<Type>(arguments, i).summary # "\", \"\", 0"))
        # "}"), ", ")
    # "}, {"
    # !interleave(!foreach(i, !range(!size(results)), "\"" # !getdagname(results, i) # "\""), ", ")
    # "}, {"
    # !interleave(!foreach(i, !range(!size(regions)), "\"" # !getdagname(regions, i) # "\""), ", ")
    # "}, " # !foldl("false", !range(!size(results)), text, i,
        !if(!initialized(!getdagarg<Variadic>(results, i)), "true", text))
    # ", " # broadcasts # ", \"" # declares # "\", \"" # regionsTake # "\", "
    # !foldl("false", !range(!size(regions)), text, i,
        !if(!initialized(!getdagarg<VariadicRegion>(regions, i)), "true", text))
    # ", \"" # example # "\"};\n}\n"
    # definitions;
}

// An op that is its formula, or stands for ops that are.
class FormulaOp<Dialect dialect, string mnemonic, list<Trait> traits>
    : ListedOp<dialect, mnemonic, !listconcat([Pure], traits)>;

// One element of each operand gives one element of the result. `value` is C++ over the builder `b`
// and the operands' elements x[k].
class ElementwiseOp<Dialect dialect, string mnemonic, string value, dag operands, dag attributes,
                    string begin = "auto x = b.elementwise();">
    : FormulaOp<dialect, mnemonic, [DeclareOpInterfaceMethods<ShardableOp>]> {
  let broadcasts = 1;
  let arguments = !con(operands, attributes);
  let results = (outs T:$result);
  let definitions = "::mlir::LogicalResult $cppClass::formula(::shardc::FormulaBuilder &b) {\n  "
    # begin # "\n  return b.failed ? ::mlir::failure() : b.result(" # value # ");\n}\n";
}

// Letters name loops; over one that is missing on the right `value` sums. Both are C++ expressions.
class ContractionOp<Dialect dialect, string mnemonic, string letters, string value, dag attributes>
    : FormulaOp<dialect, mnemonic, [DeclareOpInterfaceMethods<ShardableOp>]> {
  let arguments = !con((ins T:$lhs, T:$rhs), attributes);
  let results = (outs T:$result);
  let definitions = "::mlir::LogicalResult $cppClass::formula(::shardc::FormulaBuilder &b) {\n"
    # "  auto x = b.signature(" # letters # ");\n"
    # "  return b.failed ? ::mlir::failure() : b.result(" # value # ");\n}\n";
}

#endif
