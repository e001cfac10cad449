// SPDX-License-Identifier: Apache-2.0
// Placing every value of a program on a mesh, in order. Private to the `reshard` files: each has
// the functions of one section.
#pragma once

#include "analysis/mesh/partition.h"
#include "analysis/mesh/uses.h"
#include "analysis/program/data_flow.h"
#include "analysis/reshard/choose.h"
#include "analysis/reshard/partial.h"
#include "frontend/machine.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace shardc {

/// What a move brings, and the block that it is in.
struct Request {
  mlir::Value value;
  SharedBoxes boxes;
  mlir::Block *block;
  int number; // of what has been moved
};

/// A value that devices have partial sums of, and who needs it whole.
struct PartialValue {
  SharedBoxes held;
  SmallVector<int, 2> over;
  SmallVector<mlir::Value, 2> from; // partial sums that it is made of
  double making = 0;                // of them: see PartialNode
  SmallVector<SharedBoxes, 2> wanted;
  /// What results that are made of its partial sums would need, were they not.
  llvm::MapVector<mlir::Value, SmallVector<SharedBoxes, 1>> wantedBy;
  std::optional<SharedBoxes> combined; // where it has been
};

/// What a run has shown, for the next one to do better.
struct Hindsight {
  /// What is to be made of partial sums, and all that is needed of it; empty: nothing is known.
  llvm::DenseMap<mlir::Value, SmallVector<SharedBoxes, 2>> partials;
  std::vector<Request> moved;
};

/// What is worked out once for all runs: each meets the ops of the others, and layers are alike.
struct Tables {
  explicit Tables(const DeviceGrid &grid) : placements(grid) {}

  Placements placements;
  ShardingTable shardings;
  std::unordered_map<Key, Chosen, KeyHash> chosen;
  std::unordered_map<Key, Uses, KeyHash> uses;
  std::vector<Varying<Interval>> splits; // as programs have them
  llvm::DenseMap<const ShardBoxes *, int> splitNumbers;
};

class Resharder {
public:
  Resharder(mlir::func::FuncOp entry, const Propagation &propagation, OpRules &rules,
            const Machine &machine, const DeviceGrid &grid, Tables &tables, bool mayPassOn,
            bool mayRound, Hindsight known);
  Partitioned run();

  // After `run`: what is known then, if there may be something to do better.

  /// Where partial sums are combined, and which had better not been passed on.
  std::optional<Hindsight> learnOfPartials();
  /// What has been moved, if some of that can be made of the rest.
  std::optional<Hindsight> learnOfMoves();
  /// Whether any partial sums of floats were passed on, in trials too.
  bool hasPassedOn() const { return hasPassedFloatsOn; }

private:
  void visit(mlir::Block &block);

  // Loops and branches.

  struct Needed {
    mlir::Value value;
    SharedBoxes boxes;
    mlir::Operation *because;
  };

  void visitControl(DataFlowOp op);
  int beginControl(DataFlowOp op, ArrayRef<DataFlowEdge> edges);
  void visitRegion(int number, ArrayRef<DataFlowEdge> edges, mlir::Block &block, size_t region);
  /// What a region has made is not there outside of it.
  void forgetFrom(int first);
  /// What a loop would bring in each trip, though it does not change, is brought before it, and so
  /// is what every branch would bring: a trial tells what that is.
  void bringBefore(DataFlowOp op, ArrayRef<DataFlowEdge> edges);
  void noteOutside(mlir::Value value, const SharedBoxes &boxes, mlir::Operation *because);
  static std::vector<Needed> neededBy(size_t least, ArrayRef<SmallVector<Needed, 8>> regions);

  // Sums that loops carry.

  /// After a trial of its body, which positions of a loop may stay partial sums in all trips.
  void learnOfCarried(DataFlowOp op, ArrayRef<DataFlowEdge> edges);
  /// Finds the positions of a loop that begin with zeros and take what trips add, in some steps.
  void noteCarried(DataFlowOp op, ArrayRef<DataFlowEdge> edges, std::optional<int64_t> trips);
  bool changesAll(mlir::Value next);
  /// How often a value is made for once that partial sums of it would be combined.
  int64_t turnsPerSum(mlir::OpResult value);
  /// Over which axes devices have partial sums of what the steps up to this one add in a trip;
  /// nothing where one of them adds something whole.
  std::optional<AxisList> addedPartials(mlir::Value next);
  /// The same of one step, which may add nothing.
  std::optional<AxisList> addedIn(mlir::OpResult step);
  /// Whether a value is zero throughout.
  bool isZeros(mlir::Value value);
  /// The memory of a position, as a loop or branch begins.
  Placed cellFor(mlir::Value value);
  /// What a trip makes of a carried sum, as its cell has it.
  int nextCarried(mlir::Value next, int cell);

  // Ops.

  void compute(mlir::OpResult value);
  /// Whether an op's result is its operand, and lies as `sharding` says where that is there
  /// already, or on one device that has all of it, as others may: then one stands for the other
  /// from now on.
  bool isSame(mlir::OpResult value, const Formula &formula, const Sharding &sharding);
  /// What a value is called here: that which it is the same as.
  mlir::Value known(mlir::Value value) const;
  /// What was chosen for an op of that rule whose tensors lie as these do, or else is now.
  const Chosen &chooseFor(mlir::OpResult value, int rule, const Formula &formula);
  Key keyOfChoice(mlir::OpResult value, int rule);
  /// Placed copies of a value beside that which others come from.
  SmallVector<int, 2> movedCopies(mlir::Value value) const;
  /// How often an op is done for one move of an operand: loops around, which do not change that,
  /// have it moved before them.
  double turnsPerMove(mlir::Operation *op, unsigned number);
  static bool isPickedFrom(const Rule &rule, size_t operand);
  Chosen choiceFor(mlir::OpResult value, const Rule &rule, const Formula &formula);
  /// The axes over which a result that is returned and nothing else is left unreduced.
  AxisList leftUnreduced(mlir::OpResult value);
  /// Every device computes its share of a reduction; what comes of it is combined when it is
  /// needed.
  void computePartial(mlir::OpResult value, const Rule &rule, const Formula &formula,
                      const Chosen &chosen);
  /// Every device reduces its share; all get what all have made, or a share of it, and reduce that.
  void computeInStages(mlir::OpResult value, const Formula &formula, const Chosen &chosen);
  int movePartials(mlir::OpResult value, const Formula &formula, const Sharding &apart,
                   const Sharding &together);
  int splitOf(int64_t extent, const AxisList &axes);
  /// What is done once with a combination: an op of its own, over the combined partial sums.
  void finish(mlir::OpResult value, const Formula &end, int partial);
  /// Places a result where `sharding` says; `placed` says whether it is partial. Operands come from
  /// the op, but those with a number in `given`.
  int computeAt(mlir::OpResult value, const Formula &formula, const Sharding &sharding,
                Placed placed, ArrayRef<int> given = {});
  int computeBoxes(mlir::OpResult value, const Formula &formula, Placed placed,
                   ArrayRef<int> given = {});
  const Uses &usesOf(const Formula &formula, const SharedBoxes &boxes);
  int constantAt(mlir::OpResult value, const SharedBoxes &boxes);
  /// A constant expression is made again wherever it is needed.
  int makeAt(mlir::OpResult value, const SharedBoxes &boxes);

  // Partial sums.

  /// An op with operands that are partial sums, and linear in them: its result is one, too.
  bool passOn(mlir::OpResult value, const Formula &formula);
  /// The partial sums that operands are, else -1; empty where they are not over the same
  /// devices, or not of sums.
  SmallVector<int, 4> partialsGiven(mlir::Operation *op) const;
  /// The partial sums of a value, or -1.
  int partialOf(mlir::Value value) const;
  /// Whether devices hold all that they would read of the partial sums.
  bool readsHeld(const Formula &formula, const ShardBoxes &boxes, ArrayRef<int> given) const;
  PartialValue &notePartial(int number);
  void notePassedOn(int number, const Formula &formula, const Formula &partial,
                    ArrayRef<int> given);
  void noteWanted(mlir::Value value, const SharedBoxes &needed);
  /// Of operands, but for those in `given`, where boxes of a result are made.
  double bytesLacking(mlir::Operation *op, const Formula &formula, const SharedBoxes &boxes,
                      ArrayRef<int> given);
  /// Where to combine partial sums, so that all that is wanted comes from there.
  struct Target {
    SharedBoxes boxes;
    double elements; // that a device receives for it, mean over devices
  };
  SharedBoxes targetOf(int number, const SharedBoxes &needed, bool onlyUse);
  Target targetFor(mlir::Value value, const PartialValue &partial, ArrayRef<SharedBoxes> wanted);
  /// Whether these boxes of all that are wanted take a move of their own.
  bool isMovedFrom(const SharedBoxes &target, const SharedBoxes &boxes,
                   ArrayRef<SharedBoxes> wanted);

  // Moves.

  /// A placed value that holds `needed` on every device; made by a move where there is none yet.
  /// `onlyUse`: nothing else of the program reads it.
  int provide(mlir::Value value, const SharedBoxes &needed, mlir::Operation *because, bool onlyUse);
  /// What is moved for others anyway and has all that `value`, or what it is a copy of, would be
  /// moved for.
  const Request *sourceOf(mlir::Value value, const SharedBoxes &needed, mlir::Block *block);
  const Request *sourceOfCopy(mlir::Value value, const SharedBoxes &needed, mlir::Block *block);
  const Request *requestFor(mlir::Value value, const SharedBoxes &needed, mlir::Block *block);
  int copyOf(mlir::Value value, const SharedBoxes &needed, const Request &source);
  int move(mlir::Value value, const SharedBoxes &needed, mlir::Operation *because);
  /// What devices give of what they hold where it moves.
  SharedBoxes givenOf(const Placed &placed);
  /// Combines partial sums on boxes that devices hold of them, over all of their axes but `left`.
  int combinePartials(int partial, const SharedBoxes &target, mlir::Operation *because,
                      ArrayRef<AxisRef> left = {});
  /// Brings an output where it is left; of one that is left unreduced, partial results.
  int leave(mlir::Value value, const Sharding &sharding);
  /// Partial results that devices hold anyway, combined over what `wanted` is not unreduced over;
  /// -1: none that are such.
  int partialsThere(mlir::Value value, const Placed &wanted);
  /// Of what devices hold of the value itself.
  int splitIntoPartials(Placed wanted);
  AxisList axesOf(ArrayRef<int> coordinates) const;
  /// The placed value that others of it come from.
  int primaryOf(mlir::Value value) const;

  // Making anew.

  /// Whether a value that lies elsewhere takes less where it is made anew of what it is made of
  /// than where it is moved; `onlyUse`: it is then not made where it lies.
  bool isMadeThere(mlir::Value value, const SharedBoxes &needed, bool onlyUse);
  /// Whether somebody says how a value lies, or one that is the same: it moves from there.
  bool isGiven(mlir::Value value) const;
  /// Bytes, and work as bytes, of the one and of the other; through some ops. None: it cannot be.
  std::optional<double> moving(mlir::Value value, const SharedBoxes &needed);
  std::optional<double> makingAnew(mlir::Value value, const SharedBoxes &needed, int ops);
  /// Bytes of moves that a value has been made of, if they are for nothing else.
  double spared(mlir::Value value);

  // Placed values, in order.

  int add(Placed placed);
  /// The placed copies of a value, to be changed: a trial remembers what they were.
  SmallVector<int, 2> &copiesOf(mlir::Value value);
  void addCopy(mlir::Value value, int number);
  void addInput(mlir::BlockArgument input);
  void item(PlacedItem::Kind kind, int number, int region = 0) {
    result.items.push_back({kind, number, region});
  }
  /// Everything on every device.
  SharedBoxes onAll(mlir::Value value) {
    return boxesOf(value, replicatedSharding(shapeOf(value).size()));
  }
  static ArrayRef<int64_t> shapeOf(mlir::Value value) {
    return mlir::cast<mlir::RankedTensorType>(value.getType()).getShape();
  }
  static double bytesOf(mlir::Value value) {
    return static_cast<double>(typeOf(value.getType())->bytes());
  }
  static double elementBytes(mlir::Value value) {
    return info(typeOf(value.getType())->type).bytes;
  }
  SharedBoxes boxesOf(mlir::Value value, const Sharding &sharding) {
    return placements.boxesOf(sharding, shapeOf(value));
  }
  void expect(Request request) {
    mlir::Value value = request.value;
    expected[value].push_back(std::move(request));
  }
  static bool constantData(mlir::Operation *op) {
    return static_cast<bool>(mlir::cast<ShardableOp>(op).constantData());
  }

  /// Of the op at hand what a first stage has made, where the second one needs it.
  struct Gathered {
    Sharding apart, together; // of the partial results, as they are made and as they are needed
    SmallVector<int, 2> partials;
  };

  mlir::func::FuncOp entry;
  const Propagation &propagation;
  OpRules &rules;
  const Machine &machine;
  Tables &tables;
  Placements &placements; // of the tables
  bool mayPassOn;         // partial sums of floats
  bool mayRound;          // and that to fewer digits
  bool hasPassedFloatsOn = false;
  Pool pool; // for formulas that are only looked at
  Partitioned result;
  llvm::DenseMap<mlir::Value, SmallVector<int, 2>> copies; // the first is the one others come from
  llvm::DenseMap<mlir::Value, mlir::Value> same;           // results, and what they are as well
  llvm::DenseSet<mlir::Value> givenByAnother;              // that somebody says how it lies
  std::vector<std::pair<mlir::Value, int>> added;          // to `copies`, in order
  llvm::DenseMap<mlir::Value, SmallVector<int, 2>> beforeTrial;  // copies that a trial changes
  std::vector<Request> requests;                                 // what has been moved
  llvm::DenseMap<mlir::Value, SmallVector<Request, 1>> expected; // what will be
  const Hindsight hindsight;                                     // of the run before
  llvm::MapVector<mlir::Value, PartialValue> partialValues;
  struct CarriedSum {
    mlir::Value before; // what a step of a trip adds to
    int64_t trips = 1;
  };
  llvm::DenseMap<mlir::Value, CarriedSum> maySum; // by what a step makes
  /// The axes over which loops carry partial sums, by a loop's result and by what steps make.
  llvm::DenseMap<mlir::Value, AxisList> carriedSums;
  Gathered gathered;
  mlir::Block *current;              // where things are placed
  mlir::Operation *trying = nullptr; // a loop or branch whose needs are being found out
  SmallVectorImpl<Needed> *wantedInside = nullptr;
};

} // namespace shardc
