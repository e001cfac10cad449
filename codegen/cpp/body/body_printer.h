// SPDX-License-Identifier: Apache-2.0
// The printer of statements, a function for each kind: those of sums are in print_sums.cpp, of what
// the runtime does in print_products.cpp and print_rows.cpp, of digits in print_digits.cpp, all
// others in print_body.cpp.
#pragma once

#include "codegen/cpp/expressions/expression.h"
#include "codegen/kernel/statement.h"
#include "codegen/text/code.h"

#include "llvm/ADT/StringSet.h"

#include <array>

namespace shardc {

/// How an operand of the runtime's products lies: "Along::terms".
std::string alongText(bool terms, bool outer = false);

class BodyPrinter {
public:
  BodyPrinter(const KernelTree &body, const KernelView &view, Needs &needs);
  Code print(const Statements &statements);

private:
  /// What variables stand for is forgotten at the end of the statements around them.
  template <typename Make>
  void apart(Make make) {
    ExpressionWriter::Known before = text.known;
    make();
    text.known = std::move(before);
  }
  void line(const std::string &line);
  /// A head with statements in braces, and lines before them.
  void compound(CodeLine head, const Statements &body, Code lines = {});

  // Loops.

  void print(const Threads &threads);
  void print(const For &loop);
  std::string firstOf(int loop);
  /// Of the block that is open, else of all indices; one block that is all begins where its loop
  /// does.
  std::string beginOf(int loop);
  std::string boundOf(int loop);
  const std::string &nameOf(const For &loop) const;
  CodeLine head(const std::string &i, const std::string &from, const std::string &end,
                const std::string &step, const char *before = " < ");
  std::string endOf(int loop);
  /// Blocks of the block that is open.
  template <typename Node>
  void block(const Node &loop, CodeLine head, const std::string &end, Code lines = {}) {
    const auto starts = blockStarts;
    const auto ends = blockEnds;
    blockStarts[loop.loop] = loop.from;
    blockEnds[loop.loop] = end;
    compound(std::move(head), loop.body, std::move(lines));
    blockStarts = starts;
    blockEnds = ends;
  }
  void blocks(const For &loop);
  void neighbours(const For &loop);
  void inVectors(const For &loop, const std::string &from, const std::string &to);
  void indices(const For &loop, const std::string &from, const std::string &to);
  bool isRunByAll(const For &loop) const;
  std::string beginOf(const For &loop);
  std::string endOf(const For &loop);

  // What counts.

  void print(const ForCount &loop);
  void print(const LetPosition &let);
  void print(const LetIndex &index);
  void letIndex(const std::string &name, const std::string &value);

  /// "[](float x, float y) { return x + y; }", of arguments called so.
  std::string lambdaOf(Fn fn, ElementType type, const std::string &name);

  // Sums.

  void print(const ForLeaves &loop);
  void print(const ForLanes &lanes);
  static std::string arrayOf(ArrayRef<int64_t> extents);
  void print(const DeclareTree &tree);
  static std::string numberText(const LeafNumber &number);
  void print(const AddLeaf &leaf);
  void print(const Total &total);
  void print(const SumLanes &sum);
  void print(const OneIndex &one);
  void print(const ReturnIfEmpty &empty);

  void print(const ReduceByTeam &reduce);
  struct Call {
    std::string name, arguments; // "f(", "x);"
  };
  std::string teamText(const ReduceByTeam &reduce);
  Call inAnyOrder(const ReduceByTeam &reduce);
  Call inOrder(const ReduceByTeam &reduce);

  // Rows in registers.

  void print(const DeclareRows &rows);
  void print(const LoadRow &row);
  void print(const MakeRow &row);
  void print(const ReduceRow &row);
  void print(const StoreRow &row);
  std::string rowAddress(const ParameterView &parameter, ArrayRef<Expr> index, int loop);

  // Products and attention.

  void print(const PackedSums &sums);
  std::string parametersText(const PackedSums &sums);
  std::string parametersText(const Attention &own);
  void addCall(const std::string &function, std::string arguments);
  std::string addFunction(const char *name, CodeLine lambda);
  void print(const Attend &attend);
  CodeLine function(const FunctionBody &own, std::array<std::string, 2> indices,
                    const std::string &more = "", bool isAddress = false);
  std::string interval(int loop);
  CodeLine where(ArrayRef<TileBound> where, int rows, int columns);
  void forgetUses(const PackedProduct &product);
  std::string rowsText(const PackedSums &sums);
  Collapsed collapsedRows(const PackedSums &sums);
  Collapsed collapsedRuns(const PackedSums &sums);
  void addFolded(const PackedSums &sums, Collapsed &rows);
  Collapsed collapsedTerms(const PackedSums &sums, size_t first);
  Code rowsApart(const PackedSums &sums);
  Code digitsApart(const Collapsed &collapsed);
  /// The runtime's Terms: of a loop, or of the indices alone that the device has of it; and, where
  /// each of its indices has several, `inner`.
  std::string termsText(int loop, const Leaves &leaves, const std::string &inner);
  /// Those of a product, as far as it has bounds for them.
  std::string termsWithin(const PackedSums &sums);
  /// How many terms the loops from number `k` on have together.
  std::string innerTerms(const PackedSums &sums, size_t k);
  /// "[=](int64_t i, int64_t j, float sum)"
  CodeLine lambda(std::array<std::string, 2> indices, const std::string &more,
                  std::array<bool, 2> areVectors = {});
  CodeLine lambdaOfOne(const char *before, const std::string &index, bool isVector = false);
  CodeLine outerLast(const PackedSums &sums, const FunctionBody &own);
  CodeLine inRuns(const PackedSums &sums, const FunctionBody &own);
  CodeLine termFirst(const PackedSums &sums, CodeLine made);
  const std::string &rowName(const PackedSums &sums) const;
  CodeLine operand(const PackedSums &sums, const FunctionBody &own,
                   std::array<std::string, 2> indices, std::array<int, 2> loops);
  /// The loops' variables that have been written of, from the number of a term.
  Code termsApart(const PackedSums &sums, size_t first);
  /// A lambda whose body is one short line needs no more.
  static CodeLine onOneLine(CodeLine lambda, const char *end = "};");

  // Variables.

  static std::string typeOf(Expr e);
  /// A number without its type: what is on its left has it.
  std::string valueOf(Expr e);
  std::string chunk(Expr factor);
  std::string storedOf(Expr e);
  /// "sum", "sum[i - i_from][j]", "y[i * 4 + j]"; in vectors "load(y, i * 4 + j)".
  std::string textOf(const Place &place);
  /// Memory, and an index: "sum[i - i_from]", "j"; none of a variable.
  std::array<std::string, 2> elementOf(const Place &place);
  /// "y[i * 4 + j] = value;", "store(y, i * 4 + j, value);"
  void assign(const Place &to, const std::string &value);
  void bind(Expr value, const SmallVector<Place, 2> &places);
  bool isInVectors(const Place &place) const;
  void print(const Let &let);
  void print(const LetTile &tile);
  void print(const LetDigits &index);
  void print(const IfInside &inside);
  void print(const Barrier &barrier);
  void print(const LoadVec &load);
  void print(const LoadFirst &load);
  void print(const DeclareVec &vec);
  void print(const StoreVec &store);
  std::string firstElement(const ParameterView &parameter, ArrayRef<Expr> index);
  std::string addressOf(const ParameterView &parameter, ArrayRef<Expr> index);
  std::string restOfVector();
  std::string vecOf(const std::string &type) const;
  void print(const Bind &bind);
  void print(const Declare &variable);
  void filled(const Declare &lanes, const std::string &name);
  void print(const Store &store);
  void print(const Copy &copy);
  void print(const Raise &raise);

  // Reductions.

  std::string call(Fn fn, ElementType type, const CppText &left, const CppText &right);
  void print(const Accumulate &more);
  /// sum + x * y, rounded once.
  std::string fma(Expr term, const std::string &sum);
  void print(const ReduceOne &one);
  void print(const Combine &combine);

  // Structure.

  void print(const If &either);
  std::string conditionOf(const If &either);
  std::string turnOf(const If::Turn &turn);

  // Updates in order.

  void print(const PushOwn &own);
  Collapsed collapsedUpdates(const PushOwn &own);
  void addOfUpdate(const PushOwn &own, const std::string &name, llvm::function_ref<Code()> body);
  void addCombine(const PushOwn &own);

  void print(const Sequence &sequence);

  const KernelView &view;
  Needs &needs;
  ExpressionWriter text;
  Code *into = nullptr;
  llvm::DenseMap<int, std::string> blockStarts, blockEnds; // of loops: what they are called
  llvm::StringSet<> endsOfBlocks;                          // which in_blocks() says
  std::string lane; // of a loop on vectors: its index's place in arrays of lanes
  llvm::DenseMap<int, int64_t> tileSizes; // of those that blocks of threads have
  int64_t threadsOfBlock = 1;
  /// Neighbours of a loop that are read or written at once: `name` counts them, from `from` on.
  struct Neighbours {
    int loop;
    int64_t count;
    std::string from, name;
  };
  std::optional<Neighbours> vectors;
  llvm::DenseMap<Expr, SmallVector<Place, 2>> places; // what values were bound to
  llvm::StringSet<> declaredVectors;                  // variables of the loop in vectors
};

} // namespace shardc
