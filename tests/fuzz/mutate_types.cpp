// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/mutate_module.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace shardc::test {

using Retype = llvm::function_ref<RankedTensorType(RankedTensorType)>;

/// The same data in another type: repeated or cut off, or one number where element types differ.
static DenseElementsAttr retyped(DenseElementsAttr data, RankedTensorType type) {
  if (data.getElementType() != type.getElementType() || data.empty()) {
    OpBuilder builder(data.getContext());
    const Type element = type.getElementType();
    if (isa<FloatType>(element))
      return DenseElementsAttr::get(type, builder.getFloatAttr(element, 1));
    return DenseElementsAttr::get(type, builder.getIntegerAttr(element, 1));
  }
  if (data.isSplat()) return data.resizeSplat(type);
  constexpr int64_t kMost = 1 << 16;
  const auto old = llvm::to_vector(data.getValues<Attribute>());
  if (type.getNumElements() > kMost) return DenseElementsAttr::get(type, old.front());
  std::vector<Attribute> fresh;
  for (int64_t k = 0; k < type.getNumElements(); ++k)
    fresh.push_back(old[size_t(k) % old.size()]);
  return DenseElementsAttr::get(type, fresh);
}

/// Types throughout: of values, functions and constants; with them numbers in attributes.
static void retypeAll(ModuleOp module, Retype retype,
                      std::optional<std::pair<int64_t, int64_t>> number) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [&](RankedTensorType type) -> std::optional<Type> { return retype(type); });
  replacer.addReplacement([&](DenseElementsAttr data) -> std::optional<Attribute> {
    auto old = dyn_cast<RankedTensorType>(data.getType());
    if (!old || !old.getElementType().isIntOrFloat()) return data;
    const RankedTensorType type = retype(old);
    return type == old ? data : retyped(data, type);
  });
  if (number)
    replacer.addReplacement([&](DenseI64ArrayAttr list) -> std::optional<Attribute> {
      auto fresh = llvm::to_vector(list.asArrayRef());
      for (int64_t &entry : fresh)
        if (entry == number->first) entry = number->second;
      return DenseI64ArrayAttr::get(list.getContext(), fresh);
    });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true, /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
}

static RankedTensorType someType(ModuleDraft &d) {
  const auto values = d.values();
  return values.empty() ? RankedTensorType()
                        : dyn_cast<RankedTensorType>(d.dice.pick(values).getType());
}

static void changeExtent(ModuleDraft &d) {
  const RankedTensorType some = someType(d);
  if (!some || some.getRank() == 0) return;
  const int64_t old = some.getShape()[d.dice.index(some.getShape())];
  const auto fresh = d.dice.pick<int64_t>({0, 1, 2, 3, 4, 5, 7, 9, 16, 100, 4096, int64_t(1) << 31,
                                           int64_t(1) << 45, old + 1, old - 1 < 0 ? 0 : old - 1});
  const bool everywhere = d.dice.chance(75), attributes = d.dice.chance(60);
  const auto retype = [&](RankedTensorType type) {
    if (!everywhere && type != some) return type;
    auto shape = llvm::to_vector(type.getShape());
    for (int64_t &extent : shape)
      if (extent == old) extent = fresh;
    return RankedTensorType::get(shape, type.getElementType());
  };
  retypeAll(d.module, retype, attributes ? std::optional(std::pair(old, fresh)) : std::nullopt);
}

static Type someElementType(ModuleDraft &d) {
  MLIRContext *context = d.module.getContext();
  const auto bits = [&](unsigned width) { return IntegerType::get(context, width); };
  const std::vector<Type> types = {Float32Type::get(context),
                                   Float64Type::get(context),
                                   bits(1),
                                   bits(32),
                                   bits(64),
                                   IntegerType::get(context, 32, IntegerType::Unsigned)};
  if (d.dice.chance(5)) return d.dice.pick<Type>({Float16Type::get(context), bits(8)});
  return d.dice.pick(types);
}

static void changeElementType(ModuleDraft &d) {
  const RankedTensorType some = someType(d);
  if (!some) return;
  const Type old = some.getElementType(), fresh = someElementType(d);
  const bool everywhere = d.dice.chance(80);
  retypeAll(
      d.module,
      [&](RankedTensorType type) {
        const bool changes = type.getElementType() == old && (everywhere || type == some);
        return changes ? RankedTensorType::get(type.getShape(), fresh) : type;
      },
      std::nullopt);
}

/// A value alone: what it is made of and used by stays as it is.
static void changeOneType(ModuleDraft &d) {
  const auto values = d.values();
  if (values.empty()) return;
  Value value = d.dice.pick(values);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type) return;
  auto shape = llvm::to_vector(type.getShape());
  if (shape.empty() || d.dice.chance(30))
    shape.insert(shape.begin(), d.dice.below(3));
  else if (d.dice.chance(50))
    shape.pop_back();
  else
    shape[d.dice.index(shape)] = d.dice.below(9);
  value.setType(RankedTensorType::get(shape, type.getElementType()));
}

void changeTypes(ModuleDraft &d) {
  static const std::vector<void (*)(ModuleDraft &)> kChanges = {
      changeExtent,      changeExtent,      changeExtent,
      changeElementType, changeElementType, changeOneType};
  d.dice.pick(kChanges)(d);
}

} // namespace shardc::test
