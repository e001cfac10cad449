// SPDX-License-Identifier: Apache-2.0
// Kernels that are done by rows are functions of one index of each loop around them and of a block
// of rows. One more function has those loops: it takes memory of the thread for what goes from one
// kernel to the next, and calls them for block after block. It is what is launched, so its
// parameters are the operands of all kernels, each once, and the result of the last one.
#include "codegen/cpp/row_blocks.h"

#include "codegen/text/code.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

std::vector<std::string> rowParameters(const KernelView &view) {
  std::vector<std::string> list;
  for (const int loop : view.kernel.rows->around)
    list.push_back("int64_t " + view.loops[loop].name);
  list.push_back("int64_t " + view.rowsFrom());
  list.push_back("int64_t " + view.rowsTo());
  return list;
}

namespace {

class RowBlocksWriter {
public:
  RowBlocksWriter(const RowBlocks &blocks, const Function &function, const DeviceLayout &layout,
                  ArrayRef<KernelText> kernels)
      : blocks(blocks), kernels(kernels) {
    views.reserve(blocks.kernels.size());
    for (const int kernel : blocks.kernels)
      views.emplace_back(function.kernels[kernel], layout);
    chooseNames();
  }

  KernelText text(const KernelText &last) const {
    KernelText made = last;
    made.name = name;
    made.takesDevice = takesDevice();
    made.trips = trips;
    made.chunks = chunks();
    made.cpp.text += "\n" + comment() + definition();
    made.cpp.needs.names.insert("scratch");
    made.pointer = text::packed("  void (*" + name + ")(", kernelParameters(), ")");
    made.declaration = text::packed("void " + name + "(", launcherParameters(), ")");
    made.cpp.launcher = launcher();
    return made;
  }

private:
  const RowBlocks &blocks;
  ArrayRef<KernelText> kernels;
  std::vector<KernelView> views;
  std::string name;
  std::vector<std::string> operands; // what they are called
  std::vector<std::string> between;
  std::string result;
  SmallVector<int64_t, 1> trips; // of all kernels

  const KernelView &last() const { return views.back(); }
  const Kernel::Rows &rows() const { return *last().kernel.rows; }
  const std::string &nameOf(int loop) const { return last().loops[loop].name; }
  int64_t extentOf(int loop) const { return *last().loops[loop].extent; }

  void chooseNames() {
    name = last().kernel.name + "_by_rows";
    Scope scope = last().scope;
    for (const int kernel : blocks.kernels)
      trips.append(kernels[kernel].trips);
    llvm::sort(trips);
    trips.erase(llvm::unique(trips), trips.end());
    for (const int64_t trip : trips)
      scope.reserve(tripName(trip));
    for (const auto &[k, number] : blocks.operands)
      operands.push_back(fresh(scope, views[k].kernel.ins[number].name));
    for (const KernelView &view : ArrayRef(views).drop_back())
      between.push_back(fresh(scope, view.kernel.outs.front().name));
    result = last().outs.front().window;
  }

  /// The last kernel's own names, which its scope has, are this function's.
  std::string fresh(Scope &scope, const std::string &wanted) const {
    const auto isOwn = [&](const ParameterView &in) { return in.window == wanted; };
    const bool isFree = llvm::any_of(last().ins, isOwn) && !llvm::is_contained(operands, wanted) &&
                        !llvm::is_contained(between, wanted);
    return isFree ? wanted : scope.fresh(wanted);
  }

  bool takesDevice() const {
    return llvm::any_of(blocks.kernels, [&](int kernel) { return kernels[kernel].takesDevice; });
  }

  std::string typeOf(const Kernel::Window &window) const { return info(window.type).cpp; }

  void addTrips(std::vector<std::string> &list, const std::string &type) const {
    for (const int64_t trip : trips)
      list.push_back(type + tripName(trip));
  }

  std::vector<std::string> pointers() const {
    std::vector<std::string> list;
    for (auto [operand, at] : llvm::zip_equal(operands, blocks.operands))
      list.push_back("const " + typeOf(views[at.first].kernel.ins[at.second]) + " *" + operand);
    list.push_back(typeOf(last().kernel.outs.front()) + " *" + result);
    return list;
  }

  std::vector<std::string> kernelParameters() const {
    std::vector<std::string> list = {"int64_t from", "int64_t to"};
    if (takesDevice()) list.push_back("const Device d");
    addTrips(list, "int64_t ");
    llvm::append_range(list, pointers());
    return list;
  }

  std::vector<std::string> launcherParameters() const {
    std::vector<std::string> list = {"Stream &stream", "const char *step"};
    if (takesDevice()) list.push_back("const Device &d");
    addTrips(list, "int64_t ");
    llvm::append_range(list, pointers());
    return list;
  }

  /// Threads take indices of the outermost loop, or blocks of rows.
  Chunks chunks() const {
    const bool isRows = rows().around.empty();
    const int loop = isRows ? rows().loop : rows().around.front();
    return {{extentOf(loop), isRows ? blocks.size : 1}, loop};
  }

  std::string launcher() const {
    std::vector<std::string> arguments = {"stream", "step", "kernels()." + name,
                                          chunksText(chunks())};
    if (takesDevice()) arguments.push_back("d");
    addTrips(arguments, "");
    llvm::append_range(arguments, operands);
    arguments.push_back(result);
    return text::packed("void " + name + "(", launcherParameters(), ") {\n") +
           text::packed("  shardc::runtime::launch(", arguments, ");\n") + "}\n";
  }

  std::string comment() const {
    std::vector<std::string> names;
    for (const KernelView &view : views)
      names.push_back(view.kernel.name);
    return text::wrapped("// ", name + ": " + text::listed(names) + " for " +
                                    std::to_string(blocks.size) + " rows " + nameOf(rows().loop) +
                                    " at a time, so that of " + text::listed(between) +
                                    " there are the rows of a block alone, in this thread's "
                                    "memory.");
  }

  std::string definition() const {
    Code body;
    for (size_t k = 0; k < between.size(); ++k) {
      const std::string type = typeOf(views[k].kernel.outs.front());
      body.push_back({type + " *const " + between[k] + " = scratch<" + type + ", " +
                      std::to_string(k + 1) + ">(" + std::to_string(blocks.size) + " * " +
                      std::to_string(blocks.between[k]) + ");"});
    }
    llvm::append_range(body, loops(0));
    return text::packed("static void " + name + "(", kernelParameters(), ") {\n") +
           codeText(body, 2) + "}\n";
  }

  static std::string head(const std::string &i, const std::string &from, const std::string &to,
                          const std::string &next) {
    return "for (int64_t " + i + " = " + from + "; " + i + " < " + to + "; " + next + ")";
  }

  Code loops(size_t depth) const {
    const std::string from = depth == 0 ? "from" : "0";
    if (depth == rows().around.size()) {
      const std::string to = depth == 0 ? "to" : std::to_string(extentOf(rows().loop));
      return {{head(last().rowsFrom(), from, to,
                    last().rowsFrom() + " += " + std::to_string(blocks.size)),
               true, block(to)}};
    }
    const int loop = rows().around[depth];
    const std::string to = depth == 0 ? "to" : std::to_string(extentOf(loop));
    return {{head(nameOf(loop), from, to, "++" + nameOf(loop)), true, loops(depth + 1)}};
  }

  Code block(const std::string &end) const {
    const std::string to = last().rowsFrom() + " + " + std::to_string(blocks.size);
    Code lines = {{"const int64_t " + last().rowsTo() + " = " + to + " < " + end + " ? " + to +
                   " : " + end + ";"}};
    for (size_t k = 0; k < views.size(); ++k)
      lines.push_back({views[k].kernel.name + "(" + text::joined(arguments(k)) + ");"});
    return lines;
  }

  std::vector<std::string> arguments(size_t k) const {
    std::vector<std::string> list;
    for (const int loop : rows().around)
      list.push_back(nameOf(loop));
    list.push_back(last().rowsFrom());
    list.push_back(last().rowsTo());
    const KernelText &kernel = kernels[blocks.kernels[k]];
    if (kernel.takesDevice) list.push_back("d");
    for (const int64_t trip : kernel.trips)
      list.push_back(tripName(trip));
    for (const int operand : blocks.operandOf[k])
      list.push_back(operand < 0 ? between[k - 1] : operands[operand]);
    list.push_back(k < between.size() ? between[k] : result);
    return list;
  }
};

} // namespace

void addRowBlocks(const RowBlocks &blocks, const Function &function, const DeviceLayout &layout,
                  std::vector<KernelText> &kernels) {
  KernelText &last = kernels[blocks.kernels.back()];
  last = RowBlocksWriter(blocks, function, layout, kernels).text(last);
}

} // namespace shardc
