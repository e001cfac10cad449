// SPDX-License-Identifier: Apache-2.0
// The dialect chlo: its attributes, and what is in it.
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/fallback.h"
#include "frontend/ir/dialects/syntax.h"
#include "frontend/ir/interfaces/verified.h"
#include "frontend/ir/ops/elements/broadcasting.h"
#include "frontend/ir/ops/elements/elements.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using shardc::stablehlo::parseValue, shardc::stablehlo::printValue; // of formats

#include "frontend/ir/ChloDialect.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "frontend/ir/ChloAttributes.cpp.inc"
#define GET_OP_CLASSES
#include "frontend/ir/ChloOps.cpp.inc"

namespace shardc::chlo {

void ChloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "frontend/ir/ChloAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "frontend/ir/ChloOps.cpp.inc"
      >();
  addInterfaces<VerifiedOps>();
}

std::optional<Dialect::ParseOpHook> ChloDialect::getParseOperationHook(StringRef) const {
  return ParseOpHook(refuseOp);
}
Attribute ChloDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef mnemonic;
  Attribute attr;
  const auto parsed = generatedAttributeParser(parser, &mnemonic, type, attr);
  return parsed.has_value() ? attr : keepAttribute(parser, getNamespace(), type);
}
void ChloDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attr, printer);
}

} // namespace shardc::chlo
