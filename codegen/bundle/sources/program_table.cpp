// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/sources/program_table.h"

#include "codegen/bundle/sources/movements.h"
#include "codegen/cpp/calls.h"
#include "codegen/report/facts.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

namespace shardc::bundle {

static std::string buffersOf(const Parts &parts, const Function &function,
                             const std::string &indent) {
  const std::string scope = parts.scope(function);
  std::vector<std::string> buffers;
  for (const Buffer &buffer : function.buffers)
    if (!buffer.ofBlock)
      buffers.push_back("." + buffer.name + " = at<" + info(buffer.type).cpp + ">(slot, " + scope +
                        "at_" + buffer.name + ")");
  return text::braced(indent + "const " + scope + "Buffers buffers = {", buffers, "};") + "\n";
}

static std::string localOf(const Parts &parts, const Function &function) {
  if (!parts.takeDevice(function)) return "{buffers, slot.stream}";
  return "{" + parts.scope(function) + "device(slot.device), buffers, slot.stream}";
}

std::string localsFunction(const Parts &parts) {
  const Plan &plan = parts.plan;
  std::string out = "template <typename T>\nstatic T *at(const Slot &slot, size_t offset) {\n"
                    "  return reinterpret_cast<T *>(slot.arena + offset);\n}\n\n";
  const std::string type = parts.several() ? "Locals" : "std::vector<Local>";
  out += type + " &locals(Machine &machine) {\n  auto &" + parts.list() + " = machine.kept<" +
         type + ">();\n";
  for (const Function &function : plan.functions)
    out += "  " + parts.list() + (parts.several() ? "." + function.name : "") + ".clear();\n";
  out += "  for (Slot &slot : machine.local) {\n";
  if (!parts.several()) {
    const Function &function = plan.functions.front();
    return out + buffersOf(parts, function, "    ") + "    " + parts.list() + ".push_back(" +
           localOf(parts, function) + ");\n  }\n  return " + parts.list() + ";\n}\n\n";
  }
  for (size_t f = 0; f < plan.functions.size(); ++f) {
    const Function &function = plan.functions[f];
    const bool last = f + 1 == plan.functions.size();
    const std::string end = std::to_string(function.firstShard + function.shards());
    out += (f == 0 ? "    if (slot.device < " + end + ") {\n"
            : last ? " else {\n"
                   : " else if (slot.device < " + end + ") {\n");
    out += buffersOf(parts, function, "      ") + "      shards." + function.name + ".push_back(" +
           localOf(parts, function) + ");\n    }";
  }
  return out + "\n  }\n  return shards;\n}\n\n";
}

/// The parts of each value of a role, of all functions that have any: {at_x, box_x, box_x}.
static std::vector<std::vector<std::string>> partsOf(const Parts &parts, Role role, size_t count) {
  std::vector<std::vector<std::string>> entries(count);
  for (const Function &function : parts.plan.functions)
    for (const Buffer &buffer : function.buffers) {
      if (buffer.role != role) continue;
      const std::string scope = parts.scope(function), box = scope + "box_" + buffer.name;
      const std::string window =
          buffer.window == buffer.box ? box : scope + "window_" + buffer.name;
      entries[buffer.index].push_back("{" + scope + "at_" + buffer.name + ", " + box + ", " +
                                      window + "}");
    }
  return entries;
}

/// An entry of a table of Program that stands at `column`: `fields`, the parts between braces, what
/// follows.
static std::string entry(std::vector<std::string> fields, ArrayRef<std::string> list,
                         ArrayRef<std::string> after, size_t column) {
  const std::string blanks(column + 1, ' ');
  fields.push_back(StringRef(text::braced(blanks + "{", list, "}")).drop_front(column + 1).str());
  fields.insert(fields.end(), after.begin(), after.end());
  return StringRef(text::braced(blanks, fields, "}")).drop_front(column + 1).str();
}

/// A member of Program that is a list of entries; `entryAt` writes entry `index` at a column.
static std::string table(const std::string &name, size_t count,
                         llvm::function_ref<std::string(size_t index, size_t column)> entryAt) {
  const auto written = [&](const std::string &open, size_t column) {
    std::vector<std::string> rows;
    for (size_t index = 0; index < count; ++index)
      rows.push_back("{" + entryAt(index, column));
    return open + text::joined(rows, ",\n" + std::string(column, ' ')) + "},\n";
  };
  const std::string open = "      ." + name + " = {";
  const std::string beside = written(open, open.size());
  // In the next line where an entry would be broken for want of room.
  if (StringRef(beside).count('\n') <= std::max<size_t>(count, 1)) return beside;
  const std::string below = written("      ." + name + " =\n          {", 11);
  return StringRef(below).count('\n') <= StringRef(beside).count('\n') ? below : beside;
}

/// "part_of_z"
static std::string partName(const PlanTensor &tensor, Role role) {
  return std::string(role == Role::input ? "part_of_input_" : "part_of_") + tensor.id;
}

static std::string partialsText(const Plan &plan, const PlanTensor &tensor, Role role) {
  const ShardGrid grid = gridOf(plan.functions.front());
  return "partials<" + std::string(info(tensor.type.type).cpp) +
         ", Combine::" + combineText(tensor.unreduced->combine) + ">(" +
         std::to_string(grid.size(tensor.unreduced->over)) + ", " + partName(tensor, role) + ")";
}

std::string partFunctions(const Plan &plan) {
  std::string out;
  const auto add = [&](ArrayRef<PlanTensor> tensors, Role role) {
    for (const PlanTensor &tensor : tensors)
      if (tensor.unreduced)
        out += "static int " + partName(tensor, role) + "(int number) { return " +
               placeExpression(plan.functions.front(), tensor.unreduced->over) + "; }\n";
  };
  add(plan.inputs, Role::input);
  add(plan.outputs, Role::output);
  if (out.empty()) return out;
  return "// Which of the partial results a device has that make up what is left unreduced.\n" +
         out + "\n";
}

static std::string extentList(const TensorSpec &type) {
  std::string shape = text::shape(type.shape);
  shape.front() = '{';
  shape.back() = '}';
  return shape;
}

/// What follows the parts of a tensor, up to the last that is not as usual.
static std::vector<std::string> behindParts(const Plan &plan, const PlanTensor &tensor, Role role) {
  std::vector<std::pair<std::string, std::string>> fields = {
      {"false", tensor.donated ? "true" : "false"},
      {"nullptr", tensor.name == tensor.id ? "nullptr" : text::escaped(tensor.name)},
      {"{}", tensor.unreduced ? partialsText(plan, tensor, role) : "{}"}};
  while (!fields.empty() && fields.back().first == fields.back().second)
    fields.pop_back();
  std::vector<std::string> texts;
  for (const auto &[usual, field] : fields)
    texts.push_back(field);
  return texts;
}

static std::string tensorTable(const Parts &parts, const std::vector<PlanTensor> &tensors,
                               Role role, const std::string &name) {
  const auto all = partsOf(parts, role, tensors.size());
  const std::vector<std::string> sliced = slicings(parts.plan, role);
  return table(name, tensors.size(), [&](size_t index, size_t column) {
    const PlanTensor &tensor = tensors[index];
    return entry({text::quoted(tensor.id), "Type::" + text::dtype(tensor.type),
                  extentList(tensor.type), text::quoted(sliced[index])},
                 all[index], behindParts(parts.plan, tensor, role), column);
  });
}

static std::string constantTable(const Parts &parts) {
  const auto all = partsOf(parts, Role::constant, parts.plan.constants.size());
  return table("constants", parts.plan.constants.size(), [&](size_t index, size_t column) {
    const PlanConstant &constant = parts.plan.constants[index];
    const bool here = isWrittenOut(constant);
    return entry({text::quoted(constant.id), "Type::" + text::dtype(constant.type),
                  extentList(constant.type), here ? "values_of_" + constant.id : "nullptr",
                  here ? "nullptr" : text::quoted(constant.id + ".npy")},
                 all[index], {}, column);
  });
}

static std::vector<std::string> numbers(ArrayRef<int64_t> list) {
  std::vector<std::string> texts;
  for (int64_t number : list)
    texts.push_back(std::to_string(number));
  return texts;
}

/// Of what processes that run together have in common: the program, what each device holds
/// (`tables`), what is launched, which code of the user's is called and what is exchanged; not of
/// where that stands in the user's files.
static uint64_t fingerprint(const Parts &parts, std::string tables) {
  tables += parts.plan.program + (parts.plan.isFast ? "fast" : "exact");
  for (const Target target : {Target::cpp, Target::cuda})
    for (const RoutineSource &own : sourcesFor(parts.plan, target))
      tables += own.text;
  for (const Function &function : parts.plan.functions)
    for (const KernelText &kernel : parts.kernelsOf(function))
      tables += kernel.call;
  for (const Function &function : parts.plan.functions) {
    for (const KernelText &kernel : parts.kernelsOf(function))
      tables += kernel.declaration;
    for (const Buffer &buffer : function.buffers)
      tables += buffer.name + std::to_string(buffer.offset);
    for (const Collective &collective : function.collectives)
      tables += collective.id + std::to_string(static_cast<int>(collective.pattern)) +
                std::to_string(static_cast<int64_t>(collective.payloadBytes)) + ";";
  }
  return llvm::xxh3_64bits(tables);
}

/// What moves between calls.
static std::string feedTable(const Plan &plan) {
  if (!hasFeeds(plan)) return "";
  std::vector<std::string> pairs;
  for (const Feed &feed : plan.functions.front().feeds)
    pairs.push_back("{" + std::to_string(feed.output) + ", " + std::to_string(feed.input) + "}");
  return text::packed("      .feeds = {", pairs, "},\n") + "      .feed = feed,\n";
}

std::string programFunction(const Parts &parts) {
  const Plan &plan = parts.plan;
  const Function *largest = nullptr;
  for (const Function &function : plan.functions)
    if (!largest || function.arenaBytes > largest->arenaBytes) largest = &function;
  std::string out = "const Program &program() {\n  static const Program program = {\n";
  out += "      .name = " + text::quoted(plan.id) + ",\n";
  out += "      .devices_are = " +
         text::quoted(plan.mode == PlanMode::collective ? meshText(plan) : arrangement(plan)) +
         ",\n";
  out += "      .devices = " + std::to_string(plan.devices()) + ",\n";
  out += "      .arena_bytes = " +
         (largest ? parts.scope(*largest) + "arena_bytes" : std::string("0")) + ",\n";
  out += "      .work = " + std::to_string(workOfCall(plan)) +
         ", // FLOPs, or bytes where a kernel has more of them\n";
  out += tensorTable(parts, plan.inputs, Role::input, "inputs");
  out += tensorTable(parts, plan.outputs, Role::output, "outputs");
  out += constantTable(parts);
  if (hasDataFiles(plan))
    out += "#ifdef SHARDC_DATA // by CMake: where they are\n      .data = SHARDC_DATA,\n#endif\n"
           "      .read = shardc::runtime::read_constant,\n";
  if (!plan.gpus.empty()) out += text::packed("      .gpus = {", numbers(plan.gpus), "},\n");
  if (!plan.processes.empty())
    out += text::packed("      .processes = {", numbers(plan.processes), "},\n");
  if (communicates(plan)) out += "      .collectives = shardc::runtime::make_collectives,\n";
  if (talkingRoutine(plan)) out += "      .talks = shardc::runtime::make_talks,\n";
  if (const int64_t room = facts::collectiveWorkspace(plan))
    out += "      .workspace_bytes = " + std::to_string(room) + ",\n";
  out += feedTable(plan);
  if (parts.gpu() == GpuKernels::cubin)
    out += "#ifdef SHARDC_CUBIN\n      .kernels = kernels_for,\n#endif\n";
  out += "      .fingerprint = 0x" + llvm::utohexstr(fingerprint(parts, out), /*LowerCase=*/true) +
         ",\n";
  return out + "      .step = step,\n  };\n  return program;\n}\n\n";
}

} // namespace shardc::bundle
