// SPDX-License-Identifier: Apache-2.0
// Where the largest or smallest element stands.
#include "frontend/json/spellings/spellings.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static Value compare(Emitter &emit, Value a, Value b, StringRef direction) {
  NamedAttribute attribute =
      emit.builder.getNamedAttr("comparison_direction", emit.builder.getStringAttr(direction));
  return emit.op("compare", {a, b}, attribute);
}

/// The first index of what `combiner` picks, as i32. A NaN is what is picked, as in NumPy.
Value expandArgExtreme(const SpellingUse &use, StringRef combiner) {
  Value x = use.in[0];
  if (rankOf(x) == 0) return use.fail("a scalar has no dimension to look along");
  const int64_t dim = use.dimension("dimension", -1);
  const auto shape = tensorOf(x).getShape();
  if (shape[dim] == 0) return use.fail("a dimension without elements has no largest or smallest");
  Emitter &emit = use.emit;
  Value picked = emit.reduceTo(x, dim, combiner, shape);
  if (!picked) return nullptr;
  Value isPicked = emit.op(
      "or", {compare(emit, x, picked, "EQ"), compare(emit, x, x, "NE")}); // or x is not a number
  const Type indices = RankedTensorType::get(shape, emit.builder.getI32Type());
  Value index = emit.op(
      "iota", {}, emit.builder.getNamedAttr("iota_dimension", emit.builder.getI64IntegerAttr(dim)),
      indices);
  if (!index) return nullptr;
  Value last = emit.broadcast(emit.number(index, static_cast<double>(shape[dim] - 1)), shape, {});
  return emit.reduce(emit.op("select", {isPicked, index, last}), dim, "minimum");
}

} // namespace shardc
