// SPDX-License-Identifier: Apache-2.0
// src/NAME.devices.cpp: what differs between shards, as tables or formulas that a person can check;
// where buffers lie.
#include "codegen/bundle/parts.h"
#include "codegen/bundle/sources/memory_rows.h"
#include "codegen/bundle/sources/movements.h"
#include "codegen/bundle/sources/places.h"
#include "codegen/bundle/sources/program_table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

#include <map>

namespace shardc::bundle {

namespace {
/// The fields of a layout as parts of dimensions, where they are, and which are around others.
struct FieldFormulas {
  std::vector<std::optional<CutFormula>> formulas;
  std::vector<std::optional<size_t>> bases; // the field that a wider one is around
  std::vector<bool> isBase;                 // of some field: it has a name already

  FieldFormulas(const DeviceLayout &layout, const Function &function);
};

/// What one function has in the file.
struct FunctionDevices {
  const Parts &parts;
  const Function &function;
  const DeviceLayout &layout = parts.layout(function);

  std::string number(int64_t n) const { return std::to_string(n); }
  std::string tables() const;
  std::string shardTable() const;
  std::string deviceFunction() const;
  std::string boxFunctions() const;
  std::string offsets() const;
  std::string text() const {
    return tables() + shardTable() + deviceFunction() + boxFunctions() +
           movementDefinitions(parts, function) + offsets();
  }

private:
  std::string cutsTable(const DeviceField &field, const Coordinate &coordinate) const;
  std::string rangesTable(const DeviceField &field) const;
  std::string fieldValue(size_t number, const FieldFormulas &all, Places &places) const;
  std::string baseDeclarations(const FieldFormulas &all, Places &places) const;
  std::string notMine() const;
  std::string dimension(const Span &span, Places &places, std::string &tables) const;
  std::vector<BoxName> boxes() const;
  std::string boxFunction(const std::string &name, ArrayRef<Span> spans) const;
};
} // namespace

static std::string indexType(const DeviceField &field) {
  return fieldType(field) == "Range<int>" ? "int" : "int64_t";
}

/// constexpr int cuts_i[] = {0, 2, 5}; // dimension 0 of x: "0:2", "2:5"
std::string FunctionDevices::cutsTable(const DeviceField &field,
                                       const Coordinate &coordinate) const {
  std::vector<std::string> cuts, spelled;
  for (int64_t cut : coordinate.cuts)
    cuts.push_back(number(cut));
  for (const std::string &slice : coordinate.spelled)
    spelled.push_back(text::quoted(slice));
  std::string comment = describeField(parts, function, field);
  if (!spelled.empty() && spelled.size() <= kListedShards) comment += ": " + text::joined(spelled);
  const std::string table =
      text::packed("constexpr " + indexType(field) + " cuts_" + field.name + "[] = {", cuts, "};");
  if (!StringRef(table).contains('\n') && table.size() + 4 + comment.size() <= text::kColumns)
    return table + " // " + comment + "\n";
  return text::wrapped("// ", comment) + table + "\n";
}

/// constexpr Range<int> ranges_u[] = {{0, 4}, {2, 7}};
std::string FunctionDevices::rangesTable(const DeviceField &field) const {
  const SmallVector<int, 2> over = dependsOn(field.span);
  std::vector<std::string> ranges, names;
  for (int c : over)
    names.push_back(text::clean(function.coordinates[c].name, 40));
  for (const Interval &range : rangesOf(field.span, function))
    ranges.push_back("{" + number(range.lo) + ", " + number(range.hi) + "}");
  return text::wrapped("// ",
                       describeField(parts, function, field) + ", for each " +
                           (parts.plan.mode == PlanMode::collective ? "place on " : "slice of ") +
                           text::listed(names) + ":") +
         text::packed("constexpr " + fieldType(field) + " ranges_" + field.name + "[] = {", ranges,
                      "};\n");
}

std::string FunctionDevices::tables() const {
  std::string out;
  for (const DeviceField &field : layout.fields) {
    if (cutFormula(field.span, function) || loneRange(field.span, function))
      continue; // said where it is used
    const Coordinate *coordinate = sliceOf(field.span, function);
    out += coordinate ? cutsTable(field, *coordinate) : rangesTable(field);
  }
  return out.empty() ? "" : out + "\n";
}

/// A row per shard: its number, and the range of every field as far as they fit.
std::string FunctionDevices::shardTable() const {
  if (function.shards() > kListedShards || layout.fields.empty()) return "";
  std::vector<std::vector<std::string>> rows = {{unit(parts.plan)}};
  for (const DeviceField &field : layout.fields)
    rows.front().push_back(field.name);
  for (int64_t shard = 0; shard < function.shards(); ++shard) {
    rows.push_back({number(function.firstShard + shard)});
    for (const DeviceField &field : layout.fields) {
      const Interval range = spanAt(field.span, function, coordinatesOf(function, shard));
      rows.back().push_back("[" + number(range.lo) + ", " + number(range.hi) + ")");
    }
  }
  size_t width = 0, fields = 0;
  for (; fields < rows.front().size(); ++fields) {
    size_t widest = 0;
    for (const auto &row : rows)
      widest = std::max(widest, row[fields].size());
    if ((width += widest + 2) > text::kColumns - 5) break;
  }
  for (auto &row : rows)
    row.resize(fields);
  return text::columns("//   ", rows);
}

FieldFormulas::FieldFormulas(const DeviceLayout &layout, const Function &function)
    : bases(layout.fields.size()), isBase(layout.fields.size(), false) {
  std::map<std::pair<int64_t, SmallVector<int, 2>>, size_t> cuts; // that are not wide
  for (auto [number, field] : llvm::enumerate(layout.fields)) {
    formulas.push_back(cutFormula(field.span, function));
    const auto &formula = formulas.back();
    if (formula && !formula->isWide()) cuts.try_emplace({formula->extent, formula->order}, number);
  }
  for (auto [number, formula] : llvm::enumerate(formulas)) {
    if (!formula || !formula->isWide()) continue;
    const auto base = cuts.find({formula->extent, formula->order});
    if (base == cuts.end()) continue;
    bases[number] = base->second;
    isBase[base->second] = true;
  }
}

/// const auto u = cut<int>(1003, 4, x);
std::string FunctionDevices::baseDeclarations(const FieldFormulas &all, Places &places) const {
  std::string out;
  for (auto [number, field] : llvm::enumerate(layout.fields))
    if (all.isBase[number])
      out += "  const auto " + field.name + " = " +
             places.text(*all.formulas[number], indexType(field)) + ";\n";
  return out;
}

/// number == 2 ? Range<int>{0, 4} : Range<int>{}
static std::string loneText(const LoneRange &lone, const std::string &place,
                            const std::string &type) {
  return place + " == " + std::to_string(lone.place) + " ? " + type + "{" +
         std::to_string(lone.range.lo) + ", " + std::to_string(lone.range.hi) + "} : " + type +
         "{}";
}

std::string FunctionDevices::fieldValue(size_t number, const FieldFormulas &all,
                                        Places &places) const {
  const DeviceField &field = layout.fields[number];
  if (const auto &formula = all.formulas[number]) {
    if (all.isBase[number]) return "." + field.name + " = " + field.name;
    const std::string base =
        all.bases[number] ? layout.fields[*all.bases[number]].name : std::string();
    return "." + field.name + " = " + places.text(*formula, indexType(field), base);
  }
  const std::string place = placeExpression(function, dependsOn(field.span));
  if (const auto lone = loneRange(field.span, function))
    return "." + field.name + " = " + loneText(*lone, place, fieldType(field));
  const bool cuts = sliceOf(field.span, function) != nullptr;
  return "." + field.name + " = " +
         (cuts ? "slice(cuts_" + field.name + ", " + place + ")"
               : "ranges_" + field.name + "[" + place + "]");
}

/// The condition under which a number is not one of the function's shards.
std::string FunctionDevices::notMine() const {
  const int64_t first = function.firstShard, end = first + function.shards();
  if (function.shards() == 1) return "number != " + number(first);
  return "number < " + number(first) + " || number >= " + number(end);
}

std::string FunctionDevices::deviceFunction() const {
  if (layout.fields.empty()) return "";
  std::vector<std::string> values, names;
  for (const DeviceField &field : layout.fields)
    names.push_back(field.name);
  Places places(function, names);
  const FieldFormulas formulas(layout, function);
  const std::string bases = baseDeclarations(formulas, places);
  for (size_t number = 0; number < layout.fields.size(); ++number)
    values.push_back(fieldValue(number, formulas, places));
  const bool all = parts.plan.mode == PlanMode::collective; // numbers are devices, nothing else
  return "Device device(int number) {\n" + (all ? "" : "  if (" + notMine() + ") return {};\n") +
         places.declarations("  ") + bases + text::braced("  return {", values, "};") + "\n}\n\n";
}

/// A box's dimension; `tables` gets what it needs in front.
std::string FunctionDevices::dimension(const Span &span, Places &places,
                                       std::string &tables) const {
  if (const DeviceField *field = layout.find(span)) return "device(number)." + field->name;
  if (const auto formula = cutFormula(span, function)) return places.text(*formula, "int64_t");
  if (const auto lone = loneRange(span, function))
    return loneText(*lone, placeExpression(function, dependsOn(span)), "Interval");
  if (!span.isUniform()) {
    const std::string name = "ranges_" + number(StringRef(tables).count(';'));
    std::vector<std::string> ranges;
    for (const Interval &range : rangesOf(span, function))
      ranges.push_back("{" + number(range.lo) + ", " + number(range.hi) + "}");
    tables += text::packed("  static constexpr Interval " + name + "[] = {", ranges, "};\n");
    return name + "[" + placeExpression(function, dependsOn(span)) + "]";
  }
  return "{" + number(span.lo.literal()) + ", " + number(span.hi.literal()) + "}";
}

std::string FunctionDevices::boxFunction(const std::string &name, ArrayRef<Span> spans) const {
  std::vector<std::string> dims, nothing;
  bool differs = false;
  Places places(function, {});
  std::string tables;
  for (const Span &span : spans) {
    dims.push_back(dimension(span, places, tables));
    nothing.push_back("{}");
    differs |= !span.isUniform();
  }
  // An interval without indices is nothing also where the value is a scalar.
  if (nothing.empty()) nothing.push_back("{}");
  const bool others = parts.several() && !differs;
  const std::string head =
      "static Box " + name + "(int" + (differs || others ? " number" : "") + ") {";
  const std::string line = head + " return {" + text::joined(dims) + "}; }\n";
  const std::string declared = places.declarations("  ") + tables;
  if (!others && declared.empty() && line.size() <= text::kColumns + 1) return line;
  std::string out = head + "\n" + declared;
  if (others)
    out += "  if (" + notMine() + ") return Box{" + "Interval" +
           text::joined(nothing, ", Interval") + "};\n";
  return out + text::packed("  return {", dims, "};\n") + "}\n";
}

static bool isOutside(const Buffer &buffer) { return !comesAndGoes(buffer.role); }

/// All boxes that the runtime asks for: of inputs, constants and outputs, then of what moves.
std::vector<BoxName> FunctionDevices::boxes() const {
  std::vector<BoxName> all;
  llvm::StringSet<> known;
  const auto add = [&](const BoxName &box) {
    if (known.insert(box.name).second) all.push_back(box);
  };
  for (const Buffer &buffer : function.buffers) {
    if (!isOutside(buffer)) continue;
    add({"box_" + buffer.name, buffer.box});
    if (buffer.window != buffer.box) add({"window_" + buffer.name, buffer.window});
  }
  for (const Movement &movement : parts.movements(function).all)
    for (const BoxName *box :
         {&movement.held, &movement.heldWindow, &movement.needed, &movement.neededWindow})
      add(*box);
  return all;
}

std::string FunctionDevices::boxFunctions() const {
  std::string out;
  for (const BoxName &box : boxes())
    out += boxFunction(box.name, box.spans);
  if (out.empty()) return "";
  const std::string moved =
      parts.movements(function).all.empty() ? "" : ", and of what it exchanges";
  return text::wrapped("// ", "What a " + unit(parts.plan) +
                                  " holds of inputs, constants and outputs" + moved +
                                  ", per dimension.") +
         out + "\n";
}

std::string FunctionDevices::offsets() const {
  std::string words = "Where buffers lie in a " + unit(parts.plan) + "'s arena [bytes]";
  for (const Buffer &buffer : function.buffers)
    if (llvm::any_of(buffer.window, [](const Span &span) { return !span.isUniform(); })) {
      words += ": room for the largest " + unit(parts.plan);
      break;
    }
  words +=
      ". Beside each: how much it takes, in which steps it is needed, and what was there before.";
  std::vector<std::vector<std::string>> rows;
  for (auto [buffer, note] : llvm::zip_equal(function.buffers, memoryNotes(function)))
    if (!buffer.ofBlock)
      rows.push_back({"at_" + buffer.name + " = " + number(buffer.offset) + ",", "// " + note});
  const std::string arena = "arena_bytes = " + number(function.arenaBytes) + ",";
  const int64_t idle = function.arenaBytes - function.liveBytes;
  if (idle > 0)
    rows.push_back({arena, "// " + text::count(idle, "byte") +
                               " more than is needed at one time: gaps between buffers"});
  return text::wrapped("// ", words) + "enum Offset : size_t {\n" + text::columns("  ", rows) +
         (idle > 0 ? "" : "  " + arena + "\n") + "};\n\n";
}

/// How tables of slices are read, and which slices a shard has.
static std::string numberingText(const Parts &parts) {
  return "Slice k of an index goes from cuts[k] up to cuts[k + 1]. Shards are numbered by their "
         "slices, like the elements of a row-major array: the last index runs fastest" +
         std::string(parts.several() ? "; the shards of a function follow those of the one before."
                                     : ".");
}

std::string devicesFile(const Parts &parts) {
  const Plan &plan = parts.plan;
  const bool slices = llvm::any_of(plan.functions, [&](const Function &function) {
    return llvm::any_of(parts.layout(function).fields, [&](const DeviceField &field) {
      return sliceOf(field.span, function) != nullptr;
    });
  });
  std::string body;
  for (const Function &function : plan.functions) {
    const std::string text = FunctionDevices{parts, function}.text();
    body += parts.several() ? text::inNamespace(function.name, text) : text;
  }
  if (!plan.functions.empty()) body += localsFunction(parts);
  body += partFunctions(plan) + programFunction(parts);

  const bool mesh = plan.mode == PlanMode::collective;
  std::string out = mesh ? text::wrapped("// ", "What differs between the devices of " + plan.id +
                                                    ": the boxes that follow from their places on "
                                                    "the mesh.")
                    : plan.devices() > 1 ? "// What differs between the shards of " + plan.id +
                                               ": slices, and the boxes of inputs and outputs.\n"
                                         : "// The device of " + plan.id +
                                               ": its inputs and outputs, and its memory.\n";
  out += "#include \"" + plan.id + ".plan.h\"\n\n";
  if (hasUnreduced(plan)) out += "#include \"runtime/collectives/partials.h\"\n";
  if (hasDataFiles(plan)) out += "#include \"runtime/host/data.h\"\n";
  if (hasUnreduced(plan) || hasDataFiles(plan)) out += "\n";
  out += "namespace " + plan.id + " {\n\n";
  std::vector<std::string> used;
  if (StringRef(body).contains("Box")) used.push_back("Box");
  if (StringRef(body).contains("Interval")) used.push_back("Interval");
  if (StringRef(body).contains("Combine::")) used.push_back("Combine");
  if (!plan.functions.empty()) used.push_back("Slot");
  used.push_back("Type");
  const auto addIfUsed = [&](const char *name, const char *sign) {
    if (StringRef(body).contains(sign)) used.push_back(name);
  };
  addIfUsed("cut", " cut(");
  if (used.back() != "cut") addIfUsed("cut", " cut<");
  addIfUsed("partials", " partials<");
  if (slices) used.push_back("slice");
  addIfUsed("widen", "widen(");
  out += text::usingList(used);
  if (slices) out += text::wrapped("// ", numberingText(parts)) + (parts.several() ? "" : "\n");
  return out + body + "} // namespace " + plan.id + "\n";
}

} // namespace shardc::bundle
