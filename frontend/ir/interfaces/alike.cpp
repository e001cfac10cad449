// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/alike.h"

#include "mlir/IR/OperationSupport.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

bool areAlike(Operation *a, Operation *b) {
  // Unlike the op's own operands, those in a region are part of what it is.
  const auto areEqual = [](Region &one, Region &other) {
    return OperationEquivalence::isRegionEquivalentTo(&one, &other,
                                                      OperationEquivalence::IgnoreLocations);
  };
  return a->getName() == b->getName() && a->getNumOperands() == b->getNumOperands() &&
         a->getOperandTypes() == b->getOperandTypes() &&
         a->getResultTypes() == b->getResultTypes() &&
         a->getDiscardableAttrDictionary() == b->getDiscardableAttrDictionary() &&
         a->getName().compareOpProperties(a->getPropertiesStorage(), b->getPropertiesStorage()) &&
         a->getNumRegions() == b->getNumRegions() &&
         llvm::all_of_zip(a->getRegions(), b->getRegions(), areEqual);
}

size_t hashOfAlike(Operation *op) {
  size_t hash = OperationEquivalence::computeHash(op, OperationEquivalence::ignoreHashValue,
                                                  OperationEquivalence::ignoreHashValue,
                                                  OperationEquivalence::IgnoreLocations);
  for (Type type : op->getOperandTypes())
    hash = llvm::hash_combine(hash, type.getAsOpaquePointer());
  return hash;
}

} // namespace shardc
