// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/load.h"

#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/sdy.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardc {

void loadDialects(mlir::MLIRContext &context) {
  context.loadDialect<mlir::func::FuncDialect, stablehlo::StablehloDialect, chlo::ChloDialect,
                      sdy::SdyDialect>();
}

} // namespace shardc
