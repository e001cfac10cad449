// SPDX-License-Identifier: Apache-2.0
// The message OpSharding of xla_data.proto in protocol buffers' wire format: numbers of seven bits
// a byte, low ones first; fields are a number and its type, then a number, or bytes with their
// count.
#include "frontend/ir/sharding/notations/hlo_bytes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <vector>

namespace shardc {

using llvm::StringRef;

namespace {

/// Numbers of fields.
enum Field : uint64_t {
  kType = 1,
  kTileDims = 3,
  kDevices = 4,
  kTuple = 5,
  kReplicateLast = 6,
  kMetadata = 7,
  kLastDims = 8,
  kIotaDims = 9,
  kIotaOrder = 10,
  kIsGroup = 11,
  kGroup = 12,
  kGroupType = 13
};
/// Values of `type`.
enum ShardingType : uint64_t { kReplicated, kMaximal, kIsTuple, kOther, kManual, kUnknown, kUnreduced };

using Numbers = std::vector<int64_t>;

/// Reads one message; tuples are not nested.
class WireReader {
public:
  WireReader(StringRef bytes, bool inTuple) : rest(bytes), inTuple(inTuple) {}

  /// Its text; none where it is not well formed.
  std::optional<std::string> text() {
    while (!rest.empty())
      if (!field()) return std::nullopt;
    return write();
  }

private:
  bool number(uint64_t &value) {
    value = 0;
    for (unsigned shift = 0; shift < 64 && !rest.empty(); shift += 7) {
      const auto byte = static_cast<unsigned char>(rest.front());
      rest = rest.drop_front();
      value |= static_cast<uint64_t>(byte & 0x7f) << shift;
      if (byte < 0x80) return true;
    }
    return false;
  }

  bool bytes(StringRef &value) {
    uint64_t count;
    if (!number(count) || count > rest.size()) return false;
    value = rest.take_front(count);
    rest = rest.drop_front(count);
    return true;
  }

  /// One number, or some of them packed.
  bool numbers(bool packed, Numbers &list) {
    uint64_t value;
    if (!packed) {
      if (!number(value)) return false;
      list.push_back(static_cast<int64_t>(value));
      return true;
    }
    StringRef all;
    if (!bytes(all)) return false;
    for (WireReader inside(all, inTuple); !inside.rest.empty();) {
      if (!inside.number(value)) return false;
      list.push_back(static_cast<int64_t>(value));
    }
    return true;
  }

  bool field() {
    uint64_t key;
    if (!number(key)) return false;
    const uint64_t field = key >> 3, wire = key & 7;
    if (wire != 0 && wire != 2) return false;
    StringRef part;
    if (field == kMetadata) return wire == 2 && bytes(part);
    if (field == kTuple) return wire == 2 && bytes(part) && element(part);
    return hasNumbers(field) && numbers(wire == 2, read[field]);
  }

  /// Whether a field is a list of numbers, perhaps of one.
  static bool hasNumbers(uint64_t field) {
    return field == kType || (kTileDims <= field && field <= kGroupType);
  }

  bool element(StringRef part) {
    if (inTuple) return false;
    const auto text = WireReader(part, /*inTuple=*/true).text();
    if (text) elements.push_back(*text);
    return text.has_value();
  }

  static int64_t last(const Numbers &list) { return list.empty() ? 0 : list.back(); }

  static std::string commas(const Numbers &list) {
    std::string text;
    for (int64_t each : list)
      text += (text.empty() ? "" : ",") + std::to_string(each);
    return text;
  }

  std::string devicesText() const {
    if (read[kIotaDims].empty()) return commas(read[kDevices]);
    return "<=[" + commas(read[kIotaDims]) + "]T(" + commas(read[kIotaOrder]) + ")";
  }

  /// Empty where there are no such subgroups.
  static StringRef subgroupName(int64_t type) {
    switch (type) {
    case kReplicated:
      return "replicated";
    case kMaximal:
      return "maximal";
    case kManual:
      return "manual";
    case kUnreduced:
      return "unreduced";
    default:
      return "";
    }
  }

  std::optional<std::string> lastDimsText() const {
    std::string names;
    for (int64_t type : read[kLastDims]) {
      const StringRef name = subgroupName(type);
      if (name.empty()) return std::nullopt;
      names += (names.empty() ? "" : ", ") + name.str();
    }
    if (!names.empty()) return " last_tile_dims={" + names + "}";
    return last(read[kReplicateLast]) ? " last_tile_dim_replicate" : "";
  }

  std::optional<std::string> bodyText() const {
    switch (static_cast<uint64_t>(last(read[kType]))) {
    case kReplicated:
      return "replicated";
    case kMaximal:
      return "maximal device=" + std::to_string(last(read[kDevices]));
    case kManual:
      return "manual";
    case kUnknown:
      return "unknown";
    case kUnreduced:
      return "unreduced";
    case kOther: {
      const auto dims = lastDimsText();
      if (!dims) return std::nullopt;
      return "devices=[" + commas(read[kTileDims]) + "]" + devicesText() + *dims;
    }
    default:
      return std::nullopt;
    }
  }

  std::optional<std::string> write() const {
    if (last(read[kType]) == kIsTuple) return "{" + llvm::join(elements, ", ") + "}";
    const auto body = bodyText();
    if (!body || !elements.empty()) return std::nullopt;
    const std::string group = last(read[kGroupType]) == 1 ? " shard_like " : " shard_as ";
    return "{" + *body + (last(read[kIsGroup]) ? group + std::to_string(last(read[kGroup])) : "") +
           "}";
  }

  StringRef rest;
  bool inTuple;
  std::array<Numbers, kGroupType + 1> read; // by field
  std::vector<std::string> elements;        // of a tuple
};

} // namespace

bool isHloBytes(StringRef text) {
  return llvm::any_of(text, [](unsigned char c) { return c < 0x20 && !isspace(c); });
}

std::optional<std::string> textOfHloBytes(StringRef bytes, NotationProblem &problem) {
  auto text = WireReader(bytes, /*inTuple=*/false).text();
  if (!text) problem.what = "these are not the bytes of an OpSharding";
  return text;
}

} // namespace shardc
