// SPDX-License-Identifier: Apache-2.0
// Constants: small ones as arrays in src/NAME.constants.cpp, large ones as data/NAME.npy.
#include "codegen/bundle/parts.h"

#include "codegen/text/literal.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"

#include <cmath>

namespace shardc::bundle {

constexpr int64_t kLargestWritten = 4096; // bytes

bool isWrittenOut(const PlanConstant &constant) { return constant.type.bytes() <= kLargestWritten; }

bool hasConstantsFile(const Plan &plan) { return llvm::any_of(plan.constants, isWrittenOut); }

bool hasDataFiles(const Plan &plan) { return !llvm::all_of(plan.constants, isWrittenOut); }

/// The bits of element `i`, zero-extended.
static uint64_t bitsAt(const PlanConstant &constant, int64_t i) {
  using namespace llvm::support::endian;
  const int bytes = info(constant.type.type).bytes;
  const char *at = constant.data.data() + i * bytes;
  return bytes == 8 ? read64le(at) : bytes == 4 ? read32le(at) : static_cast<uint8_t>(*at);
}

/// A not-a-number that is not the usual one keeps its bits: std::bit_cast<float>(0x7fc00001u).
static std::string oddNan(ElementType type, uint64_t bits) {
  const bool wide = type == ElementType::f64;
  return std::string("std::bit_cast<") + info(type).cpp + ">(0x" +
         llvm::utohexstr(bits, /*LowerCase=*/true) + (wide ? "ull)" : "u)");
}

static std::string element(const PlanConstant &constant, int64_t i) {
  const ElementType type = constant.type.type;
  const uint64_t bits = bitsAt(constant, i);
  switch (type) {
  case ElementType::f32: {
    const float value = llvm::bit_cast<float>(static_cast<uint32_t>(bits));
    if (std::isnan(value) && bits != 0x7fc00000u) return oddNan(type, bits);
    return literalText(Number::of(type, static_cast<double>(value)));
  }
  case ElementType::f64: {
    const double value = llvm::bit_cast<double>(bits);
    if (std::isnan(value) && bits != 0x7ff8000000000000u) return oddNan(type, bits);
    return literalText(Number::of(type, value));
  }
  case ElementType::i32:
    return literalText(Number::of(type, int64_t{static_cast<int32_t>(bits)}), /*plain=*/true);
  case ElementType::i1:
  case ElementType::i64:
  case ElementType::ui32:
    return literalText(Number::of(type, static_cast<int64_t>(bits)), /*plain=*/true);
  case ElementType::index:
    break;
  }
  llvm_unreachable("indices are not stored");
}

/// `open`, the values, the end: a row of the last dimension a line, as far as it fits.
static std::string definition(const std::string &open, const PlanConstant &constant) {
  const int64_t count = constant.type.elements();
  const int64_t row = constant.type.shape.empty() ? 1 : constant.type.shape.back();
  const auto items = [&](int64_t begin, int64_t end) {
    std::vector<std::string> words;
    for (int64_t i = begin; i < end; ++i)
      words.push_back(element(constant, i));
    return words;
  };
  if (row == count) return text::packed(open, items(0, count), "};\n\n");
  std::string out = open + "\n";
  for (int64_t begin = 0; begin < count; begin += row)
    out += text::packed("    ", items(begin, begin + row), ",") + "\n";
  return out + "};\n\n";
}

std::string constantsFile(const Parts &parts) {
  const Plan &plan = parts.plan;
  std::string body;
  for (const PlanConstant &constant : plan.constants) {
    if (!isWrittenOut(constant)) continue;
    const int64_t room = std::max<int64_t>(constant.type.elements(), 1);
    const std::string open = "const " + std::string(info(constant.type.type).cpp) + " values_of_" +
                             constant.id + "[" + std::to_string(room) + "] = {";
    body += "// " + text::dtype(constant.type) + text::shape(constant.type.shape) + "\n" +
            definition(open, constant);
  }
  std::string out = "// The constants of " + plan.id + ", whole and row-major.\n#include \"" +
                    plan.id + ".plan.h\"\n\n";
  const bool bits = StringRef(body).contains("std::bit_cast");
  if (bits) out += "#include <bit>\n";
  out += "#include <cmath>\n\nnamespace " + plan.id + " {\n\n";
  return out + body + "} // namespace " + plan.id + "\n";
}

static const char *numpyType(ElementType type) {
  switch (type) {
  case ElementType::f32:
    return "<f4";
  case ElementType::f64:
    return "<f8";
  case ElementType::i1:
    return "|b1";
  case ElementType::i32:
    return "<i4";
  case ElementType::i64:
    return "<i8";
  case ElementType::ui32:
    return "<u4";
  case ElementType::index:
    break;
  }
  llvm_unreachable("indices are not stored");
}

/// Version 1.0 of the format: magic, length, a dictionary padded to a multiple of 64.
std::string npyFile(const PlanConstant &constant) {
  std::string shape;
  for (int64_t extent : constant.type.shape)
    shape += std::to_string(extent) + ", ";
  if (constant.type.shape.size() > 1) shape.resize(shape.size() - 2);
  if (constant.type.shape.size() == 1) shape.pop_back();
  std::string header = std::string("{'descr': '") + numpyType(constant.type.type) +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  constexpr size_t kBefore = 10; // magic, version, length
  header += std::string(63 - (kBefore + header.size()) % 64, ' ') + "\n";
  std::string file("\x93NUMPY\x01\x00", 8);
  file += static_cast<char>(header.size() & 0xff);
  file += static_cast<char>(header.size() >> 8);
  file += header;
  file.append(constant.data.begin(), constant.data.end());
  return file;
}

} // namespace shardc::bundle
