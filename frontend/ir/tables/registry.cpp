// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/tables/registry.h"

#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/tables/attribute_rows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;

namespace shardc {

static AttributeInfo describeAttribute(const OpPart &part) {
  const StringRef storage = StringRef(part.type).trim(), detail = part.detail;
  AttributeInfo attribute{part.name, AttributeKind::other, !part.optional, "", {}, false};
  attribute.kind = llvm::StringSwitch<AttributeKind>(storage)
                       .Case("::mlir::BoolAttr", AttributeKind::boolean)
                       .Case("::mlir::IntegerAttr", AttributeKind::integer)
                       .Case("::mlir::FloatAttr", AttributeKind::number)
                       .Case("::mlir::DenseI64ArrayAttr", AttributeKind::integers)
                       .Case("::mlir::DenseBoolArrayAttr", AttributeKind::booleans)
                       .Case("::mlir::DenseIntElementsAttr", AttributeKind::pairs)
                       .Case("::mlir::ElementsAttr", AttributeKind::elements)
                       .Default(AttributeKind::other);
  if (const EnumRow *row = enumRow(storage)) {
    attribute.kind = AttributeKind::choice;
    attribute.choices = row->words;
  }
  attribute.isDimension = detail == "dimensions";
  if (!attribute.isDimension && detail != kOf32Bits && !detail.empty()) {
    attribute.defaultText = detail;
    attribute.required = false;
  }
  return attribute;
}

static OperandRole roleOf(StringRef role) {
  return llvm::StringSwitch<OperandRole>(role)
      .Case("same", OperandRole::same)
      .Case("index", OperandRole::index)
      .Case("predicate", OperandRole::predicate)
      .Default(OperandRole::any);
}

static RegionsTake takenBy(StringRef text) {
  return llvm::StringSwitch<RegionsTake>(text)
      .Case("operands", RegionsTake::operands)
      .Case("pairs", RegionsTake::pairs)
      .Case("pairs of each", RegionsTake::pairsOfEach)
      .Case("nothing", RegionsTake::nothing)
      .Default(RegionsTake::elements);
}

static OpInfo describe(StringRef name, const OpParts &parts) {
  OpInfo op{};
  op.name = name;
  std::tie(op.dialect, op.mnemonic) = op.name.split('.');
  for (const OpPart &part : parts.arguments) {
    if (part.kind == PartKind::attribute) op.stored.push_back(part);
    if (part.kind != PartKind::attribute)
      op.operands.push_back({part.name, roleOf(part.type), part.kind == PartKind::variadic});
    else if (const StructRow *row = structRow(StringRef(part.type).trim()))
      llvm::append_range(op.attributes, row->fields);
    else
      op.attributes.push_back(describeAttribute(part));
  }
  op.results.assign(parts.results.begin(), parts.results.end());
  op.regions.assign(parts.regions.begin(), parts.regions.end());
  op.regionsTake = takenBy(parts.regionsTake);
  op.variadicRegions = parts.variadicRegions;
  op.example = parts.example;
  op.variadicResults = parts.variadicResults;
  op.broadcasts = parts.broadcasts;
  op.declaresShape = StringRef(parts.declares).contains("shape");
  op.declaresType = StringRef(parts.declares).contains("type");
  op.shapeIsOperand = op.declaresShape && !op.operands.empty() && !op.operands.back().variadic &&
                      op.operands.back().role == OperandRole::index;
  if (op.shapeIsOperand) op.operands.pop_back();
  return op;
}

template <typename Op>
static OpInfo describe() {
  OpInfo op = describe(Op::getOperationName(), Op::parts());
  op.terminator = Op::template hasTrait<OpTrait::IsTerminator>();
  op.hasFormula = Op::template hasTrait<ShardableOp::Trait>();
  return op;
}

/// Collectives are left out, which mean nothing where a program speaks of whole tensors, and what
/// only text has, which describes no parts.
template <typename Op>
static void describeInto(std::vector<OpInfo> &ops) {
  if constexpr (requires { Op::parts(); }) ops.push_back(describe<Op>());
}

template <typename... Ops>
static void describeAll(std::vector<OpInfo> &ops) {
  (describeInto<Ops>(ops), ...);
}

static std::vector<OpInfo> everyOp() {
  std::vector<OpInfo> ops;
  describeAll<
#define GET_OP_LIST
#include "frontend/ir/StablehloOps.cpp.inc"
      >(ops);
  describeAll<
#define GET_OP_LIST
#include "frontend/ir/ChloOps.cpp.inc"
      >(ops);
  // What CHLO has again is said in StableHLO's words.
  llvm::StringSet<> ofStablehlo;
  for (const OpInfo &op : ops)
    if (op.dialect == "stablehlo") ofStablehlo.insert(op.mnemonic);
  llvm::erase_if(ops, [&](const OpInfo &op) {
    return op.dialect == "chlo" && ofStablehlo.contains(op.mnemonic);
  });
  llvm::sort(ops, [](const OpInfo &a, const OpInfo &b) { return a.name < b.name; });
  return ops;
}

const std::vector<OpInfo> &allOps() {
  static const std::vector<OpInfo> ops = everyOp();
  return ops;
}

/// Of the ops without a place in the table: collectives, or all others that programs have.
template <typename... Ops>
static std::vector<StringRef> othersAmong(bool collectives) {
  std::vector<StringRef> mnemonics;
  const auto add = [&]<typename Op>(std::type_identity<Op>) {
    if constexpr (!requires { Op::parts(); })
      if (!Op::template hasTrait<StandInOp::Trait>() &&
          Op::template hasTrait<CollectiveOp::Trait>() == collectives)
        mnemonics.push_back(StringRef(Op::getOperationName()).split('.').second);
  };
  (add(std::type_identity<Ops>()), ...);
  llvm::sort(mnemonics);
  return mnemonics;
}

static std::vector<StringRef> othersOfStablehlo(bool collectives) {
  return othersAmong<
#define GET_OP_LIST
#include "frontend/ir/StablehloOps.cpp.inc"
      >(collectives);
}

const std::vector<StringRef> &collectiveMnemonics() {
  static const std::vector<StringRef> mnemonics = othersOfStablehlo(true);
  return mnemonics;
}

static std::vector<StringRef> ofText() {
  std::vector<StringRef> mnemonics = othersAmong<
#define GET_OP_LIST
#include "frontend/ir/ChloOps.cpp.inc"
      >(false);
  llvm::erase_if(mnemonics, [](StringRef mnemonic) { return findMnemonic(mnemonic) != nullptr; });
  llvm::append_range(mnemonics, othersOfStablehlo(false));
  llvm::sort(mnemonics);
  return mnemonics;
}

const std::vector<StringRef> &textMnemonics() {
  static const std::vector<StringRef> mnemonics = ofText();
  return mnemonics;
}

const OpInfo *findOp(StringRef name) {
  auto found = llvm::lower_bound(
      allOps(), name, [](const OpInfo &op, StringRef wanted) { return op.name < wanted; });
  return found != allOps().end() && found->name == name ? &*found : nullptr;
}

const OpInfo *findMnemonic(StringRef mnemonic) {
  if (const OpInfo *op = findOp(("stablehlo." + mnemonic).str())) return op;
  return findOp(("chlo." + mnemonic).str());
}

} // namespace shardc
