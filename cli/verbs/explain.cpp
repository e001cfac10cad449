// SPDX-License-Identifier: Apache-2.0
#include "analysis/explain_mesh.h"
#include "cli/driver.h"
#include "cli/verbs.h"
#include "frontend/ir/names.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

/// Inputs, named values and outputs, each by the name that people use.
static std::vector<std::pair<std::string, Value>> namedValues(func::FuncOp entry) {
  std::vector<std::pair<std::string, Value>> named;
  for (BlockArgument input : entry.getArguments())
    named.emplace_back(inputName(entry, input.getArgNumber()), input);
  for (Operation &op : entry.front().without_terminator())
    for (OpResult result : op.getResults())
      if (auto name = valueName(result)) named.emplace_back(*name, result);
  const auto outputs = entry.front().getTerminator()->getOperands();
  for (auto [number, output] : llvm::enumerate(outputs))
    named.emplace_back(outputName(entry, number), output);
  return named;
}

static int unknownValue(const std::string &typed,
                        llvm::ArrayRef<std::pair<std::string, Value>> named) {
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
  const auto named = namedValues(entry);
  llvm::SmallPtrSet<void *, 8> explained;
  for (const auto &[name, value] : named) {
    if (!options.value.empty() && name != options.value) continue;
    if (!explained.insert(value.getAsOpaquePointer()).second) continue;
    llvm::outs() << (compilation.propagation
                         ? explainOnMesh(*compilation.propagation, entry, value)
                         : explainValue(*compilation.shards, entry, compilation.config, value));
  }
  return explained.empty() ? unknownValue(options.value, named) : 0;
}

} // namespace shardc
