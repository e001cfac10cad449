// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/shardings/placement.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/dialects/sdy.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::config {

using json::Kind;
using json::Value;
using llvm::StringRef;

namespace {

/// What the two placements of a tensor are called.
struct Keys {
  StringRef outside, inside;
};

} // namespace

static constexpr Keys kOfInputs = {"arrives", "used"}, kOfOutputs = {"leaves", "made"};

static bool has(Value entry, const Keys &keys) {
  return entry.is(Kind::object) && (entry.find(keys.outside) || entry.find(keys.inside));
}

bool hasPlacements(Value entry) { return has(entry, kOfInputs) || has(entry, kOfOutputs); }

llvm::SmallVector<Value, 2> shardingsIn(Value entry) {
  llvm::SmallVector<Value, 2> found;
  for (const Keys &keys : {kOfInputs, kOfOutputs})
    for (StringRef key : {keys.outside, keys.inside})
      if (std::optional<Value> sharding = has(entry, keys) ? entry.find(key) : std::nullopt)
        found.push_back(*sharding);
  if (found.empty()) found.push_back(entry);
  return found;
}

static bool isOverride(Value value) {
  const std::optional<Value> flag = value.is(Kind::object) ? value.find("override") : std::nullopt;
  return flag.has_value();
}

/// Whether nothing stands in the entry but the two placements, and "override" beside them.
static bool areAlone(Value entry, const Keys &keys, const Tensor &tensor) {
  for (json::Member member : entry.members()) {
    const StringRef key = member.key();
    if (key == keys.outside || key == keys.inside) continue;
    if (key == "override" && !member.value.asBoolean("'override'")) return false;
    if (key == "override") continue;
    report(member.keyLoc(), Diag::unknown_key)
        << "beside '" << keys.outside << "' and '" << keys.inside << "' of " << tensor.shownName()
        << " there is only \"override\", not '" << shown(key) << "'";
    return false;
  }
  return true;
}

std::optional<Placements> readPlacements(Value entry, const Tensor &tensor) {
  const bool isInput = StringRef(tensor.what) == "input",
             isOutput = StringRef(tensor.what) == "output";
  const Keys &own = isInput ? kOfInputs : kOfOutputs, &other = isInput ? kOfOutputs : kOfInputs;
  if (!hasPlacements(entry)) return Placements{entry, std::nullopt};
  if (!isInput && !isOutput) {
    report(entry.loc(), Diag::wrong_value)
        << tensor.shownName() << " is inside the program and lies in one way; inputs arrive and "
        << "are used, outputs are made and leave";
    return std::nullopt;
  }
  if (!has(entry, own)) {
    report(entry.loc(), Diag::wrong_value)
        << tensor.shownName() << " has '" << own.outside << "' and '" << own.inside << "'; '"
        << other.outside << "' and '" << other.inside << "' are for "
        << (isInput ? "outputs" : "inputs");
    return std::nullopt;
  }
  if (!areAlone(entry, own, tensor)) return std::nullopt;
  const std::optional<Value> outside = entry.require(own.outside, tensor.shownName());
  const std::optional<Value> inside = entry.require(own.inside, tensor.shownName());
  if (!outside || !inside) return std::nullopt;
  for (const Value &each : {*outside, *inside}) {
    if (!isOverride(each)) continue;
    report(each.loc(), Diag::wrong_value)
        << "\"override\" of " << tensor.shownName() << " stands beside '" << own.outside
        << "' and '" << own.inside << "', not in one of them";
    return std::nullopt;
  }
  return Placements{*outside, inside};
}

/// Of a value that is called `name` and by the word for it.
static mlir::Value constrained(mlir::OpBuilder &builder, mlir::Value value,
                               mlir::Attribute sharding, mlir::Location loc,
                               const std::string &name, StringRef word) {
  const auto named = mlir::NameLoc::get(builder.getStringAttr(name + "_" + word.str()), loc);
  return sdy::ShardingConstraintOp::create(builder, withUserWord(named, word), value.getType(),
                                           value, mlir::cast<sdy::ShardingAttr>(sharding));
}

mlir::Value useInputAs(mlir::func::FuncOp entry, unsigned input, mlir::Attribute sharding,
                       mlir::Location loc) {
  mlir::OpBuilder builder = mlir::OpBuilder::atBlockBegin(&entry.front());
  mlir::Value arrived = entry.getArgument(input);
  const mlir::Value used =
      constrained(builder, arrived, sharding, loc, inputName(entry, input), kOfInputs.inside);
  arrived.replaceAllUsesExcept(used, used.getDefiningOp());
  return used;
}

mlir::Value makeOutputAs(mlir::func::FuncOp entry, unsigned output, mlir::Attribute sharding,
                         mlir::Location loc) {
  mlir::Operation *end = entry.front().getTerminator();
  mlir::OpBuilder builder(end);
  const mlir::Value made = constrained(builder, end->getOperand(output), sharding, loc,
                                       outputName(entry, output), kOfOutputs.inside);
  end->setOperand(output, made);
  return made;
}

} // namespace shardc::config
