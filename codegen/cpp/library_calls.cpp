// SPDX-License-Identifier: Apache-2.0
// A call has the runtime's struct of its form (runtime/libraries/product.h, convolution.h) written
// out, numbers by name, and pointers at what each tensor's first element is. What devices have
// differently is said by fields of the table of devices, so one text is for all.
#include "codegen/cpp/library_calls.h"

#include "codegen/kernel/forms/library/convolution.h"
#include "codegen/kernel/forms/library/matrix_product.h"
#include "codegen/text/literal.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace shardc {

/// "64", "d.i.size() * 64"
static std::string amountText(const Amount &amount) {
  std::string text;
  for (const DeviceField *field : amount.sizes)
    text += (text.empty() ? "" : " * ") + ("int64_t(d." + field->name + ".size())");
  if (text.empty()) return std::to_string(amount.factor);
  return amount.factor == 1 ? text : text + " * " + std::to_string(amount.factor);
}

/// "x + 64 + int64_t(d.i.lo) * 64"
static std::string pointerText(std::string text, const Offset &offset) {
  for (const auto &[amount, field] : offset.parts) {
    const bool isNegative = amount.factor < 0;
    const Amount size = {isNegative ? -amount.factor : amount.factor, amount.sizes};
    text += isNegative ? " - " : " + ";
    if (!field) {
      text += amountText(size);
      continue;
    }
    text += "int64_t(d." + field->name + ".lo)";
    if (!size.is(1)) text += " * " + amountText(size);
  }
  return text;
}

/// What further tensors move by, where there are such.
static std::string epilogueText(const ProductLoop &loop) {
  if (!loop.added.is(0) && loop.bias.is(0)) return ", " + amountText(loop.added);
  return loop.bias.is(0) ? "" : ", " + amountText(loop.added) + ", " + amountText(loop.bias);
}

static std::string loopText(const ProductLoop &loop) {
  return "{" + amountText(loop.count) + ", " + amountText(loop.left) + ", " +
         amountText(loop.right) + ", " + amountText(loop.result) + epilogueText(loop) + "}";
}

static std::string functionName(LibraryForm form, const Library &library) {
  switch (form) {
  case LibraryForm::product:
    return "multiply_by_" + library.name.str();
  case LibraryForm::convolution:
    return "convolve_by_" + library.name.str();
  }
  return "";
}

/// The call, given what of the form's struct, and the pointers.
static std::string callText(const KernelView &view, const Library &library,
                            const std::string &numbers, ArrayRef<std::string> pointers) {
  const std::string call = "shardc::runtime::" + functionName(view.kernel.libraryForm, library) +
                           "(\n      stream, step,\n      {" + numbers + "},\n" +
                           text::packed("      ", pointers, ");\n");
  return library.isForGpus ? "  const bool is_done = " + call + "  if (is_done) return;\n"
                           : "  " + call;
}

/// Operands and the result, each at its offset.
template <typename Form>
static std::vector<std::string> pointers(const KernelView &view, const Form &form) {
  return {pointerText(view.ins[form.left].window, form.leftAt),
          pointerText(view.ins[form.right].window, form.rightAt),
          pointerText(view.outs.front().window, form.resultAt)};
}

static std::string typeText(ElementType type) {
  return std::string("shardc::runtime::Type::") + info(type).name;
}

static const char *activationName(runtime::Activation activation) {
  switch (activation) {
  case runtime::Activation::none:
    return "none";
  case runtime::Activation::relu:
    return "relu";
  case runtime::Activation::gelu:
    return "gelu";
  }
  return "";
}

static std::string literalOf(double number) {
  return literalText(Number::of(ElementType::f64, number));
}

/// "{.scale = 0.5, .bias = b}": what is done with the sums.
static std::string epilogueText(const KernelView &view, const MatrixProduct &product) {
  const Epilogue &epilogue = product.epilogue;
  std::vector<std::string> parts;
  if (epilogue.scale != 1) parts.push_back(".scale = " + literalOf(epilogue.scale));
  if (epilogue.added) {
    parts.push_back(".share = " + literalOf(epilogue.share));
    parts.push_back(".added = " +
                    pointerText(view.ins[epilogue.added->value].window, product.addedAt));
  }
  if (epilogue.bias)
    parts.push_back(".bias = " +
                    pointerText(view.ins[epilogue.bias->value].window, product.biasAt));
  if (epilogue.activation != runtime::Activation::none)
    parts.push_back(std::string(".activation = shardc::runtime::Activation::") +
                    activationName(epilogue.activation));
  return "{" + llvm::join(parts, ", ") + "}";
}

static std::string productCall(const KernelView &view, const Library &library) {
  const MatrixProduct product = *matrixProductOf(view);
  std::string numbers = ".rows = " + loopText(product.rows) +
                        ",\n       .columns = " + loopText(product.columns) +
                        ",\n       .terms = " + loopText(product.terms);
  if (!product.batches.empty())
    numbers += ",\n       .batches = {" +
               llvm::join(llvm::map_range(product.batches, loopText), ", ") + "}";
  std::vector<std::string> given = pointers(view, product);
  if (library.isForGpus) { // one function for all types
    given.insert(given.end() - 1, typeText(view.outs.front().of->type));
    given.insert(given.begin(), typeText(product.factors));
  }
  std::vector<std::string> named = {view.ins[product.left].window, view.ins[product.right].window,
                                    view.outs.front().window};
  Expr added = product.epilogue.added, bias = product.epilogue.bias;
  if (added || bias) named.push_back(added ? view.ins[added->value].window : "no addend");
  if (bias) named.push_back(view.ins[bias->value].window);
  if (!product.epilogue.isNothing()) given.push_back(epilogueText(view, product));
  return "  // How many, and the strides of " + text::listed(named) + ".\n" +
         callText(view, library, numbers, given);
}

static std::string loopText(const ConvolutionLoop &loop) {
  return "{" + amountText(loop.count) + ", " + amountText(loop.source) + ", " +
         amountText(loop.window) + ", " + amountText(loop.output) + "}";
}

static std::string placeText(const ConvolutionPlace &place) {
  const auto of = [](const ConvolutionPlace::Of &of) {
    return "{" + std::to_string(of.extent) + ", " + amountText(of.step) + "}";
  };
  return "{" + of(place.source) + ", " + of(place.window) + ", " + of(place.output) + ", " +
         std::to_string(place.stride) + ", " + std::to_string(place.dilation) + ", " +
         std::to_string(place.before) + "}";
}

static const char *resultName(runtime::ConvolutionResult result) {
  switch (result) {
  case runtime::ConvolutionResult::output:
    return "output";
  case runtime::ConvolutionResult::source:
    return "source";
  case runtime::ConvolutionResult::window:
    return "window";
  }
  return "";
}

static std::string convolutionCall(const KernelView &view, const Library &library) {
  const Convolution convolution = *convolutionOf(view);
  std::vector<std::string> given = pointers(view, convolution);
  if (library.isForGpus) given.insert(given.begin(), typeText(convolution.factors));
  const auto line = [](const char *name, const ConvolutionLoop &loop) {
    return std::string(",\n       .") + name + " = " + loopText(loop);
  };
  const std::string numbers =
      std::string(".result = shardc::runtime::ConvolutionResult::") +
      resultName(convolution.result) + line("groups", convolution.groups) +
      line("images", convolution.images) + line("inputs", convolution.inputs) +
      line("outputs", convolution.outputs) + ",\n       .places = {" +
      llvm::join(llvm::map_range(convolution.places, placeText), ",\n                  ") + "}";
  return "  // How many, and the strides of source, window and output; of places the extent and "
         "the "
         "stride\n  // of each, then the window's stride, its dilation and the padding before.\n" +
         callText(view, library, numbers, given);
}

/// What calls the library.
static std::string statementFor(const KernelView &view, const Library &library) {
  switch (view.kernel.libraryForm) {
  case LibraryForm::product:
    return productCall(view, library);
  case LibraryForm::convolution:
    return convolutionCall(view, library);
  }
  return "";
}

std::vector<CallOfLibrary> libraryCalls(const KernelView &view, bool forGpus) {
  std::vector<CallOfLibrary> calls;
  for (const Library *library : view.kernel.libraries)
    if (library->isForGpus == forGpus)
      calls.push_back({library, statementFor(view, *library), library->isForGpus});
  return calls;
}

std::vector<std::string> libraryHeaders(const Plan &plan, bool forGpus) {
  std::set<std::string> headers;
  const std::string target = forGpus ? "cuda" : "cpu";
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels)
      for (const Library *library : kernel.libraries)
        if (library->isForGpus == forGpus)
          headers.insert("runtime/libraries/" + target + "/" +
                         functionName(kernel.libraryForm, *library) + "_" + target + ".h");
  return {headers.begin(), headers.end()};
}

} // namespace shardc
