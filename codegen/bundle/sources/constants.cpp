// SPDX-License-Identifier: Apache-2.0
// Constants: small ones as arrays in src/NAME.constants.cpp, large ones as data/NAME.npy.
#include "codegen/bundle/parts.h"

#include "codegen/text/literal.h"
#include "frontend/ir/formula/expressions/scalars.h"

#include "runtime/io/formats/npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace shardc::bundle {

constexpr int64_t kLargestWritten = 4096; // bytes

bool isWrittenOut(const PlanConstant &constant) { return constant.type.bytes() <= kLargestWritten; }

bool hasConstantsFile(const Plan &plan) { return llvm::any_of(plan.constants, isWrittenOut); }

bool hasDataFiles(const Plan &plan) { return !llvm::all_of(plan.constants, isWrittenOut); }

/// The bits of element `i`, zero-extended.
static Slot bitsAt(const PlanConstant &constant, int64_t i) {
  const int bytes = info(constant.type.type).bytes;
  Slot bits = 0; // hosts are little-endian
  std::memcpy(&bits, constant.data.data() + i * bytes, bytes);
  return bits;
}

/// A not-a-number that is not the usual one keeps its bits: std::bit_cast<float>(0x7fc00001u).
static std::string oddNan(ElementType type, uint64_t bits) {
  const std::string text = "0x" + llvm::utohexstr(bits, /*LowerCase=*/true);
  const int bytes = info(type).bytes;
  const std::string integer = bytes == 8   ? text + "ull"
                              : bytes == 4 ? text + "u"
                              : bytes == 2 ? "uint16_t(" + text + ")"
                                           : "uint8_t(" + text + ")";
  return std::string("std::bit_cast<") + info(type).cpp + ">(" + integer + ")";
}

/// A number of a type that is not complex.
static std::string element(ElementType type, Slot bits) {
  const Number number = fromSlot(type, bits);
  if (!number.isFloat()) return literalText(number, /*plain=*/true);
  const bool isOdd = std::isnan(number.real) &&
                     bits != toSlot(Number::of(type, std::numeric_limits<double>::quiet_NaN()));
  return isOdd ? oddNan(type, static_cast<uint64_t>(bits)) : literalText(number);
}

static std::string element(const PlanConstant &constant, int64_t i) {
  const ElementType type = constant.type.type;
  const Slot bits = bitsAt(constant, i);
  const std::optional<ElementType> part = partOf(type);
  if (!part) return element(type, bits);
  const int width = 8 * info(*part).bytes;
  const Slot low = bits & ((Slot(1) << width) - 1), high = bits >> width;
  return std::string(info(type).cpp) + "(" + element(*part, low) + ", " + element(*part, high) +
         ")";
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

std::string npyFile(const PlanConstant &constant) {
  return runtime::formatNpy({runtimeType(constant.type.type),
                             {constant.type.shape.begin(), constant.type.shape.end()},
                             {constant.data.begin(), constant.data.end()}});
}

} // namespace shardc::bundle
