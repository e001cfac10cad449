// SPDX-License-Identifier: Apache-2.0
// The ops of CHLO that shardc compiles, in their published syntax.
include "frontend/ir/Base.td"
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
