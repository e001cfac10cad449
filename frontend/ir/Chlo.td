// SPDX-License-Identifier: Apache-2.0
// The ops of CHLO that shardc compiles, in their published syntax.
include "frontend/ir/Base.td"

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
def ErfOp : Unary<"erf", "b.erf(x[0])">;
def SquareOp : Unary<"square", "b.mul(x[0], x[0])">;
