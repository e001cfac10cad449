// SPDX-License-Identifier: Apache-2.0
#include "codegen/cpp/kernels.h"

#include "codegen/cpp/body/print_body.h"
#include "codegen/cpp/calls.h"
#include "codegen/cpp/comment.h"
#include "codegen/cpp/library_calls.h"
#include "codegen/cpp/routine_kernels.h"
#include "codegen/cpp/row_blocks.h"
#include "codegen/cpp/threads.h"
#include "codegen/kernel/view/runtime_words.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {
namespace {

/// The parts of a kernel's text on one target.
struct KernelParts {
  Needs needs;
  KernelTree tree;
  std::string statements; // of the body, and the windows before them
};

std::string cppName(ElementType type) { return info(type).cpp; }

std::string parameter(const Kernel::Window &window, const std::string &name, bool isIn,
                      const char *qualifier) {
  return (isIn ? "const " : "") + cppName(window.type) + " *" + qualifier + name;
}

std::string indexType(const KernelView &view, const KernelTree &tree) {
  return tree.wide ? "int64_t" : view.indexType();
}

/// The parameters of the function that launches a kernel.
std::vector<std::string> launcherParameters(const KernelView &view, bool device) {
  std::vector<std::string> list = {"Stream &stream", "const char *step"};
  if (device) list.push_back("const Device &d");
  for (const int64_t depth : view.trips)
    list.push_back("int64_t " + tripName(depth));
  for (const ParameterView &in : view.ins)
    list.push_back(parameter(*in.of, in.window, true, ""));
  for (const ParameterView &out : view.outs)
    list.push_back(parameter(*out.of, out.window, false, ""));
  return list;
}

std::vector<std::string> kernelParameters(const KernelView &view, const KernelTree &tree,
                                          bool device) {
  std::vector<std::string> list;
  if (tree.chunks) list = {"int64_t from", "int64_t to"};
  if (view.kernel.rows) list = rowParameters(view);
  if (device) list.push_back("const Device d");
  for (const int64_t depth : view.trips)
    list.push_back(indexType(view, tree) + " " + tripName(depth));
  const auto add = [&](const ParameterView &each, bool isIn) {
    const bool mayMeet = each.isInPlace || each.over;
    list.push_back(parameter(*each.of, each.name, isIn, mayMeet ? "" : "__restrict__ "));
  };
  for (const ParameterView &in : view.ins)
    add(in, true);
  for (const ParameterView &out : view.outs)
    add(out, false);
  return list;
}

/// `const Window x(x_data, d.i, Whole<4>());` for each that the body uses.
std::string windowLines(const KernelView &view, Needs &needs) {
  ExpressionWriter text(view, needs);
  std::string lines;
  const auto add = [&](const ParameterView &each) {
    if (each.name == each.window || !needs.windows.count(each.window)) return;
    std::vector<std::string> arguments = {each.name};
    for (const Span &span : each.of->window)
      arguments.push_back(text.dimension(span));
    needs.names.insert("Window");
    lines += text::packed("  const Window " + each.window + "(", arguments, ");\n");
  };
  llvm::for_each(view.ins, add);
  llvm::for_each(view.outs, add);
  return lines;
}

/// Of all that is computed and held.
void needTypes(const KernelView &view, Needs &needs) {
  const auto add = [&](ElementType type) {
    if (isOfRuntime(type)) needs.names.insert(cppName(type));
  };
  for (const Result &result : view.formula.results)
    forEach(result.value, [&](Expr e) { add(e->type); });
  for (const ParameterView &in : view.ins)
    add(in.of->type);
  for (const ParameterView &out : view.outs)
    add(out.of->type);
}

KernelParts partsOf(const KernelView &view, KernelTree tree) {
  KernelParts parts;
  parts.tree = std::move(tree);
  needTypes(view, parts.needs);
  const Code body = printBody(parts.tree, view, parts.needs);
  parts.statements = windowLines(view, parts.needs) + codeText(body, 2);
  return parts;
}

std::string cppHead(const std::string &name, const std::vector<std::string> &parameters) {
  return text::packed("static void " + name + "(", parameters, ") {\n");
}

/// The name on the next line where the parameters then take no more lines.
std::string cudaHead(const std::string &name, const std::vector<std::string> &parameters,
                     const std::string &bounds, const std::string &linkage) {
  const std::string first = linkage + "__global__ void __launch_bounds__(" + bounds + ")";
  const std::string together = text::packed(first + " " + name + "(", parameters, ") {\n");
  const std::string apart = text::packed(first + "\n    " + name + "(", parameters, ") {\n");
  const auto lines = [](llvm::StringRef text) { return text.count('\n'); };
  return lines(together) == 1 || lines(together) < lines(apart) ? together : apart;
}

/// Threads of a block, and how many blocks have to have room at once, where threads may have more
/// registers than compilers give so many.
std::string launchBounds(const KernelTree &tree) {
  const std::string threads = std::to_string(threadsOf(tree)->block);
  const int atOnce = tree.product ? tree.product->tile->atOnce : threadsOf(tree)->atOnce;
  return atOnce > 0 ? threads + ", " + std::to_string(atOnce) : threads;
}

/// On one line where it fits.
std::string definitionText(const std::string &head, const std::string &body) {
  const llvm::StringRef only = llvm::StringRef(body).trim();
  const bool isOne =
      llvm::StringRef(body).count('\n') == 1 && only.ends_with(";") && !only.starts_with("if");
  const std::string line = llvm::StringRef(head).rtrim().str() + " " + only.str() + " }\n";
  if (isOne && llvm::StringRef(head).count('\n') == 1 && line.size() <= text::kColumns + 1)
    return line;
  return head + body + "}\n";
}

/// `kernel`: what is launched, as an expression.
std::string launcherText(const KernelView &view, const KernelTree &tree, bool device,
                         const std::string &kernel) {
  const Threads *threads = threadsOf(tree);
  const std::string &name = view.kernel.name;
  std::vector<std::string> arguments = {"stream", "step", kernel};
  if (threads) {
    arguments.push_back(gridArgument(*threads));
    arguments.push_back(std::to_string(threads->block));
  }
  if (tree.chunks) arguments.push_back(chunksText(*tree.chunks));
  if (device) arguments.push_back("d");
  for (const int64_t depth : view.trips) {
    const std::string type = indexType(view, tree), number = tripName(depth);
    arguments.push_back(type == "int64_t" ? number : type + "(" + number + ")");
  }
  for (const ParameterView &in : view.ins)
    arguments.push_back(in.window);
  for (const ParameterView &out : view.outs)
    arguments.push_back(out.window);
  std::string body = text::packed("  shardc::runtime::launch(", arguments, ");\n"), calls;
  bool mayRefuse = false;
  for (const CallOfLibrary &call : libraryCalls(view, threads != nullptr)) {
    calls += (calls.empty() ? "#if defined(" : "#elif defined(") + call.library->definition() +
             ")\n" + call.statement;
    mayRefuse |= call.mayRefuse;
  }
  if (mayRefuse)
    body = calls + "#endif\n" + body;
  else if (!calls.empty())
    body = calls + "#else\n" + body + "#endif\n";
  return text::packed("void " + name + "(", launcherParameters(view, device), ") {\n") + body +
         "}\n";
}

KernelText::OnTarget cppText(const KernelView &view, const Function &function,
                             ArrayRef<const std::vector<Source> *> further, KernelParts &parts,
                             bool device) {
  const std::string &name = view.kernel.name;
  const std::string head = cppHead(name, kernelParameters(view, parts.tree, device));
  return {commentText(view, function, further, parts.tree) + definitionText(head, parts.statements),
          std::move(parts.needs), launcherText(view, parts.tree, device, "kernels()." + name)};
}

KernelText::OnTarget cudaText(const KernelView &view, const Function &function,
                              ArrayRef<const std::vector<Source> *> further, KernelParts &parts,
                              bool device, const std::string &symbol) {
  const bool isLinked = symbol.empty();
  const std::string &name = isLinked ? view.kernel.name : symbol;
  const std::string head = cudaHead(name, kernelParameters(view, parts.tree, device),
                                    launchBounds(parts.tree), isLinked ? "" : "extern \"C\" ");
  return {commentText(view, function, further, parts.tree) + "namespace gpu {\n" +
              definitionText(head, parts.statements) + "} // namespace gpu\n",
          std::move(parts.needs),
          launcherText(view, parts.tree, device, isLinked ? "gpu::" + name : text::quoted(name))};
}

std::string introduction(const Plan &plan, Target target, GpuKernels gpu) {
  const std::string first = "// The kernels of " + plan.id;
  if (target == Target::cpp)
    return first + " for CPUs: the formulas of the kernels for GPUs, under loops in place of a\n"
                   "// grid. Compiled once for each set of instructions; the bits are the same.\n";
  if (gpu == GpuKernels::linked)
    return first + " for GPUs. Each is followed by the function that launches it.\n";
  return first + " for GPUs, of which the files in cubin/ are made. " + plan.id +
         ".launch_cuda.cpp\n// launches them.\n";
}

bool combines(const Plan &plan) {
  return llvm::any_of(plan.functions, [](const Function &function) {
    return llvm::any_of(function.collectives, [](const Collective &c) { return c.combine; });
  });
}

/// The header of an element type that is the runtime's; "" where it is none.
const char *headerOfType(StringRef name) {
  for (ElementType type : elementTypes())
    if (isOfRuntime(type) && name == info(type).cpp)
      return info(type).isComplex ? "device/complex_functions.h"
             : info(type).isSmall ? "device/small_functions.h"
                                  : "narrow.h";
  return "";
}

std::string headerOf(const std::string &name, Target target) {
  if (name == "attention")
    return target == Target::cuda ? "device/cuda/attention_cuda.h" : "device/cpu/attention_cpu.h";
  if (const std::string ofType = headerOfType(name); !ofType.empty()) return ofType;
  const auto *own =
      llvm::find_if(runtimeWords(), [&](const auto &each) { return name == each.name; });
  if (own != runtimeWords().end()) return own->header;
  const llvm::StringRef family = homeOf(name);
  return ("device/" + (family.empty() ? "scalar" : family) + ".h").str();
}

/// The header with what kernels know of the plan: in a program that launches them the whole plan's.
std::string planInclude(const Plan &plan, const KernelTexts &kernels, Target target,
                        GpuKernels gpu) {
  if (target == Target::cpp) return "#include \"" + plan.id + ".kernels.h\"\n";
  if (gpu == GpuKernels::linked) return "#include \"" + plan.id + ".plan.h\"\n";
  return takeDevice(kernels) ? "#include \"" + plan.id + ".device.h\"\n" : "#include <cstdint>\n";
}

/// `headers`: those of the runtime that are included besides.
std::string headText(const Plan &plan, const KernelTexts &kernels, Target target, GpuKernels gpu,
                     const Needs &needs, std::set<std::string> headers) {
  const bool cuda = target == Target::cuda;
  if (gpu == GpuKernels::cubin && combines(plan))
    headers.insert("collectives/cuda_local/combine_cuda.h");
  for (const std::string &name : needs.names)
    headers.insert(headerOf(name, target));
  headers.erase("");
  std::string text = introduction(plan, target, gpu);
  text += planInclude(plan, kernels, target, gpu);
  // Before the others: tests have one that stands in for all of CUDA.
  if (cuda && gpu == GpuKernels::linked) text += "\n#include \"runtime/host/cuda/launch_cuda.h\"\n";
  if (cuda && gpu == GpuKernels::linked)
    for (const std::string &header : libraryHeaders(plan, /*forGpus=*/true))
      headers.insert(StringRef(header).drop_front(StringRef("runtime/").size()).str());
  if (!headers.empty()) text += "\n";
  for (const std::string &header : headers)
    text += "#include \"runtime/" + header + "\"\n";
  if (needs.math) text += "\n#include <cmath>\n";
  if (!cuda) text += "\n#ifndef SHARDC_ISA\n#define SHARDC_ISA baseline\n#endif\n";
  text += "\nnamespace " + plan.id + " {\n\n";
  const std::vector<std::string> names(needs.names.begin(), needs.names.end());
  if (!names.empty()) text += text::usingList(names);
  return text;
}

/// The kernels of a function in the namespace of what they are compiled for, and the table of them.
std::string inInstructionSet(const std::string &text, const std::vector<KernelText> &kernels) {
  std::vector<std::string> names;
  for (const KernelText &kernel : kernels)
    if (kernel.isInTable()) names.push_back(kernel.name);
  return text::inNamespace(
      "SHARDC_ISA", text + text::packed("extern const Kernels kernels = {", names, "};\n") + "\n");
}

} // namespace

/// One of those that are done by rows: a function, which is launched with the others.
static KernelText partText(const KernelView &view, const Function &function,
                           ArrayRef<const std::vector<Source> *> further) {
  KernelParts parts = partsOf(view, scheduleOf(view, Target::cpp));
  KernelText text;
  text.takesDevice = parts.needs.device;
  text.trips = view.trips;
  text.cpp = cppText(view, function, further, parts, text.takesDevice);
  return text;
}

/// One header declares the launchers of both targets.
KernelText kernelText(const KernelView &view, const Function &function,
                      ArrayRef<const std::vector<Source> *> further, KernelTree cppTree,
                      KernelTree cudaTree, const std::string &symbol) {
  cppTree.chunks = chunksOf(cppTree, view);
  cppTree.wide |= cppTree.chunks.has_value(); // compilers do not know how small the indices are
  KernelParts cpp = partsOf(view, std::move(cppTree)), cuda = partsOf(view, std::move(cudaTree));
  KernelText text;
  text.name = view.kernel.name;
  text.takesDevice = cpp.needs.device || cuda.needs.device;
  text.trips = view.trips;
  text.chunks = cpp.tree.chunks;
  text.declaration = text::packed("void " + view.kernel.name + "(",
                                  launcherParameters(view, text.takesDevice), ")");
  text.cpp = cppText(view, function, further, cpp, text.takesDevice);
  text.cuda = cudaText(view, function, further, cuda, text.takesDevice, symbol);
  text.pointer = text::packed("  void (*" + view.kernel.name + ")(",
                              kernelParameters(view, cpp.tree, text.takesDevice), ")");
  return text;
}

/// What a cubin calls a kernel: "product_0", "loss__product_0" where there are several functions.
static std::string cubinName(const Plan &plan, const Function &function, StringRef kernel) {
  const std::string scope = plan.functions.size() > 1 ? function.name + "__" : "";
  return scope + kernel.str();
}

KernelTexts kernelTexts(const Plan &plan, GpuKernels gpu) {
  KernelTexts texts;
  for (const Function &function : plan.functions) {
    const DeviceLayout layout = deviceLayout(function);
    std::vector<KernelText> &own = texts.emplace_back();
    for (auto [kernel, further] : llvm::zip_equal(function.kernels, furtherSources(function))) {
      if (kernel.call) {
        own.push_back(callText(plan, function, kernel, layout));
        continue;
      }
      const KernelView view(kernel, layout);
      const std::string symbol =
          gpu == GpuKernels::cubin ? cubinName(plan, function, kernel.name) : "";
      own.push_back(kernel.rows ? partText(view, function, further)
                                : kernelText(view, function, further, scheduleOf(view, Target::cpp),
                                             scheduleOf(view, Target::cuda), symbol));
    }
    for (const RowBlocks &blocks : function.rowBlocks)
      addRowBlocks(blocks, function, layout, own);
  }
  return texts;
}

std::string chunksText(const Chunks &chunks) {
  std::string made = "{" + std::to_string(chunks.extent) + ", " + std::to_string(chunks.size);
  if (chunks.step > 0) made += ", " + std::to_string(chunks.step);
  return made + "}";
}

bool takeDevice(const KernelTexts &kernels) {
  return llvm::any_of(kernels, [](const std::vector<KernelText> &own) {
    return llvm::any_of(own, [](const KernelText &kernel) { return kernel.takesDevice; });
  });
}

std::string kernelsFile(const Plan &plan, const KernelTexts &kernels, Target target,
                        GpuKernels gpu) {
  Needs needs;
  std::string all;
  for (auto [function, own] : llvm::zip_equal(plan.functions, kernels)) {
    std::string text;
    for (const KernelText &kernel : own) {
      if (!kernel.call.empty()) continue;
      text += kernel.on(target).text + "\n";
      if (target == Target::cuda && gpu == GpuKernels::linked) text += kernel.cuda.launcher + "\n";
      needs.add(kernel.on(target).needs);
    }
    if (target == Target::cpp && !own.empty()) text = inInstructionSet(text, own);
    const bool isAlone = plan.functions.size() == 1 || text.empty();
    all += isAlone ? text : text::inNamespace(function.name, text);
  }
  const bool isCompiled = target == Target::cuda && gpu == GpuKernels::cubin;
  const RoutineKernels routines = isCompiled ? routineKernels(plan) : RoutineKernels();
  return headText(plan, kernels, target, gpu, needs, routines.headers) + all + "} // namespace " +
         plan.id + "\n" + (routines.text.empty() ? "" : "\n" + routines.text);
}

} // namespace shardc
