// SPDX-License-Identifier: Apache-2.0
// Attributes of an op, from JSON to the flat form of the registry. Names no op.
#pragma once

#include "frontend/files.h"
#include "frontend/ir/tables/registry.h"
#include "frontend/json/form/form.h"
#include "frontend/json/ops/dim_names.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace shardc::json {

/// What attributes of an op are read with.
struct AttributePlace {
  const OpInfo &info;
  llvm::ArrayRef<mlir::Value> operands;
  const DimNames &names;
  Files &files;                                 // for files among literals
  mlir::Type dtype;                             // of the op; null where it does not say
  std::optional<llvm::ArrayRef<int64_t>> shape; // of the op
};

/// Attributes that the op does not have (with what was meant), values of the wrong kind, unknown
/// choices and dimensions, and missing attributes are reported at their place, all of them.
mlir::FailureOr<mlir::NamedAttrList> readAttributes(const OpForm &op, const AttributePlace &place);

} // namespace shardc::json
