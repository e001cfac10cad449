// SPDX-License-Identifier: Apache-2.0
#include "codegen/engine/machine_code.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/Support/TargetSelect.h"

namespace shardc {

MachineCode::MachineCode(std::unique_ptr<llvm::orc::LLJIT> jit) : jit(std::move(jit)) {}
MachineCode::MachineCode(MachineCode &&) noexcept = default;
MachineCode::~MachineCode() = default;

llvm::Expected<MachineCode>
MachineCode::link(std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects) {
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit) return jit.takeError();
  for (auto &object : objects)
    if (llvm::Error error = (*jit)->addObjectFile(std::move(object))) return std::move(error);
  return MachineCode(std::move(*jit));
}

llvm::Expected<void *> MachineCode::find(llvm::StringRef symbol) const {
  auto address = jit->lookup(symbol);
  if (!address) return address.takeError();
  return address->toPtr<void *>();
}

void initialiseTarget() {
  llvm::InitializeNativeTarget();
  llvm::InitializeNativeTargetAsmPrinter();
  llvm::InitializeNativeTargetAsmParser();
}

} // namespace shardc
