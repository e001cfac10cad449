// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/names.h"

#include "frontend/diagnostics.h"

#include "runtime/io/lookup.h"

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

static constexpr StringRef kInText = "shardc.text"; // the metadata of a fusion of one

Location locationInText(FileLineColLoc place) {
  return FusedLoc::get(place.getContext(), {place}, StringAttr::get(place.getContext(), kInText));
}

static bool isInText(FusedLoc loc) {
  auto mark = dyn_cast_or_null<StringAttr>(loc.getMetadata());
  return mark && mark.getValue() == kInText;
}

std::optional<FileLineColLoc> fileLocation(Location loc) {
  SmallVector<FileLineColLoc, 2> inPackages, inText;
  const auto own = search(loc, [&](Location part) -> std::optional<FileLineColLoc> {
    auto fused = dyn_cast<FusedLoc>(part);
    if (fused && isInText(fused)) inText.push_back(cast<FileLineColLoc>(fused.getLocations()[0]));
    auto file = dyn_cast<FileLineColLoc>(part);
    if (!file || llvm::is_contained(inText, file)) return std::nullopt;
    if (!isInPackage(file.getFilename())) return file;
    inPackages.push_back(file);
    return std::nullopt;
  });
  if (own) return own;
  inPackages.append(inText);
  return inPackages.empty() ? std::nullopt : std::optional(inPackages.front());
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

/// The attribute of inputs and outputs with names that readers give, which count as they stand.
static constexpr llvm::StringLiteral kName = "shardc.name";

std::string inputName(func::FuncOp entry, unsigned input) {
  if (auto name = entry.getArgAttrOfType<StringAttr>(input, kName))
    if (!name.getValue().empty()) return name.getValue().str();
  if (auto name = valueName(entry.getArgument(input))) return *name;
  return "arg" + std::to_string(input);
}

void setInputName(func::FuncOp entry, unsigned input, StringRef name) {
  entry.setArgAttr(input, kName, StringAttr::get(entry.getContext(), name));
}

/// What `jax.result_info` says as a name; none where it says no more than which output it is.
static std::optional<std::string> resultInfoName(StringRef info, unsigned output) {
  const std::string path = runtime::pathOf(info.str());
  StringRef inner = path;
  const bool isPath = path != info || info == "result";
  if (isPath && inner.consume_front("result")) inner.consume_front("/");
  if (inner.empty() || inner == std::to_string(output)) return std::nullopt;
  return isPath && llvm::isDigit(inner.front()) ? "result/" + inner.str() : inner.str();
}

std::string outputName(func::FuncOp entry, unsigned output) {
  if (auto name = entry.getResultAttrOfType<StringAttr>(output, kName))
    if (!name.getValue().empty()) return name.getValue().str();
  if (auto info = entry.getResultAttrOfType<StringAttr>(output, "jax.result_info"))
    if (auto name = resultInfoName(info.getValue(), output)) return *name;
  return "out" + std::to_string(output);
}

NamedAttribute outputNameAttr(MLIRContext *context, StringRef name) {
  return {kName, StringAttr::get(context, name)};
}

static constexpr llvm::StringLiteral kDims = "shardc.dims";

SmallVector<std::string> dimensionNames(func::FuncOp entry, unsigned input) {
  SmallVector<std::string> names;
  auto list = entry.getArgAttrOfType<ArrayAttr>(input, kDims);
  if (!list) return names;
  for (Attribute each : list) {
    auto name = dyn_cast<StringAttr>(each);
    names.push_back(name ? name.str() : "");
  }
  return names;
}

void setDimensionNames(func::FuncOp entry, unsigned input, ArrayRef<StringRef> names) {
  entry.setArgAttr(input, kDims, Builder(entry.getContext()).getStrArrayAttr(names));
}

static constexpr StringRef kWord = "shardc.word"; // in the metadata of a fusion of one

Location withUserWord(Location loc, StringRef word) {
  MLIRContext *context = loc.getContext();
  if (auto named = dyn_cast<NameLoc>(loc))
    return NameLoc::get(named.getName(), withUserWord(named.getChildLoc(), word));
  const NamedAttribute entry(StringAttr::get(context, kWord), StringAttr::get(context, word));
  return FusedLoc::get(context, {loc}, DictionaryAttr::get(context, entry));
}

std::optional<StringRef> userWordOf(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc)) return userWordOf(named.getChildLoc());
  auto fused = dyn_cast<FusedLoc>(loc);
  auto words = fused ? dyn_cast_or_null<DictionaryAttr>(fused.getMetadata()) : nullptr;
  auto word = words ? words.getAs<StringAttr>(kWord) : nullptr;
  return word ? std::optional(word.getValue()) : std::nullopt;
}

} // namespace shardc
