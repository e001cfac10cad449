// SPDX-License-Identifier: Apache-2.0
#include "analysis/partition.h"

#include "analysis/choose.h"
#include "analysis/data_flow.h"
#include "analysis/partial.h"
#include "analysis/shard_reads.h"
#include "analysis/staged.h"
#include "frontend/diagnostics.h"
#include "frontend/ir/formula/rewrite.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace mlir;

namespace shardc {

TensorSpec typeOf(const Placed &placed) {
  return placed.own ? *placed.own : *typeOf(placed.value.getType());
}

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

/// What a move brings, and the block that wants it.
struct Request {
  Value value;
  SharedBoxes boxes;
  Block *block;
};

class Resharder {
public:
  /// `foreseen`: what an earlier run has moved.
  Resharder(func::FuncOp entry, const Propagation &propagation, OpRules &rules, DeviceGrid grid,
            ArrayRef<Request> foreseen = {})
      : entry(entry), propagation(propagation), rules(rules), placements(grid) {
    result.grid = std::move(grid);
    for (const Request &request : foreseen)
      expect({request.value, placements.share(*request.boxes), request.block});
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

  /// After `run`: what it has moved, if some of that are copies of others.
  std::vector<Request> requestsToShare() {
    llvm::for_each(requests, [&](const Request &request) { expect(request); });
    const bool any = llvm::any_of(requests, [&](const Request &request) {
      return sourceOf(request.value, request.boxes, request.block) != nullptr;
    });
    return any ? requests : std::vector<Request>();
  }

private:
  void visit(Block &block) {
    for (Operation &op : block.without_terminator()) {
      if (auto regions = dyn_cast<DataFlowOp>(op)) {
        visitControl(regions);
        continue;
      }
      gathered = {};
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
    if (!placed.own) copies[placed.value].push_back(number);
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
    if (chosen.staged >= 0) return computeInStages(value, formula, chosen);
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
    const int staged = forbidWhatCannotBeCut(own, formula, constantsOf(value.getOwner()));
    ChoiceInput input{own,
                      static_cast<int>(value.getResultNumber()),
                      {},
                      {},
                      staged,
                      partBytes(formula, staged),
                      result.grid.coordinates};
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

  /// Factors that no device can do a part of. The number of one that is done in stages, or -1.
  static int forbidWhatCannotBeCut(Rule &rule, const Formula &formula,
                                   ArrayRef<std::optional<Number>> constants) {
    int staged = -1;
    for (int number = 0; number < static_cast<int>(rule.factors.size()); ++number) {
      Factor &factor = rule.factors[number];
      if (factor.kind != FactorKind::reduction && factor.kind != FactorKind::pick) continue;
      if (cutAt(formula, {number}, constants)) continue;
      if (inStages(formula, number, 1))
        staged = number;
      else
        factor.kind = FactorKind::whole;
    }
    return staged;
  }

  /// Of what one device makes in the first stage, were the result not split.
  static double partBytes(const Formula &formula, int staged) {
    double bytes = 0;
    if (staged < 0) return bytes;
    for (Expr value : ReduceView(formula.results[0].value->args[0]).values)
      bytes += static_cast<double>(TensorSpec{value->type, formula.results[0].type.shape}.bytes());
    return bytes;
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

  /// Every device reduces its share; all get what all have made, and reduce that.
  void computeInStages(OpResult value, const Formula &formula, const Chosen &chosen) {
    Operation *op = value.getOwner();
    const AxisList &axes = chosen.axes[chosen.staged];
    const auto staged = inStages(formula, chosen.staged, product(axes));
    Sharding apart = chosen.result;
    apart.dims.insert(apart.dims.begin(), DimSharding{axes});
    if (gathered.parts.empty() || gathered.sharding != apart) {
      gathered = {apart, {}};
      for (auto [number, part] : llvm::enumerate(staged->parts))
        gathered.parts.push_back(gatherParts(op->getResult(number), part, apart));
    }
    SmallVector<int, 4> given(op->getNumOperands(), -1);
    given.append(gathered.parts.begin(), gathered.parts.end());
    computeAt(value, staged->whole, chosen.result, {}, given);
  }

  int gatherParts(OpResult value, const Formula &formula, const Sharding &apart) {
    Placed part;
    part.own = formula.results[0].type;
    part.suffix = "part";
    part.sharding = apart;
    part.unreducedAxes = apart.dims[0].axes;
    part.boxes = placements.boxesOf(apart, part.own->shape);
    Placed all;
    all.kind = Placed::Kind::moved;
    all.value = value;
    all.own = part.own;
    all.suffix = "part";
    all.sharding = apart;
    all.sharding.dims[0] = {};
    all.boxes = placements.boxesOf(all.sharding, part.own->shape);
    all.because = value.getOwner();
    all.move = placements.exchange(part.boxes, all.boxes);
    all.operands = {computeBoxes(value, formula, std::move(part))};
    return add(std::move(all));
  }

  int splitOf(int64_t extent, const AxisList &axes) {
    Sharding line;
    line.dims.push_back({axes});
    const SharedBoxes boxes = placements.boxesOf(line, {extent});
    const auto [known, fresh] =
        splitNumbers.try_emplace(boxes.get(), static_cast<int>(result.splits.size()));
    if (fresh) result.splits.push_back(boxes->dims.front());
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
      if (placed->combine != Fn::add || placed->asBits) return false;
      first = placed;
      if (hasOneUser(operand)) saved += bytesOf(operand); // any other is combined in any case
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
    const ShardLoops loops = loopsFor(formula, boxes, result.splits);
    return llvm::all_of(readsOf(formula, loops, boxes.grid), [&](const ShardRead &read) {
      const int64_t operand = read.load->value;
      if (!partial[operand]) return true;
      const Placed &held = result.placed[primaryOf(op->getOperand(operand))];
      return coversEverywhere(held.boxes, read.boxes);
    });
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
    const auto loads = readsOf(formula, loopsFor(formula, placed, result.splits), placed->grid);
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
    if (result.placed[primary].unreduced.empty()) {
      const Request *source = sourceOf(value, needed, blockOf(because));
      return source ? copyOf(value, needed, *source) : move(primary, needed, because);
    }
    const bool alone = onlyUse && placements.covers(result.placed[primary].boxes, needed);
    const int combined = combineParts(
        primary, alone ? needed : boxesOf(value, propagation.sharding(value)), because);
    if (placements.covers(result.placed[combined].boxes, needed)) return combined;
    return move(combined, needed, because);
  }

  void expect(Request request) {
    Value value = request.value;
    expected[value].push_back(std::move(request));
  }

  Block *blockOf(Operation *because) { return because ? because->getBlock() : &entry.front(); }

  /// What is moved for others anyway and has all that `value`, which is a copy, would be moved for.
  const Request *sourceOf(Value value, const SharedBoxes &needed, Block *block) {
    Operation *op = value.getDefiningOp();
    if (expected.empty() || !op || isa<DataFlowOp>(op)) return nullptr;
    const OpRule &rule = rules[rules.numberOf(op)];
    if (rule.formula.results.size() > 1 || !isCopy(rule.formula)) return nullptr;
    const Uses &uses = usesOf(rule.formula, needed);
    if (uses.list.size() != 1 || constantData(op)) return nullptr;
    const Use &use = uses.list.front();
    Value from = op->getOperand(use.operand);
    if (const auto known = expected.find(from); known != expected.end())
      for (const Request &request : known->second)
        if (request.block == block && placements.covers(request.boxes, use.boxes)) return &request;
    return sourceOf(from, use.boxes, block);
  }

  /// Whether elements of one operand come elsewhere, whatever the numbers in the program are.
  static bool isCopy(const Formula &formula) {
    Expr value = formula.results.front().value;
    return value->kind == Kind::Load && !contains(value, Kind::At);
  }

  int copyOf(Value value, const SharedBoxes &needed, const Request &source) {
    provide(source.value, source.boxes, value.getDefiningOp(), false);
    Placed copy;
    copy.boxes = needed;
    return computeBoxes(cast<OpResult>(value), rules[rules.numberOf(value.getDefiningOp())].formula,
                        std::move(copy));
  }

  int move(int from, const SharedBoxes &needed, Operation *because) {
    noteOutside(result.placed[from].value, needed, because);
    requests.push_back({result.placed[from].value, needed, blockOf(because)});
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
    moved.move = placements.reduction(moved.boxes, from.unreduced);
    const int number = add(std::move(moved));
    // From now on the value is whole: others come from here.
    std::swap(copies[result.placed[number].value].front(),
              copies[result.placed[number].value].back());
    return number;
  }

  std::vector<Request> requests;                           // what has been moved
  llvm::DenseMap<Value, SmallVector<Request, 1>> expected; // what will be

  /// Of the op at hand what a first stage has made, on all devices.
  struct Gathered {
    Sharding sharding; // of the parts before
    SmallVector<int, 2> parts;
  };
  Gathered gathered;

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

static double bytesMoved(const Partitioned &partitioned) {
  double bytes = 0;
  for (const Placed &placed : partitioned.placed)
    if (placed.kind == Placed::Kind::moved)
      bytes += placed.move.payload * info(typeOf(placed).type).bytes;
  return bytes;
}

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
  const DeviceGrid grid = *gridOf(propagation.mesh, axes);
  Resharder first(entry, propagation, rules, grid);
  Partitioned made = first.run();
  // Copies of one value that are each moved may all come from one move of that value.
  const std::vector<Request> requests = first.requestsToShare();
  if (requests.empty()) return made;
  Partitioned shared = Resharder(entry, propagation, rules, grid, requests).run();
  return bytesMoved(shared) < bytesMoved(made) ? std::move(shared) : std::move(made);
}

} // namespace shardc
