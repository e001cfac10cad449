// SPDX-License-Identifier: Apache-2.0
// The kernels of a bundle for GPUs, compiled, and src/NAME.cubins.cpp, which has them as bytes.
#include "codegen/bundle/parts.h"

#include "codegen/cubin/device_std.h"
#include "codegen/cubin/nvrtc.h"
#include "codegen/runtime_files.h"

#include "llvm/ADT/STLExtras.h"

#include <future>
#include <map>

namespace shardc {

using namespace bundle;

static std::string symbolOf(const GpuImage &image, const std::string &name) {
  return name + (image.isPtx ? "_compute_" : "_sm_") + std::to_string(image.architecture);
}

std::string bundle::cubinsFile(const Parts &parts) {
  const std::string &n = parts.plan.id;
  std::string out =
      text::wrapped("// ",
                    "The kernels of " + n + ", compiled from " + n +
                        ".kernels.cu: code for some GPUs, and PTX, which the driver compiles "
                        "for later ones.") +
      "#include \"" + n + ".plan.h\"\n\n#include \"runtime/host/cuda/launch_cubin.h\"\n\n" +
      R"(// A file of cubin/ as bytes of this library, with a 0 behind them.
#define IMAGE(symbol, file) \
  asm(".pushsection .rodata\n.balign 16\n.globl " #symbol "\n.hidden " #symbol "\n" #symbol \
      ":\n.incbin \"" SHARDC_CUBINS "/" file "\"\n.byte 0\n.popsection"); \
  extern "C" __attribute__((visibility("hidden"))) const char symbol[]

)";
  std::vector<std::string> list;
  for (const GpuImage &image : parts.options.images) {
    const std::string symbol = symbolOf(image, n);
    out += "IMAGE(" + symbol + ", " +
           text::quoted(StringRef(pathOf(image, n)).split('/').second.str()) + ");\n";
    list.push_back("{" + std::to_string(image.architecture) +
                   (image.isPtx ? ", true, " : ", false, ") + symbol + "}");
  }
  return out + "\nnamespace " + n +
         " {\n\nstd::shared_ptr<shardc::runtime::Kernels> kernels_for(int gpu) {\n" +
         text::packed("  return shardc::runtime::load_kernels({", list, "}, gpu);\n") +
         "}\n\n} // namespace " + n + "\n";
}

static DeviceSource deviceSource(const Plan &plan, const BundleOptions &options) {
  const Parts parts(plan, options, kernelTexts(plan, GpuKernels::cubin));
  DeviceSource source = {plan.id + ".kernels.cu",
                         kernelsFile(plan, parts.kernels, Target::cuda, GpuKernels::cubin),
                         {{plan.id + ".device.h", deviceHeaderFile(parts)}}};
  for (const auto &[name, text] : deviceStd())
    source.headers.emplace_back(name, text);
  for (const RuntimeFile &file : runtimeFiles()) {
    const StringRef path = file.path;
    if (isHeader(path)) source.headers.emplace_back(path.str(), file.text);
  }
  return source;
}

llvm::Expected<std::vector<BundleFile>> imageFiles(const Plan &plan, const BundleOptions &options,
                                                   const Nvrtc &nvrtc) {
  const DeviceSource source = deviceSource(plan, options);
  std::map<int, std::future<llvm::Expected<DeviceCode>>> compiled;
  for (const GpuImage &image : options.images)
    compiled.try_emplace(image.architecture);
  for (auto &[architecture, code] : compiled)
    code = std::async(std::launch::async, [&, architecture = architecture] {
      return nvrtc.compile(source, architecture);
    });
  std::map<int, DeviceCode> codes;
  llvm::Error failed = llvm::Error::success();
  for (auto &[architecture, code] : compiled)
    if (llvm::Expected<DeviceCode> own = code.get())
      codes[architecture] = std::move(*own);
    else
      failed = llvm::joinErrors(std::move(failed), own.takeError());
  if (failed) return std::move(failed);
  std::vector<BundleFile> files;
  for (const GpuImage &image : options.images) {
    const DeviceCode &code = codes.at(image.architecture);
    files.push_back({pathOf(image, plan.id), image.isPtx ? code.ptx : code.cubin});
  }
  return files;
}

} // namespace shardc
