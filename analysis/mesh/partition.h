// SPDX-License-Identifier: Apache-2.0
// What every device holds and computes: the program of the collective mode, with the moves of data
// made explicit. Still over global indices; boxes say what is local.
#pragma once

#include "analysis/mesh/other_way.h"
#include "analysis/mesh/placements.h"
#include "analysis/mesh/weighed.h"
#include "analysis/propagate/propagate.h"

#include "llvm/ADT/DenseMap.h"

#include <map>

namespace shardc {

/// What makes a value of what devices have of it.
Fn combinerOf(UnreducedBy kind);

/// A value as devices hold it. A cell is memory that a loop carries, or that a branch fills.
struct Placed {
  enum class Kind : uint8_t { input, constant, computed, moved, cell };
  Kind kind = Kind::computed;
  mlir::Value value;  // of the program: what the elements are
  SharedBoxes boxes;  // per device
  Sharding sharding;  // that the boxes come from; empty dims where they come from a use
  std::string suffix; // for the name of one that the program does not have: "part", "sum"
  std::optional<TensorSpec> own; // type of parts that have a dimension more than the value

  // Computed:
  Shared<Formula> formula;      // of one result; operand k is `operands[k]`
  SmallVector<int, 4> operands; // placed; of a moved one: where it comes from
  double seconds = 0;           // of work, on a device that does most

  /// A partial result over these coordinates, to be combined; empty: the value itself.
  SmallVector<int, 2> unreduced;
  AxisList unreducedAxes;
  Fn combine = Fn::add; // also of a move that combines
  bool asBits = false;

  Move move;                          // moved
  bool reduces = false;               // moved: combines partial results
  mlir::Operation *because = nullptr; // moved: the op that wants it; null: an output. Computed
                                      // parts of what is whole: the op that wants these
};

/// What is placed: the value, or parts of it.
TensorSpec typeOf(const Placed &placed);

/// A loop or branch, with what goes in and out of its regions; numbers are of placed values.
struct PlacedControl {
  DataFlowOp op;
  SmallVector<int, 4> cells, begin;         // a loop's cells begin as these
  SmallVector<SmallVector<int, 4>, 2> ends; // per region, what cells become; none for what decides
  int decider = -1;                         // none where `trips` are known
  std::optional<int64_t> trips;
};

/// The program in order.
struct PlacedItem {
  enum class Kind : uint8_t { value, control, region, regionEnd, controlEnd };
  Kind kind = Kind::value;
  int number = -1; // of the value or control
  int region = 0;  // of the control
};

struct Partitioned {
  DeviceGrid grid;
  std::vector<Placed> placed;
  std::vector<PlacedControl> controls;
  std::vector<PlacedItem> items; // producers come before users
  std::vector<int> outputs;      // placed, per output of the program
  /// Per number that loops have as `split`: the interval on each device.
  std::vector<Varying<Interval>> splits;
  /// Per moved value what devices give of what they hold; none where that is all.
  std::map<int, SharedBoxes> given;
  llvm::DenseMap<mlir::Value, WeighedReduction> weighed; // by result
  std::optional<OtherWay> otherWay; // none where both ways move and work as much
};

/// How the op was weighed that a moved value is a part of, or is brought to; null: it was not.
const WeighedReduction *weighedFor(const Partitioned &partitioned, const Placed &moved);

/// Per placed value whether outputs, or what loops and branches ask, depend on it.
std::vector<bool> whatCounts(const Partitioned &partitioned);

} // namespace shardc
