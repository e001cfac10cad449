// SPDX-License-Identifier: Apache-2.0
#include "cli/bundle_options.h"
#include "cli/depfile.h"
#include "cli/driver.h"
#include "cli/telling/tell.h"
#include "cli/verbs.h"
#include "codegen/bundle.h"
#include "codegen/cubin/nvrtc.h"
#include "codegen/report/facts.h"
#include "codegen/text/text.h"
#include "frontend/libraries.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

namespace shardc {

/// What is wrong with architectures that NVRTC is to compile for, or "".
static std::string notCompiledFor(llvm::ArrayRef<GpuImage> images, const Nvrtc &nvrtc) {
  const std::vector<int> known = nvrtc.architectures();
  for (const GpuImage &image : images) {
    if (llvm::is_contained(known, image.architecture)) continue;
    std::vector<std::string> numbers;
    for (const int number : known)
      numbers.push_back(std::to_string(number));
    return "the NVRTC that is found does not compile for '" + std::to_string(image.architecture) +
           "'; it knows " + text::listed(numbers);
  }
  return "";
}

/// Adds the kernels, compiled; an exit code where that fails.
static int addImages(Compilation &compilation, const BundleOptions &bundle,
                     std::vector<BundleFile> &files) {
  const CommandOptions &options = compilation.options;
  const auto clock = compilation.timings.start("nvrtc");
  llvm::Expected<Nvrtc> nvrtc = Nvrtc::open();
  if (!nvrtc) return environmentError(options, llvm::toString(nvrtc.takeError()));
  if (const std::string wrong = notCompiledFor(bundle.images, *nvrtc); !wrong.empty())
    return fail(options, Exit::usage, wrong);
  auto images = imageFiles(*compilation.plan, bundle, *nvrtc);
  if (!images)
    return fail(options, Exit::bug,
                "NVRTC refuses the kernels: " + llvm::toString(images.takeError()));
  llvm::append_range(files, *images);
  return 0;
}

/// `--emit ptx`: for the first architecture, which all later ones run.
static int addPtx(Compilation &compilation, BundleOptions bundle, std::vector<BundleFile> &files) {
  const GpuImage first = imagesOf(bundle.cudaArchitectures).front();
  bundle.images = {{first.architecture, true}};
  if (const int failed = addImages(compilation, bundle, files)) return failed;
  files.back().path = "ptx";
  return 0;
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
  const BundleOptions bundle = bundleOptions(options);
  const std::string folder = options.output.empty() ? compilation.plan->id : options.output;
  if (options.listOutputs) {
    compilation.beginOutput();
    for (const std::string &path : bundlePaths(*compilation.plan, bundle))
      llvm::outs() << folder << "/" << path << "\n";
    return 0;
  }
  auto files = bundleFiles(*compilation.plan, bundle);
  if (!bundle.images.empty())
    if (const int failed = addImages(compilation, bundle, files)) return failed;
  if (llvm::is_contained(options.emit, "ptx"))
    if (const int failed = addPtx(compilation, bundle, files)) return failed;
  compilation.beginOutput();
  if (!options.emit.empty()) return printFiles(options, files);
  return write(compilation, folder, files);
}

/// What is wrong with the words about GPUs, or "".
static std::string wrongForGpus(const CommandOptions &options) {
  const bool forGpus = options.target != "cpu";
  const bool emitsPtx = llvm::is_contained(options.emit, "ptx");
  if (!forGpus && !options.cudaArchitectures.empty())
    return "'--cuda-arch' is for the target cuda; leave it out";
  if (!forGpus && !options.embed.empty()) return "'--embed' is for the target cuda; leave it out";
  if (!forGpus && emitsPtx) return "'--emit ptx' is for the target cuda; leave it out";
  const bool isCompiled = !options.embed.empty() || emitsPtx;
  if (isCompiled && imagesOf(bundleOptions(options).cudaArchitectures).empty())
    return "kernels are compiled for GPUs by number, such as 80;90 or 90-real, not for '" +
           options.cudaArchitectures + "'";
  return "";
}

/// Libraries for GPUs are linked with CUDA's, and where nothing stands behind them are for a bundle
/// that is for them alone.
static std::string wrongForLibraries(const CommandOptions &options) {
  const Libraries chosen = *librariesNamed(options.libraries);
  if (!options.embed.empty() && options.libraries != "auto")
    for (const Library *library : chosen)
      if (library->isForGpus)
        return "'--embed' bundles are built without CUDA, and '--libraries " + library->name.str() +
               "' is of it; leave one of them out";
  if (options.target == "cuda") return "";
  for (const Library *library : chosen)
    if (library->replacesLoops)
      return "--libraries " + library->name.str() +
             " is for GPUs alone: on CPUs what it does is loops; say --target cuda";
  return "";
}

int compile(const CommandOptions &options) {
  for (const std::string &wrong : {wrongForGpus(options), wrongForLibraries(options)})
    if (!wrong.empty()) return fail(options, Exit::usage, wrong);
  return withPlan(options, [&](Compilation &compilation) {
    compilation.progress.begin("bundle");
    return writeOrPrint(compilation);
  });
}

} // namespace shardc
