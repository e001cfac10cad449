// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/ops/unknown_op.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/tables/registry.h"
#include "frontend/json/literals/dtype.h"
#include "frontend/json/spellings/spellings.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc::json {

bool isKnownOp(StringRef mnemonic) {
  const OpInfo *info = findMnemonic(mnemonic);
  return mnemonic == "call" || mnemonic == "custom_call" || (info && !info->terminator) ||
         findSpelling(mnemonic);
}

static bool isPublished(StringRef name) {
  return llvm::is_contained(unsupportedMnemonics("stablehlo"), name) ||
         llvm::is_contained(unsupportedMnemonics("chlo"), name);
}

LogicalResult reportUnknownOp(const NameForm &mnemonic) {
  StringRef name = mnemonic.name;
  if (isPublished(name))
    return report(mnemonic.loc, Diag::unsupported_op)
           << "shardc cannot compile '" << name << "' yet; write it with ops of 'shardc list ops'";
  if (llvm::is_contained(textMnemonics(), name))
    return report(mnemonic.loc, Diag::unsupported_op)
           << "'" << name << "' is of StableHLO text; write it with ops of 'shardc list ops'";
  SmallVector<StringRef> names = {"call", "custom_call"};
  for (const OpInfo &info : allOps())
    if (!info.terminator) names.push_back(info.mnemonic);
  for (const Spelling &spelling : spellings())
    names.push_back(spelling.info.mnemonic);
  return report(mnemonic.loc, Diag::unknown_op)
         << "unknown op '" << shown(name) << "'" << didYouMean(name, names)
         << "; 'shardc list ops' shows all";
}

static void reportUnknown(const OpForm &op) {
  if (!isKnownOp(op.mnemonic.name)) (void)reportUnknownOp(op.mnemonic);
  if (op.dtype) (void)readDtype(*op.dtype);
  for (const OperandForm &operand : op.in)
    if (operand.op) reportUnknown(*operand.op);
  for (const RegionForm &region : op.regions)
    reportUnknownOps(*region.scope);
}

void reportUnknownOps(const ScopeForm &scope) {
  for (const OpForm &op : scope.ops)
    reportUnknown(op);
}

} // namespace shardc::json
