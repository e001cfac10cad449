// SPDX-License-Identifier: Apache-2.0
#include "codegen/program_text.h"

#include "codegen/constant_data.h"
#include "frontend/ir/builder.h"
#include "frontend/ir/names.h"
#include "frontend/ir/shardable.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

ProgramText::ProgramText(ModuleOp program)
    : state(program, OpPrintingFlags().printNameLocAsPrefix(true), &lines) {
  llvm::raw_string_ostream out(text);
  program->print(out, state);
}

std::string ProgramText::nameOf(Value value) {
  if (const auto own = valueName(value)) return *own;
  std::string name;
  llvm::raw_string_ostream out(name);
  value.printAsOperand(out, state);
  name.erase(0, 1); // the %
  return llvm::isDigit(name.front()) ? "v" + name : name;
}

Source ProgramText::sourceOf(Operation *op) const {
  const auto [line, column] = lines.lookup(op);
  return {"program.mlir", line, column, op->getName().stripDialect().str()};
}

int PlanConstants::numberOf(Operation *op, const std::string &name) {
  auto [at, fresh] = numbers.try_emplace(op, static_cast<int>(plan.constants.size()));
  if (!fresh) return at->second;
  ElementsAttr data = cast<ShardableOp>(op).constantData();
  plan.constants.push_back({name, names.fresh(identifier(name)),
                            *typeOf(op->getResult(0).getType()), constantBytes(data)});
  return at->second;
}

} // namespace shardc
