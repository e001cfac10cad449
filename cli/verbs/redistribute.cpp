// SPDX-License-Identifier: Apache-2.0
// A program that gives back its one input, which arrives in one sharding and leaves in another: all
// else about it is what any program has, as a bundle, a plan or a run.
#include "cli/driver.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "frontend/ir/names.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {

using llvm::StringRef;

namespace {
/// "w:f32[1024, 64]"
struct ValueText {
  StringRef name, dtype, sizes;
};
} // namespace

static std::optional<ValueText> valueFrom(StringRef text) {
  if (!text.consume_back("]")) return std::nullopt;
  const auto [front, sizes] = text.split('[');
  const auto [name, dtype] = front.rsplit(':');
  if (name.empty() || dtype.empty() || front.size() == text.size()) return std::nullopt;
  return ValueText{name.trim(), dtype.trim(), sizes};
}

static std::string quoted(StringRef text) {
  std::string result;
  llvm::raw_string_ostream(result) << llvm::json::Value(llvm::json::fixUTF8(text));
  return result;
}

static std::string programOf(const ValueText &value) {
  const std::string name = quoted(value.name);
  return llvm::formatv("{{ \"shardc\": 1, \"kind\": \"program\", \"name\": \"redistribute\",\n"
                       "  \"inputs\": [{{\"name\": {0}, \"dtype\": {1}, \"shape\": [{2}]}],\n"
                       "  \"ops\": [], \"outputs\": [{0}] }\n",
                       name, quoted(value.dtype), value.sizes);
}

static std::string configOf(const ValueText &value, const CommandOptions &options) {
  const std::string name = quoted(value.name);
  return llvm::formatv("{{ \"shardc\": 1, \"kind\": \"sharding\", \"mesh\": {0},\n"
                       "  \"inputs\": {{ {1}: {2} },\n"
                       "  \"outputs\": {{ {1}: {3} } }\n",
                       quoted(options.mesh), name, options.fromSharding, options.toSharding);
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
  c.programText = llvm::MemoryBuffer::getMemBufferCopy(programOf(*value));
  c.configText = llvm::MemoryBuffer::getMemBufferCopy(configOf(*value, options));
  if (failed(compileToPlan(c))) return failureCode(c);
  setInputName(entryOf(*c.program), 0, value->name);
  return giveText(c, propagatedText(*c.program, *c.propagation));
}

} // namespace shardc
