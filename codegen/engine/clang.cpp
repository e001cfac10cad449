// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/clang.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/CodeGen/BackendUtil.h"
#include "clang/CodeGen/CodeGenAction.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace shardc {
namespace {

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> fileSystem(const TranslationUnit &unit) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const TranslationUnit::File &file : unit.files)
    files->addFileNoOwn(file.path, 0, llvm::MemoryBufferRef(file.text, file.path));
  return files;
}

/// Takes out what no entry leads to: of a file that several units compile, each has its part.
void keepEntries(llvm::Module &module, llvm::ArrayRef<std::string> entries) {
  for (llvm::GlobalVariable &variable : module.globals()) // a table of all functions
    if (!variable.isDeclaration() && variable.hasExternalLinkage())
      variable.setLinkage(llvm::GlobalValue::InternalLinkage);
  std::vector<llvm::GlobalValue *> own;
  for (llvm::GlobalValue &value : module.global_values())
    if (!llvm::is_contained(entries, value.getName())) own.push_back(&value);
  const auto isDead = [](llvm::GlobalValue *value) {
    value->removeDeadConstantUsers();
    return value->use_empty() && value->isDiscardableIfUnused();
  };
  for (bool changed = true; changed;) {
    changed = false;
    llvm::erase_if(own, [&](llvm::GlobalValue *value) {
      if (!isDead(value)) return false;
      value->eraseFromParent();
      return changed = true;
    });
  }
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compile(const TranslationUnit &unit) {
  const auto files = fileSystem(unit);
  std::string said;
  llvm::raw_string_ostream stream(said);
  clang::DiagnosticOptions diagnosticOptions;
  clang::TextDiagnosticPrinter printer(stream, diagnosticOptions);
  clang::CompilerInstance compiler;
  compiler.setVirtualFileSystem(files);
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  compiler.setVerboseOutputStream(stream); // which counts warnings
  const auto refused = [&] { return llvm::createStringError(said); };

  std::vector<const char *> arguments;
  for (const std::string &argument : unit.arguments)
    arguments.push_back(argument.c_str());
  arguments.push_back(unit.path.c_str());
  if (!clang::CompilerInvocation::CreateFromArgs(compiler.getInvocation(), arguments,
                                                 compiler.getDiagnostics()))
    return refused();

  // First text to unoptimised IR, so that what this unit does not need can be taken out.
  clang::CodeGenOptions &codegen = compiler.getCodeGenOpts();
  codegen.DisableLLVMPasses = true;
  llvm::LLVMContext context;
  clang::EmitLLVMOnlyAction toIr(&context);
  if (!compiler.ExecuteAction(toIr)) return refused();
  const std::unique_ptr<llvm::Module> module = toIr.takeModule();
  keepEntries(*module, unit.entries);

  codegen.DisableLLVMPasses = false;
  llvm::SmallString<0> object;
  clang::emitBackendOutput(compiler, codegen, compiler.getTarget().getDataLayoutString(),
                           module.get(), clang::Backend_EmitObj, files,
                           std::make_unique<llvm::raw_svector_ostream>(object));
  if (compiler.getDiagnostics().hasErrorOccurred()) return refused();
  return llvm::MemoryBuffer::getMemBufferCopy(object, unit.path);
}

} // namespace

CompileObject *const shardc_compile_object = &compile;

} // namespace shardc
