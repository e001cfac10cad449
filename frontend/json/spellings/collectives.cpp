// SPDX-License-Identifier: Apache-2.0
// Collectives by the names of a map's axes, as JAX has them.
#include "frontend/diagnostics.h"
#include "frontend/ir/among_positions.h"
#include "frontend/ir/sharding/notations/groups.h"
#include "frontend/json/spellings/spellings.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

static Collectives collectives(const SpellingUse &use) { return {use.emit.builder, use.emit.loc}; }

/// The axes that a use names; none, reported, where the map does not have them.
static std::optional<SmallVector<StringRef>> axesOf(const SpellingUse &use) {
  SmallVector<StringRef> names, known;
  for (const MeshAxis &axis : use.map)
    known.push_back(axis.name);
  for (StringRef name : cast<ArrayAttr>(use.attributes.get("axis")).getAsValueRange<StringAttr>()) {
    const bool isTwice = llvm::is_contained(names, name);
    names.push_back(name);
    if (llvm::is_contained(known, name) && !isTwice) continue;
    Report error = report(use.emit.loc, isTwice ? Diag::axis_twice : Diag::unknown_axis);
    if (isTwice)
      error << "axis '" << shown(name) << "' is named twice";
    else if (known.empty())
      error << "axis '" << shown(name)
            << "' is one of a map, and the config has none; add \"map\": {\"axis\": \""
            << shown(name) << "\", \"size\": 4}";
    else
      error << "no map has an axis '" << shown(name) << "'" << didYouMean(name, known);
    return std::nullopt;
  }
  return names;
}

/// Cuts groups up as "axis_index_groups" says: lists of one length that have each member once.
static std::optional<PositionGroups> inParts(const SpellingUse &use, PositionGroups groups) {
  const auto given =
      dyn_cast_or_null<DenseIntElementsAttr>(use.attributes.get("axis_index_groups"));
  if (!given) return groups;
  SmallVector<int64_t> members;
  for (const APInt &each : given.getValues<APInt>())
    members.push_back(each.getSExtValue());
  const std::string problem = problemOfGroups(members, groups.size, "index");
  if (problem.empty()) return cutUp(groups, members, given.getType().getDimSize(1));
  use.fail("'axis_index_groups': " + problem);
  return std::nullopt;
}

static std::optional<PositionGroups> groupsOf(const SpellingUse &use) {
  const auto names = axesOf(use);
  return names ? inParts(use, groupsAlong(use.map, *names)) : std::nullopt;
}

/// What a sum takes: booleans are counted, as JAX does.
static Value summand(const SpellingUse &use, Value x) {
  if (!elementOf(x).isInteger(1)) return x;
  return use.emit.op("convert", x, {},
                     RankedTensorType::get(tensorOf(x).getShape(), use.emit.builder.getI32Type()));
}

Value expandAllReduce(const SpellingUse &use, StringRef combiner) {
  const auto groups = groupsOf(use);
  if (!groups) return nullptr;
  const Value x = combiner == "add" ? summand(use, use.in[0]) : use.in[0];
  if (!x) return nullptr;
  auto body = use.emit.combiner(combiner, x);
  return failed(body) ? Value() : collectives(use).allReduce(x, *groups, **body);
}

Value expandMeanOfPositions(const SpellingUse &use) {
  const auto groups = groupsOf(use);
  if (!groups) return nullptr;
  if (!isa<FloatType, ComplexType>(elementOf(use.in[0])))
    return use.fail("pmean divides, and takes floating point or complex numbers, not " +
                    typeText(use.in[0].getType()) + "; convert the operand first");
  const Value sum = expandAllReduce(use, "add");
  return use.emit.op("divide", {sum, use.emit.number(sum, static_cast<double>(groups->size))});
}

/// Whether a dimension is what each member of a group gets one of, or parts of.
static bool splits(const SpellingUse &use, Value x, int64_t dim, int64_t members, bool tiled) {
  const int64_t extent = tensorOf(x).getDimSize(dim);
  if (tiled ? extent % members == 0 : extent == members) return true;
  use.fail("dimension " + Twine(dim) + " has " + Twine(extent) + " elements, and groups " +
           Twine(members) + " members: it has to have " +
           (tiled ? "a multiple of that" : "as many, or say \"tiled\": true"));
  return false;
}

static Value withoutDimension(const SpellingUse &use, Value x, int64_t dim) {
  SmallVector<int64_t> shape(tensorOf(x).getShape());
  shape.erase(shape.begin() + dim);
  return use.emit.reshape(x, shape);
}
static Value withDimension(const SpellingUse &use, Value x, int64_t dim) {
  SmallVector<int64_t> shape(tensorOf(x).getShape());
  shape.insert(shape.begin() + dim, 1);
  return use.emit.reshape(x, shape);
}

Value expandSumScatter(const SpellingUse &use) {
  const auto groups = groupsOf(use);
  if (!groups) return nullptr;
  const Value x = use.in[0];
  if (rankOf(x) == 0) return use.fail("a scalar has no dimension to scatter");
  const int64_t dim = use.dimension("scatter_dimension", 0);
  const bool tiled = use.flag("tiled", false);
  if (!splits(use, x, dim, groups->size, tiled)) return nullptr;
  const Value summed = summand(use, x);
  if (!summed) return nullptr;
  auto body = use.emit.combiner("add", summed);
  if (failed(body)) return nullptr;
  const Value parts = collectives(use).reduceScatter(summed, dim, *groups, **body);
  return tiled ? parts : withoutDimension(use, parts, dim);
}

/// A dimension of the result, which has `rank`; none, reported, where it does not have it.
static std::optional<int64_t> ofResult(const SpellingUse &use, StringRef name, int64_t rank) {
  const auto given = dyn_cast_or_null<IntegerAttr>(use.attributes.get(name));
  const int64_t dim = given ? given.getInt() : 0;
  if (-rank <= dim && dim < rank) return dim < 0 ? dim + rank : dim;
  use.fail("'" + name + "' is " + Twine(dim) + ", and the result has dimensions 0 to " +
           Twine(rank - 1));
  return std::nullopt;
}

Value expandAllGather(const SpellingUse &use) {
  const auto groups = groupsOf(use);
  if (!groups) return nullptr;
  const bool tiled = use.flag("tiled", false);
  const Value x = use.in[0];
  if (tiled && rankOf(x) == 0) return use.fail("a scalar has no dimension to join along");
  const auto dim = ofResult(use, "dimension", rankOf(x) + (tiled ? 0 : 1));
  if (!dim) return nullptr;
  return collectives(use).allGather(tiled ? x : withDimension(use, x, *dim), *dim, *groups);
}

/// Untiled: the dimension at `split` goes over the positions, theirs comes to `concat`.
static Value exchange(const SpellingUse &use, int64_t split, int64_t concat, bool tiled) {
  const auto groups = groupsOf(use);
  Value x = use.in[0];
  if (!groups || !splits(use, x, split, groups->size, tiled)) return nullptr;
  if (tiled || split == concat) return collectives(use).allToAll(x, split, concat, *groups);
  const bool isBehind = split < concat;
  concat += isBehind ? 1 : 0;
  x = withDimension(use, x, concat);
  split += isBehind ? 0 : 1;
  return withoutDimension(use, collectives(use).allToAll(x, split, concat, *groups), split);
}

Value expandAllToAll(const SpellingUse &use) {
  if (rankOf(use.in[0]) == 0) return use.fail("a scalar has no dimension to split");
  const auto concat = ofResult(use, "concat_dimension", rankOf(use.in[0]));
  if (!concat) return nullptr;
  return exchange(use, use.dimension("split_dimension", 0), *concat, use.flag("tiled", false));
}

Value expandSwapAxes(const SpellingUse &use) {
  if (rankOf(use.in[0]) == 0) return use.fail("a scalar has no dimension to swap");
  const int64_t dim = use.dimension("dimension", 0);
  return exchange(use, dim, dim, /*tiled=*/false);
}

static Value permuted(const SpellingUse &use, ArrayRef<int64_t> pairs,
                      const PositionGroups &groups) {
  const std::string problem = problemOfPairs(pairs, groups.size, "member");
  if (!problem.empty()) return use.fail("'perm': " + problem);
  return collectives(use).permute(use.in[0], pairs, groups);
}

Value expandPermute(const SpellingUse &use) {
  const auto groups = groupsOf(use);
  if (!groups) return nullptr;
  SmallVector<int64_t> pairs;
  for (const APInt &each :
       cast<DenseIntElementsAttr>(use.attributes.get("perm")).getValues<APInt>())
    pairs.push_back(each.getSExtValue());
  return permuted(use, pairs, *groups);
}

Value expandShuffle(const SpellingUse &use) {
  const auto groups = groupsOf(use);
  if (!groups) return nullptr;
  const auto sources = cast<DenseI64ArrayAttr>(use.attributes.get("perm")).asArrayRef();
  if (static_cast<int64_t>(sources.size()) != groups->size)
    return use.fail("'perm' has " + Twine(sources.size()) + " members for groups of " +
                    Twine(groups->size));
  SmallVector<int64_t> pairs;
  for (auto [to, from] : llvm::enumerate(sources))
    pairs.append({from, static_cast<int64_t>(to)});
  return permuted(use, pairs, *groups);
}

Value expandAxisIndex(const SpellingUse &use) {
  const auto names = axesOf(use);
  return names ? collectives(use).axisIndex(*names) : Value();
}

} // namespace shardc
