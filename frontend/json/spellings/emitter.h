// SPDX-License-Identifier: Apache-2.0
// Building ops by mnemonic: operands broadcast, results inferred. What the reader and the spellings
// for people share.
#pragma once

#include "frontend/ir/tables/registry.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace shardc {

/// Builds ops at one location. After a failure, which has been reported, values are null; a null
/// operand gives a null result and no further message, so calls may be nested freely.
class Emitter {
public:
  Emitter(mlir::OpBuilder &opBuilder, mlir::Location location)
      : builder(opBuilder), loc(location) {}

  mlir::OpBuilder &builder;
  mlir::Location loc;

  using Attributes = llvm::ArrayRef<mlir::NamedAttribute>;
  using Fill = llvm::function_ref<mlir::LogicalResult(mlir::OperationState &)>;

  /// An op with one result. `declared` is for ops whose results cannot be inferred.
  mlir::Value op(llvm::StringRef mnemonic, llvm::ArrayRef<mlir::Value> operands,
                 Attributes attributes = {}, mlir::Type declared = {});
  /// Any op; null after a failure. `regions` are moved into it.
  mlir::Operation *create(const OpInfo &info, llvm::ArrayRef<mlir::Value> operands,
                          Attributes attributes, llvm::ArrayRef<mlir::Type> declared,
                          llvm::MutableArrayRef<std::unique_ptr<mlir::Region>> regions = {});

  mlir::Value constant(mlir::DenseElementsAttr value);
  /// A scalar, rounded to the element type of `like`.
  mlir::Value number(mlir::Value like, double value);
  /// Dimension k of the value is dimension dims[k] of the result; nothing where that is the value.
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dims);
  /// All values in the shape that they have together by NumPy's rule.
  mlir::LogicalResult broadcastTogether(llvm::SmallVectorImpl<mlir::Value> &values);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> permutation);
  /// The body of a reduction of these values by a binary op.
  mlir::FailureOr<std::unique_ptr<mlir::Region>> combiner(llvm::StringRef mnemonic,
                                                          llvm::ArrayRef<mlir::Value> values);
  /// Reduces with a binary op whose identity is the init: "add", "maximum", ...
  mlir::Value reduce(mlir::Value value, llvm::ArrayRef<int64_t> dims, llvm::StringRef combiner);
  /// By an op that reduces, from the combiner's identity.
  mlir::Value reduceBy(llvm::StringRef op, mlir::Value value, Attributes attributes,
                       llvm::StringRef combiner);
  /// As `reduce`, with the reduced dimensions kept as 1 or, given a shape, stretched to it.
  mlir::Value reduceTo(mlir::Value value, llvm::ArrayRef<int64_t> dims, llvm::StringRef combiner,
                       llvm::ArrayRef<int64_t> shape);

  mlir::NamedAttribute integers(llvm::StringRef name, llvm::ArrayRef<int64_t> values);
};

/// The number that combines to nothing under a binary op, as a scalar of the type; none if it has
/// none.
mlir::DenseElementsAttr identityOf(llvm::StringRef combiner, mlir::Type elementType);

mlir::RankedTensorType tensorOf(mlir::Value value);
int64_t rankOf(mlir::Value value);
/// "f32[2, 3]", for messages.
std::string typeText(mlir::Type type);
/// An element's type without its tensor.
mlir::Type elementOf(mlir::Value value);

} // namespace shardc
