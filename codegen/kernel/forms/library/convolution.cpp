// SPDX-License-Identifier: Apache-2.0
// A dimension of the left factor is one of places where its index has a loop of the result and one
// of terms, or a condition, or a quotient. With result's index i and the term's k, which the right
// factor has as it is or backwards, the left factor's index is
//   i * stride + k * dilation - before        of a forward convolution, and of its window's
//   gradient,
//                                             whose window is the longer one: the output
//   (i - k * dilation + before) / stride      of the source's gradient, which reads outputs; whole
//                                             strides may stand behind the quotient
// Where devices share out places, each has other paddings: then it stays a kernel.
// Dimensions may be cut into phases, too (phases.h).
#include "codegen/kernel/forms/library/convolution.h"

#include "codegen/kernel/forms/library/phases.h"
#include "frontend/ir/formula/expressions/arithmetic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

namespace shardc {

namespace {

using runtime::ConvolutionResult;

/// A dimension of places of the left factor: numerator * (i, k) + constant, over `divisor`.
struct Places {
  int dim = -1;
  int ofResult = -1, ofTerms = -1; // loops; -1: it has one index
  int64_t resultFactor = 0, termFactor = 0, constant = 0, divisor = 1;
  int resultDim = -1, rightDim = -1; // of the other tensors
  int phase = -1;                    // a loop; then the others are of turns and of what is next
  int64_t results = 1, window = 1;   // extents
  bool isBackwards = false;          // in the right factor
};

class ConvolutionFinder {
public:
  explicit ConvolutionFinder(const KernelView &view) : view(view), formula(view.kernel.formula) {}

  std::optional<Convolution> find() {
    const auto found = bareProductOf(formula);
    if (!found) return std::nullopt;
    bare = *found;
    if (!isOfOneType()) return std::nullopt;
    findPhases();
    if (bare.columns.size() > 1 || bare.batches.size() > 1 || !findPlaces()) return std::nullopt;
    SmallVector<int, 4> rows = without(bare.rows), sums = without(bare.terms);
    if (rows.size() > 1 || sums.size() > 1 || !areHeld()) return std::nullopt;
    if (!chooseResult() || !findAccesses()) return std::nullopt;
    addLoops(rows, sums);
    if (!areOneAfterOther()) return std::nullopt;
    for (const Places &each : places)
      if (!addPlace(each)) return std::nullopt;
    return std::move(made);
  }

private:
  const KernelView &view;
  const Formula &formula;
  BareProduct bare;
  SmallVector<Places, 3> places;
  SmallVector<Phases, 3> phases;
  SmallVector<Expr, 8> matched; // conditions
  Convolution made;
  std::optional<AffineAccess> left, right, result;

  int64_t extentOf(int loop) const { return loop < 0 ? 1 : formula.loops[loop].extent; }
  const TensorSpec &specOf(Expr load) const { return formula.operands[load->value]; }
  ArrayRef<Expr> resultIndex() const { return formula.results.front().index; }

  bool isOfOneType() {
    made.factors = bare.left->type;
    made.left = static_cast<int>(bare.left->value);
    made.right = static_cast<int>(bare.right->value);
    const bool isApart = llvm::none_of(
        view.outs, [](const ParameterView &out) { return out.isInPlace || out.over; });
    return isApart && bare.right->type == made.factors && bare.sum == info(made.factors).sum &&
           formula.results.front().type.type == made.factors;
  }

  /// Those of no dimension of places.
  SmallVector<int, 4> without(ArrayRef<int> loops) const {
    return llvm::filter_to_vector<4>(loops, [&](int loop) {
      return llvm::none_of(places, [&](const Places &each) {
        return each.ofResult == loop || each.ofTerms == loop;
      });
    });
  }

  /// Loops of phases are no batches.
  void findPhases() {
    phases = phasesOf(formula, bare);
    for (const Phases &each : phases) {
      Places place;
      place.dim = each.dim, place.resultDim = each.resultDim, place.rightDim = each.rightDim;
      place.ofResult = each.turn, place.ofTerms = each.next, place.phase = each.phase;
      place.resultFactor = place.termFactor = 1;
      place.divisor = each.gap, place.constant = each.constant;
      place.results = formula.results.front().type.shape[each.resultDim];
      place.window = each.window, place.isBackwards = each.isBackwards;
      places.push_back(place);
      llvm::erase(bare.batches, each.phase);
    }
  }

  bool findPlaces() {
    const auto isTaken = [&](Expr index, Expr condition) {
      return condition->kind == Kind::Within && contains(condition->args[0], index);
    };
    for (auto [dim, index] : llvm::enumerate(bare.left->args)) {
      Places each;
      each.dim = static_cast<int>(dim);
      if (llvm::any_of(places, [&](const Places &other) { return other.dim == each.dim; }))
        continue;
      each.divisor = divisorOf(index);
      Expr numerator = numeratorOf(index);
      if (!addTerms(numerator, each)) continue;
      if (each.divisor > 1) each.constant += constantOf(index) * each.divisor;
      const bool hasBoth = each.ofResult >= 0 && each.ofTerms >= 0;
      const bool isConditional =
          llvm::any_of(bare.where, [&](Expr condition) { return isTaken(numerator, condition); });
      const bool isStrided = each.resultFactor > 1 || each.constant != 0;
      if (hasBoth || isConditional || isStrided || each.divisor > 1) places.push_back(each);
    }
    return !places.empty() && places.size() <= 3 &&
           llvm::all_of(places, [&](Places &each) { return findOthers(each); });
  }

  /// Of an index that is a quotient and perhaps a constant; 1: it is none.
  static int64_t divisorOf(Expr index) {
    const auto parts = terms(index);
    const bool isQuotient = parts.size() == 1 && parts[0].first == 1 &&
                            parts[0].second->kind == Kind::Digit &&
                            parts[0].second->numbers[1] == 0;
    return isQuotient ? parts[0].second->numbers[0] : 1;
  }
  static Expr numeratorOf(Expr index) {
    return divisorOf(index) > 1 ? terms(index)[0].second->args[0] : index;
  }

  /// Whether they differ by a constant at most: conditions have it in their ends.
  static bool isBeside(Expr a, Expr b) { return terms(a) == terms(b); }
  static bool contains(Expr in, Expr e) {
    return isBeside(in, e) || (in->kind == Kind::Digit && isBeside(in->args[0], e));
  }

  /// At most one loop of the result and one of terms.
  bool addTerms(Expr index, Places &each) const {
    each.constant = constantOf(index);
    for (const auto &[factor, loop] : terms(index)) {
      if (loop->kind != Kind::Loop) return false;
      const auto number = static_cast<int>(loop->value);
      const bool isRow = llvm::is_contained(bare.rows, number);
      if (!isRow && !llvm::is_contained(bare.terms, number)) return false;
      int &of = isRow ? each.ofResult : each.ofTerms;
      if (of >= 0) return false;
      of = number;
      (isRow ? each.resultFactor : each.termFactor) = factor;
    }
    return true;
  }

  /// The dimension that is the loop, or the loop backwards; -1: none.
  static int dimensionOf(ArrayRef<Expr> index, int loop) {
    for (auto [dim, e] : llvm::enumerate(index)) {
      const auto parts = terms(e);
      if (parts.size() == 1 && parts[0].second->kind == Kind::Loop &&
          parts[0].second->value == loop && std::abs(parts[0].first) == 1)
        return static_cast<int>(dim);
    }
    return -1;
  }

  /// Where the loops are in the other tensors. Terms that the right factor has backwards are
  /// counted so. All devices have all places.
  bool findOthers(Places &each) {
    for (const int loop : {each.ofResult, each.ofTerms, each.phase})
      if (loop >= 0 && !view.isWhole(loop)) return false;
    const Span &held = view.kernel.ins[bare.left->value].window[each.dim];
    if (!isAll(held, specOf(bare.left).shape[each.dim])) return false;
    if (each.phase >= 0)
      return isAll(view.kernel.ins[bare.right->value].window[each.rightDim], each.window);
    each.results = extentOf(each.ofResult), each.window = extentOf(each.ofTerms);
    if (each.ofResult >= 0) {
      each.resultDim = dimensionOf(resultIndex(), each.ofResult);
      if (each.resultDim < 0 || terms(resultIndex()[each.resultDim])[0].first != 1) return false;
    }
    if (each.ofTerms < 0) return true;
    each.rightDim = dimensionOf(bare.right->args, each.ofTerms);
    if (each.rightDim < 0) return false;
    each.isBackwards = terms(bare.right->args[each.rightDim])[0].first < 0;
    return true;
  }

  static bool isAll(const Span &span, int64_t extent) {
    return span.isUniform() && span.lo.literal() == 0 && span.hi.literal() == extent;
  }

  /// Whether conditions say that there is an element, and nothing else.
  bool areHeld() {
    for (const Places &each : places)
      if (each.phase < 0 && !isHeld(each)) return false;
    for (const Phases &each : phases)
      addConditionsOf(formula, bare, each, matched);
    const auto isMatched = [&](Expr e) { return llvm::is_contained(matched, e); };
    return llvm::all_of(bare.where, isMatched) && llvm::all_of(bare.whereRight, isMatched);
  }

  bool isHeld(const Places &each) {
    Expr index = bare.left->args[each.dim];
    Expr numerator = numeratorOf(index);
    int64_t least = each.constant, most = each.constant;
    for (const auto &[factor, loop] : terms(numerator)) {
      const int64_t last = factor * (extentOf(static_cast<int>(loop->value)) - 1);
      (last < 0 ? least : most) += last;
    }
    const int64_t s = each.divisor, extent = specOf(bare.left).shape[each.dim];
    int64_t lo = least, hi = most + 1; // of the numerator, by conditions
    bool isOnElement = s == 1;
    for (Expr condition : bare.where) {
      if (condition->kind != Kind::Within) continue;
      Expr of = condition->args[0];
      const bool isRest = s > 1 && of->kind == Kind::Digit && of->numbers[0] == 1 &&
                          of->numbers[1] == s && isBeside(of->args[0], numerator) &&
                          floorMod(constantOf(of->args[0]) - each.constant, s) == 0;
      if (isRest && condition->numbers[0] <= 0 && condition->numbers[1] == 1)
        isOnElement = true;
      else if (of == index || isBeside(of, numerator)) {
        const bool isQuotient = s > 1 && of == index;
        const int64_t unit = isQuotient ? s : 1;
        const int64_t shift = isQuotient ? 0 : each.constant - constantOf(of);
        lo = std::max(lo, condition->numbers[0] * unit + shift);
        hi = std::min(hi, condition->numbers[1] * unit + shift);
      } else
        continue;
      matched.push_back(condition);
    }
    // Of the numbers that an element is at, these are the first and the last one.
    const int64_t first = ceilDiv(lo, s), last = floorDiv(hi - 1, s);
    return isOnElement && first == std::max<int64_t>(0, ceilDiv(least, s)) &&
           last == std::min(extent - 1, floorDiv(most, s));
  }

  /// Forward, or which gradient: one for all dimensions.
  bool chooseResult() {
    int64_t ofTerms = 1, ofResult = 1;
    bool mayBeForward = true, mayBeOfSource = true;
    for (Places &each : places) {
      if (each.isBackwards) { // counted from the other end
        each.constant += each.termFactor * (each.window - 1);
        each.termFactor = -each.termFactor;
      }
      ofTerms *= each.window, ofResult *= each.results;
      const bool isUp = each.termFactor > 0 || each.window == 1;
      const bool isDown = each.termFactor < 0 || each.window == 1;
      mayBeForward &= isUp && each.divisor == 1 && each.resultFactor >= 0;
      mayBeOfSource &= isDown && (each.resultFactor == 1 || each.ofResult < 0);
    }
    if (!mayBeForward && !mayBeOfSource) return false;
    made.result = !mayBeForward        ? ConvolutionResult::source
                  : ofTerms > ofResult ? ConvolutionResult::window
                                       : ConvolutionResult::output;
    return true;
  }

  /// How tensors move, and where they begin: dimensions of places at their first element.
  bool findAccesses() {
    SmallVector<int, 3> ofLeft, ofRight;
    for (const Places &each : places) {
      ofLeft.push_back(each.dim);
      if (each.phase >= 0) ofRight.push_back(each.rightDim);
    }
    left = affineLoad(view, bare.left, ofLeft);
    right = affineLoad(view, bare.right, ofRight);
    result = affineResult(view);
    if (!left || !right || !result) return false;
    for (const Places &each : places)
      if (each.isBackwards && each.phase < 0)
        right->offset.add(times({each.window - 1}, right->strides[each.ofTerms]));
    made.leftAt = left->offset, made.rightAt = right->offset, made.resultAt = result->offset;
    return true;
  }

  /// Of what each tensor is moved by, source, window and output.
  ConvolutionLoop loopOf(ArrayRef<int> loops) const {
    if (loops.empty()) return {};
    const int loop = loops.front();
    const Amount &ofLeft = left->strides[loop], &ofRight = right->strides[loop],
                 &ofResult = result->strides[loop];
    switch (made.result) {
    case ConvolutionResult::output:
      return {countOf(view, loop), ofLeft, ofRight, ofResult};
    case ConvolutionResult::source:
      return {countOf(view, loop), ofResult, ofRight, ofLeft};
    case ConvolutionResult::window:
      return {countOf(view, loop), ofLeft, ofResult, ofRight};
    }
    return {};
  }

  void addLoops(ArrayRef<int> rows, ArrayRef<int> sums) {
    made.groups = loopOf(bare.batches);
    made.images = loopOf(made.result == ConvolutionResult::window ? sums : rows);
    made.inputs = loopOf(made.result == ConvolutionResult::output   ? sums
                         : made.result == ConvolutionResult::source ? ArrayRef(bare.columns)
                                                                    : rows);
    made.outputs = loopOf(made.result == ConvolutionResult::source ? sums : ArrayRef(bare.columns));
  }

  /// Features of groups lie behind one another in source and output.
  bool areOneAfterOther() const {
    if (bare.batches.empty()) return true;
    const auto follows = [](const Amount &group, const ConvolutionLoop &of, const Amount &step) {
      return of.count.is(1) || group == times(of.count, step);
    };
    return follows(made.groups.source, made.inputs, made.inputs.source) &&
           follows(made.groups.output, made.outputs, made.outputs.output);
  }

  bool addPlace(const Places &each) {
    const ConvolutionPlace::Of ofLeft = {specOf(bare.left).shape[each.dim],
                                         left->pitches[each.dim]};
    ConvolutionPlace::Of ofRight, ofResult;
    if (each.phase >= 0) {
      ofRight = {each.window, right->pitches[each.rightDim]};
      ofResult = {each.results, result->strides[each.phase]};
    }
    if (each.phase < 0 && each.ofTerms >= 0) {
      const Amount &step = right->strides[each.ofTerms];
      ofRight = {each.window, each.isBackwards ? times({-1}, step) : step};
    }
    if (each.phase < 0 && each.ofResult >= 0)
      ofResult = {each.results, result->strides[each.ofResult]};
    const int64_t ofTerm = each.window == 1 ? 1 : std::abs(each.termFactor);
    const int64_t ofRow = each.ofResult < 0 ? 1 : each.resultFactor;
    ConvolutionPlace place;
    switch (made.result) {
    case ConvolutionResult::output:
      place = {ofLeft, ofRight, ofResult, ofRow, ofTerm, -each.constant};
      break;
    case ConvolutionResult::source:
      place = {ofResult, ofRight, ofLeft, each.divisor, ofTerm, each.constant};
      break;
    case ConvolutionResult::window:
      place = {ofLeft, ofResult, ofRight, ofTerm, ofRow, -each.constant};
      break;
    }
    made.places.push_back(place);
    return isPadded(place);
  }

  /// Libraries pad, and by less than a window; they cut nothing off.
  static bool isPadded(const ConvolutionPlace &place) {
    const runtime::ConvolutionPlace numbers = {{place.source.extent, 1}, {place.window.extent, 1},
                                               {place.output.extent, 1}, place.stride,
                                               place.dilation,           place.before};
    const int64_t reach = (place.window.extent - 1) * place.dilation + 1;
    return place.before >= 0 && numbers.after() >= 0 && place.before < reach &&
           numbers.after() < reach;
  }
};

} // namespace

std::optional<Convolution> convolutionOf(const KernelView &view) {
  return ConvolutionFinder(view).find();
}

} // namespace shardc
