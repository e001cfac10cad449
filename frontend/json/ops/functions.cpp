// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/ops/functions.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/calls.h"
#include "frontend/ir/names.h"
#include "frontend/ir/sizes.h"
#include "frontend/json/literals/dtype.h"
#include "frontend/json/ops/scope.h"
#include "frontend/json/ops/unknown_op.h"

#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;

namespace shardc::json {

constexpr size_t kMaxInstances = 4096;

func::FuncOp ProgramBuilder::makeFunction(StringRef name, const ScopeForm &scope, TypeRange types) {
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto type = builder.getFunctionType(types, {});
  auto func = func::FuncOp::create(scope.loc, name, type);
  SymbolTable(module).insert(func);
  Block &block = func.getBody().emplaceBlock();
  for (auto [input, argument] : llvm::zip_equal(scope.inputs, types))
    block.addArgument(argument,
                      NameLoc::get(builder.getStringAttr(input.name.name), input.name.loc));
  return func;
}

/// Reads the ops of a function; null after an error.
func::FuncOp ProgramBuilder::fill(func::FuncOp func, const ScopeForm &scope) {
  Block &block = func.getBody().front();
  FailureOr<SmallVector<mlir::Value>> outputs = ScopeBuilder(*this, block, scope, "").read();
  if (failed(outputs)) return nullptr;
  OpBuilder builder = OpBuilder::atBlockEnd(&block);
  func::ReturnOp::create(builder, scope.loc, *outputs);
  func.setType(builder.getFunctionType(block.getArgumentTypes(), ValueRange(*outputs).getTypes()));
  return func;
}

static FailureOr<SmallVector<Type>> inputTypes(const ScopeForm &scope) {
  SmallVector<Type> types;
  bool ok = true;
  for (const InputForm &input : scope.inputs) {
    Type element = readDtype(*input.dtype);
    auto type = element ? RankedTensorType::get(input.shape, element) : RankedTensorType();
    ok &= type && succeeded(checkSize(input.name.loc, type)) &&
          (input.dims.empty() || succeeded(checkDims(input.name.loc, input.dims, type.getRank())));
    types.push_back(type);
  }
  if (!ok) return failure();
  return types;
}

/// Outputs have different names outside, and so have inputs.
static LogicalResult checkOutputNames(const ScopeForm &scope) {
  llvm::StringMap<Location> seen;
  for (const OutputForm &output : scope.outputs) {
    auto [first, isNew] = seen.try_emplace(output.name, output.value.loc);
    if (isNew) continue;
    Report error = report(output.value.loc, Diag::duplicate_name);
    error << "two outputs are named '" << shown(output.name)
          << "'; rename one: \"outputs\": {\"new name\": \"value\"}";
    error.note(first->second) << "the first is here";
    return error;
  }
  return success();
}

LogicalResult ProgramBuilder::readMain() {
  FailureOr<SmallVector<Type>> types = inputTypes(form.main);
  if (failed(types)) reportUnknownOps(form.main);
  if (failed(checkOutputNames(form.main)) || failed(types)) return failure();
  func::FuncOp main = makeFunction("main", form.main, *types);
  nameDimensions(main);
  if (!fill(main, form.main)) return failure();
  nameOutputs(main);
  return checkCalled();
}

/// Without a call the inputs of a function have no types, so nothing could be said against it.
LogicalResult ProgramBuilder::checkCalled() const {
  llvm::StringSet<> called;
  for (const auto &[signature, instance] : instances)
    called.insert(signature.first);
  bool ok = true;
  for (const FunctionForm &function : form.functions) {
    if (called.contains(function.name.name)) continue;
    ok = false;
    report(function.name.loc, Diag::unused_function)
        << "nothing calls the function '" << shown(function.name.name)
        << "', so its inputs have no types and it cannot be checked; call it, or leave it out";
    reportUnknownOps(function.scope);
  }
  return success(ok);
}

// Attributes are set for all at once: the context keeps every list of them that there ever was.

void ProgramBuilder::nameDimensions(func::FuncOp main) {
  Builder builder(module.getContext());
  SmallVector<DictionaryAttr> all;
  for (auto [input, argument] : llvm::zip_equal(form.main.inputs, main.getArguments())) {
    DimNames::Names names;
    for (const NameForm &name : input.dims)
      names.push_back(name.name);
    const SmallVector<StringRef> texts(names.begin(), names.end());
    SmallVector<NamedAttribute, 1> own;
    if (!texts.empty())
      own.push_back(builder.getNamedAttr("shardc.dims", builder.getStrArrayAttr(texts)));
    all.push_back(builder.getDictionaryAttr(own));
    if (!texts.empty()) dims.set(argument, std::move(names));
  }
  main.setAllArgAttrs(all);
}

/// Whether an output is called as an op without a name is, "%0": the program gives it none.
static bool isUnnamed(const OutputForm &output) {
  StringRef number = output.name;
  return output.name == output.value.name && number.consume_front("%") &&
         llvm::all_of(number, llvm::isDigit);
}

void ProgramBuilder::nameOutputs(func::FuncOp main) {
  Builder builder(module.getContext());
  SmallVector<DictionaryAttr> all;
  for (const OutputForm &output : form.main.outputs) {
    SmallVector<NamedAttribute, 1> own;
    if (!isUnnamed(output)) own.push_back(outputNameAttr(module.getContext(), output.name));
    all.push_back(builder.getDictionaryAttr(own));
  }
  main.setAllResultAttrs(all);
}

const FunctionForm *ProgramBuilder::find(Value name) {
  if (byName.empty())
    for (const FunctionForm &function : form.functions)
      byName.try_emplace(function.name.name, &function);
  if (const FunctionForm *found = byName.lookup(name.string())) return found;
  SmallVector<StringRef> names(byName.keys());
  report(name.loc(), Diag::unknown_function)
      << "no function is named '" << shown(name.string()) << "'" << didYouMean(name.string(), names)
      << "; functions stand in \"functions\"";
  return nullptr;
}

LogicalResult ProgramBuilder::checkCall(Value name, const FunctionForm &function, size_t count) {
  StringRef text = function.name.name;
  if (llvm::is_contained(open, text)) {
    Report error = report(name.loc(), Diag::recursion);
    error << "the function '" << shown(text) << "' calls itself";
    error.note(function.name.loc) << "it is defined here";
    return error;
  }
  if (open.size() >= kMostNestedCalls)
    return report(name.loc(), Diag::too_deep)
           << "calls are nested more than " << kMostNestedCalls << " deep";
  if (instances.size() >= kMaxInstances)
    return report(name.loc(), Diag::too_large)
           << "functions are called with more than " << kMaxInstances << " signatures";
  if (function.scope.inputs.size() == count) return success();
  return report(name.loc(), Diag::wrong_count)
         << "the function '" << shown(text) << "' has " << function.scope.inputs.size()
         << " inputs, and " << count << " are given";
}

func::FuncOp ProgramBuilder::instance(Value name, ArrayRef<mlir::Value> arguments) {
  const FunctionForm *function = find(name);
  if (!function || failed(checkCall(name, *function, arguments.size()))) return nullptr;
  Signature key{function->name.name, {}};
  for (mlir::Value argument : arguments) {
    key.second.push_back(typeText(argument.getType()));
    llvm::append_range(key.second, dims.of(argument));
  }
  auto [entry, isNew] = instances.try_emplace(key);
  if (!isNew) return entry->second;
  open.push_back(function->name.name);
  func::FuncOp func =
      makeFunction(function->name.name, function->scope, mlir::ValueRange(arguments).getTypes());
  func.setPrivate();
  for (auto [inner, outer] : llvm::zip_equal(func.getArguments(), arguments))
    dims.set(inner, DimNames::Names(dims.of(outer)));
  entry->second = fill(func, function->scope);
  open.pop_back();
  return entry->second;
}

} // namespace shardc::json
