// SPDX-License-Identifier: Apache-2.0
// Dimensions that a factor of some op has are of one class. A class is whole where some op wants it
// whole, has it in a part of a dimension, or is none whose rule is known.
#include "frontend/ir/calls/own/rule_like.h"

#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/shardable.h"
#include "frontend/ir/names.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace mlir;

namespace shardc {

namespace {

class RuleReader {
public:
  RuleReader(ModuleOp program, Fn combine) : program(program), combine(combine) {}

  WrittenRule run() {
    func::FuncOp entry = entryOf(program);
    std::vector<Classes> operands;
    for (Value argument : entry.getArguments())
      operands.push_back(classesOf(argument));
    const std::vector<Classes> results = read(entry);
    settle(entry, operands, results);
    WrittenRule rule;
    for (const Classes &classes : operands)
      rule.operands.push_back(written(classes, rule));
    for (const Classes &classes : results)
      rule.results.push_back(written(classes, rule));
    return rule;
  }

private:
  using Classes = SmallVector<int, 4>; // of a value's dimensions

  ModuleOp program;
  const Fn combine;
  int count = 0;
  llvm::EquivalenceClasses<int> joined;
  std::set<int> whole;                // some member of each class
  std::map<int, Operation *> reduced; // a member, and what sums it up
  llvm::DenseMap<Value, Classes> known;

  Classes classesOf(Value value) {
    Classes &classes = known[value];
    auto type = dyn_cast<RankedTensorType>(value.getType());
    while (type && static_cast<int64_t>(classes.size()) < type.getRank()) {
      joined.insert(count);
      classes.push_back(count++);
    }
    return classes;
  }

  std::vector<Classes> read(func::FuncOp function) {
    Block &block = function.front();
    for (Operation &op : block.without_terminator())
      read(&op);
    std::vector<Classes> results;
    for (Value value : block.getTerminator()->getOperands())
      results.push_back(classesOf(value));
    return results;
  }

  void read(Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op)) return read(call);
    auto shardable = dyn_cast<ShardableOp>(op);
    const bool isConstant = op->getNumOperands() == 0;
    if (isConstant) return;
    if (!shardable || op->getNumRegions() > 1) return keepWhole(op);
    const Rule rule = shardable.rule();
    std::vector<Classes> ofFactors(rule.factors.size());
    std::set<int> apart; // factors that are a part of a dimension
    const auto add = [&](ValueRange values, const auto &dims) {
      for (auto [value, ofValue] : llvm::zip(values, dims)) {
        const Classes classes = classesOf(value);
        for (auto [single, ofDim] : llvm::zip_equal(classes, ofValue)) {
          if (ofDim.factors.size() == 1) {
            ofFactors[ofDim.factors[0]].push_back(single);
          } else {
            whole.insert(single);
            apart.insert(ofDim.factors.begin(), ofDim.factors.end());
          }
        }
      }
    };
    add(op->getOperands(), rule.operands);
    add(op->getResults(), rule.results);
    for (auto [number, factor] : llvm::enumerate(rule.factors))
      join(ofFactors[number], factor.kind, apart.count(static_cast<int>(number)), op);
  }

  void join(const Classes &classes, FactorKind kind, bool isApart, Operation *op) {
    for (const int each : classes)
      joined.unionSets(classes.front(), each);
    if (classes.empty()) return;
    if (kind == FactorKind::reduction && !isApart &&
        reduced.try_emplace(classes.front(), op).second)
      return;
    if (kind != FactorKind::parallel || isApart) whole.insert(classes.front());
  }

  /// What is called has the classes of what it is given.
  void read(func::CallOp call) {
    auto called = program.lookupSymbol<func::FuncOp>(call.getCallee());
    for (auto [argument, given] : llvm::zip_equal(called.getArguments(), call.getOperands())) {
      const Classes classes = classesOf(given);
      known[argument] = classes;
    }
    called.walk([&](Operation *inner) { // each call has values of its own
      for (Value result : inner->getResults())
        known.erase(result);
    });
    for (auto [result, classes] : llvm::zip_equal(call.getResults(), read(called)))
      known[result] = classes;
  }

  void keepWhole(Operation *op) {
    for (const ValueRange values : {ValueRange(op->getOperands()), ValueRange(op->getResults())})
      for (Value value : values)
        for (const int each : classesOf(value))
          whole.insert(each);
  }

  int leader(int single) const { return *joined.findLeader(single); }

  static bool has(ArrayRef<int> leaders, int single) { return llvm::is_contained(leaders, single); }

  /// A sum is one of devices' shares where nothing is done with it, nor added to it.
  bool mayBeShared(func::FuncOp entry, Operation *op) {
    Operation *end = entry.front().getTerminator();
    if (end->getNumOperands() != 1 || end->getOperand(0).getDefiningOp() != op) return false;
    Pool pool;
    const auto formula = formulaOf(op, pool);
    if (!formula || formula->results.size() != 1) return false;
    const Expr value = formula->results[0].value;
    if (value->kind != Kind::Item) return false;
    const ReduceView reduce(value->args[0]);
    const auto fn = combiner(reduce);
    const auto nothing = identity(reduce, 0);
    const Expr init = reduce.inits[0];
    const bool isNothing =
        init->kind == Kind::Literal && nothing &&
        (init->number.sameBits(*nothing) || (fn == Fn::add && init->number.is(0)));
    return fn == combine && isNothing;
  }

  /// Classes that devices cannot share.
  void settle(func::FuncOp entry, ArrayRef<Classes> operands, ArrayRef<Classes> results) {
    std::vector<SmallVector<int, 4>> ofOperands, ofResults;
    const auto leadersOf = [&](const Classes &classes) {
      SmallVector<int, 4> leaders;
      for (const int each : classes)
        leaders.push_back(leader(each));
      return leaders;
    };
    llvm::transform(operands, std::back_inserter(ofOperands), leadersOf);
    llvm::transform(results, std::back_inserter(ofResults), leadersOf);
    std::set<int> leaders;
    for (const auto *values : {&ofOperands, &ofResults})
      for (const auto &value : *values)
        for (const int each : value) {
          leaders.insert(each);
          if (llvm::count(value, each) > 1) whole.insert(each); // twice in a value
        }
    for (const int each : leaders) {
      const auto in =
          llvm::count_if(ofResults, [&](const auto &value) { return has(value, each); });
      const auto isIt = [&](const auto &one) { return leader(one.first) == each; };
      const auto sum = llvm::find_if(reduced, isIt);
      const bool isSum = sum != reduced.end();
      const bool isShared =
          isSum && in == 0 && llvm::count_if(reduced, isIt) == 1 && mayBeShared(entry, sum->second);
      if (isSum ? !isShared : in < static_cast<int64_t>(ofResults.size())) whole.insert(each);
    }
  }

  WrittenRule::Value written(const Classes &classes, WrittenRule &rule) const {
    const auto isOf = [&](int each) {
      return [this, each](int other) { return leader(other) == leader(each); };
    };
    WrittenRule::Value value;
    for (const int each : classes) {
      const bool isWhole = llvm::any_of(whole, isOf(each));
      const std::string name =
          isWhole ? "w" + std::to_string(rule.kinds.size()) : "d" + std::to_string(leader(each));
      value.dims.push_back({name});
      if (isWhole)
        rule.kinds[name] = FactorKind::whole;
      else if (llvm::any_of(llvm::make_first_range(reduced), isOf(each)))
        rule.kinds[name] = FactorKind::reduction;
    }
    return value;
  }
};

} // namespace

WrittenRule ruleLike(ModuleOp program, Fn combine) { return RuleReader(program, combine).run(); }

} // namespace shardc
