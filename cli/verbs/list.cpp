// SPDX-License-Identifier: Apache-2.0
#include "cli/driver.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "frontend/config/machine_file.h"
#include "frontend/ir/tables/advice.h"
#include "frontend/ir/tables/attribute_table.h"
#include "frontend/ir/tables/registry.h"
#include "frontend/json/program.h"
#include "frontend/json/spellings/spellings.h"

#include "llvm/Support/raw_ostream.h"

using llvm::StringRef;
using llvm::Twine;

namespace shardc {

namespace {
struct Row {
  std::string name, summary, details;
  bool isFile = false;   // the details, for others to read
  bool unlisted = false; // told where it is asked for
};
} // namespace

static std::vector<Row> stageRows() {
  std::vector<Row> rows;
  for (const Stage &stage : stages())
    rows.push_back({stage.name, stage.summary, ""});
  return rows;
}

static std::string operandsOf(const OpInfo &op) {
  std::string text;
  for (const OperandInfo &operand : op.operands)
    text += (text.empty() ? "" : ", ") + operand.name.str() + (operand.variadic ? "..." : "");
  return text;
}

/// Known and refused: published ops.
static void addRefused(std::vector<Row> &rows) {
  const auto add = [&](StringRef name, const Twine &instead) {
    const auto isThere = [&](const Row &row) { return row.name == name; };
    if (llvm::none_of(rows, isThere))
      rows.push_back({name.str(), "known, and cannot be compiled yet [unsupported-op]",
                      (instead + "\n").str(), /*isFile=*/false, /*unlisted=*/true});
  };
  for (StringRef dialect : {"chlo", "stablehlo"})
    for (StringRef mnemonic : unsupportedMnemonics(dialect))
      add(mnemonic, "in JAX, " + adviceFor((dialect + "." + mnemonic).str()));
}

static std::vector<Row> opRows() {
  std::vector<Row> rows;
  for (const OpInfo &op : allOps())
    if (!op.terminator)
      rows.push_back({op.mnemonic.str(), operandsOf(op), opSkeleton(op.mnemonic) + "\n"});
  for (const Spelling &spelling : spellings())
    rows.push_back({spelling.info.mnemonic.str(), spelling.summary,
                    opSkeleton(spelling.info.mnemonic) + "\n"});
  for (StringRef mnemonic : collectiveMnemonics())
    rows.push_back({mnemonic.str(), "among devices: in StableHLO text, inside of shard_map",
                    "elsewhere devices exchange what their shardings make necessary\n"});
  for (StringRef mnemonic : textMnemonics())
    if (!findSpelling(mnemonic))
      rows.push_back(
          {mnemonic.str(), "in StableHLO text", "JSON has the ops that it is made of\n"});
  addRefused(rows);
  return rows;
}

static std::vector<Row> errorRows() {
  std::vector<Row> rows;
  for (const DiagInfo &diag : diagnosticTable())
    rows.push_back({diag.id, diag.summary, "a way out: " + std::string(diag.fix) + "\n"});
  return rows;
}

/// "no effect, for some values; why".
static std::string treatmentOf(const AttributeRow &row) {
  static constexpr const char *words[] = {"honoured", "no effect", "not supported"};
  std::string text = words[static_cast<int>(row.treatment)];
  if (row.takes && row.treatment == Treatment::noEffect) text += ", for some values";
  return text + "; " + row.why;
}

static std::vector<Row> attributeRows() {
  std::vector<Row> rows;
  for (const AttributeRow &row : attributeTable()) {
    const std::string of = row.op.empty() ? nameOf(row.carrier).str() : row.op.str();
    rows.push_back({row.name.str(), "of " + of + ": " + treatmentOf(row), ""});
  }
  return rows;
}

static std::vector<Row> typeRows() {
  static constexpr const char *kinds[] = {"a truth", "a signed integer", "an unsigned integer",
                                          "a float", "a complex number"};
  std::vector<Row> rows;
  for (ElementType type : elementTypes()) {
    const ElementInfo &row = info(type);
    rows.push_back(
        {row.name,
         (Twine(kinds[static_cast<int>(row.kind)]) + " of " +
          (row.isSmall ? std::to_string(row.bits) + " bits in " : std::string()) +
          Twine(row.bytes) + (row.bytes == 1 ? " byte, " : " bytes, ") + row.cpp + " in C++")
             .str(),
         (row.isNarrow
              ? "each op is computed in " + std::string(info(row.computed).name) + " and rounded; "
              : std::string()) +
             "its sums are added up in " + info(row.sum).name + "\n"});
  }
  return rows;
}

static std::vector<Row> machineRows() {
  std::vector<Row> rows;
  for (const Machine &machine : machines())
    rows.push_back({machine.name, machine.summary, machineText(machine), /*isFile=*/true});
  return rows;
}

static std::vector<Row> rowsOf(const std::string &topic) {
  if (topic == "stages") return stageRows();
  if (topic == "ops") return opRows();
  if (topic == "types") return typeRows();
  if (topic == "attributes") return attributeRows();
  if (topic == "machines") return machineRows();
  if (topic == "errors") return errorRows();
  if (topic == "targets")
    return {{"cuda", "CUDA C++ kernels and a launcher for any number of GPUs of one machine", ""},
            {"cpu", "C++ kernels and a launcher that runs each shard on a thread", ""}};
  return {
      {"compiled", "the kernels' text, compiled in this process; what a bundle for CPUs does", ""},
      {"interp", "the reference evaluation: every read is checked; slow", ""}};
}

int list(const CommandOptions &options) {
  const std::vector<Row> rows = rowsOf(options.topic);
  size_t width = 0;
  for (const Row &row : rows)
    if (!row.unlisted) width = std::max(width, row.name.size());
  std::vector<StringRef> names;
  bool found = options.name.empty();
  for (const Row &row : rows) {
    names.push_back(row.name);
    if (options.name.empty() ? row.unlisted : options.name != row.name) continue;
    found = true;
    if (options.name.empty())
      llvm::outs() << StringRef(row.name + std::string(width - row.name.size() + 2, ' ') +
                                row.summary)
                          .rtrim()
                   << "\n";
    else if (row.isFile)
      llvm::outs() << row.details;
    else
      llvm::outs() << row.name << (row.summary.empty() ? "" : ": ") << row.summary << "\n"
                   << row.details;
  }
  if (found) return 0;
  return fail(options, Exit::usage,
              "there is no '" + options.name + "' among the " + options.topic +
                  didYouMean(options.name, names));
}

} // namespace shardc
