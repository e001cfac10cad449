// SPDX-License-Identifier: Apache-2.0
// Dimensions of a window are gone through from the last, as the pitch of each is the product of the
// sizes behind it. A loop adds its factor times the pitch to its stride. Where the loop begins,
// less where the window does, is in the offset: numbers in one part, and one for each range that
// differs.
#include "codegen/kernel/forms/library/amounts.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

Amount times(const Amount &a, const Amount &b) {
  if (a.factor == 0 || b.factor == 0) return {0};
  Amount product = {a.factor * b.factor, a.sizes};
  llvm::append_range(product.sizes, b.sizes);
  llvm::sort(product.sizes);
  return product;
}

void Offset::add(const Amount &amount, const DeviceField *begin) {
  if (amount.factor == 0) return;
  const auto isAlike = [&](const auto &part) {
    return part.first.sizes == amount.sizes && part.second == begin;
  };
  const auto known = llvm::find_if(parts, isAlike);
  if (known == parts.end()) return parts.push_back({amount, begin});
  known->first.factor += amount.factor;
  if (known->first.factor == 0) parts.erase(known);
}

/// The size of a range, of which each case has an interval.
template <typename IntervalOf>
static Amount sizeOf(const KernelView &view, const Span &span, IntervalOf intervalOf) {
  const auto size = [&](const Case &each) { return intervalOf(each).extent(); };
  if (const std::optional<int64_t> number = common(view.cases, size)) return {*number};
  return {1, {view.layout.find(span)}};
}

Amount countOf(const KernelView &view, int loop) {
  return sizeOf(view, view.kernel.loops[loop], [&](const Case &each) { return each.loops[loop]; });
}

namespace {

/// factor * where a range begins, for each that differs between devices; and a number.
class Begin {
public:
  explicit Begin(const KernelView &view) : view(view) {}

  void add(int64_t factor, const Span &span) {
    if (span.lo.isUniform()) {
      number += factor * span.lo.literal();
      return;
    }
    const auto known =
        llvm::find_if(parts, [&](const auto &part) { return part.second->lo == span.lo; });
    if (known != parts.end())
      known->first += factor;
    else
      parts.push_back({factor, &span});
  }

  /// Appends it, times `pitch`; false where the table of devices lacks a range.
  bool appendTo(Offset &offset, const Amount &pitch) const {
    offset.add(times({number}, pitch));
    for (const auto &[factor, span] : parts) {
      if (factor == 0) continue;
      const DeviceField *field = view.layout.find(*span);
      if (!field) return false;
      offset.add(times({factor}, pitch), field);
    }
    return true;
  }

  int64_t number = 0;

private:
  const KernelView &view;
  SmallVector<std::pair<int64_t, const Span *>, 2> parts;
};

} // namespace

/// What a dimension's index adds to the access; false where it is no sum of loops.
static bool addDimension(const KernelView &view, Expr index, const Span &window,
                         const Amount &pitch, AffineAccess &access) {
  Begin begin(view);
  begin.number = constantOf(index);
  for (const auto &[factor, loop] : terms(index)) {
    if (loop->kind != Kind::Loop) return false;
    Amount &stride = access.strides[loop->value];
    if (!stride.is(0)) return false; // two dimensions use it
    stride = times({factor}, pitch);
    begin.add(factor, view.kernel.loops[loop->value]);
  }
  begin.add(-1, window);
  return begin.appendTo(access.offset, pitch);
}

static std::optional<AffineAccess>
affineAccess(const KernelView &view, ArrayRef<Expr> index, ArrayRef<Span> window,
             ArrayRef<int> apart, llvm::function_ref<const Box &(const Case &)> windowIn) {
  AffineAccess access;
  access.strides.assign(view.kernel.loops.size(), Amount{0});
  access.pitches.assign(index.size(), Amount{});
  Amount pitch;
  for (size_t dim = index.size(); dim-- > 0;) {
    access.pitches[dim] = pitch;
    const bool isApart = llvm::is_contained(apart, static_cast<int>(dim));
    if (!isApart && !addDimension(view, index[dim], window[dim], pitch, access))
      return std::nullopt;
    const auto held = [&](const Case &each) { return windowIn(each)[dim]; };
    pitch = times(pitch, sizeOf(view, window[dim], held));
  }
  return access;
}

std::optional<AffineAccess> affineLoad(const KernelView &view, Expr load, ArrayRef<int> apart) {
  const auto windowIn = [&](const Case &each) -> const Box & { return each.ins[load->value]; };
  return affineAccess(view, load->args, view.kernel.ins[load->value].window, apart, windowIn);
}

std::optional<AffineAccess> affineResult(const KernelView &view, ArrayRef<int> apart) {
  const auto windowIn = [](const Case &each) -> const Box & { return each.outs.front(); };
  return affineAccess(view, view.kernel.formula.results.front().index,
                      view.kernel.outs.front().window, apart, windowIn);
}

} // namespace shardc
