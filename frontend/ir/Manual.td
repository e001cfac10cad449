// SPDX-License-Identifier: Apache-2.0
// Ops that stand for others, say what each device does, or tie values together.
#ifndef SHARDC_MANUAL
#define SHARDC_MANUAL

include "mlir/IR/OpBase.td"

def ExpandableOp : OpInterface<"ExpandableOp"> {
  let description = "An op that stands for others, which have formulas; or that does where it is wide.";
  let cppNamespace = "::shardc";
  let methods = [
    InterfaceMethod<"Puts the others in its place, if any. Expandable ops inside of it are expanded before. "
                    "Errors are reported, and leave the program half done.",
                    "::mlir::LogicalResult", "expand">,
    InterfaceMethod<"Gives results of type `none` the types that follow from the operands. False, where they do "
                    "not. What is wrong otherwise is the verifier's to say.",
                    "bool", "inferResults", (ins), [{}], [{ return false; }]>,
  ];
}

def CollectiveOp : OpInterface<"CollectiveOp"> {
  let description = "An op of a manual region that sees other devices, or tells them apart.";
  let cppNamespace = "::shardc";
  let methods = [
    InterfaceMethod<"Gives the region each result as a value over all devices. Errors are reported.",
                    "::mlir::LogicalResult", "overDevices", (ins "::shardc::ManualRegion &":$region)>,
  ];
}

def AlikeOp : OpInterface<"AlikeOp"> {
  let description = "An op whose result lies as those of all ops of its group.";
  let cppNamespace = "::shardc";
  let methods = [InterfaceMethod<"The number of the group.", "int64_t", "group">];
}

def StandInOp : OpInterface<"StandInOp"> {
  let description = "An op that does what another of the program says.";
  let cppNamespace = "::shardc";
  let methods = [InterfaceMethod<"The other's mnemonic.", "::llvm::StringRef", "getMnemonic">];
}

#endif
