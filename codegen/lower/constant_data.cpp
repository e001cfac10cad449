// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/constant_data.h"

#include "llvm/ADT/APFloat.h"

#include <cstring>

using namespace mlir;

namespace shardc {

static void append(std::vector<char> &bytes, uint64_t bits, size_t count) {
  char raw[sizeof bits];
  std::memcpy(raw, &bits, sizeof bits); // hosts are little-endian
  bytes.insert(bytes.end(), raw, raw + count);
}

std::vector<char> constantBytes(ElementsAttr data) {
  std::vector<char> bytes;
  const Type type = data.getElementType();
  const size_t size = (type.getIntOrFloatBitWidth() + 7) / 8;
  bytes.reserve(data.getNumElements() * size);
  if (isa<FloatType>(type)) {
    for (const llvm::APFloat &value : data.getValues<llvm::APFloat>())
      append(bytes, value.bitcastToAPInt().getZExtValue(), size);
    return bytes;
  }
  for (const llvm::APInt &value : data.getValues<llvm::APInt>())
    append(bytes, value.getZExtValue(), size);
  return bytes;
}

} // namespace shardc
