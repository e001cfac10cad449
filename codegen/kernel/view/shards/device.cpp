// SPDX-License-Identifier: Apache-2.0
#include "codegen/kernel/view/shards/device.h"

#include "codegen/kernel/view/scope.h"
#include "codegen/plan/names.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {
namespace {

/// Collects fields, each range once, in the order in which they are asked for.
class LayoutBuilder {
public:
  explicit LayoutBuilder(const Function &function) : function(function) {
    for (const Coordinate &coordinate : function.coordinates)
      layout.counts.push_back(coordinate.count());
    for (const Buffer &buffer : function.buffers)
      for (auto [dim, span] : llvm::enumerate(buffer.box))
        if (!span.isUniform()) boxes.add(span, {&buffer, dim});
    for (const Buffer &buffer : function.buffers)
      for (auto [dim, span] : llvm::enumerate(buffer.window))
        if (!span.isUniform()) windows.add(span, {&buffer, dim});
  }

  DeviceLayout build() {
    layout.owner = owner();
    addCoordinates();
    for (const Kernel &kernel : function.kernels)
      addKernel(kernel);
    for (const Buffer &buffer : function.buffers) {
      addDimensions(buffer.name, buffer.box);
      addDimensions(buffer.name + "_window", buffer.window);
    }
    return std::move(layout);
  }

private:
  const Function &function;
  DeviceLayout layout;
  Scope names;
  using Place = std::pair<const Buffer *, size_t>; // and dimension
  SpanTable<Place> boxes, windows;

  /// The output whose slices number the shards.
  std::string owner() const {
    std::string only;
    for (const Buffer &buffer : function.buffers) {
      if (buffer.role != Role::output || buffer.value == only) continue;
      if (!only.empty()) return "";
      only = buffer.value;
    }
    return only.empty() ? "" : only + "'s";
  }

  void add(const std::string &name, const Span &span) {
    if (span.isUniform() || layout.find(span)) return;
    const Place *box = boxes.find(span), *window = windows.find(span);
    const Place at = box ? *box : window ? *window : Place();
    const std::string cut = box ? cutName(span, *box) : "";
    layout.add({names.fresh(cut.empty() ? name : cut), span, at.first, at.second, !box});
  }

  /// "model_4096", what axes make of a dimension of that size, however many values have it.
  std::string cutName(const Span &span, const Place &place) const {
    constexpr size_t kLongest = 32;
    std::string name;
    for (const int c : eitherOf(span.lo.over, span.hi.over)) {
      const Coordinate &coordinate = function.coordinates[c];
      if (!coordinate.cuts.empty()) return ""; // slices have names of their own
      name += coordinate.name + "_";
    }
    name = identifier(name + std::to_string(place.first->shape[place.second]));
    return name.size() > kLongest ? "" : name;
  }

  void addDimensions(const std::string &name, ArrayRef<Span> spans) {
    for (auto [dim, span] : llvm::enumerate(spans))
      add(rangeName(name, spans.size(), dim), span);
  }

  /// x of a vector, x_rows and x_columns of a matrix, x_0 and so on of others.
  static std::string rangeName(const std::string &name, size_t rank, size_t dim) {
    if (rank == 1) return name;
    return name + "_" + (rank > 2 ? std::to_string(dim) : dim == 0 ? "rows" : "columns");
  }

  /// The slice of coordinate `c` itself, as a range that depends on `c` alone.
  static Span sliceOf(const Coordinate &coordinate, int c) {
    ArrayRef<int64_t> cuts = coordinate.cuts;
    return {{{c}, cuts.drop_back().vec()}, {{c}, cuts.drop_front().vec()}};
  }

  void addCoordinates() {
    for (auto [c, coordinate] : llvm::enumerate(function.coordinates)) {
      if (coordinate.cuts.empty()) continue; // an axis: what it cuts follows from the buffers
      const Span slice = sliceOf(coordinate, static_cast<int>(c));
      if (coordinate.count() > 1 && isUsed(slice)) add(coordinate.name, slice);
    }
  }

  bool isUsed(const Span &span) const {
    const auto inKernel = [&](const Kernel &kernel) {
      const auto inWindow = [&](const Kernel::Window &w) {
        return llvm::is_contained(w.window, span);
      };
      return llvm::is_contained(kernel.loops, span) || llvm::any_of(kernel.ins, inWindow) ||
             llvm::any_of(kernel.outs, inWindow);
    };
    return boxes.find(span) || windows.find(span) || llvm::any_of(function.kernels, inKernel);
  }

  /// Ranges that some buffer's box has are named after the buffer, wider ones after its window.
  void addWindow(const Kernel::Window &window) {
    for (const Span &span : window.window)
      if (!span.isUniform() && !layout.find(span)) addByBuffer(span);
    addDimensions(window.name + "_window", window.window);
  }

  void addByBuffer(const Span &span) {
    if (const Place *box = boxes.find(span))
      add(rangeName(box->first->name, box->first->box.size(), box->second), span);
  }

  void addCall(const Kernel &kernel) {
    for (const Kernel::Call::Operand &operand : kernel.call->operands)
      addDimensions(kernel.ins[operand.number].name + "_given", operand.box);
    for (auto [out, result] : llvm::zip_equal(kernel.outs, kernel.call->results))
      addDimensions(out.name + "_made", result.box);
  }

  void addKernel(const Kernel &kernel) {
    for (const Kernel::Window &window : kernel.ins)
      addWindow(window);
    for (const Kernel::Window &window : kernel.outs)
      addWindow(window);
    for (auto [l, span] : llvm::enumerate(kernel.loops)) {
      if (!span.isUniform() && !layout.find(span)) addByBuffer(span);
      if (!kernel.call) add(kernel.name + "_" + kernel.formula.loops[l].name, span);
    }
    if (kernel.call) addCall(kernel);
  }
};

} // namespace

const DeviceField *DeviceLayout::find(const Span &span) const {
  if (span.isUniform()) return nullptr;
  const size_t *number = known.find(span);
  return number ? &fields[*number] : nullptr;
}

void DeviceLayout::add(DeviceField field) {
  known.add(field.span, fields.size());
  fields.push_back(std::move(field));
}

std::string DeviceLayout::dimension(const Span &span) const {
  if (const DeviceField *field = find(span)) return "d." + field->name;
  const int64_t extent = std::max<int64_t>(span.hi.literal() - span.lo.literal(), 0);
  const std::string lo = std::to_string(span.lo.literal()), size = std::to_string(extent);
  return lo == "0" ? "Whole<" + size + ">()" : "Fixed<" + lo + ", " + size + ">()";
}

DeviceLayout deviceLayout(const Function &function) { return LayoutBuilder(function).build(); }

} // namespace shardc
