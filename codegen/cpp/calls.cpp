// SPDX-License-Identifier: Apache-2.0
// A call of a routine names the routine and lists a window for each operand and result: the
// buffer, and of each dimension the whole's extent, what the buffer holds of it, and the part that
// is meant. The text is the same for CPUs and GPUs. What no device has differently is a number; the
// rest comes from the table of devices.
#include "codegen/cpp/calls.h"

#include "codegen/cpp/each_source.h"
#include "codegen/plan/extents.h"
#include "codegen/text/literal.h"
#include "codegen/text/text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

namespace shardc {

/// "{"p", 2, 0}" for each.
static std::vector<std::string> axesOf(const Mesh &mesh) {
  std::vector<std::string> axes;
  for (const MeshAxis &axis : mesh.axes)
    axes.push_back("{" + text::escaped(axis.name) + ", " + std::to_string(axis.size) + ", 0}");
  return axes;
}

namespace {

/// Writes one call.
class CallWriter {
public:
  CallWriter(const Plan &plan, const Function &function, const Kernel &kernel,
             const DeviceLayout &layout)
      : plan(plan), kernel(kernel), call(*kernel.call), routine(plan.routines[call.routine]),
        layout(layout), extents(gridOf(function)) {}

  KernelText run() {
    const std::string function = call.roomBytes > 0  ? "checked_call"
                                 : call.padBytes > 0 ? "padded_call"
                                                     : "call";
    const std::string statements = attributeLine() + "  " + function + "(stream, step, {" +
                                   text::quoted(routine.name) + ", ::" + routine.symbol + ", " +
                                   meshText() + ", " +
                                   (routine.attributes.empty() ? "{}" : "attributes") + "},\n" +
                                   list(operands(), ",\n") + list(results(), scratch().c_str());
    KernelText made;
    made.name = kernel.name;
    made.takesDevice = takesDevice;
    made.declaration = text::packed("void " + kernel.name + "(", parameters(), ")");
    made.call = comment() + text::packed("void " + kernel.name + "(", parameters(), ") {\n") +
                statements + "}\n";
    return made;
  }

private:
  const Plan &plan;
  const Kernel &kernel;
  const Kernel::Call &call;
  const Routine &routine;
  const DeviceLayout &layout;
  Extents extents;
  bool takesDevice = false;

  /// Whose axes it is told of.
  std::string meshText() const {
    if (routine.mesh) return "{" + text::joined(axesOf(*routine.mesh)) + "}";
    return plan.mode == PlanMode::collective ? "mesh" : "{}";
  }

  /// Parts between braces, one on a line.
  static std::string list(const std::vector<std::string> &parts, const char *close) {
    return "       {" + llvm::join(parts, ",\n        ") + "}" + close;
  }

  /// None of the values' names.
  std::string freeName(std::string name) const {
    const auto isIt = [&](const Kernel::Window &window) { return window.name == name; };
    while (llvm::any_of(kernel.ins, isIt) || llvm::any_of(kernel.outs, isIt))
      name += "_";
    return name;
  }

  /// What stands behind the results.
  std::string scratch() const {
    const std::string end = call.talksOver ? ", &" + freeName("others") + ");\n" : ");\n";
    if (call.memoryBytes() == 0) return (call.talksOver ? ", {}" : "") + end;
    const std::string memory = ",\n       {" + freeName("scratch") + ", ",
                      all = std::to_string(call.memoryBytes());
    if (call.roomBytes == 0) return memory + all + "}" + end;
    return memory + all + "}, " + std::to_string(call.scratchBytes) + end;
  }

  std::vector<std::string> parameters() const {
    std::vector<std::string> list = {"Stream &stream", "const char *step"};
    if (call.talksOver) list.push_back("const shardc_communicator &" + freeName("others"));
    if (takesDevice) list.push_back("const Device &d");
    for (const Kernel::Window &in : kernel.ins)
      list.push_back(std::string("const ") + info(in.type).cpp + " *" + in.name);
    for (const Kernel::Window &out : kernel.outs)
      list.push_back(std::string(info(out.type).cpp) + " *" + out.name);
    if (call.memoryBytes() > 0) list.push_back("uint8_t *" + freeName("scratch"));
    return list;
  }

  std::string attributeLine() const {
    std::vector<std::string> all;
    for (const RoutineAttribute &each : routine.attributes) {
      std::string value;
      if (const auto *integer = std::get_if<int64_t>(&each.value))
        value = "nullptr, " +
                literalText(Number::of(ElementType::f64, static_cast<double>(*integer))) + ", " +
                literalText(Number::of(ElementType::i64, *integer), true);
      else if (const auto *real = std::get_if<double>(&each.value))
        value = "nullptr, " + literalText(Number::of(ElementType::f64, *real)) + ", 0";
      else
        value = text::escaped(std::get<std::string>(each.value)) + ", 0, 0";
      all.push_back("{" + text::escaped(each.name) + ", " + value + "}");
    }
    if (all.empty()) return "";
    return text::braced("  static const std::vector<shardc_attribute> attributes = {", all, "};\n");
  }

  std::vector<std::string> operands() {
    std::vector<std::string> parts;
    for (const Kernel::Call::Operand &each : call.operands)
      parts.push_back(each.padded.empty()
                          ? part(kernel.ins[each.number], each.box, each.positions)
                          : padded(part(kernel.ins[each.number], each.box, each.positions),
                                   each.padded,
                                   ", " + literalText(routine.fills[parts.size()].number)));
    return parts;
  }
  /// Those that nobody reads are nothing.
  std::vector<std::string> results() {
    std::vector<std::string> parts(call.resultCount, "{}");
    const SmallVector<int, 2> positions = call.positionsOfResults();
    for (auto [out, result] : llvm::zip_equal(kernel.outs, call.results))
      parts[result.number] = result.padded.empty()
                                 ? part(out, result.box, positions)
                                 : padded(part(out, result.box, positions), result.padded, "");
    return parts;
  }

  /// "padded({x, ...}, {4, 6}, 0.0f)"
  static std::string padded(const std::string &part, ArrayRef<int64_t> extents,
                            const std::string &fill) {
    std::vector<std::string> words;
    for (const int64_t extent : extents)
      words.push_back(std::to_string(extent));
    return "padded(" + part + ", {" + text::joined(words) + "}" + fill + ")";
  }

  /// "{x, Type::f32, {dim(10, d.x_rows), dim(6)}}", "{x, Type::f32, {position(0, dim(2, d.x_rows)),
  /// dim(6)}}"
  std::string part(const Kernel::Window &window, ArrayRef<Span> box, ArrayRef<int> positions) {
    std::vector<std::string> dims;
    for (auto [extent, held, given] : llvm::zip_equal(window.shape, window.window, box)) {
      const std::string own = dim(extent, held, given);
      const size_t at = dims.size();
      dims.push_back(at < positions.size()
                         ? "position(" + std::to_string(positions[at]) + ", " + own + ")"
                         : own);
    }
    return "{" + window.name + ", Type::" + info(window.type).name + ", {" +
           llvm::join(dims, ", ") + "}}";
  }

  std::string dim(int64_t extent, const Span &window, const Span &box) {
    const std::string whole = "dim(" + std::to_string(extent);
    if (window == box && isAll(box, extent)) return whole + ")";
    if (window == box) return whole + ", " + range(box) + ")";
    return whole + ", " + range(window) + ", " + range(box) + ")";
  }

  static bool isAll(const Span &span, int64_t extent) {
    return span.isUniform() && span.lo.literal() == 0 && span.hi.literal() == extent;
  }

  std::string range(const Span &span) {
    if (span.isUniform())
      return "{" + std::to_string(span.lo.literal()) + ", " + std::to_string(span.hi.literal()) +
             "}";
    takesDevice = true;
    return "d." + layout.find(span)->name;
  }

  /// What is called for which values.
  std::string comment() {
    std::vector<std::string> names, outs;
    for (const Kernel::Call::Operand &each : call.operands)
      names.push_back(kernel.ins[each.number].name);
    for (const Kernel::Window &out : kernel.outs)
      outs.push_back(out.name);
    std::string made = text::wrapped("// ", kernel.name + ": " + llvm::join(outs, ", ") + " = " +
                                                routine.name + "(" + llvm::join(names, ", ") + ")");
    if (const std::string places = text::placesOf(kernel.sources); !places.empty())
      made += text::wrapped("//   ", "source  " + places);
    for (const Library *library : routine.libraries)
      made += text::wrapped("//   ", "library " + library->title.str() +
                                         ", where the bundle is built with it (" +
                                         library->option() + ")");
    std::vector<std::vector<std::string>> rows;
    const auto add = [&](const Kernel::Window &window, ArrayRef<Span> box) {
      rows.push_back({window.name, std::string(info(window.type).name) + extents.text(box),
                      "of " + text::shape(window.shape)});
    };
    for (const Kernel::Call::Operand &each : call.operands)
      add(kernel.ins[each.number], each.box);
    for (auto [window, result] : llvm::zip_equal(kernel.outs, call.results))
      add(window, result.box);
    if (call.padBytes > 0) rows.push_back({"arrays", text::count(call.padBytes, "byte")});
    if (call.scratchBytes > 0) rows.push_back({"scratch", text::count(call.scratchBytes, "byte")});
    if (call.roomBytes > 0)
      rows.push_back({"checks", text::count(call.roomBytes, "byte") + " for copies"});
    return made + text::columns("//   ", rows);
  }
};

} // namespace

KernelText callText(const Plan &plan, const Function &function, const Kernel &kernel,
                    const DeviceLayout &layout) {
  return CallWriter(plan, function, kernel, layout).run();
}

std::set<int> routinesOf(const Plan &plan) {
  std::set<int> called;
  for (const Function &function : plan.functions)
    for (const Kernel &kernel : function.kernels)
      if (kernel.call) called.insert(kernel.call->routine);
  return called;
}

bool hasOwnCode(const Plan &plan) {
  return llvm::any_of(routinesOf(plan),
                      [&](int number) { return plan.routines[number].header.empty(); });
}

std::vector<RoutineSource> sourcesFor(const Plan &plan, Target target) {
  std::vector<RoutineSource> sources;
  for (const int number : routinesOf(plan)) {
    const Routine &routine = plan.routines[number];
    const auto source = routine.each             ? eachSource(routine, target)
                        : target == Target::cuda ? routine.cuda
                                                 : routine.cpp;
    if (source && llvm::none_of(sources, [&](const auto &s) {
          return pathInBundle(s) == pathInBundle(*source);
        }))
      sources.push_back(*source);
  }
  llvm::sort(sources,
             [](const auto &a, const auto &b) { return pathInBundle(a) < pathInBundle(b); });
  return sources;
}

std::vector<RoutineSource> eachHeaders(const Plan &plan) {
  std::vector<RoutineSource> headers;
  for (const int number : routinesOf(plan))
    if (const auto &each = plan.routines[number].each)
      if (!llvm::is_contained(headers, each->header)) headers.push_back(each->header);
  return headers;
}

static std::string meshLine(const Mesh &mesh) {
  return text::braced("static const std::vector<shardc_axis> mesh = {", axesOf(mesh), "};\n\n");
}

static bool anyCall(const Plan &plan, llvm::function_ref<bool(const Kernel::Call &)> is) {
  return llvm::any_of(plan.functions, [&](const Function &function) {
    return llvm::any_of(function.kernels,
                        [&](const Kernel &kernel) { return kernel.call && is(*kernel.call); });
  });
}
/// Whether calls are checked: all are, or none.
static bool hasRoom(const Plan &plan) {
  return anyCall(plan, [](const Kernel::Call &call) { return call.roomBytes > 0; });
}
static bool hasPads(const Plan &plan) {
  return anyCall(plan, [](const Kernel::Call &call) { return call.padBytes > 0; });
}

static bool hasPositions(const Plan &plan) {
  return anyCall(plan, [](const Kernel::Call &call) { return call.positions > 0; });
}

std::string callsFile(const Plan &plan, const KernelTexts &kernels) {
  std::string text =
      "// Calls of code for ops that are no formula, each for what one device "
      "has.\n#include \"" +
      plan.id + ".plan.h\"\n\n#include \"runtime/host/ops/" +
      (hasRoom(plan) ? "checked_call" : "op_call") + ".h\"\n" +
      (hasPads(plan) && !hasRoom(plan) ? "#include \"runtime/host/ops/padded_call.h\"\n" : "");
  std::set<std::string> symbols, headers;
  for (const int number : routinesOf(plan)) {
    const Routine &routine = plan.routines[number];
    (routine.header.empty() ? symbols : headers)
        .insert(routine.header.empty() ? routine.symbol : routine.header);
  }
  for (const std::string &header : headers)
    text += "#include \"" + header + "\"\n";
  text += "\n";
  for (const std::string &symbol : symbols)
    text += "extern \"C\" const char *" + symbol + "(const shardc_call *call);\n";
  std::vector<std::string> names = {hasRoom(plan) ? "checked_call" : "call", "dim", "Type"};
  if (hasPositions(plan)) names.push_back("position");
  if (hasPads(plan)) names.push_back("padded");
  if (hasPads(plan) && !hasRoom(plan)) names.push_back("padded_call");
  text += (symbols.empty() ? "namespace " : "\nnamespace ") + plan.id + " {\n\n" +
          text::usingList(names);
  if (plan.mode == PlanMode::collective) text += meshLine(plan.meshes.front());
  for (auto [function, own] : llvm::zip_equal(plan.functions, kernels)) {
    std::string calls;
    for (const KernelText &kernel : own)
      if (!kernel.call.empty()) calls += kernel.call + "\n";
    const bool isAlone = plan.functions.size() == 1 || calls.empty();
    text += isAlone ? calls : text::inNamespace(function.name, calls);
  }
  return text + "} // namespace " + plan.id + "\n";
}

} // namespace shardc
