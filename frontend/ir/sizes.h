// SPDX-License-Identifier: Apache-2.0
// How large values may be: far beyond any machine, far below what overflows.
#pragma once

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"

#include <optional>
#include <string>

namespace shardc {

constexpr int64_t kMaxBytes = int64_t(1) << 48;
constexpr int64_t kMaxElements = kMaxBytes / 8;
constexpr int64_t kMaxRank = 64;
/// Of data that the program itself carries.
constexpr int64_t kMaxLiteralBytes = int64_t(1) << 33;

/// The product of extents that are not negative; none if it is more than `limit`. An empty tensor
/// may not have other extents whose product is.
std::optional<int64_t> elementsOf(llvm::ArrayRef<int64_t> shape, int64_t limit);
/// "[2, 3]".
std::string shapeText(llvm::ArrayRef<int64_t> shape);
/// Reports a tensor of more than kMaxBytes, or more than kMaxRank dimensions.
mlir::LogicalResult checkSize(mlir::Location loc, mlir::RankedTensorType type);

} // namespace shardc
