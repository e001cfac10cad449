// SPDX-License-Identifier: Apache-2.0
// A ZIP archive ends with a directory of its entries, and that directory's place is in the last
// record. What is written is stored and has no times: the same arrays give the same bytes.
#include "runtime/io/formats/npz.h"

#include "runtime/io/file.h"
#include "runtime/io/formats/inflate.h"
#include "runtime/io/formats/npy.h"

#include <array>

namespace shardc::runtime {
inline namespace SHARDC_RUNTIME {
namespace {

constexpr uint32_t kLocal = 0x04034b50, kCentral = 0x02014b50, kEnd = 0x06054b50;
constexpr uint32_t kStored = 0, kDeflated = 8;

/// The number of `bytes` bytes at `at`, little-endian.
uint32_t number(std::string_view data, size_t at, int bytes) {
  if (at > data.size() || data.size() - at < static_cast<size_t>(bytes))
    throw Error(Exit::wrong_input, "is cut short");
  uint32_t value = 0;
  for (int i = 0; i < bytes; ++i)
    value |= static_cast<uint32_t>(static_cast<unsigned char>(data[at + i])) << (8 * i);
  return value;
}

std::string_view part(std::string_view data, size_t at, size_t bytes) {
  if (at > data.size() || data.size() - at < bytes) throw Error(Exit::wrong_input, "is cut short");
  return data.substr(at, bytes);
}

/// Numbers of the given widths, little-endian.
std::string pack(std::initializer_list<std::pair<uint32_t, int>> fields) {
  std::string text;
  for (const auto &[value, bytes] : fields)
    for (int i = 0; i < bytes; ++i)
      text += static_cast<char>(value >> (8 * i));
  return text;
}

constexpr std::array<uint32_t, 256> crcTable() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < 256; ++byte) {
    uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit)
      crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    table[byte] = crc;
  }
  return table;
}

uint32_t checksum(std::string_view data) {
  static constexpr std::array<uint32_t, 256> table = crcTable();
  uint32_t crc = ~0u;
  for (const char byte : data)
    crc = crc >> 8 ^ table[(crc ^ static_cast<unsigned char>(byte)) & 0xff];
  return ~crc;
}

} // namespace

Npz::Npz(const std::string &from)
    : path(from), file(std::make_shared<const Mapping>(from)), data(file->bytes()) {
  try {
    readDirectory();
  } catch (const Error &error) {
    throw Error(error.code, one_line(path + ": " + error.what()));
  }
}

void Npz::readDirectory() {
  const size_t end = data.size() < 22 ? std::string::npos : data.rfind(pack({{kEnd, 4}}));
  if (end == std::string::npos) throw Error(Exit::wrong_input, "is not a .npz file");
  size_t at = number(data, end + 16, 4);
  if (at == ~0u)
    throw Error(Exit::unsupported, "is a zip64 file, of more than 4 GiB or 65,535 arrays");
  for (uint32_t left = number(data, end + 10, 2); left > 0; --left) {
    if (number(data, at, 4) != kCentral) throw Error(Exit::wrong_input, "has a broken directory");
    const uint32_t flags = number(data, at + 8, 2), method = number(data, at + 10, 2);
    const uint32_t nameBytes = number(data, at + 28, 2);
    std::string name(part(data, at + 46, nameBytes));
    if (name.ends_with(".npy")) name.resize(name.size() - 4);
    const Entry entry = {
        name,   number(data, at + 42, 4), number(data, at + 20, 4), number(data, at + 24, 4),
        method, number(data, at + 16, 4)};
    if (entry.local == ~0u || entry.packed == ~0u || entry.bytes == ~0u)
      throw Error(Exit::unsupported, "'" + name + "' is a zip64 entry, of more than 4 GiB");
    if ((flags & 1) != 0 || (method != kStored && method != kDeflated))
      throw Error(Exit::unsupported, "'" + name + "' is encrypted, or neither stored nor deflated");
    entries.push_back(entry);
    at += 46 + nameBytes + number(data, at + 30, 2) + number(data, at + 32, 2);
  }
}

std::string_view Npz::packed(const Entry &entry) const {
  // Sizes are the directory's: those of the local header may be left to follow the data.
  if (number(data, entry.local, 4) != kLocal) throw Error(Exit::wrong_input, "has a broken header");
  const size_t from =
      entry.local + 30 + number(data, entry.local + 26, 2) + number(data, entry.local + 28, 2);
  if (entry.method == kStored && entry.packed != entry.bytes)
    throw Error(Exit::wrong_input, "has two sizes");
  return part(data, from, entry.packed);
}

std::vector<std::string> Npz::names() const {
  std::vector<std::string> names;
  for (const Entry &entry : entries)
    names.push_back(entry.name);
  return names;
}

const Npz::Entry &Npz::entry(const std::string &name) const {
  for (const Entry &entry : entries)
    if (entry.name == name) return entry;
  throw Error(Exit::wrong_input, one_line(path + ": has no array '" + name + "'"));
}

Array Npz::read(const std::string &name) const {
  const std::string where = path + ", '" + name + "'";
  const Entry &found = entry(name);
  std::string unpacked;
  try {
    const std::string_view from = packed(found);
    unpacked = found.method == kDeflated ? inflate(from, found.bytes) : std::string(from);
    if (checksum(unpacked) != found.crc) throw Error(Exit::wrong_input, "has a wrong checksum");
  } catch (const Error &error) {
    throw Error(error.code, one_line(where + ": " + error.what()));
  }
  return parseNpy(unpacked, where);
}

std::optional<size_t> Npz::find(const std::string &name, Array &array) const {
  const std::string where = path + ", '" + name + "'";
  const Entry &found = entry(name);
  if (found.method == kDeflated) return std::nullopt;
  try {
    const std::string_view stored = packed(found);
    const std::optional<size_t> at = findElements(stored, where, array);
    if (!at) return std::nullopt;
    return stored.data() - data.data() + *at;
  } catch (const Error &error) {
    const std::string said = error.what();
    throw Error(error.code, said.starts_with(path) ? said : one_line(where + ": " + said));
  }
}

std::map<std::string, Array> readNpz(const std::string &path) {
  const Npz file(path);
  std::map<std::string, Array> arrays;
  for (const std::string &name : file.names())
    arrays[name] = file.read(name);
  return arrays;
}

void writeNpz(const std::string &path,
              const std::vector<std::pair<std::string, const Array *>> &arrays) {
  constexpr uint32_t kFirstDay = 0x21, kUtf8 = 0x800; // 1 January 1980: no time in the file
  constexpr size_t kMaxBytes = 0xf0000000;
  std::string data, directory;
  for (const auto &[key, array] : arrays) {
    const std::string name = key + ".npy", entry = formatNpy(*array);
    if (data.size() + entry.size() > kMaxBytes || name.size() > 0xffff || arrays.size() > 0xfffe)
      throw Error(Exit::unsupported,
                  one_line(path + ": is more than a .npz file holds: 4 GiB, 65,534 arrays, names "
                                  "of 65,531 bytes"));
    const auto bytes = static_cast<uint32_t>(entry.size());
    // flags, method, time, date, checksum, bytes twice, length of the name, length of the extra
    const std::string about = pack({{kUtf8, 2},
                                    {kStored, 2},
                                    {0, 2},
                                    {kFirstDay, 2},
                                    {checksum(entry), 4},
                                    {bytes, 4},
                                    {bytes, 4},
                                    {static_cast<uint32_t>(name.size()), 2},
                                    {0, 2}});
    directory += pack({{kCentral, 4}, {20, 2}, {20, 2}}) + about +
                 pack({{0, 2}, {0, 2}, {0, 2}, {0, 4}, {static_cast<uint32_t>(data.size()), 4}}) +
                 name;
    data += pack({{kLocal, 4}, {20, 2}}) + about + name + entry;
  }
  const auto count = static_cast<uint32_t>(arrays.size()),
             start = static_cast<uint32_t>(data.size());
  data += directory + pack({{kEnd, 4},
                            {0, 2},
                            {0, 2},
                            {count, 2},
                            {count, 2},
                            {static_cast<uint32_t>(directory.size()), 4},
                            {start, 4},
                            {0, 2}});
  writeFile(path, data);
}

} // namespace SHARDC_RUNTIME
} // namespace shardc::runtime
