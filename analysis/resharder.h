// SPDX-License-Identifier: Apache-2.0
// Placing every value of a program on a mesh, in order. Private to the `reshard` files: each has
// the functions of one section.
#pragma once

#include "analysis/choose.h"
#include "analysis/data_flow.h"
#include "analysis/partition.h"
#include "analysis/uses.h"

namespace shardc {

/// What a move brings, and the block that wants it.
struct Request {
  mlir::Value value;
  SharedBoxes boxes;
  mlir::Block *block;
};

class Resharder {
public:
  /// `foreseen`: what an earlier run has moved.
  Resharder(mlir::func::FuncOp entry, const Propagation &propagation, OpRules &rules,
            DeviceGrid grid, ArrayRef<Request> foreseen = {});
  Partitioned run();
  /// After `run`: what it has moved, if some of that are copies of others.
  std::vector<Request> requestsToShare();

private:
  void visit(mlir::Block &block);

  // Loops and branches.

  void visitControl(DataFlowOp op);
  int beginControl(DataFlowOp op);
  void visitRegion(int number, mlir::Block &block, size_t region);
  /// What a region has made is not there outside of it.
  void forgetFrom(int first);
  /// What a loop would bring in each trip, though it does not change, is brought before it: a trial
  /// tells what that is.
  void bringBefore(DataFlowOp op);
  void noteOutside(mlir::Value value, const SharedBoxes &boxes, mlir::Operation *because);

  // Ops.

  void compute(mlir::OpResult value);
  Chosen chooseFor(mlir::OpResult value, const Rule &rule, const Formula &formula);
  /// Every device computes its part of a reduction; what comes of it is combined when it is needed.
  void computePart(mlir::OpResult value, const Rule &rule, const Formula &formula,
                   const Chosen &chosen);
  /// Every device reduces its share; all get what all have made, and reduce that.
  void computeInStages(mlir::OpResult value, const Formula &formula, const Chosen &chosen);
  int gatherParts(mlir::OpResult value, const Formula &formula, const Sharding &apart);
  int splitOf(int64_t extent, const AxisList &axes);
  /// What is done once with a combination: an op of its own, over the combined parts.
  void finish(mlir::OpResult value, const Formula &end, int part);
  /// An op with operands that are partial sums, and linear in them: its result is one, too, where
  /// that saves bytes.
  bool passOn(mlir::OpResult value, const Formula &formula);
  /// Whether devices hold all that they would read of the partial operands.
  bool readsHeld(mlir::Operation *op, const Formula &formula, const ShardBoxes &boxes,
                 ArrayRef<bool> partial) const;
  /// Places a result where `sharding` says; `placed` says whether it is partial. Operands come from
  /// the op, but those with a number in `given`.
  int computeAt(mlir::OpResult value, const Formula &formula, const Sharding &sharding,
                Placed placed, ArrayRef<int> given = {});
  int computeBoxes(mlir::OpResult value, const Formula &formula, Placed placed,
                   ArrayRef<int> given = {});
  const Uses &usesOf(const Formula &formula, const SharedBoxes &boxes);
  /// The number that a value is throughout, if that is known.
  std::optional<Number> constantOf(mlir::Value value);
  SmallVector<std::optional<Number>, 4> constantsOf(mlir::Operation *op);
  int constantAt(mlir::OpResult value, const SharedBoxes &boxes);
  /// A constant expression is made again wherever it is needed.
  int makeAt(mlir::OpResult value, const SharedBoxes &boxes);

  // Moves.

  /// A placed value that holds `needed` on every device; made by a move where there is none yet.
  /// `onlyUse`: nothing else of the program reads it.
  int provide(mlir::Value value, const SharedBoxes &needed, mlir::Operation *because, bool onlyUse);
  /// What is moved for others anyway and has all that `value`, which is a copy, would be moved for.
  const Request *sourceOf(mlir::Value value, const SharedBoxes &needed, mlir::Block *block);
  int copyOf(mlir::Value value, const SharedBoxes &needed, const Request &source);
  int move(int from, const SharedBoxes &needed, mlir::Operation *because);
  /// Combines parts where `needed` says, as far as devices hold that; the rest is moved by others.
  int combineParts(int part, const SharedBoxes &needed, mlir::Operation *because);
  /// The placed value that others of it come from.
  int primaryOf(mlir::Value value) const;

  // Placed values, in order.

  int add(Placed placed);
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
  mlir::Block *blockOf(mlir::Operation *because) {
    return because ? because->getBlock() : &entry.front();
  }

  struct Needed {
    mlir::Value value;
    SharedBoxes boxes;
    mlir::Operation *because;
  };
  /// Of the op at hand what a first stage has made, on all devices.
  struct Gathered {
    Sharding sharding; // of the parts before
    SmallVector<int, 2> parts;
  };

  mlir::func::FuncOp entry;
  const Propagation &propagation;
  OpRules &rules;
  Placements placements;
  Pool pool; // for formulas that are only looked at
  Partitioned result;
  llvm::DenseMap<mlir::Value, SmallVector<int, 2>> copies; // the first is the one others come from
  std::vector<Request> requests;                           // what has been moved
  llvm::DenseMap<mlir::Value, SmallVector<Request, 1>> expected; // what will be
  Gathered gathered;
  mlir::Operation *trying = nullptr; // a loop whose needs are being found out
  SmallVectorImpl<Needed> *wantedInside = nullptr;
  llvm::DenseMap<const ShardBoxes *, int> splitNumbers;
  std::unordered_map<Key, Uses, KeyHash> knownUses;
};

} // namespace shardc
