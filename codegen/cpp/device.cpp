// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/device.h"

#include "codegen/cpp/scope.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {
namespace {

/// Collects fields, each range once, in the order in which they are asked for.
class LayoutBuilder {
public:
  explicit LayoutBuilder(const Function &function) : function(function) {
    for (const Coordinate &coordinate : function.coordinates)
      layout.counts.push_back(coordinate.count());
  }

  DeviceLayout build() {
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

  void add(const std::string &name, const Span &span) {
    if (span.isUniform() || layout.find(span)) return;
    layout.fields.push_back({names.fresh(name), span});
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
    const auto inBuffer = [&](const Buffer &buffer) {
      return llvm::is_contained(buffer.box, span) || llvm::is_contained(buffer.window, span);
    };
    return llvm::any_of(function.kernels, inKernel) || llvm::any_of(function.buffers, inBuffer);
  }

  /// Ranges that some buffer's box has are named after the buffer, wider ones after its window.
  void addWindow(const Kernel::Window &window) {
    for (const Span &span : window.window)
      if (!span.isUniform() && !layout.find(span)) addByBuffer(span);
    addDimensions(window.name + "_window", window.window);
  }

  void addByBuffer(const Span &span) {
    for (const Buffer &buffer : function.buffers)
      if (llvm::is_contained(buffer.box, span))
        return addDimensionsLike(buffer.name, buffer.box, span);
  }

  void addDimensionsLike(const std::string &name, ArrayRef<Span> spans, const Span &span) {
    const size_t dim = llvm::find(spans, span) - spans.begin();
    add(rangeName(name, spans.size(), dim), span);
  }

  void addKernel(const Kernel &kernel) {
    for (const Kernel::Window &window : kernel.ins)
      addWindow(window);
    for (const Kernel::Window &window : kernel.outs)
      addWindow(window);
    for (auto [l, span] : llvm::enumerate(kernel.loops)) {
      if (!span.isUniform() && !layout.find(span)) addByBuffer(span);
      add(kernel.name + "_" + kernel.formula.loops[l].name, span);
    }
  }
};

} // namespace

const DeviceField *DeviceLayout::find(const Span &span) const {
  const auto field = llvm::find_if(fields, [&](const DeviceField &f) { return f.span == span; });
  return field == fields.end() ? nullptr : &*field;
}

std::string DeviceLayout::dimension(const Span &span) const {
  if (const DeviceField *field = find(span)) return "d." + field->name;
  const int64_t extent = std::max<int64_t>(span.hi.literal() - span.lo.literal(), 0);
  const std::string lo = std::to_string(span.lo.literal()), size = std::to_string(extent);
  return lo == "0" ? "Whole<" + size + ">()" : "Fixed<" + lo + ", " + size + ">()";
}

DeviceLayout deviceLayout(const Function &function) { return LayoutBuilder(function).build(); }

} // namespace shardc
