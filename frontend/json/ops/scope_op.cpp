// SPDX-License-Identifier: Apache-2.0
// Making one op: by the registry's table, by a spelling, or as a call.
#include "frontend/diagnostics.h"
#include "frontend/ir/sizes.h"
#include "frontend/json/literals/dtype.h"
#include "frontend/json/ops/scope.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc::json {

/// What the op says of its result; null members where it says nothing.
static FailureOr<Type> readOwnDtype(const OpForm &op) {
  if (!op.dtype) return Type();
  Type dtype = readDtype(*op.dtype);
  if (!dtype) return failure();
  return dtype;
}

static std::optional<ArrayRef<int64_t>> ownShape(const OpForm &op) {
  if (!op.shape) return std::nullopt;
  return ArrayRef<int64_t>(*op.shape);
}

FailureOr<Type> ScopeBuilder::declaredType(const OpForm &op, const OpInfo &info,
                                           ArrayRef<mlir::Value> operands, Type dtype) {
  if (!info.declaresShape && !info.declaresType) return Type(builder.getNoneType());
  bool hasShape = op.shape || (!info.declaresShape && !operands.empty());
  bool hasType = dtype || (!info.declaresType && !operands.empty());
  for (auto [has, key] : {std::pair(hasShape, "shape"), std::pair(hasType, "dtype")})
    if (!has)
      return report(op.json.loc(), Diag::missing_attribute)
             << "'" << info.mnemonic << "' needs '" << key
             << "': it does not follow from the operands";
  ArrayRef<int64_t> shape =
      op.shape ? ArrayRef<int64_t>(*op.shape) : tensorOf(operands[0]).getShape();
  auto type = RankedTensorType::get(shape, dtype ? dtype : elementOf(operands[0]));
  if (failed(checkSize(op.json.loc(), type))) return failure();
  return Type(type);
}

/// Where an op says a shape or type that follows anyway, they have to agree.
LogicalResult ScopeBuilder::checkDeclared(const OpForm &op, ArrayRef<mlir::Value> results,
                                          Type dtype) {
  if (!op.shape && !dtype) return success();
  if (results.size() != 1)
    return report(op.json.loc(), Diag::wrong_result)
           << "'shape' and 'dtype' are of one result; this op has " << results.size();
  auto type = tensorOf(results[0]);
  if (op.shape && type.getShape() != ArrayRef<int64_t>(*op.shape))
    return report(op.json.find("shape")->loc(), Diag::wrong_result)
           << "the result has shape " << shapeText(type.getShape()) << ", not "
           << shapeText(*op.shape) << "; correct it or leave it out";
  if (dtype && type.getElementType() != dtype)
    return report(op.dtype->loc(), Diag::wrong_result)
           << "the result has element type " << dtypeName(type.getElementType()) << ", not "
           << dtypeName(dtype) << "; use 'convert' to change it";
  return success();
}

FailureOr<std::unique_ptr<Region>> ScopeBuilder::readRegion(const OpForm &op,
                                                            const RegionForm &form,
                                                            RegionsTake take, TypeRange arguments) {
  if (form.scope->inputs.size() != arguments.size())
    return report(form.name.loc, Diag::wrong_count)
           << "'" << form.name.name << "' has " << form.scope->inputs.size() << " inputs here, and "
           << arguments.size() << " are needed";
  auto region = std::make_unique<Region>();
  Block &body = region->emplaceBlock();
  std::string inside = op.names.empty() ? order.unnamed[&op] : op.names[0].name;
  inside = path + inside + "/" + form.name.name + "/";
  if (form.number) inside += std::to_string(*form.number) + "/";
  const bool areScalars = take != RegionsTake::operands && take != RegionsTake::nothing;
  const ScopeBuilder *seen = areScalars ? nullptr : this;
  for (auto [input, type] : llvm::zip_equal(form.scope->inputs, arguments))
    body.addArgument(type,
                     NameLoc::get(builder.getStringAttr(inside + input.name.name), input.name.loc));
  FailureOr<SmallVector<mlir::Value>> outputs =
      ScopeBuilder(program, body, *form.scope, inside, seen).read();
  if (failed(outputs)) return failure();
  OpBuilder end(builder.getContext()); // the block is in no op yet
  end.setInsertionPointToEnd(&body);
  if (!Emitter(end, op.json.loc()).create(*findMnemonic("return"), *outputs, {}, {}))
    return failure();
  return region;
}

/// The operands without those that are indices: of these, no region takes elements.
static SmallVector<mlir::Value> withoutIndices(const OpInfo &info, ArrayRef<mlir::Value> operands) {
  const auto isList = [](const OperandInfo &part) { return part.variadic; };
  const size_t lists = llvm::count_if(info.operands, isList);
  const size_t length = lists == 0 ? 0 : (operands.size() - (info.operands.size() - lists)) / lists;
  SmallVector<mlir::Value> kept;
  for (const OperandInfo &part : info.operands) {
    const size_t count = std::min(part.variadic ? length : 1, operands.size());
    if (part.role != OperandRole::index) llvm::append_range(kept, operands.take_front(count));
    operands = operands.drop_front(count);
  }
  return kept;
}

/// The types of what the regions of an op take.
static SmallVector<Type> takenTypes(const OpInfo &info, ArrayRef<mlir::Value> operands) {
  SmallVector<Type> types;
  if (info.regionsTake == RegionsTake::nothing) return types;
  if (info.regionsTake == RegionsTake::pairs)
    return SmallVector<Type>(2, RankedTensorType::get({}, elementOf(operands.front())));
  SmallVector<mlir::Value> taken(operands);
  if (info.regionsTake == RegionsTake::elements) taken = withoutIndices(info, operands);
  const bool isTwice = info.regionsTake == RegionsTake::pairsOfEach;
  for (mlir::Value operand : taken)
    types.append(isTwice ? 2 : 1, info.regionsTake == RegionsTake::operands
                                      ? operand.getType()
                                      : RankedTensorType::get({}, elementOf(operand)));
  return types;
}

static LogicalResult checkRegionNames(const OpForm &op, const OpInfo &info) {
  for (const RegionForm &form : op.regions) {
    if (!llvm::is_contained(info.regions, form.name.name))
      return report(form.name.loc, Diag::unknown_attribute)
             << "'" << info.mnemonic << "' has no region '" << shown(form.name.name) << "'"
             << didYouMean(form.name.name, info.regions);
    if (form.number.has_value() != info.variadicRegions)
      return report(form.name.loc, Diag::wrong_region)
             << "'" << form.name.name << "' of '" << info.mnemonic << "' is "
             << (info.variadicRegions ? "a list of regions: write [{...}, {...}]"
                                      : "one region, not a list");
  }
  return success();
}

FailureOr<ScopeBuilder::Regions> ScopeBuilder::readRegions(const OpForm &op, const OpInfo &info,
                                                           ArrayRef<mlir::Value> operands) {
  if (failed(checkRegionNames(op, info))) return failure();
  const SmallVector<Type> types = takenTypes(info, operands);
  Regions regions;
  for (StringRef name : info.regions) {
    const size_t before = regions.size();
    for (const RegionForm &form : op.regions) {
      if (form.name.name != name) continue;
      FailureOr<std::unique_ptr<Region>> region = readRegion(op, form, info.regionsTake, types);
      if (failed(region)) return failure();
      regions.push_back(std::move(*region));
    }
    if (regions.size() == before)
      return report(op.json.loc(), Diag::missing_attribute)
             << "'" << info.mnemonic << "' needs '" << name << "': "
             << (info.variadicRegions ? "[{\"inputs\", \"ops\", \"outputs\"}, ...]"
                                      : "{\"inputs\", \"ops\", \"outputs\"}")
             << (info.regionsTake == RegionsTake::elements ? ", or \"reducer\": \"add\"" : "");
  }
  return regions;
}

/// A reducer brings its body, and its identities as further operands; or its body alone, where
/// there is something that it begins with.
FailureOr<ScopeBuilder::Regions> ScopeBuilder::readReducer(const OpForm &op, const OpInfo &info,
                                                           Values &operands) {
  const auto isIndex = [](const OperandInfo &part) { return part.role == OperandRole::index; };
  const bool pushes = llvm::any_of(info.operands, isIndex);
  const bool reduces = info.regionsTake == RegionsTake::elements && info.regions.size() == 1 &&
                       (pushes || info.operands.size() == 2);
  if (!reduces)
    return report(op.reducer->loc(), Diag::unknown_attribute)
           << "'" << info.mnemonic << "' takes no 'reducer'";
  if (!op.regions.empty())
    return report(op.regions[0].name.loc, Diag::unknown_attribute)
           << "'reducer' stands for '" << info.regions[0] << "'; give one of the two";
  StringRef name = op.reducer->string(), combiner = reducerOp(name);
  if (combiner.empty())
    return report(op.reducer->loc(), Diag::wrong_value)
           << "unknown reducer '" << shown(name) << "'" << didYouMean(name, reducerNames())
           << "; it is one of " << llvm::join(reducerNames(), ", ");
  Regions regions;
  Emitter emit(builder, op.json.loc());
  Values reduced = operands; // the initial values are not among them yet
  if (pushes) {
    const SmallVector<mlir::Value> both = withoutIndices(info, operands);
    reduced.assign(both.begin(), both.begin() + both.size() / 2); // updates are like inputs
  }
  FailureOr<std::unique_ptr<Region>> body = emit.combiner(combiner, reduced);
  if (failed(body)) return failure();
  regions.push_back(std::move(*body));
  if (pushes) return regions;
  for (mlir::Value operand : Values(operands)) {
    DenseElementsAttr identity = identityOf(combiner, elementOf(operand));
    if (!identity)
      return report(op.reducer->loc(), Diag::wrong_op)
             << "'" << name << "' does not reduce elements of type "
             << dtypeName(elementOf(operand));
    operands.push_back(emit.constant(identity));
  }
  return regions;
}

/// Of several results, as many as operands in a list, or as the regions give.
static size_t resultCount(const OpInfo &info, size_t operands,
                          ArrayRef<std::unique_ptr<Region>> regions) {
  if (!info.variadicResults) return info.results.size();
  if (info.regionsTake == RegionsTake::nothing)
    return regions.front()->front().getTerminator()->getNumOperands();
  size_t lists = llvm::count_if(info.operands, [](auto &part) { return part.variadic; });
  return operands / std::max<size_t>(1, lists);
}

FailureOr<ScopeBuilder::Values> ScopeBuilder::makeRegular(const OpForm &op, const OpInfo &info) {
  FailureOr<Type> dtype = readOwnDtype(op);
  if (failed(dtype)) return failure();
  OpInfo given = info;
  if (op.reducer && info.operands.size() == 2) given.operands.pop_back();
  FailureOr<Values> operands = readOperands(op, given, *dtype);
  if (failed(operands)) return failure();
  FailureOr<NamedAttrList> attributes =
      readAttributes(op, {info, *operands, program.dims, program.files, *dtype, ownShape(op)});
  if (failed(attributes)) return failure();
  Emitter emit(builder, op.json.loc());
  if (info.broadcasts && failed(emit.broadcastTogether(*operands))) return failure();
  FailureOr<Type> declared = declaredType(op, info, *operands, *dtype);
  if (failed(declared)) return failure();
  if (info.shapeIsOperand) operands->push_back(emit.constant(builder.getI64TensorAttr(*op.shape)));
  FailureOr<Regions> regions =
      op.reducer ? readReducer(op, info, *operands) : readRegions(op, info, *operands);
  if (failed(regions)) return failure();
  SmallVector<Type> results(resultCount(info, operands->size(), *regions), builder.getNoneType());
  if (!results.empty()) results.back() = *declared;
  Operation *made = emit.create(info, *operands, attributes->getAttrs(), results, *regions);
  if (!made) return failure();
  const Values said(made->getResults().take_back(isa<NoneType>(*declared) ? results.size() : 1));
  if (failed(checkDeclared(op, said, *dtype))) return failure();
  return Values(made->getResults());
}

FailureOr<ScopeBuilder::Values> ScopeBuilder::makeSpelled(const OpForm &op,
                                                          const Spelling &spelling) {
  FailureOr<Type> dtype = readOwnDtype(op);
  if (failed(dtype)) return failure();
  FailureOr<Values> operands = readOperands(op, spelling.info, *dtype);
  if (failed(operands)) return failure();
  FailureOr<NamedAttrList> attributes = readAttributes(
      op, {spelling.info, *operands, program.dims, program.files, *dtype, ownShape(op)});
  if (failed(attributes)) return failure();
  if (op.reducer || !op.regions.empty())
    return report(op.json.loc(), Diag::unknown_attribute)
           << "'" << spelling.info.mnemonic << "' takes no region and no 'reducer'";
  Emitter emit(builder, op.json.loc());
  if (spelling.info.broadcasts && failed(emit.broadcastTogether(*operands))) return failure();
  llvm::ArrayRef<MeshAxis> map;
  if (program.files.map) map = *program.files.map;
  mlir::Value result = spelling.expand(SpellingUse(emit, *operands, *attributes, map));
  if (!result || failed(checkDeclared(op, result, *dtype))) return failure();
  return Values{result};
}

FailureOr<ScopeBuilder::Values> ScopeBuilder::makeCall(const OpForm &op) {
  FailureOr<Values> operands = namedOperands(op);
  if (failed(operands)) return failure();
  if (!op.function)
    return report(op.json.loc(), Diag::missing_attribute)
           << "'call' needs 'function': the name of one of \"functions\"";
  if (!op.attributes.empty())
    return report(op.attributes[0].keyLoc(), Diag::unknown_attribute)
           << "'call' has no attribute '" << shown(op.attributes[0].key()) << "'";
  if (op.reducer || !op.regions.empty())
    return report(op.json.loc(), Diag::unknown_attribute)
           << "'call' takes no region and no 'reducer'";
  for (auto [value, form] : llvm::zip_equal(*operands, op.in)) {
    if (!value) value = literal(form.json, nullptr);
    if (!value) return failure();
  }
  func::FuncOp function = program.instance(*op.function, *operands);
  if (!function) return failure();
  FailureOr<Type> dtype = readOwnDtype(op);
  if (failed(dtype)) return failure();
  auto call = func::CallOp::create(builder, op.json.loc(), function, *operands);
  Operation *end = function.getBody().front().getTerminator();
  for (auto [inner, result] : llvm::zip_equal(end->getOperands(), call.getResults()))
    program.dims.set(result, DimNames::Names(program.dims.of(inner)));
  if (failed(checkDeclared(op, Values(call.getResults()), *dtype))) return failure();
  return Values(call.getResults());
}

} // namespace shardc::json
