// SPDX-License-Identifier: Apache-2.0
#include "harness.h"

#include "codegen/text/text.h"
#include "functions.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

namespace shardc::test {

Folder::Folder() {
  std::string name = (std::filesystem::temp_directory_path() / "kernels_XXXXXX").string();
  path = mkdtemp(name.data()) ? name : "";
}
Folder::~Folder() {
  if (std::getenv("KEEP_KERNELS"))
    std::printf("kept %s\n", path.c_str());
  else
    std::filesystem::remove_all(path);
}
void Folder::write(const std::string &name, const std::string &text) const {
  std::ofstream(path + "/" + name) << text;
}

bool succeeds(const std::string &command) {
  FILE *pipe = popen((command + " 2>&1").c_str(), "r");
  std::string output;
  char buffer[4096];
  while (pipe && std::fgets(buffer, sizeof buffer, pipe))
    if (output.size() < 8000) output += buffer;
  const bool ok = pipe && pclose(pipe) == 0;
  EXPECT_TRUE(ok) << command << "\n" << output;
  return ok;
}

/// What a header says of each function, in its namespace.
static std::string perFunction(const Plan &plan,
                               llvm::function_ref<std::string(size_t function)> header) {
  std::string text = "namespace " + plan.id + " {\n";
  for (auto [number, function] : llvm::enumerate(plan.functions)) {
    const bool one = plan.functions.size() == 1;
    text += one ? header(number) : "namespace " + function.name + " {\n" + header(number) + "}\n";
  }
  return text + "}\n";
}

static std::string deviceHeader(const Plan &plan) {
  const auto device = [&](size_t function) {
    std::string text = "struct Device {\n";
    for (const DeviceField &field : deviceLayout(plan.functions[function]).fields)
      text += "  shardc::runtime::Range<int> " + field.name + ";\n";
    return text + "};\n";
  };
  return "#pragma once\n#include \"runtime/interval.h\"\n" + perFunction(plan, device);
}

static std::string planHeader(const Plan &plan, const KernelTexts &kernels) {
  const auto launchers = [&](size_t function) {
    std::string out = "using shardc::runtime::Stream;\n";
    for (const std::string &type : text::runtimeTypes(plan))
      out += "using shardc::runtime::" + type + ";\n";
    for (const KernelText &kernel : kernels[function])
      out += kernel.declaration + ";\n";
    return out;
  };
  return "#pragma once\n#include \"" + plan.id +
         ".device.h\"\n#include \"runtime/host/cpu/launch_cpu.h\"\n#include "
         "\"runtime/complex.h\"\n#include \"runtime/narrow.h\"\n#include "
         "\"runtime/small_integers.h\"\n" +
         perFunction(plan, launchers);
}

/// NAME.device.h, and NAME.plan.h as far as kernels need it.
static void writeHeaders(const Folder &folder, const Plan &plan, const KernelTexts &kernels) {
  folder.write(plan.id + ".device.h", deviceHeader(plan));
  folder.write(plan.id + ".plan.h", planHeader(plan, kernels));
}

/// A function that runs one function's kernel on any of its shards.
static std::string runnerText(const Plan &plan, const Function &function, const KernelText &taken) {
  const DeviceLayout layout = deviceLayout(function);
  const Kernel &kernel = function.kernels.front();
  const std::string scope = plan.id + (plan.functions.size() == 1 ? "" : "::" + function.name);
  std::string text = "static void run_" + function.name + "(long shard, void **at) {\n";
  text += "  static const " + scope + "::Device devices[] = {\n";
  for (int64_t shard = 0; shard < function.shards(); ++shard) {
    text += "    {";
    for (const DeviceField &field : layout.fields) {
      const Interval i = spanAt(field.span, function, coordinatesOf(function, shard));
      text += "{" + std::to_string(i.lo) + ", " + std::to_string(i.hi) + "}, ";
    }
    text += "},\n";
  }
  text += "  };\n  static shardc::runtime::Stream stream;\n  (void)devices;\n  " + scope +
          "::" + kernel.name + "(stream, \"\"";
  if (taken.takesDevice) text += ", devices[shard]";
  const SmallVector<int64_t, 2> trips = tripsOf(kernel);
  for (const int64_t depth : taken.trips)
    text += ", " + std::to_string(trips[depth]);
  int number = 0;
  const auto add = [&](const Kernel::Window &window) {
    const bool isOwn = isOfRuntime(window.type);
    text += std::string(", static_cast<") + (isOwn ? "shardc::runtime::" : "") +
            info(window.type).cpp + " *>(at[" + std::to_string(number++) + "])";
  };
  llvm::for_each(kernel.ins, add);
  llvm::for_each(kernel.outs, add);
  return text + ");\n}\n";
}

static std::string mainText(const Plan &plan, const KernelTexts &texts) {
  std::string text = "#include \"" + plan.id + ".plan.h\"\n";
  for (auto [function, kernels] : llvm::zip_equal(plan.functions, texts))
    text += runnerText(plan, function, kernels.front());
  text += "extern \"C\" void run(int function, long shard, void **at) {\n";
  text += "  static void (*const all[])(long, void **) = {";
  for (const Function &function : plan.functions)
    text += "run_" + function.name + ", ";
  return text + "};\n  all[function](shard, at);\n}\n";
}

static void linkRuntime(const Folder &folder) {
  namespace fs = std::filesystem;
  const std::string to = folder.path + "/runtime/";
  fs::create_directory(to);
  for (const char *name : {"box.h", "complex.h", "interval.h", "large_row.h", "namespace.h",
                           "narrow.h", "small_integers.h"})
    fs::copy_file(std::string(RUNTIME_DIR "/") + name, to + name);
  fs::copy(RUNTIME_DIR "/device", to + "device", fs::copy_options::recursive);
  fs::copy(HERE "/runtime", to, fs::copy_options::recursive);
  fs::copy_file(RUNTIME_DIR "/host/cpu/chunks_cpu.h", to + "host/cpu/chunks_cpu.h");
  for (const char *name : {"ballot.h", "device.h", "fibers.h", "grid.h", "tensor.h"})
    fs::copy_file(std::string(EMULATION "/runtime/") + name, to + name);
}

size_t spillsIn(const std::string &report) {
  size_t spills = 0;
  for (size_t at = 0; (at = report.find(" bytes spill stores", at + 1)) != std::string::npos;)
    spills += report.compare(at - 3, 3, ", 0") != 0;
  return spills;
}

bool nvccCompiles(const Plan &plan) { return nvccCompiles(plan, kernelTexts(plan)); }
bool nvccCompiles(const Plan &plan, const KernelTexts &kernels, std::string *report) {
  namespace fs = std::filesystem;
  const Folder folder;
  fs::copy(RUNTIME_DIR, folder.path + "/runtime", fs::copy_options::recursive);
  writeHeaders(folder, plan, kernels);
  folder.write("kernels.cu", kernelsFile(plan, kernels, Target::cuda));
  const std::string compile = NVCC " -std=c++20 -arch=sm_80 --expt-relaxed-constexpr ";
  const std::string files =
      "-I" + folder.path + " -c " + folder.path + "/kernels.cu -o " + folder.path + "/kernels.o";
  if (!report) return succeeds(compile + "-O1 " + files);
  const std::string path = folder.path + "/report";
  if (!succeeds(compile + "-O3 -fmad=false -Xptxas -v " + files + " > " + path)) return false;
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  *report = text.str();
  return true;
}

CompiledKernels::CompiledKernels(const Plan &plan, Target target, bool counted,
                                 const std::string &flags)
    : CompiledKernels(plan, kernelTexts(plan), target, counted, flags) {}
CompiledKernels::CompiledKernels(const Plan &plan, const KernelTexts &kernels, Target target,
                                 bool counted, const std::string &flags) {
  linkRuntime(folder);
  writeHeaders(folder, plan, kernels);
  if (target == Target::cpp) {
    folder.write(plan.id + ".kernels.h", kernelTables(plan, kernels));
    folder.write("launch.cpp", launchersFile(plan, kernels));
  }
  folder.write("kernels.cpp", kernelsFile(plan, kernels, target));
  folder.write("main.cpp", mainText(plan, kernels));
  const std::string at = folder.path + "/";
  const std::string warnings = "-Wall -Wextra -Wno-unused-parameter -Wno-tautological-compare "
                               "-Wno-type-limits -Wno-unknown-pragmas -Werror ";
  if (!succeeds("g++ -std=c++20 -O1 " + flags + " " +
                (counted ? "-w -include runtime/counted.h " : warnings) +
                "-fwrapv -ffp-contract=off -fPIC -shared -I" + at + " " + at + "kernels.cpp " +
                (target == Target::cpp ? at + "launch.cpp " : "") + at + "main.cpp -o " + at +
                "kernels.so"))
    return;
  library = dlopen((at + "kernels.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  EXPECT_NE(library, nullptr) << dlerror();
  if (!library) return;
  entry = reinterpret_cast<decltype(entry)>(dlsym(library, "run"));
  count = reinterpret_cast<decltype(count)>(dlsym(library, "countedFlops"));
}
CompiledKernels::~CompiledKernels() {
  if (library) dlclose(library);
}
void CompiledKernels::run(int number, int64_t shard, std::vector<void *> buffers) const {
  entry(number, shard, buffers.data());
}

} // namespace shardc::test
