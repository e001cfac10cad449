// SPDX-License-Identifier: Apache-2.0
#include "analysis/mesh/explain_mesh.h"

#include "analysis/slices/sources.h"
#include "frontend/ir/interfaces/builder.h"
#include "frontend/ir/interfaces/manual.h"
#include "frontend/ir/names.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardc {

namespace {

/// Chains that are indented further than this end there: nobody reads on.
constexpr unsigned kDeepest = 48;

/// Dimensions of values that a chain has come by.
using Seen = llvm::SmallSet<std::pair<void *, int64_t>, 8>;

class MeshExplainer {
public:
  /// `folds`: chains are told in a line as far as they do not branch.
  MeshExplainer(const Propagation &propagation, func::FuncOp entry, const ShardingWriter &writer,
                bool folds = false)
      : propagation(propagation), entry(entry), writer(writer), folds(folds), out(text) {}

  std::string value(Value value) {
    out << "'" << nameOf(value) << "' " << typeOf(value.getType())->str()
        << placeText(value.getLoc()) << "\n";
    if (propagation.isConstantLike(value)) {
      out << "  is constant: it is made where it is needed\n";
      return text;
    }
    whole(nameOf(value), propagation.sharding(value));
    dimensions(propagation.sharding(value), propagation.reasons(value), value);
    if (isa<BlockArgument>(value)) partials("arrives", propagation.sharding(value));
    return text;
  }

  std::string output(unsigned number) {
    Value value = entry.front().getTerminator()->getOperand(number);
    out << "output '" << outputName(entry, number) << "' " << typeOf(value.getType())->str()
        << ", which returns '" << nameOf(value) << "'" << placeText(value.getLoc()) << "\n";
    whole(outputName(entry, number), propagation.table[propagation.outputs[number]]);
    const Sharding &sharding = propagation.table[propagation.outputs[number]];
    dimensions(sharding, propagation.outputReasons(number), {});
    partials("is left", sharding);
    return text;
  }

  std::string move(const Partitioned &partitioned, const Placed &moved, int number,
                   StringRef reason) {
    const Placed &from = partitioned.placed[moved.operands.front()];
    const double elementBytes = info(typeOf(moved.value.getType())->type).bytes;
    const double bytes = moved.move.payload * elementBytes, least = moved.move.bound * elementBytes;
    out << "c" << number << ": " << (reason.empty() ? "" : (reason + "\n  ").str()) << "'"
        << nameOf(moved.value) << "'" << placeText(moved.value.getLoc())
        << " moves; a device receives " << llvm::format("%.6g", bytes)
        << " bytes; this move needs ";
    if (bytes > least)
      out << llvm::format("%.6g", least) << "\n";
    else
      out << "no fewer\n";
    if (moved.reduces || from.own)
      parts(from);
    else
      held(from);
    wanted(moved);
    if (const WeighedReduction *weighed = weighedFor(partitioned, moved))
      otherwise(*weighed, moved.reduces ? moved.value.getDefiningOp() : moved.because);
    return text;
  }

private:
  std::string nameOf(Value value) const { return shardc::nameOf(value, entry); }
  std::string axes(ArrayRef<AxisRef> list) const { return str(list, propagation.mesh); }

  std::string written(StringRef name, const Sharding &sharding) const {
    return writer ? writer(name, sharding) : shortText(sharding, propagation.mesh);
  }
  /// Dimensions say it as well, but not in the words of a notation.
  void whole(StringRef name, const Sharding &sharding) {
    if (writer) out << "  lies as " << writer(name, sharding) << "\n";
  }

  /// Each with where its axes come from. `value`: whose they are; none: an output's.
  void dimensions(const Sharding &sharding, ArrayRef<ShardingReason> reasons, Value value) {
    if (sharding.onlyOn) return lone(sharding, reasons);
    for (auto [number, of] : llvm::enumerate(sharding.dims)) {
      const auto dim = static_cast<int64_t>(number);
      out << "  dimension " << dim << ": " << (of.axes.empty() ? "whole" : axes(of.axes)) << "\n";
      Seen seen;
      seen.insert({value.getAsOpaquePointer(), dim});
      follow(reasons, dim, of.axes, 4, seen);
    }
  }

  void partials(StringRef verb, const Sharding &sharding) {
    if (sharding.unreduced.empty()) return;
    out << "  " << verb << " unreduced over " << axes(sharding.unreduced)
        << ": each device has a partial result, and the " << shardc::nameOf(sharding.unreducedBy)
        << " of all is the value\n";
  }

  /// What one device has, by the user's wish alone.
  void lone(const Sharding &sharding, ArrayRef<ShardingReason> reasons) {
    out << "  all of it " << shortText(sharding, propagation.mesh) << "\n";
    if (!reasons.empty() && reasons.front().given)
      out << "    given" << placeText(*reasons.front().given) << "\n";
  }

  void chain(Value value, int64_t dim, ArrayRef<AxisRef> wantedAxes, unsigned indent, Seen &seen) {
    if (indent > kDeepest)
      out.indent(indent) << "...\n";
    else if (seen.insert({value.getAsOpaquePointer(), dim}).second)
      follow(propagation.reasons(value), dim, wantedAxes, indent, seen);
  }

  /// The reasons for axes on a dimension, each followed up to the user's line.
  void follow(ArrayRef<ShardingReason> reasons, int64_t dim, ArrayRef<AxisRef> wantedAxes,
              unsigned indent, Seen &seen) {
    for (const ShardingReason &reason : reasons) {
      const bool gives = llvm::any_of(
          reason.axes, [&](const AxisRef &axis) { return overlaps(axis, wantedAxes); });
      if (reason.given && reason.dimension == dim && (gives || wantedAxes.empty()))
        out.indent(indent) << "given" << placeText(*reason.given) << "\n";
      if (reason.given || reason.dimension != dim || !gives) continue;
      if (!reason.from) {
        out.indent(indent) << "from where it is returned\n";
        outputChain(reason.output, reason.axes, indent + 2);
        continue;
      }
      const SmallVector<ShardingReason> steps = unbranched(reason, seen);
      const ShardingReason &first = steps.back();
      out.indent(indent) << axes(reason.axes) << " from '" << nameOf(first.from) << "' through "
                         << opsText(steps) << placeText(first.op->getLoc()) << "\n";
      follow(first.from, first.axes, indent + 2, seen);
    }
  }

  /// The reason and those behind it, as long as each is the only one.
  SmallVector<ShardingReason> unbranched(const ShardingReason &reason, Seen &seen) {
    SmallVector<ShardingReason> steps = {reason};
    while (folds) {
      const ShardingReason &last = steps.back();
      const auto dim = dimensionWith(last.from, last.axes);
      const auto next = dim ? onlyStep(last.from, *dim, last.axes) : std::nullopt;
      if (!next || !seen.insert({last.from.getAsOpaquePointer(), *dim}).second) break;
      steps.push_back(*next);
    }
    return steps;
  }

  /// The one reason for axes on a dimension, if that is a value's.
  std::optional<ShardingReason> onlyStep(Value value, int64_t dim, ArrayRef<AxisRef> list) const {
    std::optional<ShardingReason> only;
    for (const ShardingReason &reason : propagation.reasons(value)) {
      if (reason.dimension != dim) continue;
      const bool isStep = !reason.given && reason.from && ArrayRef(reason.axes) == list;
      if (only || !isStep) return std::nullopt;
      only = reason;
    }
    return only;
  }

  /// "dot_general, add and maximum", from where the chain begins.
  static std::string opsText(ArrayRef<ShardingReason> steps) {
    constexpr size_t kShown = 6;
    std::string text;
    for (auto [number, step] : llvm::enumerate(llvm::reverse(steps))) {
      if (steps.size() > kShown && number == kShown / 2)
        text += ", " + std::to_string(steps.size() - kShown + 1) + " more";
      const bool isShown =
          steps.size() <= kShown || number < kShown / 2 || number + kShown / 2 > steps.size();
      if (isShown) text += (text.empty() ? "" : ", ") + mnemonicOf(step.op);
    }
    return text;
  }

  /// The first dimension of a value that has some of the axes.
  std::optional<int64_t> dimensionWith(Value value, ArrayRef<AxisRef> list) const {
    const Sharding sharding = propagation.sharding(value);
    for (auto [dim, of] : llvm::enumerate(sharding.dims))
      if (llvm::any_of(of.axes, [&](const AxisRef &axis) { return overlaps(axis, list); }))
        return static_cast<int64_t>(dim);
    return std::nullopt;
  }

  void follow(Value from, ArrayRef<AxisRef> list, unsigned indent, Seen &seen) {
    if (const auto dim = dimensionWith(from, list)) return chain(from, *dim, list, indent, seen);
    const auto output = llvm::find(entry.front().getTerminator()->getOperands(), from);
    if (output != entry.front().getTerminator()->getOperands().end())
      outputChain(std::nullopt, list, indent);
  }

  /// `only`: the output that it is, where that is known.
  void outputChain(std::optional<size_t> only, ArrayRef<AxisRef> list, unsigned indent) {
    const size_t first = only.value_or(0);
    const size_t end = only ? *only + 1 : propagation.outputs.size();
    for (size_t number = first; number < end; ++number)
      for (const ShardingReason &reason : propagation.outputReasons(number))
        if (reason.given &&
            llvm::any_of(reason.axes, [&](const AxisRef &axis) { return overlaps(axis, list); }))
          out.indent(indent) << "output '" << outputName(entry, static_cast<unsigned>(number))
                             << "' is given" << placeText(*reason.given) << "\n";
  }

  /// A partial result: which operands have the axes of the sum.
  void parts(const Placed &from) {
    if (isa<BlockArgument>(from.value)) {
      out << "  it arrives as a part of it on each device, over " << axes(from.unreducedAxes)
          << "\n";
      return;
    }
    out << "  devices compute a part of it each: " << axes(from.unreducedAxes) << " splits what is "
        << (from.asBits ? "picked from\n"
            : from.own  ? "reduced\n"
                        : "summed up\n");
    Operation *op = from.value.getDefiningOp();
    Seen seen;
    for (Value operand : op->getOperands()) {
      if (propagation.isConstantLike(operand)) continue;
      const Sharding sharding = propagation.sharding(operand);
      for (auto [dim, of] : llvm::enumerate(sharding.dims)) {
        if (llvm::none_of(of.axes,
                          [&](const AxisRef &a) { return overlaps(a, from.unreducedAxes); }))
          continue;
        out << "    '" << nameOf(operand) << "' has it on dimension " << dim << "\n";
        chain(operand, static_cast<int64_t>(dim), from.unreducedAxes, 6, seen);
      }
    }
  }

  void held(const Placed &from) {
    out << "  it lies as " << written(nameOf(from.value), from.sharding) << "\n";
    Seen seen;
    for (auto [dim, of] : llvm::enumerate(from.sharding.dims))
      if (!of.axes.empty()) chain(from.value, static_cast<int64_t>(dim), of.axes, 4, seen);
  }

  void wanted(const Placed &moved) {
    if (moved.own) return; // by the op itself
    if (moved.because == nullptr) {
      out << "  it is returned\n";
      return;
    }
    out << "  it is needed by " << mnemonicOf(moved.because);
    if (moved.because->getNumResults() > 0)
      out << ", which makes '" << nameOf(moved.because->getResult(0)) << "'";
    out << placeText(moved.because->getLoc()) << "\n";
    for (Value result : moved.because->getResults()) {
      if (propagation.isConstantLike(result)) continue;
      const Sharding sharding = propagation.sharding(result);
      out << "    that lies as " << written(nameOf(result), sharding) << "\n";
      Seen seen;
      for (auto [dim, of] : llvm::enumerate(sharding.dims))
        if (!of.axes.empty()) chain(result, static_cast<int64_t>(dim), of.axes, 6, seen);
    }
    needed(moved);
  }

  void otherwise(const WeighedReduction &weighed, Operation *op) {
    const bool isMore = weighed.bytes > weighed.otherwise;
    out << "  " << mnemonicOf(op) << ", with what it makes, moves "
        << llvm::format("%.6g", weighed.bytes) << " bytes per device; "
        << (weighed.isSplit ? "without partial results" : "with partial results that are combined")
        << " it would move " << llvm::format("%.6g", weighed.otherwise)
        << (isMore ? ", and take longer\n" : "\n");
  }

  /// Devices in a row that need the same are told together.
  void needed(const Placed &moved) {
    constexpr int kShown = 8;
    const auto count = static_cast<int64_t>(moved.boxes.size());
    int64_t first = 0;
    for (int shown = 0; shown < kShown && first < count; ++shown) {
      int64_t last = first;
      while (last + 1 < count && moved.boxes[last + 1] == moved.boxes[first])
        ++last;
      out << "    device" << (last > first ? "s " : " ") << first;
      if (last > first) out << " to " << last;
      out << (last > first ? " need " : " needs ") << str(moved.boxes[first]) << "\n";
      first = last + 1;
    }
    if (first < count) out << "    and so on, to device " << count - 1 << "\n";
  }

  const Propagation &propagation;
  func::FuncOp entry;
  const ShardingWriter &writer;
  bool folds;
  std::string text;
  llvm::raw_string_ostream out;
};

} // namespace

std::string explainOnMesh(const Propagation &propagation, func::FuncOp entry, Value value,
                          const ShardingWriter &writer) {
  return MeshExplainer(propagation, entry, writer).value(value);
}

std::string explainOutputOnMesh(const Propagation &propagation, func::FuncOp entry, unsigned output,
                                const ShardingWriter &writer) {
  return MeshExplainer(propagation, entry, writer).output(output);
}

std::string explainMove(const Propagation &propagation, const Partitioned &partitioned,
                        func::FuncOp entry, int number, StringRef reason,
                        const ShardingWriter &writer) {
  int count = 0;
  for (const Placed &placed : partitioned.placed)
    if (placed.kind == Placed::Kind::moved && count++ == number)
      return MeshExplainer(propagation, entry, writer, /*folds=*/true)
          .move(partitioned, placed, number, reason);
  return "";
}

} // namespace shardc
