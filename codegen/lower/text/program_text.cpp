// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/text/program_text.h"

#include "codegen/lower/graph/constant_data.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/interfaces/shardable.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

ProgramText::ProgramText(ModuleOp program)
    : state(program, OpPrintingFlags().printNameLocAsPrefix(true)) {
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
static StringRef scopesIn(StringRef name) {
  const StringRef path = name.split('/').second;
  return path.contains('/') ? path.rsplit('/').first : "";
}

/// The scopes of an op; in what is called, where JAX's names may say none, those of the call.
static std::string sectionOf(Location place) {
  constexpr int kMostParts = 1000; // what is nested deeper says nothing to people
  SmallVector<Location> open = {place};
  for (int part = 0; !open.empty() && part < kMostParts; ++part) {
    const Location at = open.pop_back_val();
    if (auto call = dyn_cast<CallSiteLoc>(at)) open.append({call.getCaller(), call.getCallee()});
    auto named = dyn_cast<NameLoc>(at);
    if (!named) continue;
    // What people call it stands around what JAX does, and the Python function inside.
    const bool isPath = named.getName().strref().starts_with("jit(");
    if (!isPath) open.push_back(named.getChildLoc());
    if (const StringRef scopes = isPath ? scopesIn(named.getName()) : ""; !scopes.empty())
      return scopes.str();
  }
  return "";
}

Source sourceOf(Operation *op) {
  const auto place = fileLocation(op->getLoc());
  const StringRef file = place ? llvm::sys::path::filename(place->getFilename()) : "";
  return {file.str(), place ? place->getLine() : 0, mnemonicOf(op), sectionOf(op->getLoc()),
          onlyPlaces(op)};
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
    if (number >= config.donated.size() || !config.donated[number]) continue;
    plan.inputs.back().donated = true;
    plan.inputs.back().becomes = config.becomes[number];
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
