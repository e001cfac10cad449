// SPDX-License-Identifier: Apache-2.0
// The list of a bundle's files: the one place that knows which there are.
#include "codegen/bundle/cpu_kernels.h"
#include "codegen/bundle/parts.h"

#include "codegen/runtime_files.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

using namespace bundle;

/// Every file with what writes it; the text is asked for later, or not at all.
static void
forEachFile(const Parts &parts,
            llvm::function_ref<void(std::string, llvm::function_ref<std::string()>)> add) {
  const Plan &plan = parts.plan;
  const BundleOptions &options = parts.options;
  const std::string source = "src/" + plan.id;
  add("CMakeLists.txt", [&] { return cmakeFile(parts); });
  add("README.md", [&] { return readmeFile(parts); });
  add("include/" + plan.id + ".h", [&] { return headerFile(parts); });
  add("plan.json", [&] { return planJson(plan); });
  add("program.mlir", [&] { return plan.program; });
  add("src/main.cpp", [&] { return mainFile(parts); });
  add(source + ".api.cpp", [&] { return apiFile(parts); });
  if (hasDeviceHeader(parts)) add(source + ".device.h", [&] { return deviceHeaderFile(parts); });
  add(source + ".devices.cpp", [&] { return devicesFile(parts); });
  add(source + ".plan.h", [&] { return planHeaderFile(parts); });
  add(source + ".step.cpp", [&] { return stepFile(parts); });
  if (options.cpu) {
    add(source + ".kernels.cpp", [&] { return kernelsFile(plan, parts.kernels, Target::cpp); });
    add(source + ".kernels.h", [&] { return kernelTables(plan, parts.kernels); });
    add(source + ".launch.cpp", [&] { return launchersFile(plan, parts.kernels); });
    for (const InstructionSet &set : instructionSets())
      add(source + ".kernels." + set.name + ".cpp", [&] { return kernelsFor(plan, set); });
  }
  if (options.cuda)
    add(source + ".kernels.cu",
        [&] { return kernelsFile(plan, parts.kernels, Target::cuda, parts.gpu()); });
  if (parts.gpu() == GpuKernels::cubin) {
    add(source + ".cubins.cpp", [&] { return cubinsFile(parts); });
    add(source + ".launch_cuda.cpp", [&] { return cubinLaunchersFile(plan, parts.kernels); });
  }
  if (hasConstantsFile(plan)) add(source + ".constants.cpp", [&] { return constantsFile(parts); });
  for (const PlanConstant &constant : plan.constants)
    if (!isWrittenOut(constant))
      add("data/" + constant.id + ".npy", [&] { return npyFile(constant); });
  for (const RuntimeFile &file : runtimeFiles()) {
    if (!isNeeded(file.path, plan) || !isFor(file.path, parts.gpu())) continue;
    const bool wanted = (options.cpu && isFor(file.path, Target::cpp)) ||
                        (options.cuda && isFor(file.path, Target::cuda));
    if (wanted) add(file.path, [&] { return std::string(file.text); });
  }
}

std::vector<BundleFile> bundleFiles(const Plan &plan, const BundleOptions &options) {
  std::vector<BundleFile> files;
  const Parts parts(plan, options, kernelTexts(plan, gpuKernels(options)));
  forEachFile(parts, [&](std::string path, llvm::function_ref<std::string()> text) {
    files.push_back({std::move(path), text()});
  });
  llvm::sort(files, [](const BundleFile &a, const BundleFile &b) { return a.path < b.path; });
  return files;
}

CpuKernels cpuKernels(const Plan &plan) {
  const BundleOptions options = {.cuda = false};
  Parts parts(plan, options, kernelTexts(plan));
  CpuKernels own;
  own.source = "src/" + plan.id + ".kernels.cpp";
  const auto isIncluded = [&](StringRef path) {
    const bool isFixed = path.starts_with("runtime/") && path.ends_with(".h");
    return isFixed || path == own.source || path == "src/" + plan.id + ".kernels.h" ||
           path == "src/" + plan.id + ".device.h";
  };
  forEachFile(parts, [&](std::string path, llvm::function_ref<std::string()> text) {
    if (isIncluded(path)) own.files.push_back({std::move(path), text()});
  });
  for (const Function &function : plan.functions)
    own.scopes.push_back(plan.id + "::" + parts.scope(function));
  own.layouts = std::move(parts.layouts);
  own.kernels = std::move(parts.kernels);
  return own;
}

std::vector<std::string> bundlePaths(const Plan &plan, const BundleOptions &options) {
  std::vector<std::string> paths;
  forEachFile(Parts(plan, options), [&](std::string path, llvm::function_ref<std::string()>) {
    paths.push_back(std::move(path));
  });
  for (const GpuImage &image : options.images)
    paths.push_back(pathOf(image, plan.id));
  llvm::sort(paths);
  return paths;
}

} // namespace shardc
