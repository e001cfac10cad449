// SPDX-License-Identifier: Apache-2.0
#include "cli/cuda_architectures.h"
#include "cli/depfile.h"
#include "cli/driver.h"
#include "cli/tell.h"
#include "cli/verbs.h"
#include "codegen/bundle.h"
#include "codegen/report/facts.h"
#include "codegen/report/text.h"

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

static int printFiles(llvm::ArrayRef<BundleFile> files, llvm::ArrayRef<std::string> wanted) {
  for (const std::string &path : wanted) {
    const auto *file =
        llvm::find_if(files, [&](const BundleFile &one) { return one.path == path; });
    if (file == files.end()) {
      llvm::errs() << "shardc: the bundle has no file '" << path
                   << "'; 'shardc compile --list-outputs' prints those that it has\n";
      return static_cast<int>(Exit::usage);
    }
    llvm::outs() << file->text;
  }
  return 0;
}

static int write(const Compilation &compilation, const std::string &folder,
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
  llvm::errs() << "shardc: '" << plan.name
               << "': " << text::count(plan.devices(), facts::unit(plan)) << ", "
               << text::count(kernels, "kernel") << ", " << files.size() << " files in " << folder
               << "\n";
  return 0;
}

int compile(const CommandOptions &options) {
  if (options.target == "cpu" && !options.cudaArchitectures.empty())
    return fail(options, Exit::usage, "'--cuda-arch' is for the target cuda; leave it out");
  Compilation compilation(options);
  if (failed(read(compilation)) || failed(runStages(compilation))) return failureCode(compilation);
  if (printedStage(compilation)) return 0;
  const auto files = bundleFiles(*compilation.plan, bundleOptions(compilation));
  if (!options.emit.empty()) return printFiles(files, options.emit);
  const std::string folder = options.output.empty() ? compilation.plan->id : options.output;
  if (!options.listOutputs) return write(compilation, folder, files);
  for (const BundleFile &file : files)
    llvm::outs() << folder << "/" << file.path << "\n";
  return 0;
}

} // namespace shardc
