// SPDX-License-Identifier: Apache-2.0
#include "analysis/data_flow.h"
#include "analysis/explain_mesh.h"
#include "cli/driver.h"
#include "cli/verbs.h"
#include "codegen/program_text.h"
#include "frontend/ir/names.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

using NamedValues = std::vector<std::pair<std::string, Value>>;

/// Inputs, named values and outputs, each by the name that people use.
static NamedValues namedValues(func::FuncOp entry) {
  NamedValues named;
  for (BlockArgument input : entry.getArguments())
    named.emplace_back(inputName(entry, input.getArgNumber()), input);
  forEachOp(entry.front(), [&](Operation *op) {
    for (OpResult result : op->getResults())
      if (auto name = valueName(result)) named.emplace_back(*name, result);
  });
  const auto outputs = entry.front().getTerminator()->getOperands();
  for (auto [number, output] : llvm::enumerate(outputs))
    named.emplace_back(outputName(entry, number), output);
  return named;
}

/// The value that a plan calls so.
static NamedValues calledInPlans(const std::string &typed, ModuleOp program) {
  NamedValues found;
  ProgramText text(program);
  forEachOp(entryOf(program).front(), [&](Operation *op) {
    for (OpResult result : op->getResults())
      if (identifier(text.nameOf(result)) == typed) found.emplace_back(typed, result);
  });
  return found;
}

static int unknownValue(const std::string &typed, const NamedValues &named) {
  llvm::errs() << "shardc: the program has no value '" << typed << "'";
  std::vector<llvm::StringRef> choices;
  for (const auto &[name, value] : named)
    choices.push_back(name);
  if (llvm::StringRef near = closest(typed, choices); !near.empty())
    llvm::errs() << "; did you mean '" << near << "'?";
  llvm::errs() << "\n";
  return static_cast<int>(Exit::usage);
}

static int unknownCollective(const std::string &typed) {
  llvm::errs() << "shardc: there is no collective '" << typed << "'; 'plan' lists them\n";
  return static_cast<int>(Exit::usage);
}

/// "c3": the collective's number.
static std::optional<int> collectiveNumber(llvm::StringRef id) {
  int number = 0;
  if (!id.consume_front("c") || id.getAsInteger(10, number) || number < 0) return std::nullopt;
  return number;
}

static int explainCollective(const Compilation &compilation, func::FuncOp entry) {
  const auto number = collectiveNumber(compilation.options.collective);
  if (!compilation.partitioned || !number) return unknownCollective(compilation.options.collective);
  const std::string text =
      explainMove(*compilation.propagation, *compilation.partitioned, entry, *number);
  if (text.empty()) return unknownCollective(compilation.options.collective);
  llvm::outs() << text;
  return 0;
}

int explain(const CommandOptions &options) {
  Compilation compilation(options);
  if (failed(read(compilation)) || failed(runStages(compilation))) return failureCode(compilation);
  func::FuncOp entry = entryOf(*compilation.program);
  if (!options.collective.empty()) return explainCollective(compilation, entry);
  const NamedValues named = namedValues(entry);
  NamedValues wanted = named;
  if (!options.value.empty()) {
    llvm::erase_if(wanted, [&](const auto &one) { return one.first != options.value; });
    if (wanted.empty()) wanted = calledInPlans(options.value, *compilation.program);
  }
  llvm::SmallPtrSet<void *, 8> explained;
  for (const auto &[name, value] : wanted) {
    if (!explained.insert(value.getAsOpaquePointer()).second) continue;
    llvm::outs() << (compilation.propagation
                         ? explainOnMesh(*compilation.propagation, entry, value)
                         : explainValue(*compilation.shards, entry, compilation.config, value));
  }
  return explained.empty() ? unknownValue(options.value, named) : 0;
}

} // namespace shardc
