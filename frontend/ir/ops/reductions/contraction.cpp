// SPDX-License-Identifier: Apache-2.0
// The letters of products: which dimensions go together.
#include "frontend/ir/dialects/dialects.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardc::stablehlo {

static ArrayRef<int64_t> listOf(DenseI64ArrayAttr attr) {
  return attr ? attr.asArrayRef() : ArrayRef<int64_t>();
}

/// Gives letters to the dimensions of two operands: pairs share one. Those of the result come
/// first: batches, the rest of the left, the rest of the right.
static std::string lettersOf(FormulaBuilder &b, ArrayRef<int64_t> lhsBatch,
                             ArrayRef<int64_t> rhsBatch, ArrayRef<int64_t> lhsSummed,
                             ArrayRef<int64_t> rhsSummed) {
  std::string left(b.rank(0), 0), right(b.rank(1), 0), out;
  // Letters that read well as names of loops come first; a tensor may have more dimensions.
  const StringRef alphabet = "ijklmnopqrstuvwxyzabcdefghABCDEFGHIJKLMNOPQRSTUVWXYZ";
  size_t next = 0;
  auto letter = [&] { return alphabet[next++ % alphabet.size()]; };
  for (auto [l, r] : llvm::zip(lhsBatch, rhsBatch))
    out += left[l] = right[r] = letter();
  auto isSummed = [](ArrayRef<int64_t> list, size_t dim) {
    return llvm::is_contained(list, int64_t(dim));
  };
  for (size_t dim = 0; dim < left.size(); ++dim)
    if (!left[dim] && !isSummed(lhsSummed, dim)) out += left[dim] = letter();
  for (size_t dim = 0; dim < right.size(); ++dim)
    if (!right[dim] && !isSummed(rhsSummed, dim)) out += right[dim] = letter();
  for (auto [l, r] : llvm::zip(lhsSummed, rhsSummed))
    left[l] = right[r] = letter();
  (void)b.require(next <= alphabet.size(), "it has more than 52 dimensions", Diag::unsupported_op);
  return left + "," + right + "->" + out;
}

std::string DotGeneralOp::signature(FormulaBuilder &b) {
  const DotDimensionsAttr dims = getDotDimensionNumbers();
  const auto lhsBatch = listOf(dims.getLhsBatchingDimensions());
  const auto rhsBatch = listOf(dims.getRhsBatchingDimensions());
  const auto lhsSummed = listOf(dims.getLhsContractingDimensions());
  const auto rhsSummed = listOf(dims.getRhsContractingDimensions());
  const auto lhs = llvm::to_vector(llvm::concat<const int64_t>(lhsBatch, lhsSummed));
  const auto rhs = llvm::to_vector(llvm::concat<const int64_t>(rhsBatch, rhsSummed));
  if (failed(b.require(lhsBatch.size() == rhsBatch.size() && lhsSummed.size() == rhsSummed.size(),
                       "batching and contracting dimensions come in pairs", Diag::bad_attribute)) ||
      failed(b.requireDimensions(lhs, b.rank(0), "lhs_batching/contracting_dimensions")) ||
      failed(b.requireDimensions(rhs, b.rank(1), "rhs_batching/contracting_dimensions")))
    return {};
  return lettersOf(b, lhsBatch, rhsBatch, lhsSummed, rhsSummed);
}

std::string DotOp::signature(FormulaBuilder &b) {
  auto small = [&](int k) { return b.rank(k) == 1 || b.rank(k) == 2; };
  if (failed(b.require(small(0) && small(1), "its operands have to be vectors or matrices",
                       Diag::shape_mismatch)))
    return {};
  return lettersOf(b, {}, {}, {b.rank(0) - 1}, {0});
}

/// "ij,jk->ik" for so many operands: letters, and those of the result once each, of the operands.
static LogicalResult requireConfig(FormulaBuilder &b, StringRef config, size_t operands) {
  const auto [left, right] = config.split("->");
  const auto areLetters = [](StringRef text) { return llvm::all_of(text, llvm::isAlpha); };
  SmallVector<StringRef, 2> terms;
  left.split(terms, ',');
  bool good = config.contains("->") && terms.size() == operands && areLetters(right) &&
              llvm::all_of(terms, areLetters);
  for (char letter : right)
    good = good && left.contains(letter) && right.count(letter) == 1;
  return b.require(good,
                   "'einsum_config' has to have letters for the dimensions of " + Twine(operands) +
                       " operands and of the result, such as " +
                       (operands == 1 ? "'ij->ji'" : "'ij,jk->ik'") + ", not '" + config + "'",
                   Diag::bad_attribute);
}

LogicalResult EinsumOp::formula(FormulaBuilder &b) {
  if (failed(requireConfig(b, getEinsumConfig(), 2))) return failure();
  const auto x = b.signature(getEinsumConfig());
  return b.failed ? failure() : b.result(b.sumOfProducts(x[0], x[1]));
}

LogicalResult UnaryEinsumOp::formula(FormulaBuilder &b) {
  if (failed(requireConfig(b, getEinsumConfig(), 1))) return failure();
  const auto x = b.signature(getEinsumConfig());
  return b.failed ? failure() : b.result(b.sum(x[0]));
}

} // namespace shardc::stablehlo
