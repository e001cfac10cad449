// SPDX-License-Identifier: Apache-2.0
#include "codegen/lower/graph/constant_data.h"

#include "llvm/ADT/APFloat.h"

#include <complex>
#include <cstring>

using namespace mlir;

namespace shardc {

static void append(std::vector<char> &bytes, uint64_t bits, size_t count) {
  char raw[sizeof bits];
  std::memcpy(raw, &bits, sizeof bits); // hosts are little-endian
  bytes.insert(bytes.end(), raw, raw + count);
}

static size_t bytesOf(Type type) { return (type.getIntOrFloatBitWidth() + 7) / 8; }

std::vector<char> constantBytes(ElementsAttr data) {
  std::vector<char> bytes;
  const Type type = data.getElementType();
  if (auto complex = dyn_cast<ComplexType>(type)) {
    const size_t part = bytesOf(complex.getElementType());
    for (const std::complex<llvm::APFloat> &value : data.getValues<std::complex<llvm::APFloat>>())
      for (const llvm::APFloat &each : {value.real(), value.imag()})
        append(bytes, each.bitcastToAPInt().getZExtValue(), part);
    return bytes;
  }
  const size_t size = bytesOf(type);
  bytes.reserve(data.getNumElements() * size);
  if (isa<FloatType>(type)) {
    for (const llvm::APFloat &value : data.getValues<llvm::APFloat>())
      append(bytes, value.bitcastToAPInt().getZExtValue(), size);
    return bytes;
  }
  const bool hasSign = type.isSignlessInteger() && !type.isSignlessInteger(1);
  for (const llvm::APInt &value : data.getValues<llvm::APInt>())
    append(bytes, hasSign ? static_cast<uint64_t>(value.getSExtValue()) : value.getZExtValue(),
           size);
  return bytes;
}

} // namespace shardc
