// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/fusion/by_library.h"

#include "codegen/kernel/forms/library/convolution.h"
#include "codegen/kernel/forms/library/matrix_product.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

// A product of fewer terms in all is fused as any other value.
constexpr int64_t kLeastProducts = int64_t{1} << 18;

bool isForLibraries(const GraphValue &value, const Libraries &chosen) {
  if (value.kind != GraphValue::Kind::computed) return false;
  const auto product = bareProductOf(*value.formula);
  if (!product || product->terms.empty()) return false;
  const LibraryForm form = hasPlaces(*product) ? LibraryForm::convolution : LibraryForm::product;
  if (thatDo(form, chosen).empty()) return false;
  int64_t products = 1;
  for (const auto *loops : {&product->batches, &product->rows, &product->columns, &product->terms})
    for (const int loop : *loops)
      products *= value.formula->loops[loop].extent;
  return products >= kLeastProducts;
}

/// Whether each element is one of an operand's.
static bool isMoved(const GraphValue &value) {
  return value.kind == GraphValue::Kind::computed &&
         value.formula->results.front().value->kind == Kind::Load;
}

void keepForLibraries(const Graph &graph, const Libraries &chosen, std::vector<bool> &apart) {
  if (chosen.empty()) return;
  for (auto [number, value] : llvm::enumerate(graph.values)) {
    if (!isForLibraries(value, chosen)) continue;
    apart[number] = true;
    for (int operand : value.operands) {
      while (isMoved(graph.values[operand]))
        operand = graph.values[operand].operands.front();
      apart[operand] = true;
    }
  }
}

namespace {

/// What a kernel is to libraries.
struct FoundForm {
  LibraryForm form;
  ElementType factors;
  bool hasEpilogue; // there is more than the sum
};

} // namespace

/// Whether a library that does the form has functions for the kernel's types.
static bool takes(const Library &library, const FoundForm &found, ElementType result) {
  const auto &[form, factor, hasEpilogue] = found;
  if (hasEpilogue && !hasEpilogues(library, form)) return false;
  constexpr ElementType kNarrow[] = {ElementType::bf16, ElementType::f16};
  constexpr ElementType kWide[] = {ElementType::f32, ElementType::f64, ElementType::c64,
                                   ElementType::c128};
  const LibraryTypes types = typesOf(library, form);
  if (types == LibraryTypes::f32) return result == factor && factor == ElementType::f32;
  if (types == LibraryTypes::words)
    return result == factor && (factor == ElementType::f32 || llvm::is_contained(kNarrow, factor));
  if (types == LibraryTypes::narrow && llvm::is_contained(kNarrow, factor))
    return result == factor || result == ElementType::f32;
  return llvm::is_contained(kWide, factor) && result == factor;
}

static Libraries thatTake(const FoundForm &found, ElementType result, const Libraries &chosen) {
  Libraries able;
  llvm::copy_if(thatDo(found.form, chosen), std::back_inserter(able),
                [&](const Library *library) { return takes(*library, found, result); });
  return able;
}

Libraries thatTake(const Formula &formula, const Libraries &chosen) {
  const auto found = productWithEpilogue(formula);
  if (!found) return {};
  const auto &[product, epilogue] = *found;
  const LibraryForm form = hasPlaces(product) ? LibraryForm::convolution : LibraryForm::product;
  return thatTake({form, product.left->type, !epilogue.isNothing()},
                  formula.results.front().type.type, chosen);
}

static std::optional<FoundForm> formOf(const KernelView &view) {
  if (const auto product = matrixProductOf(view))
    return FoundForm{LibraryForm::product, product->factors, !product->epilogue.isNothing()};
  if (const auto convolution = convolutionOf(view))
    return FoundForm{LibraryForm::convolution, convolution->factors, false};
  return std::nullopt;
}

void useLibraries(Function &function, const Libraries &chosen) {
  if (chosen.empty()) return;
  const DeviceLayout layout = deviceLayout(function);
  for (Kernel &kernel : function.kernels) {
    if (kernel.call || kernel.rows || kernel.isAttention) continue;
    const KernelView view(kernel, layout);
    const auto found = formOf(view);
    if (!found) continue;
    kernel.libraryForm = found->form;
    kernel.libraries = thatTake(*found, kernel.formula.results.front().type.type, chosen);
  }
}

} // namespace shardc
