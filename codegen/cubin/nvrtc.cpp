// SPDX-License-Identifier: Apache-2.0
// NVRTC has a C interface, of which these are the functions that make a program of a text and
// headers, compile it, and give the log and the code. What they take is declared here, as its own
// header is not there where shardc is built.
#include "codegen/cubin/nvrtc.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <dlfcn.h>

namespace shardc {

struct nvrtcProgram; // NVRTC's handle is a pointer to it

/// NVRTC's functions, by their names less `nvrtc`, as its manual has them. All return 0, or a
/// number that GetErrorString has a text for.
struct Nvrtc::Functions {
  const char *(*GetErrorString)(int status);
  int (*GetNumSupportedArchs)(int *count);
  int (*GetSupportedArchs)(int *architectures);
  int (*CreateProgram)(nvrtcProgram **program, const char *text, const char *name, int headers,
                       const char *const *headerTexts, const char *const *headerNames);
  int (*DestroyProgram)(nvrtcProgram **program);
  int (*CompileProgram)(nvrtcProgram *program, int count, const char *const *options);
  int (*GetProgramLogSize)(nvrtcProgram *program, size_t *size);
  int (*GetProgramLog)(nvrtcProgram *program, char *log);
  int (*GetCUBINSize)(nvrtcProgram *program, size_t *size);
  int (*GetCUBIN)(nvrtcProgram *program, char *cubin);
  int (*GetPTXSize)(nvrtcProgram *program, size_t *size);
  int (*GetPTX)(nvrtcProgram *program, char *ptx);
};

static void *openLibrary() {
  std::vector<std::string> folders = {"/usr/local/cuda/lib64/", ""};
  if (const char *root = std::getenv("CUDA_PATH"))
    folders = {root + std::string("/lib64/"), root + std::string("/lib/")};
  for (const std::string &folder : folders)
    for (const char *name : {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so"})
      if (void *library = dlopen((folder + name).c_str(), RTLD_NOW)) return library;
  return nullptr;
}

template <typename Function>
static bool find(void *library, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  return function != nullptr;
}

llvm::Expected<Nvrtc> Nvrtc::open() {
  void *library = openLibrary();
  if (!library)
    return llvm::createStringError(
        "libnvrtc.so.13, CUDA's compiler as a library, is not found; install it ('pip install "
        "nvidia-cuda-nvrtc' will do) and say where with CUDA_PATH, the folder above its lib");
  Functions all = {};
  const bool complete = find(library, "nvrtcGetErrorString", all.GetErrorString) &&
                        find(library, "nvrtcGetNumSupportedArchs", all.GetNumSupportedArchs) &&
                        find(library, "nvrtcGetSupportedArchs", all.GetSupportedArchs) &&
                        find(library, "nvrtcCreateProgram", all.CreateProgram) &&
                        find(library, "nvrtcDestroyProgram", all.DestroyProgram) &&
                        find(library, "nvrtcCompileProgram", all.CompileProgram) &&
                        find(library, "nvrtcGetProgramLogSize", all.GetProgramLogSize) &&
                        find(library, "nvrtcGetProgramLog", all.GetProgramLog) &&
                        find(library, "nvrtcGetCUBINSize", all.GetCUBINSize) &&
                        find(library, "nvrtcGetCUBIN", all.GetCUBIN) &&
                        find(library, "nvrtcGetPTXSize", all.GetPTXSize) &&
                        find(library, "nvrtcGetPTX", all.GetPTX);
  if (!complete)
    return llvm::createStringError("the libnvrtc.so that is found is older than CUDA 12; install "
                                   "one of CUDA 12 or 13");
  Nvrtc nvrtc;
  nvrtc.functions = std::make_shared<const Functions>(all);
  return nvrtc;
}

std::vector<int> Nvrtc::architectures() const {
  int count = 0;
  if (functions->GetNumSupportedArchs(&count) != 0) return {};
  std::vector<int> all(count);
  if (functions->GetSupportedArchs(all.data()) != 0) return {};
  return all;
}

/// What a pair of functions gives: so many bytes, and they.
template <typename Size, typename Get>
static std::string textOf(nvrtcProgram *program, Size size, Get get) {
  size_t bytes = 0;
  if (size(program, &bytes) != 0) return "";
  std::string text(bytes, '\0');
  return get(program, text.data()) == 0 ? text : "";
}

llvm::Expected<DeviceCode> Nvrtc::compile(const DeviceSource &source, int architecture) const {
  std::vector<const char *> names, texts;
  for (const auto &[name, text] : source.headers) {
    names.push_back(name.c_str());
    texts.push_back(text.c_str());
  }
  nvrtcProgram *program = nullptr;
  const int created =
      functions->CreateProgram(&program, source.text.c_str(), source.name.c_str(),
                               static_cast<int>(names.size()), texts.data(), names.data());
  if (created != 0) return llvm::createStringError(functions->GetErrorString(created));
  const std::string arch = "--gpu-architecture=sm_" + std::to_string(architecture);
  // Kernels use constexpr functions of the runtime's headers: all functions are the device's.
  const char *options[] = {arch.c_str(), "--std=c++20", "--fmad=false", "-lineinfo",
                           "--device-as-default-execution-space"};
  const int compiled =
      functions->CompileProgram(program, static_cast<int>(std::size(options)), options);
  const std::string log = textOf(program, functions->GetProgramLogSize, functions->GetProgramLog);
  DeviceCode code;
  if (compiled == 0) {
    code.cubin = textOf(program, functions->GetCUBINSize, functions->GetCUBIN);
    code.ptx = textOf(program, functions->GetPTXSize, functions->GetPTX);
  }
  functions->DestroyProgram(&program);
  if (compiled != 0)
    return llvm::createStringError(std::string(functions->GetErrorString(compiled)) + ": " +
                                   llvm::StringRef(log).split('\n').first.str());
  if (!code.ptx.empty()) code.ptx.pop_back(); // the 0 that ends it
  return code;
}

} // namespace shardc
