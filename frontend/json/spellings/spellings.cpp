// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/spellings/spellings.h"

#include "frontend/diagnostics.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace shardc {

using Dims = SmallVector<int64_t, 4>;

//===-- what a use says -----------------------------------------------------------------------===//

SmallVector<int64_t, 4> SpellingUse::dimensions(StringRef name, ArrayRef<int64_t> otherwise) const {
  if (auto given = dyn_cast_or_null<DenseI64ArrayAttr>(attributes.get(name)))
    return Dims(given.asArrayRef());
  return Dims(otherwise);
}
int64_t SpellingUse::dimension(StringRef name, int64_t otherwise) const {
  if (auto given = dyn_cast_or_null<IntegerAttr>(attributes.get(name))) return given.getInt();
  return otherwise < 0 ? otherwise + rankOf(in[0]) : otherwise;
}
bool SpellingUse::flag(StringRef name, bool otherwise) const {
  auto given = dyn_cast_or_null<BoolAttr>(attributes.get(name));
  return given ? given.getValue() : otherwise;
}
double SpellingUse::number(StringRef name, double otherwise) const {
  auto given = dyn_cast_or_null<FloatAttr>(attributes.get(name));
  return given ? given.getValueAsDouble() : otherwise;
}
StringRef SpellingUse::text(StringRef name) const {
  auto given = dyn_cast_or_null<StringAttr>(attributes.get(name));
  return given ? given.getValue() : StringRef();
}
Value SpellingUse::fail(const Twine &why) const {
  report(emit.loc, Diag::wrong_op) << why.str();
  return nullptr;
}

//===-- reductions ----------------------------------------------------------------------------===//

static Dims allOf(Value value) { return llvm::to_vector<4>(llvm::seq<int64_t>(0, rankOf(value))); }

/// The shape with the reduced dimensions as 1.
static Dims keptShape(Value value, ArrayRef<int64_t> dims) {
  Dims shape(tensorOf(value).getShape());
  for (int64_t dim : dims)
    shape[dim] = 1;
  return shape;
}

static bool isFloat(Value value) { return isa<FloatType>(elementOf(value)); }

static Value needsFloat(const SpellingUse &use) {
  return use.fail("this needs floating point, not " + typeText(use.in[0].getType()) +
                  "; convert the operand first");
}

static Value expandReduce(const SpellingUse &use, StringRef combiner) {
  Value x = use.in[0];
  Dims dims = use.dimensions("dimensions", allOf(x));
  Value reduced = use.emit.reduce(x, dims, combiner);
  bool keeps = reduced && use.flag("keepdims", false);
  return keeps ? use.emit.reshape(reduced, keptShape(x, dims)) : reduced;
}

static Value expandMean(const SpellingUse &use) {
  if (!isFloat(use.in[0])) return needsFloat(use);
  Value sum = expandReduce(use, "add");
  double count = 1;
  for (int64_t dim : use.dimensions("dimensions", allOf(use.in[0])))
    count *= static_cast<double>(tensorOf(use.in[0]).getDimSize(dim));
  return use.emit.op("divide", {sum, use.emit.number(sum, count)});
}

static Value expandAnyAll(const SpellingUse &use, StringRef combiner) {
  if (!elementOf(use.in[0]).isInteger(1))
    return use.fail("'any' and 'all' take booleans (i1); compare first");
  return expandReduce(use, combiner);
}

//===-- rows ----------------------------------------------------------------------------------===//

namespace {
/// A row of values along one dimension, and what is reduced along it.
struct Rows {
  const SpellingUse &use;
  Value x = use.in[0];
  int64_t dim = use.dimension("dimension", -1);
  Emitter &emit = use.emit;

  Value reduced(Value value, StringRef combiner) {
    return emit.reduceTo(value, dim, combiner, tensorOf(x).getShape());
  }
  Value mean(Value value) {
    Value sum = emit.reduce(value, dim, "add");
    if (!sum) return nullptr;
    Value count = emit.number(x, static_cast<double>(tensorOf(x).getDimSize(dim)));
    Value mean = emit.op("divide", {sum, count});
    Dims others = allOf(x);
    others.erase(others.begin() + dim);
    return emit.broadcast(mean, tensorOf(x).getShape(), others);
  }
  /// One number for each place of the row.
  Value along(Value vector) { return emit.broadcast(vector, tensorOf(x).getShape(), dim); }
};
} // namespace

static Value expandSoftmax(const SpellingUse &use, bool logarithm) {
  if (!isFloat(use.in[0])) return needsFloat(use);
  if (rankOf(use.in[0]) == 0) return use.fail("a scalar has no dimension to take a softmax over");
  Rows rows{use};
  Emitter &emit = use.emit;
  Value shifted = emit.op("subtract", {rows.x, rows.reduced(rows.x, "maximum")});
  Value powers = emit.op("exponential", shifted);
  Value sum = rows.reduced(powers, "add");
  if (!logarithm) return emit.op("divide", {powers, sum});
  return emit.op("subtract", {shifted, emit.op("log", sum)});
}

/// x, then perhaps a scale and a bias along the dimension.
static Value expandNorm(const SpellingUse &use, bool centered, size_t mostVectors) {
  if (!isFloat(use.in[0])) return needsFloat(use);
  if (rankOf(use.in[0]) == 0) return use.fail("a scalar has no dimension to normalise");
  if (use.in.size() > mostVectors + 1)
    return use.fail("too many operands: x, then at most " + llvm::Twine(mostVectors) +
                    " vectors along its dimension");
  Rows rows{use};
  Emitter &emit = use.emit;
  int64_t extent = tensorOf(rows.x).getDimSize(rows.dim);
  for (Value vector : use.in.drop_front())
    if (rankOf(vector) != 1 || tensorOf(vector).getDimSize(0) != extent)
      return use.fail("scale and bias are vectors of " + llvm::Twine(extent) + " here, not " +
                      typeText(vector.getType()));
  Value centre = centered ? emit.op("subtract", {rows.x, rows.mean(rows.x)}) : rows.x;
  Value variance = rows.mean(emit.op("multiply", {centre, centre}));
  Value epsilon = emit.number(rows.x, use.number("epsilon", centered ? 1e-5 : 1e-6));
  Value scale = emit.op("rsqrt", emit.op("add", {variance, epsilon}));
  Value result = emit.op("multiply", {centre, scale});
  if (use.in.size() > 1) result = emit.op("multiply", {result, rows.along(use.in[1])});
  if (use.in.size() > 2) result = emit.op("add", {result, rows.along(use.in[2])});
  return result;
}

//===-- shapes --------------------------------------------------------------------------------===//

static Value expandSqueeze(const SpellingUse &use) {
  ArrayRef<int64_t> shape = tensorOf(use.in[0]).getShape();
  Dims ones;
  for (int64_t dim : allOf(use.in[0]))
    if (shape[dim] == 1) ones.push_back(dim);
  Dims dropped = use.dimensions("dimensions", ones), rest;
  for (int64_t dim : dropped)
    if (shape[dim] != 1)
      return use.fail("dimension " + llvm::Twine(dim) + " has " + llvm::Twine(shape[dim]) +
                      " elements; only dimensions of one element can be squeezed");
  for (int64_t dim : allOf(use.in[0]))
    if (!llvm::is_contained(dropped, dim)) rest.push_back(shape[dim]);
  return use.emit.reshape(use.in[0], rest);
}

/// The dimensions are numbered in the result.
static Value expandExpandDims(const SpellingUse &use) {
  Dims added = use.dimensions("dimensions", {}), shape;
  ArrayRef<int64_t> old = tensorOf(use.in[0]).getShape();
  int64_t rank = old.size() + added.size();
  for (int64_t &dim : added) {
    if (dim < -rank || dim >= rank)
      return use.fail("dimension " + llvm::Twine(dim) + " is not among the " + llvm::Twine(rank) +
                      " of the result");
    dim = dim < 0 ? dim + rank : dim;
  }
  llvm::sort(added);
  if (std::adjacent_find(added.begin(), added.end()) != added.end())
    return use.fail("a dimension is given twice");
  for (int64_t dim = 0; dim < rank; ++dim) {
    bool isNew = llvm::is_contained(added, dim);
    shape.push_back(isNew ? 1 : old.front());
    if (!isNew) old = old.drop_front();
  }
  return use.emit.reshape(use.in[0], shape);
}

/// Element [i, j] of the result is row indices[i, j]; out of range is the nearest row.
static Value expandTake(const SpellingUse &use) {
  Value x = use.in[0], indices = use.in[1];
  if (rankOf(x) == 0) return use.fail("a scalar has no rows to take");
  int64_t dim = use.dimension("dimension", 0), picked = rankOf(indices);
  Dims offsets, sizes(tensorOf(x).getShape());
  for (int64_t other = 0; other < rankOf(x); ++other)
    if (other != dim) offsets.push_back(other < dim ? other : other - 1 + picked);
  sizes[dim] = 1;
  Emitter &emit = use.emit;
  Builder &builder = emit.builder;
  return emit.op("gather", {x, indices},
                 {emit.integers("offset_dims", offsets), emit.integers("collapsed_slice_dims", dim),
                  emit.integers("start_index_map", dim),
                  builder.getNamedAttr("index_vector_dim", builder.getI64IntegerAttr(picked)),
                  emit.integers("slice_sizes", sizes)});
}

//===-- activations ---------------------------------------------------------------------------===//

static Value expandRelu(const SpellingUse &use) {
  return use.emit.op("maximum", {use.in[0], use.emit.number(use.in[0], 0)});
}

static Value expandSilu(const SpellingUse &use) {
  return use.emit.op("multiply", {use.in[0], use.emit.op("logistic", use.in[0])});
}

/// x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x^3))), or exactly x / 2 * (1 + erf(x /
/// sqrt(2))).
static Value expandGelu(const SpellingUse &use) {
  if (!isFloat(use.in[0])) return needsFloat(use);
  Emitter &emit = use.emit;
  Value x = use.in[0];
  auto times = [&](Value value, double factor) {
    return emit.op("multiply", {value, emit.number(x, factor)});
  };
  Value curve;
  if (use.flag("approximate", true)) {
    Value cube = emit.op("multiply", {emit.op("multiply", {x, x}), x});
    Value inner = emit.op("add", {x, times(cube, 0.044715)});
    curve = emit.op("tanh", times(inner, std::sqrt(2 / std::numbers::pi)));
  } else {
    curve = emit.op("erf", times(x, 1 / std::numbers::sqrt2));
  }
  return emit.op("multiply", {times(x, 0.5), emit.op("add", {emit.number(x, 1), curve})});
}

/// Windows that reach from each element to the first, or to the last.
static Value expandCumulativeSum(const SpellingUse &use) {
  Emitter &emit = use.emit;
  const Value x = use.in[0];
  const int64_t dim = use.dimension("dimension", -1), rank = rankOf(x);
  if (rank == 0) return use.fail("it sums along a dimension, and a scalar has none");
  const int64_t extent = tensorOf(x).getDimSize(dim);
  if (extent == 0) return x;
  SmallVector<int64_t> sizes(rank, 1), padding(2 * rank, 0);
  sizes[dim] = extent;
  padding[2 * dim + (use.flag("reverse", false) ? 1 : 0)] = extent - 1;
  Builder builder(x.getContext());
  const auto pairs = RankedTensorType::get({rank, 2}, builder.getI64Type());
  const NamedAttribute ends =
      builder.getNamedAttr("padding", DenseIntElementsAttr::get(pairs, ArrayRef<int64_t>(padding)));
  return emit.reduceBy("reduce_window", x, {emit.integers("window_dimensions", sizes), ends},
                       "add");
}

//===-- the table -----------------------------------------------------------------------------===//

static OpInfo infoOf(StringRef name, std::vector<OperandInfo> operands,
                     std::vector<AttributeInfo> attributes, StringRef example = "") {
  OpInfo info{};
  info.example = example;
  info.name = info.mnemonic = name;
  info.operands = std::move(operands);
  info.attributes = std::move(attributes);
  info.results = {"result"};
  return info;
}
static OpInfo broadcasting(OpInfo info) {
  info.broadcasts = true;
  return info;
}
static AttributeInfo attribute(StringRef name, AttributeKind kind, StringRef byDefault,
                               bool isDimension = false) {
  return {name, kind, byDefault.empty(), byDefault, {}, isDimension};
}

const std::vector<Spelling> &spellings() {
  const OperandInfo x{"x", OperandRole::same, false};
  const AttributeInfo keepdims = attribute("keepdims", AttributeKind::boolean, "false");
  const AttributeInfo all = attribute("dimensions", AttributeKind::integers, "all", true);
  const AttributeInfo last = attribute("dimension", AttributeKind::integer, "-1", true);
  const AttributeInfo epsilon5 = attribute("epsilon", AttributeKind::other, "1e-5");
  const AttributeInfo epsilon6 = attribute("epsilon", AttributeKind::other, "1e-6");
  const AttributeInfo axis = attribute("axis", AttributeKind::names, "");
  const AttributeInfo parts = attribute("axis_index_groups", AttributeKind::rows, "none");
  const AttributeInfo tiled = attribute("tiled", AttributeKind::boolean, "false");
  using Use = const SpellingUse &;
  static const std::vector<Spelling> table = {
      {infoOf("matmul", {{"lhs", OperandRole::same, false}, {"rhs", OperandRole::same, false}}, {}),
       "matrix product of the last two dimensions, the others broadcast", expandMatmul},
      {infoOf("einsum", {{"operands", OperandRole::same, true}},
              {attribute("equation", AttributeKind::other, "")}, "equation: ij->ji"),
       "product and sum by letters: \"ik,kj->ij\"", expandEinsum},
      {infoOf("sum", {x}, {all, keepdims}), "sum over dimensions",
       [](Use use) { return expandReduce(use, "add"); }},
      {infoOf("prod", {x}, {all, keepdims}), "product over dimensions",
       [](Use use) { return expandReduce(use, "multiply"); }},
      {infoOf("max_of", {x}, {all, keepdims}), "largest over dimensions",
       [](Use use) { return expandReduce(use, "maximum"); }},
      {infoOf("min_of", {x}, {all, keepdims}), "smallest over dimensions",
       [](Use use) { return expandReduce(use, "minimum"); }},
      {infoOf("argmax", {x}, {last}), "first index (i32) of the largest along a dimension",
       [](Use use) { return expandArgExtreme(use, "maximum"); }},
      {infoOf("argmin", {x}, {last}), "first index (i32) of the smallest along a dimension",
       [](Use use) { return expandArgExtreme(use, "minimum"); }},
      {infoOf("mean", {x}, {all, keepdims}), "mean over dimensions", expandMean},
      {infoOf("any", {x}, {all, keepdims}), "whether any is true over dimensions",
       [](Use use) { return expandAnyAll(use, "or"); }},
      {infoOf("all", {x}, {all, keepdims}), "whether all are true over dimensions",
       [](Use use) { return expandAnyAll(use, "and"); }},
      {infoOf("cumsum", {x}, {last, attribute("reverse", AttributeKind::boolean, "false")}),
       "sum of all elements up to each, or from each on", expandCumulativeSum},
      {infoOf("softmax", {x}, {last}), "exp(x) over its sum along a dimension",
       [](Use use) { return expandSoftmax(use, false); }},
      {infoOf("log_softmax", {x}, {last}), "logarithm of softmax",
       [](Use use) { return expandSoftmax(use, true); }},
      {infoOf("layer_norm", {x, {"scale_and_bias", OperandRole::same, true}}, {last, epsilon5}),
       "mean 0 and variance 1 along a dimension, then scale and bias",
       [](Use use) { return expandNorm(use, true, 2); }},
      {infoOf("rms_norm", {x, {"scale", OperandRole::same, true}}, {last, epsilon6}),
       "mean square 1 along a dimension, then scale",
       [](Use use) { return expandNorm(use, false, 1); }},
      {infoOf("squeeze", {x}, {all}), "drops dimensions of one element", expandSqueeze},
      {infoOf("expand_dims", {x}, {attribute("dimensions", AttributeKind::integers, "")}),
       "adds dimensions of one element, numbered in the result", expandExpandDims},
      {infoOf("take", {x, {"indices", OperandRole::index, false}},
              {attribute("dimension", AttributeKind::integer, "0", true)}),
       "rows by number; numbers out of range take the nearest row", expandTake},
      {broadcasting(infoOf("where",
                           {{"pred", OperandRole::predicate, false},
                            {"on_true", OperandRole::same, false},
                            {"on_false", OperandRole::same, false}},
                           {})),
       "on_true where pred holds, else on_false",
       [](Use use) { return use.emit.op("select", use.in); }},
      {infoOf("full", {}, {attribute("value", AttributeKind::elements, "")}),
       "a constant of one number",
       [](Use use) {
         return use.emit.constant(cast<DenseElementsAttr>(use.attributes.get("value")));
       }},
      {infoOf("relu", {x}, {}), "max(x, 0)", expandRelu},
      {infoOf("silu", {x}, {}), "x * sigmoid(x)", expandSilu},
      {infoOf("gelu", {x}, {attribute("approximate", AttributeKind::boolean, "true")}),
       "x times the normal distribution's integral, by tanh or exactly", expandGelu},
      {infoOf("sigmoid", {x}, {}), "1 / (1 + exp(-x))",
       [](Use use) { return use.emit.op("logistic", use.in); }},
      {infoOf("psum", {x}, {axis, parts}), "sum over the positions of a map",
       [](Use use) { return expandAllReduce(use, "add"); }},
      {infoOf("pmax", {x}, {axis, parts}), "largest of the positions of a map",
       [](Use use) { return expandAllReduce(use, "maximum"); }},
      {infoOf("pmin", {x}, {axis, parts}), "smallest of the positions of a map",
       [](Use use) { return expandAllReduce(use, "minimum"); }},
      {infoOf("pmean", {x}, {axis, parts}), "mean over the positions of a map",
       expandMeanOfPositions},
      {infoOf(
           "psum_scatter", {x},
           {axis, attribute("scatter_dimension", AttributeKind::integer, "0", true), tiled, parts}),
       "a part of the sum for each position of a map", expandSumScatter},
      {infoOf("all_gather", {x},
              {axis, attribute("dimension", AttributeKind::integer, "0"), tiled, parts}),
       "what all positions of a map have, along a dimension of the result", expandAllGather},
      {infoOf("all_to_all", {x},
              {axis, attribute("split_dimension", AttributeKind::integer, "", true),
               attribute("concat_dimension", AttributeKind::integer, ""), tiled, parts}),
       "a dimension over the positions of a map, these along a dimension", expandAllToAll},
      {infoOf("ppermute", {x}, {axis, attribute("perm", AttributeKind::pairs, "")},
              "perm: [[0, 1], [1, 0]]"),
       "from positions of a map to others; zeros where nothing arrives", expandPermute},
      {infoOf("pshuffle", {x}, {axis, attribute("perm", AttributeKind::integers, "")},
              "perm: [1, 0]"),
       "what the position has that 'perm' lists for each", expandShuffle},
      {infoOf("pswapaxes", {x},
              {axis, attribute("dimension", AttributeKind::integer, "", true), parts}),
       "a dimension and the positions of a map in each other's place", expandSwapAxes},
      {infoOf("axis_index", {}, {axis}), "which position of a map this is (i32)", expandAxisIndex},
  };
  return table;
}

const Spelling *findSpelling(StringRef name) {
  const std::vector<Spelling> &table = spellings();
  const auto is = [&](const Spelling &each) { return each.info.mnemonic == name; };
  const auto row = llvm::find_if(table, is);
  return row == table.end() ? nullptr : &*row;
}

} // namespace shardc
