// SPDX-License-Identifier: Apache-2.0
#include "codegen/bundle/runtime_closure.h"

#include "codegen/bundle/parts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

namespace shardc::bundle {

bool isFor(StringRef path, Target target) {
  const StringRef stem = path.split('.').first;
  if (stem.ends_with("_cpu")) return target == Target::cpp;
  if (stem.ends_with("_cuda") || stem.ends_with("_cubin")) return target == Target::cuda;
  return true;
}

bool isFor(StringRef path, GpuKernels gpu) {
  const auto [stem, extension] = path.split('.');
  if (stem.ends_with("_cubin")) return gpu == GpuKernels::cubin;
  return extension != "cu" || gpu == GpuKernels::linked || path.starts_with("runtime/routines/");
}

bool isHeader(StringRef path) { return path.ends_with(".h") || path.ends_with(".def"); }

/// What a text includes in quotes, under whatever condition.
static SmallVector<StringRef> includesOf(StringRef text) {
  constexpr StringRef kInclude = "#include \"";
  SmallVector<StringRef> includes;
  for (size_t at = text.find(kInclude); at != StringRef::npos; at = text.find(kInclude, at)) {
    const bool beginsLine = at == 0 || text[at - 1] == '\n';
    at += kInclude.size();
    if (beginsLine) includes.push_back(text.slice(at, text.find('"', at)));
  }
  return includes;
}

namespace {

class Closure {
public:
  explicit Closure(llvm::function_ref<bool(StringRef)> isWanted) {
    for (const RuntimeFile &file : runtimeFiles()) {
      if (!isWanted(file.path)) continue;
      files[file.path] = &file;
      if (!isHeader(file.path)) sources[includesOf(file.text).front()].push_back(file.path);
    }
  }

  std::vector<RuntimeFile> of(ArrayRef<BundleFile> own) {
    for (const BundleFile &file : own)
      addIncludes(file.text);
    while (!waiting.empty()) {
      const RuntimeFile &file = *waiting.pop_back_val();
      taken.push_back(file);
      addIncludes(file.text);
      for (const StringRef source : sources.lookup(file.path))
        add(source);
    }
    llvm::sort(taken, [](const RuntimeFile &a, const RuntimeFile &b) {
      return StringRef(a.path) < StringRef(b.path);
    });
    return std::move(taken);
  }

private:
  void addIncludes(StringRef text) {
    for (const StringRef name : includesOf(text))
      add(name);
  }

  /// Each once; others are files of the bundle itself, or of a back end that it does without.
  void add(StringRef path) {
    const auto file = files.find(path);
    if (file == files.end()) return;
    waiting.push_back(file->second);
    files.erase(file);
  }

  llvm::StringMap<const RuntimeFile *> files; // that are not taken yet
  llvm::StringMap<SmallVector<StringRef, 2>> sources;
  SmallVector<const RuntimeFile *> waiting;
  std::vector<RuntimeFile> taken;
};

} // namespace

std::vector<RuntimeFile> runtimeFor(ArrayRef<BundleFile> own, const BundleOptions &options) {
  const GpuKernels gpu = gpuKernels(options);
  return Closure([&](StringRef path) {
           const bool isOfTarget = (options.cpu && isFor(path, Target::cpp)) ||
                                   (options.cuda && isFor(path, Target::cuda));
           return isOfTarget && isFor(path, gpu);
         })
      .of(own);
}

std::vector<RuntimeFile> runtimeHeadersFor(ArrayRef<BundleFile> own) {
  return Closure(isHeader).of(own);
}

} // namespace shardc::bundle
