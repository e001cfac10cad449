// SPDX-License-Identifier: Apache-2.0
#include "frontend/ir/calls/routines/approximate_top_k.h"

#include "frontend/ir/calls/routines/library_call.h"
#include "frontend/ir/dialects/dialects.h"
#include "frontend/ir/sharding/rewrites/annotations.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardc {

namespace {

class TopK : LibraryCall {
public:
  explicit TopK(Operation *op) : LibraryCall(op) {}

  LogicalResult expand() {
    // What it may miss, and how much of the work is whose, matters to others alone.
    if (failed(checkAttributes("called_computations")) ||
        failed(checkNames({"aggregate_to_topk", "is_fallback", "recall_target", "reduction_dim",
                           "reduction_input_size_override", "top_k"})))
      return failure();
    const auto dimension = integer("reduction_dim");
    const auto order = comparator();
    if (!dimension || !order || !fits(*dimension))
      return fail(Diag::wrong_value)
             << "it takes arrays of one shape, 'reduction_dim' of which is cut in its results, as "
                "many scalars, and a function of pairs of these that gives an i1";
    constrainResults(op);
    replace(*dimension, *order);
    return success();
  }

private:
  size_t count() const { return op->getNumResults(); }

  std::optional<func::FuncOp> comparator() const {
    auto called = op->getAttrOfType<ArrayAttr>("called_computations");
    auto name =
        called && called.size() == 1 ? dyn_cast<FlatSymbolRefAttr>(called[0]) : FlatSymbolRefAttr();
    auto order = name ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(op, name) : nullptr;
    if (!order || !order.getBody().hasOneBlock()) return std::nullopt;
    SmallVector<Type> pairs;
    for (Value start : op->getOperands().take_back(count()))
      pairs.append(2, start.getType());
    const auto truth = RankedTensorType::get({}, IntegerType::get(op->getContext(), 1));
    const auto type = FunctionType::get(op->getContext(), pairs, Type(truth));
    return order.getFunctionType() == type ? std::optional(order) : std::nullopt;
  }

  bool fits(int64_t dimension) const {
    if (count() == 0 || op->getNumOperands() != 2 * count()) return false;
    const auto first = dyn_cast<RankedTensorType>(op->getOperand(0).getType());
    if (!first || !first.hasStaticShape() || dimension < 0 || dimension >= first.getRank())
      return false;
    return llvm::all_of(llvm::seq<size_t>(0, count()),
                        [&](size_t k) { return fitsAt(k, first.getShape(), dimension); });
  }
  bool fitsAt(size_t k, ArrayRef<int64_t> shape, int64_t dimension) const {
    const auto whole = dyn_cast<RankedTensorType>(op->getOperand(k).getType());
    const auto part = dyn_cast<RankedTensorType>(op->getResult(k).getType());
    if (!whole || !part || whole.getShape() != shape || part.getRank() != whole.getRank())
      return false;
    SmallVector<int64_t> cut(shape);
    cut[dimension] = part.getShape()[dimension];
    const Type element = whole.getElementType();
    return cut[dimension] >= 0 && cut[dimension] <= shape[dimension] &&
           part == RankedTensorType::get(cut, element) &&
           op->getOperand(count() + k).getType() == RankedTensorType::get({}, element);
  }

  void replace(int64_t dimension, func::FuncOp order) {
    OpBuilder builder(op);
    const auto arrays = op->getOperands().take_front(count());
    auto sort =
        stablehlo::SortOp::create(builder, op->getLoc(), arrays.getTypes(), arrays,
                                  builder.getI64IntegerAttr(dimension), builder.getBoolAttr(true));
    IRMapping none;
    order.getBody().cloneInto(&sort.getComparator(), none);
    Operation *end = sort.getComparator().front().getTerminator();
    builder.setInsertionPoint(end);
    stablehlo::ReturnOp::create(builder, end->getLoc(), end->getOperands());
    end->erase();
    builder.setInsertionPoint(op);
    for (auto [result, sorted] : llvm::zip_equal(op->getResults(), sort.getResults())) {
      const auto type = cast<RankedTensorType>(result.getType());
      const SmallVector<int64_t> zeros(type.getRank(), 0), ones(type.getRank(), 1);
      result.replaceAllUsesWith(stablehlo::SliceOp::create(builder, op->getLoc(), type, sorted,
                                                           zeros, type.getShape(), ones));
    }
    op->erase();
  }
};

} // namespace

LogicalResult expandApproxTopK(Operation *call) { return TopK(call).expand(); }

} // namespace shardc
