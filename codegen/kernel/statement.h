// SPDX-License-Identifier: Apache-2.0
// The body of a kernel as data: which statements run in which order, under which loops. Scheduling
// makes it; printers read it.
//
// Expressions are interned, so a statement names a value by its expression: from `Let` or `Bind`
// on, to the end of the statements around it, that expression stands for a variable wherever it
// occurs. What a statement computes is its expression without the parts that stand for variables.
// Loops are numbers of the kernel's; an index of a loop is its place in the whole tensor, as in
// formulas.
#pragma once

#include "codegen/kernel/chunks.h"
#include "codegen/kernel/digits.h"
#include "codegen/kernel/forms/attention.h"
#include "codegen/kernel/forms/packed_product.h"
#include "codegen/kernel/forms/tile.h"
#include "codegen/kernel/position.h"
#include "codegen/kernel/view/leaves.h"
#include "frontend/ir/formula/expressions/combiners.h"

#include <string>
#include <variant>
#include <vector>

namespace shardc {

struct Statement;
using Statements = std::vector<Statement>;

/// What a statement reads or writes: an element of an output, a variable, or an element of an array
/// that holds a block.
struct Place {
  int output = -1;                    // this result's element, at its index
  std::string variable = {};          // else the variable
  SmallVector<int, 2> inBlockOf = {}; // the array's dimensions: places in the block of these loops
  std::string turn = {};              // or its one dimension's: a turn of ForCount
  SmallVector<Expr, 4> index = {};    // of an output: there, if not empty

  static Place of(const std::string &variable) { return {-1, variable}; }
  bool isNone() const { return output < 0 && variable.empty(); }
};
/// Where the element of an output is.
inline ArrayRef<Expr> indexOf(const Place &place, const Formula &formula) {
  if (!place.index.empty()) return place.index;
  return formula.results[place.output].index;
}

/// A loop over all of its indices, from block to block, or over the block that a loop around it is
/// at, every index of it or those of a lane. Blocks in a block are of that one alone.
struct For {
  enum class Over : uint8_t { all, blocks, block, lane };
  int loop = -1;
  Over over = Over::all;
  int64_t size = 0; // of a block; the number of lanes
  std::string from; // what blocks call their first index; what the lane is called
  std::string to;   // and the one behind their last; "": always `size` on
  /// Of a block that is read at once: what counts its indices.
  std::string neighbour = {};
  Statements body;
  std::optional<Interval> piece = {}; // those of its indices that are in this
  int64_t writtenOut = 0;             // so many indices, for compilers to write out
  int64_t readAhead = 0;              // likewise, of a GPU: what they read is under way together
  /// By the runtime's in_vectors() (runtime/device/cpu/vector_cpu.h): of elements as wide as these.
  std::optional<ElementType> inVectors = {};
  std::string lane = {}; // what the place in an array of lanes is called, if it adds to one
  /// By the runtime's in_blocks(), which knows how many indices all blocks but the last have.
  bool inBlocks = false;
};
/// The blocks of a loop of a sum are its leaves, where those have no common size, or shards may
/// have a part of one.
struct ForLeaves {
  int loop = -1;
  int64_t leaves = 1;   // of the whole loop
  bool whole = true;    // no shard has a part of one
  std::string leaf;     // what its number is called
  std::string from, to; // as those of blocks
  Statements body;
};
/// One lane of a leaf after the other.
struct ForLanes {
  std::string lane;
  int64_t lanes;
  Statements body;
};
/// A loop of one index, which differs between devices, gets its variable.
struct OneIndex {
  int loop;
};

/// A grid of threads, each of which takes an index of each of these loops, or has nothing to do. Of
/// no loops: positions say what a thread takes.
struct Threads {
  SmallVector<int, 4> loops; // major first
  int64_t x = 1, y = 1, z = 1;
  int block = 256;        // threads along x
  bool isFlat = false;    // x counts all indices of all loops; else a dimension for each
  bool perElement = true; // there are no other loops of results
  /// So many threads take an index of each, and share what is to do for it: neighbours, or where
  /// they are spread, threads that have as many others between them as a block has indices.
  int team = 1;
  bool isSpread = false;
  bool keepsRows = false; // in registers
  bool areFew = false;    // of a GPU: then each may have as many registers as there are
  int atOnce = 0;         // blocks that have to have room at once; 0: as compilers see fit
  /// A thread takes so many neighbouring indices of the innermost loop: those that `neighbour`
  /// counts, from `from` on.
  int64_t each = 1;
  std::string from, neighbour; // names, where they are several
  Statements body;

  /// Indices, or as many neighbours, that a block has.
  int own() const { return block / team; }
};

/// So many turns, from 0: `variable` counts them.
struct ForCount {
  std::string variable;
  int64_t extent;
  Statements body;
  bool isWrittenOut = false; // compilers are to write it out
};
/// A position gets a variable.
struct LetPosition {
  std::string name;
  Position at;
};
/// The index of a loop gets its variable: `at`, which is below `end`.
struct LetIndex {
  int loop = -1;
  std::string name;
  Position at;
  int64_t end = 0;
  bool fromStart = false;  // both count from where the loop starts on the device
  bool mayBeAfter = false; // the loop's end: then there is nothing to do

  Interval range() const { return {0, end, 1}; }
};

/// A value gets a variable that does not change.
struct Let {
  std::string name;
  Expr value;
  bool stands = true; // for the value from here on
};
/// The value stands for what other statements have left in these places: one, or an element of a
/// reduction each.
struct Bind {
  Expr value;
  SmallVector<Place, 2> places;
};
/// A variable gets what a load reads for all neighbours that a thread has
/// (runtime/device/cuda/vec_cuda.h).
struct LoadVec {
  std::string name;
  Expr load;
  Expr where = nullptr; // they are zeros elsewhere; null: they are there
};
/// A variable gets what a load reads for the first of them, and so for all.
struct LoadFirst {
  std::string name;
  Expr load;
};
/// A variable for a result's elements of these; and they are written.
struct DeclareVec {
  std::string name;
  ElementType type;
};
struct StoreVec {
  int output;
  std::string name;
};

/// A variable that others write, or an array of them for a block.
struct Declare {
  std::string name;
  ElementType type;
  SmallVector<int64_t, 3> extents = {}; // of an array
  enum class Start : uint8_t { none, blank, zeros, value } start = Start::none;
  Expr value = nullptr;  // that it starts from; of an array all elements
  bool isShared = false; // by the threads of a block
  /// For the indices of a loop that are taken at once: no number.
  bool isVector = false;
};
/// place = value
struct Store {
  Place to;
  Expr value;
};
/// place = another place's value
struct Copy {
  Place to, from;
};
/// place = fn(place, value), or fn(value, place).
struct Accumulate {
  Place into;
  Fn fn;
  Expr value; // its type is that of the function
  bool valueFirst = false;
  Place term = {}; // where the value has been stored
};
/// A reduction over one element: a variable with its start and the one value.
struct ReduceOne {
  std::string name;
  Expr reduce;
  Expr start = nullptr; // null: there is none, or it changes nothing
};

/// A tree that adds up leaves (runtime/device/sum_order.h), of numbers or of arrays for a block.
struct DeclareTree {
  std::string name;
  ElementType type;
  SmallVector<int64_t, 2> extents = {};
  int64_t most = 1; // sums that wait
};
/// The number of a leaf: `leaf`, or the place of a block of `size` that begins at `from`; where
/// there are lanes, of a lane.
struct LeafNumber {
  std::string leaf = {}, from = {};
  int64_t size = 0;
  std::string lane = {};
  int64_t lanes = 1;
};
struct AddLeaf {
  std::string tree;
  LeafNumber number;
  std::string sum; // the variable, or the array
  int64_t elements = 1;
};
/// A variable, or an array, gets what the tree has added up.
struct Total {
  std::string tree, name;
  ElementType type;
  SmallVector<int64_t, 2> extents = {};
  bool isFinal = true; // nothing is added to it
};
/// A variable gets the sum of an array of lanes, or what another function makes of them.
struct SumLanes {
  std::string name, lanes;
  ElementType type;
  int64_t count;
  bool isFinal = true;
  Fn fn = kSum;
};

/// A team reduces a row or a column, by the runtime's sum_by_team() or over_team()
/// (runtime/device/cuda/teams_cuda.h).
struct ReduceByTeam {
  std::string name;
  Fn fn;
  int loop = -1;
  bool isOrdered = false; // it is a sum that has an order
  Leaves leaves;          // of one that has
  Expr start = nullptr;   // that changes nothing
  bool isFinal = true;
  int64_t warps = 0;              // of a row
  bool isPlane = false;           // of rows that warps take turns at: lanes have a row's terms
  int64_t lanes = 0;              // of each of its leaves, where they are not kLanes
  int64_t columns = 0, slots = 0; // else of a block, and of a column
  ElementType type = {};
  /// The function for a term, of this body, which ends with its value; or which adds terms to the
  /// variable `into`.
  std::string term;
  Statements body;
  Expr value = nullptr;
  std::string into = {};
};

/// The body of a function, which ends with its value.
struct FunctionBody {
  Statements body;
  Expr value = nullptr;  // null: there is no function
  int alongVectors = -1; // the loop of which it may be given neighbouring indices at once
};

/// What rows a team's threads have in registers (runtime/device/cuda/parts_cuda.h): how long they
/// are, how many warps have one, and how many elements of a thread are neighbours. Or what columns:
/// how many threads have one, and how many a block has. It gets a name.
struct DeclareRows {
  std::string name;
  int64_t count, warps, neighbours;
  int64_t slots = 0, columns = 0; // of columns
};
/// A row of what a load reads along a loop, side by side in memory.
struct LoadRow {
  std::string name, shape;
  int loop;
  Expr load;
};
/// A row of values over a loop; `place` is what an element's place in rows is called.
struct MakeRow {
  std::string name, shape;
  int loop;
  std::string place;
  FunctionBody element;
};
/// A variable gets what a function makes of a row.
struct ReduceRow {
  std::string name, row;
  Fn fn;
  int loop;
  ElementType type;
  Expr start = nullptr; // none: a sum that has an order
  bool isFinal = true;
};
/// A row is written to where a result has it, side by side along a loop; or a column, its elements
/// by their places.
struct StoreRow {
  std::string row;
  int output;
  int loop;
  std::string shape = {}, place = {}; // of a column
};

/// The runtime's packed_product() (runtime/device/cpu/product_cpu.h): the sum of a reduction for
/// all indices of two loops.
struct PackedSums {
  PackedProduct product;
  Leaves leaves; // of the first loop of terms
  FunctionBody left, right;
  /// First terms, and ends behind the last, that there may be: variables, of which one stands for
  /// no limit where it has no name.
  SmallVector<std::pair<std::string, std::string>, 2> within = {};
  std::string term;       // what the terms' index is called, which counts those of all loops
  std::string inner = {}; // and one that counts those of all but the outermost loop
  std::string sum;
  /// On GPUs: the result, if reading is a part of it, and what that is called in `end`: what
  /// threads read for all their results is under way together.
  FunctionBody result;
  std::string given = {};
  int64_t givenAtOnce = 1;   // neighbours of a row
  Statements end;            // what is done with a sum, or a result
  bool endInVectors = false; // of neighbouring columns at once
  std::string row = {};      // what rows are called that are counted with those of other loops
  std::string run = {};      // on CPUs: what passes over the last of these loops are called
};

/// The runtime's attention() (runtime/device/cuda/attention_cuda.h, attention_cpu.h).
struct Attend {
  Attention attention;
  FunctionBody query, key, values; // factors
  FunctionBody score;              // of a sum of products called `product`
  std::string product, sum;
  Statements end; // what becomes of `sum`, a result
};

/// A block of a loop's indices is that of a block of threads, by a dimension of the grid; its first
/// index gets a name.
struct LetTile {
  int loop = -1;
  std::string name;
  int64_t dimension = 0, size = 1;
};
/// The index of a loop gets its variable: in the block that is open, digits of threads and of
/// turns.
struct LetDigits {
  int loop = -1;
  SmallVector<Axis::Digit, 4> digits;
  std::string turn;
};
/// Only for indices of these loops that the device has.
struct IfInside {
  SmallVector<int, 2> loops;
  Statements body;
};
/// The threads of a block wait for each other.
struct Barrier {};

/// Says that a flag, which is declared false, holds.
struct Raise {
  std::string flag;
};
/// By a condition, or by a flag, or where an index is the turn of a thread, whose number among `of`
/// is `slot`: index % of == slot.
struct If {
  Expr condition = nullptr;
  std::string flag;
  struct Turn {
    Expr index = nullptr;
    int64_t of = 1;
    std::string slot = {};
  } turn = {};
  Statements then, otherwise;
};
/// Updates are pushed into their elements in order, by the runtime's push_own()
/// (runtime/device/cuda/push_cuda.h): a block lists those whose turn it is, and each of its teams
/// takes its own of these. All loops over updates are counted as one.
struct PushOwn {
  SmallVector<int, 4> loops; // over updates, major first
  int64_t teams = 1;         // of a block
  int64_t blocks = 1;        // that take turns
  /// Of functions, of the number of an update, of what there is, and of what comes to it.
  struct Names {
    std::string found, element, value, combine, update, there, more;
  } names = {};
  FunctionBody find;        // what says whose turn it is
  Expr condition = nullptr; // for an update to go anywhere; none: all do
  Statements address;
  Place to;
  FunctionBody pushed, combined;

  double turns() const { return static_cast<double>(teams * blocks); }
};
/// Variables of the statements in it end with it.
struct Sequence {
  Statements body;
};
/// Statements in which the arguments of a combiner are these variables: the left ones, then the
/// right ones.
struct Combine {
  std::vector<std::string> arguments;
  Statements body;
};
/// The kernel has nothing to do where a loop has no index.
struct ReturnIfEmpty {
  int loop;
};

struct Statement {
  std::variant<Threads, For, ForLeaves, ForLanes, ForCount, OneIndex, LetIndex, LetPosition, Let,
               LoadVec, LoadFirst, DeclareVec, StoreVec, Bind, Declare, Store, Copy, Accumulate,
               ReduceOne, DeclareTree, AddLeaf, Total, SumLanes, ReduceByTeam, DeclareRows, LoadRow,
               MakeRow, ReduceRow, StoreRow, PackedSums, Attend, LetTile, LetDigits, IfInside,
               Barrier, Raise, If, PushOwn, Sequence, Combine, ReturnIfEmpty>
      node;
};

/// What variables stand for, in the order in which they are made: for the comment.
using Definitions = std::vector<std::pair<Expr, std::string>>;

/// A number that several statements have, with a name: an argument of these parts, which are one
/// value over different loops.
struct NamedConstant {
  std::string name;
  Expr number;
  SmallVector<Expr, 3> parts;
  size_t argument;
};

struct KernelTree {
  Statements statements;
  Definitions definitions = {};
  std::vector<NamedConstant> constants = {};
  bool wide = false; // indices have 64 bits, for compilers that vectorise so
  Tile tile = {};    // what its blocks are
  std::optional<PackedProduct> product = {};
  std::optional<Attention> attention = {};
  std::vector<Schedule> schedules = {}; // of a GPU: its own, and those that take longer
  std::optional<Chunks> chunks = {};    // for threads of a CPU
};

/// The grid that runs all of the kernel; null where one thread does.
inline const Threads *threadsOf(const KernelTree &tree) {
  return tree.statements.empty() ? nullptr : std::get_if<Threads>(&tree.statements.front().node);
}

} // namespace shardc
