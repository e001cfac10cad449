// SPDX-License-Identifier: Apache-2.0
#include "analysis/partition.h"

#include "analysis/choose.h"
#include "analysis/data_flow.h"
#include "analysis/partial.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/formula/rewrite.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace mlir;

namespace shardc {

static AxisList everyAxis(const ShardingTable &table, const Propagation &propagation) {
  AxisList all;
  const auto add = [&](const Sharding &sharding) {
    const AxisList used = sharding.used();
    all.append(used.begin(), used.end());
  };
  for (ShardingId id : std::set(propagation.lies.begin(), propagation.lies.end()))
    add(table[id]);
  llvm::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

/// Adds the parts of axes that the factors of ops are split by, as far as they nest with the
/// others: a dimension of 4 by 15 elements over 6 devices is split in 2 by its major factor.
static void addFactorAxes(const Propagation &propagation, func::FuncOp entry, OpRules &rules,
                          AxisList &all) {
  std::set<AxisList> tried; // what did not nest once never will
  const auto add = [&](const Rule &rule, ArrayRef<DimFactors> dims, Value value) {
    for (const AxisList &list : factorAxes(rule, dims, propagation.sharding(value))) {
      if (!tried.insert(list).second) continue;
      AxisList more = all;
      more.append(list.begin(), list.end());
      if (!list.empty() && gridOf(propagation.mesh, more)) all = std::move(more);
    }
  };
  forEachOp(entry.front(), [&](Operation *op) {
    if (isa<DataFlowOp>(op)) return;
    const Rule &rule = rules[rules.numberOf(op)].rule;
    for (auto [value, dims] : llvm::zip(op->getOperands(), rule.operands))
      add(rule, dims, value);
    for (auto [value, dims] : llvm::zip_equal(op->getResults(), rule.results))
      add(rule, dims, value);
  });
}

namespace {

class Resharder {
public:
  Resharder(func::FuncOp entry, const Propagation &propagation, OpRules &rules, DeviceGrid grid)
      : entry(entry), propagation(propagation), rules(rules), placements(grid) {
    result.grid = std::move(grid);
  }

  Partitioned run() {
    for (BlockArgument input : entry.getArguments())
      addInput(input);
    visit(entry.front());
    Operation *end = entry.front().getTerminator();
    for (auto [value, id] : llvm::zip_equal(end->getOperands(), propagation.outputs))
      result.outputs.push_back(
          provide(value, boxesOf(value, propagation.table[id]), nullptr, value.hasOneUse()));
    return std::move(result);
  }

private:
  void visit(Block &block) {
    for (Operation &op : block.without_terminator()) {
      if (auto regions = dyn_cast<DataFlowOp>(op)) {
        visitControl(regions);
        continue;
      }
      for (OpResult value : op.getResults())
        if (!value.use_empty() && !propagation.isConstantLike(value)) compute(value);
    }
  }

  // Loops and branches.

  void visitControl(DataFlowOp op) {
    if (op.turns() == Turns::loop) bringBefore(op);
    const int number = beginControl(op);
    for (auto [region, inside] : llvm::enumerate(op->getRegions())) {
      item(PlacedItem::Kind::region, number, static_cast<int>(region));
      const auto first = static_cast<int>(result.placed.size());
      const bool decides = op.turns() == Turns::loop && region == 0;
      if (!decides || !result.controls[number].trips) visitRegion(number, inside.front(), region);
      forgetFrom(first);
      item(PlacedItem::Kind::regionEnd, number, static_cast<int>(region));
    }
    item(PlacedItem::Kind::controlEnd, number);
  }

  int beginControl(DataFlowOp op) {
    const bool isLoop = op.turns() == Turns::loop;
    PlacedControl control{op, {}, {}, {}, -1, std::nullopt};
    if (isLoop) control.trips = tripsOf(op, pool);
    for (auto [value, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
      const SharedBoxes boxes = boxesOf(value, propagation.sharding(value));
      if (isLoop) control.begin.push_back(provide(edge.sources[0], boxes, op, false));
    }
    if (!isLoop) control.decider = provide(op.decider(), onAll(op.decider()), op, false);
    for (auto [value, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
      Placed cell;
      cell.kind = Placed::Kind::cell;
      cell.value = value;
      cell.sharding = propagation.sharding(value);
      cell.boxes = boxesOf(value, cell.sharding);
      const int number = add(std::move(cell));
      for (Value target : edge.targets)
        if (target != value) copies[target].push_back(number);
      control.cells.push_back(number);
    }
    const auto number = static_cast<int>(result.controls.size());
    control.ends.resize(op->getNumRegions());
    result.controls.push_back(std::move(control));
    item(PlacedItem::Kind::control, number);
    return number;
  }

  /// Everything on every device.
  SharedBoxes onAll(Value value) {
    return boxesOf(value, replicatedSharding(shapeOf(value).size()));
  }

  void visitRegion(int number, Block &block, size_t region) {
    visit(block);
    DataFlowOp op = result.controls[number].op;
    const bool isLoop = op.turns() == Turns::loop;
    if (isLoop && region == 0) {
      const int decider = provide(op.decider(), onAll(op.decider()), op, false);
      result.controls[number].decider = decider;
      return;
    }
    for (auto [value, edge] : llvm::zip_equal(op->getResults(), op.edges())) {
      Value source = edge.sources[region];
      const int end = provide(source, boxesOf(value, propagation.sharding(value)), op, false);
      result.controls[number].ends[region].push_back(end);
    }
  }

  /// What a region has made is not there outside of it.
  void forgetFrom(int first) {
    for (auto &[value, list] : copies)
      llvm::erase_if(list, [&](int copy) { return copy >= first; });
  }

  /// What a loop would bring in each trip, though it does not change, is brought before it: a trial
  /// tells what that is.
  void bringBefore(DataFlowOp op) {
    if (trying) return;
    const size_t placed = result.placed.size(), controls = result.controls.size(),
                 items = result.items.size();
    const auto before = copies;
    SmallVector<Needed, 8> needed;
    trying = op;
    wantedInside = &needed;
    beginControl(op);
    const int number = static_cast<int>(controls);
    for (auto [region, inside] : llvm::enumerate(op->getRegions()))
      visitRegion(number, inside.front(), region);
    trying = nullptr;
    wantedInside = nullptr;
    result.placed.erase(result.placed.begin() + placed, result.placed.end());
    result.controls.erase(result.controls.begin() + controls, result.controls.end());
    result.items.resize(items);
    copies = before;
    for (const Needed &use : needed)
      provide(use.value, use.boxes, use.because, false);
  }

  void noteOutside(Value value, const SharedBoxes &boxes, Operation *because) {
    if (!trying || value.getDefiningOp() == trying) return; // a cell of the loop
    if (trying->isAncestor(value.getParentBlock()->getParentOp())) return;
    wantedInside->push_back({value, boxes, because});
  }

  void item(PlacedItem::Kind kind, int number, int region = 0) {
    result.items.push_back({kind, number, region});
  }

  // Placements.

  static ArrayRef<int64_t> shapeOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getShape();
  }
  static double bytesOf(Value value) {
    return static_cast<double>(typeOf(value.getType())->bytes());
  }

  SharedBoxes boxesOf(Value value, const Sharding &sharding) {
    return placements.boxesOf(sharding, shapeOf(value));
  }

  int add(Placed placed) {
    const int number = static_cast<int>(result.placed.size());
    copies[placed.value].push_back(number);
    result.placed.push_back(std::move(placed));
    item(PlacedItem::Kind::value, number);
    return number;
  }

  void addInput(BlockArgument input) {
    Placed placed;
    placed.kind = Placed::Kind::input;
    placed.value = input;
    placed.sharding = propagation.sharding(input);
    placed.boxes = boxesOf(input, placed.sharding);
    add(std::move(placed));
  }

  // Ops.

  /// The number that a value is throughout, if that is known.
  std::optional<Number> constantOf(Value value) {
    Operation *op = value.getDefiningOp();
    if (!op || op->getNumOperands() > 0) return std::nullopt;
    Expr e = rules[rules.numberOf(op)].formula.results.front().value;
    return e->kind == Kind::Literal ? std::optional(e->number) : std::nullopt;
  }

  SmallVector<std::optional<Number>, 4> constantsOf(Operation *op) {
    SmallVector<std::optional<Number>, 4> all;
    for (Value operand : op->getOperands())
      all.push_back(constantOf(operand));
    return all;
  }

  void compute(OpResult value) {
    Operation *op = value.getOwner();
    const OpRule &rule = rules[rules.numberOf(op)];
    const Formula formula = onlyResult(rule.formula, static_cast<int>(value.getResultNumber()));
    if (passOn(value, formula)) return;
    const Chosen chosen = chooseFor(value, rule.rule, formula);
    if (chosen.unreduced.empty()) {
      computeAt(value, formula, chosen.result, {});
      return;
    }
    computePart(value, rule.rule, formula, chosen);
  }

  /// The placed value that others of it come from.
  int primaryOf(Value value) const {
    const auto found = copies.find(value);
    // Those of a constant may all have been in a region that is left.
    return found == copies.end() || found->second.empty() ? -1 : found->second.front();
  }

  Chosen chooseFor(OpResult value, const Rule &rule, const Formula &formula) {
    Rule own = rule;
    forbidWhatCannotBeCut(own, formula, constantsOf(value.getOwner()));
    ChoiceInput input{
        own, static_cast<int>(value.getResultNumber()), {}, {}, result.grid.coordinates};
    input.wanted = {bytesOf(value), propagation.sharding(value)};
    for (Value operand : value.getOwner()->getOperands()) {
      const int primary = propagation.isConstantLike(operand) ? -1 : primaryOf(operand);
      if (primary < 0)
        input.operands.push_back({});
      else
        input.operands.push_back({bytesOf(operand), result.placed[primary].sharding});
    }
    return choose(input);
  }

  /// Factors that no device can do a part of.
  static void forbidWhatCannotBeCut(Rule &rule, const Formula &formula,
                                    ArrayRef<std::optional<Number>> constants) {
    for (auto [number, factor] : llvm::enumerate(rule.factors)) {
      if (factor.kind != FactorKind::reduction && factor.kind != FactorKind::pick) continue;
      if (!cutAt(formula, {static_cast<int>(number)}, constants)) factor.kind = FactorKind::whole;
    }
  }

  /// Every device computes its part of a reduction; what comes of it is combined when it is needed.
  void computePart(OpResult value, const Rule &rule, const Formula &formula, const Chosen &chosen) {
    SmallVector<int, 2> loops;
    for (auto [number, factor] : llvm::enumerate(rule.factors))
      if ((factor.kind == FactorKind::reduction || factor.kind == FactorKind::pick) &&
          !chosen.axes[number].empty())
        loops.push_back(static_cast<int>(number));
    PartialFormula cut = *cutAt(formula, loops, constantsOf(value.getOwner()));
    for (int loop : loops)
      cut.part.loops[loop].split = splitOf(cut.part.loops[loop].extent, chosen.axes[loop]);
    Placed part;
    part.unreducedAxes = chosen.unreduced;
    part.unreduced = coordinatesOf(chosen.unreduced, result.grid);
    part.combine = cut.combine;
    part.asBits = cut.asBits;
    part.suffix = "part";
    const int number = computeAt(value, cut.part, chosen.result, std::move(part));
    if (cut.end) finish(value, *cut.end, number);
  }

  int splitOf(int64_t extent, const AxisList &axes) {
    Sharding line;
    line.dims.push_back({axes});
    const SharedBoxes boxes = placements.boxesOf(line, {extent});
    const auto [known, fresh] =
        splitNumbers.try_emplace(boxes.get(), static_cast<int>(result.splits.size()));
    if (fresh) {
      auto &intervals = result.splits.emplace_back();
      for (const Box &box : boxes)
        intervals.push_back(box.front());
    }
    return known->second;
  }

  /// What is done once with a combination: an op of its own, over the combined parts.
  void finish(OpResult value, const Formula &end, int part) {
    copies[value].clear();
    const Sharding &wanted = propagation.sharding(value);
    const int combined = combineParts(part, boxesOf(value, wanted), value.getOwner());
    result.placed[combined].suffix = "sum";
    copies[value].clear();
    SmallVector<int, 4> given(value.getOwner()->getNumOperands(), -1);
    given.push_back(combined);
    computeAt(value, end, wanted, {}, given);
  }

  /// An op with operands that are partial sums, and linear in them: its result is one, too, where
  /// that saves bytes.
  bool passOn(OpResult value, const Formula &formula) {
    Operation *op = value.getOwner();
    SmallVector<bool, 4> partial;
    const Placed *first = nullptr;
    double saved = 0;
    for (Value operand : op->getOperands()) {
      const int primary = primaryOf(operand);
      const Placed *placed = primary < 0 ? nullptr : &result.placed[primary];
      partial.push_back(placed && !placed->unreduced.empty());
      if (!partial.back()) continue;
      if (first && placed->unreduced != first->unreduced) return false;
      if (!hasOneUser(operand) || placed->combine != Fn::add || placed->asBits) return false;
      first = placed;
      saved += bytesOf(operand);
    }
    if (!first || bytesOf(value) > saved || !isLinear(formula, partial)) return false;
    Sharding sharding = propagation.sharding(value);
    for (DimSharding &dim : sharding.dims)
      dim.axes = prefixWithout(dim.axes, first->unreducedAxes);
    const SharedBoxes boxes = boxesOf(value, sharding);
    if (!readsHeld(op, formula, boxes, partial)) return false;
    Placed part;
    part.unreducedAxes = first->unreducedAxes;
    part.unreduced = first->unreduced;
    part.suffix = "part";
    SmallVector<int, 4> given;
    for (auto [operand, isPart] : llvm::zip_equal(op->getOperands(), partial))
      given.push_back(isPart ? primaryOf(operand) : -1);
    computeAt(value, formula, sharding, std::move(part), given);
    return true;
  }

  static bool hasOneUser(Value value) {
    return llvm::all_of(value.getUsers(),
                        [&](Operation *user) { return user == *value.getUsers().begin(); });
  }

  /// Whether devices hold all that they would read of the partial operands.
  bool readsHeld(Operation *op, const Formula &formula, const ShardBoxes &boxes,
                 ArrayRef<bool> partial) const {
    for (auto [device, box] : llvm::enumerate(boxes))
      for (const Read &read : reads(formula, envOf(formula, box, device)))
        if (partial[read.operand]) {
          const Placed &held = result.placed[primaryOf(op->getOperand(read.operand))];
          if (!covers(held.boxes[device], read.box)) return false;
        }
    return true;
  }

  Env envOf(const Formula &formula, const Box &box, size_t device) const {
    Env env = loopsFor(formula, 0, box);
    for (auto [loop, of] : llvm::enumerate(formula.loops))
      if (of.split >= 0) env.loops[loop] = result.splits[of.split][device];
    return env;
  }

  /// Places a result where `sharding` says; `placed` says whether it is partial. Operands come from
  /// the op, but those with a number in `given`.
  int computeAt(OpResult value, const Formula &formula, const Sharding &sharding, Placed placed,
                ArrayRef<int> given = {}) {
    placed.sharding = sharding;
    placed.boxes = boxesOf(value, sharding);
    return computeBoxes(value, formula, std::move(placed), given);
  }

  int computeBoxes(OpResult value, const Formula &formula, Placed placed,
                   ArrayRef<int> given = {}) {
    Operation *op = value.getOwner();
    placed.value = value;
    placed.kind = Placed::Kind::computed;
    const Uses &uses = usesOf(formula, placed.boxes);
    for (const Use &use : uses.list) {
      int from = -1;
      if (use.operand < given.size() && given[use.operand] >= 0)
        from = given[use.operand];
      else if (constantData(op))
        from = constantAt(value, use.boxes);
      else
        from = provide(op->getOperand(use.operand), use.boxes, op,
                       use.only && op->getOperand(use.operand).hasOneUse());
      placed.operands.push_back(from);
    }
    placed.formula = uses.formula;
    return add(std::move(placed));
  }

  /// What computing `boxes` by a formula needs of its operands.
  struct Use {
    size_t operand;
    SharedBoxes boxes;
    bool only; // of its operand
  };
  struct Uses {
    std::vector<Use> list;
    Shared<Formula> formula; // operand k is the k-th use
  };

  const Uses &usesOf(const Formula &formula, const SharedBoxes &boxes) {
    Key key;
    addTo(key, boxes.get());
    addTo(key, formula);
    const auto found = knownUses.find(key);
    if (found != knownUses.end()) return found->second;
    return knownUses.emplace(key, findUses(formula, boxes)).first->second;
  }

  Uses findUses(const Formula &formula, const SharedBoxes &placed) {
    // Per load what devices read, as one box: a load reads from one placed value.
    llvm::MapVector<Expr, ShardBoxes> loads;
    for (auto [device, box] : llvm::enumerate(placed))
      for (const Read &read : reads(formula, envOf(formula, box, device))) {
        ShardBoxes &boxes = loads[read.load];
        if (boxes.size() == device)
          boxes.push_back(dense(read.box));
        else
          boxes[device] = hull(boxes[device], dense(read.box));
      }
    SmallVector<SmallVector<ShardBoxes, 1>, 4> perOperand(formula.operands.size());
    for (const auto &[load, boxes] : loads)
      addUse(perOperand[load->value], boxes);
    Uses uses;
    llvm::DenseMap<Expr, int> numbers;
    SmallVector<TensorSpec, 3> types;
    for (auto [operand, list] : llvm::enumerate(perOperand))
      for (const ShardBoxes &use : list) {
        for (const auto &[load, boxes] : loads)
          if (load->value == static_cast<int64_t>(operand) && !numbers.contains(load) &&
              coversEverywhere(use, boxes))
            numbers[load] = static_cast<int>(uses.list.size());
        uses.list.push_back({operand, placements.share(use), list.size() == 1});
        types.push_back(formula.operands[operand]);
      }
    uses.formula = reassignLoads(formula, numbers, types);
    return uses;
  }

  // Constants.

  static bool constantData(Operation *op) {
    return static_cast<bool>(cast<ShardableOp>(op).constantData());
  }

  int constantAt(OpResult value, const SharedBoxes &boxes) {
    Placed placed;
    placed.kind = Placed::Kind::constant;
    placed.value = value;
    placed.boxes = boxes;
    return add(std::move(placed));
  }

  /// A constant expression is made again wherever it is needed.
  int makeAt(OpResult value, const SharedBoxes &boxes) {
    Operation *op = value.getOwner();
    if (constantData(op)) return constantAt(value, boxes);
    Placed placed;
    placed.boxes = boxes;
    return computeBoxes(
        value,
        onlyResult(rules[rules.numberOf(op)].formula, static_cast<int>(value.getResultNumber())),
        std::move(placed));
  }

  // Moves.

  /// A placed value that holds `needed` on every device; made by a move where there is none yet.
  /// `onlyUse`: nothing else of the program reads it.
  int provide(Value value, const SharedBoxes &needed, Operation *because, bool onlyUse) {
    int best = -1;
    const auto known = copies.find(value);
    for (int copy : known == copies.end() ? ArrayRef<int>() : ArrayRef<int>(known->second)) {
      const Placed &placed = result.placed[copy];
      if (placed.unreduced.empty() && placements.covers(placed.boxes, needed) &&
          (best < 0 ||
           placements.volumeOf(placed.boxes) < placements.volumeOf(result.placed[best].boxes)))
        best = copy;
    }
    if (best >= 0) return best;
    if (propagation.isConstantLike(value)) return makeAt(cast<OpResult>(value), needed);
    const int primary = primaryOf(value);
    if (result.placed[primary].unreduced.empty()) return move(primary, needed, because);
    const bool alone = onlyUse && placements.covers(result.placed[primary].boxes, needed);
    const int combined = combineParts(
        primary, alone ? needed : boxesOf(value, propagation.sharding(value)), because);
    if (placements.covers(result.placed[combined].boxes, needed)) return combined;
    return move(combined, needed, because);
  }

  int move(int from, const SharedBoxes &needed, Operation *because) {
    noteOutside(result.placed[from].value, needed, because);
    Placed moved;
    moved.kind = Placed::Kind::moved;
    moved.value = result.placed[from].value;
    moved.boxes = needed;
    moved.operands = {from};
    moved.because = because;
    moved.move = placements.exchange(result.placed[from].boxes, needed);
    return add(std::move(moved));
  }

  /// Combines parts where `needed` says, as far as devices hold that; the rest is moved by others.
  int combineParts(int part, const SharedBoxes &needed, Operation *because) {
    noteOutside(result.placed[part].value, needed, because);
    const Placed &from = result.placed[part];
    Placed moved;
    moved.kind = Placed::Kind::moved;
    moved.value = from.value;
    moved.reduces = true;
    moved.combine = from.combine;
    moved.asBits = from.asBits;
    moved.operands = {part};
    moved.because = because;
    const bool held = placements.covers(from.boxes, needed);
    moved.boxes = held ? needed : from.boxes;
    moved.sharding = held ? propagation.sharding(from.value) : from.sharding;
    moved.move = placements.reduction(from.boxes, moved.boxes, from.unreduced);
    const int number = add(std::move(moved));
    // From now on the value is whole: others come from here.
    std::swap(copies[result.placed[number].value].front(),
              copies[result.placed[number].value].back());
    return number;
  }

  struct Needed {
    Value value;
    SharedBoxes boxes;
    Operation *because;
  };
  Operation *trying = nullptr; // a loop whose needs are being found out
  SmallVectorImpl<Needed> *wantedInside = nullptr;

  func::FuncOp entry;
  const Propagation &propagation;
  OpRules &rules;
  Placements placements;
  Pool pool; // for formulas that are only looked at
  Partitioned result;
  llvm::DenseMap<const ShardBoxes *, int> splitNumbers;
  std::unordered_map<Key, Uses, KeyHash> knownUses;
  llvm::DenseMap<Value, SmallVector<int, 2>> copies; // the first is the one others come from
};

} // namespace

std::optional<Partitioned> reshard(ModuleOp program, const Propagation &propagation,
                                   OpRules &rules) {
  AxisList axes = everyAxis(propagation.table, propagation);
  if (!gridOf(propagation.mesh, axes)) {
    report(program.getLoc(), Diag::unsupported_axes)
        << "an axis of the mesh '" << propagation.mesh.str()
        << "' is cut into sub-axes that do not nest";
    return std::nullopt;
  }
  func::FuncOp entry = entryOf(program);
  addFactorAxes(propagation, entry, rules, axes);
  return Resharder(entry, propagation, rules, *gridOf(propagation.mesh, axes)).run();
}

} // namespace shardc
