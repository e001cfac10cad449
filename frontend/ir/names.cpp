// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/names.h"

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

func::FuncOp entryOf(ModuleOp module) {
  func::FuncOp only;
  int publicOnes = 0;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isPublic()) continue;
    if (function.getName() == "main") return function;
    only = function;
    ++publicOnes;
  }
  return publicOnes == 1 ? only : func::FuncOp();
}

/// Nodes of a location that are looked at; what is nested deeper says nothing to people.
static constexpr int kMaxSteps = 1000;

/// The places that a location is made of, nearest first: the callee before its caller.
template <typename Found>
static auto search(Location start, Found found) -> decltype(found(start)) {
  SmallVector<Location> open{start};
  for (int step = 0; !open.empty() && step < kMaxSteps; ++step) {
    const Location loc = open.pop_back_val();
    if (auto result = found(loc)) return result;
    if (auto name = dyn_cast<NameLoc>(loc)) {
      open.push_back(name.getChildLoc());
    } else if (auto call = dyn_cast<CallSiteLoc>(loc)) {
      open.push_back(call.getCaller());
      open.push_back(call.getCallee());
    } else if (auto fused = dyn_cast<FusedLoc>(loc)) {
      for (Location part : llvm::reverse(fused.getLocations()))
        open.push_back(part);
    }
  }
  return decltype(found(start))();
}

std::optional<FileLineColLoc> fileLocation(Location loc) {
  return search(loc, [](Location part) -> std::optional<FileLineColLoc> {
    if (auto file = dyn_cast<FileLineColLoc>(part)) return file;
    return std::nullopt;
  });
}

/// The name that a location gives to the value itself: no look into callers.
static std::optional<std::string> nameOf(Location loc) {
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (auto name = dyn_cast<NameLoc>(part)) return name.getName().str();
  if (auto name = dyn_cast<NameLoc>(loc)) return name.getName().str();
  return std::nullopt;
}

/// The name of one of several results, where the location names each of them.
static std::optional<std::string> resultName(Value value) {
  auto result = dyn_cast<OpResult>(value);
  auto fused = dyn_cast<FusedLoc>(value.getLoc());
  const bool namesEach = result && fused && result.getOwner()->getNumResults() > 1 &&
                         fused.getLocations().size() == result.getOwner()->getNumResults();
  if (!namesEach) return std::nullopt;
  auto name = dyn_cast<NameLoc>(fused.getLocations()[result.getResultNumber()]);
  return name ? std::optional(name.getName().str()) : std::nullopt;
}

std::optional<std::string> valueName(Value value) {
  auto name = resultName(value);
  if (!name) name = nameOf(value.getLoc());
  return name && !name->empty() ? name : std::nullopt;
}

std::string inputName(func::FuncOp entry, unsigned input) {
  if (auto name = valueName(entry.getArgument(input))) return *name;
  return "arg" + std::to_string(input);
}

/// A word of letters, digits and underscores that does not begin with a digit.
static bool isName(StringRef text) {
  return !text.empty() && !llvm::isDigit(text[0]) &&
         llvm::all_of(text, [](char c) { return llvm::isAlnum(c) || c == '_'; });
}

/// What jax.result_info says without its decoration: "result['y']" and "result.y" are y.
static std::optional<std::string> undecorated(StringRef text) {
  text.consume_front("result");
  if (text.consume_front("['") || text.consume_front("[\"")) text = text.drop_back(2);
  text.consume_front(".");
  return isName(text) ? std::optional(text.str()) : std::nullopt;
}

std::string outputName(func::FuncOp entry, unsigned output) {
  if (auto info = entry.getResultAttrOfType<StringAttr>(output, "jax.result_info"))
    if (auto name = undecorated(info.getValue())) return *name;
  if (auto name = entry.getResultAttrOfType<StringAttr>(output, "shardc.name"))
    if (!name.getValue().empty()) return name.getValue().str();
  return "out" + std::to_string(output);
}

SmallVector<std::string> dimensionNames(func::FuncOp entry, unsigned input) {
  SmallVector<std::string> names;
  auto list = entry.getArgAttrOfType<ArrayAttr>(input, "shardc.dims");
  if (!list) return names;
  for (Attribute each : list) {
    auto name = dyn_cast<StringAttr>(each);
    names.push_back(name ? name.str() : "");
  }
  return names;
}

} // namespace shardc
