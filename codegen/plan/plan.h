// SPDX-License-Identifier: Apache-2.0
// The plan: what all devices do, in plain structs. MLIR is left here; the writers (interp, C++,
// CUDA, reports) consume nothing else.
#pragma once

#include "analysis/boxes/varying.h"
#include "analysis/mesh/cause.h"
#include "analysis/mesh/other_way.h"
#include "analysis/mesh/redistribute.h"
#include "analysis/mesh/weighed.h"
#include "frontend/ir/formula/bounds/bounds.h"
#include "frontend/ir/formula/expressions/combiners.h"
#include "frontend/ir/sharding/algebra/mesh.h"
#include "frontend/machine.h"
#include "frontend/routine.h"
#include "frontend/written_sharding.h"

#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace shardc {

/// One of the ways in which the shards of a function differ: which slice of a dimension they make,
/// or in the collective mode their place on an axis (or sub-axis) of the mesh. Shards are numbered
/// row-major over the coordinates.
struct Coordinate {
  std::string name;                 // "i": of the loop that it cuts; "data": of the axis
  std::vector<int64_t> cuts;        // slice k is [cuts[k], cuts[k + 1]); an axis has none
  std::vector<std::string> spelled; // per slice as the user wrote it; may be empty
  std::string from;                 // for people: "dimension 0 of x"
  int64_t size = 0;                 // of an axis; 0: as many as there are slices
  int64_t count() const { return size > 0 ? size : static_cast<int64_t>(cuts.size()) - 1; }
};

/// A number that may differ between shards. Depending on no coordinate, it is one value: the
/// writers print a literal.
using Bound = Varying<int64_t>;
/// [lo, hi), per shard.
struct Span {
  Bound lo, hi;
  bool isUniform() const { return lo.isUniform() && hi.isUniform(); }
  bool operator==(const Span &other) const = default;
};

/// A line of the user's that something comes from.
struct Source {
  std::string file;         // without folders: "train.py" where JAX says so, else the program's
  unsigned line = 0;        // 0: unknown
  std::string op;           // the mnemonic: "dot_general"
  std::string section = {}; // "block/attention": what JAX's name of it is inside of
  bool onlyPlaces = false;  // the op says where the value lies, as a collective does
  bool operator==(const Source &other) const = default;
};

/// Scratch memory is of the one step that is a call with it.
enum class Role : uint8_t { input, constant, temporary, output, scratch };
/// Whether memory is needed in some steps alone.
constexpr bool comesAndGoes(Role role) { return role == Role::temporary || role == Role::scratch; }

/// Memory for a box of a value on each shard of a function. Row-major over the window, which is at
/// least the box (wider by what kernels compute beyond it).
struct Buffer {
  std::string name;  // identifier, unique in its function: "x", "m_0"
  std::string value; // the program's own name, for people
  ElementType type;
  SmallVector<int64_t, 4> shape; // of the whole value
  SmallVector<Span, 4> box, window;
  Role role;
  int index = -1;                  // of the input, constant or output that it is a part of
  int part = 0;                    // which of its boxes
  int64_t bytes = 0;               // of the largest shard's window, rounded up for alignment
  int64_t offset = 0;              // in the arena
  bool ofBlock = false;            // of some rows at a time, and not in the arena (RowBlocks)
  bool donated = false;            // of an input that is not needed any more once it is read
  int over = -1;                   // of an output: the donated buffer whose memory it takes
  int firstStep = 0, lastStep = 0; // live, both included, counting steps as the tree is read;
                                   // inputs that are not donated, constants, outputs that are over
                                   // nothing: always
};

/// A fused group as one formula over global indices. Operand k of the formula is read through
/// window `ins[k]`, result k written through `outs[k]`; windows are as the buffers' that the steps
/// bind. One kernel serves all shards of the function and every step with the same windows.
struct Kernel {
  struct Window {
    std::string name; // parameter: what the buffers of its steps are called
    ElementType type;
    SmallVector<int64_t, 4> shape; // of the whole value
    SmallVector<Span, 4> window;
    bool ofBlock = false; // has the rows of a block, as its buffers
  };
  /// Loops that are around the kernel (RowBlocks): one index of each of `around`, a block of
  /// `loop`.
  struct Rows {
    SmallVector<int, 4> around;
    int loop = -1;
  };
  /// What a routine is given (formula/call.h): a box of each operand and result, in its windows.
  struct Call {
    struct Operand {
      int number; // of the kernel's
      SmallVector<Span, 4> box;
      SmallVector<int64_t, 4> padded = {}; // extents of the array in its place; none: no array
      SmallVector<int, 2> positions = {};  // that its first dimensions number
    };
    struct Result {
      int number; // of the routine's
      SmallVector<Span, 4> box;
      SmallVector<int64_t, 4> padded = {};
    };
    /// Where each position of a manual region has a call of its own: dimensions of positions, which
    /// results begin with, and the routine has not.
    int positions = 0;
    /// That a result's first dimensions number: all.
    SmallVector<int, 2> positionsOfResults() const {
      SmallVector<int, 2> all(positions);
      std::iota(all.begin(), all.end(), 0);
      return all;
    }
    int routine = 0;               // of the plan
    std::vector<Operand> operands; // the routine's, in order
    std::vector<Result> results;   // the kernel's, in order
    int resultCount = 1;           // of the routine; others than these are not wanted
    int64_t scratchBytes = 0;      // of the device that needs most
    int64_t roomBytes = 0;         // its step's scratch memory, where the call is checked: copies
                                   // of what it reads and writes, and of its own (op_check.h)
    int64_t padBytes = 0;          // of arrays in place of parts, in front of either
    int64_t memoryBytes() const { return padBytes + std::max(scratchBytes, roomBytes); }
    /// Where it has a communicator: the coordinates in which those differ that it talks to, major
    /// first, so that they come in the order of their parts.
    std::optional<SmallVector<int, 2>> talksOver = {};
  };
  std::string name; // "add_0"
  Formula formula;
  SmallVector<Span, 8> loops; // one per loop of the formula
  std::vector<Window> ins, outs;
  std::vector<Source> sources;  // of the first step that does it, in order of lines
  int64_t flops = 0, bytes = 0; // of the largest shard; bytes read (once each) and written
  std::optional<Rows> rows = {};
  std::optional<Call> call = {}; // none: it has a schedule
  /// Operands, and the results that some step writes over them (in_place.h).
  SmallVector<std::pair<int, int>, 1> overwrites = {};
  /// It is attention in one kernel, and so the order of its sums is its own (--numerics fast).
  bool isAttention = false;
  /// It is a product by a GPU's tensor cores, of factors of this type, of which those of f32 are
  /// rounded to TF32; they have an order of their own (--numerics fast).
  std::optional<ElementType> tensorFactors = {};
  /// Who may do it, in bundles that are built with them, with sums in an order of their own
  /// (--numerics fast); and what it is to them.
  Libraries libraries = {};
  LibraryForm libraryForm = {};
};

/// Kernels that are done one after the other for a block of rows at a time, under the loops that
/// they all have around them. What only goes from one to the next is there for a block alone, in
/// memory of the thread that works on it. On CPUs.
struct RowBlocks {
  SmallVector<int, 4> kernels;     // of the function
  int64_t size = 0;                // rows of a block
  SmallVector<int64_t, 4> between; // elements in a row of what each but the last makes
  /// Operands of all, each once: of which kernel, and its number there.
  std::vector<std::pair<int, int>> operands;
  /// Per kernel and operand: which of these it is; -1: what the kernel before made.
  std::vector<SmallVector<int, 4>> operandOf;
  bool operator==(const RowBlocks &other) const = default;
};

/// What devices do, in order. Steps form a tree: loops and branches have bodies. Collectives are
/// steps of their own. All shards of a function take the same way.
///
/// A loop does bodies[0], then looks at `decider`: while that is true it does bodies[1] and begins
/// again. Without a decider it does bodies[1] `trips` times. A branch does one body: a decider of
/// type i1 picks the first where it is true, else the second; a number picks the body of that
/// number, and the last where there is none. A swap lets two buffers with equal windows trade
/// places on every shard: from there on each name means what was the other's memory.
///
/// A collective that runs on is begun in its step and done at the wait for it, later in the same
/// list: what is between neither reads what it writes nor writes what it reads or writes.
struct Step {
  enum class Kind : uint8_t { compute, collective, loop, branch, swap, wait };
  Kind kind = Kind::compute;
  std::string label;             // "2 z": number and value
  std::string text;              // for people: "z = x + y"
  int kernel = -1;               // compute: in the function's kernels
  std::vector<Source> sources;   // compute: where they are not the kernel's, which others do, too
  SmallVector<int, 4> ins, outs; // buffers of the function, in the kernel's order; wait: all ins,
                                 // what is read and written until then
  int scratch = -1;              // compute: a buffer that a call has for itself
  int collective = -1;           // collective: in the function's collectives; one in, one out;
                                 // wait: the first of those that were begun at once
  bool runsOn = false;           // collective: up to the wait for it
  bool together = false;         // collective: done at once with the one before it; compute: a
                                 // block of rows after the one before it (RowBlocks)
  int64_t trips = 1;             // loop: 1 where only the decider knows
  int decider = -1;              // loop, branch: a buffer
  std::vector<std::vector<Step>> bodies;
};

/// Data that moves between devices, from one buffer to another on each. Within a group (devices
/// that differ only in the coordinates `over`) either the held boxes do not overlap, and every
/// device's needed box is filled from them; or, with `combine`, all members hold the same box, and
/// the needed boxes in it are filled with the combination of all: of neighbouring members first, as
/// in the tree of a sum.
struct Collective {
  std::string id; // "c0"
  Pattern pattern = Pattern::exchange;
  std::string value;           // for people
  SmallVector<int, 2> over;    // coordinates of the function, ascending
  std::optional<Fn> combine;   // add, mul, max, min, bitAnd, bitOr or bitXor
  bool asBits = false;         // combine the elements' bits as unsigned integers
  SmallVector<Span, 4> held;   // in the source buffer
  SmallVector<Span, 4> needed; // in the destination buffer
  int64_t groupSize = 1;       // devices in a group
  int64_t times = 1;           // per call: trips of the loops around it; 0: of a feed
  double payloadBytes = 0;     // received per device, mean over devices
  double wireBytes = 0;        // the same with what back ends pad
  double boundBytes = 0;       // the least that any way to do it has to receive
  std::optional<Source> maker; // of what moves; an input has none
  std::optional<Source> user;  // the op that it is brought to, where that is another
  Cause cause;
  std::optional<WeighedReduction> weighed; // the maker's where this combines, else the user's
};

/// An output that becomes an input of the next call, and lies otherwise: a collective between calls
/// brings it from the one's buffer to the other's.
struct Feed {
  int output = 0, input = 0; // of the plan
  Step step;
};

/// Outputs whose cuts come from the same slices are made by one function on its own shards.
struct Function {
  std::string name; // "for_z"; identifier
  std::vector<Coordinate> coordinates;
  int64_t firstShard = 0; // its shards are numbered on from here
  std::vector<Buffer> buffers;
  std::vector<Kernel> kernels;
  std::vector<RowBlocks> rowBlocks;
  std::vector<Collective> collectives;
  std::vector<Step> steps;
  std::vector<Feed> feeds; // collective mode
  int64_t arenaBytes = 0;  // of a shard
  int64_t liveBytes = 0;   // max over steps of what is live: arenaBytes beside its bound
  int64_t shards() const;
};
/// The lines of the program that a step computes.
inline ArrayRef<Source> sourcesOf(const Function &function, const Step &step) {
  return step.sources.empty() ? function.kernels[step.kernel].sources : step.sources;
}

/// Of an input or output that is left unreduced: devices have a partial result each, and the value
/// is the combination of those that differ in these coordinates: of neighbouring ones first, as in
/// a collective.
struct Unreduced {
  SmallVector<int, 2> over; // coordinates of the function, ascending
  Fn combine = kSum;        // that people have a word for
  bool operator==(const Unreduced &other) const = default;
};

struct PlanTensor {
  std::string name; // the user's spelling
  std::string id;   // identifier
  TensorSpec type;
  std::vector<std::pair<int64_t, std::vector<int64_t>>> slices; // dimension, cuts
  bool donated = false;
  int becomes = -1;          // of a donated input: the output that the program says
  std::string sharding = {}; // on a mesh, for people: "[data, -]"
  std::optional<Unreduced> unreduced = {};
};

/// A constant with data: small ones are written into the source, large ones go to data/.
struct PlanConstant {
  std::string name, id;
  TensorSpec type;
  std::vector<char> data; // row-major, little-endian
};

/// Work that is done more than once, by several shards, kernels or elements, and input that several
/// shards hold.
struct Repeated {
  struct Work {
    std::string label; // of the step that makes the value: "4 v8"
    int64_t flops;
  };
  int64_t flops = 0;               // beyond computing every value once, of all shards
  double workRatio = 1;            // all shards' work over what doing everything once takes
  std::vector<Work> steps;         // the most first
  std::vector<int64_t> inputBytes; // per input, beyond holding every element once
};

/// How a value lies on a mesh.
struct PlanValue {
  enum class Kind : uint8_t { input, made, output };
  Kind kind = Kind::made;
  std::string name; // the program's; of one without: "v12", as the text has it
  SmallVector<int64_t, 4> shape;
  int sharding = 0; // in the plan's list
};

enum class PlanMode : uint8_t { oneDevice, independent, collective };

struct Plan {
  std::string name;    // of the program
  std::string id;      // identifier, for files and symbols
  std::string program; // text of program.mlir
  PlanMode mode = PlanMode::oneDevice;
  Machine machine = machines().front(); // whose numbers were weighed
  std::vector<Mesh> meshes;
  std::vector<PlanTensor> inputs, outputs;
  std::vector<PlanConstant> constants;
  std::vector<Function> functions;
  std::vector<WrittenSharding> shardings; // each once
  std::vector<PlanValue> values;          // on a mesh: inputs, all that is made, outputs
  Repeated repeated;
  std::vector<std::string> whyCut;  // of slices: sentences on dimensions that are cut, or whole
  std::optional<OtherWay> otherWay; // with partial sums, where that moves or works otherwise
  /// By the user's wish sums of some kernels may have an order of their own (Kernel::isAttention).
  bool isFast = false;
  std::vector<int64_t> gpus;      // that devices are on, one each; none: the launcher chooses
  std::vector<int64_t> processes; // that have devices, one each; none: the launcher chooses
  std::vector<int64_t> hosts;     // that devices are in, one each; none: all in one
  bool tellsTimes = false;        // a machine was asked for: reports estimate what takes how long
  std::vector<Routine> routines;  // that kernels call (formula/call.h), by number
  std::vector<std::string> warnings;
  std::unique_ptr<Pool> pool; // owns the formulas
  int64_t devices() const;
};

/// Whether a kernel is a call.
bool hasCalls(const Plan &plan);
/// A routine that forbids parts of different sizes, and gets some.
std::optional<int> unevenRoutine(const Plan &plan);
/// Whether a step is a call that has a communicator.
bool talks(const Function &function, const Step &step);
/// The routine of the first such call.
std::optional<int> talkingRoutine(const Plan &plan);

// The numbers of one shard.

/// The coordinates of shard `number` of a function, counted from its first.
SmallVector<int64_t, 4> coordinatesOf(const Function &function, int64_t number);
int64_t valueAt(const Bound &bound, const Function &function, ArrayRef<int64_t> coordinates);
Interval spanAt(const Span &span, const Function &function, ArrayRef<int64_t> coordinates);
Box boxAt(ArrayRef<Span> spans, const Function &function, ArrayRef<int64_t> coordinates);
/// The place after the last step that is done at once, or by rows, with step `first` of a list.
size_t endOfJoined(ArrayRef<Step> steps, size_t first);
/// The steps of a tree, bodies included.
int64_t countSteps(ArrayRef<Step> steps);
ShardGrid gridOf(const Function &function);
Varying<Interval> intervalsOf(const ShardGrid &grid, const Span &span);
/// The least extent on any shard, and the most.
std::pair<int64_t, int64_t> extentsOf(const ShardGrid &grid, const Span &span);
/// An interval that is empty where its `hi` is less than its `lo` ends where it begins.
Span spanOf(const ShardGrid &grid, const Varying<Interval> &intervals);
/// The bound with these values, one per shard of the function in order.
Bound boundOf(const Function &function, ArrayRef<int64_t> perShard);

} // namespace shardc
