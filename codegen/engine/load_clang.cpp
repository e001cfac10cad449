// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/clang.h"

#include "frontend/bug.h"

#include <dlfcn.h>

namespace shardc {

/// Looks where the program's own run path says: beside the build's libraries, or where the compiler is
/// installed. The module is never unloaded.
static CompileObject *loadCompileObject() {
  void *module = dlopen("shardc-clang.so", RTLD_NOW | RTLD_LOCAL);
  if (!module) internalError(std::string("the engine's compiler cannot be loaded: ") + dlerror());
  void *found = dlsym(module, "shardc_compile_object");
  if (!found) internalError(std::string("the engine's compiler is another's: ") + dlerror());
  return *static_cast<CompileObject *const *>(found);
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compileObject(const TranslationUnit &unit) {
  static CompileObject *const compile = loadCompileObject();
  return compile(unit);
}

} // namespace shardc
