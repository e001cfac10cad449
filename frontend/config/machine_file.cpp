// SPDX-License-Identifier: Apache-2.0
#include "frontend/config/machine_file.h"

#include "frontend/diagnostics.h"
#include "frontend/json/document/header.h"
#include "frontend/json_text.h"
#include "frontend/messages/error_limit.h"

#include "llvm/ADT/STLExtras.h"

#include <charconv>

namespace shardc {

using json::Value;

static constexpr json::Limits machineLimits = {.bytes = size_t(1) << 20, .depth = 8};
/// Beyond these nothing is a machine, and ratios of what choices weigh would not be finite.
static constexpr double kLeast = 1e-15, kMost = 1e24;

static SmallVector<StringRef, 8> typeNames() {
  SmallVector<StringRef, 8> names;
  for (ElementType type : elementTypes())
    names.push_back(info(type).name);
  return names;
}

static SmallVector<StringRef, 16> keys() {
  SmallVector<StringRef, 16> known = {"shardc", "kind", "name", "operations"};
  for (const MachineNumber &number : machineNumbers())
    known.push_back(number.key);
  return known;
}

static double readNumber(Value object, StringRef key, const char *what) {
  const std::optional<Value> value = object.require(key, what);
  const std::optional<double> number =
      value ? value->asNumber("'" + key.str() + "'") : std::nullopt;
  if (!number) return 1;
  if (*number >= kLeast && *number <= kMost) return *number;
  Report wrong = report(value->loc(), Diag::wrong_value);
  wrong << "'" << key << "' ";
  if (*number > 0)
    wrong << "is " << shown(value->spelled()) << ", and numbers of machines are from 1e-15 to 1e24";
  else
    wrong << "must be above 0, not " << shown(value->spelled());
  return 1;
}

/// As which type a file's machine computes another that the file leaves out; itself: none may be.
static ElementType computedAs(ElementType type) {
  if (info(type).isFloat) return info(type).computed;
  if (info(type).isComplex) return *partOf(type);
  return info(type).bytes == 8 ? ElementType::i64 : ElementType::i32;
}

static void readOperations(Value root, Machine &machine) {
  std::optional<Value> object = root.require("operations", "a machine");
  if (object) object = object->asObject("'operations'");
  if (!object) return;
  (void)object->onlyKeys(typeNames(), "'operations'");
  const auto read = [&](ElementType type, ElementType as) {
    machine.operations[static_cast<size_t>(type)] =
        readNumber(*object, info(as).name, "'operations'");
  };
  for (ElementType type : elementTypes()) {
    const ElementType as = computedAs(type);
    if (as == type || object->find(info(type).name))
      read(type, type);
    else
      machine.operations[static_cast<size_t>(type)] = 0;
  }
  for (ElementType type : elementTypes())
    if (machine.operationsOf(type) == 0)
      machine.operations[static_cast<size_t>(type)] = machine.operationsOf(computedAs(type));
}

static bool isSame(const Machine &a, const Machine &b) {
  return a.operations == b.operations &&
         llvm::all_of(machineNumbers(), [&](const MachineNumber &number) {
           return a.*number.member == b.*number.member;
         });
}

/// After all numbers have been read: `complete` says whether they have.
static void readName(Value root, bool complete, Machine &machine) {
  const std::optional<Value> value = root.require("name", "a machine");
  const std::optional<StringRef> name = value ? value->asString("'name'") : std::nullopt;
  if (!name) return;
  machine.name = name->str();
  if (name->empty()) report(value->loc(), Diag::bad_name) << "a machine's name is empty";
  const Machine *known = findMachine(*name);
  if (known && complete && !isSame(*known, machine))
    report(value->loc(), Diag::wrong_value)
        << "'" << *name << "' is a machine of other numbers; give this one a name of its own";
}

std::optional<Machine> readMachine(mlir::MLIRContext &context, StringRef text, StringRef fileName) {
  const ErrorLimit errors(&context);
  const auto document = json::Document::parse(context, text, fileName, machineLimits);
  if (!document) return std::nullopt;
  const Value root = document->root();
  if (mlir::failed(json::checkHeader(root, "machine"))) return std::nullopt;
  (void)root.onlyKeys(keys(), "a machine");
  Machine machine = {};
  for (const MachineNumber &number : machineNumbers()) {
    const bool isLeftOut =
        !root.find(number.key) && (number.otherwise || (number.with && !root.find(number.with)));
    if (!isLeftOut)
      machine.*number.member = readNumber(root, number.key, "a machine");
    else if (number.otherwise)
      machine.*number.member = machine.*number.otherwise;
  }
  readOperations(root, machine);
  readName(root, !errors.any(), machine);
  if (errors.any()) return std::nullopt;
  return machine;
}

/// With the fewest characters that read back the same.
static std::string textOf(double value) {
  char buffer[64];
  return std::string(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

std::string machineText(const Machine &machine) {
  json::Line operations;
  for (ElementType type : elementTypes())
    operations.raw(info(type).name, textOf(machine.operationsOf(type)));
  json::Object object;
  object.add("shardc", std::to_string(json::formatVersion))
      .add("kind", json::quoted("machine"))
      .add("name", json::quoted(machine.name))
      .add("// units", json::quoted("bytes, seconds, bytes and operations per second"))
      .add("operations", operations.str());
  for (const MachineNumber &number : machineNumbers())
    if (machine.*number.member != 0) object.add(number.key, textOf(machine.*number.member));
  return object.str();
}

} // namespace shardc
