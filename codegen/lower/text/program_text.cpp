// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/text/program_text.h"

#include "codegen/lower/constant_data.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/interfaces/shardable.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

ProgramText::ProgramText(ModuleOp program)
    : state(program, OpPrintingFlags().printNameLocAsPrefix(true), &lines) {
  llvm::raw_string_ostream out(text);
  program->print(out, state);
  func::FuncOp entry = entryOf(program);
  const auto hasRegions = [](Operation &op) { return op.getNumRegions() > 0; };
  if (!entry || llvm::none_of(entry.front(), hasRegions)) return; // each has a name of its own
  Names taken;
  nameApart(entry.front(), taken);
}

void ProgramText::nameApart(Block &block, Names &taken) {
  for (Operation &op : block)
    for (Value value : op.getResults()) {
      const std::string name = valueName(value) ? "" : printedName(value);
      if (name.empty()) continue;
      const std::string fresh = taken.fresh(name);
      if (fresh != identifier(name)) inRegions[value] = fresh;
    }
  for (Operation &op : block)
    for (Region &region : op.getRegions())
      for (Block &inside : region)
        nameApart(inside, taken);
}

std::string ProgramText::nameOf(Value value) {
  if (const auto own = valueName(value)) return *own;
  const auto apart = inRegions.find(value);
  return apart == inRegions.end() ? printedName(value) : apart->second;
}

std::string ProgramText::printedName(Value value) {
  std::string name;
  llvm::raw_string_ostream out(name);
  value.printAsOperand(out, state);
  name.erase(0, 1); // the %
  return llvm::isDigit(name.front()) ? "v" + name : name;
}

/// Of "jit(f)/block/attention/mul", which JAX calls an op: "block/attention".
static std::string sectionOf(Location place) {
  StringRef path;
  // What people call it stands around what JAX does.
  for (auto named = dyn_cast<NameLoc>(place); named; named = dyn_cast<NameLoc>(named.getChildLoc()))
    path = named.getName().getValue();
  if (!path.starts_with("jit(")) return "";
  path = path.split('/').second;
  return path.contains('/') ? path.rsplit('/').first.str() : "";
}

Source ProgramText::sourceOf(Operation *op) const {
  const auto [line, column] = lines.lookup(op);
  return {"program.mlir", line, column, mnemonicOf(op), sectionOf(op->getLoc())};
}

static PlanTensor tensorOf(const std::string &name, Type type, Names &ids) {
  PlanTensor tensor;
  tensor.name = name;
  tensor.id = ids.fresh(identifier(name));
  tensor.type = *typeOf(type);
  return tensor;
}

void addTensors(Plan &plan, func::FuncOp entry, const Config &config) {
  Names ids;
  for (BlockArgument input : entry.getArguments()) {
    const unsigned number = input.getArgNumber();
    plan.inputs.push_back(tensorOf(inputName(entry, number), input.getType(), ids));
    if (number < config.donated.size()) plan.inputs.back().donated = config.donated[number];
  }
  for (auto [number, type] : llvm::enumerate(entry.front().getTerminator()->getOperandTypes()))
    plan.outputs.push_back(tensorOf(outputName(entry, number), type, ids));
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
