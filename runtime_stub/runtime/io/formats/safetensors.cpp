// SPDX-License-Identifier: Apache-2.0
// Eight bytes say how long the header is, little-endian; then it comes, an object of JSON with an
// entry for each tensor, and then the tensors.
#include "runtime/io/formats/safetensors.h"

#include "runtime/io/formats/json.h"

#include <cstring>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr size_t kLength = 8; // [bytes]

struct TypeRow {
  const char *name;
  Type type;
};
constexpr TypeRow kStoredTypes[] = {
    {"F64", Type::f64},        {"F32", Type::f32},
    {"F16", Type::f16},        {"BF16", Type::bf16},
    {"I64", Type::i64},        {"I32", Type::i32},
    {"I16", Type::i16},        {"I8", Type::i8},
    {"U64", Type::ui64},       {"U32", Type::ui32},
    {"U16", Type::ui16},       {"U8", Type::ui8},
    {"BOOL", Type::i1},        {"F8_E4M3", Type::f8E4M3FN},
    {"F8_E5M2", Type::f8E5M2}, {"F8_E8M0", Type::f8E8M0FNU},
    {"C64", Type::c64},
};

[[noreturn]] void refuse_tensors(const std::string &why) { throw Error(Exit::wrong_input, why); }

StoredTensor tensor_of(const Json &entry, size_t begin, size_t size) {
  const std::string what = "'" + entry.name + "'";
  entries_of(entry, Json::Kind::object, what);
  StoredTensor tensor = {string_of(member_of(entry, "dtype"), what + ", dtype"),
                         counts_of(member_of(entry, "shape"), what + ", shape")};
  const std::vector<int64_t> ends =
      counts_of(member_of(entry, "data_offsets"), what + ", data_offsets");
  if (ends.size() != 2 || ends[0] > ends[1] || static_cast<size_t>(ends[1]) > size - begin)
    refuse_tensors(what + " is not within the file");
  tensor.at = begin + ends[0];
  tensor.bytes = ends[1] - ends[0];
  return tensor;
}

} // namespace

Safetensors::Safetensors(const std::string &from)
    : path(from), file(std::make_shared<const Mapping>(from)) {
  try {
    read_header();
  } catch (const Error &error) {
    throw Error(error.code, one_line(path + ": " + error.what()));
  }
}

void Safetensors::read_header() {
  const std::string_view all = file->bytes();
  uint64_t length = 0;
  if (all.size() < kLength) refuse_tensors("is not a .safetensors file");
  std::memcpy(&length, all.data(), kLength);
  if (length > all.size() - kLength) refuse_tensors("is not a .safetensors file, or is cut short");
  const Json header = parse_json(all.substr(kLength, length));
  for (const Json &entry : entries_of(header, Json::Kind::object, "the header"))
    if (entry.name != "__metadata__")
      stored[entry.name] = tensor_of(entry, kLength + length, all.size());
}

Array Safetensors::describe(const std::string &name) const {
  const std::string where = path + ", '" + name + "'";
  const auto found = stored.find(name);
  if (found == stored.end())
    throw Error(Exit::wrong_input, one_line(path + ": has no tensor '" + name + "'"));
  const StoredTensor &tensor = found->second;
  for (const TypeRow &row : kStoredTypes) {
    if (tensor.type != row.name) continue;
    const size_t expected = elementsOf(tensor.shape, row.type) * bytes(row.type);
    if (tensor.bytes != expected)
      throw Error(Exit::wrong_input, one_line(where + ": has " + std::to_string(tensor.bytes) +
                                              " bytes; its shape has " + std::to_string(expected)));
    return {row.type, tensor.shape, {}};
  }
  throw Error(Exit::unsupported,
              one_line(where + ": has elements of type '" + tensor.type + "', which is not read"));
}

Array Safetensors::read(const std::string &name) const {
  Array array = describe(name);
  const StoredTensor &tensor = stored.at(name);
  const char *const from = file->bytes().data() + tensor.at;
  array.data.assign(from, from + tensor.bytes);
  if (array.type == Type::i1)
    for (char &truth : array.data)
      truth = truth != 0;
  return array;
}

const char *stored_name(Type type) {
  for (const TypeRow &row : kStoredTypes)
    if (row.type == type) return row.name;
  if (type == Type::c128) return "F64";
  return kind(type) == TypeKind::signedInteger ? "I8" : "U8"; // the others are bytes
}

std::string safetensors_header(const std::vector<Signature> &tensors) {
  std::string text = "{";
  size_t at = 0;
  for (const auto &[name, type, shape, spelling] : tensors) {
    std::string extents;
    for (const int64_t extent : shape)
      extents += (extents.empty() ? "" : ",") + std::to_string(extent);
    if (type == Type::c128) extents += extents.empty() ? "2" : ",2";
    const size_t end = at + elementsOf(shape, type) * bytes(type);
    text += (text.size() > 1 ? ",\n" : "") + json_string(name) + ":{\"dtype\":\"" +
            stored_name(type) + "\",\"shape\":[" + extents + "],\"data_offsets\":[" +
            std::to_string(at) + "," + std::to_string(end) + "]}";
    at = end;
  }
  text += "}";
  text.resize((text.size() + kLength - 1) / kLength * kLength, ' '); // tensors at 8 n
  const uint64_t length = text.size();
  return std::string(reinterpret_cast<const char *>(&length), kLength) + text;
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
