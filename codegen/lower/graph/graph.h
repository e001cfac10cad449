// SPDX-License-Identifier: Apache-2.0
// What one function computes, as formulas over numbered values: the program without MLIR.
#pragma once

#include "analysis/mesh/placements.h"
#include "analysis/program/data_flow.h"
#include "codegen/plan/plan.h"

namespace shardc {

/// A box of a value on each shard of the function.
struct GraphPart {
  SharedBoxes boxes;   // what is read, or output
  SharedBoxes windows; // what is computed: at least the boxes
};

/// How a moved value comes about: what devices hold of another value, brought to where this one is
/// needed (its only part). The other value is its operand.
struct GraphMove {
  Collective collective; // without its spans
  SharedBoxes held;      // per shard, of `from`
};

/// A `cell` is memory that values are computed into from several places: what a loop carries, or
/// what a branch gives. It is not computed itself.
struct GraphValue {
  enum class Kind : uint8_t { input, constant, computed, moved, cell };
  Kind kind = Kind::computed;
  int index = -1;   // of the input or constant
  std::string name; // the user's, or made up
  TensorSpec type;
  Shared<Formula> formula;   // computed: one result
  std::vector<int> operands; // computed: values, one per operand of the formula; moved: one
  /// computed: what the op has between its operands, which the formula has itself; by place among
  /// them all, for people: "trip".
  std::vector<std::pair<size_t, std::string>> given;
  GraphMove move;       // moved
  bool copies = false;  // computed: it is its operand, unchanged
  int into = -1;        // computed: the cell whose memory it is computed into, part by part
  bool isNext = false;  // computed or moved: it takes the place of a loop's cell
  bool isKept = false;  // computed: it is in memory, whoever uses it
  bool isTotal = false; // computed: of what parts of a reduction were reduced to
  int region = 0;       // that it is computed in, or that a cell's loop or branch stands in
  Source source;
  const void *of = nullptr;       // the program's value: one that is computed twice is two of these
  std::vector<GraphPart> parts;   // needed boxes, decided once for all shards
  int output = -1;                // of the program; such a value is always in memory
  SharedBoxes outputBoxes;        // of an output, per shard
  std::optional<Counter> counter; // a cell: it counts the trips of its loop, which are known
};

/// Whether values are results of one op: elements of one reduction of several values.
bool areSiblings(const GraphValue &a, const GraphValue &b);
/// That reduction; null: none.
Expr tupleOf(const GraphValue &value);

/// Whether the same boxes of both are needed.
bool sameParts(const GraphValue &a, const GraphValue &b);

/// A loop or branch. What it carries or gives are cells, which begin as what is computed into them
/// before a loop, or in each region of a branch.
struct GraphControl {
  enum class Kind : uint8_t { loop, branch };
  Kind kind = Kind::loop;
  int region = 0;               // that it stands in
  int at = 0;                   // values before this one come before it, all others after
  std::vector<int> regions;     // of a loop: what decides, and the body
  int decider = -1;             // the value that says whether a loop goes on, or which region runs;
                                // none where `trips` are known
  std::optional<int64_t> trips; // of a loop
  /// Of a loop: cells, and the values that take their places all at once at the end of a trip. Such
  /// a value is computed in the body and has the cell's parts; a value is there once.
  std::vector<std::pair<int, int>> next;
  std::vector<int> cells;
  Source source;
};

/// Producers come before users. Region 0 is the function; the others belong to controls, and their
/// values stand between the control's cells and what comes after it.
struct Graph {
  std::vector<GraphValue> values;
  std::vector<GraphControl> controls;
  std::vector<int> regions = {-1}; // the control that each belongs to
  /// Per number that loops have as `split`: the interval on each shard.
  std::vector<Varying<Interval>> splits;
};

// Building graphs with regions. Numbers are those of values, controls and regions.

/// A value that is its operand, unchanged.
GraphValue copyOf(const Graph &graph, Pool &pool, int value);
/// Adds a copy of a value that cannot be an output itself: a value of its own, with these boxes.
int copyForOutput(Graph &graph, Pool &pool, int value, const std::string &name,
                  const SharedBoxes &boxes, const Source &source);
/// Drops loops and operands that the formula of a value no longer uses. Returns which it keeps.
SmallVector<int, 8> dropUnused(GraphValue &value);
/// Adds a region of a control, whose values come next.
int addRegion(Graph &graph, int control);
/// Computes a value into a cell, in a region, behind all values that there are.
void computeInto(Graph &graph, Pool &pool, int cell, int value, int region, const Source &source);
/// Lets a value take the place of a loop's cell at the end of each trip: itself, or a copy of it
/// where it is not the loop body's to give. The last thing in a body.
void takeNext(Graph &graph, Pool &pool, int control, int cell, int value, const Source &source);

/// Values that have to be in memory whoever uses them: deciders and what takes a cell's place, too.
std::vector<bool> keptInMemory(const Graph &graph);

} // namespace shardc
