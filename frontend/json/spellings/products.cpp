// SPDX-License-Identifier: Apache-2.0
// Matrix products by letters: einsum, and NumPy's matmul.
#include "frontend/json/spellings/spellings.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc {

using Dims = SmallVector<int64_t, 4>;

namespace {
/// A value whose dimensions have letters.
struct Lettered {
  Value value;
  std::string letters;
};
} // namespace

static bool has(StringRef letters, char letter) { return letters.contains(letter); }

/// Sums the letters that nobody else has.
static Lettered sumOthers(Emitter &emit, Lettered x, StringRef needed) {
  Dims dims;
  std::string kept;
  for (auto [dim, letter] : llvm::enumerate(x.letters)) {
    if (has(needed, letter))
      kept += letter;
    else
      dims.push_back(dim);
  }
  if (dims.empty()) return x;
  return {emit.reduce(x.value, dims, "add"), kept};
}

static Lettered transposed(Emitter &emit, Lettered x, StringRef letters) {
  Dims permutation;
  for (char letter : letters)
    permutation.push_back(x.letters.find(letter));
  return {emit.transpose(x.value, permutation), letters.str()};
}

/// The product of two; letters of both that are in `needed` are batched, others summed.
static Lettered multiplied(Emitter &emit, Lettered lhs, Lettered rhs, StringRef needed) {
  lhs = sumOthers(emit, lhs, rhs.letters + needed.str());
  rhs = sumOthers(emit, rhs, lhs.letters + needed.str());
  Dims lhsBatch, rhsBatch, lhsSummed, rhsSummed;
  std::string batch, free;
  for (auto [dim, letter] : llvm::enumerate(lhs.letters)) {
    size_t other = rhs.letters.find(letter);
    if (other == std::string::npos) {
      free += letter;
      continue;
    }
    bool isBatch = has(needed, letter);
    (isBatch ? lhsBatch : lhsSummed).push_back(dim);
    (isBatch ? rhsBatch : rhsSummed).push_back(other);
    if (isBatch) batch += letter;
  }
  for (char letter : rhs.letters)
    if (!has(lhs.letters, letter)) free += letter;
  Value product = emit.op("dot_general", {lhs.value, rhs.value},
                          {emit.integers("lhs_batching_dimensions", lhsBatch),
                           emit.integers("rhs_batching_dimensions", rhsBatch),
                           emit.integers("lhs_contracting_dimensions", lhsSummed),
                           emit.integers("rhs_contracting_dimensions", rhsSummed)});
  return {product, batch + free};
}

namespace {
struct Equation {
  SmallVector<std::string, 3> operands;
  std::string result;
};
} // namespace

/// What is wrong with an equation, in words; empty where nothing is.
static std::string parseEquation(StringRef text, Equation &equation) {
  std::string compact;
  for (char c : text)
    if (c != ' ') compact += c;
  if (StringRef(compact).contains("...")) return "'...' is not read; give every dimension a letter";
  auto [left, right] = StringRef(compact).split("->");
  SmallVector<StringRef, 3> parts;
  left.split(parts, ',');
  std::string seen;
  for (StringRef part : parts) {
    for (auto [at, letter] : llvm::enumerate(part)) {
      if (!llvm::isAlpha(letter)) return "dimensions are letters, as in \"ik,kj->ij\"";
      if (has(part.take_front(at), letter))
        return std::string("the letter '") + letter + "' stands twice in one operand";
      seen += letter;
    }
    equation.operands.push_back(part.str());
  }
  if (!StringRef(compact).contains("->")) {
    std::string once;
    for (char letter : seen)
      if (llvm::count(seen, letter) == 1) once += letter;
    llvm::sort(once);
    equation.result = once;
    return "";
  }
  for (auto [at, letter] : llvm::enumerate(right)) {
    if (!has(seen, letter)) return std::string("the result's '") + letter + "' is in no operand";
    if (has(right.take_front(at), letter))
      return std::string("the letter '") + letter + "' stands twice in the result";
  }
  equation.result = right.str();
  return "";
}

/// Every letter has one extent, and every operand as many letters as dimensions.
static std::string checkExtents(const Equation &equation, ArrayRef<Value> operands) {
  if (equation.operands.size() != operands.size())
    return "the equation has " + std::to_string(equation.operands.size()) + " operands, and " +
           std::to_string(operands.size()) + " are given";
  std::map<char, int64_t> extents;
  for (auto [letters, value] : llvm::zip_equal(equation.operands, operands)) {
    if (static_cast<int64_t>(letters.size()) != rankOf(value))
      return "'" + letters + "' names " + std::to_string(letters.size()) +
             " dimensions of an operand of type " + typeText(value.getType());
    for (auto [letter, extent] : llvm::zip_equal(letters, tensorOf(value).getShape())) {
      int64_t known = extents.try_emplace(letter, extent).first->second;
      if (known != extent)
        return std::string("the letter '") + letter + "' is " + std::to_string(known) + " and " +
               std::to_string(extent);
    }
  }
  return "";
}

Value expandEinsum(const SpellingUse &use) {
  Equation equation;
  std::string wrong = parseEquation(use.text("equation"), equation);
  if (wrong.empty()) wrong = checkExtents(equation, use.in);
  if (!wrong.empty()) return use.fail("equation: " + wrong);
  Lettered product{use.in[0], equation.operands[0]};
  for (size_t next = 1; next < use.in.size() && product.value; ++next) {
    std::string needed = equation.result;
    for (size_t later = next + 1; later < use.in.size(); ++later)
      needed += equation.operands[later];
    product = multiplied(use.emit, product, {use.in[next], equation.operands[next]}, needed);
  }
  if (product.value) product = sumOthers(use.emit, product, equation.result);
  if (!product.value) return nullptr;
  return transposed(use.emit, product, equation.result).value;
}

/// Stretches the leading dimensions of a value to `batch`; a value without any stays.
static Value stretched(Emitter &emit, Value value, ArrayRef<int64_t> batch) {
  ArrayRef<int64_t> own = tensorOf(value).getShape();
  if (own.size() <= 2) return value;
  Dims shape(batch), dims;
  shape.append(own.end() - 2, own.end());
  for (size_t dim = shape.size() - own.size(); dim < shape.size(); ++dim)
    dims.push_back(dim);
  return emit.broadcast(value, shape, dims);
}

/// The leading dimensions of both, by NumPy's rule; none where they do not fit.
static std::optional<Dims> commonBatch(Value lhs, Value rhs) {
  Dims batch;
  for (Value value : {lhs, rhs}) {
    ArrayRef<int64_t> own = tensorOf(value).getShape();
    own = own.drop_back(std::min<size_t>(2, own.size()));
    if (own.size() > batch.size()) batch.insert(batch.begin(), own.size() - batch.size(), 1);
    size_t first = batch.size() - own.size();
    for (auto [dim, extent] : llvm::enumerate(own)) {
      int64_t &common = batch[first + dim];
      if (common == 1) common = extent;
      if (extent != common && extent != 1) return std::nullopt;
    }
  }
  return batch;
}

Value expandMatmul(const SpellingUse &use) {
  Value lhs = use.in[0], rhs = use.in[1];
  if (rankOf(lhs) == 0 || rankOf(rhs) == 0) return use.fail("a scalar has no matrix product");
  auto described = [&] { return typeText(lhs.getType()) + " and " + typeText(rhs.getType()); };
  int64_t inner = tensorOf(lhs).getShape().back();
  int64_t other = tensorOf(rhs).getDimSize(std::max<int64_t>(0, rankOf(rhs) - 2));
  if (inner != other)
    return use.fail("the product of " + described() + " sums over " + llvm::Twine(inner) + " and " +
                    llvm::Twine(other) + " elements; these have to agree");
  std::optional<Dims> batch = commonBatch(lhs, rhs);
  if (!batch)
    return use.fail("leading dimensions of " + described() + " do not broadcast together");
  lhs = stretched(use.emit, lhs, *batch);
  rhs = stretched(use.emit, rhs, *batch);
  if (!lhs || !rhs) return nullptr;
  // Letters: one per batch dimension from 'A', then i, k and k, j.
  std::string leading;
  for (size_t dim = 0; dim < batch->size(); ++dim)
    leading += static_cast<char>('A' + dim);
  auto lettersOf = [&](Value value, std::string vector, std::string matrix) {
    if (rankOf(value) == 1) return vector;
    return rankOf(value) == 2 ? matrix : leading + matrix;
  };
  Lettered product = multiplied(use.emit, {lhs, lettersOf(lhs, "k", "ik")},
                                {rhs, lettersOf(rhs, "k", "kj")}, leading + "ij");
  if (!product.value) return nullptr;
  std::string result;
  for (char letter : leading + "ij")
    if (has(product.letters, letter)) result += letter;
  return transposed(use.emit, product, result).value;
}

} // namespace shardc
