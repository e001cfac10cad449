// SPDX-License-Identifier: Apache-2.0
// The list of a bundle's files: the one place that knows which there are.
#include "codegen/bundle/cpu_kernels.h"
#include "codegen/bundle/parts.h"
#include "codegen/bundle/runtime_closure.h"
#include "codegen/cpp/calls.h"

#include "llvm/ADT/STLExtras.h"

namespace shardc {

using namespace bundle;

/// The program's sources, which say what of the runtime they need.
static std::vector<BundleFile> sourceFiles(const Parts &parts) {
  const Plan &plan = parts.plan;
  const BundleOptions &options = parts.options;
  const std::string source = "src/" + plan.id;
  std::vector<BundleFile> files = {{"include/" + plan.id + ".h", headerFile(parts)},
                                   {"src/main.cpp", mainFile(parts)},
                                   {source + ".api.cpp", apiFile(parts)},
                                   {source + ".devices.cpp", devicesFile(parts)},
                                   {source + ".plan.h", planHeaderFile(parts)},
                                   {source + ".step.cpp", stepFile(parts)}};
  if (hasDeviceHeader(parts)) files.push_back({source + ".device.h", deviceHeaderFile(parts)});
  if (options.cpu) {
    files.push_back({source + ".kernels.cpp", kernelsFile(plan, parts.kernels, Target::cpp)});
    files.push_back({source + ".kernels.h", kernelTables(plan, parts.kernels)});
    files.push_back({source + ".launch.cpp", launchersFile(plan, parts.kernels)});
    for (const InstructionSet &set : instructionSets())
      files.push_back({source + ".kernels." + set.name + ".cpp", kernelsFor(plan, set)});
  }
  if (options.cuda)
    files.push_back(
        {source + ".kernels.cu", kernelsFile(plan, parts.kernels, Target::cuda, parts.gpu())});
  if (parts.gpu() == GpuKernels::cubin) {
    files.push_back({source + ".cubins.cpp", cubinsFile(parts)});
    files.push_back({source + ".launch_cuda.cpp", cubinLaunchersFile(plan, parts.kernels)});
  }
  if (hasCalls(plan)) {
    files.push_back({source + ".calls.cpp", callsFile(plan, parts.kernels)});
    for (RoutineSource &header : eachHeaders(plan))
      files.push_back({pathInBundle(header), std::move(header.text)});
    for (const Target target : {Target::cpp, Target::cuda})
      if (target == Target::cuda ? options.cuda : options.cpu)
        for (RoutineSource &own : sourcesFor(plan, target))
          files.push_back({pathInBundle(own), std::move(own.text)});
  }
  if (hasConstantsFile(plan)) files.push_back({source + ".constants.cpp", constantsFile(parts)});
  return files;
}

/// Every file with what writes it; the text is asked for later, or not at all.
static void
forEachFile(const Plan &plan, const BundleOptions &options,
            llvm::function_ref<void(std::string, llvm::function_ref<std::string()>)> add) {
  Parts parts(plan, options, kernelTexts(plan, gpuKernels(options)));
  const std::vector<BundleFile> sources = sourceFiles(parts);
  parts.runtime = runtimeFor(sources, options);
  for (const BundleFile &file : sources)
    add(file.path, [&] { return file.text; });
  for (const RuntimeFile &file : parts.runtime)
    add(file.path, [&] { return std::string(file.text); });
  add("CMakeLists.txt", [&] { return cmakeFile(parts); });
  add("launch.sh", [] { return launchFile(); });
  add("README.md", [&] { return readmeFile(parts, sources); });
  add("plan.json", [&] { return planJson(plan); });
  add("program.mlir", [&] { return plan.program; });
  for (const PlanConstant &constant : plan.constants)
    if (!isWrittenOut(constant))
      add("data/" + constant.id + ".npy", [&] { return npyFile(constant); });
}

std::vector<BundleFile> bundleFiles(const Plan &plan, const BundleOptions &options) {
  std::vector<BundleFile> files;
  forEachFile(plan, options, [&](std::string path, llvm::function_ref<std::string()> text) {
    files.push_back({std::move(path), text()});
  });
  llvm::sort(files, [](const BundleFile &a, const BundleFile &b) { return a.path < b.path; });
  return files;
}

CpuKernels cpuKernels(const Plan &plan) {
  const BundleOptions options = {.cuda = false};
  Parts parts(plan, options, kernelTexts(plan));
  const std::string source = "src/" + plan.id;
  CpuKernels own;
  own.source = source + ".kernels.cpp";
  own.files = {{own.source, kernelsFile(plan, parts.kernels, Target::cpp)},
               {source + ".kernels.h", kernelTables(plan, parts.kernels)}};
  if (hasDeviceHeader(parts)) own.files.push_back({source + ".device.h", deviceHeaderFile(parts)});
  for (const RuntimeFile &file : runtimeHeadersFor(own.files))
    own.files.push_back({file.path, file.text});
  for (const Function &function : plan.functions)
    own.scopes.push_back(plan.id + "::" + parts.scope(function));
  own.layouts = std::move(parts.layouts);
  own.kernels = std::move(parts.kernels);
  return own;
}

std::vector<std::string> bundlePaths(const Plan &plan, const BundleOptions &options) {
  std::vector<std::string> paths;
  forEachFile(plan, options, [&](std::string path, llvm::function_ref<std::string()>) {
    paths.push_back(std::move(path));
  });
  for (const GpuImage &image : options.images)
    paths.push_back(pathOf(image, plan.id));
  llvm::sort(paths);
  return paths;
}

} // namespace shardc
