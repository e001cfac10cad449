// SPDX-License-Identifier: Apache-2.0
// First the ops that would come of each function are counted, callees before their callers. Then
// calls are replaced from the entry inwards, so that every op is copied once for each place where
// it ends up.
#include "analysis/program/inline_calls.h"

#include "frontend/diagnostics.h"
#include "frontend/ir/interfaces/calls.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace shardc {

static int64_t opsIn(Operation *op) {
  int64_t ops = 0;
  op->walk([&](Operation *) { ++ops; });
  return ops;
}

static SmallVector<func::CallOp> callsIn(Operation *op) {
  SmallVector<func::CallOp> calls;
  op->walk([&](func::CallOp call) { calls.push_back(call); });
  return calls;
}

namespace {

/// What comes of functions, each looked at once.
class CallCounter {
public:
  CallCounter(SymbolTable &symbols, int64_t written)
      : symbols(symbols), most(mostCalledOps(written)) {}

  /// Ops that come of the calls of a function; none after an error.
  std::optional<int64_t> called(func::FuncOp function) {
    if (!llvm::hasSingleElement(function.getBody())) return severalBlocks(function);
    if (!open.insert(function)) return recursion(function);
    int64_t ops = 0;
    for (func::CallOp call : callsIn(function)) {
      const auto size = sizeOf(call);
      if (!size) return std::nullopt;
      ops += *size; // far from overflow: each is below the limit
      if (ops > most) return tooMany(call);
    }
    open.pop_back();
    return ops;
  }

private:
  std::optional<int64_t> sizeOf(func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (!callee || callee.isExternal()) return unknown(call);
    if (const auto known = sizes.find(callee); known != sizes.end()) return known->second;
    if (static_cast<int64_t>(open.size()) > kMostNestedCalls) return tooDeep(call);
    const auto inside = called(callee);
    if (!inside) return std::nullopt;
    return sizes[callee] = opsIn(callee) + *inside;
  }

  static std::nullopt_t severalBlocks(func::FuncOp function) {
    report(function.getLoc(), Diag::unsupported_op)
        << "function '" << function.getSymName()
        << "' has several blocks; write loops and branches as ops with regions";
    return std::nullopt;
  }
  static std::nullopt_t recursion(func::FuncOp function) {
    report(function.getLoc(), Diag::recursion)
        << "function '" << function.getSymName() << "' calls itself";
    return std::nullopt;
  }
  static std::nullopt_t unknown(func::CallOp call) {
    report(call.getLoc(), Diag::unknown_function)
        << "function '" << call.getCallee() << "' has no body here";
    return std::nullopt;
  }
  static std::nullopt_t tooDeep(func::CallOp call) {
    report(call.getLoc(), Diag::too_deep)
        << "calls are nested more than " << kMostNestedCalls << " deep";
    return std::nullopt;
  }
  std::nullopt_t tooMany(func::CallOp call) const {
    report(call.getLoc(), Diag::too_large)
        << "calls multiply to more than " << most
        << " ops, the most for a program of this size; call functions less often";
    return std::nullopt;
  }

  SymbolTable &symbols;
  int64_t most;
  llvm::SetVector<func::FuncOp> open;
  llvm::DenseMap<func::FuncOp, int64_t> sizes;
};

} // namespace

/// The location of an op that came out of a call: its own, reached through the call's.
static Location through(Location callee, Location call) { return CallSiteLoc::get(callee, call); }

/// Puts what it calls in place of a call; adds the calls in there.
static void inlineCall(func::CallOp call, func::FuncOp callee,
                       SmallVectorImpl<func::CallOp> &open) {
  OpBuilder builder(call);
  IRMapping map;
  map.map(callee.getArguments(), call.getOperands());
  for (Operation &op : callee.front().without_terminator()) {
    Operation *copy = builder.clone(op, map);
    copy->setLoc(through(op.getLoc(), call.getLoc()));
    open.append(callsIn(copy));
  }
  auto results = callee.front().getTerminator()->getOperands();
  for (auto [result, value] : llvm::zip(call.getResults(), results))
    result.replaceAllUsesWith(map.lookupOrDefault(value));
  call.erase();
}

LogicalResult inlineCalls(ModuleOp program, func::FuncOp entry) {
  SymbolTable symbols(program);
  if (!CallCounter(symbols, opsIn(program)).called(entry)) return failure();
  SmallVector<func::CallOp> open = callsIn(entry);
  while (!open.empty()) {
    func::CallOp call = open.pop_back_val();
    inlineCall(call, symbols.lookup<func::FuncOp>(call.getCallee()), open);
  }
  for (auto function : llvm::make_early_inc_range(program.getOps<func::FuncOp>()))
    if (function != entry) function.erase();
  return success();
}

} // namespace shardc
