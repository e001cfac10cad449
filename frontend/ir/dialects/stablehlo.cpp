// SPDX-License-Identifier: Apache-2.0
// The dialect stablehlo: its attributes, and what is in it.
#include "frontend/ir/dialects/custom_call.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/dialects/fallback.h"
#include "frontend/ir/interfaces/verified.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

#include "frontend/ir/StablehloDialect.cpp.inc"
#include "frontend/ir/StablehloEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "frontend/ir/StablehloAttributes.cpp.inc"

namespace shardc::stablehlo {

void StablehloDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "frontend/ir/StablehloAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "frontend/ir/StablehloOps.cpp.inc"
      >();
  addInterfaces<VerifiedOps>();
}

std::optional<Dialect::ParseOpHook> StablehloDialect::getParseOperationHook(StringRef op) const {
  return ParseOpHook(op == kCustomCall ? parseCustomCall : refuseOp);
}

Attribute StablehloDialect::parseAttribute(DialectAsmParser &parser, Type type) const {
  StringRef mnemonic;
  Attribute attr;
  const auto parsed = generatedAttributeParser(parser, &mnemonic, type, attr);
  return parsed.has_value() ? attr : keepAttribute(parser, getNamespace(), type);
}
void StablehloDialect::printAttribute(Attribute attr, DialectAsmPrinter &printer) const {
  (void)generatedAttributePrinter(attr, printer);
}
Type StablehloDialect::parseType(DialectAsmParser &parser) const {
  return keepType(parser, getNamespace());
}
void StablehloDialect::printType(Type, DialectAsmPrinter &) const {
  llvm_unreachable("types of this dialect are kept as text");
}

} // namespace shardc::stablehlo
