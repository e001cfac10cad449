// SPDX-License-Identifier: Apache-2.0
// Makes the body of a kernel: loops, reductions and stores.
#pragma once

#include "codegen/kernel/forms/neighbour_terms.h"
#include "codegen/kernel/forms/pieces.h"
#include "codegen/kernel/forms/running.h"
#include "codegen/kernel/forms/tile.h"
#include "codegen/kernel/forms/tiled_product.h"
#include "codegen/kernel/grid.h"
#include "codegen/kernel/statement.h"
#include "codegen/kernel/tokens.h"
#include "codegen/kernel/view/reduction.h"
#include "frontend/ir/formula/sum_order.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

#include <map>

namespace shardc {

/// Makes a kernel's statements in one pass from the outermost loop inwards.
class BodyBuilder {
public:
  /// `tile` is for CPUs; else null.
  BodyBuilder(const KernelView &view, const Tile *tile = nullptr);

  /// The term of a reduction, and where its element of the result is, by the reduction's loop; and
  /// what that is by the result's.
  struct KeptTerm {
    Expr term, later;
    Place place;
  };

  /// All of the body. The first `given` loops of the nest are open already: threads run them.
  KernelTree build(const Nest &nest, size_t given);
  KernelTree build(const PackedProduct &product);
  /// None where sums have too many leaves.
  std::optional<KernelTree> build(TiledProduct &product);
  KernelTree build(const Attention &attention);
  /// On a grid that has these digits.
  KernelTree build(const Running &running, ArrayRef<Axis> axes);
  /// By the first of these schedules.
  KernelTree build(ArrayRef<Schedule> ranked, const Nest &nest);
  /// Of a result that updates are pushed into: under these loops. Threads of a team take turns.
  KernelTree buildPush(ArrayRef<int> order, const Threads *threads = nullptr);

private:
  /// What has been computed before.
  struct Known {
    llvm::DenseMap<Expr, std::string> named;
    llvm::DenseMap<Expr, SmallVector<Place, 2>> reduced; // elements of reductions
  };
  /// What is put back at the end of a block.
  struct State {
    Known known;
    Scope scope;
  };
  State save() const;
  void restore(const State &state);

  using Loops = SmallVector<int, 8>;

  template <typename Node>
  void add(Node node) {
    statements->push_back({std::move(node)});
  }
  /// Runs `make`, whose statements go a level further in.
  void inside(Statements &into, llvm::function_ref<void()> make);
  /// Runs `make`, whose variables end with it.
  void sequence(llvm::function_ref<void()> make);
  void keepNames(const Statements &made);
  void loop(int number, llvm::function_ref<void()> make);
  /// `terms`: of a reduction, whose innermost loop is loopOfTerms().
  void loops(ArrayRef<int> numbers, ArrayRef<Expr> roots, llvm::function_ref<void()> make,
             ArrayRef<Expr> terms = {});
  void loopOfTerms(int number, ArrayRef<Expr> values, llvm::function_ref<void()> make);
  struct ReadAtOnce {
    SmallVector<Expr, 4> loads = {};
    int64_t count = 1;
  };
  ReadAtOnce readAtOnce(ArrayRef<Expr> values, int loop) const;
  void hoist(ArrayRef<Expr> roots, const Loops &closed);
  void hoist(Expr e, const Loops &closed, llvm::DenseSet<Expr> &seen);
  void branches(ArrayRef<Expr> roots);
  void branches(Expr e, llvm::DenseSet<Expr> &seen);
  void prepare(ArrayRef<Expr> roots);
  void chooseOrAssign(const Statement &target, Expr e);
  void share(ArrayRef<Expr> roots);
  size_t tokens(Expr e) const;
  bool isLong(Expr e) const { return tokens(e) > kStatementTokens; }
  bool isShort(Expr e) const;
  bool wantsName(Expr e, int uses, bool inArithmetic) const;
  void name(Expr e);
  SmallVector<Expr, 4> invariantsOf(ArrayRef<Expr> roots, ArrayRef<int> closed) const;
  void nameInvariants(ArrayRef<Expr> roots, ArrayRef<int> closed);
  void nameParts(Expr e, int outside = -1);
  std::string freshFor(Expr e, const std::string &called);
  void define(Expr e, const std::string &variable);
  void setName(Expr e, const std::string &variable);
  void bind(Expr e, const std::string &variable);
  void setReduced(Expr e, ArrayRef<Place> places);
  void finishReduced(Expr e, const ReductionPlan &plan, const std::string &name);
  std::string nameFor(Expr e) const;
  Expr largestPart(Expr e, int outside) const;

  /// Where a reduction adds up; `any`, if not empty, says whether there is a value yet.
  struct Accumulators {
    SmallVector<Place, 2> places;
    std::string any;
  };
  void assign(const Statement &target, Expr e);
  void choose(const Statement &target, Expr e);
  void reduce(Expr e);
  void reduceOne(Expr e, const ReductionPlan &plan);
  void reduceByTeam(Expr all, const ReductionPlan &plan);
  void addToLanes(const ReduceView &reduce, const ReductionPlan &plan, ReduceByTeam &made);
  void addToTerms(Expr e, const ReductionPlan &plan, ReduceByTeam &made);
  void reduceRow(Expr e, const ReductionPlan &plan);
  void declareRows(const KeptRows &made);
  std::string rowOf(Expr value);
  void rowsIn(Expr value, llvm::DenseSet<Expr> &seen);
  std::string rowName(Expr value);
  void loadRow(Expr load, const std::string &name);
  void prepareIndices(Expr load);
  void makeRow(Expr value, const std::string &name);
  void storeRows();
  void reduceInLanes(Expr e, const ReductionPlan &plan);
  Expr startOf(const ReduceView &reduce, const ReductionPlan &plan, size_t k);
  Accumulators declare(Expr e, const ReductionPlan &plan);
  void accumulate(const ReduceView &reduce, const ReductionPlan &plan, const Accumulators &into);
  void combine(const ReduceView &reduce, ArrayRef<Place> left, ArrayRef<std::string> right);

  /// A sum of floats over blocks of these loops: of arrays; of none: of numbers.
  struct OrderedSum {
    Expr made;
    const ReduceView &reduce;
    const ReductionPlan &plan;
    ArrayRef<TileLoop> over;
    bool mayHoist;

    SmallVector<int64_t, 2> extents() const;
    ElementType type() const { return reduce.values[0]->type; }
  };
  void reduceOrdered(Expr e, const ReductionPlan &plan, ArrayRef<TileLoop> over);
  Place sumOver(const OrderedSum &sum, size_t k);
  Place sumOfLeaf(const OrderedSum &sum, size_t k, const std::string &called);
  Place sumOfLanes(const OrderedSum &sum, size_t k, const std::string &called);
  Place sumOfOne(const OrderedSum &sum, size_t k, const std::string &called,
                 llvm::function_ref<void(llvm::function_ref<void()>)> open);
  void addTerms(const OrderedSum &sum, size_t k, const Place &into);
  void addLanes(const OrderedSum &sum, size_t k, const std::string &tree, LeafNumber number);
  void addLeaf(const OrderedSum &sum, const std::string &tree, const LeafNumber &number,
               const Place &leaf);
  bool haveCommonSize(int loop, const HeldLeaves &held) const;
  void leavesOfOne(const OrderedSum &sum, size_t k, const std::string &tree);
  void leaves(int loop, const SumOrder &order, const HeldLeaves &held,
              llvm::function_ref<void(const LeafNumber &)> make);
  static Loops loopsFrom(const ReduceView &reduce, size_t k);
  bool isOneIndex(const OrderedSum &sum, size_t k) const;
  void within(llvm::function_ref<void()> make);

  void tiled(ArrayRef<int> numbers, ArrayRef<Expr> roots, llvm::function_ref<void()> make);
  void inRows(ArrayRef<int> numbers, ArrayRef<TileLoop> over, ArrayRef<Expr> roots,
              llvm::function_ref<void()> make);
  bool mayStoreRows(const Tile &whole, ArrayRef<int> rest, ArrayRef<Expr> roots) const;
  void keepInBlock(Expr value, ArrayRef<TileLoop> over, const char *called);
  void blocks(ArrayRef<TileLoop> over, llvm::function_ref<void()> make);
  void overBlock(ArrayRef<TileLoop> over, llvm::function_ref<void()> make);
  const KeptTerms *keptTermsOf(Expr e) const;
  void accumulateTerms(const ReduceView &reduce, const ReductionPlan &plan,
                       const Accumulators &into, const std::string &terms);
  void accumulateKept(const ReduceView &reduce, const ReductionPlan &plan, const Accumulators &into,
                      const KeptTerms &terms);
  void fillTerms(Expr value, const Place &term, ArrayRef<TileLoop> over);
  void bindKept(const ReduceView &reduce);
  void reduceTiled(Expr e, const Tile &whole);
  void accumulateTiled(const ReduceView &reduce, const ReductionPlan &plan, const Place &element,
                       ArrayRef<TileLoop> over);
  void writeOut(const TileLoop &block);
  void declareTiled(const ReduceView &reduce, const ReductionPlan &plan, const Place &element,
                    ArrayRef<TileLoop> over);
  void forEachOf(ArrayRef<TileLoop> over, llvm::function_ref<void()> make);

  /// An element of an array for the block that is open; of no loops: the variable itself.
  static Place placeInBlock(const std::string &array, ArrayRef<TileLoop> over);
  std::string variableOf(Expr e, const char *called);
  std::string knownVariable(Expr e) const;
  bool readsArgument(ArrayRef<Expr> list, int64_t number) const;
  LetIndex indexAt(int loop, const Count &count) const;
  void outerOfGrid(ArrayRef<int> outer, int64_t blocks);
  /// All of the body: the grid's third dimension runs the loops around what `make` adds.
  KernelTree onGrid(Threads threads, ArrayRef<int> outer, llvm::function_ref<void()> make);
  Attend attend(const Attention &attention);
  void neighbours(Threads &threads);
  void forNeighbours(const Threads &threads, llvm::function_ref<void()> make);
  void reduceNeighbours(const NeighbourTerms &terms, const Threads &threads);
  void readNeighbours(const NeighbourTerms::Read &read, const std::string &neighbour);
  KernelTree buildStaged(const Schedule &schedule, Threads threads);
  KernelTree buildPlaces(const Schedule &schedule, Threads threads);
  void placesOfThreads(const Axis &axis);
  KernelTree buildShared(const Schedule &schedule, Threads threads, const Nest &nest);
  void inTurns(ArrayRef<Axis> axes, llvm::function_ref<void()> make);
  void openTiles(ArrayRef<Axis> axes);
  /// What loads have read, and where.
  using Brought = SmallVector<std::pair<Expr, Place>, 4>;
  Brought bring(const Schedule &schedule, ArrayRef<Axis> axes);
  Place declareOwn(Expr load, int64_t turns);
  Place declareTile(Expr load, ArrayRef<Axis> axes);
  void loadVec(Expr load, const std::string &neighbour);
  void run(const Running &running, const Threads &threads);
  void loadCommon(Expr load);
  FunctionBody functionOf(Expr value, llvm::function_ref<void()> begin = nullptr);
  FunctionBody factorOf(Expr factor, bool isInChunks);
  bool readsBehind(const PackedProduct &product) const;
  int64_t writtenAtOnce(const PackedProduct &product) const;
  PackedSums packedSums(const PackedProduct &product);
  void nameBounds(const PackedProduct &product, PackedSums &sums);
  void findKept(const Nest &nest);
  void inPieces(ArrayRef<int> numbers, const Pieces &pieces, ArrayRef<Env> envs);
  void onePiece(ArrayRef<int> numbers, const Pieces &pieces, Interval piece, ArrayRef<Env> envs);
  void stores();
  void nameLaterResults();
  void push(ArrayRef<int> order, ArrayRef<Expr> conditions);
  void pushWhere(ArrayRef<Expr> conditions, ArrayRef<int> order, ArrayRef<Expr> later);
  SmallVector<int, 4> listedLoops(ArrayRef<int> order, ArrayRef<Expr> conditions,
                                  const Threads &threads) const;
  void pushListed(ArrayRef<Expr> conditions);
  void pushInTurn(ArrayRef<int> order, ArrayRef<Expr> conditions);
  void pushOne();
  Place placeOfResult(size_t number) const;
  bool isDeclared(int loop, const Statements &before) const;
  void returnIfEmpty(int loop);
  bool neverEmpty(ArrayRef<Expr> loops) const;
  bool hasReduction(Expr e, llvm::DenseSet<Expr> &seen) const;
  bool needsStatements(Expr e) const;

  const KernelView &view;
  Known known;
  std::vector<std::string> arguments; // of the combiner that is open
  Scope scope;
  KernelTree body;
  std::map<std::string, Expr> owners; // of the names that are defined
  Statements *statements = nullptr;
  const Tile *tile = nullptr;    // until its loops are open
  ArrayRef<Expr> termwise;       // of the tile
  ArrayRef<KeptTerms> keptTerms; // likewise
  ArrayRef<Expr> lanewise;       // likewise
  /// Reductions whose terms are parts of the one result: each is kept in its element until then.
  llvm::DenseMap<Expr, KeptTerm> kept;
  const Threads *team = nullptr;              // of threads that reduce
  ArrayRef<int> laneLoops;                    // loops that are for its lanes alone
  If::Turn ownTurn;                           // of threads that push, until it is looked at
  SmallVector<int, 4> listed;                 // loops over updates that these list first
  int64_t teams = 1;                          // of a block of these
  const KeptRows *rows = nullptr;             // that they keep
  std::string rowShape;                       // of these, by name
  llvm::MapVector<Expr, std::string> ownRows; // values by the loop of rows: what they are called
  std::string ownTurns;                       // of a thread: what counts them
  std::vector<Place> resultPlaces;            // where results go first; none: to their elements
  std::vector<Result> results;                // what they are here
  bool onVectors = false;                     // lanes are neighbours in an array
  bool areThreads = false;                    // of a GPU, who reduce by themselves
  llvm::DenseSet<int> openBlocks;             // loops, of which a block is open
};

} // namespace shardc
