// SPDX-License-Identifier: Apache-2.0
// A program that gives back its one input, which arrives in one sharding and leaves in another: all
// else about it is what any program has, as a bundle, a plan or a run.
#include "cli/driver.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "frontend/ir/names.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {

using llvm::StringRef;

namespace {
/// "w:f32[1024, 64]"
struct ValueText {
  StringRef name, dtype, sizes; // parts of the argument
};
} // namespace

static std::optional<ValueText> valueFrom(StringRef text) {
  if (!text.consume_back("]")) return std::nullopt;
  const auto [front, sizes] = text.rsplit('['); // the name may have some
  const auto [name, dtype] = front.rsplit(':');
  if (name.trim().empty() || dtype.trim().empty() || front.size() == text.size())
    return std::nullopt;
  return ValueText{name.trim(), dtype.trim(), sizes};
}

static std::string quoted(StringRef text) {
  std::string result;
  llvm::raw_string_ostream(result) << llvm::json::Value(llvm::json::fixUTF8(text));
  return result;
}

/// On one line, which JSON allows.
static std::string inOneLine(StringRef text) {
  std::string line = text.str();
  for (char &c : line)
    if (c == '\n' || c == '\r') c = ' ';
  return line;
}

/// Texts of which each argument has a line of its own, for what is said of it.
static constexpr const char *kProgram = R"({ "shardc": 1, "kind": "program", "name": "redistribute",
  "inputs": [{"name": "value", "dtype":
{0}
    , "shape": [
{1}
    ]}], "ops": [], "outputs": ["value"] }
)";
static constexpr const char *kConfig = R"({ "shardc": 1, "kind": "sharding", "mesh":
{0}
  , "inputs": { "value":
{1}
  }, "outputs": { "value":
{2}
  } }
)";

static std::string filled(StringRef text, llvm::ArrayRef<std::string> values) {
  std::string made = text.str();
  for (size_t k = 0; k < values.size(); ++k) {
    const std::string hole = "{" + std::to_string(k) + "}\n";
    made.replace(made.find("\n" + hole) + 1, hole.size(), values[k] + "\n");
  }
  return made;
}

static void setTexts(Compilation &c, const CommandOptions &given, const ValueText &value) {
  const std::string program = filled(kProgram, {quoted(value.dtype), inOneLine(value.sizes)});
  const std::string config = filled(
      kConfig, {quoted(given.mesh), inOneLine(given.fromSharding), inOneLine(given.toSharding)});
  c.programText = llvm::MemoryBuffer::getMemBufferCopy(program);
  c.configText = llvm::MemoryBuffer::getMemBufferCopy(config);
  const auto columnOf = [&](StringRef part) {
    return static_cast<int>(part.data() - given.movedValue.data());
  };
  const std::string &programName = c.options.program, &configName = c.options.config;
  c.argumentLines = {{programName, 3, "VALUE", given.movedValue, columnOf(value.dtype)},
                     {programName, 5, "VALUE", given.movedValue, columnOf(value.sizes)},
                     {configName, 2, "--mesh", given.mesh},
                     {configName, 4, "--from", inOneLine(given.fromSharding)},
                     {configName, 6, "--to", inOneLine(given.toSharding)}};
}

/// The value's own name, which may be any text.
static void nameValue(mlir::func::FuncOp entry, StringRef name) {
  setInputName(entry, 0, name);
  const mlir::NamedAttribute named = outputNameAttr(entry.getContext(), name);
  entry.setResultAttr(0, named.getName(), named.getValue());
}

int redistribute(const CommandOptions &given) {
  const auto value = valueFrom(given.movedValue);
  if (!value)
    return fail(given, Exit::usage,
                "'" + shown(given.movedValue) +
                    "' is no value; it has a name, a type and sizes, as 'w:f32[1024, 64]'");
  for (const std::string &sharding : {given.fromSharding, given.toSharding})
    if (llvm::Error error = llvm::json::parse(sharding).takeError())
      return fail(given, Exit::usage,
                  "'" + shown(sharding) + "' is no sharding as configs have it, as '[\"data\", " +
                      "null]': " + llvm::toString(std::move(error)));
  CommandOptions options = given;
  options.program = "VALUE";
  options.config = "SHARDINGS";
  Compilation c(options);
  setTexts(c, given, *value);
  if (failed(compileToPlan(c))) return failureCode(c);
  nameValue(entryOf(*c.program), value->name);
  return giveText(c, propagatedText(*c.program, *c.propagation));
}

} // namespace shardc
