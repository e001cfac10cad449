// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/ops/scope.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/json/ops/unknown_op.h"

using namespace mlir;

namespace shardc::json {

ScopeBuilder::ScopeBuilder(ProgramBuilder &programBuilder, Block &into, const ScopeForm &form,
                           StringRef pathOfNames, const ScopeBuilder *outside)
    : program(programBuilder), block(into), builder(programBuilder.module.getContext()),
      scope(form), path(pathOfNames), around(outside) {
  builder.setInsertionPointToEnd(&into); // which may be in no op yet
}

FailureOr<SmallVector<mlir::Value>> ScopeBuilder::read() {
  std::optional<Order> sorted = orderOf(scope);
  if (!sorted) return failure();
  order = std::move(*sorted);
  for (auto [input, argument] : llvm::zip_equal(scope.inputs, block.getArguments()))
    values[input.name.name] = argument;
  bool ok = true;
  for (const OpForm *op : order.ops) {
    if (program.errors.full()) return failure();
    ok &= succeeded(readOp(*op));
  }
  SmallVector<mlir::Value> outputs;
  for (const OutputForm &output : scope.outputs) {
    mlir::Value value = lookUp(output.value.name, output.value.loc);
    ok &= bool(value);
    outputs.push_back(value);
  }
  if (!ok) return failure();
  return outputs;
}

FailureOr<ScopeBuilder::Values> ScopeBuilder::readOp(const OpForm &op) {
  Operation *before = block.empty() ? nullptr : &block.back();
  FailureOr<Values> results = makeOp(op);
  if (succeeded(results)) {
    auto made = before ? std::next(before->getIterator()) : block.begin();
    for (Operation &inner : llvm::make_range(made, block.end()))
      program.dims.spread(&inner);
    const bool named = succeeded(nameResults(op, *results));
    if (named && op.sharding) results = placeLater(op, *results);
    if (named && succeeded(results)) return results;
  }
  for (const NameForm &name : op.names)
    wrong.insert(name.name);
  if (auto unnamed = order.unnamed.find(&op); unnamed != order.unnamed.end())
    wrong.insert(unnamed->second);
  return failure();
}

FailureOr<ScopeBuilder::Values> ScopeBuilder::makeOp(const OpForm &op) {
  StringRef name = op.mnemonic.name;
  if (name == "call") return makeCall(op);
  if (name == "custom_call") return makeCustomCall(op);
  if (op.function)
    return report(op.function->loc(), Diag::unknown_attribute)
           << "'function' belongs to {\"op\": \"call\"}, not to '" << shown(name) << "'";
  const OpInfo *info = findMnemonic(name);
  if (info && !info->terminator) return makeRegular(op, *info);
  if (const Spelling *spelling = findSpelling(name)) return makeSpelled(op, *spelling);
  return reportUnknownOp(op.mnemonic);
}

/// The mesh is not known here.
FailureOr<ScopeBuilder::Values> ScopeBuilder::placeLater(const OpForm &op,
                                                         ArrayRef<mlir::Value> results) {
  if (results.size() != 1)
    return report(op.sharding->loc(), Diag::wrong_count)
           << "'sharding' is of one result; this op has " << results.size();
  mlir::Value result = results.front();
  SmallVector<StringRef> dims(llvm::map_range(
      program.dims.of(result), [](const std::string &name) { return StringRef(name); }));
  auto placed = sdy::PlacedLaterOp::create(builder, op.sharding->loc(), result.getType(), result,
                                           builder.getStringAttr(op.sharding->spelled()),
                                           builder.getStrArrayAttr(dims), nullptr);
  program.dims.set(placed.getResult(), DimNames::Names(program.dims.of(result)));
  values[op.names.empty() ? order.unnamed[&op] : op.names.front().name] = placed.getResult();
  return Values{placed.getResult()};
}

/// The location of an op: its names around its place in the file.
static Location namedLoc(ArrayRef<NameForm> names, StringRef path, Location loc) {
  SmallVector<Location> all;
  for (const NameForm &name : names)
    all.push_back(NameLoc::get(StringAttr::get(loc.getContext(), path + name.name), loc));
  return all.size() == 1 ? all[0] : FusedLoc::get(loc.getContext(), all);
}

LogicalResult ScopeBuilder::nameResults(const OpForm &op, ArrayRef<mlir::Value> results) {
  if (op.names.empty()) {
    if (results.size() == 1) values[order.unnamed[&op]] = results[0];
  } else if (op.names.size() != results.size()) {
    return report(op.names[0].loc, Diag::wrong_count)
           << "'" << shown(op.mnemonic.name) << "' has " << results.size() << " results, and "
           << op.names.size() << " names are given; give a list of one name for each";
  }
  for (auto [name, value] : llvm::zip(op.names, results))
    values[name.name] = value;
  // What only passes a named value on leaves its name as it is.
  Operation *maker = results.empty() ? nullptr : results[0].getDefiningOp();
  bool isNamed = maker && isa<NameLoc, FusedLoc>(maker->getLoc());
  if (maker && !isNamed && !op.names.empty())
    maker->setLoc(namedLoc(op.names, path, op.json.loc()));
  return op.dims ? nameDims(op, results) : success();
}

LogicalResult ScopeBuilder::nameDims(const OpForm &op, ArrayRef<mlir::Value> results) {
  Location loc = op.json.find("dims")->loc();
  if (results.size() != 1)
    return report(loc, Diag::wrong_count) << "'dims' names the dimensions of one result";
  if (failed(checkDims(loc, *op.dims, rankOf(results[0])))) return failure();
  DimNames::Names names;
  for (const NameForm &name : *op.dims)
    names.push_back(name.name);
  program.dims.set(results[0], std::move(names));
  return success();
}

LogicalResult checkDims(Location loc, ArrayRef<NameForm> dims, int64_t rank) {
  if (static_cast<int64_t>(dims.size()) != rank)
    return report(loc, Diag::wrong_count) << "'dims' has " << dims.size() << " names for " << rank
                                          << " dimensions; name each of them";
  llvm::StringMap<Location> seen;
  for (const NameForm &name : dims) {
    if (int64_t number = 0; !StringRef(name.name).getAsInteger(10, number))
      return report(name.loc, Diag::bad_name)
             << "a dimension cannot be called '" << shown(name.name) << "': numbers count them";
    auto [first, isNew] = seen.try_emplace(name.name, name.loc);
    if (isNew) continue;
    Report error = report(name.loc, Diag::duplicate_name);
    error << "two dimensions are named '" << shown(name.name) << "'";
    error.note(first->second) << "the first is here";
    return error;
  }
  return success();
}

} // namespace shardc::json
