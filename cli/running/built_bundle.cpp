// SPDX-License-Identifier: Apache-2.0
#include "cli/running/built_bundle.h"

#include "cli/running/values.h"
#include "runtime/error.h"
#include "runtime/io/npz.h"
#include "runtime/io/values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <thread>

namespace shardc {

std::string BuiltBundle::path(llvm::StringRef name) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

void BuiltBundle::remove() const { llvm::sys::fs::remove_directories(folder); }

/// The absolute path of a program.
static std::string findProgram(const std::string &name) {
  if (auto found = llvm::sys::findProgramByName(name)) {
    llvm::SmallString<128> path(*found);
    llvm::sys::fs::make_absolute(path);
    return path.str().str();
  }
  throw runtime::Error(runtime::Exit::environment,
                       "'" + name + "' is not found, and '--compiler' needs it");
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

/// Runs a program, what it prints into `log`. Throws `what` and the line that tells why, where it
/// fails.
static void execute(const std::vector<std::string> &words, const std::string &log,
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

BuiltBundle::BuiltBundle(const Plan &plan, const BundleOptions &options,
                         const std::string &compiler)
    : plan(plan) {
  const std::string cmake = findProgram("cmake"), found = findProgram(compiler);
  if (const auto error = llvm::sys::fs::createUniqueDirectory("shardc-verify", folder))
    throw runtime::Error(runtime::Exit::environment, "no temporary folder: " + error.message());
  try {
    if (llvm::Error error = writeBundle(path("bundle"), bundleFiles(plan, options)))
      throw runtime::Error(runtime::Exit::environment, llvm::toString(std::move(error)));
    const std::string log = path("log"), what = "the bundle does not build with '" + compiler + "'";
    execute({cmake, "-S", path("bundle"), "-B", path("build"), "-DBACKEND=cpu",
             "-DCMAKE_CXX_COMPILER=" + found},
            log, what);
    const unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
    execute({cmake, "--build", path("build"), "--parallel", std::to_string(jobs)}, log, what);
  } catch (...) {
    remove();
    throw;
  }
}

BuiltBundle::~BuiltBundle() { remove(); }

std::vector<runtime::Array> BuiltBundle::run(ArrayRef<runtime::Array> inputs,
                                             const std::string &isa) const {
  std::vector<std::pair<std::string, const runtime::Array *>> named;
  for (auto [tensor, array] : llvm::zip_equal(plan.inputs, inputs))
    named.emplace_back(tensor.name, &array);
  runtime::writeNpz(path("inputs.npz"), named);
  std::vector<std::string> words = {findProgram("env"), "SHARDC_ISA=" + isa,
                                    path("build/" + plan.id), "-o", path("outputs.npz")};
  if (!inputs.empty()) words.insert(words.end(), {"--input", path("inputs.npz")});
  execute(words, path("log"), "the program of the bundle fails");
  return runtime::readExpected(signaturesOf(plan.outputs), path("outputs.npz"));
}

} // namespace shardc
