// SPDX-License-Identifier: Apache-2.0
// A loop may take its indices in vectors where its statements compute each index alone: what they
// read and write for neighbouring indices lies side by side, all of one width, and the runtime has
// the functions for vectors. Read may be up to every fourth, too. Of other widths may be what is
// converted as it is read, and booleans, which are masks as wide as all else. Both arms of a choice
// are computed then, so what they read has to be there whatever the condition says. A condition
// that does not change along the loop is a branch as before, and other such values are numbers.
#include "codegen/kernel/in_vectors.h"

#include "codegen/kernel/view/facts.h"
#include "frontend/ir/formula/expressions/scalars.h"
#include "frontend/ir/formula/rewriting/rewrite.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

namespace shardc {

namespace {

// Fewer neighbours fill no vector; what is further apart is in other cache lines.
constexpr int64_t kLeast = 4, kMostStep = 4;

bool isMask(Expr e) { return e->type == ElementType::i1; }

/// Values that stand for what is in a place.
using Bound = llvm::DenseMap<Expr, Place>;

void add(Bound &bound, const Bind &bind) {
  if (bind.value->kind != Kind::Reduce) {
    bound[bind.value] = bind.places.front();
    return;
  }
  for (auto [k, place] : llvm::enumerate(bind.places))
    bound[expr::item(bind.value, static_cast<int>(k))] = place;
}

/// What is computed for one loop's indices.
class Along {
public:
  Along(const KernelView &view, const Bound &bound, int loop, StringRef vector = "")
      : view(view), bound(bound), loop(loop), vector(vector) {}

  /// Every second, third ... element may be read.
  bool mayStep = false;

  /// Of all that is read and written along the loop; none yet.
  std::optional<ElementType> type;

  /// What the vectors are of; of booleans alone as many as there are bytes.
  ElementType vectorType() const { return type.value_or(ElementType::i8); }

  bool may(const Statements &body) {
    return llvm::all_of(body, [&](const Statement &each) {
      return std::visit([&](const auto &node) { return may(node); }, each.node);
    });
  }

  /// A value, where conditions around it may say that it is not used.
  bool mayCompute(Expr e, bool isGuarded = false) {
    if (seen.contains(e) || !(isGuarded ? guarded : seen).insert(e).second) return true;
    if (!varies(e)) return !isGuarded || areHeld(e);
    if (const auto place = bound.find(e); place != bound.end())
      return fits(e->type) && isSideBySide(place->second);
    switch (e->kind) {
    case Kind::Load:
      return fits(e->type) && mayLoad(e, isGuarded);
    case Kind::Cast:
      return isNeighbour(e->args[0]) && !isMask(e) && !info(e->type).isNarrow &&
             isOneWidth(e->type) && isShort();
    case Kind::Within:
      return isNeighbour(e->args[0]) || isNeighbour(expr::mul(e->args[0], -1));
    case Kind::Select:
      return mayChoose(e, isGuarded);
    case Kind::Scalar:
      return mayCall(e, isGuarded);
    default:
      return false;
    }
  }

private:
  const KernelView &view;
  Bound bound;
  int loop;
  StringRef vector;                // a variable that is one
  SmallVector<StringRef> declared; // and others
  llvm::DenseSet<Expr> seen, guarded;

  bool varies(Expr e) const { return llvm::is_contained(freeLoops(e), loop); }

  /// Narrow floats are as wide as what they are computed in.
  bool isOneWidth(ElementType own) {
    if (own == ElementType::i1 || info(own).isComplex || info(own).isSmall) return false;
    if (info(own).isNarrow) own = info(own).computed;
    if (!type) type = own;
    return info(*type).bytes == info(own).bytes;
  }

  bool fits(ElementType own) { return own == ElementType::i1 || isOneWidth(own); }

  bool mayLoad(Expr e, bool isGuarded) const {
    const AccessFacts access = accessOf(view, e);
    return (access.stride(loop) == Stride::one || isStep(e, access.walks[loop])) &&
           (!isGuarded || isHeld(view, e));
  }
  /// Of an index in a flat array: a window would have to know of several dimensions.
  bool isStep(Expr e, const Walk &walk) const {
    const ElementInfo &own = info(e->type);
    const auto hasLoop = [&](Expr index) { return varies(index); };
    return mayStep && llvm::count_if(e->args, hasLoop) == 1 && !view.windows &&
           walk.stride == Stride::several && walk.elements > 1 && walk.elements <= kMostStep &&
           !own.isBoolean && !own.isNarrow;
  }

  /// Numbers that are read to be converted.
  bool isReadAlone(Expr e, bool isGuarded) const {
    const auto &own = info(e->type);
    return e->kind == Kind::Load && varies(e) && !bound.contains(e) && !own.isBoolean &&
           !own.isComplex && !own.isSmall && !own.isNarrow && mayLoad(e, isGuarded);
  }

  /// The loop's index, and what it does not change.
  bool isNeighbour(Expr index) const {
    int64_t factor = 0;
    for (auto [by, term] : indexSum(index).terms) {
      if (!varies(term)) continue;
      if (term->kind != Kind::Loop) return false;
      factor += by;
    }
    return factor == 1;
  }

  /// Whether 32 bits have room for the loop's indices.
  bool isShort() const { return view.formula.loops[loop].extent <= INT32_MAX; }

  /// What a number reads that is computed though nobody may use it.
  bool areHeld(Expr e) const {
    return !anyUnder(e, [&](Expr part) { return part->kind == Kind::Load && !isHeld(view, part); });
  }

  bool mayChoose(Expr e, bool isGuarded) {
    Expr condition = e->args[0];
    if (isMask(e) && !(varies(e->args[1]) && varies(e->args[2]))) return false;
    const bool isByOne = varies(condition);
    return (!isByOne || mayCompute(condition, isGuarded)) &&
           mayCompute(e->args[1], isGuarded || isByOne) &&
           mayCompute(e->args[2], isGuarded || isByOne);
  }

  /// Of booleans and of integers to all, and to floats of what they are rounded from once: of all
  /// but other floats of full width.
  bool mayConvert(ElementType from, ElementType to) {
    if (info(from).isComplex || !isOneWidth(to)) return false;
    if (from == ElementType::i1) return true;
    if (!info(to).isFloat) return isInteger(from);
    const bool isExact = info(from).isNarrow || from == info(to).computed;
    return isExact || (isInteger(from) && !info(to).isNarrow);
  }

  bool mayCall(Expr e, bool isGuarded) {
    const Fn fn = static_cast<Fn>(e->value);
    const ElementType from = e->args[0]->type;
    if (convertedFrom(e)) {
      if (!mayConvert(from, e->type)) return false;
      if (isReadAlone(e->args[0], isGuarded)) return true;
    } else if (!info(fn).takesVectors(from)) {
      return false;
    }
    // Masks are combined with masks alone.
    if (isMask(e->args[0]) && !llvm::all_of(e->args, [&](Expr arg) { return varies(arg); }))
      return false;
    return llvm::all_of(e->args, [&](Expr arg) { return mayCompute(arg, isGuarded); });
  }

  // Statements.

  /// An element of a result, or of an array for the block that is open.
  bool isSideBySide(const Place &place) {
    if (place.output < 0) {
      const ArrayRef<int> dims = place.inBlockOf;
      if (dims.empty()) return place.turn.empty() && isVector(place.variable);
      return dims.back() == loop && !llvm::is_contained(dims.drop_back(), loop);
    }
    return fits(view.outs[place.output].of->type) && isInOutput(place);
  }

  bool isVector(StringRef variable) const {
    return variable == vector || llvm::is_contained(declared, variable);
  }

  /// Where neighbours lie side by side in a result.
  bool isInOutput(const Place &place) const {
    return place.output >= 0 &&
           accessOf(view, place.output, indexOf(place, view.formula)).stride(loop) == Stride::one;
  }

  bool may(const Let &let) {
    return !isIndex(let.value) && (isReadAlone(let.value, false) || mayCompute(let.value));
  }
  bool may(const Bind &bind) {
    add(bound, bind);
    return varies(bind.value) || !isVector(bind.places.front().variable);
  }
  /// Of what arms of a branch give it.
  bool may(const Declare &variable) {
    declared.push_back(variable.name);
    return variable.start == Declare::Start::none && variable.extents.empty() &&
           !info(variable.type).isNarrow && isOneWidth(variable.type);
  }
  bool may(const If &either) {
    return either.condition && !varies(either.condition) && mayIn(either.then) &&
           mayIn(either.otherwise);
  }
  bool mayIn(const Statements &arm) {
    const auto before = std::pair(seen, guarded);
    const bool may = this->may(arm);
    std::tie(seen, guarded) = before;
    return may;
  }
  bool may(const Store &store) {
    return isSideBySide(store.to) && fits(store.value->type) && mayCompute(store.value);
  }
  bool may(const Accumulate &more) {
    const ElementType own = more.value->type;
    if (!isSideBySide(more.into) || !fits(own) || !info(more.fn).takesVectors(own)) return false;
    return more.term.isNone() ? mayCompute(more.value) : isSideBySide(more.term);
  }
  template <typename Other>
  bool may(const Other &) {
    return false;
  }
};

class LoopsByOne {
public:
  int64_t count = 0;

  void look(const Statements &statements) {
    for (const Statement &each : statements)
      std::visit([&](const auto &node) { look(node); }, each.node);
  }

private:
  bool hasLoop = false; // where it looks

  template <typename Node>
  void look(const Node &node) {
    if constexpr (requires { node.body; }) look(node.body);
  }
  void look(const If &either) {
    look(either.then);
    look(either.otherwise);
  }
  void look(const For &loop) {
    hasLoop = false;
    look(loop.body);
    count += !hasLoop && !loop.inVectors;
    hasLoop = true;
  }
};

class Marker {
public:
  explicit Marker(const KernelView &view) : view(view) {}

  void mark(Statements &statements) {
    for (Statement &each : statements)
      std::visit([&](auto &node) { mark(node); }, each.node);
  }

private:
  const KernelView &view;
  Bound bound;
  int64_t marked = 0; // loops

  template <typename Node>
  void mark(Node &node) {
    if constexpr (requires { node.body; }) mark(node.body);
  }
  void mark(Bind &bind) { add(bound, bind); }
  void mark(If &either) {
    mark(either.then);
    mark(either.otherwise);
  }
  void mark(For &loop) {
    Along along(view, bound, loop.loop); // before the body binds what it computes
    along.mayStep = loop.lane.empty();
    const int64_t before = marked;
    mark(loop.body);
    if (loop.over == For::Over::blocks) loop.inBlocks = !loop.to.empty() && marked > before;
    if (loop.over == For::Over::blocks || loop.over == For::Over::lane) return;
    const int64_t most = view.loops[loop.loop].largest;
    if ((loop.piece ? std::min(loop.piece->extent(), most) : most) < kLeast) return;
    if (!along.may(loop.body)) return;
    loop.inVectors = along.vectorType();
    ++marked;
    declareVectors(loop.body);
  }
  static void declareVectors(Statements &body) {
    for (Statement &each : body) {
      if (auto *variable = std::get_if<Declare>(&each.node)) variable->isVector = true;
      auto *either = std::get_if<If>(&each.node);
      if (!either) continue;
      declareVectors(either->then);
      declareVectors(either->otherwise);
    }
  }
  void mark(PackedSums &sums) {
    const PackedProduct &product = sums.product;
    const bool isOneTerm = product.terms.size() == 1;
    const bool isOneRow = product.folded.empty(); // else neighbours may be of two
    const bool isByOuter = product.leftOuterLast;
    if (isByOuter || (product.leftAlongTerms ? isOneTerm : isOneRow || haveRuns(view, product)))
      mark(sums.left, product.leftAlongTerms ? product.terms[0] : product.rows);
    if (product.isSkinny) return; // columns are taken one by one
    if (!product.rightOuterLast) mark(sums.right, product.columns);
    const bool isTurned = product.rightAlongTerms && sums.right.alongVectors < 0;
    if (product.rightOuterLast || (isTurned && isOneTerm)) mark(sums.right, product.terms[0]);
    Along end(view, bound, product.columns, sums.sum);
    sums.endInVectors = end.may(sums.end) && end.type == sums.left.value->type;
  }
  void mark(FunctionBody &function, int loop) {
    Along along(view, bound, loop);
    if (along.may(function.body) && along.mayCompute(function.value) &&
        along.type == function.value->type)
      function.alongVectors = loop;
  }
};

} // namespace

void markVectors(KernelTree &tree, const KernelView &view) {
  if (!view.allCases || view.isInPlace()) return;
  Marker(view).mark(tree.statements);
}

int64_t loopsByOne(const Statements &statements) {
  LoopsByOne loops;
  loops.look(statements);
  return loops.count;
}

} // namespace shardc
