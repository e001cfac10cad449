// SPDX-License-Identifier: Apache-2.0
// Object files linked into this process, by LLVM's ORC.
#pragma once

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>
#include <vector>

namespace llvm::orc {
class LLJIT;
}

namespace shardc {

/// Code that stays in memory as long as this lives.
class MachineCode {
public:
  static llvm::Expected<MachineCode> link(std::vector<std::unique_ptr<llvm::MemoryBuffer>> objects);
  MachineCode(MachineCode &&) noexcept;
  ~MachineCode();

  llvm::Expected<void *> find(llvm::StringRef symbol) const;

private:
  explicit MachineCode(std::unique_ptr<llvm::orc::LLJIT> jit);
  std::unique_ptr<llvm::orc::LLJIT> jit;
};

/// To be called before anything is compiled; again is harmless.
void initialiseTarget();

} // namespace shardc
