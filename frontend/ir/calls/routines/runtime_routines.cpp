// SPDX-License-Identifier: Apache-2.0
// A table of routines, and what follows from the types of operands: those of the results, and from
// both the rule, in which a batch's dimensions are factors that devices share out.
#include "frontend/ir/calls/routines/runtime_routines.h"

#include "frontend/ir/sharding/notations/op_rule.h"
#include "frontend/libraries.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;

namespace shardc {

static constexpr RuntimeRoutine kRoutines[] = {
#define SHARDC_ROUTINE(name, flops) {#name, flops, false},
#include "runtime/routines/routines.def"
#define SHARDC_LIBRARY_ROUTINE(name, flops) {#name, flops, true},
#include "runtime/libraries/libraries.def"
};

const RuntimeRoutine *findRuntimeRoutine(StringRef name) {
  const auto found = llvm::find_if(kRoutines, [&](const auto &each) { return each.name == name; });
  return found == std::end(kRoutines) ? nullptr : found;
}

namespace {

/// Types of what is made of a batch of matrices.
class Matrices {
public:
  explicit Matrices(RankedTensorType type) : type(type) {}

  int64_t rows() const { return type.getShape().end()[-2]; }
  int64_t columns() const { return type.getShape().end()[-1]; }
  bool areSquare() const { return rows() == columns(); }

  Type like(ArrayRef<int64_t> core) const { return of(type.getElementType(), core); }
  bool areComplex() const { return isa<ComplexType>(type.getElementType()); }
  Type real(ArrayRef<int64_t> core) const {
    auto complex = dyn_cast<ComplexType>(type.getElementType());
    return of(complex ? complex.getElementType() : type.getElementType(), core);
  }
  Type complex(ArrayRef<int64_t> core) const {
    return of(areComplex() ? type.getElementType() : ComplexType::get(type.getElementType()), core);
  }
  Type integer(ArrayRef<int64_t> core) const {
    return of(IntegerType::get(type.getContext(), 32), core);
  }

private:
  RankedTensorType type;

  Type of(Type element, ArrayRef<int64_t> core) const {
    SmallVector<int64_t> shape(type.getShape().drop_back(2));
    shape.append(core.begin(), core.end());
    return RankedTensorType::get(shape, element);
  }
};

} // namespace

static bool isFloat(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) type = complex.getElementType();
  return type.isF32() || type.isF64();
}

/// A batch of matrices with elements.
static bool isBatch(Type type) {
  auto batch = dyn_cast<RankedTensorType>(type);
  return batch && batch.hasStaticShape() && isFloat(batch.getElementType()) &&
         batch.getRank() >= 2 && batch.getRank() - 2 <= kMostBatchDims &&
         batch.getShape().end()[-2] * batch.getShape().end()[-1] > 0;
}

static bool isTrue(DictionaryAttr given, StringRef name) {
  auto number = given.getAs<IntegerAttr>(name);
  return number && !number.getValue().isZero();
}

Routine asRoutine(const RuntimeRoutine &routine, const Libraries &chosen, DictionaryAttr given) {
  Routine made;
  made.name = routine.name.str();
  made.libraries = thatDo(routine.name, chosen);
  llvm::erase_if(made.libraries, [&](const Library *library) {
    return llvm::any_of(given, [&](NamedAttribute each) {
      return isTrue(given, each.getName()) && leavesOut(*library, routine.name, each.getName());
    });
  });
  made.needsLibrary = routine.needsLibrary;
  const bool isPlain = made.libraries.empty() && !made.needsLibrary;
  made.symbol = (isPlain ? "shardc::runtime::" : "shardc::runtime::by_library::") + made.name;
  made.header = (isPlain ? "runtime/routines/" : "runtime/libraries/") + made.name + ".h";
  return made;
}

static SmallVector<Type> typesOfSvd(const Matrices &a, DictionaryAttr given) {
  const int64_t m = a.rows(), n = a.columns(), least = std::min(m, n);
  const bool isFull = isTrue(given, "full");
  const int64_t left = isFull ? m : least, right = isFull ? n : least;
  const Type v = isTrue(given, "adjoint") ? a.like({right, n}) : a.like({n, right});
  return {a.real({least}), a.like({m, left}), v, a.integer({})};
}

static SmallVector<Type> typesOfSolve(const Matrices &a, Type b, DictionaryAttr given) {
  if (!a.areSquare() || !isBatch(b)) return {};
  const Matrices solved(cast<RankedTensorType>(b));
  const bool fits =
      isTrue(given, "left") ? solved.rows() == a.rows() : solved.columns() == a.rows();
  if (!fits || b != a.like({solved.rows(), solved.columns()})) return {};
  return {b};
}

static SmallVector<Type> typesOfHouseholder(const Matrices &a, Type factors) {
  auto vector = dyn_cast<RankedTensorType>(factors);
  if (!vector || vector.getRank() == 0) return {};
  const int64_t count = vector.getShape().back();
  if (count > std::min(a.rows(), a.columns()) || factors != a.like({count})) return {};
  return {a.like({a.rows(), a.columns()})};
}

/// Of C and of A's reflections with their factors.
static SmallVector<Type> typesOfReflections(const Matrices &a, TypeRange others,
                                            DictionaryAttr given) {
  if (!isBatch(others[0])) return {};
  const Matrices c(cast<RankedTensorType>(others[0]));
  const int64_t order = isTrue(given, "left") ? c.rows() : c.columns();
  const bool fits = a.rows() == order && a.columns() <= order &&
                    others[0] == a.like({c.rows(), c.columns()}) &&
                    others[1] == a.like({a.columns()});
  return fits ? SmallVector<Type>{others[0]} : SmallVector<Type>();
}

/// Of what stands on the right side, and the three diagonals.
static SmallVector<Type> typesOfTridiagonal(const Matrices &b, TypeRange diagonals) {
  const Type diagonal = b.like({b.rows()});
  const bool fit = llvm::all_of(diagonals, [&](Type type) { return type == diagonal; });
  return fit ? SmallVector<Type>{b.like({b.rows(), b.columns()}), b.integer({})}
             : SmallVector<Type>();
}

/// Of routines of several operands.
static SmallVector<Type> typesOfSeveral(StringRef name, const Matrices &a, TypeRange others,
                                        DictionaryAttr given) {
  const int64_t m = a.rows(), n = a.columns();
  if (name == "solve_tridiagonal" && others.size() == 3) return typesOfTridiagonal(a, others);
  if (name == "apply_reflections" && others.size() == 2)
    return typesOfReflections(a, others, given);
  if (others.size() != 1) return {};
  if (name == "triangular_solve") return typesOfSolve(a, others[0], given);
  if (name == "householder") return typesOfHouseholder(a, others[0]);
  if (name == "pivoted_qr" && others[0] == a.integer({n}))
    return {a.like({m, n}), others[0], a.like({std::min(m, n)})};
  return {};
}

/// Real eigenvalues are two lists, of real and imaginary parts.
static SmallVector<Type> typesOfEig(const Matrices &a) {
  const int64_t n = a.rows();
  const Type vectors = a.complex({n, n});
  if (a.areComplex()) return {a.like({n}), vectors, vectors, a.integer({})};
  return {a.like({n}), a.like({n}), vectors, vectors, a.integer({})};
}
static SmallVector<Type> typesOfSchur(const Matrices &a) {
  const int64_t n = a.rows();
  const Type matrix = a.like({n, n});
  if (a.areComplex()) return {matrix, matrix, a.like({n}), a.integer({})};
  return {matrix, matrix, a.like({n}), a.like({n}), a.integer({})};
}

static int64_t numberOf(DictionaryAttr given, StringRef name) {
  auto number = given.getAs<IntegerAttr>(name);
  return number ? number.getInt() : 0;
}

/// Of how many of the last dimensions of its first operand a routine's batches are.
static int64_t wholeDims(const RuntimeRoutine &routine, DictionaryAttr given) {
  return routine.name == "fft" ? numberOf(given, "dims") : 2;
}

/// Of a transform of 1 to 3 dimensions, of the last of which half is known where one side is real.
static SmallVector<Type> typesOfTransform(Type operand, DictionaryAttr given) {
  auto from = dyn_cast<RankedTensorType>(operand);
  const int64_t dims = numberOf(given, "dims"), kind = numberOf(given, "kind"),
                length = numberOf(given, "length");
  const bool fits = from && from.hasStaticShape() && isFloat(from.getElementType()) && dims >= 1 &&
                    dims <= 3 && dims <= from.getRank() && from.getRank() - 2 <= kMostBatchDims &&
                    isa<ComplexType>(from.getElementType()) == (kind != 2) && length > 0;
  if (!fits || from.getShape().back() != (kind == 3 ? length / 2 + 1 : length)) return {};
  SmallVector<int64_t> shape(from.getShape());
  shape.back() = kind == 2 ? length / 2 + 1 : length;
  auto complex = dyn_cast<ComplexType>(from.getElementType());
  if (kind == 3) return {RankedTensorType::get(shape, complex.getElementType())};
  return {
      RankedTensorType::get(shape, complex ? complex : ComplexType::get(from.getElementType()))};
}

/// The dimension along which a routine's members are vectors, in all of its values; none: they are
/// matrices, or signals.
static std::optional<int64_t> vectorDimension(const RuntimeRoutine &routine, TypeRange operands,
                                              DictionaryAttr given) {
  if (routine.name != "argsort" && routine.name != "fourier" &&
      routine.name != "pivots_to_permutation")
    return std::nullopt;
  return cast<RankedTensorType>(operands[0]).getRank() - 1 - numberOf(given, "behind");
}

/// Of batches of vectors, as many places as there are keys, or as the call says.
static SmallVector<Type> typesOfVectors(const RuntimeRoutine &routine, Type operand,
                                        DictionaryAttr given) {
  auto from = dyn_cast<RankedTensorType>(operand);
  if (!from || !from.hasStaticShape() || from.getRank() == 0 || from.getRank() - 1 > kMostBatchDims)
    return {};
  const bool isSort = routine.name == "argsort";
  const Type element = from.getElementType();
  if (!(isSort ? element.isUnsignedInteger(32) || element.isUnsignedInteger(64)
               : element.isSignlessInteger(32)))
    return {};
  SmallVector<int64_t> shape(from.getShape());
  if (!isSort) shape.back() = numberOf(given, "rows");
  if (isSort && shape.end()[-1 - numberOf(given, "behind")] > INT32_MAX) return {};
  return {RankedTensorType::get(shape, IntegerType::get(from.getContext(), 32))};
}

/// Keys of one type, or one operand.
static bool isVectors(const RuntimeRoutine &routine, TypeRange operands) {
  const size_t most = routine.name == "argsort" ? kMostSortKeys : 1;
  return !operands.empty() && operands.size() <= most && llvm::all_equal(operands);
}

/// Of complex vectors, with a table of as many roots.
static SmallVector<Type> typesOfFourier(TypeRange operands, DictionaryAttr given) {
  auto from = dyn_cast<RankedTensorType>(operands[0]);
  auto table = dyn_cast<RankedTensorType>(operands[1]);
  const bool fits = from && table && isa<ComplexType>(from.getElementType()) &&
                    from.getRank() - 1 <= kMostBatchDims;
  if (!fits) return {};
  const int64_t n = from.getShape().end()[-1 - numberOf(given, "behind")];
  return table == RankedTensorType::get({n}, from.getElementType()) ? SmallVector<Type>{from}
                                                                    : SmallVector<Type>();
}

/// What a routine gives, elements or none.
static SmallVector<Type> givenFor(const RuntimeRoutine &routine, TypeRange operands,
                                  DictionaryAttr given) {
  const StringRef name = routine.name;
  if (name == "fft")
    return operands.size() == 1 ? typesOfTransform(operands[0], given) : SmallVector<Type>();
  if (name == "fourier")
    return operands.size() == 2 ? typesOfFourier(operands, given) : SmallVector<Type>();
  if (name == "argsort" || name == "pivots_to_permutation")
    return isVectors(routine, operands) ? typesOfVectors(routine, operands[0], given)
                                        : SmallVector<Type>();
  if (operands.empty() || !isBatch(operands[0])) return {};
  const Matrices a(cast<RankedTensorType>(operands[0]));
  if (operands.size() > 1) return typesOfSeveral(name, a, operands.drop_front(), given);
  const int64_t n = a.rows(), least = std::min(n, a.columns());
  if (name == "svd") return typesOfSvd(a, given);
  if (name == "lu") return {operands[0], a.integer({least}), a.integer({})};
  if (name == "qr") return {operands[0], a.like({least})};
  if (!a.areSquare()) return {};
  if (name == "cholesky") return {operands[0], a.integer({})};
  if (name == "eig") return typesOfEig(a);
  if (name == "schur") return typesOfSchur(a);
  if (name == "eigh") return {operands[0], a.real({n}), a.integer({})};
  if (name == "hessenberg") return {operands[0], a.like({n - 1}), a.integer({})};
  if (name == "tridiagonal")
    return {operands[0], a.real({n}), a.real({n - 1}), a.like({n - 1}), a.integer({})};
  return {};
}

/// Nobody is called for what has no element.
static bool hasElements(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() && tensor.getNumElements() > 0;
}

const Library *libraryLacking(const RuntimeRoutine &routine, const Libraries &chosen) {
  if (!routine.needsLibrary || !thatDo(routine.name, chosen).empty()) return nullptr;
  Libraries all;
  for (const Library &each : libraries())
    all.push_back(&each);
  return thatDo(routine.name, all).front();
}

SmallVector<Type> resultTypesOf(const RuntimeRoutine &routine, TypeRange operands,
                                DictionaryAttr given) {
  auto types = givenFor(routine, operands, given);
  const bool good = llvm::all_of(types, hasElements) && llvm::all_of(operands, hasElements);
  return good ? types : SmallVector<Type>();
}

/// The dimension of operand 1 that counts matrices of one column, or row, each worked on by itself:
/// -1 or -2, counted from the end; 0: there is none.
static int64_t freeDimension(const RuntimeRoutine &routine, DictionaryAttr given) {
  if (routine.name != "triangular_solve" && routine.name != "apply_reflections") return 0;
  return isTrue(given, "left") ? -1 : -2;
}

/// Dimensions are factors of the first operand and the result, but for the one along which vectors
/// lie; so are none of a table for all.
static std::string ruleOfVectors(TypeRange operands, TypeRange results, int64_t along) {
  WrittenRule rule;
  const auto add = [&](Type type, bool isShared, SmallVectorImpl<WrittenRule::Value> &values) {
    const ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
    WrittenRule::Value &value = values.emplace_back();
    for (int64_t dim = 0; dim < static_cast<int64_t>(shape.size()); ++dim) {
      const std::string own = "d" + std::to_string(rule.kinds.size());
      const bool isWhole = isShared || dim == along;
      if (isWhole) rule.kinds[own] = FactorKind::whole;
      value.dims.push_back({isWhole ? own : "b" + std::to_string(dim)});
    }
    return SmallVector<int64_t, 4>(shape);
  };
  SmallVector<SmallVector<int64_t, 4>, 2> taken, made;
  for (auto [number, type] : llvm::enumerate(operands))
    taken.push_back(add(type, number > 0 && type != operands[0], rule.operands));
  made.push_back(add(results[0], false, rule.results));
  NotationProblem problem;
  return writtenText(*ruleFor(rule, taken, made, problem));
}

std::string ruleOf(const RuntimeRoutine &routine, TypeRange operands, TypeRange results,
                   DictionaryAttr given) {
  if (const auto along = vectorDimension(routine, operands, given))
    return ruleOfVectors(operands, results, *along);
  const int64_t batch = cast<RankedTensorType>(operands[0]).getRank() - wholeDims(routine, given);
  const int64_t free = freeDimension(routine, given);
  WrittenRule rule;
  const auto add = [&](TypeRange types, int64_t number,
                       SmallVectorImpl<WrittenRule::Value> &values) {
    SmallVector<SmallVector<int64_t, 4>, 3> shapes;
    for (Type type : types) {
      const ArrayRef<int64_t> shape = cast<RankedTensorType>(type).getShape();
      const auto rank = static_cast<int64_t>(shape.size());
      const int64_t shared = free != 0 && number-- == 0 ? rank + free : -1;
      shapes.emplace_back(shape);
      WrittenRule::Value &value = values.emplace_back();
      for (int64_t dim = 0; dim < batch; ++dim)
        value.dims.push_back({"b" + std::to_string(dim)});
      for (int64_t dim = batch; dim < rank; ++dim) {
        const std::string name = dim == shared ? "k" : "d" + std::to_string(rule.kinds.size());
        if (dim != shared) rule.kinds[name] = FactorKind::whole;
        value.dims.push_back({name});
      }
    }
    return shapes;
  };
  const auto of = add(operands, 1, rule.operands), to = add(results, 0, rule.results);
  NotationProblem problem;
  return writtenText(*ruleFor(rule, of, to, problem));
}

double flopsOfTurn(const RuntimeRoutine &routine, TypeRange operands, DictionaryAttr given) {
  if (routine.name == "fft") {
    const auto shape = cast<RankedTensorType>(operands[0]).getShape();
    double numbers = 1;
    for (const int64_t size : shape.take_back(numberOf(given, "dims")))
      numbers *= static_cast<double>(size);
    return routine.flops * std::log2(numbers);
  }
  if (const auto along = vectorDimension(routine, operands, given)) {
    // Each operand has a factor of its own for that dimension.
    const auto n = static_cast<double>(cast<RankedTensorType>(operands[0]).getShape()[*along]);
    const auto others = static_cast<double>(operands.size() - 1);
    const double ofOne = routine.name == "fourier" ? std::log2(n) : others + 1;
    return routine.flops * ofOne / std::pow(n, others);
  }
  const Matrices a(cast<RankedTensorType>(operands[0]));
  const int64_t batch = cast<RankedTensorType>(operands[0]).getRank() - 2;
  double flops = routine.flops * static_cast<double>(a.rows()), turns = 1;
  for (Type type : operands)
    for (const int64_t size : cast<RankedTensorType>(type).getShape().drop_front(batch))
      turns *= static_cast<double>(size);
  if (routine.name == "triangular_solve" || routine.name == "apply_reflections") {
    const Matrices b(cast<RankedTensorType>(operands[1]));
    return flops * static_cast<double>(b.rows() * b.columns()) / turns;
  }
  if (routine.name == "solve_tridiagonal") return flops * static_cast<double>(a.columns()) / turns;
  return flops * static_cast<double>(a.columns() * std::min(a.rows(), a.columns())) / turns;
}

} // namespace shardc
