// SPDX-License-Identifier: Apache-2.0
#ifndef SHARDC_INTERFACES
#define SHARDC_INTERFACES

include "mlir/IR/OpBase.td"

def ShardableOp : OpInterface<"ShardableOp"> {
  let description = "An op that is its formula; rules, demand, kernels and tests follow from it.";
  let cppNamespace = "::shardc";
  let methods = [
    InterfaceMethod<"One element of each result, over global indices. Also the verifier and the "
                    "type inference: errors go to the op.",
                    "::mlir::LogicalResult", "formula", (ins "::shardc::FormulaBuilder &":$b)>,
    InterfaceMethod<"How shardings may flow. Overridden only where it is deliberately not what the "
                    "formula says.",
                    "::shardc::Rule", "rule", (ins), [{}],
                    [{ return ::shardc::ruleOfOp($_op); }]>,
    InterfaceMethod<"The data of a constant that is not one number throughout; null for all else. "
                    "Its formula loads operand 0, which is this data.",
                    "::mlir::ElementsAttr", "constantData", (ins), [{}], [{ return {}; }]>,
    InterfaceMethod<"The user's annotation of how a result lies on a mesh; null for none.",
                    "::mlir::Attribute", "givenSharding", (ins "unsigned":$result), [{}],
                    [{ return ::shardc::annotatedSharding($_op, result); }]>,
  ];
  let verify = [{ return ::shardc::verifyFormula($_op); }];
}

#endif
