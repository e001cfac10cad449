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
    InterfaceMethod<"Which ways shardings pass it.", "::shardc::Passes", "passes", (ins), [{}],
                    [{ return {}; }]>,
  ];
  let verify = [{ return ::shardc::verifyFormula($_op); }];
}

def DataFlowOp : OpInterface<"DataFlowOp"> {
  let description = "An op whose regions take turns, with what passes in and out of them.";
  let cppNamespace = "::shardc";
  let methods = [
    InterfaceMethod<"Whether regions, arguments and results are as many as they have to be; errors "
                    "go to the op. Only then may the other methods be asked.",
                    "::mlir::LogicalResult", "checkForm">,
    InterfaceMethod<"How the regions take turns.", "::shardc::Turns", "turns">,
    InterfaceMethod<"Of a loop: what its region 0 returns. Of a branch: what picks the region.",
                    "::mlir::Value", "decider">,
    InterfaceMethod<"One edge per result, in order.",
                    "::llvm::SmallVector<::shardc::DataFlowEdge>", "edges">,
  ];
  let verifyWithRegions = 1;
  let verify = [{ return ::shardc::verifyDataFlow($_op); }];
}

#endif
