// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/routines/call_routine.h"

#include "frontend/ir/dialects/sdy.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

bool isRight(Operation *op) {
  const ScopedDiagnosticHandler quiet(op->getContext(), [](Diagnostic &) { return success(); });
  return succeeded(op->getName().verifyInvariants(op));
}

ResultRange callRoutine(Operation *op, ValueRange values, const RuntimeRoutine &routine,
                        DictionaryAttr given, ArrayRef<Type> types, CustomOps &ops) {
  OpBuilder builder(op);
  const TypeRange operands = values.getTypes();
  return sdy::CustomOp::create(
             builder, op->getLoc(), types, values, routine.name,
             ruleOf(routine, operands, types, given), "sum",
             llvm::APFloat(flopsOfTurn(routine, operands, given)), given,
             /*places=*/nullptr,
             *routineNumber(asRoutine(routine, ops.libraries, given), given, ops.routines))
      .getResults();
}

std::string routineCallText(StringRef name, StringRef operands, TypeRange from, Type to,
                            const RuntimeRoutine &routine, DictionaryAttr given, CustomOps &ops) {
  Builder builder(given.getContext());
  const double flops = flopsOfTurn(routine, from, given);
  const int64_t number =
      *routineNumber(asRoutine(routine, ops.libraries, given), given, ops.routines);
  std::string text;
  llvm::raw_string_ostream line(text);
  line << "  " << name << " = \"sdy.custom_op\"(" << operands << ") <{target = \"" << routine.name
       << "\", rule = \"" << ruleOf(routine, from, to, given)
       << "\", combine = \"sum\", flops = " << builder.getF64FloatAttr(flops)
       << ", given = " << given << ", routine = " << number << " : i64}> : (";
  llvm::interleaveComma(from, line);
  line << ") -> " << to << "\n";
  return text;
}

DictionaryAttr dictionaryOf(MLIRContext *context, Numbers numbers) {
  Builder builder(context);
  SmallVector<NamedAttribute> given;
  for (auto [name, number] : numbers)
    given.push_back(builder.getNamedAttr(name, builder.getI64IntegerAttr(number)));
  return builder.getDictionaryAttr(given);
}

} // namespace shardc
