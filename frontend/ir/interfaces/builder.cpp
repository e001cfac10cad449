// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/interfaces/builder.h"

#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"
#include "frontend/ir/rows_of_factors.h"
#include "frontend/ir/sizes.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

/// Whether a tensor of this shape is not too large, even if a dimension that is empty were not.
static bool addressable(ArrayRef<int64_t> shape) {
  return shape.size() <= kMaxRank && llvm::none_of(shape, [](int64_t n) { return n < 0; }) &&
         elementsOf(shape, kMaxElements);
}

static FloatType floatIn(MLIRContext *context, ElementType type) {
  switch (type) {
  case ElementType::bf16:
    return BFloat16Type::get(context);
  case ElementType::f16:
    return Float16Type::get(context);
  case ElementType::f8E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementType::f8E5M2:
    return Float8E5M2Type::get(context);
  case ElementType::f8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case ElementType::f8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case ElementType::f8E4M3B11FNUZ:
    return Float8E4M3B11FNUZType::get(context);
  case ElementType::f8E4M3:
    return Float8E4M3Type::get(context);
  case ElementType::f8E3M4:
    return Float8E3M4Type::get(context);
  case ElementType::f8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case ElementType::f32:
    return Float32Type::get(context);
  default:
    return Float64Type::get(context);
  }
}

static bool isOf(Type type, ElementType element) {
  const ElementInfo &row = info(element);
  const unsigned width = row.bits;
  switch (row.kind) {
  case TypeKind::boolean:
    return type.isSignlessInteger(1);
  case TypeKind::signedInteger:
    return type.isSignlessInteger(width);
  case TypeKind::unsignedInteger:
    return type.isUnsignedInteger(width);
  case TypeKind::floating:
    return type == floatIn(type.getContext(), element);
  case TypeKind::complex:
    return type == ComplexType::get(floatIn(type.getContext(), *partOf(element)));
  }
  llvm_unreachable("all kinds are above");
}

static std::optional<ElementType> elementTypeOf(Type type) {
  const auto *found =
      llvm::find_if(elementTypes(), [&](ElementType row) { return isOf(type, row); });
  return found == elementTypes().end() ? std::nullopt : std::optional(*found);
}

std::optional<TensorSpec> typeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || tensor.getEncoding()) return std::nullopt;
  const auto element = elementTypeOf(tensor.getElementType());
  if (!element || !addressable(tensor.getShape())) return std::nullopt;
  return TensorSpec{*element, SmallVector<int64_t, 4>(tensor.getShape())};
}

static Type elementIn(MLIRContext *context, ElementType type) {
  if (type == ElementType::index) return IndexType::get(context);
  const unsigned width = info(type).bits;
  switch (info(type).kind) {
  case TypeKind::boolean:
    return IntegerType::get(context, 1);
  case TypeKind::signedInteger:
    return IntegerType::get(context, width);
  case TypeKind::unsignedInteger:
    return IntegerType::get(context, width, IntegerType::Unsigned);
  case TypeKind::floating:
    return floatIn(context, type);
  case TypeKind::complex:
    return ComplexType::get(floatIn(context, *partOf(type)));
  }
  llvm_unreachable("all kinds are above");
}

Type typeIn(MLIRContext *context, const TensorSpec &type) {
  return RankedTensorType::get(type.shape, elementIn(context, type.type));
}

/// What is wrong with a type that typeOf does not take.
static const char *whyUnsupported(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor) return "is no tensor of known rank";
  if (!tensor.hasStaticShape()) return "has a dynamic shape: give the shape";
  if (tensor.getEncoding()) return "has an encoding";
  return "has an element type that is not supported";
}

LogicalResult reportUnsupported(Location loc, const Twine &what, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  const bool ofKnownKind = tensor && tensor.hasStaticShape() && !tensor.getEncoding() &&
                           elementTypeOf(tensor.getElementType());
  if (ofKnownKind && failed(checkSize(loc, tensor))) return failure();
  return report(loc, Diag::unsupported_type)
         << what << " has type " << type << ", which " << whyUnsupported(type);
}

FormulaBuilder::FormulaBuilder(Operation *op, Pool &pool) : op(op), pool(pool) {
  for (auto [number, type] : llvm::enumerate(op->getOperandTypes())) {
    if (auto spec = typeOf(type)) {
      formula.operands.push_back(*spec);
      continue;
    }
    failed = true;
    formula.operands.push_back({});
    (void)reportUnsupported(
        op->getLoc(), "operand " + Twine(number) + " of " + op->getName().getStringRef(), type);
  }
}

TensorSpec FormulaBuilder::declared(int result) {
  const Type type = op->getResult(result).getType();
  if (auto spec = typeOf(type)) return *spec;
  failed = true;
  if (isa<NoneType>(type))
    (void)require(false, "the shape or element type of the result has to be given");
  else
    (void)reportUnsupported(op->getLoc(), "the result of " + op->getName().getStringRef(), type);
  return {};
}

LogicalResult FormulaBuilder::require(bool ok, const Twine &message, Diag id) {
  if (ok) return success();
  failed = true;
  return report(op->getLoc(), id) << op->getName().getStringRef() << ": " << message;
}

LogicalResult FormulaBuilder::requireLength(ArrayRef<int64_t> list, int64_t rank, StringRef what) {
  return require(int64_t(list.size()) == rank,
                 "'" + what + "' has " + Twine(list.size()) + " numbers for " + Twine(rank) +
                     " dimensions",
                 Diag::bad_bounds);
}

LogicalResult FormulaBuilder::requireDimensions(ArrayRef<int64_t> dims, int64_t rank,
                                                StringRef what) {
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t dim : dims) {
    if (mlir::failed(require(dim >= 0 && dim < rank,
                             "dimension " + Twine(dim) + " of '" + what + "' is not in 0.." +
                                 Twine(rank - 1) + ": the rank is " + Twine(rank),
                             Diag::bad_dimension)))
      return failure();
    if (mlir::failed(require(seen.insert(dim).second,
                             "dimension " + Twine(dim) + " appears twice in '" + what + "'",
                             Diag::bad_dimension)))
      return failure();
  }
  return success();
}

LogicalResult FormulaBuilder::requireSameType(ArrayRef<int> operands) {
  for (int k : operands) {
    const ElementType first = type(operands[0]);
    if (type(k) == first) continue;
    failed = true;
    auto message = report(op->getLoc(), Diag::type_mismatch);
    message << op->getName().getStringRef() << ": operand " << operands[0] << " is "
            << formula.operands[operands[0]].str() << " and operand " << k << " is "
            << formula.operands[k].str();
    message.note() << "element types are never mixed silently: convert operand " << k << " to "
                   << info(first).name << ", or operand " << operands[0] << " to "
                   << info(type(k)).name;
    return message;
  }
  return success();
}

Expr FormulaBuilder::loop(int64_t extent, StringRef name) {
  static constexpr StringRef letters = "ijklmnopqrstuvwxyz";
  const size_t number = formula.loops.size();
  std::string chosen = name.str();
  if (name.empty()) {
    chosen = letters.substr(number % letters.size(), 1).str();
    if (number >= letters.size()) chosen += std::to_string(number / letters.size());
  }
  formula.loops.push_back({chosen, extent});
  return pool.loop(number, extent);
}

SmallVector<Expr, 4> FormulaBuilder::loops(ArrayRef<int64_t> extents) {
  SmallVector<Expr, 4> made;
  for (int64_t extent : extents)
    made.push_back(loop(extent));
  return made;
}

Expr FormulaBuilder::load(int operand, ArrayRef<Expr> index) {
  assert(failed || int64_t(index.size()) == rank(operand));
  return expr::load(pool, type(operand), operand, index);
}

SmallVector<Expr, 3> FormulaBuilder::elementwise(bool sameType) {
  if (mlir::failed(require(!formula.operands.empty(), "it has no operands")) || failed) return {};
  SmallVector<int> all = llvm::to_vector(llvm::seq<int>(0, formula.operands.size()));
  for (int k : all) {
    if (shape(k) == shape(0)) continue; // most are, and the words cost more than the question
    (void)require(false,
                  "operand 0 is " + formula.operands[0].str() + " and operand " + Twine(k) +
                      " is " + formula.operands[k].str(),
                  Diag::shape_mismatch);
    return {};
  }
  if (sameType && mlir::failed(requireSameType(all))) return {};
  free = loops(shape(0));
  SmallVector<Expr, 3> elements;
  for (int k : all)
    elements.push_back(load(k, free));
  return elements;
}

/// Whether what is made of numbers of type `from` may be said to be of type `to`: the same kind of
/// numbers, or floats of integers; only floats lose digits then.
static bool mayBe(ElementType from, ElementType to) {
  return isPromotable(from, to) || (info(to).isFloat && (info(from).isFloat || isInteger(from)));
}

static bool areOneKind(ElementType a, ElementType b) {
  return info(a).isFloat == info(b).isFloat && info(a).isComplex == info(b).isComplex &&
         info(a).isBoolean == info(b).isBoolean;
}

LogicalResult FormulaBuilder::requireFactors(ArrayRef<int> operands) {
  const auto said = typeOf(op->getResult(0).getType());
  const ElementType first = type(operands[0]);
  const bool areMade =
      said && llvm::all_of(operands, [&](int k) { return mayBe(type(k), said->type); });
  if (areMade) return success();
  if (mlir::failed(requireSameType(operands))) return failure();
  return require(!said || areOneKind(first, said->type),
                 "products of " + Twine(info(first).name) + " are not supported as " +
                     info(said ? said->type : first).name + ": convert the operands, or the result",
                 Diag::unsupported_type);
}

SmallVector<Expr, 3> FormulaBuilder::signature(StringRef letters) {
  if (failed) return {};
  const auto all = llvm::to_vector(llvm::seq<int>(0, formula.operands.size()));
  if (mlir::failed(requireFactors(all))) return {};
  auto [left, right] = letters.split("->");
  SmallVector<StringRef, 3> terms;
  left.split(terms, ',');
  llvm::SmallDenseMap<char, int64_t> extents;
  for (auto [k, term] : llvm::enumerate(terms)) {
    if (mlir::failed(require(int64_t(term.size()) == rank(k),
                             "operand " + Twine(k) + " has rank " + Twine(rank(k)) + ", not " +
                                 Twine(term.size()),
                             Diag::shape_mismatch)))
      return {};
    for (auto [dim, letter] : llvm::enumerate(term)) {
      const int64_t extent = shape(k)[dim];
      const int64_t first = extents.try_emplace(letter, extent).first->second;
      if (mlir::failed(require(first == extent,
                               "dimension " + Twine(dim) + " of operand " + Twine(k) + " is " +
                                   Twine(extent) + " where the other operand has " + Twine(first),
                               Diag::shape_mismatch)))
        return {};
    }
  }
  llvm::SmallDenseMap<char, Expr> loopOf;
  for (char letter : right)
    free.push_back(loopOf[letter] = loop(extents[letter], StringRef(&letter, 1)));
  SmallVector<Expr, 3> elements;
  for (auto [k, term] : llvm::enumerate(terms)) {
    SmallVector<Expr, 4> at;
    for (char letter : term) {
      Expr &known = loopOf[letter];
      if (!known) bound.push_back(known = loop(extents[letter], StringRef(&letter, 1)));
      at.push_back(known);
    }
    elements.push_back(load(k, at));
  }
  return elements;
}

Expr FormulaBuilder::scalar(Fn fn, ArrayRef<Expr> args) {
  const ElementType argument = args[0]->type;
  if (failed) return args[0];
  for (Expr arg : args)
    if (mlir::failed(require(arg->type == argument, "its operands differ in element type",
                             Diag::type_mismatch)))
      return args[0];
  const bool isComplex = info(argument).isComplex;
  if (mlir::failed(require(supports(fn, argument),
                           (isComplex ? "it is not supported for " : "it is not defined for ") +
                               Twine(info(argument).name),
                           isComplex ? Diag::unsupported_type : Diag::wrong_type)))
    return args[0];
  return expr::scalar(fn, resultOf(fn, argument), args);
}

using Order = SmallVector<SumOrder, 2>;

static SmallVector<int64_t, 4> extentsOf(ArrayRef<Expr> loops) {
  return llvm::map_to_vector<4>(loops, [](Expr loop) { return loop->numbers[0]; });
}

Expr FormulaBuilder::sum(ArrayRef<Expr> loops, Expr value, ArrayRef<SumOrder> order) {
  if (loops.empty() || failed) return value;
  Expr combined = scalar(Fn::add, {pool.arg(value->type, 0), pool.arg(value->type, 1)});
  return expr::item(expr::reduce(loops, value, combined, number(value->type, 0), order), 0);
}

/// The type that the op says it gives, if one of operands of type `from` can be that.
ElementType FormulaBuilder::promoted(ElementType from) const {
  const auto said = typeOf(op->getResult(0).getType());
  if (!said) return from;
  return mayBe(from, said->type) ? said->type : from;
}

/// The type that sums of these are added up in.
static ElementType widest(ArrayRef<ElementType> types) {
  ElementType wide = info(types[0]).sum;
  for (ElementType type : types)
    if (info(info(type).sum).bits > info(wide).bits) wide = info(type).sum;
  return wide;
}

Expr FormulaBuilder::sum(Expr x) {
  if (failed) return x;
  const ElementType made = promoted(x->type);
  Expr total = sum(bound, convert(widest({made, x->type}), x));
  return failed ? total : convert(made, total);
}

/// How many indices a factor has that the other one has not.
static int64_t ownIndices(Expr factor, Expr other, ArrayRef<Expr> summed) {
  int64_t count = 1;
  for (Expr index : factor->args)
    if (!llvm::is_contained(other->args, index) && !llvm::is_contained(summed, index))
      count *= index->numbers[0];
  return count;
}

/// The loop along which a factor has neighbours in memory: the last one of several indices, unless
/// the op says another.
static Expr rowOf(FormulaBuilder &b, Expr factor) {
  if (const auto said = rowOfFactor(b.op, static_cast<int>(factor->value))) {
    const auto rank = static_cast<int64_t>(factor->args.size());
    const bool isOne = *said >= 0 && *said < rank;
    return mlir::succeeded(b.require(isOne, "'shardc.rows' has to have a dimension of each factor",
                                     Diag::bad_attribute))
               ? factor->args[*said]
               : nullptr;
  }
  const auto isLong = [](Expr index) { return index->numbers[0] > 1; };
  const auto last = llvm::find_if(llvm::reverse(factor->args), isLong);
  return last != factor->args.rend() ? *last : nullptr;
}

/// The extents of the loops that terms have and are not summed over.
static SmallVector<int64_t, 4> resultsOf(Expr terms, ArrayRef<Expr> summed, ArrayRef<Loop> all) {
  SmallVector<int64_t, 4> extents;
  for (const int loop : freeLoops(terms))
    if (llvm::none_of(summed, [&](Expr each) { return each->value == loop; }))
      extents.push_back(all[loop].extent);
  return extents;
}

Expr FormulaBuilder::sumOfProducts(Expr x, Expr y) {
  if (failed) return x;
  const int64_t ofX = ownIndices(x, y, bound), ofY = ownIndices(y, x, bound);
  if (std::min(ofX, ofY) > 1 || bound.empty()) return sumOfTerms(bound, x, y, orderOfProduct);
  Expr row = rowOf(*this, ofY > ofX ? y : x);
  const auto along = llvm::map_to_vector<4>(
      bound, [&](Expr loop) { return loop == row ? Along::row : Along::column; });
  return product(x, y, [&](Expr terms) {
    const bool isOrdered = info(terms->type).isRounded;
    return sum(bound, terms, isOrdered ? orderOfVectorProduct(extentsOf(bound), along) : Order());
  });
}

/// Whether a factor has a loop of results that the other one has not.
static bool hasOwnLoop(Expr factor, Expr other, ArrayRef<Expr> summed) {
  const auto of = freeLoops(other);
  return llvm::any_of(freeLoops(factor), [&](int loop) {
    return !llvm::is_contained(of, loop) &&
           llvm::none_of(summed, [&](Expr each) { return each->value == loop; });
  });
}

Expr FormulaBuilder::sumOfConvolution(ArrayRef<Expr> loops, Expr x, Expr y) {
  if (failed) return x;
  // What is no product of matrices has sums enough that are done at once, each by a thread.
  const bool areMatrices = hasOwnLoop(x, y, loops) && hasOwnLoop(y, x, loops);
  return sumOfTerms(loops, x, y, areMatrices ? orderOfConvolution : orderOfProduct);
}

/// A sum whose terms are not rounded before they are added.
Expr FormulaBuilder::sumOfTerms(ArrayRef<Expr> loops, Expr x, Expr y, OrderOf orderOf) {
  return product(x, y, [&](Expr terms) {
    if (loops.empty()) return terms;
    Order order;
    if (info(terms->type).isRounded)
      order = orderOf(extentsOf(loops), resultsOf(terms, loops, formula.loops));
    const bool isProduct = terms->kind != Kind::Literal; // where no term has both factors: zero
    if (info(terms->type).isFloat && isProduct)
      terms = expr::scalar(Fn::term, terms->type, terms->args);
    return sum(loops, terms, order);
  });
}

/// What `sumOf` makes of all x * y, in the type that the op says.
Expr FormulaBuilder::product(Expr x, Expr y, llvm::function_ref<Expr(Expr)> sumOf) {
  if (failed) return x;
  const ElementType made = promoted(x->type);
  // Integers become the floats that their product is said to be, as XLA has it.
  const auto factor = [&](Expr of) {
    return info(made).isFloat && !info(of->type).isFloat ? convert(made, of) : of;
  };
  x = factor(x), y = factor(y);
  const ElementType wide = widest({made, x->type, y->type});
  Expr terms = scalar(Fn::mul, {convert(wide, x), convert(wide, y)});
  if (failed) return terms;
  Expr total = sumOf(terms);
  return failed ? total : convert(made, total);
}

LogicalResult FormulaBuilder::result(Expr value) {
  SmallVector<int64_t, 4> extents;
  for (Expr index : free)
    extents.push_back(formula.loops[index->value].extent);
  return result(extents, free, value);
}

LogicalResult FormulaBuilder::result(ArrayRef<int64_t> shape, ArrayRef<Expr> index, Expr value) {
  if (failed) return failure();
  if (mlir::failed(
          require(addressable(shape), "its result has too many elements", Diag::too_many_elements)))
    return failure();
  formula.results.push_back(
      {{value->type, SmallVector<int64_t, 4>(shape)}, SmallVector<Expr, 4>(index), value});
  return success();
}

Expr FormulaBuilder::size(Expr x) { return info(x->type).isComplex ? magnitude(x) : abs(x); }

Expr FormulaBuilder::withSign(Expr x) {
  const ElementType type = x->type;
  (void)require(!info(type).isUnsigned && !info(type).isBoolean,
                "it is not defined for " + Twine(info(type).name), Diag::wrong_type);
  return x;
}

Expr FormulaBuilder::square(Expr x) {
  const ElementType type = x->type;
  (void)require(info(type).isFloat || info(type).isComplex,
                "it is not defined for " + Twine(info(type).name), Diag::wrong_type);
  return mul(x, x);
}

/// A complex number that the parts make.
static Expr complexOf(Pool &pool, ElementType type, double re, double im) {
  return pool.literal(Number::complex(type, re, im));
}

Expr FormulaBuilder::cubeRoot(Expr x) {
  if (failed || !info(x->type).isComplex) return cbrt(x);
  return pow(x, complexOf(pool, x->type, 1.0 / 3, 0));
}

Expr FormulaBuilder::angle(Expr y, Expr x) {
  if (failed || !info(x->type).isComplex) return atan2(y, x);
  const Expr i = complexOf(pool, x->type, 0, 1), minus_i = complexOf(pool, x->type, 0, -1);
  const Expr away = sqrt(add(mul(x, x), mul(y, y)));
  return mul(minus_i, log(div(add(x, mul(i, y)), away)));
}

Expr FormulaBuilder::larger(Expr x, Expr y) {
  return info(x->type).isComplex ? picked(x, y, true) : max(x, y);
}
Expr FormulaBuilder::smaller(Expr x, Expr y) {
  return info(x->type).isComplex ? picked(x, y, false) : min(x, y);
}

/// Of two complex numbers.
Expr FormulaBuilder::picked(Expr x, Expr y, bool larger) {
  Expr first = larger ? x : y, second = larger ? y : x;
  Expr isFirst = bitOr(gt(real(first), real(second)),
                       both(eq(real(first), real(second)), ge(imag(first), imag(second))));
  return select(isFirst, x, y);
}

Expr FormulaBuilder::conjugate(Expr x) {
  return info(x->type).isComplex ? complex(real(x), neg(imag(x))) : partOf(x, true);
}

Expr FormulaBuilder::partOf(Expr x, bool isReal) {
  if (info(x->type).isComplex) return isReal ? real(x) : imag(x);
  (void)require(info(x->type).isFloat, "it is not defined for " + Twine(info(x->type).name),
                Diag::wrong_type);
  return isReal ? x : number(x->type, 0);
}

Expr FormulaBuilder::number(ElementType type, double value) {
  return pool.literal(Number::of(type, value));
}
Expr FormulaBuilder::integer(ElementType type, int64_t value) {
  return pool.literal(Number::of(type, value));
}

} // namespace shardc
