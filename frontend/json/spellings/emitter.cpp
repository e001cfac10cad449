// SPDX-License-Identifier: Apache-2.0
#include "frontend/json/spellings/emitter.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/sizes.h"

#include "mlir/IR/Verifier.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;

namespace shardc {

RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }
std::string typeText(Type type) {
  if (std::optional<TensorSpec> spec = typeOf(type)) return spec->str();
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}
int64_t rankOf(Value value) { return tensorOf(value).getRank(); }
Type elementOf(Value value) { return tensorOf(value).getElementType(); }

NamedAttribute Emitter::integers(StringRef name, ArrayRef<int64_t> values) {
  return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(values));
}

Operation *Emitter::create(const OpInfo &info, ArrayRef<Value> operands, Attributes attributes,
                           ArrayRef<Type> declared,
                           MutableArrayRef<std::unique_ptr<Region>> regions) {
  if (llvm::any_of(operands, [](Value value) { return !value; })) return nullptr;
  FailureOr<NamedAttrList> stored =
      assembleAttributes(info, loc, NamedAttrList(attributes), ValueRange(operands).getTypes());
  if (failed(stored)) return nullptr;
  OperationState state(loc, info.name);
  state.addOperands(operands);
  state.attributes = *stored;
  state.addTypes(declared);
  for (std::unique_ptr<Region> &region : regions)
    state.addRegion(std::move(region));
  Operation *op = builder.create(state);
  bool infers = llvm::any_of(declared, [](Type type) { return isa<NoneType>(type); });
  bool fits = succeeded(infers ? inferTypes(op) : verify(op)) &&
              llvm::all_of(op->getResultTypes(), [&](Type type) {
                return succeeded(checkSize(loc, cast<RankedTensorType>(type)));
              });
  if (fits) return op;
  op->erase();
  return nullptr;
}

Value Emitter::op(StringRef mnemonic, ArrayRef<Value> operands, Attributes attributes,
                  Type declared) {
  const OpInfo *info = findMnemonic(mnemonic);
  if (!info) {
    report(loc, Diag::unsupported_op)
        << "this needs the op '" << mnemonic << "', which shardc cannot compile yet";
    return nullptr;
  }
  SmallVector<Value, 4> all(operands);
  if (llvm::is_contained(all, Value())) return nullptr;
  if (info->broadcasts && failed(broadcastTogether(all))) return nullptr;
  Operation *op = create(*info, all, attributes, declared ? declared : Type(builder.getNoneType()));
  return op ? op->getResult(0) : Value();
}

Value Emitter::constant(DenseElementsAttr value) {
  return op("constant", {}, builder.getNamedAttr("value", value), value.getType());
}

static APFloat floatOf(FloatType type, double value) {
  APFloat number(value);
  bool inexact;
  number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &inexact);
  return number;
}

static DenseElementsAttr scalarOf(Type element, double value) {
  auto type = RankedTensorType::get({}, element);
  if (auto floats = dyn_cast<FloatType>(element))
    return DenseElementsAttr::get(type, floatOf(floats, value));
  if (auto complex = dyn_cast<ComplexType>(element)) {
    auto part = cast<FloatType>(complex.getElementType());
    return DenseElementsAttr::get(type,
                                  std::complex<APFloat>(floatOf(part, value), floatOf(part, 0)));
  }
  APSInt number(element.getIntOrFloatBitWidth(), element.isUnsignedInteger());
  number = static_cast<int64_t>(value);
  return DenseElementsAttr::get(type, static_cast<const APInt &>(number));
}

Value Emitter::number(Value like, double value) {
  if (!like) return nullptr;
  auto floats = dyn_cast<FloatType>(elementOf(like));
  if (floats && std::isfinite(value) && !floatOf(floats, value).isFinite()) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%g", value);
    (void)(report(loc, Diag::wrong_literal)
           << text << " is out of range of " << typeText(floats) << "; convert the operand first");
    return nullptr;
  }
  return constant(scalarOf(elementOf(like), value));
}

Value Emitter::broadcast(Value value, ArrayRef<int64_t> shape, ArrayRef<int64_t> dims) {
  if (!value || tensorOf(value).getShape() == shape) return value;
  auto type = RankedTensorType::get(shape, elementOf(value));
  if (failed(checkSize(loc, type))) return nullptr;
  return op("broadcast_in_dim", value, integers("broadcast_dimensions", dims), type);
}

/// Dimension k of a value of `rank`, right-aligned in `to` dimensions.
static SmallVector<int64_t, 4> rightAligned(int64_t rank, int64_t to) {
  return llvm::to_vector<4>(llvm::seq<int64_t>(to - rank, to));
}

LogicalResult Emitter::broadcastTogether(SmallVectorImpl<Value> &values) {
  SmallVector<int64_t, 4> shape;
  for (Value value : values) {
    ArrayRef<int64_t> own = tensorOf(value).getShape();
    if (own.size() > shape.size()) shape.insert(shape.begin(), own.size() - shape.size(), 1);
    for (size_t dim : rightAligned(own.size(), shape.size())) {
      int64_t extent = own[dim - (shape.size() - own.size())];
      if (shape[dim] == 1) shape[dim] = extent;
      if (extent != shape[dim] && extent != 1) {
        Report error = report(loc, Diag::shape_mismatch);
        error << "shapes do not broadcast together:";
        for (auto [number, other] : llvm::enumerate(values))
          error << (number ? ", " : " ") << typeText(other.getType());
        error.note() << "dimension " << dim << " would be " << shape[dim] << " and " << extent
                     << "; extents agree from the right, or one of them is 1";
        return error;
      }
    }
  }
  for (Value &value : values) {
    value = broadcast(value, shape, rightAligned(rankOf(value), shape.size()));
    if (!value) return failure();
  }
  return success();
}

Value Emitter::reshape(Value value, ArrayRef<int64_t> shape) {
  if (!value || tensorOf(value).getShape() == shape) return value;
  return op("reshape", value, {}, RankedTensorType::get(shape, elementOf(value)));
}

Value Emitter::transpose(Value value, ArrayRef<int64_t> permutation) {
  if (!value || llvm::is_sorted(permutation)) return value;
  return op("transpose", value, integers("permutation", permutation));
}

/// Infinity, or the number that is furthest out where there is none.
static DenseElementsAttr endOf(FloatType type, bool isLowest) {
  const auto scalar = RankedTensorType::get({}, type);
  const ElementType own = typeOf(scalar)->type;
  APFloat end((isLowest ? lowest(own) : highest(own)).asDouble());
  bool isInexact = false;
  end.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &isInexact);
  return DenseElementsAttr::get(scalar, end);
}

DenseElementsAttr identityOf(StringRef combiner, Type element) {
  if (isa<ComplexType>(element) && combiner != "add" && combiner != "multiply") return nullptr;
  bool isMax = combiner == "maximum";
  if (isMax || combiner == "minimum") {
    if (auto floats = dyn_cast<FloatType>(element)) return endOf(floats, isMax);
    unsigned bits = element.getIntOrFloatBitWidth();
    bool isUnsigned = element.isUnsignedInteger() || bits == 1;
    APInt least = isUnsigned ? APInt::getMinValue(bits) : APInt::getSignedMinValue(bits);
    APInt most = isUnsigned ? APInt::getMaxValue(bits) : APInt::getSignedMaxValue(bits);
    return DenseElementsAttr::get(RankedTensorType::get({}, element), isMax ? least : most);
  }
  if (combiner == "and") {
    if (isa<FloatType>(element)) return nullptr;
    return DenseElementsAttr::get(RankedTensorType::get({}, element),
                                  APInt::getAllOnes(element.getIntOrFloatBitWidth()));
  }
  if (combiner == "multiply") return scalarOf(element, 1);
  if (combiner == "add") return scalarOf(element, 0);
  if ((combiner == "or" || combiner == "xor") && !isa<FloatType>(element))
    return scalarOf(element, 0);
  return nullptr;
}

FailureOr<std::unique_ptr<Region>> Emitter::combiner(StringRef mnemonic, ArrayRef<Value> values) {
  auto body = std::make_unique<Region>();
  Block &block = body->emplaceBlock();
  for (int side = 0; side < 2; ++side)
    for (Value value : values)
      block.addArgument(RankedTensorType::get({}, elementOf(value)), loc);
  OpBuilder inner(builder.getContext()); // the block is in no op yet
  inner.setInsertionPointToEnd(&block);
  Emitter emit(inner, loc);
  SmallVector<Value> results;
  for (size_t k = 0; k < values.size(); ++k)
    results.push_back(
        emit.op(mnemonic, {block.getArgument(k), block.getArgument(k + values.size())}));
  if (!emit.create(*findMnemonic("return"), results, {}, {})) return failure();
  return body;
}

Value Emitter::reduce(Value value, ArrayRef<int64_t> dims, StringRef combiner) {
  return reduceBy("reduce", value, integers("dimensions", dims), combiner);
}

Value Emitter::reduceBy(StringRef mnemonic, Value value, Attributes attributes,
                        StringRef combiner) {
  if (!value) return nullptr;
  DenseElementsAttr identity = identityOf(combiner, elementOf(value));
  if (!identity) {
    report(loc, Diag::wrong_op) << "'" << combiner << "' does not reduce elements of type "
                                << elementOf(value);
    return nullptr;
  }
  Value init = constant(identity);
  FailureOr<std::unique_ptr<Region>> body = this->combiner(combiner, value);
  if (!init || failed(body)) return nullptr;
  Operation *op = create(*findMnemonic(mnemonic), {value, init}, attributes,
                         Type(builder.getNoneType()), *body);
  return op ? op->getResult(0) : Value();
}

Value Emitter::reduceTo(Value value, ArrayRef<int64_t> dims, StringRef combiner,
                        ArrayRef<int64_t> shape) {
  Value reduced = reduce(value, dims, combiner);
  if (!reduced) return nullptr;
  SmallVector<int64_t, 4> kept;
  for (int64_t dim : llvm::seq<int64_t>(0, shape.size()))
    if (!llvm::is_contained(dims, dim)) kept.push_back(dim);
  return broadcast(reduced, shape, kept);
}

} // namespace shardc
