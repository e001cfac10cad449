// SPDX-License-Identifier: Apache-2.0
// Each step has one column's numbers first and then changes all elements behind it at once: the
// right-looking variants, which are maps of the whole matrix.
#include "frontend/ir/expansions/factorisations.h"

#include "frontend/ir/expansions/expansion.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace shardc {

static RankedTensorType matrixOf(Value value) { return cast<RankedTensorType>(value.getType()); }

static Words wordsOf(Value matrix) {
  const RankedTensorType type = matrixOf(matrix);
  return matrixWords(type.getShape(), type.getElementType());
}

/// What all of them begin with: where elements of the matrix and of a column are.
static constexpr StringRef kPlaces = R"(
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %rows = stablehlo.iota dim = $row : $MI
  %columns = stablehlo.iota dim = $column : $MI
  %places = stablehlo.iota dim = $row : $CI
)";

static std::string type(Value value) {
  const RankedTensorType of = matrixOf(value);
  return tensorText(of.getShape(), of.getElementType());
}

//===-- Cholesky ------------------------------------------------------------------------------===//

static constexpr StringRef kCholesky = R"(
  %count = stablehlo.constant dense<$n> : tensor<i32>
  %none = stablehlo.constant dense<0> : $SI
  %nothing = stablehlo.constant dense<0.0> : $S
  %loop:3 = stablehlo.while(%k = %zero, %x = $given, %first = %none) : tensor<i32>, $M, $SI
$turns
    %pivot = stablehlo.dynamic_slice %x, $Z%k, %k, sizes = [$S_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $S
    %positive = stablehlo.compare GT, %pivot, %nothing, FLOAT : ($S, $S) -> $SB
    %was_good = stablehlo.compare EQ, %first, %none, SIGNED : ($SI, $SI) -> $SB
    %wrong = stablehlo.not %positive : $SB
    %is_first = stablehlo.and %was_good, %wrong : $SB
    %number = stablehlo.broadcast_in_dim %next, dims = [] : (tensor<i32>) -> $SI
    %first_now = stablehlo.select %is_first, %number, %first : $SB, $SI

    %root = stablehlo.sqrt %pivot : $S
    %roots = stablehlo.broadcast_in_dim %root, dims = [$D] : ($S) -> $C
    %column = stablehlo.dynamic_slice %x, $Z%zero, %k, sizes = [$C_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $C
    %quotient = stablehlo.divide %column, %roots : $C
    %here = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $CI
    %on_diagonal = stablehlo.compare EQ, %places, %here, SIGNED : ($CI, $CI) -> $CB
    %l = stablehlo.select %on_diagonal, %roots, %quotient : $CB, $C
    %left = stablehlo.broadcast_in_dim %l, dims = [$D] : ($C) -> $M
    %across = stablehlo.transpose %l, dims = [$turned] : ($C) -> $R
    %right = stablehlo.broadcast_in_dim %across, dims = [$D] : ($R) -> $M
    %product = stablehlo.multiply %left, %right : $M
    %less = stablehlo.subtract %x, %product : $M

    %all_k = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $MI
    %behind = stablehlo.compare GT, %columns, %all_k, SIGNED : ($MI, $MI) -> $MB
    %this = stablehlo.compare EQ, %columns, %all_k, SIGNED : ($MI, $MI) -> $MB
    %new = stablehlo.select %behind, %less, %x : $MB, $M
    %scaled = stablehlo.select %this, %left, %new : $MB, $M
    %lower = stablehlo.compare GE, %rows, %columns, SIGNED : ($MI, $MI) -> $MB
    %below = stablehlo.compare GE, %rows, %all_k, SIGNED : ($MI, $MI) -> $MB
    %changes = stablehlo.and %lower, %below : $MB
    %y = stablehlo.select %changes, %scaled, %x : $MB, $M
    stablehlo.return %next, %y, %first_now : tensor<i32>, $M, $SI
  }
)";

void expandCholesky(Operation *op, bool lower, bool clear) {
  if (replaceEmpty(op)) return;
  Words words = wordsOf(op->getOperand(0));
  const bool tells = op->getNumResults() == 2;
  words["given"] = lower ? "%a" : "%turned";
  std::string text = "func.func @f(%a: $M) -> ($M" + std::string(tells ? ", $info" : "") + ") {";
  text += kPlaces;
  if (!lower) text += "%turned = stablehlo.transpose %a, dims = [$turned] : ($M) -> $M\n";
  text += kCholesky;
  std::string factor = "%loop#1";
  if (clear) {
    text += R"(
  %empty = stablehlo.constant dense<0.0> : $M
  %keep = stablehlo.compare GE, %rows, %columns, SIGNED : ($MI, $MI) -> $MB
  %kept = stablehlo.select %keep, %loop#1, %empty : $MB, $M
)";
    factor = "%kept";
  }
  if (!lower) {
    text += "%factor = stablehlo.transpose " + factor + ", dims = [$turned] : ($M) -> $M\n";
    factor = "%factor";
  }
  if (tells) {
    words["info"] = type(op->getResult(1));
    text += "%wrong = stablehlo.reshape %loop#2 : ($SI) -> $info\n"
            "return " +
            factor + ", %wrong : $M, $info }";
  } else {
    text += "return " + factor + " : $M }";
  }
  replaceBy(op, filled(text, words));
}

//===-- triangular solve ----------------------------------------------------------------------===//

static constexpr StringRef kSolve = R"(
  %last = stablehlo.constant dense<$last> : tensor<i32>
  %count = stablehlo.constant dense<$m> : tensor<i32>
  %loop:2 = stablehlo.while($turn = %zero, %x = $y) : tensor<i32>, $M
$turns
    $k
    %right = stablehlo.dynamic_slice %x, $Z%k, %zero, sizes = [$R_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $R
$pivots
    %factor = stablehlo.dynamic_slice $t, $Z%zero, %k, sizes = [$C_] : ($A, $Zt tensor<i32>, tensor<i32>) -> $C
    %factors = stablehlo.broadcast_in_dim %factor, dims = [$D] : ($C) -> $M
    %known = stablehlo.broadcast_in_dim $solved, dims = [$D] : ($R) -> $M
    %product = stablehlo.multiply %factors, %known : $M
    %less = stablehlo.subtract %x, %product : $M
    %all_k = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $MI
    %left = stablehlo.compare $to_do, %rows, %all_k, SIGNED : ($MI, $MI) -> $MB
    %this = stablehlo.compare EQ, %rows, %all_k, SIGNED : ($MI, $MI) -> $MB
    %new = stablehlo.select %left, %less, %x : $MB, $M
    %z = stablehlo.select %this, %known, %new : $MB, $M
    stablehlo.return %next, %z : tensor<i32>, $M
  }
)";

static constexpr StringRef kPivots = R"(
    %pivot = stablehlo.dynamic_slice $t, $Z%k, %k, sizes = [$S_] : ($A, $Zt tensor<i32>, tensor<i32>) -> $S
    %pivots = stablehlo.broadcast_in_dim %pivot, dims = [$D] : ($S) -> $R
    %quotient = stablehlo.divide %right, %pivots : $R
)";

void expandTriangularSolve(Operation *op, Triangle a) {
  if (replaceEmpty(op)) return;
  // X op(A) = B is op(A)^T X^T = B^T.
  const bool turns = a.transposed == a.left;
  const bool lower = a.lower != turns;
  const RankedTensorType b = matrixOf(op->getOperand(1));
  SmallVector<int64_t> shape(b.getShape());
  if (!a.left) std::swap(shape[shape.size() - 2], shape.back());
  Words words = matrixWords(shape, b.getElementType());
  words["A"] = type(op->getOperand(0));
  words["B"] = type(op->getOperand(1));
  words["t"] = turns ? "%turned" : "%a";
  words["y"] = a.left ? "%b" : "%right_sides";
  words["last"] = std::to_string(shape[shape.size() - 2] - 1);
  words["to_do"] = lower ? "GT" : "LT";
  words["turn"] = lower ? "%k" : "%turn";
  words["turns"] = turnsText(words["turn"]);
  words["k"] = lower ? "" : "%k = stablehlo.subtract %last, %turn : tensor<i32>";
  words["solved"] = a.unit ? "%right" : "%quotient";
  words["pivots"] = a.unit ? "" : filled(kPivots, words);
  std::string text = "func.func @f(%a: $A, %b: $B) -> $B {";
  text += kPlaces;
  if (turns) text += "%turned = stablehlo.transpose %a, dims = [$turned] : ($A) -> $A\n";
  if (!a.left) text += "%right_sides = stablehlo.transpose %b, dims = [$turned] : ($B) -> $M\n";
  text += kSolve;
  if (!a.left) text += "%solution = stablehlo.transpose %loop#1, dims = [$turned] : ($M) -> $B\n";
  text += a.left ? "return %loop#1 : $B }" : "return %solution : $B }";
  replaceBy(op, filled(text, words));
}

//===-- LU ------------------------------------------------------------------------------------===//

static constexpr StringRef kLu = R"(
func.func @f(%a: $M) -> ($M, $pivots, $info) {
  $places
  %count = stablehlo.constant dense<$steps> : tensor<i32>
  %none = stablehlo.constant dense<0> : $SI
  %nothing = stablehlo.constant dense<0.0> : $S
  %beneath = stablehlo.constant dense<-1.0> : $C
  %lowest = stablehlo.constant dense<-1.0> : $T
  %no_pivots = stablehlo.constant dense<0> : $PI
  %numbers = stablehlo.iota dim = $row : $PI
  %loop:4 = stablehlo.while(%k = %zero, %x = %a, %chosen = %no_pivots, %first = %none) : tensor<i32>, $M, $PI, $SI
$turns
    %column = stablehlo.dynamic_slice %x, $Z%zero, %k, sizes = [$C_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $C
    %size = stablehlo.abs %column : $C
    %here = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $CI
    %is_left = stablehlo.compare GE, %places, %here, SIGNED : ($CI, $CI) -> $CB
    %candidates = stablehlo.select %is_left, %size, %beneath : $CB, $C
    %largest:2 = stablehlo.reduce(%candidates init: %lowest), (%places init: %zero) across dimensions = [$row] : ($C, $CI, $T, tensor<i32>) -> ($L, $LI)
     reducer(%s: $T, %t: $T) (%i: tensor<i32>, %j: tensor<i32>) {
      %larger = stablehlo.compare GT, %s, %t, FLOAT : ($T, $T) -> tensor<i1>
      %equal = stablehlo.compare EQ, %s, %t, FLOAT : ($T, $T) -> tensor<i1>
      %before = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %tie = stablehlo.and %equal, %before : tensor<i1>
      %wins = stablehlo.or %larger, %tie : tensor<i1>
      %value = stablehlo.select %wins, %s, %t : tensor<i1>, $T
      %index = stablehlo.select %wins, %i, %j : tensor<i1>, tensor<i32>
      stablehlo.return %value, %index : $T, tensor<i32>
    }
    // Where nothing is larger than NaN, the row stays.
    %found = stablehlo.reshape %largest#1 : ($LI) -> $SI
    %own = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $SI
    %pivot_row = stablehlo.maximum %found, %own : $SI

    %row_k = stablehlo.dynamic_slice %x, $Z%k, %zero, sizes = [$R_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $R
    %indices = stablehlo.reshape %pivot_row : ($SI) -> $G
    %row_p = "stablehlo.gather"(%x, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [$last_two], operand_batching_dims = [$batch], start_indices_batching_dims = [$batch], start_index_map = [$row], index_vector_dim = $row>, slice_sizes = array<i64: $R_1>}> : ($M, $G) -> $R
    %all_k = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $MI
    %all_p = stablehlo.broadcast_in_dim %pivot_row, dims = [$D] : ($SI) -> $MI
    %upper_row = stablehlo.broadcast_in_dim %row_p, dims = [$D] : ($R) -> $M
    %lower_row = stablehlo.broadcast_in_dim %row_k, dims = [$D] : ($R) -> $M
    %is_k = stablehlo.compare EQ, %rows, %all_k, SIGNED : ($MI, $MI) -> $MB
    %is_p = stablehlo.compare EQ, %rows, %all_p, SIGNED : ($MI, $MI) -> $MB
    %moved = stablehlo.select %is_p, %lower_row, %x : $MB, $M
    %exchanged = stablehlo.select %is_k, %upper_row, %moved : $MB, $M

    %pivot = stablehlo.dynamic_slice %row_p, $Z%zero, %k, sizes = [$S_] : ($R, $Zt tensor<i32>, tensor<i32>) -> $S
    %is_zero = stablehlo.compare EQ, %pivot, %nothing, FLOAT : ($S, $S) -> $SB
    %was_good = stablehlo.compare EQ, %first, %none, SIGNED : ($SI, $SI) -> $SB
    %is_first = stablehlo.and %was_good, %is_zero : $SB
    %number = stablehlo.broadcast_in_dim %next, dims = [] : (tensor<i32>) -> $SI
    %first_now = stablehlo.select %is_first, %number, %first : $SB, $SI
    %unit = stablehlo.constant dense<1.0> : $S
    %divisor = stablehlo.select %is_zero, %unit, %pivot : $SB, $S

    %below = stablehlo.dynamic_slice %exchanged, $Z%zero, %k, sizes = [$C_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $C
    %divisors = stablehlo.broadcast_in_dim %divisor, dims = [$D] : ($S) -> $C
    %l = stablehlo.divide %below, %divisors : $C
    %left = stablehlo.broadcast_in_dim %l, dims = [$D] : ($C) -> $M
    %product = stablehlo.multiply %left, %upper_row : $M
    %less = stablehlo.subtract %exchanged, %product : $M
    %under = stablehlo.compare GT, %rows, %all_k, SIGNED : ($MI, $MI) -> $MB
    %behind = stablehlo.compare GT, %columns, %all_k, SIGNED : ($MI, $MI) -> $MB
    %this = stablehlo.compare EQ, %columns, %all_k, SIGNED : ($MI, $MI) -> $MB
    %changed = stablehlo.select %behind, %less, %exchanged : $MB, $M
    %scaled = stablehlo.select %this, %left, %changed : $MB, $M
    %y = stablehlo.select %under, %scaled, %exchanged : $MB, $M

    %one_more = stablehlo.constant dense<1> : $SI
    %from_one = stablehlo.add %pivot_row, %one_more : $SI
    %spread = stablehlo.broadcast_in_dim %from_one, dims = [$D] : ($SI) -> $PI
    %which = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $PI
    %is_now = stablehlo.compare EQ, %numbers, %which, SIGNED : ($PI, $PI) -> $PB
    %chosen_now = stablehlo.select %is_now, %spread, %chosen : $PB, $PI
    stablehlo.return %next, %y, %chosen_now, %first_now : tensor<i32>, $M, $PI, $SI
  }
  %exchanges = stablehlo.reshape %loop#2 : ($PI) -> $pivots
  %singular = stablehlo.reshape %loop#3 : ($SI) -> $info
  return %loop#1, %exchanges, %singular : $M, $pivots, $info
})";

void expandLu(Operation *op) {
  if (replaceEmpty(op)) return;
  const RankedTensorType a = matrixOf(op->getOperand(0));
  Words words = wordsOf(op->getOperand(0));
  const size_t batch = a.getRank() - 2;
  const int64_t steps = std::min(a.getDimSize(batch), a.getDimSize(batch + 1));
  const ArrayRef<int64_t> batches = a.getShape().take_front(batch);
  const auto batchDims = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  SmallVector<int64_t> pivots(batches), large(batches), starts(batches);
  pivots.append({steps, 1});
  large.push_back(1);
  starts.push_back(1);
  Type i32 = IntegerType::get(op->getContext(), 32), i1 = IntegerType::get(op->getContext(), 1);
  words["places"] = filled(kPlaces, words);
  words["steps"] = std::to_string(steps);
  words["PI"] = tensorText(pivots, i32);
  words["PB"] = tensorText(pivots, i1);
  words["L"] = tensorText(large, a.getElementType());
  words["LI"] = tensorText(large, i32);
  words["G"] = tensorText(starts, i32);
  words["batch"] = commaList(batchDims);
  words["last_two"] = commaList({int64_t(batch), int64_t(batch) + 1});
  SmallVector<int64_t> slice(batch, 1);
  slice.append({1, a.getDimSize(batch + 1)});
  words["R_1"] = commaList(slice);
  words["pivots"] = type(op->getResult(1));
  words["info"] = type(op->getResult(2));
  replaceBy(op, filled(kLu, words));
}

//===-- QR ------------------------------------------------------------------------------------===//

// A reflection takes the column from its diagonal on, c, to (beta, 0, ...): v is c with c_0 - beta
// as its first, divided by that, and tau (beta - c_0) / beta. The sign of beta is against c_0's.
static constexpr StringRef kQr = R"(
func.func @f(%a: $M) -> ($M, $taus) {
  $places
  %count = stablehlo.constant dense<$steps> : tensor<i32>
  %nothing = stablehlo.constant dense<0.0> : $S
  %nowhere = stablehlo.constant dense<0.0> : $C
  %init = stablehlo.constant dense<0.0> : $T
  %no_taus = stablehlo.constant dense<0.0> : $P
  %numbers = stablehlo.iota dim = $row : $PI
  %loop:3 = stablehlo.while(%k = %zero, %x = %a, %taus = %no_taus) : tensor<i32>, $M, $P
$turns
    %column = stablehlo.dynamic_slice %x, $Z%zero, %k, sizes = [$C_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $C
    %alpha = stablehlo.dynamic_slice %x, $Z%k, %k, sizes = [$S_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $S
    %here = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $CI
    %is_below = stablehlo.compare GT, %places, %here, SIGNED : ($CI, $CI) -> $CB
    %below = stablehlo.select %is_below, %column, %nowhere : $CB, $C
    %size = stablehlo.abs %below : $C
    %largest = stablehlo.reduce(%size init: %init) applies stablehlo.maximum across dimensions = [$row] : ($C, $T) -> $L
    %scale = stablehlo.reshape %largest : ($L) -> $S
    %alpha_size = stablehlo.abs %alpha : $S
    %scale_all = stablehlo.maximum %scale, %alpha_size : $S
    %is_done = stablehlo.compare EQ, %scale, %nothing, FLOAT : ($S, $S) -> $SB
    %unit = stablehlo.constant dense<1.0> : $S
    %divisor = stablehlo.select %is_done, %unit, %scale_all : $SB, $S
    %divisors = stablehlo.broadcast_in_dim %divisor, dims = [$D] : ($S) -> $C
    %small = stablehlo.divide %below, %divisors : $C
    %square = stablehlo.multiply %small, %small : $C
    %sum = stablehlo.reduce(%square init: %init) applies stablehlo.add across dimensions = [$row] : ($C, $T) -> $L
    %squares = stablehlo.reshape %sum : ($L) -> $S
    %alpha_small = stablehlo.divide %alpha, %divisor : $S
    %alpha_square = stablehlo.multiply %alpha_small, %alpha_small : $S
    %all_squares = stablehlo.add %alpha_square, %squares : $S
    %root = stablehlo.sqrt %all_squares : $S
    %length = stablehlo.multiply %root, %divisor : $S
    %opposite = stablehlo.negate %length : $S
    %is_negative = stablehlo.compare LT, %alpha, %nothing, FLOAT : ($S, $S) -> $SB
    %reflected = stablehlo.select %is_negative, %length, %opposite : $SB, $S
    %beta = stablehlo.select %is_done, %alpha, %reflected : $SB, $S
    %difference = stablehlo.subtract %beta, %alpha : $S
    %beta_or_one = stablehlo.select %is_done, %unit, %beta : $SB, $S
    %ratio = stablehlo.divide %difference, %beta_or_one : $S
    %tau = stablehlo.select %is_done, %nothing, %ratio : $SB, $S
    %head = stablehlo.subtract %alpha, %beta : $S
    %head_or_one = stablehlo.select %is_done, %unit, %head : $SB, $S
    %heads = stablehlo.broadcast_in_dim %head_or_one, dims = [$D] : ($S) -> $C
    %tail = stablehlo.divide %below, %heads : $C
    %is_here = stablehlo.compare EQ, %places, %here, SIGNED : ($CI, $CI) -> $CB
    %units = stablehlo.constant dense<1.0> : $C
    %v = stablehlo.select %is_here, %units, %tail : $CB, $C
$reflect
    %this = stablehlo.compare EQ, %columns, %all_k, SIGNED : ($MI, $MI) -> $MB
    %behind = stablehlo.compare GT, %columns, %all_k, SIGNED : ($MI, $MI) -> $MB
    %under = stablehlo.compare GT, %rows, %all_k, SIGNED : ($MI, $MI) -> $MB
    %diagonal = stablehlo.compare EQ, %rows, %all_k, SIGNED : ($MI, $MI) -> $MB
    %betas = stablehlo.broadcast_in_dim %beta, dims = [$D] : ($S) -> $M
    %kept = stablehlo.select %under, %vs, %x : $MB, $M
    %own = stablehlo.select %diagonal, %betas, %kept : $MB, $M
    %others = stablehlo.select %behind, %less, %x : $MB, $M
    %y = stablehlo.select %this, %own, %others : $MB, $M

    %spread = stablehlo.broadcast_in_dim %tau, dims = [$D] : ($S) -> $P
    %which = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $PI
    %is_now = stablehlo.compare EQ, %numbers, %which, SIGNED : ($PI, $PI) -> $PB
    %taus_now = stablehlo.select %is_now, %spread, %taus : $PB, $P
    stablehlo.return %next, %y, %taus_now : tensor<i32>, $M, $P
  }
  %factors = stablehlo.reshape %loop#2 : ($P) -> $taus
  return %loop#1, %factors : $M, $taus
})";

/// x - tau v (v^T x)
static constexpr StringRef kReflect = R"(
    %all_k = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $MI
    %vs = stablehlo.broadcast_in_dim %v, dims = [$D] : ($C) -> $M
    %weighed = stablehlo.multiply %vs, %x : $M
    %along = stablehlo.reduce(%weighed init: %init) applies stablehlo.add across dimensions = [$row] : ($M, $T) -> $K
    %dots = stablehlo.reshape %along : ($K) -> $R
    %tau_row = stablehlo.broadcast_in_dim %tau, dims = [$D] : ($S) -> $R
    %steps = stablehlo.multiply %dots, %tau_row : $R
    %all_steps = stablehlo.broadcast_in_dim %steps, dims = [$D] : ($R) -> $M
    %change = stablehlo.multiply %vs, %all_steps : $M
    %less = stablehlo.subtract %x, %change : $M
)";

/// Words for `steps` reflections of rows of `a`.
static Words reflectionWords(Value matrix, int64_t steps) {
  const RankedTensorType a = matrixOf(matrix);
  const size_t batch = a.getRank() - 2;
  Words words = wordsOf(matrix);
  const ArrayRef<int64_t> batches = a.getShape().take_front(batch);
  SmallVector<int64_t> taus(batches), large(batches), rows(batches);
  taus.append({steps, 1});
  large.push_back(1);
  rows.push_back(a.getDimSize(batch + 1));
  words["places"] = filled(kPlaces, words);
  words["steps"] = std::to_string(steps);
  words["P"] = tensorText(taus, a.getElementType());
  words["PI"] = tensorText(taus, IntegerType::get(a.getContext(), 32));
  words["PB"] = tensorText(taus, IntegerType::get(a.getContext(), 1));
  words["L"] = tensorText(large, a.getElementType());
  words["K"] = tensorText(rows, a.getElementType());
  words["reflect"] = filled(kReflect, words);
  return words;
}

void expandQr(Operation *op) {
  if (replaceEmpty(op)) return;
  const RankedTensorType a = matrixOf(op->getOperand(0));
  const int64_t rank = a.getRank();
  Words words =
      reflectionWords(op->getOperand(0), std::min(a.getDimSize(rank - 2), a.getDimSize(rank - 1)));
  words["taus"] = type(op->getResult(1));
  replaceBy(op, filled(kQr, words));
}

static constexpr StringRef kReflections = R"(
func.func @f(%a: $M, %factors: $taus) -> $M {
  $places
  %count = stablehlo.constant dense<$steps> : tensor<i32>
  %last = stablehlo.constant dense<$last> : tensor<i32>
  %init = stablehlo.constant dense<0.0> : $T
  %nowhere = stablehlo.constant dense<0.0> : $C
  %units = stablehlo.constant dense<1.0> : $C
  %taus = stablehlo.reshape %factors : ($taus) -> $P
  %diagonal = stablehlo.compare EQ, %rows, %columns, SIGNED : ($MI, $MI) -> $MB
  %identity = stablehlo.convert %diagonal : ($MB) -> $M
  %loop:2 = stablehlo.while(%turn = %zero, %x = %identity) : tensor<i32>, $M
$turns
    %k = stablehlo.subtract %last, %turn : tensor<i32>
    %column = stablehlo.dynamic_slice %a, $Z%zero, %k, sizes = [$C_] : ($M, $Zt tensor<i32>, tensor<i32>) -> $C
    %tau = stablehlo.dynamic_slice %taus, $Z%k, %zero, sizes = [$S_] : ($P, $Zt tensor<i32>, tensor<i32>) -> $S
    %here = stablehlo.broadcast_in_dim %k, dims = [] : (tensor<i32>) -> $CI
    %is_below = stablehlo.compare GT, %places, %here, SIGNED : ($CI, $CI) -> $CB
    %is_here = stablehlo.compare EQ, %places, %here, SIGNED : ($CI, $CI) -> $CB
    %below = stablehlo.select %is_below, %column, %nowhere : $CB, $C
    %v = stablehlo.select %is_here, %units, %below : $CB, $C
$reflect
    stablehlo.return %next, %less : tensor<i32>, $M
  }
  return %loop#1 : $M
})";

void expandReflections(Operation *op) {
  if (replaceEmpty(op)) return;
  const RankedTensorType taus = matrixOf(op->getOperand(1));
  const int64_t steps = taus.getShape().back();
  Words words = reflectionWords(op->getOperand(0), steps);
  words["taus"] = type(op->getOperand(1));
  words["last"] = std::to_string(steps - 1);
  words["turns"] = turnsText("%turn");
  replaceBy(op, filled(kReflections, words));
}

} // namespace shardc
