// SPDX-License-Identifier: Apache-2.0
// What people call values and places, and where cuts come from.
#pragma once

#include "analysis/slices/independent.h"

namespace shardc {

/// "dimension 0 of 'x'".
std::string sourceText(const CutSource &source, mlir::func::FuncOp entry);
/// The config's entry for it; where there is none (single indices by default), the tensor's, or the
/// config.
mlir::Location sourceLocation(const CutSource &source, const Config &config);
/// The slices as the user wrote them; empty where they are the default.
std::vector<std::string> sourceSpelling(const CutSource &source, const Config &config);
/// "sharding.json:4:20", or "" where nothing is known.
std::string lineOf(mlir::Location loc);
/// The same behind a text: "  [sharding.json:4:20]", or "".
std::string placeText(mlir::Location loc);
/// The program's own name of a value, or "".
std::string ownName(mlir::Value value, mlir::func::FuncOp entry);
/// That, or what makes it: "dot_general".
std::string nameOf(mlir::Value value, mlir::func::FuncOp entry);

} // namespace shardc
