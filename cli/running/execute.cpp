// SPDX-License-Identifier: Apache-2.0
#include "cli/running/execute.h"

#include "runtime/error.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"

namespace shardc {

using llvm::SmallVector, llvm::StringRef;

std::string findProgram(const std::string &name, const std::string &who) {
  if (auto found = llvm::sys::findProgramByName(name)) {
    llvm::SmallString<128> path(*found);
    llvm::sys::fs::make_absolute(path);
    return path.str().str();
  }
  throw runtime::Error(runtime::Exit::environment,
                       "'" + name + "' is not found, and " + who + " needs it");
}

/// The line that tells most of what a program has printed: the first with an error, else the last.
static std::string tellingLine(const std::string &log) {
  const auto text = llvm::MemoryBuffer::getFile(log);
  if (!text) return "";
  SmallVector<StringRef, 0> lines;
  (*text)->getBuffer().split(lines, '\n', -1, /*KeepEmpty=*/false);
  for (const StringRef line : lines)
    if (line.contains("error")) return line.trim().str();
  return lines.empty() ? "" : lines.back().trim().str();
}

void execute(const std::vector<std::string> &words, const std::string &log,
             const std::string &what) {
  const std::vector<StringRef> arguments(words.begin(), words.end());
  const std::optional<StringRef> redirects[] = {StringRef(""), StringRef(log), StringRef(log)};
  std::string error;
  const int code =
      llvm::sys::ExecuteAndWait(words.front(), arguments, /*Env=*/std::nullopt, redirects,
                                /*SecondsToWait=*/0, /*MemoryLimit=*/0, &error);
  if (code == 0) return;
  throw runtime::Error(runtime::Exit::differs,
                       what + ": " + (error.empty() ? tellingLine(log) : error));
}

} // namespace shardc
