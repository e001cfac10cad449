// SPDX-License-Identifier: Apache-2.0
// Expressions of a kernel as C++ text.
#pragma once

#include "codegen/cpp/expressions/collapsed.h"
#include "codegen/kernel/constants.h"
#include "codegen/kernel/view/view.h"

#include "frontend/ir/formula/expressions/scalars.h"

#include "llvm/ADT/DenseSet.h"

namespace shardc {

/// What the text of a kernel needs from outside.
struct Needs {
  bool device = false;           // a Device
  bool math = false;             // <cmath>, for INFINITY and NAN
  bool limits = false;           // <cstdint>, for INT32_MIN and the like
  std::set<std::string> names;   // of shardc::runtime
  std::set<std::string> windows; // a Window of each of these parameters

  void add(const Needs &other) {
    device |= other.device;
    math |= other.math;
    limits |= other.limits;
    names.insert(other.names.begin(), other.names.end());
  }
};

/// Writes expressions where some parts have been computed into variables before.
class ExpressionWriter {
public:
  ExpressionWriter(const KernelView &view, Needs &needs) : view(view), needs(needs) {
    known.environments = view.envs;
    wide = view.wide;
  }

  CppText value(Expr e);
  /// The same for a place of its type, which brings back to that what C++ computes as an int.
  CppText stored(Expr e);
  /// An argument of a part: its value, or the name that the number has there.
  CppText argumentOf(Expr part, size_t number);
  /// A global index.
  CppText index(Expr e);
  /// The element of a window at `index`: "x[i * 4 + j]", or "x(i, j)"; in vectors "load(x, i * 4 +
  /// j)", or "load(x, i, j)".
  std::string element(const ParameterView &parameter, ArrayRef<Expr> index);
  /// Its index, or indices: "i * 4 + j", "i, j".
  std::string indices(const ParameterView &parameter, ArrayRef<Expr> index);
  /// A literal, without its type where the text around gives it.
  std::string literal(const Number &number, bool plain);
  /// The start, end or extent of a loop, as text.
  std::string start(int loop);
  std::string end(int loop);
  std::string extent(int loop);
  /// Says that the text calls a function of the runtime.
  void need(StringRef function) { needs.names.insert(function.str()); }
  /// A range as a dimension of a Window.
  std::string dimension(const Span &span);

  /// Assumes, until `known` is put back, that `condition` holds or does not.
  void assume(Expr condition, bool holds);

  /// What is known at a place, and forgotten at the end of the statements around it.
  struct Known {
    llvm::DenseMap<Expr, std::string> named;                // computed before
    llvm::DenseMap<Expr, std::vector<std::string>> reduced; // elements of reductions, likewise
    llvm::DenseMap<int, std::string> indices;               // of split loops: their variables
    SmallVector<Collapsed, 2> collapsed;                    // loops that one variable counts
    SmallVector<Env, 4> environments;                       // what may be where we are
    int depth = 0;                                          // of conditions assumed
  };
  Known known;
  bool isKnown(Expr e) const { return known.named.count(e) || known.reduced.count(e); }
  ArrayRef<NamedConstant> constants;
  std::vector<std::string> args; // of the combiner that is being written
  bool wide = false;             // indices are of 64 bits
  int vectorLoop = -1;           // the loop whose variable is several indices, or one
  /// Whether it is a vector there.
  bool isVector(Expr e) const;
  /// A vector of one number.
  std::string spread(const std::string &number);
  llvm::DenseSet<int> loopsUsed;       // by what has been written
  std::set<std::string> collapsedUsed; // likewise: variables that count several loops
  const char *indexType() const { return wide ? "int64_t" : "int"; }

private:
  const KernelView &view;
  Needs &needs;

  int64_t constantOf(const IndexSum &sum) const;
  CppText linear(const IndexSum &sum, int64_t constant);
  CppText linear(ArrayRef<IndexPart> parts, int64_t constant);
  IndexSum sumOf(Expr e) const;
  IndexParts partsOf(const IndexSum &sum) const;
  CppText part(int64_t factor, const IndexPart &part);
  CppText digit(Expr e);
  CppText at(Expr e);
  CppText within(Expr e);
  CppText held(Expr e);
  CppText select(Expr e);
  CppText arm(Expr e, size_t number);
  CppText converted(Expr e);
  CppText scalar(Expr e);
  CppText call(Expr e);
  bool isPromoted(Expr e) const;
  CppText cast(Expr e);
  Interval rangeHere(Expr e) const;
  /// A dimension of an offset: the index in it, and how many there are, where shards agree.
  struct OffsetDim {
    IndexParts parts;
    int64_t constant;
    std::optional<int64_t> size;
    size_t number;
  };
  bool isAround(const IndexSum &sum) const;
  static std::optional<OffsetDim> joinedDims(const OffsetDim &outer, const OffsetDim &inner);
  SmallVector<OffsetDim, 4> offsetDims(const ParameterView &parameter, ArrayRef<Expr> index) const;
  CppText indexInDim(const ParameterView &parameter, const OffsetDim &dim);
  std::string flatOffset(const ParameterView &parameter, ArrayRef<Expr> index);
  std::string sizeOf(const Span &span);
  std::string field(const Span &span, const char *member);
  const Interval &windowAt(const ParameterView &parameter, size_t dim, const Case &at) const;
  size_t numberOf(const ParameterView &parameter, bool &isIn) const;
};

} // namespace shardc
