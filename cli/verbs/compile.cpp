// SPDX-License-Identifier: Apache-2.0
#include "cli/cuda_architectures.h"
#include "cli/depfile.h"
#include "cli/driver.h"
#include "cli/tell.h"
#include "cli/verbs.h"
#include "codegen/bundle.h"
#include "codegen/report/facts.h"
#include "codegen/text/text.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {

static BundleOptions bundleOptions(const Compilation &compilation) {
  const CommandOptions &options = compilation.options;
  BundleOptions bundle;
  bundle.cuda = options.target != "cpu";
  bundle.cpu = options.target != "cuda";
  if (!options.cudaArchitectures.empty())
    bundle.cudaArchitectures = cmakeArchitectures(options.cudaArchitectures);
  return bundle;
}

static int printFiles(const CommandOptions &options, llvm::ArrayRef<BundleFile> files) {
  for (const std::string &path : options.emit) {
    const auto *file =
        llvm::find_if(files, [&](const BundleFile &one) { return one.path == path; });
    if (file == files.end())
      return fail(options, Exit::usage,
                  "the bundle has no file '" + path +
                      "'; 'shardc compile --list-outputs' prints those that it has");
    llvm::outs() << file->text;
  }
  return 0;
}

static int write(Compilation &compilation, const std::string &folder,
                 llvm::ArrayRef<BundleFile> files) {
  if (llvm::Error error = writeBundle(folder, files))
    return environmentError(compilation.options, llvm::toString(std::move(error)));
  if (compilation.options.depfile)
    if (llvm::Error error = writeDepfile(compilation, folder, files))
      return environmentError(compilation.options, llvm::toString(std::move(error)));
  const Plan &plan = *compilation.plan;
  size_t kernels = 0;
  for (const Function &function : plan.functions)
    kernels += function.kernels.size();
  say(compilation.options, "summary",
      "'" + plan.name + "': " + text::count(plan.devices(), facts::unit(plan)) + ", " +
          text::count(kernels, "kernel") + ", " + std::to_string(files.size()) + " files in " +
          folder);
  return 0;
}

static int writeOrPrint(Compilation &compilation) {
  const CommandOptions &options = compilation.options;
  const auto clock = compilation.timings.start("bundle");
  const BundleOptions bundle = bundleOptions(compilation);
  const std::string folder = options.output.empty() ? compilation.plan->id : options.output;
  if (options.listOutputs) {
    compilation.beginOutput();
    for (const std::string &path : bundlePaths(*compilation.plan, bundle))
      llvm::outs() << folder << "/" << path << "\n";
    return 0;
  }
  const auto files = bundleFiles(*compilation.plan, bundle);
  compilation.beginOutput();
  if (!options.emit.empty()) return printFiles(options, files);
  return write(compilation, folder, files);
}

int compile(const CommandOptions &options) {
  if (options.target == "cpu" && !options.cudaArchitectures.empty())
    return fail(options, Exit::usage, "'--cuda-arch' is for the target cuda; leave it out");
  return withPlan(options, [&](Compilation &compilation) {
    compilation.progress.begin("bundle");
    return writeOrPrint(compilation);
  });
}

} // namespace shardc
