// SPDX-License-Identifier: Apache-2.0
#include "cli/running/built_bundle.h"

#include "cli/running/execute.h"
#include "cli/running/values.h"
#include "codegen/report/libraries.h"
#include "runtime/error.h"
#include "runtime/io/formats/npz.h"
#include "runtime/io/values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <thread>

namespace shardc {

static constexpr const char *kWho = "'--compiler'";

std::string BuiltBundle::path(llvm::StringRef name) const {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, name);
  return path.str().str();
}

void BuiltBundle::remove() const { llvm::sys::fs::remove_directories(folder); }

BuiltBundle::BuiltBundle(const Plan &plan, const BundleOptions &options,
                         const std::string &compiler)
    : plan(plan) {
  const std::string cmake = findProgram("cmake", kWho), found = findProgram(compiler, kWho);
  if (const auto error = llvm::sys::fs::createUniqueDirectory("shardc-verify", folder))
    throw runtime::Error(runtime::Exit::environment, "no temporary folder: " + error.message());
  try {
    if (llvm::Error error = writeBundle(path("bundle"), bundleFiles(plan, options)))
      throw runtime::Error(runtime::Exit::environment, llvm::toString(std::move(error)));
    const std::string log = path("log"), what = "the bundle does not build with '" + compiler + "'";
    std::vector<std::string> words = {cmake,
                                      "-S",
                                      path("bundle"),
                                      "-B",
                                      path("build"),
                                      "-DBACKEND=cpu",
                                      "-DCMAKE_CXX_COMPILER=" + found};
    // Bits are compared, and a library has its own.
    for (const facts::LibraryUse &use : facts::libraryUses(plan))
      words.push_back("-D" + use.library->option() + "=OFF");
    execute(words, log, what);
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
  std::vector<std::string> words = {findProgram("env", kWho), "SHARDC_ISA=" + isa,
                                    path("build/" + plan.id), "-o", path("outputs.npz")};
  if (!inputs.empty()) words.insert(words.end(), {"--input", path("inputs.npz")});
  execute(words, path("log"), "the program of the bundle fails");
  return runtime::readExpected(signaturesOf(plan.outputs), path("outputs.npz"));
}

} // namespace shardc
