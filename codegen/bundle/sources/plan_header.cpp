// SPDX-License-Identifier: Apache-2.0
// src/NAME.plan.h: what the parts share: shards, buffers, kernels; and src/NAME.device.h, which is
// all of it that kernels know.
#include "codegen/bundle/parts.h"
#include "codegen/bundle/sources/movements.h"

#include "codegen/cpp/kernels.h"
#include "codegen/plan/extents.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc::bundle {

std::string fieldType(const DeviceField &field) {
  const bool narrow = isNarrow(*field.span.lo.values) && isNarrow(*field.span.hi.values);
  return narrow ? "Range<int>" : "Range<int64_t>";
}

/// A range as an index that comments show: "i", "0:4".
static std::string indexText(const Span &span, const DeviceLayout &layout) {
  if (const DeviceField *field = layout.find(span)) return field->name;
  return std::to_string(span.lo.literal()) + ":" + std::to_string(span.hi.literal());
}

static std::string boxText(const std::string &value, ArrayRef<Span> spans,
                           const DeviceLayout &layout) {
  std::vector<std::string> dims;
  for (const Span &span : spans)
    dims.push_back(indexText(span, layout));
  return value + "[" + text::joined(dims) + "]";
}

/// The axes that cut a range of the collective mode.
static std::string over(const Plan &plan, const Function &function, const Span &span) {
  if (plan.mode != PlanMode::collective) return "";
  std::vector<std::string> axes;
  for (const int c : dependsOn(span))
    axes.push_back(text::clean(function.coordinates[c].name, 40));
  return axes.empty() ? "" : ", over " + text::listed(axes);
}

std::string describeField(const Parts &parts, const Function &function, const DeviceField &field) {
  if (const Coordinate *coordinate = sliceOf(field.span, function))
    return text::clean(coordinate->from, 60);
  if (!field.buffer) return "a loop of a kernel";
  const std::string which = field.buffer->shape.size() != 2
                                ? "dimension " + std::to_string(field.dimension)
                            : field.dimension == 0 ? "rows"
                                                   : "columns";
  return which + " of " + valueOf(parts.plan, *field.buffer) +
         over(parts.plan, function, field.span) +
         (field.inWindow ? ", with what is computed beside it" : "");
}

/// The fields of Device, those of one type that need no word in one line.
static std::string deviceStruct(const Parts &parts, const Function &function) {
  const DeviceLayout &layout = parts.layout(function);
  std::vector<std::vector<std::string>> rows;
  for (const DeviceField &field : layout.fields)
    rows.push_back(
        {fieldType(field) + " " + field.name + ";", "// " + describeField(parts, function, field)});
  std::string out =
      "/// A " + unit(parts.plan) + ": the indices that it works on.\nstruct Device {\n";
  size_t widest = 0;
  for (const auto &row : rows)
    widest = std::max(widest, row[0].size());
  for (auto &row : rows) {
    row[0].resize(widest, ' ');
    out += "  " + row[0] + " " + row[1] + "\n";
  }
  return out + "};\n";
}

static std::string devicePart(const Parts &parts, const Function &function) {
  std::string out = deviceStruct(parts, function);
  if (parts.several()) out += "/// No indices for a number that is not a shard of this function.\n";
  return out + "Device device(int number);\n\n";
}

bool hasDeviceHeader(const Parts &parts) {
  return llvm::any_of(parts.layouts,
                      [](const DeviceLayout &layout) { return !layout.fields.empty(); });
}

std::string deviceHeaderFile(const Parts &parts) {
  const Plan &plan = parts.plan;
  std::string out = "// What differs between the " + unit(plan) + "s of " + plan.id +
                    ": the indices that each works on.\n#pragma once\n\n"
                    "#include \"runtime/interval.h\"\n\nnamespace " +
                    plan.id + " {\n\nusing shardc::runtime::Range;\n\n";
  for (const Function &function : plan.functions) {
    if (parts.layout(function).fields.empty()) continue;
    const std::string own = devicePart(parts, function);
    out += parts.several() ? text::inNamespace(function.name, own) : own;
  }
  return out + "} // namespace " + plan.id + "\n";
}

/// Per buffer over which axes it holds only a part of a reduction, which a collective completes.
static void addUnreduced(const Function &function, ArrayRef<Step> steps,
                         std::vector<std::string> &perBuffer) {
  for (const Step &step : steps) {
    if (step.kind == Step::Kind::collective) {
      const Collective &collective = function.collectives[step.collective];
      std::string &text = perBuffer[step.ins.front()];
      if (collective.combine && text.empty())
        text = ", unreduced over " + axesText(function, collective);
    }
    for (const std::vector<Step> &body : step.bodies)
      addUnreduced(function, body, perBuffer);
  }
}

static std::string buffersStruct(const Parts &parts, const Function &function) {
  const DeviceLayout &layout = parts.layout(function);
  size_t widest = 0;
  const auto declaration = [](const Buffer &buffer) {
    return std::string(info(buffer.type).cpp) + " *" + buffer.name + ";";
  };
  for (const Buffer &buffer : function.buffers)
    if (!buffer.ofBlock) widest = std::max(widest, declaration(buffer).size());
  std::vector<std::string> unreduced(function.buffers.size());
  addUnreduced(function, function.steps, unreduced);
  Extents extents(gridOf(function));
  std::vector<std::vector<std::string>> rows;
  for (auto [number, buffer] : llvm::enumerate(function.buffers)) {
    if (buffer.ofBlock) continue;
    const std::string value = valueOf(parts.plan, buffer);
    std::string holds = boxText(value, buffer.box, layout);
    if (buffer.window != buffer.box)
      holds += ", in a window of " + boxText(value, buffer.window, layout);
    holds += unreduced[number];
    std::string first = declaration(buffer);
    first.resize(widest, ' ');
    rows.push_back(
        {first + " // " + extents.text(buffer.window), "of " + text::shape(buffer.shape), holds});
  }
  const std::string names = layout.fields.empty() ? "" : " (names: ranges of Device)";
  return text::wrapped("/// ", "The buffers of a " + unit(parts.plan) + ", " +
                                   text::count(function.arenaBytes, "byte") +
                                   " in all: extents, of the whole, indices" + names + ".") +
         "struct Buffers {\n" + text::columns("  ", rows) + "};\n\n";
}

static std::string functionPart(const Parts &parts, const Function &function) {
  std::string out = buffersStruct(parts, function);
  out += "/// A " + unit(parts.plan) + " that this process carries.\nstruct Local {\n";
  if (parts.takeDevice(function)) out += "  Device device;\n";
  out += "  Buffers at;\n  Stream &stream;\n};\n\n";
  for (const KernelText &kernel : parts.kernelsOf(function))
    if (!kernel.name.empty()) out += kernel.declaration + ";\n";
  out += function.kernels.empty() ? "" : "\n";
  return out + movementDeclarations(parts, function);
}

static std::string heading(const Parts &parts, const Function &function) {
  std::vector<std::string> names;
  for (const Coordinate &coordinate : function.coordinates)
    names.push_back(text::clean(coordinate.name, 40));
  if (parts.plan.mode == PlanMode::collective) {
    const std::string all = "Devices " + shardNumbers(function) + " are the " +
                            meshText(parts.plan) + ", row-major, and make " +
                            text::listed(outputsOf(parts.plan, function)) + ".";
    return text::wrapped(parts.several() ? "/// " : "// ", all);
  }
  if (parts.plan.devices() == 1)
    return text::wrapped("// ",
                         "The device makes " + text::listed(outputsOf(parts.plan, function)) + ".");
  std::string words = std::string("Shard") + (function.shards() == 1 ? " " : "s ") +
                      shardNumbers(function) + (function.shards() == 1 ? " makes " : " make ") +
                      text::listed(outputsOf(parts.plan, function));
  if (names.size() == 1)
    words += ", one for each slice of " + names.front();
  else if (names.size() > 1)
    words += ", one for each combination of slices of " + text::listed(names) + ", row-major";
  return text::wrapped(parts.several() ? "/// " : "// ", words + ".");
}

static std::string constantsPart(const Parts &parts) {
  std::string out;
  for (const PlanConstant &constant : parts.plan.constants)
    if (isWrittenOut(constant))
      out += "extern const " + std::string(info(constant.type.type).cpp) + " values_of_" +
             constant.id + "[" + std::to_string(std::max<int64_t>(constant.type.elements(), 1)) +
             "];\n";
  return out.empty() ? "" : "/// Constants, whole and row-major.\n" + out + "\n";
}

std::string planHeaderFile(const Parts &parts) {
  const Plan &plan = parts.plan;
  std::string out = "// What the parts of " + plan.id + " share: " + unit(plan) +
                    "s, buffers, kernels.\n#pragma once\n\n";
  if (hasDeviceHeader(parts)) out += "#include \"" + plan.id + ".device.h\"\n\n";
  out += std::string("#include \"runtime/") +
         (talkingRoutine(plan) ? "collectives/talks"
          : communicates(plan) ? "collectives/collectives"
                               : "host/program") +
         ".h\"\n\nnamespace " + plan.id + " {\n\n";
  std::vector<std::string> used = {"Machine", "Program"};
  const auto moves = [&](const char *type) {
    return llvm::any_of(plan.functions, [&](const Function &function) {
      return llvm::any_of(function.collectives,
                          [&](const Collective &c) { return tableType(c) == type; });
    });
  };
  if (moves("Exchange")) used.insert(used.begin(), "Exchange");
  if (moves("Reduction")) used.push_back("Reduction");
  used.push_back("Stream");
  if (anyStep(plan, [](const Step &step) { return step.decider >= 0; })) used.push_back("decided");
  llvm::append_range(used, text::runtimeTypes(plan));
  out += text::usingList(used);
  for (const Function &function : plan.functions) {
    out += heading(parts, function);
    if (!parts.several()) {
      out += "\n" + functionPart(parts, function);
      break;
    }
    out += text::inNamespace(function.name, functionPart(parts, function));
  }
  out += constantsPart(parts);
  if (parts.several()) {
    out += "/// The shards that this process carries, by their function.\nstruct Locals {\n";
    for (const Function &function : plan.functions)
      out += "  std::vector<" + function.name + "::Local> " + function.name + ";\n";
    out += "};\nLocals &locals(Machine &machine);\n\n";
  } else if (!plan.functions.empty()) {
    out += "std::vector<Local> &locals(Machine &machine);\n\n";
  }
  if (parts.gpu() == GpuKernels::cubin)
    out += "/// The kernels, compiled, for a GPU.\n"
           "std::shared_ptr<shardc::runtime::Kernels> kernels_for(int gpu);\n\n";
  if (hasFeeds(plan)) out += "void feed(Machine &machine, int number);\n";
  return out + "void step(Machine &machine);\nconst Program &program();\n\n} // namespace " +
         plan.id + "\n";
}

} // namespace shardc::bundle
